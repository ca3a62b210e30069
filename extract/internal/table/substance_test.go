package table

import (
	"slices"
	"testing"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// TestCellsDecideAColumnWhoseHeaderIsUnknown where the words of headers say nothing: Blorp is over countries, Zim over units.
func TestCellsDecideAColumnWhoseHeaderIsUnknown(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	wants := wantsOf(dict, "description", "quantity#", "unit", "unit_price#", "amount#", "country_of_origin")
	for i, name := range []string{"", "", "unit", "", "", "country_of_origin"} {
		if name != "" && wants[i].Kind == "" {
			t.Fatalf("%s has no kind", name)
		}
	}
	for name, c := range map[string]struct{ a, b string }{"names": {"Vietnam", "China"}, "codes": {"VN", "CN"}, "in words": {"Made in Vietnam", "Made in China"}} {
		grids := Find([]*page.Page{sheet(1, row("Description", "Blorp", "Quantity", "Zim", "Price", "Amount"), row("bolts", c.a, "12", "PCS", "1.50", "18.00"),
			row("nuts", c.b, "7", "SET", "2.00", "14.00"), row("washers", c.a, "30", "PCS", "3.25", "97.50"))}, saysTotal, carries)
		got := Serve(dict, m, []List{{Wants: wants}}, grids)[0]
		if got == nil || !slices.Equal(got.Columns, []int{0, 2, 3, 4, 5, 1}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestAColumnOfUnitsIsNoOrigin, whatever its header says.
func TestAColumnOfUnitsIsNoOrigin(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	grids := Find([]*page.Page{sheet(1, row("Description", "Orig.", "Quantity", "Price", "Amount"), row("bolts", "PCS", "12", "1.50", "18.00"),
		row("nuts", "SET", "7", "2.00", "14.00"), row("washers", "KG", "30", "3.25", "97.50"))}, saysTotal, carries)
	got := Serve(dict, m, []List{{Wants: wantsOf(dict, "description", "quantity#", "unit_price#", "amount#", "country_of_origin")}}, grids)[0]
	if got == nil || got.Columns[4] >= 0 {
		t.Errorf("%+v", got)
	}
}

func TestCellsAreCountedByWhatTheyAre(t *testing.T) {
	t.Parallel()
	dict, _ := engine(t)
	grids := Find([]*page.Page{sheet(1, row("A", "B", "C", "D", "E"), row("China", "PCS", "USD", "2026-01-31", "8471.30.01"),
		row("TW", "kg", "EUR", "2026-02-28", "4202.21.01"), row("Deutschland", "juego", "MXN", "2026-03-31", "8539.52.01"))}, saysTotal, carries)
	if len(grids) == 0 || len(grids[0].Columns) != 5 {
		t.Fatalf("%d grids", len(grids))
	}
	held := grids[0].substances(dict)
	for i, kind := range []term.Kind{term.KindCountry, term.KindUnit, term.KindCurrency, term.KindDate, term.KindHS} {
		if share, _ := held[i].of(kind); share != 1 {
			t.Errorf("%s: %+v", kind, held[i])
		}
	}
}
