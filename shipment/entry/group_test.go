package entry_test

import (
	"slices"
	"testing"

	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
)

// Lines of 10 pieces: 1 and 3 cost 100.00 a piece, 2 costs 90.00, 4 is of Viet Nam, 5 has no quantity, and 6 has 5 pieces at
// 100.00. Lines 1, 3 and 6 may share an item of 25 pieces and 2,500.00 USD.
func TestLinesOfOneLineOriginAndPriceMayShareAnItem(t *testing.T) {
	t.Parallel()
	lines := []shipment.Line{bag("1000"), bag("900"), bag("1000"), bag("1000"), bag("1000"), bag("500")}
	lines[3].Origin, lines[4].Quantity, lines[5].Quantity = "VN", nil, num("5")
	e, priced := price(t, with(packet("FOB", lines...), "54", "0", ""), quote.LanguageEnglish)
	groups := entry.Grouped(priced)
	var positions [][]int
	for _, g := range groups {
		var of []int
		for _, l := range g {
			of = append(of, l.Position)
		}
		positions = append(positions, of)
	}
	want := [][]int{{1, 3, 6}, {2}, {4}, {5}}
	if len(positions) != len(want) || slices.ContainsFunc(want, func(w []int) bool {
		return !slices.ContainsFunc(positions, func(p []int) bool { return slices.Equal(p, w) })
	}) {
		t.Fatalf("%v, want %v", positions, want)
	}
	// 54.00 of freight on 5,400.00: 1 % of each line.
	m := entry.Merged(groups[0])
	if shown(m.Quantity) != "25" || shown(m.Value.Price) != "2500.00" || shown(m.Value.Customs) != "2525.00" || shown(m.Value.MXN) != "44187.50" {
		t.Errorf("%s pieces, %s, %s, %s", shown(m.Quantity), shown(m.Value.Price), shown(m.Value.Customs), shown(m.Value.MXN))
	}
	if shown(m.Duties) != "11046.88" { // 25 % of 17,675.00 twice and of 8,837.50: 4,418.75 + 4,418.75 + 2,209.375
		t.Errorf("duties %s", shown(m.Duties))
	}
	if n := len(priced[0].Quote.Tariffs); n != 1 {
		t.Errorf("merging changed the first line: %d charges", n)
	}
	merged := make([]entry.Line, len(groups))
	for i, g := range groups {
		merged[i] = entry.Merged(g)
	}
	addUp(t, e, merged)
}
