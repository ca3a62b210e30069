package classify

import (
	"strings"
	"testing"
)

// One slip of the pen in a short text, in either language: a letter dropped, doubled or swapped with its neighbour, or one that sounds alike.
func TestAMisspeltNameIsFoundInBothLanguages(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, heading string }{
		{"umbrela", "6601"}, {"umbrlela", "6601"}, {"matress", "9404"}, {"toothbrsuh", "9603"}, {"wheelbarow", "8716"}, {"trombonne", "9205"},
		{"biciclta", "8712"}, {"colchom", "9404"}, {"martilo", "8205"}, {"desarmmador", "8205"}, {"disshwaasher", "8422"},
		{"soan", "3401"}, {"aroz blanco", "1006"}, {"psta de dientes", "3306"}, {"lech en polvo", "0402"}, // words of four letters
		{"sevolla", "0703"}, {"mantekilla", "0405"}, {"ladriyo", "6904"}, // two slips, or two letters for one
	} {
		list := suggestions(t, e, c.said)
		if len(list) == 0 || !strings.HasPrefix(list[0].Subheading.Code, c.heading) {
			t.Errorf("%q: %+v, want %s", c.said, list[:min(1, len(list))], c.heading)
		}
	}
}

// Brands and codes are no misspelt words: in capitals and in longer texts an unknown word stays what it is.
func TestAnUnknownWordOfALongerTextIsNotMended(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	plain := suggestions(t, e, "stainless steel kitchen sink with drainer and overflow")[0].Subheading.Code
	if got := suggestions(t, e, "umbrela stainless steel kitchen sink with drainer and overflow")[0].Subheading.Code; got != plain {
		t.Errorf("%s, want %s", got, plain)
	}
}
