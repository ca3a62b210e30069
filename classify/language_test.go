package classify

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// goodsPair is one description of the same goods in both languages with the subheadings right for it.
type goodsPair struct {
	english, spanish string
	codes            []string
}

func readPairs(t *testing.T) (out []goodsPair) {
	t.Helper()
	content, err := os.ReadFile("testdata/pairs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(content), "\n") {
		cells := strings.Split(line, "\t")
		if len(cells) == 3 && !strings.HasPrefix(line, "#") {
			out = append(out, goodsPair{cells[0], cells[1], strings.Split(cells[2], ",")})
		}
	}
	return out
}

func TestSpanishAndEnglishGiveTheSameCode(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	pairs, same, right := 0, 0, [text.LangCount]int{}
	for _, p := range readPairs(t) {
		pairs++
		a, b := firstCode(t, e, p.english), firstCode(t, e, p.spanish)
		if a == b {
			same++
		} else {
			t.Logf("%s: %q, but %s: %q", a, p.english, b, p.spanish)
		}
		for l, code := range []string{a, b} {
			if slices.Contains(p.codes, code) {
				right[l]++
			}
		}
	}
	if pairs < 200 || same*100 < pairs*92 {
		t.Errorf("%d of %d pairs give the same code, 92 %% of at least 200 are due", same, pairs)
	}
	t.Logf("right: %d in English, %d in Spanish of %d", right[text.English], right[text.Spanish], pairs)
	for l, n := range right {
		if n*100 < pairs*85 {
			t.Errorf("language %d: %d of %d pairs are classified rightly, 85 %% are due", l, n, pairs)
		}
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

// embeddedEngine is one for all tests: it is immutable, and building it takes most of a short test's time.
func embeddedEngine(t testing.TB) *Engine {
	t.Helper()
	e, err := sharedEngine()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var sharedEngine = sync.OnceValues(func() (*Engine, error) {
	k, err := embeddedKnowledge()
	if err != nil {
		return nil, err
	}
	return New(k, Options{})
})

// knowledgeFolder is a folder with hs/ and facets.txt.
var knowledgeFolder = flag.String("knowledge", "", "folder of knowledge to test with instead of the embedded one")

// embeddedKnowledge is the product's own, or the folder -knowledge names.
func embeddedKnowledge() (*tariff.Knowledge, error) {
	if *knowledgeFolder != "" {
		return tariff.ReadKnowledge(os.DirFS(*knowledgeFolder))
	}
	return tariff.LoadKnowledge()
}
