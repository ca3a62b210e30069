package classify

import (
	"context"
	"os"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// TestSpanishAndEnglishGiveTheSameCode holds pairs of descriptions to one first code.
func TestSpanishAndEnglishGiveTheSameCode(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	content, err := os.ReadFile("testdata/pairs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	pairs, same := 0, 0
	for _, line := range strings.Split(string(content), "\n") {
		english, spanish, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		pairs++
		a, b := firstCode(t, e, english), firstCode(t, e, spanish)
		if a == b {
			same++
			continue
		}
		t.Logf("%s: %q, but %s: %q", a, english, b, spanish)
	}
	if pairs < 200 || same*100 < pairs*92 {
		t.Errorf("%d of %d pairs give the same code, 92 %% of at least 200 are due", same, pairs)
	}
}

func firstCode(t *testing.T, e *Engine, description string) string {
	t.Helper()
	r, err := e.Classify(context.Background(), Request{Description: description, Model: ModelFast})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Suggestions) == 0 {
		return ""
	}
	return r.Suggestions[0].Subheading.Code
}

func embeddedEngine(t testing.TB) *Engine {
	t.Helper()
	k, err := embeddedKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(k, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// embeddedKnowledge is the product's own, or the folder -knowledge names.
func embeddedKnowledge() (*tariff.Knowledge, error) {
	if *refitFrom != "" {
		return tariff.ReadKnowledge(os.DirFS(*refitFrom))
	}
	return tariff.LoadKnowledge()
}
