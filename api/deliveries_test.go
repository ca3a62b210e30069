package api_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
)

type deliveryBody struct {
	ID     string  `json:"webhook_id"`
	JobID  *string `json:"job_id"`
	Type   string
	Status string
}

type deliveryList struct {
	Data    []deliveryBody
	HasMore bool `json:"has_more"`
}

func TestDeliveriesAreListedSentAgainAndTried(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	s.post(webhookPath+"/test", owner, "").fails(404, "NotFound", "no webhook")
	s.post(webhookPath+"/rotate", owner, "").fails(404, "NotFound", "no webhook")
	s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": "https://example.com/hook"}).want(200)
	s.classify(s.key, description("chair")).want(200)
	var tried deliveryBody
	s.post(webhookPath+"/test", owner, "").want(202).decode(&tried)
	if tried.Type != "webhook.test" || tried.JobID != nil || tried.Status != "pending" {
		t.Errorf("test %+v", tried)
	}
	var list deliveryList
	s.get(webhookPath+"/deliveries", owner).want(200).decode(&list)
	if len(list.Data) != 2 || list.Data[0].ID != tried.ID || list.Data[1].Type != "job.succeeded" || list.Data[1].JobID == nil {
		t.Fatalf("listed %+v", list)
	}
	s.get(webhookPath+"/deliveries?limit=1", owner).want(200).decode(&list)
	if len(list.Data) != 1 || !list.HasMore {
		t.Errorf("first page %+v", list)
	}
	s.get(webhookPath+"/deliveries?starting_after="+tried.ID, owner).want(200).decode(&list)
	if len(list.Data) != 1 || list.HasMore || list.Data[0].Type != "job.succeeded" {
		t.Errorf("second page %+v", list)
	}
	again := webhookPath + "/deliveries/" + tried.ID + "/redeliver"
	s.post(again, owner, "").fails(409, "Conflict", "on its way")
	if err := s.store.Exec(t.Context(), `UPDATE webhook_deliveries SET state = 'failed', attempts = 9, ended_at = now() WHERE id = $1`, tried.ID); err != nil {
		t.Fatal(err)
	}
	s.get(webhookPath+"/deliveries?status=failed", owner).want(200).decode(&list)
	if len(list.Data) != 1 || list.Data[0].ID != tried.ID {
		t.Errorf("failed %+v", list)
	}
	var sent deliveryBody
	s.post(again, owner, "").want(202).decode(&sent)
	if sent.ID != tried.ID || sent.Status != "pending" {
		t.Errorf("sent again %+v", sent)
	}
	other, _ := s.organisation(account.PlanPro, credit.One)
	stranger := s.signIn(other.ID, account.RoleOwner).Access
	s.post(again, stranger, "").fails(404, "NotFound")
	s.post(webhookPath+"/deliveries/"+uuid.NewString()+"/redeliver", owner, "").fails(404, "NotFound")
	s.post(webhookPath+"/deliveries/x/redeliver", owner, "").fails(404, "NotFound")
	s.get(webhookPath+"/deliveries?status=lost&limit=0", owner).fails(400, "BadRequest", "status", "limit")
	member := s.signIn(s.org.ID, account.RoleMember).Access
	for _, path := range []string{"/test", "/rotate", "/deliveries/" + tried.ID + "/redeliver"} {
		s.post(webhookPath+path, member, "").fails(403, "Forbidden")
		s.post(webhookPath+path, s.key, "").fails(403, "Forbidden")
		s.post(webhookPath+path, "", "").fails(401, "Unauthorized")
	}
	s.get(webhookPath+"/deliveries", member).fails(403, "Forbidden")
}

func TestTheSecretBeforeSignsForADayAfterARotation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	var set, rotated struct {
		URL, Secret string
		Until       time.Time `json:"previous_valid_until"`
	}
	s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": "https://example.com/hook"}).want(200).decode(&set)
	signers := func() (n int) {
		s.post(webhookPath+"/test", owner, "").want(202)
		due, err := s.store.ClaimDeliveries(t.Context(), 1, nil, time.Minute)
		if err != nil || len(due) != 1 {
			t.Fatal(due, err)
		}
		return len(strings.Fields(due[0].Header(time.Now(), nil).Get("webhook-signature")))
	}
	if n := signers(); n != 1 {
		t.Errorf("%d signatures before", n)
	}
	s.post(webhookPath+"/rotate", owner, "").want(200).decode(&rotated)
	if rotated.Secret == set.Secret || !strings.HasPrefix(rotated.Secret, "whsec_") || rotated.URL != set.URL || time.Until(rotated.Until) < 23*time.Hour {
		t.Errorf("rotated %+v", rotated)
	}
	if n := signers(); n != 2 {
		t.Errorf("%d signatures after", n)
	}
	if err := s.store.Exec(t.Context(), `UPDATE webhooks SET previous_until = now()`); err != nil {
		t.Fatal(err)
	}
	if n := signers(); n != 1 {
		t.Errorf("%d signatures a day later", n)
	}
}

func TestAnOperatorMayAllowNetworksToWebhooks(t *testing.T) {
	t.Parallel()
	s := setup(t, func(c *api.Config, _ *api.Deps) { c.WebhookAllow = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	put := func(url string) *response {
		return s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": url})
	}
	put("http://10.2.3.4:8080/hook").want(200)
	for _, url := range []string{"https://127.1/", "https://0x7f000001/", "https://017700000001/", "https://[::ffff:127.0.0.1]/", "http://192.168.1.1/"} {
		put(url).fails(422, "ValidationError", "url")
	}
}
