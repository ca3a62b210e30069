package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract"
)

func day(name string) string { return fmt.Sprintf(`%q:{"type":"string","format":"date"}`, name) }

// checked are the warnings of values that may be wrong, by their pointer, with the value that came second.
func checked(r extract.Result) map[string]string {
	all := map[string]string{}
	for _, w := range r.Warnings {
		if w.Code == extract.WarningCheck && w.RunnerUp != nil {
			all[w.Pointer] = strings.Trim(string(w.RunnerUp.Value), `"`)
		}
	}
	return all
}

// TestThePeriodOfABillHasItsFirstAndLastDay however it is written, and is not the day of the bill.
func TestThePeriodOfABillHasItsFirstAndLastDay(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][3]string{
		"Billing period: May 1 - May 31, 2025. Issued June 2, 2025":                                {"2025-05-01", "2025-05-31", "2025-06-02"},
		"Service period: 1–31 May 2025. Issued 2 June 2025":                                        {"2025-05-01", "2025-05-31", "2025-06-02"},
		"Billing period: 05/01/25-05/31/25. Issued 06/02/25":                                       {"2025-05-01", "2025-05-31", "2025-06-02"},
		"Periodo: del 1 al 31 de mayo de 2025. Fecha de emisión 2 de junio de 2025":                {"2025-05-01", "2025-05-31", "2025-06-02"},
		"Billing period: Dec 15, 2024 to Jan 14, 2025. Statement date Jan 16, 2025":                {"2024-12-15", "2025-01-14", "2025-01-16"},
		"Periodo facturado: 15 de diciembre de 2024 al 14 de enero de 2025. Emitido el 16/01/2025": {"2024-12-15", "2025-01-14", "2025-01-16"},
	} {
		content := placed(t, "40 Acme Water Company", "40 Invoice number: 5512", "40 "+line, "40 Total: 20.00 USD")
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(day("period_start"), day("period_end"), day("issue_date"))})
		if data["period_start"] != want[0] || data["period_end"] != want[1] || data["issue_date"] != want[2] {
			t.Errorf("%q: %s %q", line, got.Data, got.Errors)
		}
	}
}

// TestADateIsWhatItsSentenceSays and not the nearest one.
func TestADateIsWhatItsSentenceSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, property, want string }{
		{"Valid until 30 June 2025. Date 2 June 2025.", "valid_until", "2025-06-30"},
		{"Le cargaremos en su cuenta el importe el día 18 de febrero de 2025. Fecha de emisión 7 de febrero de 2025.", "fecha_emision", "2025-02-07"},
		{"We will debit your account; payment is due on March 23, 2025. Issued March 2, 2025.", "issue_date", "2025-03-02"},
	} {
		content := placed(t, "40 Parr & Sons Ltd", "40 "+c.line, "40 Total: 20.00")
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(day(c.property))})
		if data[c.property] != c.want {
			t.Errorf("%q: %s %q", c.line, got.Data, got.Errors)
		}
	}
}

// TestTheOrderOfDayAndMonthIsDecidedByTheDocumentOrDoubted by its language and its other dates, whatever the captions are.
func TestTheOrderOfDayAndMonthIsDecidedByTheDocumentOrDoubted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
		other string
	}{
		"Spanish, on American paper": {[]string{"40 Carta Porte CP-0553", "40 Tel. (555) 555-0100", "40 Descripción | 200 Cantidad | 300 Peso", "40 Salida: 11/06/2025 | 200 Llegada: 12/06/2025"}, "2025-06-11", ""},
		"told by another date":       {[]string{"40 WAYBILL W-5", "40 Departure | 200 Printed", "40 11/06/2025 | 200 25/06/2025"}, "2025-06-11", ""},
		"month first, told":          {[]string{"40 WAYBILL W-5", "40 Departure | 200 Printed", "40 11/06/2025 | 200 11/25/2025"}, "2025-11-06", ""},
		"nothing tells":              {[]string{"40 WAYBILL W-5", "40 Departure | 200 Printed", "40 11/06/2025 | 200 12/06/2025"}, "", "either"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			property := "departure_date"
			if strings.HasPrefix(name, "Spanish") {
				property = "fecha_salida"
			}
			data, got := extracted(t, newEngine(t), extract.Request{File: placed(t, c.lines...), Schema: leavesOf(day(property))})
			second := checked(got)["/"+property]
			if c.other == "" && (data[property] != c.want || second != "") {
				t.Errorf("%v, want %s; second %q: %q", data[property], c.want, second, got.Errors)
			}
			if both := map[any]string{"2025-06-11": "2025-11-06", "2025-11-06": "2025-06-11"}; c.other != "" && (data[property] == nil || second != both[data[property]]) {
				t.Errorf("%v, second %q", data[property], second)
			}
		})
	}
}

// TestAPointIsReadByTheWholeDocument as the mark of thousands where all amounts say so, and doubted where nothing decides.
func TestAPointIsReadByTheWholeDocument(t *testing.T) {
	t.Parallel()
	items := json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"},"servicios":{"type":"array","items":{"type":"object","properties":{"servicio":{"type":"string"},"cantidad":{"type":"number"},"valor":{"type":"number"}}}}}}`)
	for sign, want := range map[string][2]float64{"$ %s": {35000, 87500}, "CLP %s": {35000, 87500}, "Gs. %s": {35000, 87500}, "COP$ %s": {35000, 87500}} {
		amount := func(s string) string { return fmt.Sprintf(sign, s) }
		content := placed(t, "40 Boleta 770", "40 Fecha 03-04-2025", "", "40 Servicio | 160 Cantidad | 260 Valor", "40 Limpieza | 160 1 | 260 "+amount("35.000"), "40 Resina | 160 1 | 260 "+amount("52.500"), "", "40 Total: "+amount("87.500"))
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: items})
		list, _ := data["servicios"].([]any)
		if len(list) != 2 || data["total"] != want[1] || list[0].(map[string]any)["valor"] != want[0] { //nolint:forcetypeassert // a list of objects
			t.Errorf("%s: %s %q", sign, got.Data, got.Errors)
		}
	}
	scale := placed(t, "40 Báscula pública", "40 Peso bruto: 37.380 kg", "40 Peso tara: 14.180 kg", "40 Peso neto: 23.200 kg")
	data, got := extracted(t, newEngine(t), extract.Request{File: scale, Schema: leavesOf(number("peso_bruto_kg", ""))})
	if second := checked(got)["/peso_bruto_kg"]; data["peso_bruto_kg"] != 37.38 || second != "37380" {
		t.Errorf("%v, second %q: %q", data["peso_bruto_kg"], second, got.Errors)
	}
	known := placed(t, "40 Packing list", "40 Gross weight: 37.380 kg", "40 Total amount: 1,250.50")
	if data, got := extracted(t, newEngine(t), extract.Request{File: known, Schema: leavesOf(number("gross_weight_kg", ""))}); data["gross_weight_kg"] != 37.38 || checked(got)["/gross_weight_kg"] != "" {
		t.Errorf("%v: %q", data, got.Errors)
	}
}

// TestAmountsAreReadBehindAnySignOfACurrency in lists and totals, with the currency where the sign is that of one alone.
func TestAmountsAreReadBehindAnySignOfACurrency(t *testing.T) {
	t.Parallel()
	schema := json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"},"lines":{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"quantity":{"type":"number"},"amount":{"type":"number"}}}}}}`)
	for _, sign := range []string{"CA$", "A$", "NZ$ ", "MX$", "S/ ", "Bs. ", "Rs. ", "US$ ", "HK$"} {
		content := placed(t, "40 Invoice 773", "", "40 Description | 160 Quantity | 260 Amount", "40 Cleaning | 160 1 | 260 "+sign+"1,250.00", "40 Filling | 160 1 | 260 "+sign+"340.50", "", "40 Total: "+sign+"1,590.50")
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: schema})
		list, _ := data["lines"].([]any)
		if len(list) != 2 || data["total"] != 1590.5 || list[0].(map[string]any)["amount"] != 1250.0 { //nolint:forcetypeassert // a list of objects
			t.Errorf("%s: %s %q", sign, got.Data, got.Errors)
		}
	}
}
