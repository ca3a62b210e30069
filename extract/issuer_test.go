package extract

import (
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/want"
)

// TestTheBuyerWritesAnOrder holds that the letterhead of an order is the buyer's and its addressee the seller, and that of a
// confirmation the other way round.
func TestTheBuyerWritesAnOrder(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct{ writes, addressed string }{
		"purchase_order": {"buyer", "seller"},
		"bestellung":     {"buyer", "seller"},
		"order_response": {"seller", "buyer"},
		"invoice":        {"seller", "buyer"},
	} {
		d := sheetOf(t, "30:Kiln Works Ltd", "30:Lane Road 4", "30:ST4 7QR Stoke", "30:", "30:", "30:Marsh Clays Ltd", "30:Pit Road 9", "30:PL26 8XY St Austell", "30:", "30:Dear all")
		d.Kind = kind
		f := fillingOf(t, d, `"seller_name":`+text+`,"buyer_name":`+text)
		if !f.Doc.Issues(c.writes) || f.Doc.Issues(c.addressed) || f.Doc.Addressed() != c.addressed {
			t.Errorf("%s: written by the %s to the %s", kind, c.writes, c.addressed)
		}
		w := wanted(f, t, c.writes+"_name")
		if m := f.Found[w.Pointer]; m == nil || m.Text != "Kiln Works Ltd" {
			t.Errorf("%s: %s is %+v", kind, c.writes, m)
		}
	}
}

// TestAnObjectsNameIsNotItsProperties holds that what stands in an object called by a document is not the number of that document,
// and that an object called by the delivery is whom is delivered to.
func TestAnObjectsNameIsNotItsProperties(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:x"), `"order":{"type":"object","properties":{"currency":`+text+`,"number":`+text+`}},"delivery":{"type":"object","properties":{"city_name":`+text+`,"date":`+text+`}}`)
	kinds := map[string]string{}
	for _, w := range f.Wants {
		kinds[w.Pointer] = candidate.GroupOf(w) + " " + w.Role
		if w.Pointer == "/delivery/city_name" && w.Attr != want.AttrCity {
			t.Errorf("%s is %q", w.Pointer, w.Attr)
		}
	}
	for pointer, kind := range map[string]string{"/order/currency": "form ", "/order/number": "id ", "/delivery/city_name": "piece ship_to", "/delivery/date": "date "} {
		if kinds[pointer] != kind {
			t.Errorf("%s is %q, want %q", pointer, kinds[pointer], kind)
		}
	}
}
