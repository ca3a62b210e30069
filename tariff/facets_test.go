package tariff

import (
	"slices"
	"strings"
	"testing"
)

func TestMeasuresAreWrittenInWords(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]Text{
		"up-to-10kg":                {"up to 10 kg", "hasta 10 kg"},
		"50kg-or-more":              {"50 kg or more", "50 kg o más"},
		"300g-to-7.5kg":             {"300 g to 7.5 kg", "de 300 g a 7,5 kg"},
		"0.5-to-0.8":                {"0.5 to 0.8", "de 0,5 a 0,8"},
		"1-to-6-percent":            {"1 to 6 %", "de 1 a 6 %"},
		"225gsm-and-over":           {"225 g/m² or more", "225 g/m² o más"},
		"over-2pct-carbon":          {"over 2 % carbon", "más de 2 % de carbono"},
		"fructose-below-20-percent": {"under 20 % fructose", "menos de 20 % de fructosa"},
		"fructose-20-to-50-percent": {"20 to 50 % fructose", "de 20 a 50 % de fructosa"},
		"over-45t-h":                {"over 45 t/h", "más de 45 t/h"},
		"up-to-1500w-20l":           {"up to 1500 W and 20 L", "hasta 1500 W y 20 L"},
		"from-72.5kv":               {"72.5 kV or more", "72,5 kV o más"},
	} {
		if got, ok := measureName(id); !ok || got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
	for _, id := range []string{"cotton", "type-2", "other-bag", "hfc-23"} {
		if got, ok := measureName(id); ok {
			t.Errorf("%s is no measure, got %+v", id, got)
		}
	}
}

func TestEveryFacetAndValueHasANameInBothLanguages(t *testing.T) {
	t.Parallel()
	k := embeddedKnowledge(t)
	v := k.Vocabulary()
	everyEntry(k, func(h *Entry) {
		for _, f := range h.Facets {
			if name, ok := v.FacetName(f.Name); !ok || name.English == "" || name.Spanish == "" {
				t.Errorf("%s: facet %q has no name to show: %+v", h.Code, f.Name, name)
			}
		}
		for _, s := range h.Children {
			for _, c := range s.Is {
				for _, id := range c.Values {
					name, ok := v.ValueName(h, c.Facet, id)
					if !ok || name.English == "" || name.Spanish == "" {
						t.Errorf("%s: %s=%s has no name to show", s.Code, c.Facet, id)
					}
					if strings.Contains(id, "-") && name.Spanish == id && !declaresWord(h, id) {
						t.Errorf("%s: %s=%s shows its id in Spanish", s.Code, c.Facet, id)
					}
					for _, w := range strings.Fields(name.Spanish) {
						if foreignInSpanish[w] {
							t.Errorf("%s: %s=%s is called %q in Spanish", s.Code, c.Facet, id, name.Spanish)
						}
					}
				}
			}
		}
	})
}

// declaresWord reports whether a heading recognises a value by this very Spanish word.
func declaresWord(h *Entry, word string) bool {
	for _, r := range h.Values {
		if slices.Contains(r.Spanish, word) {
			return true
		}
	}
	return false
}

// foreignInSpanish are small words no Spanish name holds.
var foreignInSpanish = map[string]bool{
	"of": true, "the": true, "and": true, "or": true, "with": true, "without": true, "for": true, "other": true, "than": true, "not": true, "from": true, "over": true, "under": true, "up": true, "to": true, "by": true, "below": true, "is": true, "are": true,
}
