package lookup

import (
	"math"
	"os"
	"testing"
	"testing/fstest"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// indexOf indexes two headings, whose English is richer than their Spanish, with a lexicon.
func indexOf(t *testing.T, lexicon string) *Index {
	t.Helper()
	tools, err := os.ReadFile("../../testdata/tools/82.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"facets.txt": {Data: []byte("type: kind | clase\n")}, "hs/82.txt": {Data: tools}, "lexicon.txt": {Data: []byte(lexicon)}}
	k, err := tariff.ReadKnowledge(files)
	if err != nil {
		t.Fatal(err)
	}
	return NewBuilder(k, code.NewTree(k), text.NewLexicon(readertest.New(t))).Finish(k.Lexicon())
}

// What a place of a description adds to a document is the best of its words, not their sum.
func TestAPlaceCountsOnce(t *testing.T) {
	t.Parallel()
	plain, bilingual := indexOf(t, ""), indexOf(t, "hammer = martillo\nmallet = martillo\nsledgehammer = martillo\n")
	var mass, matched [2]float32
	for i, x := range []*Index{plain, bilingual} {
		d := x.Words.Describe("un martillo de mano")
		q := x.Read(&d)
		x.Ask(&q, &d)
		s := NewSearch(x)
		s.Run(&q)
		mass[i], matched[i] = q.Mass, s.Subs[x.SubAt["820520"]].Matched
		if matched[i] <= 0 || matched[i] > mass[i]*1.0001 {
			t.Errorf("%v is matched of a mass of %v", matched[i], mass[i])
		}
	}
	if mass[0] != mass[1] || math.Abs(float64(matched[0]-matched[1])) > 1e-3 {
		t.Errorf("equivalents change the mass: %v, %v", mass, matched)
	}
}

func TestAnExpressionMeansMoreThanItsWords(t *testing.T) {
	t.Parallel()
	x := indexOf(t, "hair = herramienta\nhair clipper = martillo\n")
	d := x.Words.Describe("hair clipper")
	q := x.Read(&d)
	if q.spans[0] != 2 || len(q.renderings[0]) != 1 || len(q.renderings[0][0].rest) != 1 {
		t.Errorf("the expression is not taken whole: spans %v, renderings %+v", q.spans, q.renderings)
	}
}
