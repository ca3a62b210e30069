package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tariffdesk/store/storetest"
)

func TestACommandLineThatIsNotUnderstoodExitsWithTwo(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"", "fly", "up --wings", "org", "org create", "org create --name A --plan gold",
		"org create --name A --plan pro --credits much", "key create --org A --type zz", "migrate down",
		"credits grant --org A", "tariff show", "tariff show shirt", "user create --org A --email a@example.com",
		"eval classify --country MARS x", "eval classify --country WORLD /nowhere.jsonl",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			out, err := invoke(t, nil, strings.Fields(line)...)
			if exitCode(err) != 2 {
				t.Errorf("exit code %d, error %v", exitCode(err), err)
			}
			if out != "" {
				t.Errorf("standard output %q", out)
			}
		})
	}
}

func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	for line, says := range map[string]string{
		"":               "Commands:",
		"up":             "$LISTEN",
		"api":            "$JWT_SECRET",
		"worker":         "$WORKER_SLOTS",
		"migrate up":     "$DATABASE_URL",
		"migrate status": "$DATABASE_URL",
		"org create":     "--plan",
		"org list":       "--data",
		"user create":    "--password-file",
		"key create":     "--type",
		"key list":       "--org",
		"key cancel":     "<key>",
		"credits grant":  "--amount",
		"tariff show":    "<code>",
		"eval classify":  "--predictions",
		"bench":          "--quick",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if out := mustInvoke(t, nil, append(strings.Fields(line), "--help")...); !strings.Contains(out, says) {
				t.Errorf("%q is not in: %s", says, out)
			}
		})
	}
}

func TestEveryVariableOfTheServiceHasAFlag(t *testing.T) {
	t.Parallel()
	help := mustInvoke(t, nil, "up", "--help")
	for _, variable := range []string{
		"DATABASE_URL", "REDIS_URL", "BLOB_URL", "LISTEN", "APP_URL", "JWT_SECRET", "OPS_PASSWORD", "WORKER_SLOTS", "SYNC_WAIT",
		"MODEL_BASE_URL", "MODEL_API_KEY", "MODEL_NAME", "CORS_ORIGINS", "SLOW_QUERY", "SLOW_REQUEST", "SLOW_JOB", "LOG_LEVEL", "LOG_FORMAT", "OTEL_EXPORTER_OTLP_ENDPOINT",
		"OPS_LISTEN", "DB_MAX_CONNS", "DRAIN_DELAY", "VERIFICATION_FOUR_EYES", "BLACKLIST_STALE_DAYS",
		"SLOW_QUERY", "SLOW_REQUEST", "SLOW_JOB",
	} {
		flag := "--" + strings.ToLower(strings.ReplaceAll(variable, "_", "-")) + "="
		if !strings.Contains(help, "$"+variable) || !strings.Contains(help, flag) {
			t.Errorf("%s or %s is not in the help", variable, flag)
		}
	}
}

func TestAllProblemsOfTheConfigurationAreReportedAtOnceByVariable(t *testing.T) {
	t.Parallel()
	_, err := invoke(t, map[string]string{
		"DATABASE_URL": "postgres://%zz", "REDIS_URL": "ftp://x", "BLOB_URL": "floppy:a", "WORKER_SLOTS": "many", "SYNC_WAIT": "soon",
		"JWT_SECRET": "short", "LOG_LEVEL": "loud", "LOG_FORMAT": "xml", "MODEL_NAME": "m", "APP_URL": "here",
		"CORS_ORIGINS": "*", "OTEL_EXPORTER_OTLP_ENDPOINT": "there",
		"OPS_LISTEN": "nowhere", "DB_MAX_CONNS": "0", "DRAIN_DELAY": "a while", "SLOW_QUERY": "x", "SLOW_REQUEST": "-1s", "SLOW_JOB": "1", "VERIFICATION_FOUR_EYES": "sometimes", "BLACKLIST_STALE_DAYS": "0",
	}, "api")
	if exitCode(err) != 1 {
		t.Fatalf("error %v", err)
	}
	for _, variable := range []string{
		"DATABASE_URL", "REDIS_URL", "BLOB_URL", "WORKER_SLOTS", "SYNC_WAIT", "JWT_SECRET", "LOG_LEVEL", "LOG_FORMAT", "MODEL_NAME",
		"APP_URL", "CORS_ORIGINS", "OTEL_EXPORTER_OTLP_ENDPOINT", "OPS_LISTEN", "DB_MAX_CONNS", "DRAIN_DELAY", "VERIFICATION_FOUR_EYES", "BLACKLIST_STALE_DAYS",
	} {
		if !strings.Contains(err.Error(), variable+": ") {
			t.Errorf("%s is not named in: %v", variable, err)
		}
	}
}

func TestAFlagWinsOverItsVariable(t *testing.T) {
	t.Parallel()
	_, err := invoke(t, map[string]string{"LOG_LEVEL": "loud"}, "worker", "--log-level", "louder")
	if err == nil || !strings.Contains(err.Error(), `"louder"`) {
		t.Errorf("error %v", err)
	}
}

func TestAccountsAreManagedFromTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	id := mustInvoke(t, env, "org", "create", "--name", "Acme", "--plan", "enterprise", "--credits", "12.5", "--until", "2099-01-01")
	if list := mustInvoke(t, env, "org", "list"); !regexp.MustCompile(id + ` +Acme +enterprise +active +2099-01-01T00:00:00Z +12\.5`).MatchString(list) {
		t.Errorf("organisations: %s", list)
	}
	if balance := mustInvoke(t, env, "credits", "grant", "--org", "Acme", "--amount", "0.25"); balance != "12.75" {
		t.Errorf("balance %q", balance)
	}
	for kind, form := range map[string]string{"sk": `^sk_[0-9a-f]{64}$`, "st": `^st_[0-9a-f]{64}$`, "cmt": `^cmt_[0-9a-f]{64}$`, "cm": `^cm_[0-9a-f]{32}$`} {
		token := mustInvoke(t, env, "key", "create", "--org", id, "--type", kind, "--name", "of "+kind)
		if !regexp.MustCompile(form).MatchString(token) {
			t.Errorf("key create prints %q", token)
		}
		if list := mustInvoke(t, env, "key", "list", "--org", "Acme"); strings.Contains(list, token) {
			t.Error("the list shows a token")
		}
		if out := mustInvoke(t, env, "key", "cancel", token); !strings.Contains(out, "revoked") {
			t.Errorf("key cancel prints %q", out)
		}
	}
	if list := mustInvoke(t, env, "key", "list", "--org", "Acme"); strings.Count(list, " revoked ") != 4 || strings.Contains(list, " active ") {
		t.Errorf("keys: %s", list)
	}
	for line, says := range map[string]string{
		"key list --org Acme --type cmt": ` cmt +revoked .* operator command line +of cmt`,
		"key list":                       `CREATED BY +NAME +ORGANISATION`,
	} {
		if list := mustInvoke(t, env, strings.Fields(line)...); !regexp.MustCompile(says).MatchString(list) {
			t.Errorf("%s prints %s", line, list)
		}
	}
	for _, c := range [][2]string{
		{"queue list", `classify +1 +no`},
		{"queue divide classify 4", `^classify: 4 parts, in use within 10s`},
		{"queue pause quote", `^quote paused`},
		{"queue list", `batch +1 +no\nclassify +4 +no\nextract +1 +no\nquote +1 +yes`},
		{"queue resume quote", `^quote resumed`},
		{"queue list", `quote +1 +no`},
	} {
		if out := mustInvoke(t, env, strings.Fields(c[0])...); !regexp.MustCompile(c[1]).MatchString(out) {
			t.Errorf("%s prints %s", c[0], out)
		}
	}
	for line, says := range map[string]string{
		"queue divide classify 2": "divided a moment ago", "queue divide classify 0": "0 is not within 1 to 64",
		"queue divide classify 65": "65 is not within", "queue pause nothing": "want one of batch, classify",
	} {
		if _, err := invoke(t, env, strings.Fields(line)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", line, err)
		}
	}
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("correct horse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustInvoke(t, env, "user", "create", "--org", "Acme", "--email", "ann@example.com", "--role", "owner", "--password-file", password)
	_, err := invoke(t, env, "user", "create", "--org", "Acme", "--email", "ann@example.com", "--password", "correct horse")
	if exitCode(err) != 1 {
		t.Errorf("a taken address: %v", err)
	}
	if _, err := invoke(t, env, "key", "list", "--org", "Nobody"); exitCode(err) != 1 || !strings.Contains(describe(err), "Nobody") {
		t.Errorf("an unknown organisation: %v", err)
	}
}

func TestMigrationsAreAppliedAndListed(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	mustInvoke(t, env, "migrate", "up")
	if status := mustInvoke(t, env, "migrate", "status"); !strings.Contains(status, "core") || strings.Contains(status, "pending") {
		t.Errorf("status: %s", status)
	}
}

func TestADatabaseThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel()
	_, err := invoke(t, map[string]string{"DATABASE_URL": "postgres:///none?host=/nowhere"}, "org", "list")
	if exitCode(err) != 1 || !strings.Contains(err.Error(), "DATABASE_URL: ") {
		t.Errorf("error %v", err)
	}
	_, err = invoke(t, nil, "org", "list", "--data", t.TempDir())
	if exitCode(err) != 1 || !strings.Contains(err.Error(), "DATABASE_URL: ") {
		t.Errorf("error %v", err)
	}
}

func TestTariffShowNamesTheHierarchyAndTheLines(t *testing.T) {
	t.Parallel()
	out := mustInvoke(t, nil, "tariff", "show", "6109.10", "--country", "MEX")
	for _, want := range []string{"61  ", "6109  ", "610910  ", "61091003", "35%"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in: %s", want, out)
		}
	}
	out = mustInvoke(t, nil, "tariff", "show", "8528.72", "--country", "USA")
	for _, want := range []string{"screen<=35.56cm", "85287212", "3.9%", "No."} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in: %s", want, out)
		}
	}
	if _, err := invoke(t, nil, "tariff", "show", "7700"); exitCode(err) != 1 {
		t.Errorf("an unknown code: %v", err)
	}
}
