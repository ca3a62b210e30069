package term

import (
	"slices"
	"testing"
)

// TestNeighboursInTheTradeAreToldApart holds phrases that share a word, or a paper, and are different things.
func TestNeighboursInTheTradeAreToldApart(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for phrase, want := range map[string]string{
		"Tender":                              "cash",
		"Amount received":                     "cash",
		"Tender reference":                    "tender_reference",
		"Tender No.":                          "tender_reference",
		"Tender or lot reference":             "tender_reference",
		"Payment service provider identifier": "swift_code",
		"N° de série":                         "serial_number",
		"Nro. de serie":                       "serial_number",
		"Serie":                               "document_series",
		"Goods received note No.":             "receiving_advice_number",
		"Delivery note No.":                   "delivery_note_number",
		"Line net total":                      "amount",
		"Vto. CAE":                            "cae_due_date",
		"Pto. Vta.":                           "point_of_sale",
	} {
		var names []string
		for _, c := range d.Named(d.Bag(phrase)) {
			names = append(names, c.Name)
		}
		if !slices.Contains(names, want) || want != "tender_reference" && slices.Contains(names, "tender_reference") {
			t.Errorf("%q: %q, want %q", phrase, names, want)
		}
	}
	if d.Bag("Payment service provider").Has("swift") {
		t.Error("the name of a bank is no code")
	}
}
