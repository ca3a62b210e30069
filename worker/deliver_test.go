package worker_test

import "tariffdesk/api/accounts"

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/fetch"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// receiver takes deliveries and answers with the statuses it is given, then 204.
type receiver struct {
	mu       sync.Mutex
	statuses []int
	ids      []string
	bodies   []string
	secret   []byte
	forged   bool
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	id, stamp := req.Header.Get("webhook-id"), req.Header.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, r.secret)
	_, _ = io.WriteString(mac, id+"."+stamp+"."+string(body))
	r.forged = r.forged || req.Header.Get("webhook-signature") != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil))
	r.ids, r.bodies = append(r.ids, id), append(r.bodies, string(body))
	status := http.StatusNoContent
	if len(r.statuses) > 0 {
		status, r.statuses = r.statuses[0], r.statuses[1:]
	}
	w.WriteHeader(status)
}

func setupWebhook(t *testing.T, statuses ...int) (*house, *receiver, worker.Deliveries) {
	t.Helper()
	h := setup(t, 10*credit.One)
	r := &receiver{statuses: statuses, secret: []byte(strings.Repeat("s", 32))}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	if err := h.store.SetWebhook(t.Context(), h.org, server.URL, r.secret); err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowAnyPort: true})
	t.Cleanup(client.Close)
	return h, r, worker.Deliveries{Store: h.store, Poster: client, Object: accounts.JobObject, Log: h.log, Now: time.Now}
}

// due makes every delivery that waits due now.
func (h *house) due(t *testing.T) {
	t.Helper()
	if err := h.store.Exec(t.Context(), `UPDATE webhook_deliveries SET next_at = now()`); err != nil {
		t.Fatal(err)
	}
}

func (h *house) deliveries(t *testing.T) (states []string) {
	t.Helper()
	w, err := h.store.Webhook(t.Context(), h.org)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range w.Deliveries {
		states = append(states, d.Event+" "+d.State)
	}
	return states
}

func TestTheEndOfAJobIsDeliveredSignedAndTriedAgainUnderOneID(t *testing.T) {
	t.Parallel()
	h, r, d := setupWebhook(t, http.StatusInternalServerError, http.StatusFound)
	h.worker(t, worker.Config{}, classifyWith(answer))
	j, err := h.run(t.Context(), jobs.KindClassify)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		h.due(t)
		if err := d.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.ids) != 3 || r.ids[0] == "" || r.ids[0] != r.ids[2] || r.bodies[0] != r.bodies[2] || r.forged {
		t.Fatalf("ids %q, forged %v", r.ids, r.forged)
	}
	var event struct {
		Type string
		Data struct {
			JobID  string `json:"job_id"`
			Status string
		}
	}
	if err := json.Unmarshal([]byte(r.bodies[0]), &event); err != nil || event.Type != "job.succeeded" || event.Data.JobID != j.ID || event.Data.Status != "succeeded" {
		t.Errorf("%v %s", err, r.bodies[0])
	}
	if got := h.deliveries(t); !slices.Equal(got, []string{"job.succeeded delivered"}) {
		t.Errorf("%q", got)
	}
	h.due(t)
	if err := d.Send(t.Context()); err != nil || len(r.ids) != 3 {
		t.Errorf("a delivered event was sent again: %d, %v", len(r.ids), err)
	}
}

func TestADeliveryEndsWhenTheReceiverIsGoneOrAttemptsAreUp(t *testing.T) {
	t.Parallel()
	h, r, d := setupWebhook(t, append(slices.Repeat([]int{500}, 9), http.StatusGone)...)
	h.worker(t, worker.Config{}, classifyWith(answer))
	if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		h.due(t)
		if err := d.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.ids) != 9 {
		t.Errorf("%d attempts", len(r.ids))
	}
	if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h.due(t)
		if err := d.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.ids) != 10 {
		t.Errorf("%d attempts after 410", len(r.ids))
	}
	if got := h.deliveries(t); !slices.Equal(got, []string{"job.succeeded failed", "job.succeeded failed"}) {
		t.Errorf("%q", got)
	}
}

func TestEveryEndOfAJobIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	h, _, _ := setupWebhook(t)
	id := h.submitBatch(t, 1, 1)
	if _, err := h.service.Cancel(t.Context(), h.org, id); err != nil {
		t.Fatal(err)
	}
	h.takeBatches(rows{do: allRows})
	h.worker(t, worker.Config{}, classifyWith(func(context.Context, worker.Task) (jobs.Outcome, error) {
		return jobs.Outcome{}, errNoGoods
	}))
	h.ended(t, h.submitBatch(t, 2, 1))
	if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
		t.Fatal(err)
	}
	got := h.deliveries(t)
	slices.Sort(got)
	if !slices.Equal(got, []string{"job.cancelled pending", "job.failed pending", "job.succeeded pending"}) {
		t.Errorf("%q", got)
	}
}

func TestNoDeliveryReachesAPrivateAddress(t *testing.T) {
	t.Parallel()
	h, r, d := setupWebhook(t)
	public := fetch.New(fetch.Config{})
	t.Cleanup(public.Close)
	d.Poster = public
	h.worker(t, worker.Config{}, classifyWith(answer))
	if _, err := h.run(t.Context(), jobs.KindClassify); err != nil {
		t.Fatal(err)
	}
	h.due(t)
	if err := d.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := h.deliveries(t); len(r.ids) != 0 || !slices.Equal(got, []string{"job.succeeded pending"}) {
		t.Errorf("%d arrived, %q", len(r.ids), got)
	}
}

func TestATestIsDeliveredWithoutAJob(t *testing.T) {
	t.Parallel()
	h, r, d := setupWebhook(t)
	tried, err := h.store.TestWebhook(t.Context(), h.org)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.bodies) != 1 || r.ids[0] != tried.ID || r.forged || !strings.Contains(r.bodies[0], `"type":"webhook.test"`) || !strings.Contains(r.bodies[0], `"test"`) {
		t.Errorf("delivered %q", r.bodies)
	}
	if _, err := h.store.Redeliver(t.Context(), h.org, tried.ID); err != nil {
		t.Fatal(err)
	}
	if err := d.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.ids) != 2 || r.ids[1] != tried.ID {
		t.Errorf("delivered again as %q", r.ids)
	}
}
