package api_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
)

type member struct {
	UserID string `json:"user_id"`
	Email  string
	Name   string
	Role   string
	Seen   *time.Time `json:"last_seen_at"`
}

const membersPath = "/api/v3/organization/members"

func (s *service) members(token string) []member {
	s.t.Helper()
	var list struct{ Data []member }
	s.get(membersPath, token).want(200).decode(&list)
	return list.Data
}

func TestOwnersAndAdminsManageMembers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	admin := s.signIn(s.org.ID, account.RoleAdmin).Access
	email := uuid.NewString() + "@example.com"
	add := map[string]string{"email": email, "name": "Ana", "role": "member", "password": password}
	var ana member
	s.post(membersPath, admin, add).want(201).decode(&ana)
	if ana.Email != email || ana.Name != "Ana" || ana.Role != "member" || ana.Seen != nil {
		t.Errorf("added %+v", ana)
	}
	s.post(membersPath, admin, add).fails(409, "Conflict", "taken")
	var p tokenPair
	s.post("/api/login", "", map[string]string{"email": email, "password": password}).want(200).decode(&p)
	for method, path := range map[string]string{http.MethodGet: membersPath, http.MethodDelete: membersPath + "/" + ana.UserID} {
		s.send(method, path, p.Access, "").fails(403, "Forbidden", "owner or admin")
		s.send(method, path, s.key, "").fails(403, "Forbidden", "sign in")
		s.send(method, path, "", "").fails(401, "Unauthorized")
	}
	one := s.send(http.MethodPatch, membersPath+"/"+ana.UserID, admin, map[string]string{"role": "admin", "name": "Ana M."}).want(200)
	one.decode(&ana)
	if ana.Role != "admin" || ana.Name != "Ana M." {
		t.Errorf("changed %+v", ana)
	}
	// Who acts on owners is one.
	s.send(http.MethodPatch, membersPath+"/"+ana.UserID, admin, map[string]string{"role": "owner"}).fails(403, "Forbidden", "owner")
	s.post(membersPath, admin, map[string]string{"email": "x@example.com", "role": "owner", "password": password}).fails(403, "Forbidden", "owner")
	s.send(http.MethodDelete, membersPath+"/"+s.members(admin)[0].UserID, admin, "").fails(403, "Forbidden", "owner")

	s.post(membersPath, admin, map[string]any{"email": "no address", "role": "king", "password": "x", "more": 1}).fails(422, "ValidationError", "role", "more")
	s.post(membersPath, admin, map[string]any{"email": "no address", "role": "member", "password": "x"}).fails(422, "ValidationError", "email", "password")
	s.post(membersPath, admin, "nonsense").fails(400, "BadRequest")
	s.send(http.MethodPatch, membersPath+"/"+ana.UserID, owner, "{}").fails(422, "ValidationError", "role")
	s.send(http.MethodPatch, membersPath+"/"+uuid.NewString(), owner, map[string]string{"role": "admin"}).fails(404, "NotFound")
	s.send(http.MethodPatch, membersPath+"/x", owner, map[string]string{"role": "admin"}).fails(404, "NotFound")
	other, _ := s.organisation(account.PlanPro, credit.One)
	stranger := s.signIn(other.ID, account.RoleOwner).Access
	s.send(http.MethodPatch, membersPath+"/"+ana.UserID, stranger, map[string]string{"role": "member"}).fails(404, "NotFound")
	s.send(http.MethodDelete, membersPath+"/"+ana.UserID, stranger, "").fails(404, "NotFound")

	s.send(http.MethodDelete, membersPath+"/"+ana.UserID, admin, "").want(204)
	s.get("/api/v3/account", p.Access).fails(401, "Unauthorized")
	s.send(http.MethodDelete, membersPath+"/"+ana.UserID, admin, "").fails(404, "NotFound")
}

// TestOneOwnerStaysHoweverManyLeaveAtOnce has two owners demote each other at the same moment.
func TestOneOwnerStaysHoweverManyLeaveAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	tokens := []string{s.signIn(s.org.ID, account.RoleOwner).Access, s.signIn(s.org.ID, account.RoleOwner).Access}
	ids := s.members(tokens[0])
	var left atomic.Int32
	var racing sync.WaitGroup
	for i, token := range tokens {
		racing.Go(func() {
			r := s.send(http.MethodPatch, membersPath+"/"+ids[i].UserID, token, map[string]string{"role": "member"})
			if r.status == 200 {
				left.Add(1)
			} else if r.status != 409 {
				t.Errorf("status %d: %s", r.status, r.body)
			}
		})
	}
	racing.Wait()
	if left.Load() != 1 {
		t.Errorf("%d owners left", left.Load())
	}
	for i, token := range tokens {
		r := s.send(http.MethodDelete, membersPath+"/"+ids[i].UserID, token, "")
		if r.status != 403 && r.status != 409 {
			t.Errorf("the last owner was removed: %d", r.status)
		}
	}
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	admin := s.signIn(s.org.ID, account.RoleAdmin).Access
	const path = "/api/v3/organization/invitations"
	email := uuid.NewString() + "@Example.com"
	type invitation struct {
		ID     string `json:"invitation_id"`
		Status string
		Email  string
		Token  string
		URL    string
	}
	invite := func(body map[string]any) (i invitation) {
		s.post(path, owner, body).want(201).decode(&i)
		return i
	}
	i := invite(map[string]any{"email": email, "role": "admin"})
	if i.Status != "pending" || len(i.Token) != 43 || i.URL != s.url+"/app/invitation/"+i.Token {
		t.Errorf("invited %+v", i)
	}
	accept := func(token string) string { return "/api/v3/invitations/" + token + "/accept" }
	var seen struct{ Organization, Email, Role string }
	s.visit("", "GET", "/api/v3/invitations/"+i.Token, "").want(200).decode(&seen)
	if seen.Organization != "Test" || seen.Role != "admin" {
		t.Errorf("seen %+v", seen)
	}
	s.visit("", "POST", accept(i.Token), map[string]string{"password": "short"}).fails(422, "ValidationError", "password")
	var p tokenPair
	s.visit("", "POST", accept(i.Token), map[string]string{"name": "Bea", "password": password}).want(200).decode(&p)
	s.get(membersPath, p.Access).want(200)
	s.visit("", "POST", accept(i.Token), map[string]string{"password": password}).fails(410, "Gone")
	s.visit("", "GET", "/api/v3/invitations/"+i.Token, "").fails(410, "Gone")
	s.send(http.MethodDelete, path+"/"+i.ID, owner, "").fails(409, "Conflict")

	again := invite(map[string]any{"email": email, "role": "member"})
	s.visit("", "POST", accept(again.Token), map[string]string{"password": password}).fails(409, "Conflict", "taken")
	s.send(http.MethodDelete, path+"/"+again.ID, owner, "").want(204)
	s.visit("", "POST", accept(again.Token), map[string]string{"password": password}).fails(410, "Gone")
	late := invite(map[string]any{"email": "late@example.com", "role": "member", "expires_in_hours": 1})
	s.clock.advance(time.Hour)
	s.visit("", "GET", "/api/v3/invitations/"+late.Token, "").fails(410, "Gone")
	s.clock.advance(-time.Hour)
	s.visit("", "GET", "/api/v3/invitations/unknown", "").fails(404, "NotFound")

	s.post(path, owner, map[string]any{"email": "x", "role": "member"}).fails(422, "ValidationError", "email")
	s.post(path, owner, map[string]any{"email": "x@example.com", "role": "operator", "expires_in_hours": 721}).fails(422, "ValidationError", "role", "expires_in_hours")
	s.post(path, admin, map[string]any{"email": "x@example.com", "role": "owner"}).fails(403, "Forbidden", "owner")
	s.post(path, s.key, map[string]any{"email": "x@example.com", "role": "member"}).fails(403, "Forbidden")
	var list struct {
		Data    []invitation
		HasMore bool `json:"has_more"`
	}
	s.get(path+"?limit=2", owner).want(200).decode(&list)
	if len(list.Data) != 2 || !list.HasMore || list.Data[0].ID != late.ID || list.Data[1].Status != "revoked" || list.Data[0].Token != "" {
		t.Errorf("listed %+v", list)
	}
	s.get(path+"?limit=2&starting_after="+list.Data[1].ID, owner).want(200).decode(&list)
	if len(list.Data) != 1 || list.HasMore || list.Data[0].Status != "accepted" {
		t.Errorf("second page %+v", list)
	}
	other, _ := s.organisation(account.PlanPro, credit.One)
	s.send(http.MethodDelete, path+"/"+i.ID, s.signIn(other.ID, account.RoleOwner).Access, "").fails(404, "NotFound")
}
