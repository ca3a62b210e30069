package api_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
)

// trace is where a call came from, as the log of calls and the audit log show it.
type trace struct {
	RequestID string `json:"request_id"`
	Action    string
	Address   *string
	UserAgent *string `json:"user_agent"`
	Source    *string
}

func (c trace) String() string {
	show := func(s *string) string {
		if s == nil {
			return "null"
		}
		return *s
	}
	return show(c.Address) + " " + show(c.UserAgent) + " " + show(c.Source)
}

// logged finds a call in the log.
func (s *service) logged(owner, requestID string) (found trace) {
	s.t.Helper()
	s.eventually(func() bool { // a call is logged after its answer
		s.api.FlushCalls(s.t.Context())
		var list struct{ Data []trace }
		s.get(callsPath+"?limit=100", owner).want(200).decode(&list)
		for _, c := range list.Data {
			if c.RequestID == requestID {
				found = c
				return true
			}
		}
		return false
	})
	return found
}

func TestCallsAreLoggedWithAddressAndProgram(t *testing.T) {
	t.Parallel()
	trusting := setup(t, func(c *api.Config, _ *api.Deps) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	plain := setup(t)
	many := func(entry string, n int) string { return strings.TrimSuffix(strings.Repeat(entry+", ", n), ", ") }
	owners := map[*service]string{trusting: trusting.signIn(trusting.org.ID, account.RoleOwner).Access, plain: plain.signIn(plain.org.ID, account.RoleOwner).Access}
	for name, c := range map[string]struct {
		s         *service
		forwarded string
		agent     string
		want      string
	}{
		"no proxy":                    {plain, "", "program/1", "127.0.0.1 program/1 api"},
		"forged without a proxy":      {plain, "203.0.113.9", "program/1", "127.0.0.1 program/1 api"},
		"200 forged without a proxy":  {plain, many("203.0.113.9", 200), "program/1", "127.0.0.1 program/1 api"},
		"by a proxy":                  {trusting, "203.0.113.9", "program/1", "203.0.113.9 program/1 api"},
		"forged before the proxy's":   {trusting, "198.51.100.7, 203.0.113.9", "program/1", "203.0.113.9 program/1 api"},
		"by two proxies":              {trusting, "198.51.100.7, 203.0.113.9, 10.0.0.3", "program/1", "203.0.113.9 program/1 api"},
		"200 forged before a proxy's": {trusting, many("198.51.100.7", 200) + ", 203.0.113.9", "program/1", "203.0.113.9 program/1 api"},
		"200 proxies":                 {trusting, "203.0.113.9, " + many("10.0.0.3", 199), "program/1", "203.0.113.9 program/1 api"},
		"no address":                  {trusting, "203.0.113.9, <script>", "program/1", "127.0.0.1 program/1 api"},
		"version 6":                   {trusting, "2001:db8::1", "program/1", "2001:db8::1 program/1 api"},
		"no program":                  {plain, "", "", "127.0.0.1 null api"},
		"a long program":              {plain, "", strings.Repeat("é", 300), "127.0.0.1 " + strings.Repeat("é", 200) + " api"},
		"a program turned around":     {plain, "", "ab\t\u202ec", "127.0.0.1 ab  c api"},
	} {
		id := uuid.NewString()
		r := c.s.request(http.MethodGet, "/api/v3/jobs", nil)
		r.Header.Set("X-Request-ID", id)
		r.Header.Set("User-Agent", c.agent)
		r.Header.Set("Source", "console") // nothing that is sent tells the source
		r.Header.Set("X-Source", "mcp")
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		c.s.do1(r, c.s.key).want(200)
		if got := c.s.logged(owners[c.s], id); got.String() != c.want {
			t.Errorf("%s: logged %s, want %s", name, got, c.want)
		}
		for line := range strings.Lines(c.s.logs.String()) {
			if strings.Contains(line, id) && c.agent == "program/1" {
				address, _, _ := strings.Cut(c.want, " ")
				if !strings.Contains(line, fmt.Sprintf(`"address":%q,"user_agent":"program/1","source":"api"`, address)) {
					t.Errorf("%s: the process logs %s", name, line)
				}
			}
		}
	}
}

func TestAStolenKeyCanBeFollowed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	var stolen, other keyBody
	s.post("/api/keys", owner, map[string]string{"name": "stolen", "type": "sk"}).want(201).decode(&stolen)
	s.post("/api/keys", owner, map[string]string{"name": "other", "type": "sk"}).want(201).decode(&other)
	thief := func(method, path, body string) {
		r := s.request(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("User-Agent", "thief/1")
		s.do1(r, stolen.Token)
	}
	thief(http.MethodGet, "/api/v3/jobs", "")
	thief(http.MethodPatch, "/api/keys/cancel", fmt.Sprintf(`{"key_id":%q}`, stolen.KeyID))

	const auditPath = "/api/v3/organization/audit"
	var log struct{ Data []trace }
	s.get(auditPath+"?key_id="+stolen.KeyID, owner).want(200).decode(&log)
	if len(log.Data) != 2 || log.Data[0].Action != "key.cancelled" || log.Data[1].Action != "key.created" ||
		log.Data[0].String() != "127.0.0.1 thief/1 api" || !strings.HasSuffix(log.Data[1].String(), "api") {
		t.Errorf("audit %v", log.Data)
	}
	for query, want := range map[string]int{"source=api&key_id=" + stolen.KeyID: 2, "source=console&key_id=" + stolen.KeyID: 0, "source=mcp": 0,
		"key_id=" + other.KeyID: 1, "key_id=" + uuid.NewString(): 0} {
		for _, path := range []string{auditPath + "?" + query, "/ops/api/audit?organization_id=" + s.org.ID + "&" + query} {
			r := s.request(http.MethodGet, path, nil)
			if strings.HasPrefix(path, "/ops") {
				r.SetBasicAuth("ops", "ops-secret")
			} else {
				r.Header.Set("Authorization", "Bearer "+owner)
			}
			if s.do1(r, "").want(200).decode(&log); len(log.Data) != want {
				t.Errorf("%s: %v", path, log.Data)
			}
		}
	}
	rows, err := csv.NewReader(strings.NewReader(string(s.get(auditPath+"?format=csv&key_id="+stolen.KeyID, owner).want(200).body))).ReadAll()
	if err != nil || len(rows) != 3 || strings.Join(rows[0][9:], " ") != "user_agent source" || strings.Join(rows[1][9:], " ") != "thief/1 api" {
		t.Errorf("%q %v", rows, err)
	}
	for _, path := range []string{auditPath, callsPath} {
		s.get(path+"?source=browser&key_id=x", owner).fails(400, "BadRequest", "source", "key_id")
	}
	var calls struct{ Data []trace }
	s.eventually(func() bool {
		s.api.FlushCalls(t.Context())
		s.get(callsPath+"?source=api&key_id="+stolen.KeyID, owner).want(200).decode(&calls)
		return len(calls.Data) == 2
	})
	for _, c := range calls.Data {
		if c.String() != "127.0.0.1 thief/1 api" {
			t.Errorf("call %s", c)
		}
	}
	s.get(callsPath+"?source=console", owner).want(200).decode(&calls)
	if len(calls.Data) != 0 {
		t.Errorf("of the console: %v", calls.Data)
	}
}

func TestASignInKeepsTwoHundredCharactersOfItsProgram(t *testing.T) {
	t.Parallel()
	s := setup(t)
	email := s.user(s.org.ID, account.RoleOwner)
	r := s.request(http.MethodPost, "/api/login", strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", strings.Repeat("ñ", 250))
	var p tokenPair
	s.do1(r, "").want(200).decode(&p)
	var sessions struct{ Data []trace }
	s.get("/api/v3/account/sessions", p.Access).want(200).decode(&sessions)
	if len(sessions.Data) != 1 || utf8.RuneCountInString(*sessions.Data[0].UserAgent) != 200 {
		t.Errorf("sessions %v", sessions.Data)
	}
}
