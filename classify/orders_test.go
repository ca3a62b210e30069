package classify

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestTheOrderOfWordsMovesNoName holds names said in two orders to one code and, but for a few, to one confidence.
func TestTheOrderOfWordsMovesNoName(t *testing.T) {
	t.Parallel()
	const near, pairs, sameCode, sameConfidence = 0.1, 60, 59, 53
	e := embeddedEngine(t)
	content, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, codes, confidences := 0, 0, 0
	for line := range strings.Lines(string(content)) {
		one, other, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		all++
		a, b := suggestions(t, e, one)[0], suggestions(t, e, other)[0]
		if a.Subheading.Code != b.Subheading.Code {
			t.Logf("%s: %s, %s: %s", one, a.Subheading.Code, other, b.Subheading.Code)
			continue
		}
		codes++
		if math.Abs(a.Confidence-b.Confidence) > near {
			t.Logf("%s: %.2f, %s: %.2f", one, a.Confidence, other, b.Confidence)
			continue
		}
		confidences++
	}
	if all != pairs || codes < sameCode || confidences < sameConfidence {
		t.Errorf("%d pairs, %d of one code, %d of one confidence; want %d, %d, %d", all, codes, confidences, pairs, sameCode, sameConfidence)
	}
}
