package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
)

func TestAForgottenPasswordIsSetOnceByTheLinkThatWasSent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleOwner)
	before := s.login(email, password)
	s.visit("", http.MethodPost, "/api/password-reset", map[string]string{"email": " " + strings.ToUpper(email)}).want(202)
	sent := <-s.letters
	if sent[0] != email {
		t.Fatalf("sent to %s", sent[0])
	}
	path := "/api/password-reset/" + sent[1]
	s.visit("", http.MethodPost, path, map[string]string{"new": "short"}).fails(422, "ValidationError", "new")
	s.visit("", http.MethodPost, path, map[string]string{"new": "staple correct horse"}).want(204)
	s.get("/api/v3/account", before.Access).fails(401, "Unauthorized")
	s.visit("", http.MethodPost, path, map[string]string{"new": "another correct horse"}).fails(410, "Gone")
	s.login(email, "staple correct horse")
	s.visit("", http.MethodPost, "/api/password-reset/nothing-of-this-name", map[string]string{"new": "another correct horse"}).fails(404, "NotFound")
}

func TestAnUnknownAddressIsAnsweredAlikeAndALinkEndsAfterAnHour(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleMember)
	unknown := s.visit("", http.MethodPost, "/api/password-reset", map[string]string{"email": "nobody@example.com"}).want(202)
	known := s.visit("", http.MethodPost, "/api/password-reset", map[string]string{"email": email}).want(202)
	if string(unknown.body) != string(known.body) {
		t.Errorf("%s differs from %s", unknown.body, known.body)
	}
	sent := <-s.letters // of the known one: the other has none
	if sent[0] != email {
		t.Errorf("a letter to %s", sent[0])
	}
	s.clock.advance(time.Hour + time.Second)
	s.visit("", http.MethodPost, "/api/password-reset/"+sent[1], map[string]string{"new": "staple correct horse"}).fails(410, "Gone")
}

func TestLinksToANewPasswordAreAskedForFiveTimesAMinute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	address := uuid.NewString() // whose limit no other test uses up
	for range 5 {
		s.visit(address, http.MethodPost, "/api/password-reset", map[string]string{"email": "flood@example.com"}).want(202)
	}
	s.visit(address, http.MethodPost, "/api/password-reset", map[string]string{"email": "flood@example.com"}).fails(429, "RATE_LIMITED")
}
