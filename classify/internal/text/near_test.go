package text

import (
	"slices"
	"strings"
	"testing"
)

// A misspelt word is compared with the words of a few cells alone. None that one slip at the beginning parts from it may stand in another.
func TestWordsNearAMisspeltOneAreFoundWhateverItsFirstSlip(t *testing.T) {
	t.Parallel()
	x := NewLexicon(programReader(t))
	for _, word := range []string{"pump", "tornillo", "valve", "harina", "screw", "oil", "zapato", "queso", "knife"} {
		x.intern(word, English)
		x.intern(word, Spanish)
	}
	x.Seal()
	for said, want := range map[string]string{
		"umpp": "", "ump": "pump", "upmp": "pump", "oump": "pump", "ppump": "pump", "otrnillo": "tornillo", "ornillo": "tornillo", "tornilo": "tornillo", "atornillo": "tornillo",
		"balve": "valve", "arina": "harina", "sapato": "zapato", "keso": "queso", "scerw": "screw", "crew": "screw", "nife": "knife", "xyzzy": "",
	} {
		var found []string
		for _, l := range []Lang{English, Spanish} {
			for _, near := range x.Near(said, l, 1.7) {
				found = append(found, near.Word)
			}
		}
		if want != "" && !slices.Contains(found, want) || want == "" && len(found) > 0 {
			t.Errorf("%q: found %s, want %q", said, strings.Join(found, ", "), want)
		}
	}
}
