package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

type classification struct {
	Codes    []any    `json:"hscodes_array"`
	Summary  string   `json:"summary_classification"`
	RecordID string   `json:"classification_record_id"`
	Asked    []string `json:"required_questions"`
}

func TestClassifyAnswersChargesAndRecords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	r := s.classify(s.key, description("  wooden chair "), part{field: "unknown", value: "ignored"}).want(200)
	var got classification
	r.decode(&got)
	if got.Summary != "wooden chair" || got.RecordID == "" || got.Codes == nil {
		t.Errorf("answer %s", r.body)
	}
	if c, left := r.header.Get("X-Credits-Charged"), r.header.Get("X-Credits-Remaining"); c != "1" || left != "99" {
		t.Errorf("charged %q, remaining %q", c, left)
	}
	var record struct {
		ID        string  `json:"classification_record_id"`
		Parent    *string `json:"parent_id"`
		Country   string  `json:"country_code"`
		Model     string  `json:"model"`
		Text      string  `json:"product_description"`
		User      *string `json:"user_identifier"`
		Confirmed *string `json:"confirmed_hscode"`
		Result    classification
	}
	s.get("/api/v3/tariff/records/"+got.RecordID, s.key).want(200).decode(&record)
	if record.ID != got.RecordID || record.Parent != nil || record.Country != "WORLD" || record.Model != "pro" ||
		record.User != nil || record.Confirmed != nil || record.Result.RecordID != got.RecordID {
		t.Errorf("record %+v", record)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestClassifyPassesEverythingOnToTheWorker(t *testing.T) {
	t.Parallel()
	s := setup(t, withReader)
	inputs := make(chan jobs.ClassifyInput, 1)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		var in jobs.ClassifyInput
		if err := json.Unmarshal(j.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		for _, a := range in.Attachments {
			if a.Key == "" {
				continue
			}
			r, err := s.blobs.Open(ctx, a.Key)
			if err != nil {
				return jobs.Outcome{}, err
			}
			_ = r.Close() // only that it is there
		}
		inputs <- in
		return classified(ctx, j, report)
	})
	r := s.do1(s.formRequest(classifyPath+"?country_code=MEX&model=fast&tariff_info=FALSE&user_identifier=ann&color=red",
		description("chair"), part{field: "language", value: "Spanish"}, part{"image_files", png, "a/b.png"},
		part{"document_files", "made of oak", "sheet.txt"}, part{"document_files", "%PDF-1.7 x", "sheet.pdf"}), s.key)
	r.want(200)
	in := <-inputs
	if in.Description != "chair" || in.CountryCode != "MEX" || in.Model != "fast" || in.TariffInfo || in.UserIdentifier != "ann" ||
		in.Language != "Spanish" || in.Streaming || in.Refines != nil || len(in.Attachments) != 3 {
		t.Fatalf("input %+v", in)
	}
	image, text, pdf := in.Attachments[0], in.Attachments[1], in.Attachments[2]
	if image.Kind != jobs.AttachmentImage || image.Name != "b.png" || image.MediaType != "image/png" || image.Text != "" {
		t.Errorf("image %+v", image)
	}
	if text.Text != "made of oak" || text.Key != "" || text.Kind != jobs.AttachmentDocument {
		t.Errorf("text %+v", text)
	}
	if pdf.MediaType != "application/pdf" || pdf.Key == "" {
		t.Errorf("pdf %+v", pdf)
	}
}

const png = "\x89PNG\r\n\x1a\n0000"

type anyReader struct{}

func (anyReader) Reads(mediaType string) bool {
	return mediaType == "application/pdf" || mediaType == "image/png"
}

func withReader(_ *api.Config, d *api.Deps) { d.Reader = anyReader{} }

func TestRefiningNamesTheParent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var first, second classification
	s.classify(s.key, description("chair")).want(200).decode(&first)
	s.classify(s.key, description("of oak"), part{field: "classification_record_id", value: first.RecordID}).want(200).decode(&second)
	var record struct {
		Parent string `json:"parent_id"`
	}
	s.get("/api/v3/tariff/records/"+second.RecordID, s.key).want(200).decode(&record)
	if record.Parent != first.RecordID {
		t.Errorf("parent %q, want %q", record.Parent, first.RecordID)
	}
}

func TestAnswersBelongToTheQuestionsOfARecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(asking)
	var first classification
	s.classify(s.key, description("milk")).want(200).decode(&first)
	id := part{field: "classification_record_id", value: first.RecordID}
	said := func(json string) part { return part{field: "answers", value: json} }
	s.classify(s.key, id, said(`[{"question":"facet:0401:fat","answer":"3.5 %"}]`)).want(200)
	s.classify(s.key, id, said(`[{"question":"fat content?","answer":"I don't know"}]`)).want(200)
	before := storetest.Balance(t, s.store, s.org.ID)
	for name, c := range map[string]struct {
		parts []part
		field string
	}{
		"no record":      {[]part{description("milk"), said(`[]`)}, "classification_record_id"},
		"no JSON":        {[]part{id, said(`fat`)}, "answers"},
		"another shape":  {[]part{id, said(`{"fat":"1"}`)}, "answers"},
		"more members":   {[]part{id, said(`[{"question":"facet:0401:fat","answer":"1","sure":true}]`)}, "answers"},
		"empty question": {[]part{id, said(`[{"question":" ","answer":"white"}]`)}, "answers[0].question"},
		"empty answer":   {[]part{id, said(`[{"question":"facet:0401:fat","answer":" "}]`)}, "answers[0].answer"},
		"100 answers":    {[]part{id, said("[" + strings.Repeat(`{"question":"facet:0401:fat","answer":"1 %"},`, 99) + `{"question":"facet:0401:fat","answer":"1 %"}]`)}, "20"},
	} {
		t.Run(name, func(t *testing.T) { s.classify(s.key, c.parts...).fails(400, "BadRequest", c.field) })
	}
	_, other := s.organisation(account.PlanPro, 100)
	s.classify(other, id, said(`[{"question":"facet:0401:fat","answer":"1 %"}]`)).fails(404, "NotFound")
	if after := storetest.Balance(t, s.store, s.org.ID); after != before {
		t.Errorf("refusals were charged: %v, then %v", before, after)
	}
}

// asking succeeds with a question, and refuses answers that did not reach it with their question.
func asking(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
	var in jobs.ClassifyInput
	if err := json.Unmarshal(j.Input, &in); err != nil {
		return jobs.Outcome{}, err
	}
	if in.Refines != nil {
		var r classify.Refinement
		if err := json.Unmarshal(in.Refines.Answers, &r); err != nil || len(r.Turns) != 1 || r.Turns[0].Question == nil || r.Turns[0].Question.Unit != "%" {
			return jobs.Outcome{}, fmt.Errorf("turns %+v: %w", r.Turns, err)
		}
	}
	outcome, err := classified(ctx, j, report)
	if err == nil {
		outcome.Record.Result = json.RawMessage(`{"required_questions":["Fat content?"],"questions":[{"id":"facet:0401:fat","text":"Fat content?","kind":"number","unit":"%","choices":[]}]}`)
	}
	return outcome, err
}

func TestClassifyRefusesEveryBadParameterAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		query    string
		parts    []part
		status   int
		code     string
		mentions []string
	}{
		"nothing to classify": {"country_code=WORLD", nil, 400, "BadRequest", []string{"product_description", "image_files", "document_files"}},
		"blank description":   {"country_code=WORLD", []part{description("  ")}, 400, "BadRequest", []string{"product_description"}},
		"country missing":     {"", []part{description("x")}, 400, "BadRequest", []string{"country_code"}},
		"country unknown":     {"country_code=FRA", []part{description("x")}, 400, "BadRequest", []string{"country_code"}},
		"all wrong": {"country_code=XX&model=best&tariff_info=maybe&user_identifier=" + strings.Repeat("u", 129),
			[]part{{field: "streaming", value: "2"}, {field: "language", value: "French"}, {field: "classification_record_id", value: "health"}},
			400, "BadRequest", []string{"country_code", "model", "tariff_info", "user_identifier", "streaming", "language", "classification_record_id", "product_description"}},
		"query not UTF-8":      {"country_code=WORLD&user_identifier=%ff", []part{description("x")}, 400, "InvalidEncoding", []string{"user_identifier"}},
		"query NUL":            {"country_code=WORLD&user_identifier=%00", []part{description("x")}, 400, "BadRequest", []string{"user_identifier"}},
		"form not UTF-8":       {"country_code=WORLD&model=best", []part{description("caf\xe9")}, 400, "InvalidEncoding", []string{"product_description", "model"}},
		"form NUL":             {"country_code=WORLD", []part{description("a\x00b")}, 400, "BadRequest", []string{"product_description"}},
		"text file not UTF-8":  {"country_code=WORLD", []part{{"document_files", "caf\xe9 table", "a.txt"}}, 400, "InvalidEncoding", []string{"document_files"}},
		"description too long": {"country_code=WORLD", []part{description(strings.Repeat("x", 50_001))}, 400, "BadRequest", []string{"product_description", "50000"}},
		"image unreadable":     {"country_code=WORLD", []part{{"image_files", png, "a.png"}}, 400, "BadRequest", []string{"a.png", "image/png"}},
		"image is no image":    {"country_code=WORLD", []part{{"image_files", "hello", "a.png"}}, 400, "BadRequest", []string{"image_files", "not an image"}},
		"document unreadable":  {"country_code=WORLD", []part{{"document_files", "%PDF-1.7 x", "a.pdf"}}, 400, "BadRequest", []string{"a.pdf", "application/pdf"}},
		"file empty":           {"country_code=WORLD", []part{{"document_files", "", "a.txt"}}, 400, "BadRequest", []string{"document_files", "empty"}},
		"eleven images":        {"country_code=WORLD", many("image_files", 11), 400, "BadRequest", []string{"image_files", "10"}},
		"eleven documents":     {"country_code=WORLD", many("document_files", 11), 400, "BadRequest", []string{"document_files", "10"}},
		"file too large":       {"country_code=XX", []part{{"document_files", strings.Repeat("a", 20<<20+1), "a.txt"}}, 413, "PayloadTooLarge", []string{"20 MB", "country_code"}},
		"record of nobody":     {"country_code=XX", []part{{field: "classification_record_id", value: uuid.NewString()}}, 400, "BadRequest", []string{"country_code", "product_description"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := s.do1(s.formRequest(classifyPath+"?"+c.query, c.parts...), s.key).fails(c.status, c.code, c.mentions...)
			if len(b.Errors) == 0 {
				t.Error("no errors listed")
			}
		})
	}
	// Records are looked up once all else is right.
	record := part{field: "classification_record_id", value: uuid.NewString()}
	s.do1(s.formRequest(classifyPath+"?country_code=WORLD", description("chair"), record), s.key).fails(404, "NotFound", "classification record")
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s after refusals", got)
	}
}

func many(field string, n int) []part {
	parts := make([]part, n)
	for i := range parts {
		parts[i] = part{field, png, fmt.Sprintf("%d.png", i)}
	}
	return parts
}

func TestClassifyTakesOnlyForms(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(classifyPath+"?country_code=WORLD", s.key, map[string]string{"product_description": "chair"}).fails(415, "UnsupportedMediaType", "multipart/form-data")
	s.do1(s.request(http.MethodPost, classifyPath+"?country_code=WORLD", nil), s.key).fails(400, "BadRequest", "product_description")
	r := s.request(http.MethodPost, classifyPath+"?country_code=WORLD", strings.NewReader("--x\r\nbroken"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	s.do1(r, s.key).fails(400, "BadRequest", "multipart")
	r = s.request(http.MethodPost, classifyPath+"?country_code=WORLD", strings.NewReader("x"))
	r.Header.Set("Content-Type", "multipart/form-data")
	s.do1(r, s.key).fails(400, "BadRequest", "boundary")
	r = s.formRequest(classifyPath+"?country_code=WORLD", description("x"))
	r.Header.Set("Content-Type", strings.Replace(r.Header.Get("Content-Type"), ";", "; charset=latin1;", 1))
	s.do1(r, s.key).fails(400, "InvalidEncoding", "Content-Type")
	r = s.formRequest(classifyPath+"?country_code=WORLD", description("x"))
	r.Header.Set("Content-Encoding", "gzip")
	s.do1(r, s.key).fails(415, "UnsupportedMediaType", "Content-Encoding")
}

func TestInsufficientCreditsAndLimitsRefuseWithoutACharge(t *testing.T) {
	t.Parallel()
	s := setup(t)
	poor, key := s.organisation(account.PlanPro, credit.One/2)
	s.classify(key, description("chair")).fails(402, "CreditError", "insufficient credits")
	storetest.Limit(t, s.store, s.org.ID, credit.ProductClassification, credit.One)
	s.classify(s.key, description("chair")).want(200)
	s.classify(s.key, description("chair")).fails(429, "SvcDocsLimitError", "classification")
	if storetest.Balance(t, s.store, poor.ID) != credit.One/2 || storetest.Balance(t, s.store, s.org.ID) != 99*credit.One {
		t.Error("a refusal was charged")
	}
	storetest.CheckInvariants(t, s.store)
}

func TestAFailedJobAnswersItsErrorAndIsRefunded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, fail.Wrap(errTest, fail.CodeSvcDocsProcessing, "AI processing failed: the configured model gave no answer, and nothing was found without it")
	})
	r := s.classify(s.key, description("chair"))
	r.fails(502, "SvcDocsProcessingError", "AI processing failed")
	if c, left := r.header.Get("X-Credits-Charged"), r.header.Get("X-Credits-Remaining"); c != "0" || left != "100" {
		t.Errorf("charged %q, remaining %q", c, left)
	}
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errTest
	})
	if r := s.classify(s.key, description("chair")); strings.Contains(r.fails(500, "InternalServerError").Message, "inside") {
		t.Error("the cause is shown")
	}
	storetest.CheckInvariants(t, s.store)
}

func TestACallPastSyncWaitGets202AndLosesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t, func(c *api.Config, _ *api.Deps) { c.SyncWait = 50 * time.Millisecond })
	h, release := held()
	defer release()
	s.handle(h)
	r := s.formRequest(classifyPath+"?country_code=WORLD", description("chair"))
	r.Header.Set("Idempotency-Key", "slow")
	got := s.do1(r, s.key).want(202)
	var job jobBody
	got.decode(&job)
	if got.header.Get("Location") != "/api/v3/jobs/"+job.JobID || got.header.Get("Retry-After") == "" || got.header.Get("X-Credits-Charged") != "1" || job.Kind != "classify" {
		t.Errorf("headers %v, job %+v", got.header, job)
	}
	s.get(got.header.Get("Location")+"/result", s.key).fails(409, "Conflict", "not finished")
	again := s.formRequest(classifyPath+"?country_code=WORLD", description("chair"))
	again.Header.Set("Idempotency-Key", "slow")
	var same jobBody
	s.do1(again, s.key).want(202).decode(&same)
	if same.JobID != job.JobID {
		t.Error("the key gave another job while the first runs")
	}
	release()
	s.get(got.header.Get("Location")+"?wait=60", s.key).want(200).decode(&job)
	if job.Status != "succeeded" || job.Progress != 100 || job.ResultURL == nil {
		t.Errorf("job %+v", job)
	}
	result := s.get(*job.ResultURL, s.key).want(200)
	last := s.formRequest(classifyPath+"?country_code=WORLD", description("chair"))
	last.Header.Set("Idempotency-Key", "slow")
	replay := s.do1(last, s.key).want(200)
	if !bytes.Equal(replay.body, result.body) || replay.header.Get("Idempotent-Replayed") != "true" {
		t.Error("the replay differs from the result")
	}
	storetest.CheckInvariants(t, s.store)
}

type line struct {
	Status   string          `json:"status"`
	Message  *string         `json:"message"`
	Progress *float64        `json:"progress"`
	Current  *string         `json:"current_hscode"`
	Data     json.RawMessage `json:"data"`
	Code     int             `json:"http_status_code"`
	RecordID string          `json:"classification_record_id"`
}

func lines(t *testing.T, body []byte) []line {
	t.Helper()
	var all []line
	for sc := bufio.NewScanner(bytes.NewReader(body)); sc.Scan(); {
		var l line
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			t.Fatalf("%v: %s", err, sc.Bytes())
		}
		all = append(all, l)
	}
	return all
}

func streaming() part { return part{field: "streaming", value: "TRUE"} }

func TestAStreamIsProgressThenFinalThenRecordSaved(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		report(jobs.Progress{Percent: 40, Message: "ranking", CurrentHSCode: "9401"})
		return classified(ctx, j, report)
	})
	r := s.classify(s.key, description("chair"), streaming()).want(200)
	if ct := r.header.Get("Content-Type"); ct != "application/x-ndjson" {
		t.Errorf("content type %q", ct)
	}
	if r.header.Get("X-Credits-Charged") != "1" || r.header.Get("X-Credits-Remaining") != "99" {
		t.Errorf("headers %v", r.header)
	}
	all := lines(t, r.body)
	n := len(all)
	if n < 3 {
		t.Fatalf("lines %s", r.body)
	}
	for _, l := range all[:n-2] {
		if l.Status != "progress" || l.Message == nil || l.Progress == nil || l.Current == nil {
			t.Errorf("line %+v", l)
		}
	}
	var got classification
	if err := json.Unmarshal(all[n-2].Data, &got); err != nil || all[n-2].Status != "final" || all[n-2].Code != 200 {
		t.Errorf("final %+v", all[n-2])
	}
	if all[n-1].Status != "record_saved" || all[n-1].RecordID != got.RecordID || got.RecordID == "" {
		t.Errorf("last line %+v", all[n-1])
	}
}

func TestAStreamThatFailsEndsInFinalWithItsStatus(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errTest
	})
	all := lines(t, s.classify(s.key, description("chair"), streaming()).want(200).body)
	last := all[len(all)-1]
	var b ErrorBody
	if err := json.Unmarshal(last.Data, &b); err != nil || last.Status != "final" || last.Code != 500 || b.Error != "InternalServerError" || b.RequestID == "" {
		t.Errorf("last line %+v %+v", last, b)
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s, want the refund", got)
	}
}

func TestAStreamAnswersRefusalsBeforeItsFirstByte(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.classify(s.key, streaming()).fails(400, "BadRequest", "product_description")
	_, poor := s.organisation(account.PlanPro, 0)
	s.classify(poor, description("chair"), streaming()).fails(402, "CreditError")
}

func TestASilentStreamIsKeptAlive(t *testing.T) {
	t.Parallel()
	s := setup(t, func(c *api.Config, _ *api.Deps) { c.KeepAlive = 20 * time.Millisecond })
	h, release := held()
	defer release()
	s.handle(h)
	req := s.formRequest(classifyPath+"?country_code=WORLD", description("chair"), streaming())
	req.Header.Set("Authorization", "Bearer "+s.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	sc := bufio.NewScanner(resp.Body)
	for n := 0; sc.Scan(); n++ {
		if n == 3 {
			release()
		}
		if strings.Contains(sc.Text(), "record_saved") {
			return
		}
	}
	t.Fatal("the stream ended without its last line", sc.Err())
}

func TestACallerWhoLeavesAQueuedJobGetsTheChargeBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(nil) // nobody takes the job
	for _, extra := range [][]part{nil, {streaming()}} {
		ctx, cancel := context.WithCancel(t.Context())
		req := s.formRequest(classifyPath+"?country_code=WORLD", append(extra, description("chair"))...).WithContext(ctx)
		req.Header.Set("Authorization", "Bearer "+s.key)
		done := make(chan struct{})
		go func() {
			defer close(done)
			if resp, err := http.DefaultClient.Do(req); err == nil {
				<-ctx.Done()
				_ = resp.Body.Close()
			}
		}()
		s.eventually(func() bool { return storetest.Balance(t, s.store, s.org.ID) == 99*credit.One })
		cancel()
		<-done
		s.eventually(func() bool { return storetest.Balance(t, s.store, s.org.ID) == 100*credit.One })
	}
	storetest.CheckInvariants(t, s.store)
}

// eventually asks again and again, for a minute at most.
func (s *service) eventually(ok func() bool) {
	s.t.Helper()
	deadline := time.After(5 * time.Minute)
	for tick := time.NewTicker(5 * time.Millisecond); ; {
		if ok() {
			tick.Stop()
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			s.t.Fatal("it did not come true")
		}
	}
}

func TestDrainingAnswersThoseWhoWait(t *testing.T) {
	t.Parallel()
	s := setup(t)
	h, release := held()
	defer release()
	s.handle(h)
	answered := make(chan *response, 1)
	go func() { answered <- s.classify(s.key, description("chair")) }()
	s.eventually(func() bool { return storetest.Balance(t, s.store, s.org.ID) == 99*credit.One })
	s.api.Drain()
	s.api.Drain()
	if r := <-answered; r.status != 202 {
		t.Errorf("status %d", r.status)
	}
}
