package evaluate_test

import (
	"os"
	"path/filepath"
	"testing"

	"tariffdesk/cmd/internal/evaluate"
)

// TestADigestChangesWithEveryInput of a fit, and with nothing else.
func TestADigestChangesWithEveryInput(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	digest := func(manifest string) string {
		got, err := evaluate.Digest([]string{manifest})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	write("a.pdf", "one")
	manifest := write("manifest.json", `[{"file":"a.pdf","schema":{},"expected":{}}]`)
	first := digest(manifest)
	if again := digest(manifest); again != first {
		t.Errorf("%s, then %s", first, again)
	}
	write("a.pdf", "two")
	second := digest(manifest)
	write("manifest.json", `[{"file":"a.pdf","schema":{},"expected":{"total":1}}]`)
	if third := digest(manifest); second == first || third == second {
		t.Errorf("%s, %s, %s", first, second, third)
	}
	if _, err := evaluate.Digest([]string{write("none.json", `[{"file":"none.pdf"}]`)}); err == nil {
		t.Error("a document that is not there has a hash")
	}
}
