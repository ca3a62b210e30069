package worker_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"tariffdesk/jobs"
	"tariffdesk/webhook"
	"tariffdesk/worker"
)

// letterbox holds deliveries that are due, the oldest first.
type letterbox struct {
	mu  sync.Mutex
	due []webhook.Delivery
}

func (l *letterbox) ClaimDeliveries(_ context.Context, limit int, except []string, _ time.Duration) (out []webhook.Delivery, _ error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := slices.Clone(except)
	l.due = slices.DeleteFunc(l.due, func(d webhook.Delivery) bool {
		if len(out) == limit || slices.Contains(seen, d.OrganisationID) {
			return false
		}
		seen, out = append(seen, d.OrganisationID), append(out, d)
		return true
	})
	return out, nil
}

func (*letterbox) EndDelivery(context.Context, webhook.Delivery, string, int, string, time.Duration) error {
	return nil
}

func (*letterbox) Job(context.Context, string, string) (jobs.Job, error) { return jobs.Job{}, nil }

// street is where they go: at "slow" nobody answers before the street is opened.
type street struct {
	opened    chan struct{}
	slow, top int
	quick     chan struct{}
	mu        sync.Mutex
}

func (s *street) Post(_ context.Context, url string, _ http.Header, _ []byte) (int, []byte, error) {
	if url != "slow" {
		s.quick <- struct{}{}
		return http.StatusNoContent, nil, nil
	}
	s.mu.Lock()
	s.slow++
	s.top = max(s.top, s.slow)
	s.mu.Unlock()
	<-s.opened
	s.mu.Lock()
	s.slow--
	s.mu.Unlock()
	return http.StatusNoContent, nil, nil
}

// TestAReceiverThatNeverAnswersHoldsUpItsOwnDeliveriesAlone though all of them were due before.
func TestAReceiverThatNeverAnswersHoldsUpItsOwnDeliveriesAlone(t *testing.T) {
	t.Parallel()
	box, way := &letterbox{}, &street{opened: make(chan struct{}), quick: make(chan struct{})}
	for range 40 {
		box.due = append(box.due, webhook.Delivery{OrganisationID: "a", URL: "slow"})
	}
	for range 5 {
		box.due = append(box.due, webhook.Delivery{OrganisationID: "b", URL: "quick"})
	}
	d := worker.Deliveries{
		Store: box, Poster: way, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Object: func(jobs.Job) (json.RawMessage, error) { return json.RawMessage("{}"), nil },
	}
	ended := make(chan error)
	go func() { ended <- d.Send(t.Context()) }()
	for range 5 {
		<-way.quick
	}
	close(way.opened)
	if err := <-ended; err != nil || way.top > 2 || len(box.due) != 0 {
		t.Errorf("%v, %d at once, %d left", err, way.top, len(box.due))
	}
}
