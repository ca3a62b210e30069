package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
)

type keyBody struct {
	KeyID    string `json:"key_id"`
	Token    string
	Prefix   string
	Type     string
	Name     string
	Status   string
	LastUsed *time.Time `json:"last_used_at"`
}

func TestAKeyOfEachTypeIsShownOnceAndWorks(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	for prefix, digits := range map[string]int{"sk": 64, "st": 64, "cm": 32} {
		var k keyBody
		s.post("/api/keys", owner, map[string]string{"name": "mine", "type": prefix}).want(201).decode(&k)
		secret, ok := strings.CutPrefix(k.Token, prefix+"_")
		if !ok || len(secret) != digits || strings.Trim(secret, "0123456789abcdef") != "" || !strings.HasPrefix(k.Token, k.Prefix) || k.Type != prefix {
			t.Errorf("key %+v", k)
		}
		s.get("/api/v3/jobs", k.Token).want(200)
		var list struct{ Data []keyBody }
		r := s.get("/api/keys", owner).want(200).decode(&list)
		if strings.Contains(string(r.body), k.Token) {
			t.Error("the token is listed")
		}
		if got := list.Data[0]; got.KeyID != k.KeyID || got.Status != "active" || got.LastUsed == nil {
			t.Errorf("listed %+v", got)
		}
	}
}

func TestLastUsedIsKeptToTheMinute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.clock.stop()
	owner := s.signIn(s.org.ID, account.RoleOwner)
	used := func() time.Time {
		var list struct{ Data []keyBody }
		s.get("/api/keys", owner.Access).want(200).decode(&list)
		return *list.Data[0].LastUsed
	}
	s.get("/api/v3/jobs", s.key).want(200)
	first := used()
	s.clock.advance(59 * time.Second)
	s.get("/api/v3/jobs", s.key).want(200)
	if !used().Equal(first) {
		t.Error("written again within a minute")
	}
	s.clock.advance(2 * time.Second)
	s.get("/api/v3/jobs", s.key).want(200)
	if !used().After(first) {
		t.Error("not written after a minute")
	}
}

func TestCancellingAKeyStopsItAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	member := s.signIn(s.org.ID, account.RoleMember).Access
	var a, b keyBody
	s.post("/api/keys", owner, map[string]string{"name": "a", "type": "sk"}).want(201).decode(&a)
	s.post("/api/keys", owner, map[string]string{"name": "b", "type": "sk"}).want(201).decode(&b)
	cancel := func(token string, body any) *response {
		return s.send(http.MethodPatch, "/api/keys/cancel", token, body)
	}

	cancel(member, map[string]string{"key_id": a.KeyID}).fails(403, "Forbidden", "owner or admin")
	cancel(a.Token, map[string]string{"key_id": b.KeyID}).fails(403, "Forbidden", "itself")
	var done struct {
		KeyID     string    `json:"key_id"`
		Status    string    `json:"status"`
		RevokedAt time.Time `json:"revoked_at"`
	}
	cancel(a.Token, map[string]string{"key": a.Token}).want(200).decode(&done)
	if done.KeyID != a.KeyID || done.Status != "revoked" || done.RevokedAt.IsZero() {
		t.Errorf("cancelled %+v", done)
	}
	s.get("/api/v3/jobs", a.Token).fails(401, "Unauthorized", "revoked")
	at := done.RevokedAt
	cancel(owner, map[string]string{"key_id": a.KeyID}).want(200).decode(&done)
	if !done.RevokedAt.Equal(at) {
		t.Error("a second cancellation moved the time")
	}
	cancel(owner, map[string]string{"key_id": b.KeyID}).want(200)
	s.get("/api/v3/jobs", b.Token).fails(401, "Unauthorized", "revoked")

	cancel(owner, map[string]string{}).fails(422, "ValidationError", "key_id")
	cancel(owner, map[string]string{"key_id": a.KeyID, "key": a.Token}).fails(422, "ValidationError", "key_id")
	cancel(owner, map[string]string{"key_id": uuid.NewString()}).fails(404, "NotFound")
	_, foreign := s.organisation(account.PlanPro, credit.One)
	cancel(owner, map[string]string{"key": foreign}).fails(404, "NotFound")
	cancel(foreign, map[string]string{"key": s.key}).fails(404, "NotFound")
	s.get("/api/v3/jobs", foreign).want(200)
}

func TestKeysAreManagedByOwnersAndAdminsAlone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	create := map[string]string{"name": "x", "type": "sk"}
	for _, token := range []string{s.key, s.signIn(s.org.ID, account.RoleMember).Access} {
		s.get("/api/keys", token).fails(403, "Forbidden")
		s.post("/api/keys", token, create).fails(403, "Forbidden")
	}
	admin := s.signIn(s.org.ID, account.RoleAdmin).Access
	s.post("/api/keys", admin, create).want(201)
	s.post("/api/keys", admin, map[string]any{"name": "", "type": "xx", "more": 1}).fails(422, "ValidationError", "name", "type", "more")
	s.post("/api/keys", admin, map[string]any{"name": "  ", "type": "sk"}).fails(422, "ValidationError", "name")
	s.post("/api/keys", admin, "nonsense").fails(400, "BadRequest")
}

func TestEndpointsWithoutAChargeTakeSixtyAMinute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 60 {
		s.get("/api/v3/organization/usage", s.key).want(200)
	}
	r := s.get("/api/v3/organization/usage", s.key)
	r.fails(429, "RATE_LIMITED", "try again in a minute")
	_, other := s.organisation(account.PlanPro, 0)
	s.get("/api/v3/organization/usage", other).want(200)
	s.classify(s.key, description("chair")).want(200)
}
