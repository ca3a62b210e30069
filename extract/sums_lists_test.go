package extract_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tariffdesk/extract"
)

// TestATotalIsComparedWithWhatItIsTheSumOf holds that no sum is called wrong that one property, several lists together, or the taxes of the
// rows make, and that a total which is called after a list is its sum alone.
func TestATotalIsComparedWithWhatItIsTheSumOf(t *testing.T) {
	t.Parallel()
	list := func(name string, columns ...string) string {
		all := ""
		for i, c := range columns {
			if i > 0 {
				all += ","
			}
			all += `"` + c + `":{"type":"number"}`
			if c == "description" || c == "vat" {
				all = all[:len(all)-len(`number"}`)] + `string"}`
			}
		}
		return `"` + name + `":{"type":"array","items":{"type":"object","properties":{` + all + `}}}`
	}
	discounted := []string{"200 INVOICE", "40 Description | 200 Qty | 260 List price | 330 Disc % | 390 Net price | 460 Total",
		"40 Steel bolts | 200 12 | 260 35.00 | 330 40 | 390 21.00 | 460 252.00", "40 Brass nuts | 200 6 | 260 28.00 | 330 35 | 390 18.20 | 460 109.20", ""}
	taxed := []string{"200 FACTURA", "40 Descripción | 200 Cantidad | 260 Precio | 330 IVA | 390 Importe",
		"40 Tornillos | 200 2 | 260 90.00 | 330 10% | 390 180.00", "40 Tuercas | 200 4 | 260 35.00 | 330 21% | 390 140.00", ""}
	ordered := []string{"200 ORDER CONFIRMATION", "40 Description | 180 Ordered | 240 Confirmed | 320 Unit price | 400 Line total",
		"40 Fan | 180 10 | 240 8 | 320 45.00 | 400 360.00", "40 Duct | 180 4 | 240 4 | 320 60.00 | 400 240.00"}
	two := []string{"200 TRIP REPORT", "40 Hotels", "40 Description | 200 Nights | 300 Amount", "40 Oslo | 200 2 | 300 310.00", "40 Bergen | 200 1 | 300 145.00", "",
		"40 Meals", "40 Description | 200 Persons | 300 Amount", "40 Lunch | 200 2 | 300 64.00", "40 Dinner | 200 3 | 300 98.50", ""}
	for name, c := range map[string]struct {
		lines  []string
		schema json.RawMessage
		said   []string
	}{
		"net prices are not added":        {append(slices.Clone(discounted), "300 Total | 460 361.20"), leavesOf(list("lines", "description", "quantity", "discount_percent", "net_price", "total"), number("total", "")), nil},
		"nor do they hide a difference":   {append(slices.Clone(discounted), "300 Total | 460 999.90"), leavesOf(list("lines", "description", "quantity", "discount_percent", "net_price", "total"), number("total", "")), []string{"/total"}},
		"taxes of the rows":               {append(slices.Clone(taxed), "300 Total | 390 367.40"), leavesOf(list("lines", "description", "quantity", "price", "vat", "amount"), number("total", "")), nil},
		"what is confirmed is paid":       {ordered, leavesOf(list("items", "description", "ordered", "confirmed", "unit_price", "line_total")), nil},
		"two lists make one total":        {append(slices.Clone(two), "40 Total | 300 617.50"), leavesOf(list("hotels", "description", "nights", "amount"), list("meals", "description", "persons", "amount"), number("total", "")), nil},
		"two lists that do not":           {append(slices.Clone(two), "40 Total | 300 717.40"), leavesOf(list("hotels", "description", "nights", "amount"), list("meals", "description", "persons", "amount"), number("total", "")), []string{"/total"}},
		"a total that is called after it": {append(slices.Clone(two), "40 Total hotels | 300 555.00", "40 Total paid | 300 100.00"), leavesOf(list("hotels", "description", "nights", "amount"), number("total_hotels", "")), []string{"/total_hotels"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, got := extracted(t, newEngine(t), extract.Request{File: placed(t, c.lines...), Schema: c.schema})
			var said []string
			for _, w := range ofCode(got, extract.WarningSum) {
				said = append(said, w.Pointer)
			}
			if !slices.Equal(said, c.said) {
				t.Errorf("warned of %v, want %v: %s %q", said, c.said, got.Data, got.Errors)
			}
		})
	}
}
