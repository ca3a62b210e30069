package api_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

func (s *service) keyed(key, token, query string, parts ...part) *response {
	s.t.Helper()
	r := s.formRequest(classifyPath+"?"+query, parts...)
	r.Header.Set("Idempotency-Key", key)
	return s.do1(r, token)
}

func TestTheSameRequestUnderAKeyIsChargedOnceAndReplayed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	doc := part{"document_files", "made of oak", "a.txt"}
	first := s.keyed("k", s.key, "country_code=WORLD&model=fast", description("chair"), doc).want(200)
	if first.header.Get("Idempotent-Replayed") != "" {
		t.Error("the first answer is marked as replayed")
	}
	renamed := doc
	renamed.name = "b.txt"
	again := s.keyed("k", s.key, "model=fast&country_code=WORLD", renamed, description("chair")).want(200) // order, file name and boundary do not count
	if !bytes.Equal(first.body, again.body) || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("replay %s", again.body)
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 99*credit.One {
		t.Errorf("balance %s", got)
	}
	stream := lines(t, s.keyed("s", s.key, "country_code=WORLD", description("chair"), streaming()).want(200).body)
	replay := lines(t, s.keyed("s", s.key, "country_code=WORLD", description("chair"), streaming()).want(200).body)
	if len(replay) != 2 || replay[0].Status != "final" || replay[1].Status != "record_saved" || replay[1].RecordID != stream[len(stream)-1].RecordID {
		t.Errorf("replayed stream %+v", replay)
	}
}

func TestAnotherRequestUnderAUsedKeyIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	doc := part{"document_files", "made of oak", "a.txt"}
	s.keyed("k", s.key, "country_code=WORLD", description("chair"), doc).want(200)
	for name, r := range map[string]func() *response{
		"query": func() *response {
			return s.keyed("k", s.key, "country_code=WORLD&model=fast", description("chair"), doc)
		},
		"field": func() *response { return s.keyed("k", s.key, "country_code=WORLD", description("table"), doc) },
		"file": func() *response {
			return s.keyed("k", s.key, "country_code=WORLD", description("chair"), part{"document_files", "made of ash", "a.txt"})
		},
		"a field more": func() *response {
			return s.keyed("k", s.key, "country_code=WORLD", description("chair"), doc, part{field: "x", value: ""})
		},
	} {
		t.Run(name, func(t *testing.T) { r().fails(422, "ValidationError", "Idempotency-Key") })
	}
	_, other := s.organisation(account.PlanPro, credit.One)
	s.keyed("k", other, "country_code=WORLD", description("table")).want(200) // keys are an organisation's own
	s.keyed(strings.Repeat("k", 255), s.key, "country_code=WORLD", description("x")).want(200)
	s.keyed(strings.Repeat("k", 256), s.key, "country_code=WORLD", description("x")).fails(400, "BadRequest", "Idempotency-Key")
}

func TestTheSameKeyFiftyTimesAtOnceIsOneJob(t *testing.T) {
	t.Parallel()
	s := setup(t)
	h, release := held()
	defer release()
	s.handle(h)
	var mu sync.Mutex
	statuses := map[int]int{}
	var conflict *response
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			r := s.keyed("k", s.key, "country_code=WORLD", description("chair"))
			mu.Lock()
			defer mu.Unlock()
			statuses[r.status]++
			if r.status == http.StatusConflict {
				conflict = r
			}
		})
	}
	// Where the processor is so busy that the first caller's mark lapses, another may take its place and wait too.
	s.eventually(func() bool { mu.Lock(); defer mu.Unlock(); return statuses[409]+s.queue.Waiting() == 50 })
	release()
	wg.Wait()
	if statuses[200] < 1 || statuses[200] > 5 || statuses[200]+statuses[409] != 50 {
		t.Errorf("statuses %v", statuses)
	}
	b := conflict.fails(409, "Conflict", "in progress")
	if b.JobID == "" || conflict.header.Get("Retry-After") == "" {
		t.Errorf("conflict %+v", b)
	}
	s.get("/api/v3/jobs/"+b.JobID, s.key).want(200)
	storetest.CheckInvariants(t, s.store)
}

func TestAFailureFreesTheKey(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.keyed("k", s.key, "country_code=XX", description("chair")).want(400)
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errTest
	})
	s.keyed("k", s.key, "country_code=WORLD", description("chair")).want(500)
	s.handle(classified)
	if r := s.keyed("k", s.key, "country_code=WORLD", description("table")).want(200); r.header.Get("Idempotent-Replayed") != "" {
		t.Error("replayed")
	}
	storetest.CheckInvariants(t, s.store)
}
