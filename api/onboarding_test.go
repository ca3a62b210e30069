package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-pdf/fpdf"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/accounts"
	"tariffdesk/api/onboarding"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
	"tariffdesk/webhook"
	"tariffdesk/worker"
)

const verificationsPath = "/api/v3/onboarding/verifications"

// official are the lists of a database, read anew at each call.
type official struct{ source onboarding.Onboarding }

func (o official) Current(ctx context.Context) (*list.Register, error) {
	store, _ := o.source.(interface {
		Blacklist(ctx context.Context, id int64) ([]list.Entry, error)
	})
	versions, err := o.source.Blacklists(ctx)
	r := list.NewRegister()
	for _, v := range versions {
		entries, err := store.Blacklist(ctx, v.ID)
		if err != nil {
			return nil, err
		}
		r = r.With(v.Version, entries)
	}
	return r, err
}

// boarding is a service with business verification.
type boarding struct {
	*service
	cmt       string // key of the operator's own integration
	screening worker.Screening
}

func verifying(t *testing.T, options ...option) *boarding {
	t.Helper()
	engine, err := extract.New(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, append(options, func(_ *api.Config, d *api.Deps) {
		d.Documents, d.Reader = engine, engine
		d.Onboarding, _ = d.Store.(onboarding.Onboarding)
		d.Lists = official{d.Onboarding}
	})...)
	papers := worker.Papers{Engine: engine, Blobs: s.blobs, Store: s.store, Now: s.clock.now}
	s.handle(func(ctx context.Context, j jobs.Job, _ func(jobs.Progress)) (jobs.Outcome, error) {
		return papers.Handle(ctx, worker.Task{Job: j, Progress: func(jobs.Progress) {}})
	})
	b := &boarding{service: s, screening: worker.Screening{Store: s.store, Blobs: s.blobs, Lists: official{s.store}.Current, Log: slog.New(slog.DiscardHandler), Now: s.clock.now}}
	b.cmt = b.internalKey(s.org.ID)
	return b
}

func (b *boarding) internalKey(organisation string) string {
	b.t.Helper()
	_, token, err := b.accounts.CreateKey(b.t.Context(), account.NewKey{OrganisationID: organisation, Name: "onboarding", Type: account.KeyTypeInternal})
	if err != nil {
		b.t.Fatal(err)
	}
	return token
}

func company(name, taxID string) map[string]any {
	return map[string]any{"country": "MEX", "legal_name": name, "tax_id": taxID, "external_id": "e-1", "representatives": []any{map[string]string{"name": "Adela Ruiz Fuentes"}}}
}

var aceros = company("Aceros Inventados del Ñandú, S.A. de C.V.", "AIN120314KQ3")

// verified is a verification as it is answered.
type verified struct {
	ID     string
	State  verification.State
	Checks []verification.Check
}

func (v verified) outcome(name string) verification.Outcome {
	for _, c := range v.Checks {
		if c.Name == name && (c.Subject == verification.SubjectCompany) {
			return c.Outcome
		}
	}
	return ""
}

// create declares a company, each time with another key, so that the limits are another test's.
func (b *boarding) create(body any) (v verified) {
	b.t.Helper()
	b.post(verificationsPath, b.internalKey(b.org.ID), body).want(201).decode(&v)
	return v
}

func (b *boarding) move(v verified, move string, status int) (moved verified) {
	b.t.Helper()
	b.post(verificationsPath+"/"+v.ID+"/"+move, b.internalKey(b.org.ID), map[string]string{"reason": "as told"}).want(status).decode(&moved)
	return moved
}

func paper(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "verification", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (b *boarding) upload(id, token, kind string, content []byte) *response {
	b.t.Helper()
	return b.do1(b.formRequest(verificationsPath+"/"+id+"/documents", part{"kind", kind, ""}, part{"file", string(content), "paper.pdf"}), token)
}

// importList stores the official file of article 69-B.
func (b *boarding) importList() {
	b.t.Helper()
	content, err := os.ReadFile("../verification/list/testdata/sat-69b.csv")
	if err != nil {
		b.t.Fatal(err)
	}
	lists, err := list.Parse(list.SourceSAT69B, content)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.store.SaveBlacklists(b.t.Context(), []list.New{{List: lists[0], File: "sat-69b.csv"}}); err != nil {
		b.t.Fatal(err)
	}
}

// sent collects what the webhooks send.
type sent struct {
	headers []http.Header
	bodies  [][]byte
}

func (s *sent) Post(_ context.Context, _ string, header http.Header, body []byte) (int, []byte, error) {
	s.headers, s.bodies = append(s.headers, header), append(s.bodies, body)
	return 204, nil, nil
}

func TestAListedSupplierIsCaughtAfterAnImportAndRejectedWithASignedNotice(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	secret, _ := account.NewWebhookSecret()
	if err := b.store.SetWebhook(t.Context(), b.org.ID, "https://example.com", secret); err != nil {
		t.Fatal(err)
	}
	v := b.create(aceros)
	if v.State != verification.StateDraft || v.outcome("blacklist") != verification.OutcomeUnknown || v.outcome("tax_id") != verification.OutcomePassed {
		t.Fatalf("%+v", v)
	}
	for _, move := range []string{"submit", "review", "approve"} {
		b.move(v, move, 200)
	}
	b.importList()
	if err := b.screening.Screen(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var now verified
	b.get(verificationsPath+"/"+v.ID, b.cmt).want(200).decode(&now)
	if now.State != verification.StateInReview || now.outcome("blacklist") != verification.OutcomeFailed {
		t.Fatalf("%+v", now)
	}
	b.post(verificationsPath+"/"+v.ID+"/approve", b.cmt, "").fails(422, "ValidationError", "reason")
	if r := b.move(v, "reject", 200); r.State != verification.StateRejected {
		t.Errorf("%+v", r)
	}
	b.post(verificationsPath+"/"+v.ID+"/reject", b.cmt, map[string]string{"reason": "again"}).fails(409, "Conflict", "rejected")
	out := &sent{}
	d := worker.Deliveries{Store: b.store, Poster: out, Object: accounts.JobObject, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	if err := d.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	var types []string
	for i, body := range out.bodies {
		var e struct {
			Type string
			Data struct{ ID, State, Reason string }
		}
		h := out.headers[i]
		if err := json.Unmarshal(body, &e); err != nil || e.Data.ID != v.ID ||
			!webhook.Verify(secret, h.Get("webhook-id"), h.Get("webhook-timestamp"), h.Get("webhook-signature"), body, time.Now()) {
			t.Errorf("%v: %s", err, body)
		}
		types = append(types, e.Type)
	}
	all := strings.Join(types, " ")
	for _, want := range []string{"verification.approved", "verification.listed", "verification.rejected"} {
		if strings.Count(all, want) != 1 {
			t.Errorf("%s is told %d times: %s", want, strings.Count(all, want), all)
		}
	}
}

func TestTheDifferencesOfADocumentComeBackWithTheirPlace(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	var d struct {
		ID, State string
		Checks    []verification.Check
	}
	b.upload(v.ID, b.cmt, "constancia", paper(t, "constancia-of-another.pdf")).want(201).decode(&d)
	if d.State != "read" {
		t.Fatalf("%+v", d)
	}
	failed := map[string]string{}
	for _, c := range d.Checks {
		if c.Outcome == verification.OutcomeFailed && c.Page == 1 && c.Box != nil && c.Box[2] > c.Box[0] {
			failed[c.Name] = c.Found
		}
	}
	if failed["document_tax_id"] != "MUE101010ZZ1" || failed["document_legal_name"] != "MUEBLES DE OTRO CUENTO" {
		t.Errorf("%v", failed)
	}
	file := b.get(verificationsPath+"/"+v.ID+"/documents/"+d.ID+"/file", b.cmt).want(200)
	if !bytes.Equal(file.body, paper(t, "constancia-of-another.pdf")) || !strings.Contains(file.header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("%v", file.header)
	}
	path := verificationsPath + "/" + v.ID + "/documents/" + d.ID
	b.send(http.MethodDelete, path, b.cmt, "").want(204)
	b.get(path+"/file", b.cmt).fails(410, "Gone")
	var after struct {
		State, Name string
		Checks      []verification.Check
	}
	b.get(path, b.cmt).want(200).decode(&after)
	if after.State != "removed" || len(after.Checks) != 0 || after.Name != "" {
		t.Errorf("something of the document is left: %+v", after)
	}
	b.send(http.MethodDelete, path, b.cmt, "").want(404)
	for _, private := range []string{"MUEBLES", "MUE101010ZZ1", "Ñandú", "AIN120314KQ3", "Adela"} {
		if strings.Contains(b.logs.String(), private) {
			t.Errorf("the log shows %q", private)
		}
	}
}

func TestDocumentsAreDeletedThirtyDaysAfterTheEnd(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	var d struct{ ID string }
	b.upload(v.ID, b.cmt, "acta_constitutiva", paper(t, "acta.pdf")).want(201).decode(&d)
	b.move(v, "close", 200)
	b.upload(v.ID, b.cmt, "acta_constitutiva", paper(t, "acta.pdf")).fails(409, "Conflict", "closed")
	path := verificationsPath + "/" + v.ID + "/documents/" + d.ID
	b.send(http.MethodDelete, path, b.cmt, "").fails(409, "Conflict", "closed")
	b.clock.advance(29 * 24 * time.Hour)
	if err := b.screening.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get(path+"/file", b.cmt).want(200)
	b.clock.advance(25 * time.Hour)
	if err := b.screening.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get(path+"/file", b.cmt).want(410)
	if _, err := b.blobs.Open(t.Context(), "verifications/"+d.ID); err == nil {
		t.Error("the blob is still there")
	}
}

func TestAnApprovalEndsAfterAYear(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	for _, move := range []string{"submit", "review", "approve"} {
		b.move(v, move, 200)
	}
	b.clock.advance(364 * 24 * time.Hour)
	if err := b.screening.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	var now verified
	b.get(verificationsPath+"/"+v.ID, b.cmt).want(200).decode(&now)
	if now.State != verification.StateApproved {
		t.Fatalf("ended before its time: %+v", now)
	}
	b.clock.advance(25 * time.Hour)
	if err := b.screening.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get(verificationsPath+"/"+v.ID, b.cmt).want(200).decode(&now)
	if now.State != verification.StateInReview {
		t.Errorf("%+v", now)
	}
}

func TestOnlyInternalKeysAndOperatorsReachOnboarding(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	b.get(verificationsPath, b.key).fails(403, "Forbidden", "cmt_")
	b.get(verificationsPath, b.signIn(b.org.ID, account.RoleOwner).Access).fails(403, "Forbidden")
	b.get(verificationsPath, "").want(401)
	other, _ := b.organisation(account.PlanPro, credit.One)
	stranger := b.internalKey(other.ID)
	for _, path := range []string{"", "/events", "/documents", "/documents/" + v.ID} {
		b.get(verificationsPath+"/"+v.ID+path, stranger).fails(404, "NotFound")
	}
	b.post(verificationsPath+"/"+v.ID+"/submit", stranger, "").want(404)
	b.upload(v.ID, stranger, "acta", paper(t, "acta.pdf")).want(404)
	b.get(verificationsPath+"/nonsense", b.cmt).want(404)
	b.get(verificationsPath+"?starting_after="+v.ID, stranger).want(404)
	ops := func(password, path string) int {
		r := b.request(http.MethodGet, path, nil)
		r.SetBasicAuth("ops", password)
		return b.do1(r, "").status
	}
	if got := ops("ops-secret", verificationsPath+"/"+v.ID); got != 200 {
		t.Errorf("an operator: %d", got)
	}
	if got := ops("wrong", verificationsPath); got != 401 {
		t.Errorf("a wrong password: %d", got)
	}
	if got := ops("ops-secret", "/api/v3/jobs"); got != 401 {
		t.Errorf("an operator elsewhere: %d", got)
	}
}

func TestEachOperationHasItsMinute(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	one := verificationsPath + "/" + v.ID
	for name, tc := range map[string]struct {
		most int
		call func(token string) *response
	}{
		"create":    {5, func(k string) *response { return b.post(verificationsPath, k, "{}") }},
		"query":     {30, func(k string) *response { return b.get(one, k) }},
		"state":     {10, func(k string) *response { return b.post(one+"/approve", k, "") }},
		"blacklist": {10, func(k string) *response { return b.post("/api/v3/onboarding/blacklist-checks", k, "{}") }},
		"document":  {15, func(k string) *response { return b.send(http.MethodDelete, one+"/documents/none", k, "") }},
		"close":     {5, func(k string) *response { return b.post(one+"/close", k, "{}") }},
	} {
		token := b.internalKey(b.org.ID)
		for i := range tc.most {
			if r := tc.call(token); r.status == 429 {
				t.Errorf("%s: call %d is refused", name, i+1)
			}
		}
		r := tc.call(token)
		r.fails(429, "RATE_LIMITED", "try again in a minute")
		if r.header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", name)
		}
		if r := tc.call(b.internalKey(b.org.ID)); r.status == 429 {
			t.Errorf("%s: another caller pays for it", name)
		}
	}
}

func TestFaultyDeclarationsAndChecksNameTheirField(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	for field, body := range map[string]any{
		"legal_name":      company(strings.Repeat("A", 10_000), "AIN120314KQ3"),
		"tax_id":          company("Aceros", "XAXX010101000"),
		"country":         map[string]any{"country": "FRA", "legal_name": "A", "tax_id": "1", "representatives": []any{}},
		"representatives": map[string]any{"country": "MEX", "legal_name": "A", "tax_id": "AIN120314KQ3"},
		"invisible":       company("Aceros\u202e", "AIN120314KQ3"),
		"check digit":     map[string]any{"country": "COL", "legal_name": "A", "tax_id": "900123456-1", "representatives": []any{}},
		"surprise":        map[string]any{"country": "MEX", "legal_name": "A", "tax_id": "AIN120314KQ3", "representatives": []any{}, "surprise": 1},
	} {
		b.post(verificationsPath, b.internalKey(b.org.ID), body).fails(422, "ValidationError", field)
	}
	b.post(verificationsPath, b.internalKey(b.org.ID), "{").fails(400, "BadRequest")
	b.post(verificationsPath, b.internalKey(b.org.ID), "\"\xff\"").want(400)
	const check = "/api/v3/onboarding/blacklist-checks"
	for field, body := range map[string]any{
		"tax_id, name": map[string]string{"country": "MEX"}, "tax_id": map[string]string{"country": "MEX", "tax_id": "XXXXXXXXXXXX"},
		"name": map[string]string{"country": "MEX", "name": strings.Repeat("n", 10_000)}, "country": map[string]string{"name": "x"},
	} {
		b.post(check, b.internalKey(b.org.ID), body).fails(422, "ValidationError", field)
	}
}

func TestACheckOfTheListsSaysListedNotListedOrUnknown(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	ask := func(body map[string]string) (a struct {
		Result  string
		Message string
		AsOf    *string `json:"as_of"`
		Adverse bool
		Matches []verification.Listing
		Lists   []struct {
			Source string
			AsOf   string `json:"as_of"`
			Rows   int
		}
	}) {
		b.post("/api/v3/onboarding/blacklist-checks", b.internalKey(b.org.ID), body).want(200).decode(&a)
		return a
	}
	if a := ask(map[string]string{"country": "MEX", "tax_id": "AIN120314KQ3"}); a.Result != "unknown" || a.AsOf != nil {
		t.Errorf("%+v", a)
	}
	b.importList()
	if a := ask(map[string]string{"country": "MEX", "tax_id": "ain-120314-kq3"}); a.Result != "listed" || !a.Adverse || a.Matches[0].Situation != list.SituationDefinitive || a.Lists[0].AsOf != "2026-04-30" || a.Lists[0].Rows != 8 {
		t.Errorf("%+v", a)
	}
	if a := ask(map[string]string{"country": "MEX", "name": "Nunca Vistos Transportes"}); a.Result != "cleared" || !strings.HasPrefix(a.Message, "Cleared") || a.Adverse || a.Matches[0].Score < 0.95 {
		t.Errorf("%+v", a)
	}
	if a := ask(map[string]string{"country": "MEX", "tax_id": "SAT970701NN3"}); a.Result != "not_listed" || !strings.Contains(a.Message, "2026-04-30") {
		t.Errorf("%+v", a)
	}
	if a := ask(map[string]string{"country": "COL", "name": "Panadería"}); a.Result != "unknown" {
		t.Errorf("%+v", a)
	}
	var lists struct{ Data []struct{ Source string } }
	b.get("/api/v3/onboarding/blacklists", b.cmt).want(200).decode(&lists)
	if len(lists.Data) != 1 || lists.Data[0].Source != "sat-69b" {
		t.Errorf("%+v", lists)
	}
}

func TestAListThatIsTooOldIsCalledStale(t *testing.T) {
	t.Parallel()
	asOf := time.Date(2026, 4, 30, 0, 0, 0, 0, time.UTC) // of the list that is imported
	age := func(b *boarding) int {
		return int(b.clock.now().UTC().Truncate(24*time.Hour).Sub(asOf) / (24 * time.Hour))
	}
	type lists []struct {
		AgeDays int `json:"age_days"`
		Stale   bool
	}
	for days, stale := range map[int]bool{age(verifying(t)) - 1: true, age(verifying(t)): false, 0: age(verifying(t)) > 45} {
		b := verifying(t, func(c *api.Config, _ *api.Deps) { c.StaleDays = days })
		b.importList()
		var a struct {
			Lists    lists
			Warnings []string
		}
		b.post("/api/v3/onboarding/blacklist-checks", b.cmt, map[string]string{"country": "MEX", "tax_id": "SAT970701NN3"}).want(200).decode(&a)
		if len(a.Lists) != 1 || a.Lists[0].AgeDays != age(b) || a.Lists[0].Stale != stale || a.Warnings == nil || (len(a.Warnings) == 1) != stale {
			t.Errorf("%d days: %+v", days, a)
		}
		if stale && (!strings.Contains(a.Warnings[0], "sat-69b") || !strings.Contains(a.Warnings[0], "2026-04-30")) {
			t.Errorf("warnings %v", a.Warnings)
		}
		var loaded struct{ Data lists }
		b.get("/api/v3/onboarding/blacklists", b.cmt).want(200).decode(&loaded)
		if len(loaded.Data) != 1 || loaded.Data[0] != a.Lists[0] {
			t.Errorf("loaded %+v", loaded)
		}
	}
}

func TestADocumentThatCannotBeTakenIsRefused(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	pdf := fpdf.New("P", "mm", "A4", "")
	for range 200 {
		pdf.AddPage()
	}
	var long bytes.Buffer
	if err := pdf.Output(&long); err != nil {
		t.Fatal(err)
	}
	b.upload(v.ID, b.cmt, "acta", long.Bytes()).fails(400, "SvcDocsResourceError", "100 pages")
	b.upload(v.ID, b.cmt, "acta", []byte("plain text")).want(400)
	b.upload(v.ID, b.cmt, "selfie", paper(t, "acta.pdf")).fails(400, "BadRequest", "kind")
	b.do1(b.formRequest(verificationsPath+"/"+v.ID+"/documents", part{"kind", "acta", ""}), b.cmt).fails(400, "BadRequest", "file")
	b.post(verificationsPath+"/"+v.ID+"/documents", b.cmt, "{}").want(415)
	b.upload(v.ID, b.cmt, "acta", bytes.Repeat([]byte("x"), 21<<20)).want(413)
}
