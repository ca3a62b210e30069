package want

import (
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// TestAPartOfAnAddressThatIsNotUnderstoodIsNotTheWhole holds that what stands for a part of a party's data is not asked as another.
func TestAPartOfAnAddressThatIsNotUnderstoodIsNotTheWhole(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	for name, attr := range map[string]Attr{
		"client_address_line_2": AttrNone, "buyerAddressLine2": AttrNone, "seller_address_complement": AttrNone, "seller_state_registration": AttrNone,
		"client_address_line_1": AttrStreet, "seller_state": AttrState, "buyer_address": AttrAddress, "seller_street": AttrStreet,
	} {
		if w := New(dict, &schema.Node{Name: name, Type: schema.TypeString}, []string{name}, nil); w.Attr != attr {
			t.Errorf("%s: asked as %q, want %q", name, w.Attr, attr)
		}
	}
}

// TestPercentIsWantedWhereADescriptionBeginsWithIt, and not where an amount is told with its rate.
func TestPercentIsWantedWhereADescriptionBeginsWithIt(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	for description, percent := range map[string]bool{
		"Porcentaje": true, "Percentage of the discount": true, "Prozentsatz": true, "in %": true,
		"Amount of the discount at 16 percent": false, "Importe en pesos, al 16 por ciento": false, "Amount in euros": false, "": false,
	} {
		n := &schema.Node{Name: "discount", Type: schema.TypeNumber, Description: description}
		if w := New(dict, n, []string{"discount"}, nil); (w.Kind == term.KindPercent) != percent {
			t.Errorf("%q: asked as %q", description, w.Kind)
		}
	}
}
