package table

import (
	"testing"

	"tariffdesk/extract/internal/page"
)

func TestAQuantityWithItsUnitMultipliesAsANumber(t *testing.T) {
	t.Parallel()
	p := sheet(1,
		row("Description", "Quantité", "Prix", "Montant"),
		row("Nougat", "20 Unit(s)", "4,55 €", "91,00 €"),
		row("Biscuits", "15 Unit(s)", "3,20 €", "48,00 €"),
		row("Huile", "25 Liter(s)", "19,80 €", "495,00 €"))
	grids := Find([]*page.Page{p}, saysTotal, carries)
	if len(grids) == 0 {
		t.Fatal("no table")
	}
	for _, g := range grids {
		if got := g.multiplied(); got != (products{quantity: 1, price: 2, amount: 3}) {
			t.Errorf("%v", got)
		}
	}
}
