package tariffs

import (
	"context"
	"encoding/json"
	"fmt"

	"tariffdesk/api/gate"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/excel"
)

// maxPreviewRows bounds the rows that a preview shows.
const maxPreviewRows = 10

// maxPreviewChars bounds what a preview shows of a cell.
const maxPreviewChars = 500

// previewBody tells which rows of a workbook would be read, and what would be charged.
type previewBody struct {
	Sheets     []previewSheet  `json:"sheets" doc:"The sheets that are shown"`
	Sheet      string          `json:"sheet" doc:"The one that would be read"`
	HeaderRow  *int            `json:"header_row" doc:"Number of the row that names the columns; null where none does"`
	Columns    []previewColumn `json:"columns" doc:"Columns of the sheet, from left to right"`
	Rows       [][]string      `json:"rows" doc:"The first ten, cell by cell, at most 500 characters of each"`
	ToClassify int             `json:"to_classify" doc:"Rows with a description"`
	Cost       credit.Amount   `json:"cost" doc:"Credits that they cost"`
	Remaining  credit.Amount   `json:"remaining" doc:"Credits that the organisation has"`
}

type previewSheet struct {
	Name string `json:"name" doc:"Name of the sheet"`
	Rows *int   `json:"rows" doc:"Rows with something in them; null where the sheet cannot be read"`
}

type previewColumn struct {
	Letter string  `json:"letter" doc:"Of the column in the sheet"`
	Header string  `json:"header" doc:"Empty where the column has none"`
	Role   *string `json:"role" enum:"description,id,code" doc:"What the column is read as; null where it is only given back"`
}

// preview answers with what was read.
func (p *products) preview(ctx context.Context) (*submit.Answer, error) {
	k, l := gate.Of(ctx), p.input.Layout
	balance := credit.Amount(k.Caller.Organisation.Balance)
	body := previewBody{
		Sheets: p.sheets, Sheet: l.Sheet, Columns: []previewColumn{}, Rows: [][]string{}, ToClassify: p.charged,
		Cost: credit.ProductClassification.Cost(p.charged), Remaining: balance,
	}
	if len(l.Headers) > 0 {
		body.HeaderRow = &l.HeaderRow
	}
	for i := range max(l.Columns, len(l.Headers)) {
		c := previewColumn{Letter: excel.Letter(i)}
		if i < len(l.Headers) {
			c.Header = wire.FirstRunes(l.Headers[i], maxPreviewChars)
		}
		switch i {
		case l.Description:
			c.Role = new("description")
		case l.Code - 1:
			c.Role = new("code")
		case l.ID:
			c.Role = new("id")
		}
		body.Columns = append(body.Columns, c)
	}
	for _, row := range p.first {
		cells := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			cells[i] = wire.FirstRunes(c.Shown(), maxPreviewChars)
		}
		body.Rows = append(body.Rows, cells)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("preview of a workbook: %w", err)
	}
	return &submit.Answer{ContentType: "application/json", Charged: "0", Remaining: balance.String(), Body: submit.RawBody(200, raw)}, nil
}

// countSheets counts the rows of the sheets that are shown.
func countSheets(book *excel.Book) (out []previewSheet) {
	for _, name := range book.Sheets() {
		s := previewSheet{Name: wire.FirstRunes(name, maxPreviewChars)}
		if n, err := countRows(book, name); err == nil { // what is wrong with a sheet is told to who asks for it
			s.Rows = &n
		}
		out = append(out, s)
	}
	return out
}

func countRows(book *excel.Book, sheet string) (n int, err error) {
	rows, err := book.Rows(sheet)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }() // only read
	for {
		_, ok, err := rows.Next()
		if err != nil || !ok {
			return n, err
		}
		n++
	}
}
