package facet

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/text"
)

func exactly(v float64, class string) Quantity {
	return Quantity{Quantity: quantity.Quantity{Low: v, High: v, Class: class}}
}

func TestLimitsAreReadFromValueIDs(t *testing.T) {
	t.Parallel()
	f := builder{&Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}}
	for id, c := range map[string]struct {
		in, out float64
		dim     string
	}{
		"up-to-10kg": {10, 11, "mass"}, "10-to-50kg": {20, 10, "mass"}, "over-50kg": {51, 50, "mass"}, "up-to-1000cc": {900, 1100, "displacement"}, "750w-to-75kw": {1600, 700, "power"}, "80mm-or-more": {0.08, 0.07, "length"}, "under-3mm": {0.002, 0.003, "length"},
	} {
		l := f.parseLimit(id)
		if !l.Ok || !l.Contains(exactly(c.in, c.dim)) || l.Contains(exactly(c.out, c.dim)) {
			t.Errorf("%s: %+v", id, l)
		}
	}
	if f.parseLimit("cotton").Ok || f.parseLimit("type-2").Ok {
		t.Error("a word is no limit")
	}
}

func TestQuantitiesAreConverted(t *testing.T) {
	t.Parallel()
	f := builder{&Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}}
	d := f.words.Describe("motor 1,5 kW 220 V weight 500 g, 1,500 cc")
	var got []float64
	for _, q := range f.Quantities(&d) {
		got = append(got, q.Low)
	}
	if !slices.Equal(got, []float64{1500, 220, 0.5, 1500}) {
		t.Errorf("quantities %v", got)
	}
}

func TestQuantitiesOfDescriptionsAreThoseOfTheGoods(t *testing.T) {
	t.Parallel()
	f := builder{&Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}}
	for said, want := range map[string][]string{
		"rice, gross weight 20 kg":               nil,
		"steel sheet 1.5 x 1220 x 2440 mm":       {"1.5 mm thickness", "1220 mm width", "2440 mm length"},
		"box 10 x 20 x 30 cm":                    {"30 cm"}, // of three sides only the last is said to be of the goods
		"motor 10-20 kW":                         {"10-20 kw"},
		"lamp. Attributes: Power: 5 W; Color: x": {"5 w"},
		"medio litro de leche":                   {"medio litro"},
		"pack of 6 x 50 g":                       {"50 g"},
		"motor 25 hp, not 20":                    {"25 hp"},
		"12 pcs":                                 nil,
		"5 in 1 tool":                            nil,
	} {
		d := f.words.Describe(said)
		var got []string
		for _, q := range f.Quantities(&d) {
			got = append(got, strings.TrimSpace(q.Written+" "+q.Measure))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestARangeThatALimitPartsIsOnNoSideOfIt(t *testing.T) {
	t.Parallel()
	f := builder{&Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}}
	small, large := f.parseLimit("up-to-15kw"), f.parseLimit("over-15kw")
	for said, want := range map[string][4]bool{ // within and touching each
		"10-20 kW":     {false, true, false, true},
		"10 to 15 kW":  {true, true, false, false},
		"over 15 kW":   {false, false, true, true},
		"hasta 15 kW":  {true, true, false, false},
		"más de 10 kW": {false, true, false, true},
	} {
		d := f.words.Describe("motor " + said)
		q := f.Quantities(&d)
		if len(q) != 1 {
			t.Errorf("%s: %+v", said, q)
			continue
		}
		if got := [4]bool{small.Contains(q[0]), small.meets(q[0]), large.Contains(q[0]), large.meets(q[0])}; got != want {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
}
