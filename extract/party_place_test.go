package extract

import (
	"slices"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/sheet"
)

// waybill is a form in boxes whose captions say the same for each party.
func waybill(t *testing.T) *sheet.Sheet {
	t.Helper()
	return sheetOf(t, "30:Rapido Norte Ltda", "30:Rua do Cais, 5", "30:CNPJ 11.222.333/0001-81", "30:",
		"30:FRETE POR CONTA|300:PLACA", "30:0 - Remetente|300:ABC1D23", "30:",
		"30:DADOS DO REMETENTE|300:DESTINATÁRIO", "30:Tecidos Aurora SA|300:Moda Lua Ltda", "30:CNPJ|120:45.997.418/0001-53|300:CNPJ|390:60.746.948/0001-12",
		"30:CEP|120:89015-200|300:CEP|390:13010-050", "30:", "30:TOMADOR DO SERVIÇO", "30:Tecidos Aurora SA|300:CNPJ|390:45.997.418/0001-53")
}

// TestWhatStandsInTheBoxOfAPartyIsThatPartys holds that the heading of a box tells whose the values in it are, also right of the
// heading's own print, and that no party is offered what stands in the box of another side.
func TestWhatStandsInTheBoxOfAPartyIsThatPartys(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, waybill(t), `"shipper_tax_id":`+text+`,"consignee_tax_id":`+text+`,"consignee_postal_code":`+text+`,"issuer_tax_id":`+text)
	for name, c := range map[string]struct{ own, refused string }{
		"shipper_tax_id":        {"45.997.418/0001-53", "60.746.948/0001-12"},
		"consignee_tax_id":      {"60.746.948/0001-12", ""},
		"consignee_postal_code": {"13010-050", "89015-200"},
	} {
		o, _ := optionOf(f, t, name, c.own)
		if w := wanted(f, t, name); o.Under != w.Role {
			t.Errorf("%s: under %q", name, o.Under)
		}
		for _, o := range f.Options(wanted(f, t, name)) {
			if o.Text == c.refused {
				t.Errorf("%s: %s stands in another's box", name, o.Text)
			}
		}
	}
	_, letterhead := optionOf(f, t, "issuer_tax_id", "11.222.333/0001-81")
	o, _ := optionOf(f, t, "issuer_tax_id", "11.222.333/0001-81")
	if placed := feature.Placed(f.Doc, wanted(f, t, "issuer_tax_id"), o, nil); letterhead["check digits"] != 1 || !slices.Contains(placed, candidate.Trait{Name: "above all headings, of who issues", Value: 1}) {
		t.Errorf("the letterhead is of who issues: %v", placed)
	}
}

// TestTwoPartiesMayBeOneUnderTheirOwnHeadings holds that who sends may be who pays.
func TestTwoPartiesMayBeOneUnderTheirOwnHeadings(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, waybill(t), `"shipper_name":`+text+`,"customer_name":`+text)
	shipper, _ := optionOf(f, t, "shipper_name", "Tecidos Aurora SA")
	customer := &candidate.Option{Match: shipper.Match, Under: "buyer"}
	for _, o := range f.Options(wanted(f, t, "customer_name")) {
		if o.Text == shipper.Text && o.Under == "buyer" {
			customer = o
		}
	}
	sells, buys := wanted(f, t, "shipper_name"), wanted(f, t, "customer_name")
	if choose.Excludes(sells, buys, shipper, customer) {
		t.Error("each stands under its own heading")
	}
	bare := *customer
	bare.Under = ""
	if !choose.Excludes(sells, buys, shipper, &bare) {
		t.Error("one name for both sides")
	}
}

// TestABlockTellsWhoseItsNumbersAre holds that a number below a name is of the party that was found by that name, also where the name
// was found elsewhere.
func TestABlockTellsWhoseItsNumbersAre(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Hotel Nord SARL", "30:2 rue du Port", "30:75000 Paris", "30:", "30:", "300:Ana Gil SARL", "300:27 rue du Bois", "300:75008 Paris", "300:TVA : FR38500003710",
		"30:", "30:", "30:", "30:Hotel Nord SARL", "30:TVA FR40123456824"), `"seller_name":`+text+`,"seller_tax_id":`+text+`,"buyer_name":`+text)
	for name, value := range map[string]string{"seller_name": "Hotel Nord SARL", "buyer_name": "Ana Gil SARL"} {
		o, _ := optionOf(f, t, name, value)
		f.Found["/"+name] = &o.Match
	}
	w := wanted(f, t, "seller_tax_id")
	for number, name := range map[string]string{"FR40123456824": "in a block with its party's name", "FR38500003710": "in a block with another's name"} {
		o, _ := optionOf(f, t, "seller_tax_id", number)
		if got := feature.Grouped(f.Chosen, w, o); !slices.Contains(got, candidate.Trait{Name: name, Value: 1}) {
			t.Errorf("%s: %v", number, got)
		}
	}
}

// TestTheFormOfATaxNumberIsHeldAgainstTheOthers holds that a number that another country writes so is told.
func TestTheFormOfATaxNumberIsHeldAgainstTheOthers(t *testing.T) {
	t.Parallel()
	var all []*candidate.Option
	for _, number := range []string{"11.222.333/0001-81", "60.746.948/0001-12", "123456789"} {
		o := &candidate.Option{}
		o.Text = number
		all = append(all, o)
	}
	if got := feature.FormOfMost(all[0], all); len(got) != 1 || got[0].Name != "form of the document's country" {
		t.Errorf("%v", got)
	}
	if got := feature.FormOfMost(all[2], all); len(got) != 1 || got[0].Name != "form of another country than most" {
		t.Errorf("%v", got)
	}
}

// TestWhoseDataAHeadingHeads holds the words around a role.
func TestWhoseDataAHeadingHeads(t *testing.T) {
	t.Parallel()
	for heading, role := range map[string]string{
		"DADOS DO DESTINATÁRIO": "consignee", "Buyer details": "buyer", "2. Shipper": "shipper", "Notify Party-1:": "notify_party", "Applicant/consignee :": "buyer", "Invoice details": "",
		"Consignee (2)": "consignee", "Customer: 4711": "", "Customer 4711": "", "Customer: 2": "", "Vendor # 55512": "",
	} {
		got, _ := sheetOf(t, "30:"+heading).RoleOf(label.At(0, 0, 0))
		if got != role {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

// TestACustomersNumberIsNoCustomer holds that the lines below a number are not read as the block of a party.
func TestACustomersNumberIsNoCustomer(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Customer: 2", "30:Your order AB321", "30:Hafen 7"), `"customer_name":`+text)
	for _, o := range f.Options(f.Wants[0]) {
		if slices.Contains(o.Ways, candidate.WayBlock) {
			t.Errorf("%s is no customer", o.Text)
		}
	}
}

// TestACustomersNumberHeadsNothing holds that what stands below the customer's number, or beside it, is not taken for the customer's.
func TestACustomersNumberHeadsNothing(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"Customer: 4711", "Customer 4711", "Customer: 2"} {
		f := fillingOf(t, sheetOf(t, "30:Nordholz Trading GmbH", "30:Hafen 7", "30:", "30:"+number, "30:Tax ID: DE136695976", "30:", "30:Bill to:", "30:Vela Ltd"), `"seller_tax_id":`+text)
		if o, _ := optionOf(f, t, "seller_tax_id", "DE136695976"); o.Under != "" {
			t.Errorf("%s: under %q", number, o.Under)
		}
	}
}
