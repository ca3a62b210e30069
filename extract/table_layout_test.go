package extract

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
)

// The print of laid sheets, in points.
const (
	letterWide = 5.0
	spaceWide  = 2.5
	lineTall   = 10.0
	linePitch  = 14.0
)

// laid sets lines of cells, each "x text" between bars, into a document; an empty line is left white, and
// one that begins with ^ stands close below the line above it.
func laid(t *testing.T, source page.Source, lines ...string) *sheet.Sheet {
	t.Helper()
	p := printing{source: source, confidence: 1, letter: letterWide, space: spaceWide}
	y := 20.0
	for _, line := range lines {
		cells, isClose := strings.CutPrefix(line, "^")
		if isClose {
			y -= linePitch - lineTall - 1
		}
		for _, cell := range strings.Split(cells, "|") {
			at, text, _ := strings.Cut(strings.TrimSpace(cell), " ")
			if x, err := strconv.ParseFloat(at, 64); err == nil {
				p.put(x, y, lineTall, text)
			}
		}
		y += linePitch
	}
	return p.document(t)
}

// rowsOf fills an array of items with the properties given, each name with its type.
func rowsOf(t *testing.T, d *sheet.Sheet, properties string) []map[string]any {
	t.Helper()
	s, err := result.ParseSchema([]byte(`{"properties":{"items":{"type":"array","items":{"type":"object","properties":` + properties + `}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := result.NewBuilder(d, s, valuesModel(t))
	f.Find()
	raw, err := json.Marshal(f.Value)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Items []map[string]any }
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	return got.Items
}

func wantRows(t *testing.T, got []map[string]any, want ...map[string]any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rows %v\nwant %v", got, want)
	}
}

func TestColumnsSetCloseTogetherStayApart(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 No. | 61 Part No. | 110 Description | 250 Qty | 271 Unit",
		"45 1 | 61 AB-100 | 110 Bracket, zinc plated | 250 300 | 271 PCS",
		"45 2 | 61 AB-210 | 110 Hinge pin with rubber boot | 250 120 | 271 SET",
		"40 10 | 61 CX-9 | 110 Washer | 250 900 | 271 PCS")
	wantRows(t, rowsOf(t, d, `{"part_no":{"type":"string"},"quantity":{"type":"number"},"unit":{"type":"string"}}`),
		map[string]any{"part_no": "AB-100", "quantity": 300.0, "unit": "PCS"},
		map[string]any{"part_no": "AB-210", "quantity": 120.0, "unit": "SET"},
		map[string]any{"part_no": "CX-9", "quantity": 900.0, "unit": "PCS"})
}

func TestAHeadingIsKnownByTheOneOfItsLinesThatNamesIt(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Item | 100 Zzyzx | 200 Amount",
		"^40 Artikel | 100 Qty | 200 Xyloph",
		"",
		"40 A-1 | 100 12 | 200 30.50",
		"40 A-2 | 100 7 | 200 11.00")
	wantRows(t, rowsOf(t, d, `{"item":{"type":"string"},"quantity":{"type":"number"},"amount":{"type":"number"}}`),
		map[string]any{"item": "A-1", "quantity": 12.0, "amount": 30.5},
		map[string]any{"item": "A-2", "quantity": 7.0, "amount": 11.0})
}

func TestTextAboveAHeaderIsNoneOfIt(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"185 SHIPPER'S LOAD, STOW AND COUNT",
		"185 FREIGHT COLLECT",
		"40 Container No. | 130 Seal No. | 190 Type | 240 Packages | 330 Gross Weight",
		"40 BLSU4120879 | 130 MX0093 | 190 40HC | 240 212 CARTONS | 330 6418.50",
		"40 BLSU4122906 | 130 MX0094 | 190 20DV | 240 96 CARTONS | 330 2906.40")
	wantRows(t, rowsOf(t, d, `{"container_number":{"type":"string"},"type":{"type":"string"},"packages":{"type":"integer"}}`),
		map[string]any{"container_number": "BLSU4120879", "type": "40HC", "packages": 212.0},
		map[string]any{"container_number": "BLSU4122906", "type": "20DV", "packages": 96.0})
}

func TestASectionEndsATableAndTheHeadingOfAGroupDoesNot(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Code | 90 Description | 220 Quantity | 300 Price | 370 Amount",
		"40 Northern service station",
		"40 F-10 | 90 Hose | 220 4 | 300 120.00 | 370 480.00",
		"40 Southern service station",
		"40 F-30 | 90 Pump | 220 1 | 300 900.00 | 370 900.00",
		"40 Settlement of the duties",
		"40 DTA | 220 4,117",
		"40 PRV | 220 290")
	wantRows(t, rowsOf(t, d, `{"code":{"type":"string"},"description":{"type":"string"},"amount":{"type":"number"}}`),
		map[string]any{"code": "F-10", "description": "Hose", "amount": 480.0},
		map[string]any{"code": "F-30", "description": "Pump", "amount": 900.0})
}

func TestPercentagesAreReadFromTheirOwnColumn(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Item | 100 Description | 220 Quantity | 290 % IGI | 340 IGI | 390 Disc.",
		"40 1 | 100 Steel bolt | 220 3,600 | 290 35.0 | 340 69,552 | 390 5%",
		"40 2 | 100 Ball pen | 220 1,200 | 290 15.0 | 340 14,472 | 390 10%")
	wantRows(t, rowsOf(t, d, `{"tasa_igi":{"type":"number"},"igi":{"type":"number"},"discount_percent":{"type":"number"}}`),
		map[string]any{"tasa_igi": 35.0, "igi": 69552.0, "discount_percent": 5.0},
		map[string]any{"tasa_igi": 15.0, "igi": 14472.0, "discount_percent": 10.0})
}

func TestWhatAPackageHoldsIsNotWhatTheLineHolds(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Style | 110 Description | 220 Ctns | 270 Pairs/ctn | 340 Total pairs",
		"40 LT-1 | 110 Canvas shoes | 220 24 | 270 12 | 340 288",
		"40 LT-2 | 110 Sandals | 220 40 | 270 24 | 340 960")
	wantRows(t, rowsOf(t, d, `{"cartons":{"type":"integer"},"pairs":{"type":"integer"}}`),
		map[string]any{"cartons": 24.0, "pairs": 288.0}, map[string]any{"cartons": 40.0, "pairs": 960.0})
}

func TestItemsPrintedOnSeveralLinesAreOneRow(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"30 SEC | 60 FRACCION | 140 SUBD. | 190 CANTIDAD UMC | 300 P. V/C | 360 P. O/D",
		"60 DESCRIPCION",
		"60 VAL ADU/USD | 160 IMP. PRECIO PAG. | 280 PRECIO UNIT.",
		"30 001 | 60 85444204 | 140 01 | 190 2,400 | 300 USA | 360 DEU",
		"60 CABLE WITH CONNECTORS",
		"60 541194 | 160 524820 | 280 218.67",
		"30 002 | 60 39269099 | 140 99 | 190 45,000 | 300 USA | 360 CHN",
		"60 PLASTIC CLIP",
		"60 87891 | 160 85232 | 280 1.89")
	wantRows(t, rowsOf(t, d, `{"secuencia":{"type":"string"},"fraccion":{"type":"string"},"descripcion":{"type":"string"},"pais_origen":{"type":"string"},"valor_aduana":{"type":"number"}}`),
		map[string]any{"secuencia": "001", "fraccion": "85444204", "descripcion": "CABLE WITH CONNECTORS", "pais_origen": "DEU", "valor_aduana": 541194.0},
		map[string]any{"secuencia": "002", "fraccion": "39269099", "descripcion": "PLASTIC CLIP", "pais_origen": "CHN", "valor_aduana": 87891.0})
}

func TestAGridIsATableWhateverItsHeadings(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 # | 70 Air Date | 140 Weekday | 200 Programme | 320 Spotcode",
		"40 1 | 70 02/02/26 | 140 Mon | 200 Morning Loop | 320 GRX-2601",
		"40 2 | 70 02/02/26 | 140 Mon | 200 Wheelhouse | 320 GRX-2604",
		"40 3 | 70 02/03/26 | 140 Tue | 200 Daybreak | 320 GRX-2601")
	wantRows(t, rowsOf(t, d, `{"line_number":{"type":"integer"},"program":{"type":"string"}}`),
		map[string]any{"line_number": 1.0, "program": "Morning Loop"},
		map[string]any{"line_number": 2.0, "program": "Wheelhouse"},
		map[string]any{"line_number": 3.0, "program": "Daybreak"})
}

func TestAHeadingThatOCRMisreadByALetterIsKnown(t *testing.T) {
	t.Parallel()
	lines := []string{
		"40 Qty | 90 ltem No. | 160 Desciiption | 300 Amount",
		"40 12 | 90 AB-1 | 160 Steel bolt | 300 30.50",
		"40 7 | 90 AB-2 | 160 Washer | 300 11.00"}
	wantRows(t, rowsOf(t, laid(t, page.SourceOCR, lines...), `{"item_no":{"type":"string"},"description":{"type":"string"}}`),
		map[string]any{"item_no": "AB-1", "description": "Steel bolt"}, map[string]any{"item_no": "AB-2", "description": "Washer"})
}

// totalsOf are the texts of the rows of totals by the column's heading.
func totalsOf(d *sheet.Sheet) map[string]string {
	all := map[string]string{}
	for _, t := range d.Tables {
		for _, sum := range t.Totals {
			all[t.Columns[sum.Column].Text] = page.Join(sum.Words)
		}
	}
	return all
}

func TestSumsSetCloseTogetherBelongToTheirColumns(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Description | 150 Pairs | 200 Net weight | 262 Gross weight",
		"40 Canvas shoes | 150 1,400 | 205 1,300.20 | 265 1,500.50",
		"40 Sandals | 150 1,442 | 205 395.10 | 265 472.50",
		"40 TOTAL | 150 2,842 | 205 1,695.30 1,973.00")
	want := map[string]string{"Pairs": "2,842", "Net weight": "1,695.30", "Gross weight": "1,973.00"}
	if got := totalsOf(d); !reflect.DeepEqual(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
}

func TestPackagesCountedInASentenceAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"40 Packed in 318 cartons on 12 pallets.":                "318",
		"40 TOTAL: 6 wooden boxes":                               "",
		"40 TOTAL: 6 boxes of wood":                              "6",
		"40 Shipped in 6 boxes | 300 Returned in 7 boxes before": "", // they do not agree
	} {
		got := ""
		for _, l := range laid(t, page.SourceText, text).Labels {
			if l.Given != nil && l.Concepts[0].Name == "packages" {
				got = page.Join(l.Given)
			}
		}
		if got != want {
			t.Errorf("%q counts %q packages, want %q", text, got, want)
		}
	}
}

func TestAHeadingWithItsCurrencyBelowHasItemsOfOneLine(t *testing.T) {
	t.Parallel()
	got := rowsOf(t, laid(t, page.SourceText,
		"20 Item|60 Part No.|150 Description|330 Qty|400 U/Price|500 Amount",
		"^400 USD|500 USD",
		"20 1|60 FG2100-A|150 Helical gear hardened|330 120|400 14.20|500 1,704.00",
		"^150 steel SCM415",
		"20 2|60 FG2113-B|150 Ball screw|330 40|400 31.75|500 1,270.00",
		"20 3|60 FG2126-C|150 Retaining ring|330 50|400 2.00|500 100.00",
		"20 4|60 FG2139-D|150 Timing pulley|330 24|400 3.50|500 84.00",
	), `{"part_no":{"type":"string"},"description":{"type":"string"},"amount":{"type":"number"}}`)
	if len(got) != 4 || got[0]["description"] != "Helical gear hardened steel SCM415" || got[3]["part_no"] != "FG2139-D" {
		t.Errorf("%v", got)
	}
}

func TestARowThatSumsTheRowsAboveItIsNoItem(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]string{
		"two columns":                          "20 3 x 40' HC|150 630 CARTONS|300 14,805.00|420 87.600",
		"one, with nothing in the first":       "300 14,805.00",
		"one, and what follows it is none too": "300 14,805.00|420|",
	} {
		d := laid(t, page.SourceText,
			"20 Container No.|150 Packages|300 Gross Weight (KGS)|420 Measurement (CBM)",
			"20 OSLU7182447|150 420 CARTONS|300 9,870.00|420 58.400",
			"20 TRHU5502192|150 210 CARTONS|300 4,935.00|420 29.200",
			last)
		got := rowsOf(t, d, `{"container_no":{"type":"string"},"gross_weight":{"type":"number"},"measurement":{"type":"number"}}`)
		if len(got) != 2 {
			t.Errorf("%s: %v", name, got)
		}
	}
	d := laid(t, page.SourceText,
		"20 Container No.|150 Packages|300 Gross Weight (KGS)|420 Measurement (CBM)",
		"20 OSLU7182447|150 420 CARTONS|300 9,870.00|420 58.400",
		"20 TRHU5502192|150 210 CARTONS|300 4,935.00|420 29.200",
		"20 3 x 40' HC|150 630 CARTONS|300 14,805.00|420 87.600")
	if got := givenBy(t, d, `"total_gross_weight":{"type":"number"},"total_measurement":{"type":"number"}`); got["total_gross_weight"] != json.Number("14805") || got["total_measurement"] != json.Number("87.6") {
		t.Errorf("%v", got)
	}
}

func TestAnAbbreviatedHeadingServesTheWordItBegins(t *testing.T) {
	t.Parallel()
	wantRows(t, rowsOf(t, laid(t, page.SourceText,
		"20 PART NO.|120 DESCRIPTION|280 ORD|320 SHIP|360 B/O|420 UNIT PRICE|520 EXTENDED",
		"20 RX-20811|120 FILTER ELEMENT|280 12|320 12|360 0|420 38.45|520 461.40",
		"20 RX-33107|120 SEAL KIT|280 4|320 3|360 1|420 112.90|520 338.70",
	), `{"part_no":{"type":"string"},"ordered":{"type":"number"},"shipped":{"type":"number"},"backordered":{"type":"number"}}`),
		map[string]any{"part_no": "RX-20811", "ordered": 12.0, "shipped": 12.0, "backordered": 0.0},
		map[string]any{"part_no": "RX-33107", "ordered": 4.0, "shipped": 3.0, "backordered": 1.0})
}
