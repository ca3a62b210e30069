package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/verification"
	"tariffdesk/webhook"
)

// deliver signs a message as a provider does.
func (b *boarding) deliver(provider, id string, at time.Time, secret []byte, body string) *response {
	b.t.Helper()
	r := b.request(http.MethodPost, "/api/v3/onboarding/webhooks/"+provider, strings.NewReader(body))
	r.Header = webhook.Delivery{ID: id, Secret: secret}.Header(at, []byte(body))
	return b.do1(r, "")
}

func TestAProvidersResultIsAttachedOnceAndOnlySigned(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	secret, _ := account.NewWebhookSecret()
	if err := b.store.SetProvider(t.Context(), "registry", secret); err != nil {
		t.Fatal(err)
	}
	body := `{"verification_id":"` + v.ID + `","check":"legal_existence","outcome":"failed","detail":"not in the register"}`
	now := b.clock.now()
	wrong := make([]byte, 32)
	b.deliver("registry", "m1", now, wrong, body).fails(401, "Unauthorized", "signature")
	b.deliver("nobody", "m1", now, secret, body).fails(401, "Unauthorized", "signature")
	b.deliver("registry", "m1", now.Add(-10*time.Minute), secret, body).fails(401, "Unauthorized")
	for i, want := range []string{"received", "repeated"} {
		if r := b.deliver("registry", "m1", now, secret, body).want(200); !strings.Contains(string(r.body), want) {
			t.Errorf("delivery %d: %s", i, r.body)
		}
	}
	var got verified
	b.get(verificationsPath+"/"+v.ID, b.cmt).want(200).decode(&got)
	if got.outcome("registry:legal_existence") != verification.OutcomeFailed {
		t.Errorf("%+v", got)
	}
	for problem, faulty := range map[string]string{
		"verification": strings.Replace(body, v.ID, "01a20410-0000-7000-8000-000000000000", 1), "outcome": strings.Replace(body, "failed", "great", 1),
		"check": strings.Replace(body, "legal_existence", "A b", 1), "body": body + "x", "JSON": strings.Replace(body, "detail", "wish", 1),
	} {
		r := b.deliver("registry", "m-"+problem, now, secret, faulty)
		if want := map[bool]int{true: 404, false: 422}[problem == "verification"]; r.status != want || !strings.Contains(string(r.body), problem) {
			t.Errorf("%s: %d %s", problem, r.status, r.body)
		}
	}
	b.move(v, "close", 200)
	b.deliver("registry", "m9", now, secret, body).fails(409, "Conflict", "closed")
	b.deliver("registry", "m10", now, secret, strings.Repeat("x", 65<<10)).want(413)

	// What is not signed counts against its address: it cannot go on for ever.
	refused := false
	for i := range 51 {
		r := b.deliver("registry", "x"+strconv.Itoa(i), now, wrong, "{}")
		if refused = refused || r.status == http.StatusTooManyRequests; refused {
			r.fails(429, "RATE_LIMITED", "try again in a minute")
			break
		}
		r.want(401)
	}
	if !refused {
		t.Error("unsigned messages are taken without end")
	}
}
