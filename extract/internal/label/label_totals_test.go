package label

import (
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// TestCaptionsOfTotalsAreReadByTheirParts holds captions that stand in no list as a whole to the weight or the packages that they
// total, and that money and other figures are neither.
func TestCaptionsOfTotalsAreReadByTheirParts(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ caption, figure, want string }{
		{"Net total", "792.8 kg", "net_weight"},
		{"Gesamtnettogewicht", "4.321,0 kg", "net_weight"},
		{"Bruttogesamtmasse", "12.500 kg", "gross_weight"},
		{"Suma de pesos netos", "90.5 kg", "net_weight"},
		{"Cumulative gross mass", "1,900 lb", "gross_weight"},
		{"Kolli zusammen", "41", "packages"},
		{"Net total", "792.80", ""},         // money
		{"Net total", "792.80 EUR", ""},     // so is this
		{"Net and gross total", "5 kg", ""}, // of which?
		{"Kolli zusammen", "41 kg", ""},
		{"Net contents", "5 kg", ""},
		{"Nettoyage total", "5 kg", ""}, // begins with a part, and is another word
	} {
		p := pageOf([2]string{c.caption, c.figure})
		got := ""
		for _, l := range NewSheet(dict, []*page.Page{p}).Labels {
			for _, name := range []string{"net_weight", "gross_weight", "packages"} {
				if HasConcept(l, name) {
					got = name
				}
			}
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.caption, c.figure, got, c.want)
		}
	}
}

// pageOf is a page with two segments in its one row.
func pageOf(cells [2]string) *page.Page {
	left := lines(func(int) float64 { return 30 }, cells[0])
	right := lines(func(int) float64 { return 400 }, cells[1])
	return page.New(1, 600, 800, page.SourceText, append(left.Words, right.Words...))
}
