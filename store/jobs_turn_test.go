package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// inTurns are the kinds of a queue in turns.
var inTurns = []jobs.Kind{jobs.KindExtract, jobs.KindDigitize, jobs.KindClassifyDocuments}

// queue submits n jobs for an organisation, of each kind in turn, and returns their ids, oldest first.
func (b bundle) queue(t *testing.T, org string, n int) []string {
	t.Helper()
	var ids []string
	for i := range n {
		kind := inTurns[i%len(inTurns)]
		spec := jobs.Specs()[kind]
		a := b.submit(t, jobs.NewJob{Spec: spec, Job: jobs.Job{
			ID: uuid.NewString(), OrganisationID: org, Kind: kind, Total: 1, Charged: spec.Product.Cost(1), Input: []byte(`1`),
		}})
		ids = append(ids, a.Job.ID)
	}
	return ids
}

func (b bundle) claimTurn(t *testing.T, id string) (jobs.Job, bool) {
	t.Helper()
	j, ok, err := b.ClaimTurn(t.Context(), inTurns, id)
	if err != nil {
		t.Fatal(err)
	}
	return j, ok
}

func TestTheOrganisationWithTheFewestJobsAtWorkComesNextThenTheOldestJob(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	second, third := storetest.Organisation(t, b.Store, 100*credit.One), storetest.Organisation(t, b.Store, 100*credit.One)
	flood, one, two := b.queue(t, b.org, 6), b.queue(t, second, 2), b.queue(t, third, 1)
	elsewhere := b.submit(t, b.classify(1)).Job.ID
	var got []string
	for range 5 { // by tasks of the flood alone
		j, _ := b.claimTurn(t, flood[5])
		got = append(got, j.ID)
	}
	if want := []string{flood[0], one[0], two[0], flood[1], one[1]}; !slices.Equal(got, want) {
		t.Fatalf("claimed\n%v, want\n%v", got, want)
	}
	late := b.queue(t, third, 2)
	if j, _ := b.claimTurn(t, one[0]); j.ID != late[0] {
		t.Errorf("the third has one job at work, the others two: %v came before %v", j.ID, late[0])
	}
	storetest.ExpireLease(t, b.Store, flood[0])
	storetest.ExpireLease(t, b.Store, flood[1])
	if j, _ := b.claimTurn(t, one[0]); j.ID != flood[2] {
		t.Errorf("jobs that were abandoned count as at work: %v came before %v", j.ID, flood[2])
	}
	if j, ok := b.claimTurn(t, elsewhere); !ok || j.ID == elsewhere {
		t.Errorf("%v %v: a job of another queue", ok, j.ID)
	}
}

func TestATurnPassesByWhatIsNotDueCancelledOrOutOfTime(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	ids := b.queue(t, b.org, 5)
	retried, _ := b.claimTurn(t, ids[0])
	if owned, err := b.RetryJob(t.Context(), retried, time.Minute); !owned || err != nil {
		t.Fatal(owned, err)
	}
	if _, err := b.CancelJob(t.Context(), b.org, ids[1]); err != nil {
		t.Fatal(err)
	}
	storetest.PassDeadline(t, b.Store, ids[2])
	first, _ := b.claimTurn(t, ids[1]) // the task of the cancelled job
	if first.ID != ids[3] || first.Attempt != 1 || first.RunToken == "" {
		t.Fatalf("%+v", first)
	}
	if _, err := b.CancelJob(t.Context(), b.org, first.ID); err == nil {
		t.Error("a job claimed with another's task was cancelled")
	}
	if owned, err := b.SucceedJob(t.Context(), first, jobs.Outcome{Result: []byte(`1`)}); !owned || err != nil {
		t.Error(owned, err)
	}
	if j, ok := b.claimTurn(t, first.ID); !ok || j.ID != ids[4] {
		t.Errorf("%v %v", ok, j.ID)
	}
	for _, spent := range ids {
		if j, ok := b.claimTurn(t, spent); ok {
			t.Errorf("nothing is due, but %+v was claimed", j)
		}
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestAnAbandonedJobIsFoundByItsOwnTask(t *testing.T) {
	t.Parallel()
	b := setup(t, 100*credit.One)
	id := b.queue(t, b.org, 1)[0]
	lost, _ := b.claimTurn(t, id)
	if _, ok := b.claimTurn(t, id); ok {
		t.Fatal("a job at work was claimed again")
	}
	storetest.ExpireLease(t, b.Store, id)
	if _, ok := b.claimTurn(t, uuid.NewString()); ok {
		t.Error("an abandoned job was claimed by another's task")
	}
	found, ok := b.claimTurn(t, id)
	if !ok || found.ID != id || found.Attempt != 2 {
		t.Fatalf("%v %+v", ok, found)
	}
	if owned, err := b.SucceedJob(t.Context(), lost, jobs.Outcome{Result: []byte(`1`)}); owned || err != nil {
		t.Errorf("the worker that lost it writes: %v %v", owned, err)
	}
	for _, nobodys := range []string{"", "urn:uuid:" + id} {
		if _, ok := b.claimTurn(t, nobodys); ok {
			t.Errorf("claimed with %q", nobodys)
		}
	}
}

func TestOfTwentyThatClaimAtOnceEachGetsAJobOfItsOwn(t *testing.T) {
	t.Parallel()
	b := setup(t, 1000*credit.One)
	second := storetest.Organisation(t, b.Store, 1000*credit.One)
	ids := append(b.queue(t, b.org, 60), b.queue(t, second, 40)...)
	var mu sync.Mutex
	claimed := map[string]int{}
	var wg sync.WaitGroup
	for worker := range 20 {
		wg.Go(func() {
			for i := range len(ids) / 20 {
				j, ok, err := b.ClaimTurn(t.Context(), inTurns, ids[worker*5+i])
				if err != nil || !ok {
					t.Errorf("%v %v", ok, err)
					continue
				}
				mu.Lock()
				claimed[j.ID]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if claimed[id] != 1 {
			t.Errorf("job %s was claimed %d times", id, claimed[id])
		}
	}
}

// TestATurnIsFoundWithoutReadingTheQueue counts the blocks that a claim reads of a queue of 10,000.
func TestATurnIsFoundWithoutReadingTheQueue(t *testing.T) {
	t.Parallel()
	b := setup(t, 0)
	orgs := []string{b.org}
	for range 19 {
		orgs = append(orgs, storetest.Organisation(t, b.Store, 0))
	}
	const part = 2_000 // of what is written at once: a statement has five seconds, on a busy machine too
	for row := 0; row < 30_000; row += part {
		state, from := "queued", row
		if row >= 10_000 {
			state, from = "failed", row-10_000
		}
		if err := b.Exec(t.Context(), `INSERT INTO jobs (id, organisation_id, kind, product, total, charged, input, state, deadline, created_at, finished_at)
			SELECT gen_random_uuid(), ($1::uuid[])[CASE i % 10 WHEN 0 THEN 2 + (i / 10) % 19 ELSE 1 END], 'extract', 'x', 1, 0,
			       json_build_object('k', repeat('x', 600)), $2, now() + interval '15 minutes', now() - (i || ' milliseconds')::interval,
			       CASE $2 WHEN 'failed' THEN now() END FROM generate_series($3::int + 1, $3::int + $4::int) i`, orgs, state, from, part); err != nil {
			t.Fatal(err)
		}
	}
	for _, analyse := range []string{`SELECT`, `ANALYZE jobs`} {
		if err := b.Exec(t.Context(), analyse); err != nil {
			t.Fatal(err)
		}
		var explained []struct {
			Plan struct {
				Hit  int `json:"Shared Hit Blocks"`
				Read int `json:"Shared Read Blocks"`
			}
		}
		args := []any{uuid.NewString(), uuid.NewString(), jobs.Lease, jobs.Attempts, inTurns}
		if err := b.QueryRow(t.Context(), `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) `+store.ClaimTurn, args, &explained); err != nil {
			t.Fatal(err)
		}
		if blocks := explained[0].Plan.Hit + explained[0].Plan.Read; blocks > 3000 {
			t.Errorf("after %q: %d blocks", analyse, blocks)
		}
	}
}
