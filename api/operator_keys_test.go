package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
)

func TestNobodyMakesAKeyOfTheOperatorsOwnIntegrationsThroughTheOrganisation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	_, cmt, err := s.accounts.CreateKey(account.WithActor(t.Context(), account.Actor{Kind: account.ActorOperator}),
		account.NewKey{OrganisationID: s.org.ID, Name: "operator's", Type: account.KeyTypeInternal})
	if err != nil {
		t.Fatal(err)
	}
	callers := []string{s.signIn(s.org.ID, account.RoleOwner).Access, s.signIn(s.org.ID, account.RoleAdmin).Access,
		s.signIn(s.org.ID, account.RoleMember).Access, s.key, cmt}
	for _, token := range callers {
		s.post("/api/keys", token, map[string]string{"name": "mine", "type": "cmt"}).fails(403, "Forbidden")
	}
	for _, kind := range []string{"cmt", "CMT", " cmt", "cmt ", "\tCmT\n", "\u00a0cmt", "c\u200bmt", "cmt_", "сmt", "cmt\u0000"} {
		r := s.post("/api/keys", callers[0], map[string]string{"name": "mine", "type": kind})
		if r.status != 403 && r.status != 422 && r.status != 400 {
			t.Errorf("type %q: %d %s", kind, r.status, r.body)
		}
	}
	s.post("/api/keys", callers[0], map[string]string{"name": "", "type": "cmt"}).fails(403, "Forbidden", "operator")
	s.post("/api/keys", callers[0], `{"name":"a","type":"sk","type":"cmt"}`).fails(422, "ValidationError", "type")
	s.post("/api/keys", callers[0], `{"name":"a","type":"sk","Type":"cmt"}`).fails(403, "Forbidden")
	found, err := s.accounts.ListKeys(t.Context(), account.KeyQuery{OrganisationID: s.org.ID, Type: account.KeyTypeInternal})
	if err != nil || len(found) != 1 {
		t.Errorf("%d keys, %v", len(found), err)
	}
}

func TestOperatorsMakeKeysOfTheirOwnIntegrations(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	path := "/ops/api/organizations/" + b.org.ID + "/keys"
	var k struct {
		keyBody
		Warnings []string
	}
	b.asOps("POST", path, `{"name":"onboarding"}`).want(201).decode(&k)
	if k.Type != "cmt" || !strings.HasPrefix(k.Token, "cmt_") || k.Name != "onboarding" || k.Warnings != nil {
		t.Errorf("made %+v", k)
	}
	b.get(verificationsPath, k.Token).want(200)
	b.asOps("POST", path, `{"name":" "}`).fails(422, "ValidationError", "name")
	b.asOps("POST", path, `{"name":"a","type":"cmt"}`).fails(422, "ValidationError", "type")
	b.asOps("POST", "/ops/api/organizations/"+uuid.NewString()+"/keys", `{"name":"a"}`).fails(404, "NotFound")
	b.asOps("POST", "/ops/api/organizations/x/keys", `{"name":"a"}`).fails(404, "NotFound")
	b.post(path, b.signIn(b.org.ID, account.RoleOwner).Access, `{"name":"a"}`).fails(403, "Forbidden", "operators")
	b.post(path, k.Token, `{"name":"a"}`).fails(403, "Forbidden", "operators")
	b.post(path, "", `{"name":"a"}`).fails(401, "Unauthorized")

	free, _ := b.organisation(account.PlanFree, credit.One)
	b.asOps("POST", "/ops/api/organizations/"+free.ID+"/keys", `{"name":"a"}`).want(201).decode(&k)
	if len(k.Warnings) != 1 || !strings.Contains(k.Warnings[0], "free") {
		t.Errorf("warnings %v", k.Warnings)
	}
	b.get(verificationsPath, k.Token).fails(403, "Forbidden", "subscription")
}

// TestAKeyMadeThroughTheHoleWaitsForAnOperator makes the key as the release before did: by a user of the organisation.
func TestAKeyMadeThroughTheHoleWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	made := func(by account.Actor) (account.Key, string) {
		k, token, err := b.accounts.CreateKey(account.WithActor(t.Context(), by), account.NewKey{OrganisationID: b.org.ID, Name: "x", Type: account.KeyTypeInternal})
		if err != nil {
			t.Fatal(err)
		}
		return k, token
	}
	k, token := made(account.Actor{Kind: account.ActorUser, Name: "ann@example.com"})
	_, other := made(account.Actor{Kind: account.ActorUser, Name: "ann@example.com"})
	_, operators := made(account.Actor{Kind: account.ActorOperator, Name: "command line"})
	b.get(verificationsPath, token).fails(403, "Forbidden", "approve")
	b.post("/api/v3/onboarding/blacklist-checks", token, map[string]string{"country": "MEX", "name": "Aceros"}).fails(403, "Forbidden", "approve")
	b.get("/api/v3/jobs", token).want(200) // of everything else it is a key like another
	b.get(verificationsPath, operators).want(200)
	b.get(verificationsPath, b.cmt).want(200)
	if n, err := b.accounts.UnapprovedKeys(t.Context()); n != 2 || err != nil {
		t.Errorf("%d wait, %v", n, err)
	}
	for range 2 { // repeated, it changes nothing
		if approved, err := b.accounts.ApproveKey(t.Context(), k.ID); err != nil || approved.Unapproved {
			t.Errorf("%+v %v", approved, err)
		}
	}
	b.get(verificationsPath, token).want(200)
	b.get(verificationsPath, other).fails(403, "Forbidden", "approve")
	var log struct {
		Data []struct{ Action, Subject string }
	}
	b.asOps("GET", "/ops/api/audit?action=key.approved&organization_id="+b.org.ID, "").want(200).decode(&log)
	if len(log.Data) != 1 || log.Data[0].Subject != k.ID {
		t.Errorf("audit %+v", log.Data)
	}
	if _, err := b.accounts.CancelKey(t.Context(), b.org.ID, other); err != nil {
		t.Fatal(err)
	}
	if n, err := b.accounts.UnapprovedKeys(t.Context()); n != 0 || err != nil {
		t.Errorf("%d wait, %v", n, err)
	}
}

func TestAKeyOfAClosedOrganisationDoesNotReachOnboarding(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	b.get(verificationsPath, b.cmt).want(200)
	o, err := b.accounts.FindOrganisation(t.Context(), b.org.ID)
	if err != nil {
		t.Fatal(err)
	}
	o.Subscription.EndsAt = new(b.clock.now())
	if err := b.accounts.SetSubscription(t.Context(), o.ID, o.Subscription); err != nil {
		t.Fatal(err)
	}
	b.clock.advance(time.Second)
	b.get(verificationsPath, b.cmt).fails(403, "Forbidden", "subscription")
	b.post(verificationsPath, b.cmt, aceros).fails(403, "Forbidden", "subscription")
}

func TestNobodyBecomesAnOperatorByInvitationOrChangeOfRole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	var list struct {
		Data []struct {
			ID string `json:"user_id"`
		}
	}
	s.get("/api/v3/organization/members", owner).want(200).decode(&list)
	for _, role := range []string{"operator", "Operator", " operator"} {
		s.post("/api/v3/organization/invitations", owner, map[string]string{"email": "x@example.com", "role": role}).fails(422, "ValidationError", "role")
		s.post("/api/v3/organization/members", owner, map[string]string{"email": "x@example.com", "role": role, "password": password}).fails(422, "ValidationError", "role")
		s.send(http.MethodPatch, "/api/v3/organization/members/"+list.Data[0].ID, owner, map[string]string{"role": role}).fails(422, "ValidationError", "role")
	}
	if _, _, err := s.accounts.Invite(t.Context(), account.RoleOwner, account.Invitation{OrganisationID: s.org.ID, Email: "x@example.com", Role: account.RoleOperator}, time.Hour); err == nil {
		t.Error("invited an operator")
	}
	role := account.RoleOperator
	if _, err := s.accounts.ChangeMember(t.Context(), account.RoleOwner, s.org.ID, list.Data[0].ID, &role, nil); err == nil {
		t.Error("made an operator of a member")
	}
}

func TestWithFourEyesTheSubmitterDoesNotApprove(t *testing.T) {
	t.Parallel()
	for name, fourEyes := range map[string]bool{"on": true, "off": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := verifying(t, func(c *api.Config, _ *api.Deps) { c.FourEyes = fourEyes })
			submitted := func(submit func(path string)) string {
				v := b.create(aceros)
				submit(verificationsPath + "/" + v.ID + "/submit")
				b.move(v, "review", 200)
				return verificationsPath + "/" + v.ID + "/approve"
			}
			byKey := func(path string) { b.post(path, b.internalKey(b.org.ID), "").want(200) }
			byOps := func(path string) { b.asOps("POST", path, "").want(200) }
			reason := map[string]string{"reason": "as told"}
			if !fourEyes {
				b.post(submitted(byKey), b.internalKey(b.org.ID), reason).want(200)
				b.asOps("POST", submitted(byOps), `{"reason":"as told"}`).want(200)
				return
			}
			path := submitted(byKey)
			b.post(path, b.internalKey(b.org.ID), reason).fails(409, "Conflict", "submitted") // another key of the organisation
			b.asOps("POST", path, `{"reason":"as told"}`).want(200)
			path = submitted(byOps)
			b.asOps("POST", path, `{"reason":"as told"}`).fails(409, "Conflict", "submitted")
			b.post(path, b.internalKey(b.org.ID), reason).want(200)
			b.post(path, b.internalKey(b.org.ID), reason).fails(409, "Conflict", "approved") // the state is told first
		})
	}
}
