package app

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tariffdesk/account"
)

// agent sends what a program says of itself, and headers that claim a source.
type agent string

func (a agent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range map[string]string{"User-Agent": string(a), "Source": "api", "X-Source": "api", "X-Tariffdesk-Source": "api"} {
		r.Header.Set(name, value)
	}
	return bearer(strings.Split(string(a), " ")[1]).RoundTrip(r)
}

// calls lists the organisation's logged calls that a filter finds, once those that are wanted are among them.
func (r running) calls(token, filter string, wanted ...account.LoggedCall) []account.LoggedCall {
	r.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for {
		request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, r.url+"/api/v3/organization/requests?limit=100&"+filter, nil)
		if err != nil {
			r.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		status, body := do(request)
		var list struct {
			Data []struct {
				Method    string
				Path      string
				Address   string
				UserAgent string `json:"user_agent"`
				Source    string
			}
		}
		if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK {
			r.Fatalf("%d %s", status, body)
		}
		var found []account.LoggedCall
		for _, c := range list.Data {
			found = append(found, account.LoggedCall{Method: c.Method, Path: c.Path, Origin: account.Origin{Address: c.Address, UserAgent: c.UserAgent, Source: account.Source(c.Source)}})
		}
		missing := slices.DeleteFunc(slices.Clone(wanted), func(c account.LoggedCall) bool { return slices.Contains(found, c) })
		if len(missing) == 0 {
			return found
		}
		if time.Now().After(deadline) {
			r.Fatalf("%+v are not among %+v", missing, found)
		}
		<-time.After(700 * time.Millisecond) // calls are written each half second, and may be listed 60 times a minute
	}
}

func TestTheEntryTellsTheSourceOfACall(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	client, o := r.browser()
	_, key, err := r.accounts.CreateKey(t.Context(), account.NewKey{OrganisationID: o.ID, Name: "mcp", Type: account.KeyTypeSecret})
	if err != nil {
		t.Fatal(err)
	}
	r.form(client, "/app/settings/keys", url.Values{"name": {"by hand"}, "type": {"sk"}})
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: r.url + "/mcp", HTTPClient: &http.Client{Transport: agent("model " + key)}, DisableStandaloneSSE: true, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.use(session, "lookup_code", map[string]any{"country_code": "WORLD", "code": "8528"})
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	owner := r.login("ann@example.com", "correct horse")

	r.calls(owner, "source=console", account.LoggedCall{Method: http.MethodPost, Path: "/api/keys",
		Origin: account.Origin{Address: "127.0.0.1", UserAgent: "browser/1", Source: account.SourceConsole}})
	from := account.Origin{Address: "127.0.0.1", UserAgent: "model " + key, Source: account.SourceMCP}
	r.calls(owner, "source=mcp", account.LoggedCall{Method: http.MethodPost, Path: "/mcp", Origin: from},
		account.LoggedCall{Method: http.MethodGet, Path: "/api/v3/tariff/codes/WORLD/8528", Origin: from})
	listed := account.LoggedCall{Method: http.MethodGet, Path: "/api/v3/organization/requests",
		Origin: account.Origin{Address: "127.0.0.1", UserAgent: "Go-http-client/1.1", Source: account.SourceAPI}}
	for _, c := range r.calls(owner, "source=api", listed) {
		if c.Source != account.SourceAPI || c.Path == "/mcp" || c.UserAgent == "browser/1" {
			t.Errorf("of the API: %+v", c)
		}
	}
	entries, err := r.accounts.Audit(t.Context(), account.AuditQuery{OrganisationID: o.ID, Action: "key.created", Source: account.SourceConsole, To: time.Now().Add(time.Hour), Limit: 10})
	if err != nil || len(entries) != 1 || entries[0].Actor.UserAgent != "browser/1" || entries[0].Actor.Address != "127.0.0.1" {
		t.Errorf("audit %+v, %v", entries, err)
	}
}

// login returns an access token.
func (r running) login(email, password string) string {
	r.Helper()
	content, err := json.Marshal(map[string]string{"email": email, "password": password})
	if err != nil {
		r.Fatal(err)
	}
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.url+"/api/login", strings.NewReader(string(content)))
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	status, body := do(request)
	var got struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || status != http.StatusOK {
		r.Fatalf("%d %s", status, body)
	}
	return got.Token
}
