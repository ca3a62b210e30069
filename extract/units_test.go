package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"tariffdesk/extract"
)

// placed draws lines of cells, each "x text" between bars, one line every sixteen points.
func placed(t testing.TB, lines ...string) []byte {
	t.Helper()
	return placedAt(t, 16, lines...)
}

// placedAt is placed with another pitch of the lines, in points.
func placedAt(t testing.TB, pitch int, lines ...string) []byte {
	t.Helper()
	return drawn(t, func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 8)
		for i, line := range lines {
			for _, cell := range strings.Split(line, "|") {
				var x float64
				at, text, _ := strings.Cut(strings.TrimSpace(cell), " ")
				if _, err := fmt.Sscan(at, &x); err == nil {
					f.Text(x, float64(60+pitch*i), f.UnicodeTranslatorFromDescriptor("")(text))
				}
			}
		}
	})
}

// leaves writes the properties of a schema: each name with what else its leaf says.
func leavesOf(properties ...string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
}

func number(name, more string) string {
	if more != "" {
		more = "," + more
	}
	return fmt.Sprintf(`%q:{"type":"number"%s}`, name, more)
}

// unitWarnings are the warnings of units by their pointer, with the print they quote.
func unitWarnings(t *testing.T, r extract.Result) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, w := range r.Warnings {
		if w.Code != extract.WarningUnit {
			continue
		}
		var printed string
		if err := json.Unmarshal(w.Value, &printed); err != nil {
			t.Fatal(err)
		}
		all[w.Pointer] = printed
		if !strings.Contains(strings.Join(r.Errors, "\n"), w.Pointer+": "+w.Message) {
			t.Errorf("errors say nothing of %s: %q", w.Pointer, r.Errors)
		}
	}
	return all
}

// TestAUnitBindsTheFigureThatIsGiven whatever says it in the schema and wherever it is printed.
func TestAUnitBindsTheFigureThatIsGiven(t *testing.T) {
	t.Parallel()
	totals := placed(t, "200 COMMERCIAL INVOICE", "", "40 CARTONS | 130 GROSS WEIGHT | 260 NET WEIGHT | 400 TOTAL AMOUNT", "130 LB | 190 KG | 260 LB | 320 KG | 400 USD",
		"40 31 | 130 1,322.774 | 190 600.000 | 260 1,102.311 | 320 500.000 | 400 8,250.40")
	swapped := placed(t, "200 PACKING LIST", "", "130 PESO BRUTO | 260 PESO NETO", "130 KG | 190 LB | 260 KG | 320 LB",
		"130 600.000 | 190 1,322.774 | 260 500.000 | 320 1,102.311")
	inline := placed(t, "200 PACKING LIST", "40 Gross weight: 600.00 kg / 1,322.77 lb", "40 Net weight: 500.00 kg / 1,102.31 lb", "40 Volume: 2.50 m3 / 88.29 ft3")
	captions := placed(t, "200 PACKING LIST", "40 Gross weight (lb): 1,322.77 | 300 Gross weight (kg): 600.00", "40 Net weight (lb): 1,102.31 | 300 Net weight (kg): 500.00")
	money := placed(t, "200 FACTURA", "40 Subtotal MXN: 17,000.00 | 300 Subtotal USD: 1,000.00", "40 Total MXN: 19,720.00 | 300 Total USD: 1,160.00")
	for name, c := range map[string]struct {
		file   []byte
		schema json.RawMessage
		want   map[string]float64
	}{
		"header of two rows, by name": {totals, leavesOf(number("gross_weight_kg", ""), number("net_weight_kg", "")), map[string]float64{"gross_weight_kg": 600, "net_weight_kg": 500}},
		"by x-unit":                   {totals, leavesOf(number("gross_weight", `"x-unit":"kg"`), number("net_weight", `"x-unit":"lb"`)), map[string]float64{"gross_weight": 600, "net_weight": 1102.311}},
		"by title":                    {totals, leavesOf(number("gross_weight", `"title":"Gross weight (kg)"`)), map[string]float64{"gross_weight": 600}},
		"by description":              {totals, leavesOf(number("gross_weight", `"description":"Total gross weight in kilograms"`), number("net_weight", `"description":"Total net weight in pounds"`)), map[string]float64{"gross_weight": 600, "net_weight": 1102.311}},
		"twins":                       {totals, leavesOf(number("gross_weight_kg", ""), number("gross_weight_lb", ""), number("netWeightKg", ""), number("netWeightLb", "")), map[string]float64{"gross_weight_kg": 600, "gross_weight_lb": 1322.774, "netWeightKg": 500, "netWeightLb": 1102.311}},
		"kilograms first, in Spanish": {swapped, leavesOf(number("peso_bruto_kg", ""), number("peso_bruto_lb", ""), number("peso_neto_kg", ""), number("peso_neto_lb", "")), map[string]float64{"peso_bruto_kg": 600, "peso_bruto_lb": 1322.774, "peso_neto_kg": 500, "peso_neto_lb": 1102.311}},
		"behind the figure":           {inline, leavesOf(number("gross_weight_lb", ""), number("net_weight_kg", ""), number("volume_ft3", "")), map[string]float64{"gross_weight_lb": 1322.77, "net_weight_kg": 500, "volume_ft3": 88.29}},
		"in the caption":              {captions, leavesOf(number("gross_weight_lb", ""), number("gross_weight_kg", ""), number("net_weight_kg", "")), map[string]float64{"gross_weight_lb": 1322.77, "gross_weight_kg": 600, "net_weight_kg": 500}},
		"currencies":                  {money, leavesOf(number("total_usd", ""), number("total_mxn", ""), number("subtotal", `"x-unit":"USD"`)), map[string]float64{"total_usd": 1160, "total_mxn": 19720, "subtotal": 1000}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, got := extracted(t, newEngine(t), extract.Request{File: c.file, Schema: c.schema})
			for property, want := range c.want {
				if data[property] != want {
					t.Errorf("%s: %v, want %v: %s %q", property, data[property], want, got.Data, got.Errors)
				}
			}
			if all := unitWarnings(t, got); len(all) != 0 {
				t.Errorf("warned of %v", all)
			}
		})
	}
}

// TestAFigureInAnotherUnitIsLeftOutOrConverted and either is said, with the print.
func TestAFigureInAnotherUnitIsLeftOutOrConverted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines     []string
		property  string
		more      string
		printed   string
		converted float64 // 0 where nothing converts it
	}{
		"pounds for kilograms":       {[]string{"40 Gross weight: 1,000.00 lb"}, "gross_weight_kg", "", "1,000.00 lb", 453.59237},
		"tonnes for kilograms":       {[]string{"40 Gross weight: 2.5 t"}, "gross_weight", `"x-unit":"kg"`, "2.5 t", 2500},
		"cubic feet for metres":      {[]string{"40 Volume: 100 ft3"}, "volume_m3", "", "100 ft3", 2.831685},
		"in the caption":             {[]string{"40 Net weight (LB): 500.00"}, "net_weight_kg", "", "500.00", 226.796185},
		"Fahrenheit for Celsius":     {[]string{"40 Temperature: 14 °F"}, "temperature_c", "", "14 °F", -10},
		"pesos for dollars":          {[]string{"40 Total: 19,720.00 MXN"}, "total_usd", "", "19,720.00 MXN", 0},
		"a ton that may be any":      {[]string{"40 Gross weight: 3 tons"}, "gross_weight_kg", "", "3 tons", 0},
		"currency in a line of text": {[]string{"40 Moneda: MXN", "40 Total: 19,720.00"}, "total", `"description":"Total in USD"`, "19,720.00", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := placed(t, append([]string{"200 INVOICE", "40 Invoice number: A-17"}, c.lines...)...)
			for _, convert := range []bool{false, true} {
				data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number(c.property, strings.Trim(c.more+fmt.Sprintf(`,"x-convert":%v`, convert), ",")))})
				var want any
				if convert && c.converted != 0 {
					want = c.converted
				}
				if data[c.property] != want {
					t.Errorf("x-convert %v: %v, want %v: %q", convert, data[c.property], want, got.Errors)
				}
				if all := unitWarnings(t, got); all["/"+c.property] != c.printed {
					t.Errorf("x-convert %v: warned of %v, want %q", convert, all, c.printed)
				}
			}
		})
	}
}

// TestUnitsBindTheCellsOfLists under headers of one row and of two, and a column in another unit is left out for all rows.
func TestUnitsBindTheCellsOfLists(t *testing.T) {
	t.Parallel()
	list := func(properties ...string) json.RawMessage {
		return leavesOf(`"items":{"type":"array","items":{"type":"object","properties":{` + strings.Join(append([]string{`"item_no":{"type":"string"}`}, properties...), ",") + `}}}`)
	}
	two := placed(t, "200 PACKING LIST", "", "150 GROSS WEIGHT | 290 NET WEIGHT", "40 ITEM NO | 150 LB | 210 KG | 290 LB | 350 KG | 420 QTY",
		"40 AX-100 | 150 220.462 | 210 100.000 | 290 198.416 | 350 90.000 | 420 12", "40 AX-200 | 150 440.925 | 210 200.000 | 290 396.832 | 350 180.000 | 420 24", "40 AX-300 | 150 22.046 | 210 10.000 | 290 19.842 | 350 9.000 | 420 2")
	one := placed(t, "200 LISTA DE EMPAQUE", "", "40 Item no | 110 Qty | 160 Gross wt (lb) | 240 Gross wt (kg) | 320 Vol (m3)",
		"40 AX-100 | 110 12 | 160 220.462 | 240 100.000 | 320 0.40", "40 AX-200 | 110 24 | 160 440.925 | 240 200.000 | 320 0.80", "40 AX-300 | 110 2 | 160 22.046 | 240 10.000 | 320 0.05")
	pounds := placed(t, "200 PACKING LIST", "", "40 Item no | 110 Qty | 160 Gross weight (lb)",
		"40 AX-100 | 110 12 | 160 220.462", "40 AX-200 | 110 24 | 160 440.925", "40 AX-300 | 110 2 | 160 22.046")
	inCells := placed(t, "200 PACKING LIST", "", "40 Item no | 110 Qty | 160 Gross weight",
		"40 AX-100 | 110 12 | 160 220.462 LB", "40 AX-200 | 110 24 | 160 440.925 LB", "40 AX-300 | 110 2 | 160 22.046 LB")
	for name, c := range map[string]struct {
		file   []byte
		schema json.RawMessage
		want   map[string][]any
		warned string
	}{
		"two rows":           {two, list(number("gross_weight_kg", ""), number("net_weight_kg", "")), map[string][]any{"gross_weight_kg": {100.0, 200.0, 10.0}, "net_weight_kg": {90.0, 180.0, 9.0}}, ""},
		"two rows, twins":    {two, list(number("gross_weight_kg", ""), number("gross_weight_lb", ""), number("net_weight_kg", ""), number("net_weight_lb", "")), map[string][]any{"gross_weight_kg": {100.0, 200.0, 10.0}, "gross_weight_lb": {220.462, 440.925, 22.046}, "net_weight_lb": {198.416, 396.832, 19.842}, "net_weight_kg": {90.0, 180.0, 9.0}}, ""},
		"one row":            {one, list(number("gross_weight_kg", ""), number("quantity", "")), map[string][]any{"gross_weight_kg": {100.0, 200.0, 10.0}, "quantity": {12.0, 24.0, 2.0}}, ""},
		"one row, by x-unit": {one, list(number("gross_weight", `"x-unit":"lb"`), number("quantity", "")), map[string][]any{"gross_weight": {220.462, 440.925, 22.046}}, ""},
		"left out":           {pounds, list(number("gross_weight_kg", ""), number("quantity", "")), map[string][]any{"gross_weight_kg": {nil, nil, nil}, "quantity": {12.0, 24.0, 2.0}}, "220.462"},
		"converted":          {pounds, list(number("gross_weight_kg", `"x-convert":true`), number("quantity", "")), map[string][]any{"gross_weight_kg": {99.999881, 200.000216, 9.999897}}, "220.462"},
		"left out, cells":    {inCells, list(number("gross_weight_kg", ""), number("quantity", "")), map[string][]any{"gross_weight_kg": {nil, nil, nil}}, "220.462 LB"},
		"converted, cells":   {inCells, list(number("gross_weight_kg", `"x-convert":true`), number("quantity", "")), map[string][]any{"gross_weight_kg": {99.999881, 200.000216, 9.999897}}, "220.462 LB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, got := extracted(t, newEngine(t), extract.Request{File: c.file, Schema: c.schema})
			items, _ := data["items"].([]any)
			if len(items) != 3 {
				t.Fatalf("%s %q", got.Data, got.Errors)
			}
			for property, want := range c.want {
				for i, item := range items {
					row, _ := item.(map[string]any)
					if row[property] != want[i] {
						t.Errorf("row %d %s: %v, want %v", i, property, row[property], want[i])
					}
				}
			}
			if all := unitWarnings(t, got); c.warned == "" && len(all) > 0 || c.warned != "" && all["/items/0/gross_weight_kg"] != c.warned {
				t.Errorf("warned of %v, want %q", all, c.warned)
			}
		})
	}
}

// TestWhatIsNoUnitOfTheFigureBindsNothing: what it is a price per, an example, a choice of two.
func TestWhatIsNoUnitOfTheFigureBindsNothing(t *testing.T) {
	t.Parallel()
	content := placed(t, "200 INVOICE", "40 Gross weight: 1,000.00 lb", "40 Freight: 12.50 USD")
	for name, property := range map[string]string{
		"an example":  `"description":"Gross weight, e.g. 500 kg"`,
		"a choice":    `"description":"Gross weight in kg or lb"`,
		"an unknown":  `"x-unit":"stone"`,
		"per another": `"description":"Gross weight of the goods per kg of packing"`,
	} {
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number("gross_weight", property))})
		if data["gross_weight"] != 1000.0 {
			t.Errorf("%s: %s %q", name, got.Data, got.Errors)
		}
	}
	if problems := extract.CheckSchema(leavesOf(number("gross_weight", `"x-unit":7`), number("net_weight", `"x-convert":"yes"`))); len(problems) != 2 ||
		!strings.Contains(problems[0], "gross_weight/x-unit") || !strings.Contains(problems[1], "net_weight/x-convert") {
		t.Errorf("%q", problems)
	}
}
