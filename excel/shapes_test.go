package excel_test

import (
	"testing"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

// listed is a header, if any, with n rows below it.
func listed(head []any, n int, row func(i int) []any) [][]any {
	rows := [][]any{}
	if head != nil {
		rows = append(rows, head)
	}
	for i := range n {
		rows = append(rows, row(i))
	}
	return rows
}

var (
	wares  = []string{"cotton shirt for men, knitted", "steel screw with hexagon head", "ceramic tile, glazed", "plastic bottle, 0.5 litre", "leather belt"}
	bienes = []string{"camisa de algodón para hombre", "tornillo de acero", "loseta de cerámica vidriada", "botella de plástico", "cinturón de cuero"}
	waren  = []string{"Hemd aus Baumwolle", "Schraube aus Stahl", "Fliese", "Flasche aus Kunststoff", "Gürtel"}
	chapas = []string{"A1-33", "AX-1", "B7-204", "CAM-ALG-03", "TUB-100-ROJ"}
)

// Real shapes of sheets that hold descriptions: where they stand, and from which row on they are charged.
func TestDescriptionsAreFoundInSheetsAsPeopleKeepThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows [][]any
		want string
	}{
		"a price list":                      {listed([]any{"Part number", "Description", "Unit price"}, 40, func(i int) []any { return []any{chapas[i%5], wares[i%5], 9.5} }), "Sheet1 row 1 column B id A"},
		"an ERP export with keys as header": {listed([]any{"MATNR", "MAKTX", "MEINS"}, 40, func(i int) []any { return []any{4711000 + i, wares[i%5], "PCS"} }), "Sheet1 row 1 column B id -"},
		"keys in the first column, no head": {listed(nil, 5, func(i int) []any { return []any{chapas[i], wares[i]} }), "Sheet1 row 0 column B id -"},
		"a pedimento in Spanish":            {listed([]any{"Clave", "Mercancía", "Fracción", "País origen"}, 30, func(i int) []any { return []any{chapas[i%5], bienes[i%5], 61091001, "CHN"} }), "Sheet1 row 1 column B id A"},
		"a German list":                     {listed([]any{"Artikelnr", "Warenbezeichnung", "Land"}, 30, func(i int) []any { return []any{chapas[i%5], waren[i%5], "DE"} }), "Sheet1 row 1 column B id -"},
		"a Chinese list": {listed([]any{"编号", "品名", "数量"}, 5, func(i int) []any {
			return []any{chapas[i], []string{"棉质T恤衫", "钢螺丝", "瓷砖", "塑料瓶", "皮带"}[i], i}
		}), "Sheet1 row 1 column B id -"},
		"single words below their header": {listed([]any{"Item", "Qty"}, 5, func(i int) []any { return []any{[]string{"Shirt", "Screw", "Tile", "Bottle", "Belt"}[i], i} }), "Sheet1 row 1 column A id -"},
		"capitals and measures": {listed([]any{"SKU", "Product name"}, 4, func(i int) []any {
			return []any{chapas[i], []string{"SCREW M8X20 DIN 933", "TILE 30X30", "BRKT ALU 12MM", "T-SHIRT XL"}[i]}
		}), "Sheet1 row 1 column B id A"},
		"some rows hold a key instead": {listed([]any{"Ref", "Description"}, 10, func(i int) []any {
			return []any{i, append(append([]string{}, wares...), "A1-33", "", wares[0], wares[1], "AX-1")[i]}
		}), "Sheet1 row 1 column B id A"},
		"a title, then keys and names": {append([][]any{{"Spare parts, spring"}, {}}, listed([]any{"Part", "Name"}, 8, func(i int) []any { return []any{chapas[i%5], wares[i%5]} })...), "Sheet1 row 3 column B id A"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := open(t, grid(t, c.rows...)).Layout(excel.Choice{})
			if err != nil {
				t.Fatal(err)
			}
			if got := place(l); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Real shapes of sheets that hold none, or where nobody can tell: nothing is charged, the answer names
// the field that decides.
func TestSheetsWithoutDescriptionsAreRefusedByTheFieldThatDecides(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows [][]any
		says []string
	}{
		"part numbers under their name":    {listed([]any{"Part number", "Qty"}, 40, func(i int) []any { return []any{chapas[i%5], i} }), []string{"Part number"}},
		"part numbers called descriptions": {listed([]any{"Description", "Qty"}, 40, func(i int) []any { return []any{chapas[i%5], i} }), []string{"Description"}},
		"part numbers called items":        {listed([]any{"Item"}, 40, func(i int) []any { return []any{chapas[i%5]} }), []string{"Item"}},
		"part numbers alone":               {listed(nil, 40, func(i int) []any { return []any{chapas[i%5]} }), nil},
		"keys, countries and units":        {listed([]any{"SKU", "Country", "Unit"}, 40, func(i int) []any { return []any{chapas[i%5], []string{"Mexico", "China"}[i%2], "PIEZA"} }), []string{"SKU"}},
		"keys and brands":                  {listed([]any{"Modelo", "Marca"}, 3, func(i int) []any { return []any{chapas[i], []string{"Bosch", "Makita", "Hilti"}[i]} }), []string{"Modelo"}},
		"keys and states in unknown words": {listed([]any{"Nummer", "Zustand"}, 40, func(i int) []any { return []any{chapas[i%5], []string{"lieferbar", "ausverkauft"}[i%2]} }), []string{"Zustand"}},
		"references with a number":         {listed([]any{"Product"}, 20, func(i int) []any { return []any{[]string{"Ref. 4711", "Ref. 4712", "No 12-A", "Part AX-1"}[i%4]} }), []string{"Product"}},
		"tariff codes alone":               {listed([]any{"Fracción", "Producto"}, 20, func(int) []any { return []any{"6109.10.01", "6109-10"} }), []string{"Producto"}},
		"a head in unknown words, one column": {listed([]any{"Towary"}, 5, func(i int) []any {
			return []any{[]string{"koszula męska z bawełny", "śruba stalowa z łbem", "płytka ceramiczna szkliwiona", "butelka z tworzywa", "pasek ze skóry"}[i]}
		}), []string{"Towary", "letter A"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := open(t, grid(t, c.rows...)).Layout(excel.Choice{})
			refused(t, err, fail.CodeBadRequest, append(c.says, "description_column")...)
		})
	}
}

func TestWhoNamesTheColumnIsBelieved(t *testing.T) {
	t.Parallel()
	content := grid(t, listed([]any{"Part number", "Qty"}, 5, func(i int) []any { return []any{chapas[i], i} })...)
	towary := grid(t, []any{"Towary"}, []any{"koszula męska z bawełny"}, []any{"śruba stalowa z łbem"})
	for choice, c := range map[string]struct {
		content []byte
		want    string
	}{
		"part number": {content, "Sheet1 row 1 column A id -"},
		"A":           {content, "Sheet1 row 1 column A id -"},
		"towary":      {towary, "Sheet1 row 1 column A id -"},
		"a":           {towary, "Sheet1 row 0 column A id -"}, // the answer said so: the first row is a product
	} {
		l, err := open(t, c.content).Layout(excel.Choice{Description: choice})
		if err != nil {
			t.Fatal(err)
		}
		if got := place(l); got != c.want {
			t.Errorf("%s: got %s, want %s", choice, got, c.want)
		}
	}
}
