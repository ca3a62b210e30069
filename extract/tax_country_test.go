package extract

import (
	"reflect"
	"testing"

	"tariffdesk/extract/internal/page"
)

// TestATaxNumberOfAnotherCountryIsNotTheBuyers: its form tells where its owner is, and the address where the buyer is.
func TestATaxNumberOfAnotherCountryIsNotTheBuyers(t *testing.T) {
	t.Parallel()
	const schema = `{"seller_name":{"type":"string"},"seller_address":{"type":"string"},"seller_tax_id":{"type":"string"},"buyer_name":{"type":"string"},"buyer_address":{"type":"string"},"buyer_tax_id":{"type":"string"}}`
	for _, c := range []struct {
		number, country string
		buyer           any
	}{
		{"FR44512887301", "Mexico", nil},
		{"DE142778310", "Argentina", nil},
		{"VDA920115TK3", "Mexico", "VDA920115TK3"},
		{"20100070970", "Peru", "20100070970"}, // Argentina writes eleven digits with the same check digit
		{"12345678-K", "Chile", "12345678-K"},  // the form of a Spanish number
	} {
		got := filled(t, laid(t, page.SourceText,
			"40 FACTURE COMMERCIALE N° F26-4410",
			"40 Vignobles Saint-Aubin SARL | 320 Date: 28/09/2026",
			"40 12 rue du Château, 33330 Saint-Émilion, France",
			"40 Buyer: | 100 Vinos del Altiplano SA de CV",
			"100 Av. Universidad 901, 20130 Aguascalientes, "+c.country,
			"40 Tax ID: "+c.number,
			"40 Description | 240 Quantity | 320 Amount",
			"40 Saint-Émilion Grand Cru rouge | 240 300 | 320 3540.00"), schema)
		if !reflect.DeepEqual(got["buyer_tax_id"], c.buyer) {
			t.Errorf("%s of a buyer in %s: %v, want %v (%v)", c.number, c.country, got["buyer_tax_id"], c.buyer, got)
		}
	}
}
