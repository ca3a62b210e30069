package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

const sharePath = "/api/v3/sharelink"

type shareLink struct {
	ID       string
	Kind     string
	Status   string
	Token    string
	URL      string
	RecordID *string `json:"classification_record_id"`
	Credits  struct{ Reserved, Returned float64 }
	Answers  []struct{ Question, Answer string }
	JobID    *string `json:"answer_job_id"`
	Product  string  `json:"product_description"`
}

// sharing is a service with a classification that has two open questions.
func sharing(t *testing.T, options ...option) (s *service, record string) {
	t.Helper()
	s = setup(t, append(options, func(_ *api.Config, d *api.Deps) { d.Reader = readsAll{} })...)
	record = s.keepRecord(s.org.ID, "WORLD", "Wooden chair", "940169", 0.4, true)
	err := s.store.Exec(t.Context(), `UPDATE classification_records SET result = $2 WHERE id = $1`, record,
		`{"hscodes_array":[{"secret":"codes"}],"required_questions":["Is it upholstered?","How heavy?"],
		  "questions":[{"id":"upholstered","text":"Is it upholstered?","kind":"yes_no","choices":[{"value":"yes","label":"Yes","leads_to":["940161"]}]},{"id":"weight","text":"How heavy?","kind":"number","unit":"kg"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	return s, record
}

// readsAll is a reader of every type of file.
type readsAll struct{}

func (readsAll) Reads(string) bool { return true }

func (s *service) share(body map[string]any) (l shareLink) {
	s.t.Helper()
	s.post(sharePath, s.key, body).want(201).decode(&l)
	return l
}

func Answers(pairs ...string) map[string]any {
	all := []map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, map[string]string{"question": pairs[i], "answer": pairs[i+1]})
	}
	return map[string]any{"answers": all}
}

func TestAShareLinkIsAnsweredOnceByWhoeverHasIt(t *testing.T) {
	t.Parallel()
	s, record := sharing(t, func(c *api.Config, _ *api.Deps) { c.AppURL = "https://app.example.com/" })
	l := s.share(map[string]any{"classification_record_id": record, "message": "Please", "expires_in_hours": 1})
	if err := s.store.SetWebhook(t.Context(), s.org.ID, "https://example.com", make([]byte, 32)); err != nil {
		t.Fatal(err)
	}
	if l.Kind != "questions" || l.Status != "open" || len(l.Token) != 43 || l.URL != "https://app.example.com/app/s/"+l.Token || l.Credits.Reserved != 1 {
		t.Errorf("link %+v", l)
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 99*credit.One {
		t.Errorf("balance %s after the reservation", got)
	}
	questions, drafts, responses := sharePath+"/questions/"+l.Token, sharePath+"/drafts/"+l.Token, sharePath+"/responses/"+l.Token
	var seen struct {
		Product   string `json:"product_description"`
		Language  string
		Message   string
		Questions []struct {
			ID, Kind, Unit string
			Choices        []struct{ Value, Label string }
		}
		Draft []struct{ Question, Answer string }
	}
	page := s.visit("", "GET", questions, "").want(200).decode(&seen)
	if seen.Product != "Wooden chair" || seen.Language != "Spanish" || seen.Message != "Please" || len(seen.Questions) != 2 || seen.Questions[1].Unit != "kg" || seen.Questions[0].Choices[0].Value != "yes" {
		t.Errorf("questions %s", page.body)
	}
	if strings.Contains(string(page.body), "secret") || strings.Contains(string(page.body), "940161") || strings.Contains(string(page.body), s.org.ID) {
		t.Errorf("more is shown than the product and the questions: %s", page.body)
	}
	var view struct {
		Kind, Status string
		Result       any
		Asked        struct {
			Status     string
			Product    string  `json:"product_description"`
			AnsweredAt *string `json:"answered_at"`
			Questions  []struct{ ID string }
			Answers    []struct{ Question, Answer string }
		}
	}
	before := s.visit("", "GET", "/api/v3/operations-sharelink/info/"+l.Token, "").want(200).decode(&view)
	if view.Kind != "classify" || view.Status != "succeeded" || view.Result != nil || view.Asked.Status != "open" || view.Asked.Product != "Wooden chair" ||
		len(view.Asked.Questions) != 2 || len(view.Asked.Answers) != 0 || view.Asked.AnsweredAt != nil || strings.Contains(string(before.body), "940161") {
		t.Errorf("before the answer the link shows %s", before.body)
	}
	var listed struct {
		Data []struct {
			OpenedAt *time.Time `json:"opened_at"`
			Product  string     `json:"product_description"`
		}
	}
	s.get(sharePath, s.key).want(200).decode(&listed)
	if len(listed.Data) != 1 || listed.Data[0].OpenedAt == nil || listed.Data[0].Product != "Wooden chair" {
		t.Errorf("the organisation sees %+v of a link that was opened", listed.Data)
	}
	s.visit("", "PUT", drafts, Answers("weight", "4 kg")).want(204)
	s.visit("", "GET", questions, "").want(200).decode(&seen)
	if len(seen.Draft) != 1 || seen.Draft[0].Answer != "4 kg" {
		t.Errorf("draft %+v", seen.Draft)
	}
	s.visit("", "POST", responses, Answers("colour", "red", "weight", "1", "weight", "2")).fails(422, "ValidationError", "answers[0].question", "answers[2].question")
	s.visit("", "POST", responses, Answers("weight", "")).fails(422, "ValidationError", "answers")
	s.visit("", "POST", responses, map[string]any{"answers": []any{}, "more": 1}).fails(422, "ValidationError", "more")
	s.visit("", "POST", responses, "nonsense").fails(400, "BadRequest")
	var job jobs.Job
	done := make(chan struct{})
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		defer close(done)
		job = j
		return classified(ctx, j, report)
	})
	s.visit("", "POST", responses, Answers("Is it upholstered?", "yes", "weight", "I don't know")).want(202)
	<-done
	in := decoded[jobs.ClassifyInput](t, job.Input)
	if in.Refines == nil || in.Refines.RecordID != record || in.CountryCode != "WORLD" || in.Model != "fast" ||
		!strings.Contains(string(in.Refines.Answers), "Is it upholstered?") || !strings.Contains(string(in.Refines.Answers), "I don't know") {
		t.Errorf("job %s", job.Input)
	}
	var deliveries struct {
		Data []struct{ Type string }
	}
	s.get("/api/v3/organization/webhook/deliveries", s.signIn(s.org.ID, account.RoleOwner).Access).want(200).decode(&deliveries)
	if !slices.ContainsFunc(deliveries.Data, func(d struct{ Type string }) bool { return d.Type == "sharelink.answered" }) {
		t.Errorf("the webhook is told %+v", deliveries.Data)
	}
	for range 2 {
		s.visit("", "POST", responses, Answers("weight", "5 kg")).fails(409, "Conflict", "answered already")
	}
	s.visit("", "GET", questions, "").fails(409, "Conflict")
	s.visit("", "PUT", drafts, Answers("weight", "5 kg")).fails(409, "Conflict")
	var list struct {
		Data    []shareLink
		HasMore bool `json:"has_more"`
	}
	body := s.get(sharePath+"?classification_record_id="+record, s.key).want(200).decode(&list).body
	if got := list.Data[0]; got.Status != "answered" || len(got.Answers) != 2 || *got.JobID != job.ID || strings.Contains(string(body), l.Token) {
		t.Errorf("listed %s", body)
	}
	s.send(http.MethodDelete, sharePath+"/"+l.ID, s.key, "").fails(409, "Conflict")
	info := "/api/v3/operations-sharelink/info/" + l.Token
	after := s.visit("", "GET", info, "").want(200).decode(&view)
	if view.Asked.Status != "answered" || view.Asked.AnsweredAt == nil || len(view.Asked.Answers) != 2 || view.Asked.Answers[0].Answer != "yes" {
		t.Errorf("after the answer the link shows %s", after.body)
	}
	if strings.Contains(string(after.body), "secret") || strings.Contains(string(after.body), "940161") || strings.Contains(string(after.body), s.org.ID) {
		t.Errorf("more is shown than what was asked and answered: %s", after.body)
	}
	if err := s.store.Exec(t.Context(), `UPDATE share_links SET expires_at = now() WHERE id = $1`, l.ID); err != nil {
		t.Fatal(err)
	}
	s.visit("", "GET", info, "").fails(410, "Gone")
	s.visit("", "GET", questions, "").fails(409, "Conflict")
	if got := storetest.Balance(t, s.store, s.org.ID); got != 99*credit.One {
		t.Errorf("balance %s after the answer", got)
	}
	storetest.CheckInvariants(t, s.store)
	if strings.Contains(s.logs.String(), l.Token) {
		t.Error("the token stands in the log")
	}
}

func TestALinkThatEndsGivesItsCreditBack(t *testing.T) {
	t.Parallel()
	s, record := sharing(t)
	l := s.share(map[string]any{"classification_record_id": record})
	s.send(http.MethodDelete, sharePath+"/"+l.ID, s.key, "").want(204)
	s.send(http.MethodDelete, sharePath+"/"+l.ID, s.key, "").want(204)
	s.visit("", "GET", sharePath+"/questions/"+l.Token, "").fails(410, "Gone")
	s.visit("", "GET", "/api/v3/operations-sharelink/info/"+l.Token, "").fails(410, "Gone")
	s.visit("", "GET", "/api/v3/operations-sharelink/info/"+l.Token[1:]+"A", "").fails(404, "NotFound")
	s.visit("", "POST", sharePath+"/responses/"+l.Token, Answers("weight", "1")).fails(410, "Gone")
	late := s.share(map[string]any{"classification_record_id": record})
	if err := s.store.Exec(t.Context(), `UPDATE share_links SET expires_at = now() WHERE id = $1`, late.ID); err != nil {
		t.Fatal(err)
	}
	s.visit("", "GET", sharePath+"/questions/"+late.Token, "").fails(410, "Gone")
	s.visit("", "POST", sharePath+"/responses/"+late.Token, Answers("weight", "1")).fails(410, "Gone")
	if n, err := s.store.ExpireLinks(t.Context(), 10); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
	var list struct{ Data []shareLink }
	s.get(sharePath, s.key).want(200).decode(&list)
	if list.Data[0].Status != "expired" || list.Data[1].Status != "revoked" || list.Data[1].Credits.Returned != 1 {
		t.Errorf("listed %+v", list.Data)
	}
	storetest.CheckInvariants(t, s.store)
	var usage struct{ Data []struct{ Calls int } }
	s.get("/api/v3/organization/usage", s.key).want(200).decode(&usage)
	if len(usage.Data) != 1 || usage.Data[0].Calls != 0 {
		t.Errorf("usage %+v", usage)
	}
}

func TestWhoMayShareWhat(t *testing.T) {
	t.Parallel()
	s, record := sharing(t)
	precise := s.keepRecord(s.org.ID, "WORLD", "Chair", "940169", 0.9, false)
	if err := s.store.Exec(t.Context(), `UPDATE classification_records SET result = '{"required_questions":[]}' WHERE id = $1`, precise); err != nil {
		t.Fatal(err)
	}
	s.post(sharePath, s.key, map[string]any{"classification_record_id": precise}).fails(409, "Conflict", "no open questions")
	s.post(sharePath, s.key, map[string]any{"classification_record_id": uuid.NewString()}).fails(404, "NotFound")
	s.post(sharePath, s.key, map[string]any{"job_id": uuid.NewString()}).fails(404, "NotFound")
	s.post(sharePath, s.key, map[string]any{}).fails(422, "ValidationError", "classification_record_id")
	s.post(sharePath, s.key, map[string]any{"classification_record_id": record, "job_id": record}).fails(422, "ValidationError", "job_id")
	s.post(sharePath, s.key, map[string]any{"expires_in_hours": 721, "language": "French", "message": strings.Repeat("x", 501), "more": 1}).
		fails(422, "ValidationError", "expires_in_hours", "language", "message", "more")
	s.post(sharePath, s.key, "nonsense").fails(400, "BadRequest")
	s.post(sharePath, "", map[string]any{"classification_record_id": record}).fails(401, "Unauthorized")
	s.post(sharePath, s.key, map[string]any{"job_id": s.queued()}).fails(409, "Conflict", "succeeded")
	_, foreign := s.organisation(account.PlanPro, credit.One)
	s.post(sharePath, foreign, map[string]any{"classification_record_id": record}).fails(404, "NotFound")
	poor, poorKey := s.organisation(account.PlanPro, 0)
	own := s.keepRecord(poor.ID, "WORLD", "Chair", "940169", 0.4, true)
	s.post(sharePath, poorKey, map[string]any{"classification_record_id": own}).fails(402, "CreditError")
	if len(s.listedLinks(poorKey)) != 0 {
		t.Error("a link was made without its credit")
	}
	free, _ := s.organisation(account.PlanFree, credit.One)
	member := s.signIn(free.ID, account.RoleMember).Access
	s.post(sharePath, member, map[string]any{"classification_record_id": s.keepRecord(free.ID, "MEX", "Chair", "940169", 0.4, true)}).fails(403, "Forbidden", "WORLD")
	expired, _ := s.organisation(account.PlanPro, credit.One)
	ended := s.signIn(expired.ID, account.RoleOwner).Access
	at := s.clock.now().Add(-time.Hour)
	if err := s.accounts.SetSubscription(t.Context(), expired.ID, account.Subscription{Plan: account.PlanPro, StartsAt: at.Add(-time.Hour), EndsAt: &at}); err != nil {
		t.Fatal(err)
	}
	s.post(sharePath, ended, map[string]any{"classification_record_id": record}).fails(403, "Forbidden", "subscription")
	l := s.share(map[string]any{"classification_record_id": record})
	s.send(http.MethodDelete, sharePath+"/"+l.ID, foreign, "").fails(404, "NotFound")
	s.send(http.MethodDelete, sharePath+"/x", s.key, "").fails(404, "NotFound")
	for _, token := range []string{"x", strings.Repeat("A", 43), strings.Repeat("A", 90)} {
		s.visit("", "GET", sharePath+"/questions/"+token, "").fails(404, "NotFound")
		s.visit("", "PUT", sharePath+"/drafts/"+token, Answers()).fails(404, "NotFound")
		s.visit("", "POST", sharePath+"/responses/"+token, Answers("a", "b")).fails(404, "NotFound")
		s.visit("", "GET", "/api/v3/operations-sharelink/info/"+token, "").fails(404, "NotFound")
	}
	address := uuid.NewString()
	for range 10 {
		s.visit(address, "GET", sharePath+"/questions/"+l.Token, "").want(200)
	}
	s.visit(address, "GET", sharePath+"/questions/"+l.Token, "").fails(429, "RATE_LIMITED")
}

func (s *service) listedLinks(token string) []shareLink {
	s.t.Helper()
	var list struct{ Data []shareLink }
	s.get(sharePath, token).want(200).decode(&list)
	return list.Data
}

func TestAResultIsShownToWhoeverHasItsLink(t *testing.T) {
	t.Parallel()
	s := setup(t)
	job := s.classify(s.key, description("chair")).want(200).header.Get("X-Job-ID")
	l := s.share(map[string]any{"job_id": job})
	if l.Kind != "info" || l.Credits.Reserved != 0 || l.Product != "chair" {
		t.Errorf("link %+v", l)
	}
	var shown struct {
		Kind, Status string
		Result       struct {
			Summary string `json:"summary_classification"`
		}
	}
	path := "/api/v3/operations-sharelink/info/" + l.Token
	s.visit("", "GET", path, "").want(200).decode(&shown)
	if shown.Kind != "classify" || shown.Status != "succeeded" || shown.Result.Summary != "chair" {
		t.Errorf("shown %+v", shown)
	}
	s.visit("", "GET", sharePath+"/questions/"+l.Token, "").fails(404, "NotFound")
	s.send(http.MethodDelete, sharePath+"/"+l.ID, s.key, "").want(204)
	s.visit("", "GET", path, "").fails(410, "Gone")
	storetest.CheckInvariants(t, s.store)
}

func (s *service) visitForm(path string, parts ...part) *response {
	s.t.Helper()
	body, contentType := formBody(s.t, parts...)
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodPost, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return s.visitWith("", r)
}

func TestFilesComeWithTheAnswers(t *testing.T) {
	t.Parallel()
	s, record := sharing(t)
	closed := s.share(map[string]any{"classification_record_id": record})
	photo := part{field: "file", value: "\x89PNG\r\n\x1a\n photo", name: "../photo.png"}
	s.visitForm(sharePath+"/files/"+closed.Token, photo).fails(403, "Forbidden", "no files")
	l := s.share(map[string]any{"classification_record_id": record, "allow_files": true})
	path := sharePath + "/files/" + l.Token
	s.visitForm(path).fails(400, "BadRequest", "file")
	s.visitForm(path, part{field: "file", value: "<script>", name: "x.png"}).fails(400, "BadRequest", "picture or a PDF")
	s.visit("", "POST", path, "{}").fails(415, "UnsupportedMediaType")
	s.visitForm(sharePath+"/files/"+strings.Repeat("A", 43), photo).fails(404, "NotFound")
	var files []struct {
		ID   string `json:"file_id"`
		Name string
	}
	for range 5 {
		var f struct {
			ID   string `json:"file_id"`
			Name string
		}
		s.visitForm(path, photo).want(201).decode(&f)
		files = append(files, f)
	}
	s.visitForm(path, photo).fails(400, "BadRequest", "5 files")
	s.visit("", "DELETE", path+"/"+files[0].ID, "").want(204)
	s.visit("", "DELETE", path+"/"+files[0].ID, "").fails(404, "NotFound")
	if files[0].Name != "photo.png" {
		t.Errorf("file %+v", files[0])
	}
	got := make(chan jobs.Job, 1)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		got <- j
		return classified(ctx, j, report)
	})
	s.visit("", "POST", sharePath+"/responses/"+l.Token, Answers("weight", "4 kg")).want(202)
	j := <-got
	var in jobs.ClassifyInput
	if err := json.Unmarshal(j.Input, &in); err != nil || j.Kind != jobs.KindClassifyDocuments || len(in.Attachments) != 4 || in.Attachments[0].Kind != jobs.AttachmentImage {
		t.Errorf("job %s %s, %v", j.Kind, j.Input, err)
	}
	s.visitForm(path, photo).fails(409, "Conflict")
	// What an ended link leaves is deleted.
	other := s.share(map[string]any{"classification_record_id": record, "allow_files": true})
	s.visitForm(sharePath+"/files/"+other.Token, photo).want(201)
	s.send(http.MethodDelete, sharePath+"/"+other.ID, s.key, "").want(204)
	dead, err := s.store.DeadUploads(t.Context(), 10)
	if err != nil || len(dead) == 0 {
		t.Errorf("dead uploads %v, %v", dead, err)
	}
	if err := s.store.ForgetUploads(t.Context(), dead); err != nil {
		t.Fatal(err)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestTheAddressOfALinkIsNeverAForgedHost(t *testing.T) {
	t.Parallel()
	s, record := sharing(t, func(c *api.Config, _ *api.Deps) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, c := range []struct{ host, peer, local, proto, want string }{
		{"127.0.0.1:8080", "127.0.0.1:5", "127.0.0.1:8080", "", "http://127.0.0.1:8080/app/s/"},
		{"localhost:9", "127.0.0.1:5", "127.0.0.1:9", "", "http://localhost:9/app/s/"},
		{"[::1]:8080", "[::1]:5", "[::1]:8080", "", "http://[::1]:8080/app/s/"},
		{"evil.example", "203.0.113.5:5", "192.0.2.7:8080", "", "http://192.0.2.7:8080/app/s/"},
		{"evil.example", "127.0.0.1:5", "[::ffff:127.0.0.1]:8080", "https", "http://127.0.0.1:8080/app/s/"},
		{"localhost@evil.example", "127.0.0.1:5", "127.0.0.1:8080", "", "http://127.0.0.1:8080/app/s/"},
		{"localhost.evil.example", "127.0.0.1:5", "127.0.0.1:8080", "", "http://127.0.0.1:8080/app/s/"},
		{"localhost/.evil.example", "127.0.0.1:5", "127.0.0.1:8080", "", "http://127.0.0.1:8080/app/s/"},
		{"203.0.113.9", "127.0.0.1:5", "[fe80::1%eth0]:8080", "", "http://[fe80::1]:8080/app/s/"},
		{"", "127.0.0.1:5", "127.0.0.1:8080", "", "http://127.0.0.1:8080/app/s/"},
		{"evil.example", "10.0.0.2:5", "10.0.0.3:8080", "https", "/app/s/"},
		{"localhost:8443", "10.0.0.2:5", "10.0.0.3:8080", "https", "https://localhost:8443/app/s/"},
	} {
		body, err := json.Marshal(map[string]any{"classification_record_id": record})
		if err != nil {
			t.Fatal(err)
		}
		local := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.local))
		ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, net.Addr(local))
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, sharePath, bytes.NewReader(body))
		r.Host, r.RemoteAddr = c.host, c.peer
		r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + s.key}, "X-Forwarded-Host": {"evil.example"}}
		if c.proto != "" {
			r.Header.Set("X-Forwarded-Proto", c.proto)
		}
		w := httptest.NewRecorder()
		s.served.ServeHTTP(w, r)
		var l shareLink
		if err := json.Unmarshal(w.Body.Bytes(), &l); err != nil || w.Code != http.StatusCreated || l.URL != c.want+l.Token {
			t.Errorf("Host %q from %s: %d %s, want %s…", c.host, c.peer, w.Code, w.Body, c.want)
		}
	}
}

// TestAnAnswerThatCannotBeUsedDoesNotSpendTheLink is refused by its place; a better one is taken afterwards.
func TestAnAnswerThatCannotBeUsedDoesNotSpendTheLink(t *testing.T) {
	t.Parallel()
	engine, err := classifier()
	if err != nil {
		t.Fatal(err)
	}
	s, record := sharing(t, func(_ *api.Config, d *api.Deps) { d.Answers = engine })
	l := s.share(map[string]any{"classification_record_id": record})
	responses := sharePath + "/responses/" + l.Token
	for _, c := range []struct {
		body  map[string]any
		named string
	}{
		{Answers("What colour is it?", "red"), "answers[0].question: \"What colour is it?\""},
		{Answers("weight", "12 kg", "upholstered", "(j)"), "answers[1].answer"},
		{Answers("upholstered", "qwxzv"), "answers[0].answer"},
		{Answers("upholstered", "blue"), "answers[0].answer: the answer does not say what was asked, to \"Is it upholstered?\""},
		{Answers("upholstered", "yes", "weight", "of steel"), "answers[1].answer"},
		{Answers("Is it upholstered?", "\u200f\u202e"), "answers[0].answer"},
	} {
		s.visit("", "POST", responses, c.body).fails(422, "ValidationError", c.named)
		if got := s.listedLinks(s.key); got[0].Status != "open" || got[0].Credits.Reserved != 1 || got[0].Credits.Returned != 0 {
			t.Errorf("%s: %+v", c.named, got[0])
		}
		s.keeps(99 * credit.One)
	}
	s.visit("", "POST", responses, Answers("upholstered", "\u200fyes\u200f", "weight", "I don't know")).want(202)
	s.keeps(99 * credit.One)
}

func TestALinkWhoseAnswersLeadToNoCodeGivesItsCreditBack(t *testing.T) {
	t.Parallel()
	s, record := sharing(t)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		o, err := classified(ctx, j, report)
		o.Empty = true
		return o, err
	})
	l := s.share(map[string]any{"classification_record_id": record})
	s.visit("", "POST", sharePath+"/responses/"+l.Token, Answers("weight", "4 kg")).want(202)
	s.eventually(func() bool { return s.listedLinks(s.key)[0].Credits.Returned == 1 })
	if got := s.listedLinks(s.key)[0]; got.Status != "answered" || got.Credits.Reserved != 1 {
		t.Errorf("%+v", got)
	}
	s.visit("", "POST", sharePath+"/responses/"+l.Token, Answers("weight", "5 kg")).fails(409, "Conflict")
	s.keeps(100 * credit.One)
}
