package chaos

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

// receiver takes webhooks. While it hangs it answers nothing.
type receiver struct {
	*httptest.Server

	mu    sync.Mutex
	hangs chan struct{}  // nil while it answers
	got   map[string]int // by webhook-id, those that were answered
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{got: map[string]int{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		hangs := r.hangs
		r.mu.Unlock()
		if hangs != nil {
			select {
			case <-hangs:
			case <-q.Context().Done():
			}
			w.WriteHeader(http.StatusServiceUnavailable) // nobody reads it
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got[q.Header.Get("Webhook-Id")]++
	}))
	t.Cleanup(func() { r.hang(false); r.Close() })
	return r
}

func (r *receiver) hang(yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hangs != nil {
		close(r.hangs)
	}
	if r.hangs = nil; yes {
		r.hangs = make(chan struct{})
	}
}

func (r *receiver) received() (events int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

// neighbour is another organisation of the house, with a key of its own.
func (h *house) neighbour(t *testing.T) *house {
	t.Helper()
	other := *h
	other.org = storetest.Organisation(t, h.store, startBalance)
	out, err := h.command("key", "create", "--org", other.org, "--type", "sk").Output()
	if err != nil {
		t.Fatal(err)
	}
	other.token = strings.TrimSpace(string(out))
	return &other
}

// receiverHangs has the receiver of one organisation answer nothing while a worker is killed. The events of another
// come through, calls are served, and once the receiver answers again it gets each of its events.
func receiverHangs(t *testing.T) {
	const (
		hung  = 40 // more than are sent at once, of all organisations
		calls = 12
	)
	h := newHouse(t)
	allow := "WEBHOOK_ALLOW=127.0.0.0/8"
	first := h.start("worker", allow)
	h.start("api", allow)
	other := h.neighbour(t)
	bad, good := newReceiver(t), newReceiver(t)
	for org, url := range map[string]string{h.org: bad.URL, other.org: good.URL} {
		if err := h.store.SetWebhook(t.Context(), org, url, make([]byte, 32)); err != nil {
			t.Fatal(err)
		}
	}
	bad.hang(true)
	succeeded(t, h.background(hung, "cotton shirt")()...)
	h.until("attempts at the receiver that hangs", 2, `SELECT count(*) FROM webhook_deliveries WHERE organisation_id = $1 AND attempts > 0`, h.org)
	began := time.Now()
	succeeded(t, other.background(calls, "cotton shirt")()...)
	h.until("events of the other", calls, `SELECT count(*) FROM webhook_deliveries WHERE organisation_id = $1 AND state = 'delivered'`, other.org)
	took := time.Since(began)
	t.Logf("the other organisation's events took %s", took.Round(time.Millisecond))
	if took > 10*time.Second {
		t.Error("they waited for the receiver that hangs")
	}
	first.kill()
	h.start("worker", allow)
	succeeded(t, h.background(calls, "cotton shirt")()...)
	bad.hang(false)
	h.until("all events", hung+calls, `SELECT count(*) FROM webhook_deliveries WHERE organisation_id = $1 AND state = 'delivered'`, h.org)
	if bad.received() != hung+calls || good.received() != calls {
		t.Errorf("%d and %d events were received", bad.received(), good.received())
	}
	h.settled(hung + 2*calls)
}

// classifyKeyed calls under a key until it is answered with a result, as a client should.
func (h *house) classifyKeyed(ctx context.Context, description, key string, patience time.Duration) answer {
	for began := time.Now(); ; {
		try, cancel := context.WithTimeout(ctx, patience)
		a := h.classify(try, description, key)
		cancel()
		if a.err == nil && a.status == http.StatusOK || ctx.Err() != nil || time.Since(began) > hang {
			return a
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
