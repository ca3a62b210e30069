package api_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/account"
)

func TestSigningInGivesTokensWithTheClaims(t *testing.T) {
	t.Parallel()
	s := setup(t)
	p := s.signIn(s.org.ID, account.RoleAdmin)
	if p.ExpiresIn != 900 {
		t.Errorf("expires_in %d", p.ExpiresIn)
	}
	raw, err := base64.RawURLEncoding.DecodeString(strings.Split(p.Access, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Sub, Org, Sid, Role string
		Exp                 int64
	}
	if err := json.Unmarshal(raw, &claims); err != nil {
		t.Fatal(err)
	}
	if claims.Sub == "" || claims.Sid == "" || claims.Org != s.org.ID || claims.Role != "admin" || time.Unix(claims.Exp, 0).Sub(s.clock.now()) > 15*time.Minute {
		t.Errorf("claims %+v", claims)
	}
}

func TestTimesOfATokenAreNumbers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	genuine := strings.Split(s.signIn(s.org.ID, account.RoleOwner).Access, ".")
	raw, err := base64.RawURLEncoding.DecodeString(genuine[1])
	if err != nil {
		t.Fatal(err)
	}
	later := s.clock.now().Add(10 * time.Minute).Unix()
	for _, c := range []struct {
		claim string
		value any
		want  int
	}{
		{"exp", later, 200}, {"exp", float64(later) + 0.5, 200}, {"iat", later - 3600, 200}, {"nbf", later - 3600, 200},
		{"exp", strconv.FormatInt(later, 10), 401}, {"exp", "tomorrow", 401}, {"exp", true, 401}, {"exp", []any{later}, 401}, {"exp", nil, 401}, {"exp", "", 401},
		{"iat", strconv.FormatInt(later-3600, 10), 401}, {"nbf", strconv.FormatInt(later-3600, 10), 401}, {"exp", 1, 401},
	} {
		var claims map[string]any
		if err := json.Unmarshal(raw, &claims); err != nil {
			t.Fatal(err)
		}
		claims[c.claim] = c.value
		changed, err := json.Marshal(claims)
		if err != nil {
			t.Fatal(err)
		}
		signed := genuine[0] + "." + base64.RawURLEncoding.EncodeToString(changed)
		sum := hmac.New(sha256.New, []byte(jwtSecret))
		sum.Write([]byte(signed))
		if r := s.get("/api/v3/account", signed+"."+base64.RawURLEncoding.EncodeToString(sum.Sum(nil))); r.status != c.want {
			t.Errorf("%s %v: %d %s", c.claim, c.value, r.status, r.body)
		}
	}
}

func TestATokenOfARoleThatWasLoweredHasTheRoleOfNow(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner, admin := s.signIn(s.org.ID, account.RoleOwner).Access, s.signIn(s.org.ID, account.RoleAdmin).Access
	s.get("/api/keys", admin).want(200)
	var me struct {
		ID string `json:"user_id"`
	}
	s.get("/api/v3/account", admin).want(200).decode(&me)
	s.send(http.MethodPatch, "/api/v3/organization/members/"+me.ID, owner, map[string]string{"role": "member"}).want(200)
	s.clock.advance(time.Minute)
	s.get("/api/keys", admin).fails(403, "Forbidden", "owner or admin")
	s.post("/api/keys", admin, map[string]string{"name": "x", "type": "sk"}).fails(403, "Forbidden", "owner or admin")
	s.get("/api/v3/account", admin).want(200)
}

func TestAWrongPasswordAndAnUnknownAccountGetTheSameAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleOwner)
	wrong := s.post("/api/login", "", map[string]string{"email": email, "password": "not it at all"}).fails(401, "Unauthorized")
	unknown := s.post("/api/login", "", map[string]string{"email": "nobody@example.com", "password": password}).fails(401, "Unauthorized")
	if wrong.Message != unknown.Message {
		t.Errorf("%q and %q", wrong.Message, unknown.Message)
	}
	s.post("/api/login", "", map[string]string{"email": strings.ToUpper(email), "password": password}).want(200)
}

func TestFiveFailuresAMinuteRefuseEvenTheRightPassword(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, email := range []string{s.user(s.org.ID, account.RoleOwner), "nobody-" + s.org.ID + "@example.com"} {
		for range 5 {
			s.post("/api/login", "", map[string]string{"email": email, "password": "not it at all"}).fails(401, "Unauthorized")
		}
		r := s.post("/api/login", "", map[string]string{"email": email, "password": password})
		r.fails(429, "RATE_LIMITED", "try again in a minute")
		if r.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
}

func TestSuccessForgivesEarlierFailures(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleOwner)
	for range 3 {
		for range 3 {
			s.post("/api/login", "", map[string]string{"email": email, "password": "not it at all"}).want(401)
		}
		s.post("/api/login", "", map[string]string{"email": email, "password": password}).want(200)
	}
}

func TestLoginRefusesABadBody(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post("/api/login", "", "").fails(400, "BadRequest")
	s.post("/api/login", "", "[").fails(400, "BadRequest", "JSON")
	s.post("/api/login", "", "{}").fails(422, "ValidationError", "email", "password")
	s.post("/api/login", "", `{"email":1,"password":"x","remember":true}`).fails(422, "ValidationError", "email", "remember")
	s.post("/api/login", "", "{\"email\":\"\xff\",\"password\":\"x\"}").fails(400, "InvalidEncoding")
	s.post("/api/login", "", `{"email":"a\u0000b","password":"x"}`).fails(400, "BadRequest", "NUL")
	r := s.request(http.MethodPost, "/api/login", strings.NewReader("email=a&password=b"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.do1(r, "").fails(415, "UnsupportedMediaType")
	b := s.post("/api/login", "", fmt.Sprintf(`{"email":"a@b.cd","password":"%s"}`, strings.Repeat("p", 1025))).fails(422, "ValidationError", "password")
	if strings.Contains(b.Message, "ppp") {
		t.Error("the password is echoed")
	}
}

func TestRefreshRotatesAndThePredecessorIsForgivenForTenSeconds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.clock.stop()
	first := s.signIn(s.org.ID, account.RoleOwner)
	second := s.refresh(first.Refresh)
	if second.Refresh == first.Refresh {
		t.Fatal("not rotated")
	}
	s.clock.advance(8 * time.Second)
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": first.Refresh}).fails(409, "Conflict")
	third := s.refresh(second.Refresh)
	s.get("/api/keys", third.Access).want(200)
	s.get("/api/keys", first.Access).want(200) // access tokens of a live session stay good
}

func (s *service) refresh(token string) tokenPair {
	s.t.Helper()
	var p tokenPair
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": token}).want(200).decode(&p)
	return p
}

func TestReuseOfARefreshTokenEndsTheSession(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, reuse := range map[string]func(first tokenPair) (stolen string, newest tokenPair){
		"the predecessor after ten seconds": func(first tokenPair) (string, tokenPair) {
			newest := s.refresh(first.Refresh)
			s.clock.advance(10*time.Second + time.Millisecond)
			return first.Refresh, newest
		},
		"an older one at once": func(first tokenPair) (string, tokenPair) {
			return first.Refresh, s.refresh(s.refresh(first.Refresh).Refresh)
		},
	} {
		t.Run(name, func(t *testing.T) {
			stolen, newest := reuse(s.signIn(s.org.ID, account.RoleOwner))
			s.get("/api/keys", newest.Access).want(200)
			s.post("/api/refresh-token", "", map[string]string{"refresh_token": stolen}).fails(401, "Unauthorized", "invalid or expired")
			s.get("/api/keys", newest.Access).fails(401, "Unauthorized", "session has ended")
			s.post("/api/refresh-token", "", map[string]string{"refresh_token": newest.Refresh}).fails(401, "Unauthorized")
		})
	}
}

func TestOfManyRefreshesAtOnceOneWins(t *testing.T) {
	t.Parallel()
	s := setup(t)
	p := s.signIn(s.org.ID, account.RoleOwner)
	var mu sync.Mutex
	statuses := map[int]int{}
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			r := s.post("/api/refresh-token", "", map[string]string{"refresh_token": p.Refresh})
			mu.Lock()
			defer mu.Unlock()
			statuses[r.status]++
		})
	}
	wg.Wait()
	if statuses[200] != 1 || statuses[409] != 9 {
		t.Errorf("statuses %v", statuses)
	}
}

func TestRefreshTokensExpireAndCannotBeForged(t *testing.T) {
	t.Parallel()
	s := setup(t)
	p := s.signIn(s.org.ID, account.RoleOwner)
	for _, bad := range []string{"", "x", "rt_", "rt_AAAA", p.Refresh + "A", p.Access, "rt_" + strings.Repeat("A", len(p.Refresh)-3)} {
		s.post("/api/refresh-token", "", map[string]string{"refresh_token": bad}).fails(401, "Unauthorized", "invalid or expired refresh token")
	}
	s.clock.advance(account.RefreshTTL)
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": p.Refresh}).fails(401, "Unauthorized")
}

func TestLogoutIsImmediate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	p := s.signIn(s.org.ID, account.RoleMember)
	s.get("/api/v3/jobs", p.Access).want(200)
	s.post("/api/logout", p.Access, "").want(204)
	s.get("/api/v3/jobs", p.Access).fails(401, "Unauthorized", "session has ended")
	s.post("/api/refresh-token", "", map[string]string{"refresh_token": p.Refresh}).fails(401, "Unauthorized")
	s.post("/api/logout", s.key, "").fails(403, "Forbidden", "API key")
}
