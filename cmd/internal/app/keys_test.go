package app

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// browser signs a new owner in to the console of a new organisation.
func (r running) browser() (*http.Client, account.Organisation) {
	r.Helper()
	o, err := r.accounts.CreateOrganisation(r.Context(), account.NewOrganisation{Name: "Console", Plan: account.PlanPro, Credits: int64(credit.One)})
	if err != nil {
		r.Fatal(err)
	}
	if _, err := r.accounts.CreateUser(r.Context(), account.NewUser{OrganisationID: o.ID, Email: "ann@example.com", Password: "correct horse", Role: account.RoleOwner}); err != nil {
		r.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	if status := r.form(client, "/app/sign-in", url.Values{"email": {"ann@example.com"}, "password": {"correct horse"}}); status != http.StatusOK {
		r.Fatalf("sign-in: %d", status)
	}
	return client, o
}

// form posts a form as a page of the console would.
func (r running) form(client *http.Client, path string, fields url.Values) (status int) {
	r.Helper()
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.url+path, strings.NewReader(fields.Encode()))
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", r.url)
	request.Header.Set("User-Agent", "browser/1")
	answer, err := client.Do(request)
	if err != nil {
		r.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

func TestTheConsolesKeyFormPostedByHandMakesNoKeyOfTheOperators(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	client, o := r.browser()
	for kind, want := range map[string]int{"sk": 200, "cmt": 403, "CMT": 403, " cmt": 403, "cmt\r\n": 403, "nothing": 422} {
		if status := r.form(client, "/app/settings/keys", url.Values{"name": {"mine"}, "type": {kind}}); status != want {
			t.Errorf("type %q: %d, want %d", kind, status, want)
		}
	}
	keys, err := r.accounts.Keys(t.Context(), o.ID)
	if err != nil || len(keys) != 1 || keys[0].Type != account.KeyTypeSecret {
		t.Errorf("keys %+v, %v", keys, err)
	}
}

func TestTheNumberOfUnapprovedKeysIsLoggedAtStart(t *testing.T) {
	t.Parallel()
	cfg := Config{
		DatabaseURL: storetest.URL(t), RedisURL: storetest.Redis(t), BlobURL: "file://" + t.TempDir(), Listen: "127.0.0.1:0",
		JWTSecret: strings.Repeat("s", 32), WorkerSlots: 1, DBMaxConns: 5, SyncWait: time.Minute, Role: RoleAPI,
	}
	logged := func() string {
		var log bytes.Buffer
		a, err := New(t.Context(), cfg, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		accounts := account.NewService(a.store, time.Now)
		o, err := accounts.CreateOrganisation(t.Context(), account.NewOrganisation{Name: "Acme " + time.Now().String(), Plan: account.PlanPro})
		if err != nil {
			t.Fatal(err)
		}
		ctx := account.WithActor(context.WithoutCancel(t.Context()), account.Actor{Kind: account.ActorUser, Name: "ann@example.com"})
		if _, _, err := accounts.CreateKey(ctx, account.NewKey{OrganisationID: o.ID, Name: "x", Type: account.KeyTypeInternal}); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		return log.String()
	}
	for _, want := range []string{"level=INFO msg=\"keys of type cmt that wait for tariffdesk key approve\" keys=0", "level=WARN msg=\"keys of type cmt that wait for tariffdesk key approve\" keys=1"} {
		if got := logged(); !strings.Contains(got, want) {
			t.Errorf("logged %s, want %s", got, want)
		}
	}
}
