package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

func TestOperatorsWorkOnTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	s, err := store.Open(t.Context(), env["DATABASE_URL"], 2, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	org := mustInvoke(t, env, "org", "create", "--name", "Acme", "--plan", "pro", "--credits", "3")
	for line, says := range map[string]string{
		"org plan --org Acme enterprise":                                          " enterprise ",
		"org expire --org Acme --on 2099-01-31":                                   "2099-01-31",
		"org limit --org Acme --product quote --max 2.5":                          "quote 2.5",
		"org limit --org Acme --product digitize --none":                          "no limit",
		"user create --operator --email ops@example.com --password correct-horse": "-",
	} {
		if out := mustInvoke(t, env, strings.Fields(line)...); !strings.Contains(out, says) {
			t.Errorf("%s prints %q", line, out)
		}
	}
	if out := mustInvoke(t, env, "org", "list"); !strings.Contains(out, "2099-01-31") || !strings.Contains(out, "enterprise") {
		t.Errorf("organisations %s", out)
	}
	id := uuid.NewString()
	_, err = s.SubmitJob(t.Context(), jobs.NewJob{Spec: jobs.Specs()[jobs.KindClassify], Job: jobs.Job{
		ID: id, OrganisationID: org, Kind: jobs.KindClassify, Total: 1, Charged: credit.One, Input: []byte(`1`)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		line, says string
		code       int
	}{
		{"job list --org " + org, id, 0}, {"job show " + id, "charge part 0 -1", 0}, {"job retry " + id, "queued charged 1", 0},
		{"job refund " + id + " --reason x", "", 1}, {"job cancel " + id, "cancelled charged 1 refunded 1", 0}, {"job cancel " + id, "", 1},
		{"job refund " + id + " --reason x", "", 1}, {"job refund " + id, "", 2}, {"job show " + uuid.NewString(), "", 1}, {"org plan --org Acme gold", "", 2},
		{"org limit --org Acme --product quote", "", 2}, {"user create --email a@example.com --password correct-horse", "", 2},
	} {
		if out, err := invoke(t, env, strings.Fields(step.line)...); exitCode(err) != step.code || !strings.Contains(out, step.says) {
			t.Errorf("%s: %q, %v", step.line, out, err)
		}
	}
	storetest.CheckInvariants(t, s)
}
