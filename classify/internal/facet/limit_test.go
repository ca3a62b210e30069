package facet

import (
	"slices"
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
	f := &Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}
	for id, c := range map[string]struct {
		in, out float64
		dim     string
	}{
		"up-to-10kg": {10, 11, "mass"}, "10-to-50kg": {20, 10, "mass"}, "over-50kg": {51, 50, "mass"}, "up-to-1000cc": {900, 1100, "displacement"}, "750w-to-75kw": {1600, 700, "power"}, "80mm-or-more": {0.08, 0.07, "length"}, "under-3mm": {0.002, 0.003, "length"},
	} {
		l := f.parseLimit(id)
		if !l.Ok || !f.Contains(l, exactly(c.in, c.dim)) || f.Contains(l, exactly(c.out, c.dim)) {
			t.Errorf("%s: %+v", id, l)
		}
	}
	if f.parseLimit("cotton").Ok || f.parseLimit("type-2").Ok {
		t.Error("a word is no limit")
	}
}

func TestQuantitiesAreConverted(t *testing.T) {
	t.Parallel()
	f := &Index{words: text.NewLexicon(readertest.New(t)), quantities: readertest.Quantities(t)}
	d := f.words.Describe("motor 1,5 kW 220 V weight 500 g, 1,500 cc")
	var got []float64
	for _, q := range f.Quantities(&d) {
		got = append(got, q.Low)
	}
	if !slices.Equal(got, []float64{1500, 220, 0.5, 1500}) {
		t.Errorf("quantities %v", got)
	}
}
