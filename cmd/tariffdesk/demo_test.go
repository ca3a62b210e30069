package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/store/storetest"
)

func TestTheDemoIsKeptWhileTheDatabaseKnowsItAndMadeAnewOtherwise(t *testing.T) {
	t.Parallel()
	accounts := account.NewService(storetest.New(t), time.Now)
	path := filepath.Join(t.TempDir(), "demo.json")
	open := func(accounts *account.Service, url string) demo {
		t.Helper()
		d, _, err := openDemo(t.Context(), accounts, path, url)
		if err != nil {
			t.Fatal(err)
		}
		if d.BaseURL != url {
			t.Errorf("address %s, want %s", d.BaseURL, url)
		}
		return d
	}
	first := open(accounts, "http://one")
	kept := open(accounts, "http://two")
	kept.BaseURL = first.BaseURL
	if kept != first {
		t.Errorf("the second start has %+v, the first had %+v", kept, first)
	}
	if err := os.WriteFile(path, []byte("{ torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if anew := open(accounts, "http://three"); anew.OrganisationID == first.OrganisationID || anew.Email == first.Email {
		t.Errorf("a torn file gave %+v", anew)
	}
	elsewhere := account.NewService(storetest.New(t), time.Now)
	before := open(accounts, "http://four")
	if anew := open(elsewhere, "http://five"); anew.OrganisationID == before.OrganisationID {
		t.Error("an organisation unknown to the database was kept")
	}
}

func TestTheSigningSecretIsKeptAndClosedToOthers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "jwt_secret")
	if err := os.WriteFile(path, []byte("short"), 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := signingSecret(dir)
	if err != nil || len(first) < account.MinSecretBytes {
		t.Fatalf("secret of %d bytes, %v", len(first), err)
	}
	if again, err := signingSecret(dir); err != nil || again != first {
		t.Errorf("the second start has another secret, %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
