package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tariffdesk/store/storetest"
)

func TestRulingsAreImportedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	file := filepath.Join(t.TempDir(), "rulings.jsonl")
	write := func(rows ...string) {
		if err := os.WriteFile(file, []byte(strings.Join(rows, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	row := `{"reference":"R-1","date":"2024-05-17","code":"961511","description":"moustache comb of hard rubber"}`
	write(row)
	if out := mustInvoke(t, env, "rulings", "import", "plain", file, "--dry-run"); !strings.Contains(out, "nothing was stored") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rulings", "import", "plain", file); !strings.Contains(out, "library 1 with 1 rulings is in use") {
		t.Errorf("%q", out)
	}
	write(strings.Replace(row, "R-1", "R-2", 1), strings.Replace(row, "961511", "961599", 1))
	if _, err := invoke(t, env, "rulings", "import", "plain", file); err == nil || !strings.Contains(err.Error(), "row 2: code: 961599 is of no edition") {
		t.Errorf("a code of no edition: %v", err)
	}
	if out := mustInvoke(t, env, "rulings", "list"); !strings.Contains(out, "plain") || !strings.Contains(out, "rulings.jsonl") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rulings", "import", "plain", file, "--refusals", "1"); !strings.Contains(out, "library 2 with 1 rulings is in use") {
		t.Errorf("%q", out)
	}
	mustInvoke(t, env, "rulings", "remove", "plain")
	for _, line := range [][]string{
		{"rulings", "remove", "plain"}, {"rulings", "remove", "korea"}, {"rulings", "import", "korea", file}, {"rulings", "import", "plain", file, "--since", "yesterday"},
	} {
		if _, err := invoke(t, env, line...); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}
