package excel_test

import (
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

// place says where a layout stands, for tables of tests.
func place(l excel.Layout) string {
	id := "-"
	if l.ID >= 0 {
		id = excel.Letter(l.ID)
	}
	return fmt.Sprintf("%s row %d column %s id %s", l.Sheet, l.HeaderRow, excel.Letter(l.Description), id)
}

func TestHeaderAndDescriptionsAreFound(t *testing.T) {
	t.Parallel()
	shirt, screw := "cotton shirt for men, knitted", "steel screw with hexagon head"
	for name, c := range map[string]struct {
		content []byte
		choice  excel.Choice
		want    string
	}{
		"English":              {grid(t, []any{"SKU", "Product description", "Qty"}, []any{"A-1", shirt, 2}), excel.Choice{}, "Sheet1 row 1 column B id A"},
		"Spanish":              {grid(t, []any{"Clave", "Cantidad", "DESCRIPCIÓN DE LA MERCANCÍA"}, []any{"A-1", 2, "camisa de algodón"}), excel.Choice{}, "Sheet1 row 1 column C id A"},
		"below a title":        {grid(t, []any{"Product list 2026"}, []any{"ACME, S.A."}, nil, []any{"No.", "Goods", "Value"}, []any{1, shirt, 9.5}), excel.Choice{}, "Sheet1 row 4 column B id A"},
		"a code beside":        {grid(t, []any{"Product code", "Product", "Product price"}, []any{"P1", shirt, 3}), excel.Choice{}, "Sheet1 row 1 column B id A"},
		"numbers below":        {grid(t, []any{"Description", "Detail"}, []any{1234, shirt}, []any{1235, screw}), excel.Choice{}, "Sheet1 row 1 column B id -"},
		"foreign headers":      {grid(t, []any{"Artikelnr", "Bezeichnung", "Menge"}, []any{"A", shirt, 1}, []any{"B", screw, 2}), excel.Choice{}, "Sheet1 row 1 column B id -"},
		"no header":            {grid(t, []any{"A1", shirt}, []any{"B2", screw}), excel.Choice{}, "Sheet1 row 0 column B id -"},
		"one column":           {grid(t, []any{shirt}, []any{screw}), excel.Choice{}, "Sheet1 row 0 column A id -"},
		"named by header":      {grid(t, []any{"Description", "Descripción larga"}, []any{shirt, screw}), excel.Choice{Description: "descripcion LARGA"}, "Sheet1 row 1 column B id -"},
		"named by letter":      {grid(t, []any{"Description", "Other"}, []any{shirt, screw}), excel.Choice{Description: "b", ID: "A"}, "Sheet1 row 1 column B id A"},
		"duplicates elsewhere": {grid(t, []any{"Description", "Price", "Price"}, []any{shirt, 1, 2}), excel.Choice{}, "Sheet1 row 1 column A id -"},
		"a formula without value": {made(t, func(f *excelize.File) {
			_ = f.SetSheetRow("Sheet1", "A1", &[]any{"Ref", "Description"})
			_ = f.SetCellValue("Sheet1", "A2", "x")
			_ = f.SetCellFormula("Sheet1", "B2", `CONCATENATE("a","b")`)
		}), excel.Choice{}, "Sheet1 row 1 column B id A"},
		"the sheet that has one": {made(t, func(f *excelize.File) {
			_ = f.SetSheetRow("Sheet1", "A1", &[]any{"Year", 2026})
			_, _ = f.NewSheet("Products")
			_ = f.SetSheetRow("Products", "A1", &[]any{"Item", "Description"})
			_ = f.SetSheetRow("Products", "A2", &[]any{1, shirt})
		}), excel.Choice{}, "Products row 1 column B id A"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := open(t, c.content).Layout(c.choice)
			if err != nil {
				t.Fatal(err)
			}
			if got := place(l); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestWhatIsNotClearIsAskedNotGuessed(t *testing.T) {
	t.Parallel()
	shirt := "cotton shirt for men"
	for name, c := range map[string]struct {
		content []byte
		choice  excel.Choice
		says    []string
	}{
		"two descriptions":  {grid(t, []any{"Description", "Qty", "Descripción"}, []any{shirt, 1, "camisa"}), excel.Choice{}, []string{"description_column", `A ("Description")`, `C ("Descripción")`}},
		"no header":         {grid(t, []any{11, 12}, []any{13, 14}), excel.Choice{}, []string{"the sheet has no header row, so a column is named by its letter, such as A"}},
		"no header, a name": {grid(t, []any{11, shirt}, []any{13, shirt}), excel.Choice{ID: "Reference"}, []string{"id_column", "the sheet has no header row"}},
		"no rows":           {grid(t, []any{"Description", "Qty"}), excel.Choice{}, []string{"no rows"}},
		"an empty sheet":    {grid(t), excel.Choice{}, []string{"no rows"}},
		"numbers alone":     {grid(t, []any{1, 2}, []any{3, 4}), excel.Choice{}, []string{"no column holds descriptions"}},
		"an unknown column": {grid(t, []any{"Description"}, []any{shirt}), excel.Choice{Description: "Goods text"}, []string{"description_column", `"Goods text"`}},
		"an unknown id":     {grid(t, []any{"Description"}, []any{shirt}), excel.Choice{ID: "Our number"}, []string{"id_column", `"Description"`}},
		"a header twice":    {grid(t, []any{"Text", "Text"}, []any{shirt, shirt}), excel.Choice{Description: "Text"}, []string{"description_column", "A, B"}},
		"an unknown sheet":  {grid(t, []any{"Description"}, []any{shirt}), excel.Choice{Sheet: "../etc/passwd"}, []string{"sheet:", `"Sheet1"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := open(t, c.content).Layout(c.choice)
			refused(t, err, fail.CodeBadRequest, c.says...)
		})
	}
}

func TestRowsWithoutADescriptionSayWhy(t *testing.T) {
	t.Parallel()
	content := pack(t, parts(`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`+
		`<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row><row r="3"><c r="A3"><v>2</v></c></row>`+
		`<row r="5"><c r="A5"><v>3</v></c><c r="B5"><v>99</v></c></row><row r="6"><c r="A6"><v>4</v></c><c r="B6" t="e"><f>X</f><v>#NAME?</v></c></row>`+
		`<row r="7"><c r="A7"><v>5</v></c><c r="B7"><f>B2</f><v/></c></row></sheetData>`, "<t>Ref</t>", "<t>Description</t>", "<t> cotton shirt </t>"))
	b := open(t, content)
	l, err := b.Layout(excel.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	products, err := b.Products(l)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = products.Close() }()
	var got string
	for {
		p, ok, err := products.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		got += fmt.Sprintf("%d %s %q %s\n", p.Row.Number, p.ID, p.Description, p.Lack)
	}
	if want := "2 1 \"cotton shirt\" \n3 2 \"\" empty\n5 3 \"\" number\n6 4 \"\" error\n7 5 \"\" unstored\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
