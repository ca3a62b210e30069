package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// errCrash stands for a process that is killed: what it did before holds, what came after it never happens.
var errCrash = errors.New("killed")

// crashing kills a run once, before or after its n-th call of the store or the queue.
type crashing struct {
	worker.ShipmentStore
	worker.StepQueue

	at    int64 // twice the number of the call, one more for after it; 0 for never
	calls *atomic.Int64
}

func (c crashing) around(do func() error) error {
	n := 2 * c.calls.Add(1)
	if n == c.at {
		return errCrash
	}
	err := do()
	if n+1 == c.at {
		return errCrash
	}
	return err
}

func (c crashing) Shipment(ctx context.Context, organisationID, id string) (sh shipment.Shipment, err error) {
	err = c.around(func() error { sh, err = c.ShipmentStore.Shipment(ctx, organisationID, id); return err })
	return sh, err
}

func (c crashing) SaveShipment(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error {
	return c.around(func() error { return c.ShipmentStore.SaveShipment(ctx, run, sh, lines, progress) })
}

func (c crashing) SaveShipmentLines(ctx context.Context, run jobs.Job, sh *shipment.Shipment, lines []string, progress int) error {
	return c.around(func() error { return c.ShipmentStore.SaveShipmentLines(ctx, run, sh, lines, progress) })
}

func (c crashing) StepJobs(ctx context.Context, organisationID string, ids []string) (found map[string]jobs.Job, err error) {
	err = c.around(func() error { found, err = c.ShipmentStore.StepJobs(ctx, organisationID, ids); return err })
	return found, err
}

func (c crashing) SubmitStep(ctx context.Context, st jobs.Step) (j jobs.Job, err error) {
	err = c.around(func() error { j, err = c.StepQueue.SubmitStep(ctx, st); return err })
	return j, err
}

func (c crashing) WaitFor(ctx context.Context, ids []string, heard func(done float64)) error {
	return c.around(func() error { return c.StepQueue.WaitFor(ctx, ids, heard) })
}

// lost does a run that is killed at a call, and then another one that finds its lease expired.
func (s *service) lost(ctx context.Context, runs worker.Shipments, t worker.Task, at int64) (out jobs.Outcome, calls int64, err error) {
	counted := &atomic.Int64{}
	runs.Store, runs.Queue = crashing{runs.Store, runs.Queue, at, counted}, crashing{runs.Store, runs.Queue, at, counted}
	out, err = runs.Handle(ctx, t)
	if !errors.Is(err, errCrash) {
		return out, counted.Load(), err
	}
	storetest.ExpireLease(s.t, s.store, t.Job.ID)
	again, ok, err := s.store.ClaimJob(ctx, t.Job.ID)
	if err != nil || !ok {
		return out, counted.Load(), fmt.Errorf("claim after the crash: %t, %w", ok, err)
	}
	if err := s.store.Exec(ctx, `UPDATE jobs SET lease_until = now() + interval '1 hour' WHERE id = $1`, again.ID); err != nil {
		return out, counted.Load(), err
	}
	t.Job = again
	if out, err = runs.Handle(ctx, t); err != nil {
		return out, counted.Load(), err
	}
	_, err = s.store.SucceedJob(ctx, again, out)
	return out, counted.Load(), err
}

func TestAShipmentWhoseRunIsKilledAnywhereIsChargedOnce(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	runs := s.runs
	var at atomic.Int64
	ended := make(chan int64, 1) // the calls of the first run: its last may come after the state that is waited for
	s.mu.Lock()
	inner := s.handler
	s.mu.Unlock()
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		if j.Kind != jobs.KindShipment {
			return inner(ctx, j, report)
		}
		out, n, err := s.lost(ctx, runs, worker.Task{Job: j, Progress: report}, at.Load())
		select {
		case ended <- n:
		default:
		}
		return out, err
	})
	goods := append(shirts(2), [3]string{"unknown thing", "1", "50"})
	papers := grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", goods...))
	all := int64(0)
	for n := int64(0); n <= 2*all+1; n++ {
		at.Store(n)
		o, token := s.organisation(account.PlanPro, 20*credit.One)
		var made operation
		s.sends(token, "", rates, invoiceBook(papers)).want(202).decode(&made)
		path := operationsPath + "/" + made.ID
		if got := s.settles(path, token); got.Status != "needs_input" || len(got.Needs) != 1 || got.Needs[0].Kind != "code" {
			t.Fatalf("killed at %d it rests as %s, asking %+v", n, got.Status, got.Needs)
		}
		if n == 0 {
			all = <-ended
		}
		s.exact(o.ID, 20*credit.One-3*credit.One) // a page and two lines; the one without a code came back
		at.Store(0)
		s.send(http.MethodPatch, path+"/lines/l3", token, map[string]any{"code": "61091003"}).want(200)
		at.Store(n)
		s.post(path+"/continue", token, map[string]any{}).want(202)
		if got := s.settles(path, token); got.Status != "ready" {
			t.Fatalf("killed at %d it rests as %s: %+v", n, got.Status, got.Needs)
		}
		s.exact(o.ID, 20*credit.One-3*credit.One-3*credit.One/4)
	}
	if all < 10 {
		t.Errorf("a run makes %d calls: the test kills it nowhere", all)
	}
	t.Logf("killed before and after each of %d calls", all)
}
