package extract_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
)

// united joins layouts to one file.
func united(t *testing.T, names ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "united.pdf")
	var args []string
	for _, name := range names {
		args = append(args, "testdata/layouts/"+name)
	}
	if text, err := exec.CommandContext(t.Context(), "pdfunite", append(args, out)...).CombinedOutput(); err != nil {
		t.Fatalf("pdfunite: %v: %s", err, text)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

const numberSchema = `{"type":"object","properties":{"invoice_number":{"type":"string"},"bill_of_lading_number":{"type":"string"},"total_amount":{"type":"number"}}}`

// TestDocumentsOfAFileAreToldApart holds that what is given comes from one document alone, from the one that the caller names, and
// that the others are told.
func TestDocumentsOfAFileAreToldApart(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	content := united(t, "07_commercial_invoice_en.pdf", "08_commercial_invoice_es.pdf", "100_air_waybill_en.pdf")
	r := extract.Request{File: content, Schema: []byte(numberSchema), DocumentType: "invoice"}
	whole, err := e.Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for i, d := range whole.Documents {
		if d.Document != i+1 || len(d.Pages) == 0 || d.Data != nil {
			t.Errorf("%+v", d)
		}
		types = append(types, d.Type)
	}
	if want := []string{"commercial_invoice", "commercial_invoice", "air_waybill"}; !slices.Equal(types, want) {
		t.Fatalf("%v, want %v: %+v", types, want, whole.Documents)
	}
	if told := ofCode(whole, extract.WarningDocuments); len(told) != 1 || *told[0].Document != 1 ||
		!slices.ContainsFunc(whole.Errors, func(s string) bool { return strings.Contains(s, "holds 3 documents") }) {
		t.Errorf("warnings %+v, errors %v", whole.Warnings, whole.Errors)
	}
	r.Split = true
	split, err := e.Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if string(split.Data) != string(whole.Data) || string(split.Documents[0].Data) != string(whole.Data) || len(ofCode(split, extract.WarningDocuments)) != 0 {
		t.Errorf("with split %s, without %s", split.Data, whole.Data)
	}
	for _, d := range split.Documents {
		from, to := d.Pages[0], d.Pages[len(d.Pages)-1]
		alone, err := e.Extract(t.Context(), extract.Request{File: content, Schema: r.Schema, DocumentType: r.DocumentType, Pages: []extract.PageRange{{First: from, Last: to}}})
		if err != nil || string(alone.Data) != string(d.Data) || alone.Pages != len(d.Pages) || len(alone.Documents) != 1 || !slices.Equal(alone.Documents[0].Pages, d.Pages) {
			t.Errorf("document %d: %s with split, alone %s %+v: %v", d.Document, d.Data, alone.Data, alone.Documents, err)
		}
	}
	r.DocumentType, r.Split = "air waybill", false
	last, err := e.Extract(t.Context(), r)
	if told := ofCode(last, extract.WarningDocuments); err != nil || len(told) != 1 || *told[0].Document != 3 {
		t.Errorf("%+v: %v", last.Warnings, err)
	}
	only, err := e.Split(t.Context(), extract.Request{File: content})
	if err != nil || len(only.Documents) != 3 || only.Pages != whole.Pages {
		t.Errorf("%+v: %v", only, err)
	}
}

// TestNothingIsMergedWithoutAWord holds that data of pages that may be of two documents comes with the doubt that parting them tells.
func TestNothingIsMergedWithoutAWord(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	note := []string{"Norte Pumps Ltd", "DELIVERY NOTE", "Delivery note no: DN-5501", "Date: 6 May 2025", "", "Article|Serial|Pieces", "Pump P20|SN-1188|1", "Pump P20|SN-1189|1"}
	for name, behind := range map[string][]string{
		"a bill":           {"Riverside Water District", "Customer Dana Whitlock", "Bill date: 2 March 2025", "Amount due: 94.35", "Due date: 23 March 2025", "Previous balance: 88.10"},
		"a bill of lading": {"Olmo Shipping Lines", "BILL OF LADING for combined transport", "B/L No: OSL-77120", "Shipper: Alder Timber Oy", "Vessel: NORDIC PINE", "Port of loading: Kotka"},
	} {
		content := textPDF(note, behind)
		parted, err := e.Split(t.Context(), extract.Request{File: content})
		if err != nil {
			t.Fatal(err)
		}
		var doubts []string
		for _, d := range parted.Documents {
			for _, w := range d.Warnings {
				doubts = append(doubts, w.Message)
			}
		}
		if len(parted.Documents) == 1 && len(doubts) == 0 {
			t.Fatalf("%s: one document and no doubt: %+v", name, parted.Documents)
		}
		whole, err := e.Extract(t.Context(), extract.Request{File: content, Schema: []byte(numberSchema), DocumentType: "delivery note"})
		if err != nil {
			t.Fatal(err)
		}
		told := ofCode(whole, extract.WarningDocuments)
		if len(told) == 0 {
			t.Errorf("%s: nothing is said", name)
		}
		for _, message := range doubts {
			if !slices.ContainsFunc(told, func(w extract.Warning) bool { return w.Message == message }) || !slices.Contains(whole.Errors, message) {
				t.Errorf("%s: %q is not told in %+v", name, message, told)
			}
		}
	}
}

// TestADocumentOfAnotherTypeIsSaid holds that it is told, and that no value of a built-in schema that was guessed from another document is sure.
func TestADocumentOfAnotherTypeIsSaid(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	lading, _ := builtin.Schema("bill_of_lading")
	var spaced bytes.Buffer // as it is kept between the request and the work
	if err := json.Compact(&spaced, lading); err != nil {
		t.Fatal(err)
	}
	layout := file(t, "testdata/layouts/07_commercial_invoice_en.pdf")
	for name, c := range map[string]struct {
		schema, named string
		want, sure    bool
	}{
		"the built-in schema of another":   {string(lading), "document", true, false},
		"the same without spaces":          {spaced.String(), "bill of lading", true, false},
		"another by name":                  {numberSchema, "packing list", true, true},
		"its own type":                     {numberSchema, "invoice", false, true},
		"a name that is none of the known": {numberSchema, "document", false, true},
	} {
		r, err := e.Extract(t.Context(), extract.Request{File: layout, Schema: []byte(c.schema), DocumentType: c.named, Grounding: true})
		if err != nil {
			t.Fatal(err)
		}
		told := ofCode(r, extract.WarningType)
		if (len(told) == 1) != c.want {
			t.Errorf("%s: %+v", name, told)
		}
		sure := 0
		for _, f := range r.Fields {
			if f.Confidence >= 0.70 {
				sure++
			}
		}
		if len(r.Fields) == 0 || c.want && string(told[0].Value) != `"commercial_invoice"` || c.sure != (sure > 0) {
			t.Errorf("%s: %d of %d values are sure, %+v", name, sure, len(r.Fields), told)
		}
	}
}

// TestACopyHasTheNumberAndTheIssuerOfAnother holds that like goods, day and amount make no copy, and one number no single document.
func TestACopyHasTheNumberAndTheIssuerOfAnother(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	english := func(seller, number, amount, more string) []string {
		return []string{seller, "COMMERCIAL INVOICE", "Invoice No.: " + number, "Date: 12 May 2026", "Buyer: Orchard Interiors, Leeds", "Item|Description|Amount", "K1|Pine board 20 mm|" + amount, "Total|USD|" + amount, more}
	}
	spanish := func(seller, number, more string) []string {
		return []string{seller, "FACTURA", "Folio: " + number, "Fecha: 4 de agosto de 2026", "Cliente: Muebles Aranda, Tlaxcala", "Cant.|Concepto|Importe", "40|Rollo de tela gabardina|10,000.00", "IVA 16%||1,600.00", "Total||11,600.00",
			"Son once mil seiscientos pesos con cero centavos.", "Pagaderos a treinta dias de la fecha en una sola exhibicion.", more}
	}
	for name, c := range map[string]struct {
		papers [][]string
		want   []int // of which each page is a copy; -1 for one that goes on with the document before
	}{
		"another number":      {[][]string{english("Lopez Export SA", "901", "500.00", ""), english("Lopez Export SA", "902", "500.00", "")}, []int{0, 0}},
		"a copy behind one":   {[][]string{spanish("Textiles del Valle", "F-3301", ""), spanish("Textiles del Valle", "F-3302", ""), spanish("Textiles del Valle", "F-3301", "")}, []int{0, 0, 1}},
		"printed again":       {[][]string{spanish("Textiles del Valle", "F-3301", "10:32"), spanish("Textiles del Valle", "F-3301", "17:04")}, []int{0, 1}},
		"another seller":      {[][]string{english("Lopez Export SA", "1001", "500.00", ""), english("Ziegler Holz GmbH", "1001", "500.00", "")}, []int{0, 0}},
		"no legal form":       {[][]string{spanish("Textiles del Valle", "4410", ""), spanish("Hilados San Juan", "4410", "")}, []int{0, 0}},
		"another amount":      {[][]string{english("Lopez Export SA", "901", "500.00", ""), english("Lopez Export SA", "901", "560.00", "")}, []int{0, 0}},
		"a page of its terms": {[][]string{english("Lopez Export SA", "901", "500.00", ""), {"Terms of sale", "Goods stay ours until they are paid.", "Claims are made within eight days."}}, []int{0, -1}},
	} {
		got, err := e.Split(t.Context(), extract.Request{File: textPDF(c.papers...)})
		if err != nil {
			t.Fatal(err)
		}
		var is []int
		for _, d := range got.Documents {
			is = append(is, d.CopyOf)
			for range d.Pages[1:] {
				is = append(is, -1)
			}
		}
		if !slices.Equal(is, c.want) {
			t.Errorf("%s: %v, want %v: %+v", name, is, c.want, got.Documents)
		}
	}
}

// TestAPaperWithACertifiedFolioIsACfdi whatever it calls itself; an invoice without one is none, nor is a UUID alone.
func TestAPaperWithACertifiedFolioIsACfdi(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	const folio, other = "0B1C2D3E-4F50-4161-8273-8495A6B7C8D9", "AAAA0000-1111-4222-8333-BBBB44445555"
	goods := []string{"Clave   Cantidad   Descripción   Precio unitario   Importe", "100   2   Silla de roble   500.00   1,000.00", "Subtotal   1,000.00", "IVA 16%   160.00", "Total   1,160.00"}
	for name, c := range map[string]struct {
		lines     []string
		want, ref string
	}{
		"called an invoice":  {append([]string{"MUEBLES DEL VALLE SA DE CV", "Factura", "RFC: MVA010203AB9", "Uso CFDI: G03"}, append(goods, "Folio fiscal: "+folio, "No. serie certificado SAT: 00001000000500000000")...), "cfdi", folio},
		"with a related one": {append([]string{"MUEBLES DEL VALLE SA DE CV", "Factura", "RFC: MVA010203AB9", "CFDI relacionados 04", "UUID: " + other}, append(goods, "Folio fiscal: "+folio, "Sello digital: JDilND8mGn8Lkf")...), "cfdi", folio},
		"without one":        {append([]string{"MUEBLES DEL VALLE SA DE CV", "Factura", "RFC: MVA010203AB9"}, goods...), "commercial_invoice", ""},
		"a UUID alone":       {append([]string{"VALLEY FURNITURE INC", "Commercial invoice", "Invoice number: A-100", "Batch: " + other}, goods...), "commercial_invoice", "A-100"},
	} {
		got, err := e.Extract(t.Context(), extract.Request{File: pageOf(t, c.lines...), Schema: []byte(numberSchema), DocumentType: "document"})
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Documents[0]; d.Type != c.want || c.ref != "" && d.Reference != c.ref {
			t.Errorf("%s: %+v, want %s %s", name, d, c.want, c.ref)
		}
	}
}

// TestABuiltInSchemaSaysWhatADocumentIs where the caller does not: the lines of a till were not read.
func TestABuiltInSchemaSaysWhatADocumentIs(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"receipt", "document", "receipt"}, {"bill_of_lading", "documento", "bill of lading"}, {"receipt", "ticket de compra", "ticket de compra"},
		{"packing_list", "commercial invoice", "commercial invoice"}, {"", "document", "document"}, {"our_receipt", "document", "document"},
	} {
		if got := extract.TypeOf(c[0], c[1]); got != c[2] {
			t.Errorf("%q by %q: %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

// TestABoxThatNamesAnotherPartyIsThatParty holds for names of parties that the schema does not ask for, and that what says that there is no
// value is none.
func TestABoxThatNamesAnotherPartyIsThatParty(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	schema := []byte(`{"type":"object","properties":{"consignee_name":{"type":"string"},"notify_party":{"type":"string"},"vessel":{"type":"string"},"place_of_delivery":{"type":"string"},"buyer_tax_id":{"type":"string"},"seal":{"type":"string"}}}`)
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"the buyer": {[]string{"Lopez Export SA", "INVOICE 881", "Seller: Lopez Export SA", "Buyer: Maderas Lerma SA", "Consignee: Same as buyer", "Notify party: Same as consignee", "Vessel: N/A", "Place of delivery: XXXX", "VAT 22% EUR 400.00", "Seal: NONE"},
			"Maderas Lerma SA"},
		"the one above": {[]string{"Lopez Export SA", "FACTURA 881", "Vendedor: Lopez Export SA", "Comprador: Maderas Lerma SA", "Consignatario: El mismo", "Notificar a: El mismo consignatario", "Buque: POR CONFIRMAR", "Lugar de entrega: N/A"},
			"Maderas Lerma SA"},
	} {
		got, err := e.Extract(t.Context(), extract.Request{File: pageOf(t, c.lines...), Schema: schema, DocumentType: "invoice"})
		if err != nil {
			t.Fatal(err)
		}
		var data map[string]any
		if err := json.Unmarshal(got.Data, &data); err != nil {
			t.Fatal(err)
		}
		if want := map[string]any{"consignee_name": c.want, "notify_party": c.want}; !maps.Equal(data, want) {
			t.Errorf("%s: %v, want %v", name, data, want)
		}
		for _, w := range got.Warnings {
			if (w.Pointer == "/vessel" || w.Pointer == "/place_of_delivery") && w.Reason != "absent" {
				t.Errorf("%s: %+v", name, w)
			}
		}
	}
}
