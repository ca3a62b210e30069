package extract

import (
	"fmt"
	"slices"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// valuesModel are the coefficients of the choice of values that are shipped.
func valuesModel(t *testing.T) confidence.Model {
	t.Helper()
	m, err := confidence.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fillingOf is a sheet with the properties wanted of it, written as a JSON Schema writes them, and what they are given.
func fillingOf(t *testing.T, d *sheet.Sheet, properties string) *result.Builder {
	t.Helper()
	s, err := result.ParseSchema([]byte(`{"type":"object","properties":{` + properties + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := result.NewBuilder(d, s, valuesModel(t))
	choose.Choose(f.Chosen, valuesModel(t))
	return f
}

// wanted is a property by its name.
func wanted(f *result.Builder, t *testing.T, name string) *want.Want {
	t.Helper()
	at := slices.IndexFunc(f.Wants, func(w *want.Want) bool { return w.Node.Name == name })
	if at < 0 {
		t.Fatalf("no property %s", name)
	}
	return f.Wants[at]
}

// optionOf is the option of a property that reads so, with what speaks for it among the others.
func optionOf(f *result.Builder, t *testing.T, name, text string) (*candidate.Option, map[string]float64) {
	t.Helper()
	w := wanted(f, t, name)
	all := f.Options(w)
	at := slices.IndexFunc(all, func(o *candidate.Option) bool { return o.Text == text })
	if at < 0 {
		t.Fatalf("%s: no option %q among %d", name, text, len(all))
	}
	evidence := map[string]float64{}
	for _, tr := range append(slices.Clone(all[at].Traits), feature.AmongOptions(f.Chosen, w, all[at], all)...) {
		evidence[tr.Name] = max(evidence[tr.Name], tr.Value)
	}
	return all[at], evidence
}

const text, number = `{"type":"string"}`, `{"type":"number"}`

// TestTwoSidesAreNotGivenOneValue holds that the property that loses less gives way, to its next option or to none.
func TestTwoSidesAreNotGivenOneValue(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:A"), `"seller_name":`+text+`,"buyer_name":`+text+`,"total_boxes":`+number)
	seller, buyer := wanted(f, t, "seller_name"), wanted(f, t, "buyer_name")
	offer := func(name string, at, p float64) choose.Offered {
		words := []page.Word{{Text: name, Box: page.Box{X0: at, X1: at + 10, Y0: 5, Y1: 15}}}
		return choose.Offered{Option: &candidate.Option{Match: candidate.Match{Value: reading.Value{Text: name, Words: words}}}, Probability: p}
	}
	for name, c := range map[string]struct {
		seller, buyer []choose.Offered
		wantS, wantB  int
	}{
		"the other has a second": {[]choose.Offered{offer("Nord GmbH", 10, 0.8)}, []choose.Offered{offer("Nord GmbH", 10, 0.6), offer("Sued AG", 90, 0.38)}, 0, 1},
		"nobody has a second":    {[]choose.Offered{offer("Nord GmbH", 10, 0.8)}, []choose.Offered{offer("Nord GmbH", 10, 0.6)}, 0, choose.None},
		"the same name twice":    {[]choose.Offered{offer("Nord GmbH", 10, 0.6)}, []choose.Offered{offer("NORD GMBH", 90, 0.9)}, choose.None, 0},
		"nothing is shared":      {[]choose.Offered{offer("Nord GmbH", 10, 0.6)}, []choose.Offered{offer("Sued AG", 90, 0.9)}, 0, 0},
		"what is not probable":   {[]choose.Offered{offer("Nord GmbH", 10, 0.1)}, []choose.Offered{offer("Nord GmbH", 10, 0.9)}, choose.None, 0},
	} {
		at := choose.Assigned(f.Wants, map[*want.Want][]choose.Offered{seller: c.seller, buyer: c.buyer})
		if at[seller] != c.wantS || at[buyer] != c.wantB {
			t.Errorf("%s: seller %d, buyer %d", name, at[seller], at[buyer])
		}
	}
}

// TestATaxNumberTellsWhatSpeaksForIt holds what it is called, its form and whose name stands near, and that no number behind the heading of
// another party is an option.
func TestATaxNumberTellsWhatSpeaksForIt(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Seller: Nordholz Trading Ltd", "30:Long Road 5", "30:CNPJ 11.222.333/0001-81", "30:",
		"30:Buyer: Vela Imports Ltd|300:CNPJ 44.555.666/0001-00", "30:Inscr. 118.220.334.117"), `"seller_name":`+text+`,"seller_tax_id":`+text+`,"buyer_name":`+text+`,"buyer_tax_id":`+text)
	_, own := optionOf(f, t, "seller_tax_id", "11.222.333/0001-81")
	_, other := optionOf(f, t, "buyer_tax_id", "44.555.666/0001-00")
	if own["called tax_id"] != 1 || own["form of a country"] != 1 || own["check digits"] != 1 || own["nearest to its party's name"] != 1 {
		t.Errorf("the seller's: %v", own)
	}
	if other["check digits"] != 0 || other["nearest to its party's name"] != 1 {
		t.Errorf("the buyer's: %v", other)
	}
	for _, o := range f.Options(wanted(f, t, "seller_tax_id")) {
		if o.Text == "44.555.666/0001-00" {
			t.Error("the buyer's number is no option for the seller's")
		}
	}
}

// TestANumberInOneSegmentWithANameIsThatPartys holds that it is refused to the other side, however probable.
func TestANumberInOneSegmentWithANameIsThatPartys(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Seller: Nordholz Trading Ltd", "30:CUIT: 20-12345678-6", "30:", "30:CUIT: 30-50118864-9 Name: Vela Imports Ltd"),
		`"seller_tax_id":`+text+`,"buyer_name":`+text)
	buyer, w := wanted(f, t, "buyer_name"), wanted(f, t, "seller_tax_id")
	o, _ := optionOf(f, t, "buyer_name", "Vela Imports Ltd")
	f.Found[schema.Pointer(buyer.Path)] = &o.Match
	all := f.Options(w)
	p := make([]float64, len(all))
	for i, o := range all {
		p[i] = map[string]float64{"30-50118864-9": 0.7, "20-12345678-6": 0.25}[o.Text]
	}
	choose.Refuse(f.Chosen, w, all, p)
	for i, o := range all {
		if o.Text == "30-50118864-9" && p[i] != 0 || o.Text == "20-12345678-6" && (p[i] < 0.8 || p[i] > 0.85) {
			t.Errorf("%s: %.2f", o.Text, p[i])
		}
	}
}

// TestACaptionWithItsValueIsNoValue holds that the value alone is an option.
func TestACaptionWithItsValueIsNoValue(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Number of original Bs/L: 3 (THREE)"), `"number_of_originals":`+text)
	optionOf(f, t, "number_of_originals", "3 (THREE)")
	for _, o := range f.Options(f.Wants[0]) {
		if o.Text == "Bs/L: 3 (THREE)" {
			t.Error("a caption is no part of a value")
		}
	}
}

// TestWhatStandsAnywhereIsAnOption holds the kinds that have a form of their own.
func TestWhatStandsAnywhereIsAnOption(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Theodor Est|300:Waybill KX4471820", "30:Lindenweg 4", "30:12345 Neustadt", "30:", "30:Wessel GmbH, Am Hafen 1, 20457 Hamburg",
		"30:Contact: 040 1234567, post@wessel.de", "30:MwSt 19 %|300:19,00", "30:Netto|300:100,00"),
		`"buyer_name":`+text+`,"seller_phone":`+text+`,"seller_email":`+text+`,"seller_city":`+text+`,"vat_rate":`+number+`,"waybill_number":`+text)
	for name, value := range map[string]string{
		"buyer_name": "Theodor Est", "seller_phone": "040 1234567", "seller_email": "post@wessel.de", "seller_city": "Hamburg", "vat_rate": "19", "waybill_number": "KX4471820",
	} {
		optionOf(f, t, name, value)
	}
}

// TestAnOptionIsWeighedAgainstTheOthers holds what an option has in common with others and with the rest of the document.
func TestAnOptionIsWeighedAgainstTheOthers(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Total boxes: 66|300:Total pieces: 2040"), `"total_boxes":`+number+`,"total_pieces":`+number)
	_, boxes := optionOf(f, t, "total_boxes", "66")
	_, pieces := optionOf(f, t, "total_boxes", "2040")
	if boxes["its label has its words"] <= pieces["its label has its words"] || pieces["its label has a rival's words"] == 0 {
		t.Errorf("boxes %v, pieces %v", boxes, pieces)
	}
	d := sheetOf(t, "30:Wessel GmbH|300:Est AG", "30:Am Hafen 1|300:Am Markt 2", "30:www.wessel.de")
	if !feature.LikeDomain(candidate.NewFinder(d), "Wessel GmbH") || feature.LikeDomain(candidate.NewFinder(d), "Est AG") {
		t.Errorf("addresses of the web: %v", d.Domains())
	}
	forms := sheetOf(t, "30:1. Consignee|300:2. Shipper", "30:", "30:3. Vessel|300:4. For official use")
	last := forms.Pages[0].Rows[len(forms.Pages[0].Rows)-1].Segments[1]
	if !feature.CaptionPrint(candidate.NewFinder(forms), &candidate.Option{Match: candidate.Match{Value: reading.Value{Text: last.Text(), Words: last.Words}}}) {
		t.Error("the heading of a numbered box is a caption")
	}
}

// TestAnAmountAgreesWithTheOtherTwo holds that net and tax and their sum speak for each other.
func TestAnAmountAgreesWithTheOtherTwo(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Subtotal|300:100.00", "30:Tax|300:19.00", "30:Total|300:119.00", "30:Paid|300:120.00"), `"subtotal":`+number+`,"tax":`+number+`,"total":`+number)
	_, right := optionOf(f, t, "total", "119")
	_, wrong := optionOf(f, t, "total", "100")
	if right["agrees with the other sums"] != 1 || wrong["disagrees with the other sums"] != 1 {
		t.Errorf("119: %v, 100: %v", right, wrong)
	}
}

// TestACaptionMayBeGluedToItsValue holds the words that have both, and those that only look so.
func TestACaptionMayBeGluedToItsValue(t *testing.T) {
	t.Parallel()
	got := givenBy(t, sheetOf(t, "30:Invoice no:2403530", "30:Terms of delivery:FCA HAMBURG", "30:Total :EUR 12.50"), `"invoice_number":`+text+`,"delivery_terms":`+text+`,"total":`+number)
	if got["invoice_number"] != "2403530" || got["delivery_terms"] != "FCA HAMBURG" || fmt.Sprint(got["total"]) != "12.5" {
		t.Errorf("%v", got)
	}
}

// TestACaptionOfAPictureMayHaveALetterMisread holds that its value is an option, of pictures alone.
func TestACaptionOfAPictureMayHaveALetterMisread(t *testing.T) {
	t.Parallel()
	d := sheetOf(t, "30:IMANUFACTURER: NORDHOLZ", "30:Inporte: 12.00")
	const properties = `"manufacturer":` + text
	none := fillingOf(t, d, properties)
	if len(none.MendedCaptions()) > 0 {
		t.Error("a text layer is not misread")
	}
	d = sheetOf(t, "30:IMANUFACTURER: NORDHOLZ")
	d.Pages[0].Source = page.SourceOCR
	f := fillingOf(t, d, properties)
	o, _ := optionOf(f, t, "manufacturer", "NORDHOLZ")
	if !slices.Contains(o.Ways, candidate.WayMisread) {
		t.Errorf("ways %v", o.Ways)
	}
}

// TestOnePrintIsNotGivenToTwoPropertiesThatMeanDifferentThings holds that the caption that names one of them better gives it to that one.
func TestOnePrintIsNotGivenToTwoPropertiesThatMeanDifferentThings(t *testing.T) {
	t.Parallel()
	const date = `{"type":"string","format":"date"}`
	for name, tt := range map[string]struct {
		lines    []string
		schema   string
		expected map[string]string
	}{
		"the order's day beside the invoice's, Italian": {
			[]string{"30:FATTURA", "30:", "30:FATTURA N.|150:DATA|250:VS. ORDINE|380:DATA ORDINE|480:RESA", "30:1187/EX|150:30/09/2025|250:OC-20391|380:04/07/2025|480:FCA Schio"},
			`"fecha":` + date + `,"fecha_pedido":` + date, map[string]string{"/fecha": "2025-09-30", "/fecha_pedido": "2025-07-04"},
		},
		"the order's day beside the invoice's, German": {
			[]string{"30:RECHNUNG", "30:", "30:RECHNUNG NR.|150:DATUM|250:IHRE BESTELLUNG|380:BESTELLDATUM", "30:R-25-8841|150:12.06.2025|250:OC 7731|380:28.04.2025"},
			`"date":` + date + `,"order_date":` + date, map[string]string{"/date": "2025-06-12", "/order_date": "2025-04-28"},
		},
		"a product's name and number": {
			[]string{"30:SAFETY DATA SHEET", "30:", "30:Trade name: Velquel Hardener H 55|250:Product no.: 400.8855", "30:Revision date: 17.02.2025|250:Supersedes: 4.0 (09.11.2022)"},
			`"product_name":` + text + `,"product_number":` + text + `,"revision_date":` + date + `,"previous_revision_date":` + date,
			map[string]string{"/product_name": "Velquel Hardener H 55", "/product_number": "400.8855", "/revision_date": "2025-02-17", "/previous_revision_date": "2022-11-09"},
		},
		"an older revision that is not printed": {
			[]string{"30:FICHA DE SEGURIDAD", "30:", "30:Nombre comercial: Velquel TR-46|250:Fecha de revisión: 05.03.2024"},
			`"fecha_revision":` + date + `,"fecha_revision_anterior":` + date, map[string]string{"/fecha_revision": "2024-03-05", "/fecha_revision_anterior": ""},
		},
		"house and master": {
			[]string{"30:ARRIVAL NOTICE", "30:", "30:MBL|150:EGLV143562207781|300:HBL|400:NGBLAX250288"},
			`"house_bl":` + text + `,"master_bl":` + text, map[string]string{"/house_bl": "NGBLAX250288", "/master_bl": "EGLV143562207781"},
		},
		"a master alone": {
			[]string{"30:ARRIVAL NOTICE", "30:", "30:MASTER B/L|150:EGLV143562207781"},
			`"house_bl":` + text + `,"master_bl":` + text, map[string]string{"/house_bl": "", "/master_bl": "EGLV143562207781"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, tt.lines...), tt.schema)
			for pointer, expected := range tt.expected {
				got := ""
				if m := f.Found[pointer]; m != nil {
					got = m.Text
				}
				if got != expected {
					t.Errorf("%s is %q, not %q", pointer, got, expected)
				}
			}
		})
	}
}

// TestNoIsAnAnswerAndNoSignOfANumber holds that "no" alone is the caption of nothing, and "No.:" one.
func TestNoIsAnAnswerAndNoSignOfANumber(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:TRANSPORT", "30:", "30:Environmental hazards|200:no|300:no", "30:Limited quantity|200:10 L|300:30 L"), `"un_number":`+text+`,"number":`+text)
	for pointer, m := range f.Found {
		t.Errorf("%s is %q", pointer, m.Text)
	}
	f = fillingOf(t, sheetOf(t, "30:INVOICE", "30:", "30:No.:|200:77120"), `"number":`+text)
	if m := f.Found["/number"]; m == nil || m.Text != "77120" {
		t.Errorf("%+v", m)
	}
}

// TestWhatCannotBeAnRFCIsANumber holds that only a tax id has to have the form of one on a picture: a reference may be of like letters and digits.
func TestWhatCannotBeAnRFCIsANumber(t *testing.T) {
	t.Parallel()
	d := sheetOf(t, "30:INVOICE", "30:", "30:Invoice no.:|200:FAC009942A0S", "30:Customer tax ID:|200:AQU119922HNS")
	d.Pages[0].Source = page.SourceOCR
	f := fillingOf(t, d, `"invoice_number":`+text+`,"customer_tax_id":`+text)
	if m := f.Found["/invoice_number"]; m == nil || m.Text != "FAC009942A0S" {
		t.Errorf("%+v", m)
	}
	if m := f.Found["/customer_tax_id"]; m != nil {
		t.Errorf("a tax id of a month 99: %q", m.Text)
	}
}
