package classify

import (
	"math"
	"testing"
	"testing/fstest"

	"tariffdesk/tariff"
)

// twoHeadings is knowledge whose English is richer than its Spanish.
const twoHeadings = `82 Tools | Herramientas
8205 Hand tools | Herramientas de mano
  en: hand tool
  es: herramienta de mano
  facet: type | Which? | ¿Cuál?
820520 Hammers | Martillos
  is: type=hammer
  en: sledgehammer; mallet; hammer with handle
  es: martillo
820559 Other tools | Otras herramientas
  is: type=other
  en: blow lamp; hair clipper stand; gimlet
  es: berbiquí
`

func engineOf(t *testing.T, lexicon string) *Engine {
	t.Helper()
	k, err := tariff.ReadKnowledge(fstest.MapFS{
		"facets.txt":  {Data: []byte("type: kind | clase\n")},
		"hs/82.txt":   {Data: []byte(twoHeadings)},
		"lexicon.txt": {Data: []byte(lexicon)},
	})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(k, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAWordOnlyTheOtherLanguageKnowsIsFoundByItsEquivalent(t *testing.T) {
	t.Parallel()
	e := engineOf(t, "blow lamp = soplete\ngimlet = barrena\nmallet = mazo\n")
	for description, want := range map[string]string{
		"mazo de mano para el taller":   "820520",
		"soplete para el taller":        "820559",
		"una barrena para la casa":      "820559",
		"mallet for the workshop":       "820520",
		"barrenas para la casa y mazos": "820559",
	} {
		if got := firstCode(t, e, description); got != want {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
	if got := firstCode(t, engineOf(t, ""), "barrena"); got != "" {
		t.Errorf("without the lexicon the word leads to %s", got)
	}
}

// What a place of a description adds to a document is the best of its words, not their sum.
func TestAPlaceCountsOnce(t *testing.T) {
	t.Parallel()
	plain, bilingual := engineOf(t, ""), engineOf(t, "hammer = martillo\nmallet = martillo\nsledgehammer = martillo\n")
	var mass, matched [2]float32
	for i, e := range []*Engine{plain, bilingual} {
		s := newSearch(e.index)
		request, err := Request{Description: "un martillo de mano", Model: ModelFast}.prepared()
		if err != nil {
			t.Fatal(err)
		}
		f := e.find(s, request)
		mass[i], matched[i] = f.query.mass, s.subs[e.index.subAt["820520"]].matched
		if matched[i] > mass[i]*1.0001 {
			t.Errorf("%v is matched of a mass of %v", matched[i], mass[i])
		}
	}
	if mass[0] != mass[1] || math.Abs(float64(matched[0]-matched[1])) > 1e-3 {
		t.Errorf("equivalents change the mass: %v, %v", mass, matched)
	}
	var o once
	if a, b, c, d := o.more(1, 2), o.more(1, 1), o.more(1, 3), o.more(2, 3); a != 2 || b != 0 || c != 1 || d != 3 {
		t.Errorf("once gave %v %v %v %v", a, b, c, d)
	}
}

func TestAnExpressionMeansMoreThanItsWords(t *testing.T) {
	t.Parallel()
	e := engineOf(t, "hair = herramienta\nhair clipper = martillo\n")
	d := describe("hair clipper")
	q := e.index.ask(&d)
	if q.spans[0] != 2 || len(q.renderings[0]) != 1 || len(q.renderings[0][0].rest) != 1 {
		t.Errorf("the expression is not taken whole: spans %v, renderings %+v", q.spans, q.renderings)
	}
}
