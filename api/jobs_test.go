package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

type jobBody struct {
	JobID     string `json:"job_id"`
	Kind      string
	Status    string
	Progress  int
	Counts    struct{ Total, Completed, Failed int }
	Credits   struct{ Charged, Refunded credit.Amount }
	ResultURL *string `json:"result_url"`
	Error     *ErrorBody
}

// queued leaves a job in the queue and returns its id.
func (s *service) queued() string {
	s.t.Helper()
	s.handle(nil)
	before := storetest.Balance(s.t, s.store, s.org.ID)
	ctx, cancel := context.WithCancel(context.Background())
	r := s.formRequest(classifyPath+"?country_code=WORLD", description("chair")).WithContext(ctx)
	r.Header.Set("Authorization", "Bearer "+s.key)
	r.Header.Set("Idempotency-Key", uuid.NewString()) // so that the job outlives its caller
	done := make(chan struct{})
	go func() {
		defer close(done)
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_ = resp.Body.Close()
		}
	}()
	s.t.Cleanup(func() { cancel(); <-done })
	s.eventually(func() bool { return storetest.Balance(s.t, s.store, s.org.ID) < before })
	var list struct{ Data []jobBody }
	s.get("/api/v3/jobs?limit=1", s.key).want(200).decode(&list)
	return list.Data[0].JobID
}

func TestCancellingAQueuedJobRefundsIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.queued()
	var job jobBody
	r := s.get("/api/v3/jobs/"+id, s.key).want(200).decode(&job)
	if job.Status != "queued" || job.Counts.Total != 1 || job.Credits.Charged != credit.One || r.header.Get("Retry-After") == "" {
		t.Errorf("job %s", r.body)
	}
	s.post("/api/v3/jobs/"+id+"/cancel", s.key, "").want(200).decode(&job)
	if job.Status != "cancelled" || job.Credits.Refunded != credit.One {
		t.Errorf("job %+v", job)
	}
	s.get("/api/v3/jobs/"+id+"/result", s.key).fails(409, "Conflict", "cancelled")
	s.post("/api/v3/jobs/"+id+"/cancel", s.key, "").fails(409, "Conflict")
	storetest.CheckInvariants(t, s.store)
}

func TestWaitHoldsTheAnswerUntilAChange(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.queued()
	var job jobBody
	s.get("/api/v3/jobs/"+id+"?wait=1", s.key).want(200).decode(&job)
	if job.Status != "queued" {
		t.Errorf("status %s", job.Status)
	}
	s.get("/api/v3/jobs/"+id+"?wait=61", s.key).fails(400, "BadRequest", "wait")
	s.get("/api/v3/jobs/"+id+"?wait=soon", s.key).fails(400, "BadRequest", "wait")
}

// TestWaitIsEndedByAChangeAlone tells a held call of progress that changes nothing; had that ended it, it would answer
// with what was there before.
func TestWaitIsEndedByAChangeAlone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := "/api/v3/jobs/" + s.queued()
	for _, change := range []struct {
		sql  string
		seen func(jobBody) bool
	}{
		{`UPDATE jobs SET state = 'running', run_token = gen_random_uuid(), lease_until = now() + interval '1 hour', started_at = now() WHERE id = $1`,
			func(j jobBody) bool { return j.Status == "running" && j.Progress == 0 }},
		{`UPDATE jobs SET progress = 40 WHERE id = $1`, func(j jobBody) bool { return j.Progress == 40 }},
	} {
		answer := make(chan *response, 1)
		go func() { answer <- s.get(path+"?wait=60", s.key) }()
		s.eventually(func() bool { return s.api.Polls(s.org.ID) == 1 })
		for range 20 {
			s.events.Progress(t.Context(), strings.TrimPrefix(path, "/api/v3/jobs/"), jobs.Progress{Percent: 99}, slog.New(slog.DiscardHandler))
		}
		if err := s.store.Exec(t.Context(), change.sql, strings.TrimPrefix(path, "/api/v3/jobs/")); err != nil {
			t.Fatal(err)
		}
		var job jobBody
		if r := (<-answer).want(200).decode(&job); !change.seen(job) {
			t.Errorf("answered without the change: %s", r.body)
		}
		s.eventually(func() bool { return s.api.Polls(s.org.ID) == 0 })
	}
}

// TestLongPollsBeyondTheLimitAreAnsweredAtOnce ends only because the call beyond the limit does not
// wait: the job never changes.
func TestLongPollsBeyondTheLimitAreAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := "/api/v3/jobs/" + s.queued() + "?wait=60"
	ctx, hangUp := context.WithCancel(t.Context())
	var polls sync.WaitGroup
	defer polls.Wait()
	defer hangUp()
	for range api.PollsAtOnce {
		r := s.request(http.MethodGet, path, nil).WithContext(ctx)
		r.Header.Set("Authorization", "Bearer "+s.key)
		polls.Go(func() {
			if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
				_ = resp.Body.Close()
				t.Error("a call within the limit did not wait")
			}
		})
	}
	s.eventually(func() bool { return s.api.Polls(s.org.ID) == api.PollsAtOnce })
	began := time.Now()
	r := s.get(path, s.key).want(200)
	if took := time.Since(began); took > 30*time.Second || r.header.Get("Retry-After") == "" {
		t.Errorf("took %s, Retry-After %q", took, r.header.Get("Retry-After"))
	}
	if s.api.Polls(s.org.ID) != api.PollsAtOnce {
		t.Error("the call beyond the limit is counted")
	}
}

// TestAnUnknownIDGoesBeforeWhatIsWrongWithTheRequest follows the one order of refusals.
func TestAnUnknownIDGoesBeforeWhatIsWrongWithTheRequest(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, id := range []string{uuid.NewString(), "x", "%ff", "%FF", "%00"} {
		confirm := "/api/v3/tariff/records/" + id + "/confirm"
		s.post(confirm, s.key, "{}").fails(404, "NotFound")
		s.post(confirm, s.key, "{").fails(404, "NotFound")
		r := s.request(http.MethodPost, confirm, strings.NewReader("hscode"))
		r.Header.Set("Content-Type", "text/plain")
		s.do1(r, s.key).fails(404, "NotFound")
		s.post(confirm, "", "{}").fails(401, "Unauthorized")
		for _, path := range []string{"/api/v3/tariff/records/" + id, "/api/v3/jobs/" + id, "/api/v3/jobs/" + id + "/result"} {
			s.get(path+"?wait=99&note=%ff", s.key).fails(404, "NotFound")
		}
		s.post("/api/v3/jobs/"+id+"/cancel?note=%ff", s.key, "").fails(404, "NotFound")
	}
}

func TestJobsAreListedNewestFirstInPages(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for i := range 3 {
		s.classify(s.key, description(fmt.Sprint("chair ", i))).want(200)
	}
	var page struct {
		Data    []jobBody
		HasMore bool `json:"has_more"`
	}
	s.get("/api/v3/jobs?limit=2", s.key).want(200).decode(&page)
	if len(page.Data) != 2 || !page.HasMore {
		t.Fatalf("page %+v", page)
	}
	s.get("/api/v3/jobs?limit=2&starting_after="+page.Data[1].JobID, s.key).want(200).decode(&page)
	if len(page.Data) != 1 || page.HasMore {
		t.Fatalf("page %+v", page)
	}
	s.get("/api/v3/jobs?limit=0&kind=x", s.key).fails(400, "BadRequest", "limit", "kind")
	s.get("/api/v3/jobs?limit=101", s.key).fails(400, "BadRequest", "limit")
}

func TestAnotherOrganisationSeesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var got classification
	s.classify(s.key, description("chair")).want(200).decode(&got)
	var list struct{ Data []jobBody }
	s.get("/api/v3/jobs", s.key).want(200).decode(&list)
	job := "/api/v3/jobs/" + list.Data[0].JobID
	record := "/api/v3/tariff/records/" + got.RecordID
	other, key := s.organisation(account.PlanPro, 10*credit.One)
	s.get(job, key).fails(404, "NotFound")
	s.get(job+"?wait=1", key).fails(404, "NotFound")
	s.get(job+"/result", key).fails(404, "NotFound")
	s.post(job+"/cancel", key, "").fails(404, "NotFound")
	s.get(record, key).fails(404, "NotFound")
	s.post(record+"/confirm", key, map[string]string{"hscode": "940161"}).fails(404, "NotFound")
	s.classify(key, description("oak"), part{field: "classification_record_id", value: got.RecordID}).fails(404, "NotFound")
	s.get("/api/v3/jobs", key).want(200).decode(&list)
	if len(list.Data) != 0 {
		t.Errorf("sees %+v", list.Data)
	}
	if storetest.Balance(t, s.store, other.ID) != 10*credit.One {
		t.Error("a refusal was charged")
	}
}

func TestConfirmingStoresTheCodeAsDigits(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var got classification
	s.classify(s.key, description("chair")).want(200).decode(&got)
	path := "/api/v3/tariff/records/" + got.RecordID + "/confirm"
	var record struct {
		Confirmed string `json:"confirmed_hscode"`
	}
	s.post(path, s.key, map[string]string{"hscode": "9401.61 00"}).want(200).decode(&record)
	if record.Confirmed != "94016100" {
		t.Errorf("confirmed %q", record.Confirmed)
	}
	s.post(path, s.key, map[string]string{"hscode": "94x"}).fails(422, "ValidationError", "hscode")
	s.post(path, s.key, map[string]any{"hscode": 9401, "extra": true}).fails(422, "ValidationError", "hscode", "extra")
	s.post(path, s.key, map[string]any{}).fails(422, "ValidationError", "hscode")
	s.post(path, s.key, "{").fails(400, "BadRequest", "JSON")
	s.post(path, s.key, "").fails(400, "BadRequest")
	s.post("/api/v3/tariff/records/health/confirm", s.key, map[string]string{"hscode": "940161"}).fails(404, "NotFound")
	s.post(path, s.key, map[string]string{"hscode": "990000"}).fails(422, "ValidationError", "990000 is no code")
}
