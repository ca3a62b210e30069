package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tariffdesk/quote"
	"tariffdesk/store/storetest"
)

func TestATableOfDutiesIsImportedOnceItHoldsTogether(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	file := filepath.Join(t.TempDir(), "duties.csv")
	row := `jack,jack,84254202,,,,yes,,CN,Example Jacks Ltd,0.4,,,,,,Bottle jacks,Gatos de botella,DOF,2024-10-01,,,DOF,verified`
	write := func(rows ...string) {
		text := strings.Join(append([]string{strings.Join(quote.TableColumns("duties"), ",")}, rows...), "\n") + "\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(row, strings.Replace(row, "jack,", "other,", 1))
	if out, err := invoke(t, env, "duties", "import", file, "--force"); err == nil || !strings.Contains(err.Error(), ":3: ") || out != "" {
		t.Errorf("overlapping dates: %q %v", out, err)
	}
	write(row)
	if _, err := invoke(t, env, "duties", "import", file); err == nil || !strings.Contains(err.Error(), "more than 5 %") {
		t.Errorf("half a table: %v", err)
	}
	if out := mustInvoke(t, env, "duties", "import", file, "--force", "--dry-run"); !strings.Contains(out, "nothing was stored") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rules", "import", "duties", file, "--force", "--vintage", "2026-06-01"); !strings.Contains(out, "duties version 1, as of 2026-06-01, is in use") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "duties", "import", file); !strings.Contains(out, "nothing to import") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rules", "list"); !strings.Contains(out, "2026-06-01") || !strings.Contains(out, "annex-2.4.1") {
		t.Errorf("%q", out)
	}
	for _, line := range [][]string{{"rules", "import", "amounts", file}, {"duties", "import", file, "--vintage", "yesterday"}, {"duties", "import", "/nowhere.csv"}} {
		if _, err := invoke(t, env, line...); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}
