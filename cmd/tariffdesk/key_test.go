package main

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// made is a key of type cmt as the release before let a user of its organisation make it.
func made(t *testing.T, env map[string]string, by account.Actor) account.Key {
	t.Helper()
	s, err := store.Open(t.Context(), env["DATABASE_URL"], 2, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	accounts := account.NewService(s, time.Now)
	o, err := accounts.FindOrganisation(t.Context(), "Acme")
	if err != nil {
		t.Fatal(err)
	}
	k, _, err := accounts.CreateKey(account.WithActor(t.Context(), by), account.NewKey{OrganisationID: o.ID, Name: "theirs", Type: account.KeyTypeInternal})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeysThatUsersMadeAreListedAndApproved(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	mustInvoke(t, env, "org", "create", "--name", "Acme", "--plan", "pro")
	k := made(t, env, account.Actor{Kind: account.ActorUser, Name: "ann@example.com"})
	listed := func(says string) {
		t.Helper()
		if list := mustInvoke(t, env, "key", "list", "--type", "cmt"); !regexp.MustCompile(k.ID + " .*" + says + " +theirs +Acme").MatchString(list) {
			t.Errorf("%q is not in %s", says, list)
		}
	}
	listed(` cmt +unapproved .* user ann@example\.com`)
	if out := mustInvoke(t, env, "key", "approve", k.ID); !strings.Contains(out, k.ID+" "+k.Prefix+" approved") {
		t.Errorf("approve prints %q", out)
	}
	listed(` cmt +active .* user ann@example\.com`)
	mustInvoke(t, env, "key", "approve", k.ID)
	mustInvoke(t, env, "key", "cancel", k.ID)
	secret := mustInvoke(t, env, "key", "create", "--org", "Acme", "--type", "sk")
	for id, says := range map[string]string{k.ID: "revoked", secret: "type sk", "nothing": "no such", "00000000-0000-0000-0000-000000000000": "no such"} {
		if _, err := invoke(t, env, "key", "approve", id); exitCode(err) != 1 || !strings.Contains(describe(err), says) {
			t.Errorf("approve: %v, want %q", err, says)
		}
	}
	if _, err := invoke(t, env, "key", "list", "--type", "CMT"); exitCode(err) != 2 {
		t.Errorf("an unknown type: %v", err)
	}
}

func TestKeyCreateSaysThatAKeyOfAFreeOrganisationCannotWork(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	for plan, warned := range map[string]bool{"free": true, "pro": false} {
		mustInvoke(t, env, "org", "create", "--name", "of "+plan, "--plan", plan)
		var out, errs bytes.Buffer
		err := run(t.Context(), []string{"key", "create", "--org", "of " + plan, "--type", "sk"}, func(name string) string { return env[name] }, &out, &errs)
		if err != nil || !regexp.MustCompile(`^sk_[0-9a-f]{64}\n$`).MatchString(out.String()) || strings.Contains(errs.String(), "plan free") != warned {
			t.Errorf("%s: %q %q %v", plan, out.String(), errs.String(), err)
		}
	}
}
