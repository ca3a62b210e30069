package extract

import (
	"encoding/json"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
)

// TestADecimalMarkIsRestoredOnlyWhereItWasLost and an amount stays that is printed with its mark, or
// again as the sum.
func TestADecimalMarkIsRestoredOnlyWhereItWasLost(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	s, err := result.ParseSchema([]byte(`{"properties":{"subtotal":{"type":"number"},"items":{"type":"array","items":{"type":"object","properties":{"quantity":{"type":"number"},"unit_price":{"type":"number"},"amount":{"type":"number"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ quantity, price, amount, printed, subtotal, want string }{
		"lost":            {"2", "6.15", "1230", "1230", "99", "12.3"},
		"taken for group": {"2", "112", "22400", "22,400", "99", "224"},
		"printed":         {"1", "1", "100", "$100.00", "99", "100"},
		"said again":      {"1", "1", "100", "100", "100", "100"},
	} {
		words := []page.Word{{Text: c.printed, Box: page.Box{X0: 10, Y0: 10, X1: 60, Y1: 20}, Confidence: 0.9}}
		d := sheet.New(grid.NewTabled(dict, []*page.Page{page.New(1, 400, 400, page.SourceOCR, words)}, "", grids.Model{}))
		f := result.NewBuilder(d, s, valuesModel(t))
		item := map[string]any{"quantity": json.Number(c.quantity), "unit_price": json.Number(c.price), "amount": json.Number(c.amount)}
		f.Value = map[string]any{"items": []any{item}}
		f.Found["/items/0/amount"] = &candidate.Match{Value: reading.Value{Text: c.amount, Words: words}}
		f.Found["/subtotal"] = &candidate.Match{Value: reading.Value{Text: c.subtotal, Words: words}}
		if f.Check(); item["amount"] != json.Number(c.want) {
			t.Errorf("%s: %v, want %s (%v)", name, item["amount"], c.want, f.Errors)
		}
	}
}
