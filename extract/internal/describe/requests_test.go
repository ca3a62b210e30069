package describe

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

func newWriter(t testing.TB) *Writer {
	t.Helper()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(dict)
}

// outline writes the properties of a schema in one line, in their order.
func outline(properties *fields) string {
	var all []string
	for name, p := range properties.All() {
		kind := p.Type
		switch {
		case p.Enum != nil:
			kind = "enum(" + strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", p.Enum), `" "`, "|"), `["]`) + ")"
		case p.Format != "":
			kind = p.Format
		}
		if p.Items != nil && p.Items.Properties == nil {
			all = append(all, name+"["+p.Items.Type+"]")
			continue
		}
		if p.Items != nil {
			all = append(all, name+"["+outline(p.Items.Properties)+"]")
			continue
		}
		all = append(all, name+":"+kind)
	}
	return strings.Join(all, " ")
}

// TestARequestIsGivenTheFieldsItNames in the words of its language, each with its type, and nothing else.
func TestARequestIsGivenTheFieldsItNames(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(t)
	right, all := 0, 0
	for _, entry := range strings.Split(string(raw), "\n\n") {
		request, want, ok := strings.Cut(entry, "\n= ")
		if !ok {
			continue
		}
		all++
		generated, _, err := w.Generate("", request)
		if err != nil {
			t.Errorf("%s\n%v", request, err)
			continue
		}
		if _, err := schema.Parse(generated); err != nil {
			t.Errorf("%s\n%v", request, err)
		}
		var got Object
		if err := json.Unmarshal(generated, &got); err != nil {
			t.Fatal(err)
		}
		if o := outline(got.Properties); o != strings.TrimSpace(want) {
			t.Errorf("%s\ngot  %s\nwant %s", request, o, strings.TrimSpace(want))
			continue
		}
		right++
	}
	t.Logf("%d of %d requests", right, all)
}

func itemsOf(t *testing.T, raw json.RawMessage) *fields {
	t.Helper()
	var root Object
	if err := json.Unmarshal(raw, &root); err != nil {
		t.Fatal(err)
	}
	return root.Properties.get("items").Items.Properties
}

// TestBothOfTwoWeightsAreToldWithTheirUnit where it stands behind the second alone.
func TestBothOfTwoWeightsAreToldWithTheirUnit(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	for request, want := range map[string]map[string]string{
		"Air waybill: gross and chargeable weight in kg": {"gross_weight": "Gross weight in kg", "chargeable_weight": "Chargeable weight in kg"},
		"Packing list: net and tare weight (lb), boxes":  {"net_weight": "Net weight (lb)", "tare_weight": "Tare weight (lb)"},
		"Lista de empaque: peso neto y bruto en kilos":   {"peso_neto": "Peso neto en kilos", "peso_bruto": "Peso bruto en kilos"},
	} {
		raw, _, err := w.Generate("", request)
		var got Object
		if err != nil || json.Unmarshal(raw, &got) != nil {
			t.Fatalf("%s: %v", request, err)
		}
		for name, told := range want {
			if p := got.Properties.get(name); p == nil || p.Description != told {
				t.Errorf("%s: %s is told %+v, want %q", request, name, p, told)
			}
		}
	}
}

// TestWhatIsNotUnderstoodIsTold as it was written, and becomes no field; what is said for courtesy is not told.
func TestWhatIsNotUnderstoodIsTold(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	for request, want := range map[string][]string{
		"Invoice number and total. How does that compare with the offer?":                                                         {"How does that compare with the offer"},
		"Factura: folio y total. ¿Por qué cambió el precio?":                                                                      {"Por qué cambió el precio"},
		"Order number, buyer, the thing my colleague told you about when we met at the fair in spring last year somewhere, total": {"the thing my colleague told you about when we met at the fair in spring last year somewhere"},
		"Please give me the invoice number, the date and the total. Thanks!":                                                      nil,
		"Be brief. Invoice number and total.":                                                                                     {"Be brief"},
		"Invoice number, date; use ISO dates":                                                                                     {"use ISO dates"},
		"The scan is a bit crooked and dark. Shipper, consignee":                                                                  {"The scan is a bit crooked and dark"},
		"Could you help me with this? I need the total and the due date":                                                          {"Could you help me with this"},
		"What colour is the sky? Number and total of the invoice":                                                                 {"What colour is the sky"},
		"Total and due date. Do you think it is a fake?":                                                                          {"Do you think it is a fake"},
		"This is my electricity bill, please extract account number, amount due":                                                  {"This is my electricity bill"},
		"Folio y total de la factura. Por favor respóndeme en JSON.":                                                              {"Por favor respóndeme en JSON"},
		"¿Me ayudarás con esto? Necesito el folio y el total.":                                                                    {"Me ayudarás con esto"},
		"Esta factura se ve borrosa. Quiero folio y total, no inventes nada":                                                      {"Esta factura se ve borrosa", "no inventes nada"},
		"¿De qué color es el cielo? Fecha y total de la factura":                                                                  {"De qué color es el cielo"},
		"Hola, buenos días. Necesito folio, fecha y total, gracias por su apoyo":                                                  nil,
		"Make and model of the car, leave days, use tax, answer date, total":                                                      nil,
		"Registro del alumno: nombre, edad, ¿usa transporte?":                                                                     nil,
	} {
		raw, lost, err := w.Generate("", request)
		if err != nil || !slices.Equal(lost, want) {
			t.Errorf("%s: %q %v, want %q: %s", request, lost, err, want, raw)
		}
		for _, remark := range want {
			if strings.Contains(string(raw), remark) {
				t.Errorf("%s: a field is made of %q: %s", request, remark, raw)
			}
		}
	}
}
