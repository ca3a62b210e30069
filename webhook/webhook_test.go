package webhook_test

import (
	"encoding/base64"
	"testing"
	"time"

	"tariffdesk/webhook"
)

// The key, id, time and body are those of the specification's own example.
func TestTheSignatureIsThatOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	secret, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	d := webhook.Delivery{ID: "msg_p5jXN8AQM9LWM0D4loKWxJek", Secret: secret}
	h := d.Header(time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if h.Get("webhook-id") != d.ID || h.Get("webhook-timestamp") != "1614265330" {
		t.Errorf("%v", h)
	}
	if got := h.Get("webhook-signature"); got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("signature %s", got)
	}
}

func TestAttemptsWaitLongerEachAndEnd(t *testing.T) {
	t.Parallel()
	last := time.Duration(0)
	attempts := 1
	for ; ; attempts++ {
		wait, again := webhook.Again(attempts)
		if !again {
			break
		}
		if wait <= last {
			t.Errorf("attempt %d waits %s after %s", attempts, wait, last)
		}
		last = wait
	}
	if attempts != 9 {
		t.Errorf("%d attempts", attempts)
	}
}

func TestTheBodyIsTheSameForEveryAttempt(t *testing.T) {
	t.Parallel()
	d := webhook.Delivery{Event: "job.failed", CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	body, err := d.Body([]byte(`{"job_id":"x"}`))
	if want := `{"type":"job.failed","timestamp":"2026-01-02T03:04:05Z","data":{"job_id":"x"}}`; err != nil || string(body) != want {
		t.Errorf("%s %v", body, err)
	}
}
