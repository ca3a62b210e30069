package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/apitest"
	"tariffdesk/api/onboarding"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

var update = flag.Bool("update", false, "write the examples of answers anew")

// complete is a service with every part, whose worker answers by kind.
func complete(t *testing.T, options ...option) *service {
	t.Helper()
	documents, engine := withDocuments(t)
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	lookup, err := embeddedTariffs()
	if err != nil {
		t.Fatal(err)
	}
	rulings, err := inventedRulings()
	if err != nil {
		t.Fatal(err)
	}
	duties := quote.New(schedule, rules)
	s := setup(t, append(options, documents, func(_ *api.Config, d *api.Deps) {
		d.Quotes, d.Parcels, d.Lookup, d.Reader, d.Rulings = duties, pricer{duties}, lookup, engine, rulings
		d.Papers, d.Dictionary = engine, func() shipment.Dictionary { return rules }
		d.Onboarding, _ = d.Store.(onboarding.Onboarding)
		d.Lists = official{d.Onboarding}
	})...)
	s.handle(working(t, s, engine, duties))
	return s
}

// TestTheDocumentIsWhole holds that nothing of the document lacks a description, and that tags and ids are in order.
func TestTheDocumentIsWhole(t *testing.T) {
	t.Parallel()
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	var tags []string
	for _, tag := range r.Document["tags"].([]any) {
		tags = append(tags, tag.(map[string]any)["name"].(string))
	}
	ids := map[string]bool{}
	for _, op := range r.Operations {
		if text, _ := op.Node["description"].(string); text == "" || ids[op.ID] || op.Node["security"] == nil {
			t.Errorf("%s: described %q, id taken %v, security %v", op.ID, text, ids[op.ID], op.Node["security"])
		}
		ids[op.ID] = true
		if tag := op.Node["tags"].([]any)[0].(string); !slices.Contains(tags, tag) {
			t.Errorf("%s: no tag %s", op.ID, tag)
		}
		parameters, _ := op.Node["parameters"].([]any)
		for _, p := range parameters {
			p := p.(map[string]any)
			if p["description"] == nil || p["in"] == "path" && p["example"] == nil {
				t.Errorf("%s: parameter %s lacks a description or, in a path, an example", op.ID, p["name"])
			}
		}
		for mediaType, content := range apitest.At(op.Node, "requestBody", "content") {
			if len(apitest.At(op.Node, "requestBody", "content")) == 1 && content.(map[string]any)["example"] == nil {
				t.Errorf("%s: no example of %s", op.ID, mediaType)
			}
			undescribed(t, op.ID, apitest.At(content.(map[string]any), "schema"))
		}
	}
	for name, schema := range apitest.At(r.Document, "components", "schemas") {
		undescribed(t, name, schema.(map[string]any))
	}
}

func undescribed(t *testing.T, name string, schema map[string]any) {
	t.Helper()
	for member, of := range apitest.At(schema, "properties") {
		if text, _ := of.(map[string]any)["description"].(string); text == "" {
			t.Errorf("%s.%s is not described", name, member)
		}
	}
}

// ownThings are operations whose example names something of the caller's own, an id, a token or a password, and
// what that is.
var ownThings = map[string]string{
	"login": "an account", "refresh-token": "a session", "change-password": "a password", "cancel-key": "a key",
	"accept-invitation": "an invitation", "share": "a classification", "receive-check-result": "a provider's signature",
	"delete-webhook": "a webhook", "get-webhook": "a webhook", "rotate-webhook": "a webhook", "test-webhook": "a webhook",
	"logout": "a session that is needed afterwards",
}

// TestEveryExampleWorks sends each request of the document as it stands and wants its success, and keeps the
// answers as the document's examples. Paths that name something of one's own are tried by the tests of
// their operations.
func TestEveryExampleWorks(t *testing.T) {
	t.Parallel()
	s := complete(t)
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]map[string]json.RawMessage{}
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	cmt := (&boarding{service: s}).internalKey(s.org.ID)
	tried := 0
	for _, op := range slices.SortedFunc(maps.Values(r.Operations), func(a, b apitest.Operation) int { return strings.Compare(a.ID, b.ID) }) {
		if ownThings[op.ID] != "" || strings.Contains(op.Path, "{") && op.ID != "get-tariff-code" {
			continue
		}
		tried++
		req := s.exampleOf(op)
		token := s.key
		switch op.Node["tags"].([]any)[0] {
		case "account", "keys", "organization":
			token = owner
		case "onboarding":
			token = cmt
		case "operations":
			req.SetBasicAuth("ops", "ops-secret")
			token = ""
		}
		if op.ID == "delete-precedents" {
			token = owner
		}
		answer := s.do1(req, token)
		if answer.status < 200 || answer.status > 299 {
			t.Errorf("%s: %d %s", op.ID, answer.status, answer.body)
		}
		if strings.HasPrefix(answer.header.Get("Content-Type"), "application/json") && len(answer.body) < 20_000 &&
			op.Node["tags"].([]any)[0] != "operations" && !bytes.Contains(answer.body, []byte(`"token"`)) && !bytes.Contains(answer.body, []byte(`"secret"`)) {
			answers[op.ID] = map[string]json.RawMessage{strconv.Itoa(answer.status): bytes.TrimSpace(answer.body)}
		}
	}
	if tried < 40 {
		t.Errorf("only %d examples were tried", tried)
	}
	if *update {
		b, err := json.MarshalIndent(answers, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("openapi_answers.json", append(b, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExamplesOfAnswersAreTrue holds the examples of the document against their schemas.
func TestExamplesOfAnswersAreTrue(t *testing.T) {
	t.Parallel()
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, op := range r.Operations {
		for status, answer := range apitest.At(op.Node, "responses") {
			content := apitest.At(answer.(map[string]any), "content", "application/json")
			if content["example"] == nil {
				continue
			}
			shown++
			body, err := json.Marshal(content["example"])
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range r.Validate(op.Pointer+"/responses/"+status+"/content/application~1json/schema", body) {
				t.Errorf("%s %s: %s", op.ID, status, problem)
			}
		}
	}
	if shown < 20 {
		t.Errorf("only %d examples of answers", shown)
	}
}

// exampleOf is the request that the document shows of an operation.
func (s *service) exampleOf(op apitest.Operation) *http.Request {
	s.t.Helper()
	target, query := op.Path, url.Values{}
	parameters, _ := op.Node["parameters"].([]any)
	for _, p := range parameters {
		p := p.(map[string]any)
		example, ok := p["example"]
		if !ok {
			continue
		}
		switch p["in"] {
		case "path":
			target = strings.ReplaceAll(target, "{"+p["name"].(string)+"}", text(example))
		case "query":
			query.Set(p["name"].(string), text(example))
		}
	}
	target += "?" + query.Encode()
	content := apitest.At(op.Node, "requestBody", "content")
	if body, ok := apitest.At(content, "application/json")["example"]; ok {
		b, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		req := s.request(op.Method, target, bytes.NewReader(b))
		req.Header.Set("Content-Type", "application/json")
		return req
	}
	fields, ok := apitest.At(content, "multipart/form-data")["example"].(map[string]any)
	if !ok {
		return s.request(op.Method, target, nil)
	}
	var parts []part
	for name, value := range fields {
		if files, several := value.([]any); several {
			value = files[0]
		}
		p := part{field: name, value: text(value)}
		if name == "file" || name == "files" { // a sample is downloaded and sent, as a person would
			p.name = path.Base(p.value)
			p.value = string(s.get(p.value, "").want(200).body)
		}
		parts = append(parts, p)
	}
	req := s.formRequest(target, parts...)
	req.Method = op.Method
	return req
}

// text is a value of the document as a request writes it.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// TestEveryOperationRefusesAStranger calls each operation without any credential.
func TestEveryOperationRefusesAStranger(t *testing.T) {
	t.Parallel()
	s := complete(t)
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range r.Operations {
		req := s.exampleOf(op)
		if op.ID == "ask-password-reset" { // says to everybody the same
			visit := httptest.NewRequestWithContext(t.Context(), req.Method, req.URL.RequestURI(), req.Body)
			visit.Header = req.Header
			s.visitWith("", visit).want(http.StatusAccepted)
			continue
		}
		answer := s.do1(req, "")
		if open := len(op.Node["security"].([]any)) == 0; open && (answer.status < 400 || answer.status > 499) || !open && answer.status != 401 {
			t.Errorf("%s: %d", op.ID, answer.status)
		}
	}
}

// TestEveryOperationAnswersWithoutItsDatabase calls each operation while the database is away.
func TestEveryOperationAnswersWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	s := complete(t)
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	requests := map[string]*http.Request{}
	for _, op := range r.Operations {
		requests[op.ID] = s.exampleOf(op)
	}
	refresh := fmt.Sprintf(`{"refresh_token":%q}`, s.signIn(s.org.ID, account.RoleOwner).Refresh)
	requests["refresh-token"].Body, requests["refresh-token"].ContentLength = io.NopCloser(strings.NewReader(refresh)), int64(len(refresh))
	s.store.Close()
	for _, op := range r.Operations {
		if op.ID == "ask-password-reset" { // says the same whatever happens
			continue
		}
		token := s.key
		if op.Node["tags"].([]any)[0] == "operations" {
			requests[op.ID].SetBasicAuth("ops", "ops-secret")
			token = ""
		}
		var answer *response
		if req := requests[op.ID]; len(op.Node["security"].([]any)) > 0 {
			answer = s.do1(req, token)
		} else { // from an address of its own, whose limit no other test uses up
			visit := httptest.NewRequestWithContext(t.Context(), req.Method, req.URL.RequestURI(), req.Body)
			visit.Header = req.Header
			answer = s.visitWith("", visit)
		}
		if answer.status < 500 {
			t.Errorf("%s: %d %s", op.ID, answer.status, answer.body)
		}
	}
}

// working does the single kinds by the worker's own handlers and leaves batches open.
func working(t *testing.T, s *service, documents worker.Extractor, duties *quote.Engine) handler {
	t.Helper()
	engine, err := classifier()
	if err != nil {
		t.Fatal(err)
	}
	extraction := reading(s, documents)
	return func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		task := worker.Task{Job: j, Progress: report}
		switch j.Kind {
		case jobs.KindClassify:
			return worker.Classification{Engine: engine}.Handle(ctx, task)
		case jobs.KindQuote:
			return worker.Quotation{Engine: duties}.Handle(ctx, task)
		case jobs.KindExtract, jobs.KindDigitize, jobs.KindSplit:
			return extraction(ctx, j, report)
		default:
			<-ctx.Done()
			return jobs.Outcome{}, ctx.Err()
		}
	}
}
