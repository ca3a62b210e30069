package paper_test

import (
	"strings"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/paper"
	"tariffdesk/classify/internal/vocabulary"
)

func asideReader(t testing.TB) *paper.Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return paper.New(book)
}

func TestWhatOnlyOpensARequestIsTakenOff(t *testing.T) {
	t.Parallel()
	r := asideReader(t)
	for words, want := range map[string]string{
		"HS code for ball valves":               "ball valves",
		"I want to import ball valves from":     "ball valves from",
		"We import ball valves from Germany":    "ball valves",
		"1 x 40ft container of used tyres":      "used tyres",
		"¿Cuál es la fracción de los clavos?":   "los clavos",
		"quiero importar clavos desde China":    "clavos",
		"container for food":                    "container for food",
		"classification":                        "classification",
		"HS code for":                           "HS code for",
		"plastic container of 5 litres for oil": "plastic container of 5 litres for oil",
	} {
		if got, _ := r.WithoutOpening(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestWhatStandsBesideGoodsIsTakenOff(t *testing.T) {
	t.Parallel()
	r := asideReader(t)
	for words, want := range map[string]string{
		"the chair":                   "chair",
		"chair 30 x 20 x 10 cm":       "chair",
		`chair 12"x8"`:                "chair",
		"chair black/white":           "chair",
		"silla color rojo":            "silla",
		"white board":                 "white board",
		"chair (folding), red":        "chair (folding)",
		"sheet 2 mm":                  "sheet 2 mm",
		"the":                         "the",
		"chair, 2.5 kg":               "chair",
		"10 kg chair, 500g":           "10 kg chair",
		"4G antenna":                  "4G antenna",
		"chair for the home":          "chair",
		"silla para uso profesional":  "silla",
		"heavy duty chair":            "chair",
		"silla importada, 3 kilos":    "silla",
		"for the home":                "for the home",
		strings.Repeat("chair ", 100): strings.Repeat("chair ", 100),
	} {
		if got, _ := r.WithoutAsides(words, true); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	for words, want := range map[string]string{
		"2) chair": "chair", "chair (sample)": "chair", "chair, USD 12.50 each": "chair", "chair for export": "chair", "for export": "for export", "chair 12 MXN": "chair",
		"2.5 mm sheet": "2.5 mm sheet", "": "",
	} {
		if got := r.WithoutRemarks(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestASizeHasASignBetweenFigures(t *testing.T) {
	t.Parallel()
	r := asideReader(t)
	for words, want := range map[string]bool{
		"30 x 20 cm": true, "12x8": true, "30 x  x 20": true, "3 × 2": true, "caja 30*20": true,
		"box": false, "x ray": false, "flex hose 20": false, "x-20": false, "": false,
		strings.Repeat("x ", 10_000) + "2": false, // too long to be a name with a size
	} {
		if got := r.Sized(words); got != want {
			t.Errorf("%.20q: %v, want %v", words, got, want)
		}
	}
}

func FuzzAsides(f *testing.F) {
	r := asideReader(f)
	for _, s := range []string{"", "()", "1) ", "x x x", "10x10x10cm", "USD", "the the the", "/ / /", "\xff(", "container of"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if rest, _ := r.WithoutAsides(s, true); len(rest) > len(s)+8 {
			t.Errorf("%q grows to %q", s, rest)
		}
		if rest := r.WithoutRemarks(s); len(rest) > len(s)+8 {
			t.Errorf("%q grows to %q", s, rest)
		}
		if rest, _ := r.WithoutOpening(s); len(rest) > len(s) {
			t.Errorf("%q grows to %q", s, rest)
		}
	})
}
