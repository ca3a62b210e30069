package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"tariffdesk/excel"
	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
	"tariffdesk/shipment/sheet"
)

// papersBody is the result of reading a file of a shipment.
type papersBody struct {
	Documents   []shipment.Reading `json:"documents"`
	BilledPages int                `json:"billed_pages"`
}

// Read tells the documents of a file of a shipment apart and reads each by the built-in schema of its type. A file
// without print gives papers that were not read, and its pages are refunded.
func (e Extraction) Read(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.ShipmentPapersInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of reading job %s: %w", t.Job.ID, err)
	}
	file, err := e.load(ctx, in.Key)
	if err != nil {
		return jobs.Outcome{}, err
	}
	if excel.IsWorkbook(file) {
		return readWorkbook(t, file)
	}
	result, err := e.Engine.Extract(ctx, extract.Request{File: file, Split: true, Schemas: BuiltinSchema, Grounding: true, Progress: pagesRead(t)})
	if err != nil {
		return jobs.Outcome{}, err
	}
	body := papersBody{BilledPages: t.Job.Total}
	var read bool
	if body.Documents, read, err = Readings(result); err != nil {
		return jobs.Outcome{}, fmt.Errorf("reading job %s: %w", t.Job.ID, err)
	}
	if len(body.Documents) == 0 {
		body.Documents = []shipment.Reading{{Type: shipment.TypeUnread, Trouble: extract.Unreadable().Message}}
	}
	if !read {
		body.BilledPages = 0
	}
	return encoded(t.Job, body, !read)
}

// Readings converts the documents of a file for a shipment; read tells whether any of them could be read.
func Readings(result extract.Result) (all []shipment.Reading, read bool, err error) {
	for _, d := range result.Documents {
		one := shipment.Reading{
			Type: shipment.PaperType(d.Type), TypeConfidence: d.TypeConfidence, Pages: d.Pages, Reference: d.Reference, Title: d.Title, Data: d.Data,
			Errors: d.Errors, Fields: map[string]shipment.Field{}, Print: d.Print,
		}
		for pointer, f := range d.Fields {
			one.Fields[pointer] = shipment.Field{Page: f.Page, Box: f.Box, Text: f.Text, Confidence: f.Confidence}
		}
		if one.Warnings, err = json.Marshal(d.Warnings); err != nil {
			return nil, false, fmt.Errorf("encode warnings: %w", err)
		}
		for _, w := range d.Warnings {
			if w.Code == extract.WarningDocuments {
				one.Doubts = append(one.Doubts, w.Message)
			}
		}
		if slices.ContainsFunc(d.Warnings, func(w extract.Warning) bool { return w.Code == extract.WarningUnreadable && w.Pointer == "" }) || result.Unreadable {
			one.Type, one.Trouble = shipment.TypeUnread, extract.Unreadable().Message
		}
		read = read || one.Type != shipment.TypeUnread
		all = append(all, one)
	}
	return all, read, nil
}

// BuiltinSchema is the schema of a type of document, nil for a type without one.
func BuiltinSchema(documentType string) json.RawMessage {
	schema, ok := builtin.Schema(documentType)
	if !ok {
		return nil
	}
	return schema
}

// noTable states that a workbook holds nothing that a shipment can use.
const noTable = "the workbook holds no table of goods with a description and a quantity"

// readWorkbook reads each sheet that holds a table of goods. A workbook without one is refunded.
func readWorkbook(t Task, file []byte) (jobs.Outcome, error) {
	if err := excel.Plain(file); err != nil {
		return jobs.Outcome{}, err
	}
	book, err := excel.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return jobs.Outcome{}, err
	}
	body := papersBody{BilledPages: t.Job.Total}
	for _, name := range book.Sheets() {
		rows, hidden, err := sheetRows(book, name)
		if err != nil {
			return jobs.Outcome{}, err
		}
		if r, ok := sheet.Read(name, rows); ok {
			if hidden {
				r.Doubts = append(r.Doubts, hiddenCells)
			}
			body.Documents = append(body.Documents, r)
		}
	}
	if len(body.Documents) == 0 {
		return encoded(t.Job, papersBody{Documents: []shipment.Reading{{Type: shipment.TypeUnread, Trouble: noTable}}}, true)
	}
	return encoded(t.Job, body, false)
}

// hiddenCells states that not all of a sheet was read.
const hiddenCells = "the sheet has hidden rows or columns, which were not read"

// sheetRows are the rows of a sheet that are shown, up to the bound of what is read, and whether others hold something.
func sheetRows(book *excel.Book, name string) (rows [][]sheet.Cell, hidden bool, err error) {
	r, err := book.Rows(name)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = r.Close() }() // only read
	for len(rows) < sheet.MaxRows {
		row, ok, err := r.Next()
		if err != nil {
			return nil, false, err
		}
		if !ok {
			break
		}
		if row.Hidden {
			hidden = true
			continue
		}
		for len(rows) < min(row.Number-1, sheet.MaxRows) {
			rows = append(rows, nil) // empty ones are not stored
		}
		cells := make([]sheet.Cell, min(len(row.Cells), sheet.MaxColumns))
		for c := range cells {
			cell := row.At(c)
			if r.Hides(c) {
				hidden = hidden || !cell.Empty()
				continue
			}
			cells[c] = sheet.Cell{Text: cell.Text, Number: cell.Kind == excel.KindNumber, Shared: cell.Spread}
		}
		rows = append(rows, cells)
	}
	return rows, hidden, nil
}
