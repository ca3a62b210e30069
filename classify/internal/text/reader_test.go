package text

import (
	"strings"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/vocabulary"
)

// programReader reads by the program's own vocabulary.
func programReader(t testing.TB) *Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return NewReader(book)
}

// Words are compared with folded ones: one that is not would never be met.
func TestTheVocabularyIsFolded(t *testing.T) {
	t.Parallel()
	r := programReader(t)
	for what, words := range map[string]map[string]bool{
		"english stop words": r.stopwords[English], "spanish stop words": r.stopwords[Spanish], "distinct nouns": r.distinct, "letter compounds": r.letterCompound,
		"tints": r.tint, "copulas": r.copula, "subjects": r.subject, "counts": r.paired, "pictures": r.pictured, "fibres": r.fibres,
		"side parts": r.sidePart, "deciding parts": r.bindable, "models of vehicles": r.vehicleModels, "details of vehicles": r.vehicleDetails,
		"makers of more": r.makersOfMore, "tyres": r.tyreWords, "bearings": r.bearingWords,
		"irregular stems": keys(r.irregular), "adjectives of materials": keys(r.nouns), "materials before names": keys(r.adjectives),
		"strokes": keys(r.strokes), "abbreviations": keys(r.abbreviations.rows), "fibre codes": keys(r.fibreCodes),
		"makers": keys(r.vehicleMakers), "engine models": keys(r.engineFuel), "attributes": keys(r.attributeRoles),
	} {
		if len(words) == 0 {
			t.Errorf("no %s", what)
		}
		for word := range words {
			if Fold(word) != word || strings.TrimSpace(word) != word {
				t.Errorf("%s: %q is not folded", what, word)
			}
		}
	}
}

func keys[T any](m map[string]T) map[string]bool {
	out := map[string]bool{}
	for k := range m {
		out[k] = true
	}
	return out
}
