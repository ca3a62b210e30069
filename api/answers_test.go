package api_test

import (
	"net/http"
	"testing"
	"time"

	"tariffdesk/api"
)

// TestWhatIsNotDoneInTimeIsAcceptedAsAJob leaves jobs in the queue until their calls no longer wait.
func TestWhatIsNotDoneInTimeIsAcceptedAsAJob(t *testing.T) {
	t.Parallel()
	s := complete(t, func(c *api.Config, _ *api.Deps) { c.SyncWait = time.Nanosecond })
	s.handle(nil)
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"POST " + classifyPath, "POST " + quotePath, "POST " + extractPath, "POST " + digitizePath, "POST " + splitPath} {
		answer := s.do1(s.exampleOf(r.Operations[pattern]), s.key).want(202)
		var job jobBody
		s.get(answer.header.Get("Location"), s.key).want(200).decode(&job)
		if job.Status != "queued" || answer.header.Get("Retry-After") == "" {
			t.Errorf("%s: %+v, headers %v", pattern, job, answer.header)
		}
	}
	b := &boarding{service: s}
	b.cmt = b.internalKey(s.org.ID)
	v, paperKind := b.create(aceros), "constancia_de_situacion_fiscal"
	b.upload(v.ID, b.cmt, paperKind, paper(t, "constancia.pdf")).want(202)
	var listed struct {
		Data []struct{ ID, Kind, State string }
	}
	b.get(verificationsPath+"/"+v.ID+"/documents", b.cmt).want(200).decode(&listed)
	if len(listed.Data) != 1 || listed.Data[0].Kind != paperKind || listed.Data[0].State != "reading" {
		t.Errorf("documents %+v", listed.Data)
	}
}

func TestOperatorsSeeWhatAnOrganisationHasLeft(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var seen struct {
		ID, Plan string
		Credits  struct{ Granted, Used, Remaining float64 }
	}
	s.classify(s.key, description("chair")).want(200)
	r := s.asOps(http.MethodGet, "/ops/api/organizations/"+s.org.ID, "").want(200).decode(&seen)
	if seen.ID != s.org.ID || seen.Plan != "pro" || seen.Credits.Granted != 100 || seen.Credits.Used != 1 || seen.Credits.Remaining != 99 {
		t.Errorf("got %s", r.body)
	}
}
