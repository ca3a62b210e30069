package api_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
)

type sessionList struct {
	Data []struct {
		ID      string `json:"session_id"`
		Current bool
		Address string
		Agent   string `json:"user_agent"`
	}
}

func (s *service) login(email, password string) (p tokenPair) {
	s.t.Helper()
	s.post("/api/login", "", map[string]string{"email": email, "password": password}).want(200).decode(&p)
	return p
}

func TestANewPasswordEndsTheOtherSessions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleMember)
	here, there := s.login(email, password), s.login(email, password)
	const path = "/api/v3/account/password"
	change := func(token, current, fresh string) *response {
		return s.post(path, token, map[string]string{"current_password": current, "new_password": fresh})
	}
	change(here.Access, "not it at all", "another one").fails(403, "Forbidden", "current_password")
	change(here.Access, password, "short").fails(422, "ValidationError", "new_password")
	change(here.Access, password, password).fails(422, "ValidationError", "new_password")
	change(s.key, password, "another one").fails(403, "Forbidden", "sign in")
	change("", password, "another one").fails(401, "Unauthorized")
	s.post(path, here.Access, "nonsense").fails(400, "BadRequest")
	s.get("/api/v3/account", there.Access).want(200)
	change(here.Access, password, "another one").want(204)
	s.get("/api/v3/account", there.Access).fails(401, "Unauthorized", "ended")
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": there.Refresh}).fails(401, "Unauthorized")
	s.post("/api/login", "", map[string]string{"email": email, "password": password}).fails(401, "Unauthorized")
	s.login(email, "another one")
	var me struct {
		Email, Role  string
		Organization struct{ ID, Name string }
	}
	s.get("/api/v3/account", here.Access).want(200).decode(&me)
	if me.Email != email || me.Role != "member" || me.Organization.ID != s.org.ID {
		t.Errorf("account %+v", me)
	}
	for range 5 {
		change(here.Access, "wrong again", "a third one")
	}
	change(here.Access, "another one", "a third one").fails(429, "RATE_LIMITED")
}

func TestUsersListAndEndTheirOwnSessions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleMember)
	here, there, third := s.login(email, password), s.login(email, password), s.login(email, password)
	stranger := s.signIn(s.org.ID, account.RoleOwner)
	const path = "/api/v3/account/sessions"
	var list sessionList
	s.get(path, here.Access).want(200).decode(&list)
	if len(list.Data) != 3 {
		t.Fatalf("%d sessions", len(list.Data))
	}
	var foreign sessionList
	s.get(path, stranger.Access).want(200).decode(&foreign)
	s.send(http.MethodDelete, path+"/"+foreign.Data[0].ID, here.Access, "").fails(404, "NotFound")
	s.send(http.MethodDelete, path+"/"+uuid.NewString(), here.Access, "").fails(404, "NotFound")
	s.send(http.MethodDelete, path+"/x", here.Access, "").fails(404, "NotFound")
	s.get(path, s.key).fails(403, "Forbidden")
	s.send(http.MethodDelete, path, s.key, "").fails(403, "Forbidden")
	s.get(path, "").fails(401, "Unauthorized")
	current := 0
	for _, one := range list.Data {
		if one.Address != "127.0.0.1" || one.Agent == "" {
			t.Errorf("session %+v", one)
		}
		if one.Current {
			current++
		}
	}
	if current != 1 {
		t.Errorf("%d sessions are the current one", current)
	}
	s.send(http.MethodDelete, path+"/"+list.Data[0].ID, here.Access, "").want(204)
	s.get("/api/v3/account", third.Access).fails(401, "Unauthorized")
	var ended struct{ Ended int }
	s.send(http.MethodDelete, path, here.Access, "").want(200).decode(&ended)
	if ended.Ended != 1 {
		t.Errorf("ended %d", ended.Ended)
	}
	s.get("/api/v3/account", there.Access).fails(401, "Unauthorized")
	s.get("/api/v3/account", here.Access).want(200)
	s.get("/api/v3/account", stranger.Access).want(200)
}
