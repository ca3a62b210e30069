package extract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// itemsOf is the schema of a list of items with a code and other properties.
func itemsOf(properties ...string) json.RawMessage {
	return leavesOf(`"items":{"type":"array","items":{"type":"object","properties":{` + strings.Join(append([]string{`"item_no":{"type":"string"}`, number("quantity", "")}, properties...), ",") + `}}}`)
}

// TestAUnitBindsWhereverTheDocumentStatesIt: in a sentence, on a line of its own, in a column, behind the total or by a sign.
func TestAUnitBindsWhereverTheDocumentStatesIt(t *testing.T) {
	t.Parallel()
	header, rows := "40 Item no | 110 Qty | 160 Gross weight | 260 Net weight", []string{"40 AX-100 | 110 12 | 160 220 | 260 200", "40 AX-200 | 110 24 | 160 440 | 260 400"}
	table := func(before, after string) []byte {
		return placed(t, append(append([]string{"200 PACKING LIST", before, "", header}, rows...), "", after)...)
	}
	weights := itemsOf(number("gross_weight_kg", ""), number("net_weight_kg", ""))
	dims := placed(t, "200 PACKING LIST", "", `40 Item no | 110 Qty | 160 Length (in) | 230 Width (in.) | 300 Height (")`, "40 AX-100 | 110 12 | 160 48 | 230 24 | 300 8", "40 AX-200 | 110 24 | 160 30 | 230 12 | 300 6")
	price := placed(t, "200 INVOICE", "", "40 Item no | 110 Qty | 160 Price per lb | 260 Amount", "40 AX-100 | 110 12 | 160 2.50 | 260 30.00", "40 AX-200 | 110 24 | 160 3.00 | 260 72.00")
	pesos := placed(t, "200 FACTURA F-9", "40 Importes en pesos mexicanos (MXN)", "", "40 Item no | 110 Qty | 160 Precio unitario | 260 Importe", "40 AX-100 | 110 12 | 160 2.50 | 260 30.00", "40 AX-200 | 110 24 | 160 3.00 | 260 72.00")
	for name, c := range map[string]struct {
		file   []byte
		schema json.RawMessage
		want   map[string]string // warnings of the first row
		other  map[string]any    // values of it
	}{
		"a sentence below":     {table("", "40 All weights in pounds."), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200"}, nil},
		"a sentence above":     {table("40 (Weights are given in LBS)", ""), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200"}, nil},
		"in Spanish":           {table("40 Los pesos se expresan en libras", ""), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200"}, nil},
		"a line":               {table("40 Weight unit: LBS", ""), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200"}, nil},
		"a line, wanted so":    {table("40 Unidad de peso: KG", ""), weights, nil, map[string]any{"gross_weight_kg": 220.0, "net_weight_kg": 200.0}},
		"behind the sum":       {table("", "40 Total net 600 lbs"), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200"}, nil},
		"another sum":          {table("", "40 Pallets weigh 55 lbs"), weights, nil, map[string]any{"gross_weight_kg": 220.0, "net_weight_kg": 200.0}},
		"twins":                {table("40 All weights in pounds.", ""), itemsOf(number("gross_weight_kg", ""), number("gross_weight_lb", "")), map[string]string{"gross_weight_kg": "220"}, map[string]any{"gross_weight_lb": 220.0}},
		"twins, converted":     {table("40 All weights in pounds.", ""), itemsOf(number("gross_weight_kg", `"x-convert":true`), number("gross_weight_lb", "")), map[string]string{"gross_weight_kg": "220"}, map[string]any{"gross_weight_kg": 99.790321, "gross_weight_lb": 220.0}},
		"inches":               {dims, itemsOf(number("length_cm", ""), number("width_mm", ""), number("height_cm", "")), map[string]string{"length_cm": "48", "width_mm": "24", "height_cm": "8"}, nil},
		"inches, wanted so":    {dims, itemsOf(number("length_in", ""), number("width_in", "")), nil, map[string]any{"length_in": 48.0, "width_in": 24.0}},
		"a price per pound":    {price, itemsOf(number("price_per_kg", ""), number("amount", "")), map[string]string{"price_per_kg": "2.50"}, map[string]any{"amount": 30.0}},
		"a price, converted":   {price, itemsOf(number("price_per_kg", `"x-convert":true`), number("amount", "")), map[string]string{"price_per_kg": "2.50"}, map[string]any{"price_per_kg": 5.511557}},
		"a price, wanted so":   {price, itemsOf(number("price_per_lb", ""), number("amount", "")), nil, map[string]any{"price_per_lb": 2.5}},
		"currency of all":      {pesos, itemsOf(number("precio_usd", ""), number("importe_usd", "")), map[string]string{"precio_usd": "2.50", "importe_usd": "30.00"}, nil},
		"a column of units":    {placed(t, "200 PACKING LIST", "", header+" | 340 UOM", rows[0]+" | 340 LB", rows[1]+" | 340 LB"), weights, map[string]string{"gross_weight_kg": "220", "net_weight_kg": "200 LB"}, nil},
		"the sign of pounds":   {placed(t, "200 PACKING LIST", "", header, "40 AX-100 | 110 12 | 160 220# | 260 200 #", "40 AX-200 | 110 24 | 160 440# | 260 400 #"), weights, map[string]string{"gross_weight_kg": "220#", "net_weight_kg": "200 #"}, nil},
		"both in one cell":     {placed(t, "200 PACKING LIST", "", "40 Item no | 110 Qty | 160 Gross weight", "40 AX-100 | 110 12 | 160 100.00 KGS 220.46 LBS", "40 AX-200 | 110 24 | 160 200.00 KGS 440.92 LBS"), itemsOf(number("gross_weight_kg", ""), number("gross_weight_lb", "")), nil, map[string]any{"gross_weight_kg": 100.0, "gross_weight_lb": 220.46}},
		"the column's own":     {placed(t, "200 PACKING LIST", "40 All weights in pounds.", "", "40 Item no | 110 Qty | 160 Gross weight (kg) | 280 Net weight", "40 AX-100 | 110 12 | 160 100 | 280 200", "40 AX-200 | 110 24 | 160 200 | 280 400"), weights, map[string]string{"net_weight_kg": "200"}, map[string]any{"gross_weight_kg": 100.0}},
		"a number, not pounds": {placed(t, "200 PACKING LIST", "", header+" | 340 Carton #", rows[0]+" | 340 1", rows[1]+" | 340 2"), weights, nil, map[string]any{"gross_weight_kg": 220.0, "net_weight_kg": 200.0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, got := extracted(t, newEngine(t), extract.Request{File: c.file, Schema: c.schema})
			items, _ := data["items"].([]any)
			if len(items) != 2 {
				t.Fatalf("%s %q", got.Data, got.Errors)
			}
			row, _ := items[0].(map[string]any)
			all := unitWarnings(t, got)
			if len(all) != len(c.want) {
				t.Errorf("warned of %v, want %v", all, c.want)
			}
			for property, printed := range c.want {
				if all["/items/0/"+property] != printed || row[property] != c.other[property] {
					t.Errorf("%s: %v, warned of %v, want %q", property, row[property], all, printed)
				}
			}
			for property, want := range c.other {
				if row[property] != want {
					t.Errorf("%s: %v, want %v: %q", property, row[property], want, got.Errors)
				}
			}
		})
	}
}

// TestAVolumeIsNoSumOfMoney: the total of a column in cubic metres is none in dollars.
func TestAVolumeIsNoSumOfMoney(t *testing.T) {
	t.Parallel()
	content := placed(t, "200 PACKING LIST", "", "40 Item no | 110 Qty | 160 G.W. (KG) | 260 CBM", "40 AX-100 | 110 12 | 160 220.00 | 260 0.820", "40 AX-200 | 110 24 | 160 440.00 | 260 0.492", "40 TOTAL | 110 36 | 160 660.00 | 260 1.312")
	data, _ := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number("total_usd", ""), number("total_gross_weight_kg", ""))})
	if data["total_usd"] == 1.312 || data["total_usd"] == 660.0 || data["total_gross_weight_kg"] != 660.0 {
		t.Errorf("%v", data)
	}
}

// TestAWeightIsNamedByTheWordsBeforeIt on a line that prints several, each with its unit, and warned of in another unit.
func TestAWeightIsNamedByTheWordsBeforeIt(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"in one line":         {"40 Weight ticket 551", "40 Gross 82400 LB Tare 31260 LB Net 51140 LB"},
		"in a sentence":       {"40 Invoice 551", "40 Total gross weight 82,400 lbs - Total net weight 51,140 lbs. FOB Toledo."},
		"behind":              {"40 Weight ticket 551", "40 Totals: 12 skids, 82,400 lbs gross, 51,140 lbs net, 41 m3"},
		"behind, in brackets": {"40 Weight ticket 551", "40 We shipped 12 drums (82,400 lbs gross weight and 51,140 lbs net weight) on 3 May."},
		"behind, in Spanish":  {"40 Boleta de peso 551", "40 12 tarimas · 82,400 lb brutas · 51,140 lb netas"},
		"one behind":          {"40 Weight ticket 551", "40 82,400 lbs gross, 31,260 lbs", "40 Net 51,140 lbs"},
		"in cells":            {"40 Weight certificate", "40 Gross | 100 82,400 | 160 lb", "40 Tare | 100 31,260 | 160 lb", "40 Net | 100 51,140 | 160 lb"},
	} {
		content := placed(t, lines...)
		data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number("gross_weight_lb", ""), number("net_weight", ""))})
		if data["gross_weight_lb"] != 82400.0 || data["net_weight"] != 51140.0 || strings.Contains(strings.Join(got.Errors, " "), "above the gross") {
			t.Errorf("%s: %s %q", name, got.Data, got.Errors)
		}
		_, got = extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number("net_weight_kg", ""))})
		if all := unitWarnings(t, got); !strings.HasPrefix(all["/net_weight_kg"], "51") {
			t.Errorf("%s: warned of %v: %q", name, all, got.Errors)
		}
	}
}

// TestTheHeightOfAPalletIsALength binds the unit in a property's name whatever the name counts elsewhere.
func TestTheHeightOfAPalletIsALength(t *testing.T) {
	t.Parallel()
	content := placed(t, "40 Specification 551", "40 Pallet height: 125 mm", "40 Package weight: 12.5 kg", "40 Number of pallets: 4")
	data, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: leavesOf(number("pallet_height_cm", ""), number("package_weight_kg", ""), number("pallets", ""))})
	if data["pallet_height_cm"] != nil || data["package_weight_kg"] != 12.5 || data["pallets"] != 4.0 {
		t.Errorf("%s %q", got.Data, got.Errors)
	}
	if all := unitWarnings(t, got); all["/pallet_height_cm"] != "125 mm" {
		t.Errorf("warned of %v", all)
	}
}

// TestAPriceOfAHundredIsSaid where quantity and price make a hundred times the amount on every line.
func TestAPriceOfAHundredIsSaid(t *testing.T) {
	t.Parallel()
	for each, rows := range map[string][]string{
		"that of 100":  {"40 AX-100 | 110 3,000 | 160 412.00 | 260 12,360.00", "40 AX-200 | 110 500 | 160 80.00 | 260 400.00"},
		"that of 1000": {"40 AX-100 | 110 3,000 | 160 412.00 | 260 1,236.00", "40 AX-200 | 110 500 | 160 80.00 | 260 40.00"},
		"":             {"40 AX-100 | 110 30 | 160 412.00 | 260 11,124.00", "40 AX-200 | 110 50 | 160 80.00 | 260 3,600.00"}, // ten percent less
	} {
		content := placed(t, append([]string{"200 INVOICE 551", "", "40 Item no | 110 Qty | 160 Unit price | 260 Amount"}, rows...)...)
		_, got := extracted(t, newEngine(t), extract.Request{File: content, Schema: itemsOf(number("unit_price", ""), number("amount", ""))})
		if text := strings.Join(got.Errors, " "); each != "" && strings.Count(text, each) != 2 || each == "" && strings.Contains(text, "times unit price") {
			t.Errorf("%s: %s %q", each, got.Data, got.Errors)
		}
	}
}
