package excel_test

import (
	"bytes"
	"fmt"

	"tariffdesk/excel"
)

// A workbook is written, then read for its products.
func Example() {
	var file bytes.Buffer
	err := excel.WriteSheet(&file, "Goods", []string{"SKU", "Description"}, func(add func([]excel.Cell) error) error {
		return add([]excel.Cell{{Kind: excel.KindText, Text: "A-1"}, {Kind: excel.KindText, Text: "cotton shirt"}})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	book, err := excel.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	layout, err := book.Layout(excel.Choice{})
	if err != nil {
		fmt.Println(err)
		return
	}
	products, err := book.Products(layout)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = products.Close() }()
	for {
		p, ok, err := products.Next()
		if err != nil || !ok {
			return
		}
		fmt.Printf("row %d: %s %s\n", p.Row.Number, p.ID, p.Description)
	}
	// Output: row 2: A-1 cotton shirt
}
