package classify

import (
	"os"
	"testing"
	"testing/fstest"

	"tariffdesk/tariff"
)

func engineOf(t *testing.T, lexicon string) *Engine {
	t.Helper()
	tools, err := os.ReadFile("testdata/tools/82.txt") // its English is richer than its Spanish
	if err != nil {
		t.Fatal(err)
	}
	k, err := tariff.ReadKnowledge(fstest.MapFS{
		"facets.txt":  {Data: []byte("type: kind | clase\n")},
		"hs/82.txt":   {Data: tools},
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
