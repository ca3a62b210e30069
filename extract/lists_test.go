package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
)

// filled is what a schema's properties are given of a document.
func filled(t *testing.T, d *sheet.Sheet, properties string) map[string]any {
	t.Helper()
	s, err := result.ParseSchema([]byte(`{"properties":` + properties + `}`))
	if err != nil {
		t.Fatal(err)
	}
	f := result.NewBuilder(d, s, valuesModel(t))
	f.Find()
	f.Finish()
	raw, err := json.Marshal(f.Value)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestOfTwoListsOfOneShapeOneIsGivenTheTable(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Description | 200 Quantity | 280 Unit price | 380 Amount",
		"40 Bracket | 200 3 | 280 1.50 | 380 4.50",
		"40 Hinge | 200 2 | 280 4.00 | 380 8.00",
		"40 Washer | 200 9 | 280 0.50 | 380 4.50")
	item := `{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"quantity":{"type":"number"},"amount":{"type":"number"}}}}`
	got := filled(t, d, `{"items":`+item+`,"returned_items":`+item+`}`)
	items, _ := got["items"].([]any)
	returned, _ := got["returned_items"].([]any)
	if len(items)+len(returned) != 3 {
		t.Errorf("items %v, returned %v", items, returned)
	}
}

func TestTheSumsOfATableThatServesAListAreNoItemOfAnother(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Carton | 90 Article | 150 Description | 300 Qty | 360 Net kg | 450 Gross kg",
		"40 1 | 90 KT-1 | 150 Hinge | 300 20 | 360 4.00 | 450 4.40",
		"40 1 | 90 KT-2 | 150 Bracket | 300 10 | 360 2.50 | 450 2.70",
		"40 2 | 90 KT-3 | 150 Washer | 300 90 | 360 1.50 | 450 1.60",
		"150 TOTAL | 300 120 | 360 8.00 | 450 8.70")
	item := `{"type":"array","items":{"type":"object","properties":{"article":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"net_weight":{"type":"number"},"gross_weight":{"type":"number"}}}}`
	got := filled(t, d, `{"items":`+item+`,"returned_items":`+item+`}`)
	if items, _ := got["items"].([]any); len(items) != 3 || got["returned_items"] != nil {
		t.Errorf("%v", got)
	}
}

func TestWhatADocumentHasNothingOfIsMissingAndNothingIsInvented(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Description | 200 Quantity | 280 Unit price | 380 Amount",
		"40 Bracket | 200 3 | 280 1.50 | 380 4.50",
		"40 Hinge | 200 2 | 280 4.00 | 380 8.00")
	got := filled(t, d, `{"vessel_name":{"type":"string"},"blood_group":{"type":"string"},"departure_time":{"type":"string"},
		"crew":{"type":"array","items":{"type":"object","properties":{"sailor":{"type":"string"},"rank":{"type":"string"},"birthday":{"type":"string","format":"date"}}}}}`)
	if len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestSumsAndWhatStandsBelowThemAreNoItems(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Artikel | 200 Menge | 280 Preis | 380 Betrag",
		"40 Winkel | 200 3 | 280 1,50 | 380 4,50",
		"40 Scharnier | 200 2 | 280 4,00 | 380 8,00",
		"40 Scheibe | 200 9 | 280 0,50 | 380 4,50",
		"280 Summe | 380 17,00",
		"280 MwSt. | 380 3,23",
		"280 Zahlbetrag | 380 20,23")
	if got := rowsOf(t, d, `{"artikel":{"type":"string"},"menge":{"type":"number"},"betrag":{"type":"number"}}`); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

func TestBarsBetweenColumnsAreNoneOfTheirCells(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Part | 100 ¦ | 110 Description | 250 ¦ | 260 Quantity",
		"40 QE-1 | 100 ¦ | 110 Controller | 250 ¦ | 260 20",
		"40 QE-2 | 100 ¦ | 110 Sensor | 250 ¦ | 260 5")
	wantRows(t, rowsOf(t, d, `{"part":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"}}`),
		map[string]any{"part": "QE-1", "description": "Controller", "quantity": 20.0},
		map[string]any{"part": "QE-2", "description": "Sensor", "quantity": 5.0})
}

func TestATableOfGoodsServesNoListOfFigures(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Description | 200 Quantity | 280 Unit price | 380 Total",
		"40 Bracket | 200 3 | 280 1.50 | 380 4.50",
		"40 Hinge | 200 2 | 280 4.00 | 380 8.00",
		"40 Washer | 200 9 | 280 0.50 | 380 4.50")
	got := filled(t, d, `{"enrolment":{"type":"array","items":{"type":"object","properties":{"cohort":{"type":"string"},"boys":{"type":"number"},"girls":{"type":"number"},"total":{"type":"number"}}}}}`)
	if len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// TestTablesSideBySideAreEachReadByThemselves holds whatever their headers say, and for the list that is called as one of them is.
func TestTablesSideBySideAreEachReadByThemselves(t *testing.T) {
	t.Parallel()
	list := func(properties string) string {
		return `{"type":"array","items":{"type":"object","properties":` + properties + `}}`
	}
	for _, c := range []struct {
		lines                   []string
		left, right             string
		leftItems, rightItems   string
		wantedLeft, wantedRight string
	}{
		{[]string{
			"40 Percepciones | 200 Importe | 330 Deducciones | 500 Importe",
			"40 Sueldo | 200 5,250.00 | 330 ISR | 500 431.20",
			"40 Premio de asistencia | 200 525.00 | 330 IMSS | 500 142.75",
			"330 Fondo de ahorro | 500 88.00"},
			"percepciones", "deducciones", `{"concepto":{"type":"string"},"importe":{"type":"number"}}`, `{"concepto":{"type":"string"},"importe":{"type":"number"}}`,
			`[map[concepto:Sueldo importe:5250] map[concepto:Premio de asistencia importe:525]]`,
			`[map[concepto:ISR importe:431.2] map[concepto:IMSS importe:142.75] map[concepto:Fondo de ahorro importe:88]]`},
		{[]string{
			"40 Earnings | 160 Hours | 220 Amount | 330 Deductions | 500 Amount",
			"40 Regular | 160 80 | 220 2,000.00 | 330 Federal tax | 500 301.10",
			"40 Overtime | 160 6 | 220 225.00 | 330 Medicare | 500 32.26",
			"40 Night shift | 160 4 | 220 118.00 | 330 Health plan | 500 88.00"},
			"earnings", "deductions", `{"earning":{"type":"string"},"hours":{"type":"number"},"amount":{"type":"number"}}`, `{"deduction":{"type":"string"},"amount":{"type":"number"}}`,
			`[map[amount:2000 earning:Regular hours:80] map[amount:225 earning:Overtime hours:6] map[amount:118 earning:Night shift hours:4]]`,
			`[map[amount:301.1 deduction:Federal tax] map[amount:32.26 deduction:Medicare] map[amount:88 deduction:Health plan]]`},
		{[]string{
			"40 ENTRADAS | 330 SALIDAS",
			"40 Artículo | 160 Cantidad | 330 Artículo | 500 Cantidad",
			"40 Tubo | 160 120 | 330 Codo | 500 35",
			"40 Brida | 160 44 | 330 Válvula | 500 8"},
			"entradas", "salidas", `{"articulo":{"type":"string"},"cantidad":{"type":"number"}}`, `{"articulo":{"type":"string"},"cantidad":{"type":"number"}}`,
			`[map[articulo:Tubo cantidad:120] map[articulo:Brida cantidad:44]]`,
			`[map[articulo:Codo cantidad:35] map[articulo:Válvula cantidad:8]]`},
		{[]string{
			"40 Bezüge | 200 Betrag | 330 Abzüge | 500 Betrag",
			"40 Grundgehalt | 200 3.250,00 | 330 Lohnsteuer | 500 431,20",
			"40 Zulage | 200 125,00 | 330 Rentenversicherung | 500 302,25"},
			"bezuege", "abzuege", `{"bezeichnung":{"type":"string"},"betrag":{"type":"number"}}`, `{"bezeichnung":{"type":"string"},"betrag":{"type":"number"}}`,
			`[map[betrag:3250 bezeichnung:Grundgehalt] map[betrag:125 bezeichnung:Zulage]]`,
			`[map[betrag:431.2 bezeichnung:Lohnsteuer] map[betrag:302.25 bezeichnung:Rentenversicherung]]`},
	} {
		got := filled(t, laid(t, page.SourceText, c.lines...), `{"`+c.right+`":`+list(c.rightItems)+`,"`+c.left+`":`+list(c.leftItems)+`}`)
		if l, r := fmt.Sprint(got[c.left]), fmt.Sprint(got[c.right]); l != c.wantedLeft || r != c.wantedRight {
			t.Errorf("%s: %v\n%s: %v", c.left, l, c.right, r)
		}
	}
}

// TestNumbersBelowEachOtherAreNotOneNumber: of deliveries below the quantity of a line, of pieces below cartons.
func TestNumbersBelowEachOtherAreNotOneNumber(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Item | 90 Description | 300 Quantity | 380 Price | 460 Amount",
		"40 A-10 | 90 Housing | 300 400 | 380 11.20 | 460 4,480.00",
		"^90 Deliver in August | 300 200",
		"^90 Deliver in October | 300 200",
		"40 A-20 | 90 Bracket | 300 1,750 | 380 2.00 | 460 3,500.00",
		"^90 Deliver in August | 300 750",
		"40 A-30 | 90 Gasket | 300 60 | 380 7.90 | 460 474.00",
		"^90 Deliver in August | 300 060")
	var got []any
	for _, r := range rowsOf(t, d, `{"item":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"price":{"type":"number"},"amount":{"type":"number"}}`) {
		got = append(got, r["quantity"])
	}
	if want := []any{400.0, 1750.0, 60.0}; !slices.Equal(got, want) {
		t.Errorf("quantities %v, want %v", got, want)
	}
}

// TestSharesOfAMixtureStandUnderAnyCaption and the numbers of two registers one below the other, under a header of two lines.
func TestSharesOfAMixtureStandUnderAnyCaption(t *testing.T) {
	t.Parallel()
	properties := `{"ingredient":{"type":"string"},"cas_number":{"type":"string"},"ec_number":{"type":"string"},"concentration":{"type":"string"},"classification":{"type":"string"}}`
	want := `[map[cas_number:1330-20-7 classification:Flam. Liq. 3 H226 concentration:50 – <75 ec_number:215-535-7 ingredient:Xylene] ` +
		`map[cas_number:123-86-4 classification:STOT SE 3 H336 concentration:5 – 10 ec_number:204-658-1 ingredient:Butyl acetate] ` +
		`map[cas_number:100-41-4 classification:Asp. Tox. 1 H304 concentration:< 0.3 ec_number:202-849-4 ingredient:Ethylbenzene]]`
	for _, share := range []string{"% [w/w]", "% p/p", "Weight %", "Conc. %", "Gew.-%"} {
		d := laid(t, page.SourceText,
			"40 Ingredient | 150 CAS No. | 260 "+share+" | 350 Classification",
			"^150 EC No.",
			"40 Xylene | 150 1330-20-7 | 260 50 – <75 | 350 Flam. Liq. 3 H226",
			"^150 215-535-7",
			"40 Butyl acetate | 150 123-86-4 | 260 5 – 10 | 350 STOT SE 3 H336",
			"^150 204-658-1",
			"40 Ethylbenzene | 150 100-41-4 | 260 < 0.3 | 350 Asp. Tox. 1 H304",
			"^150 202-849-4")
		if got := fmt.Sprint(rowsOf(t, d, properties)); got != want {
			t.Errorf("%s: %s\nwant %s", share, got, want)
		}
	}
}

// TestAPieceOfARangeIsNoNumberOfAnything: where no column is the one that is asked for, a range lends none of its figures.
func TestAPieceOfARangeIsNoNumberOfAnything(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 Ingredient | 260 Weight %",
		"40 Xylene | 260 50 – <75",
		"40 Butyl acetate | 260 5 – 10",
		"40 Ethylbenzene | 260 < 0.3")
	for _, name := range []string{"ec_number", "batch_number", "registration_no"} {
		for _, r := range rowsOf(t, d, `{"ingredient":{"type":"string"},"`+name+`":{"type":"string"}}`) {
			if r[name] != nil {
				t.Errorf("%s: %v", name, r)
			}
		}
	}
}

// TestAFigureInTwoUnitsOneBelowTheOther is given in the unit that is asked for.
func TestAFigureInTwoUnitsOneBelowTheOther(t *testing.T) {
	t.Parallel()
	for _, lines := range [][2]string{{"400 2,418.60 KGS", "400 5,332.10 LBS"}, {"400 5,332.10 LBS", "400 2,418.60 KGS"}} {
		d := laid(t, page.SourceText, "40 Marks | 120 Pieces | 200 Description of goods | 400 Gross weight | 500 Measurement",
			"40 CASA | 120 186 CTNS | 200 Ceramic mugs | "+lines[0]+" | 500 9.842 CBM", "40 PO 77120 | 200 Six pallets | "+lines[1])
		if got := filled(t, d, `{"gross_weight_kg":{"type":"number"}}`); got["gross_weight_kg"] != 2418.6 {
			t.Errorf("%v: %v", lines, got)
		}
	}
}
