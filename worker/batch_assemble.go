package worker

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/jobs"
)

// The media types of the files that jobs leave.
const (
	workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	ndjsonType   = "application/x-ndjson"
)

// maxSourceBytes bounds the workbook that rows are read from again; the API made sure of less.
const maxSourceBytes = 128 << 20

// Assemble joins the caller's rows with the answers into a workbook and NDJSON. Both stream: neither
// all rows nor all answers are held.
func (b Batch) Assemble(ctx context.Context, c jobs.Chunk) ([]byte, error) {
	var in jobs.BatchInput
	if err := json.Unmarshal(c.JobInput, &in); err != nil {
		return nil, fmt.Errorf("input of batch %s: %w", c.JobID, err)
	}
	seat, err := b.Courtesy.Sit(ctx)
	if err != nil {
		return nil, fmt.Errorf("assemble batch %s: %w", c.JobID, err)
	}
	defer seat.Leave()
	files := jobs.Files{Workbook: "results/" + c.JobID + ".xlsx", NDJSON: "results/" + c.JobID + ".ndjson.gz", Name: resultName(in.Name)}
	if err := b.Store.KeepResults(ctx, c.JobID, []string{files.Workbook, files.NDJSON}); err != nil {
		return nil, err
	}
	if err := b.assemble(ctx, seat, c, in, files); err != nil {
		return nil, fmt.Errorf("assemble batch %s: %w", c.JobID, err)
	}
	return json.Marshal(files)
}

// resultName is the caller's file name without its ending, fit for a header.
func resultName(name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	if name == "" {
		return "classification"
	}
	return name + "-classified"
}

func (b Batch) assemble(ctx context.Context, seat *Seat, c jobs.Chunk, in jobs.BatchInput, files jobs.Files) error {
	source, err := readBlob(ctx, b.Blobs, in.Source)
	if err != nil {
		return err
	}
	book, err := excel.Open(bytes.NewReader(source), int64(len(source)))
	if err != nil {
		return err
	}
	layout := excel.Layout(in.Layout)
	products, err := book.Products(layout)
	if err != nil {
		return err
	}
	defer func() { _ = products.Close() }() // only read
	report, err := excel.NewReport(excel.ReportOptions{
		Language: in.Language, Layout: layout, Country: in.CountryCode, Model: in.Model, TariffInfo: in.TariffInfo,
	})
	if err != nil {
		return err
	}
	defer func() { _ = report.Close() }() // temporary files only
	answers := newAnswerStream(ctx, b.Store, c.JobID)
	defer answers.stop()
	err = b.Blobs.Write(ctx, files.NDJSON, ndjsonType, func(to io.Writer) error {
		lines, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
		if err != nil {
			return err
		}
		if err := b.rows(ctx, seat, products, answers, report, newLineWriter(lines, in)); err != nil {
			return err
		}
		return lines.Close()
	})
	if err != nil {
		return err
	}
	return b.Blobs.Write(ctx, files.Workbook, workbookType, report.Write)
}

// yieldRows is how many rows are written between two looks for callers.
const yieldRows = 10

func (b Batch) rows(ctx context.Context, seat *Seat, products *excel.Products, answers *answerStream, report *excel.Report, lines lineWriter) error {
	for n := 0; ; n++ {
		if n%yieldRows == 0 {
			if err := seat.Yield(ctx); err != nil {
				return err
			}
		}
		product, ok, err := products.Next()
		if err != nil || !ok {
			return err
		}
		row := excel.ReportRow{Product: product}
		var answer jobs.BatchAnswer
		if product.Lack == excel.LackNone {
			if answer, err = answers.of(product.Row.Number); err != nil {
				return err
			}
			if row.Result, err = shown(answer); err != nil {
				return err
			}
			row.Failure = answer.Error
		}
		if err := errors.Join(report.Add(row), lines.write(product, answer)); err != nil {
			return err
		}
	}
}

// lineWriter writes a JSON line a row.
type lineWriter struct {
	encoder *json.Encoder
	in      jobs.BatchInput
}

func newLineWriter(to io.Writer, in jobs.BatchInput) lineWriter {
	w := lineWriter{json.NewEncoder(to), in}
	w.encoder.SetEscapeHTML(false)
	return w
}

// line is a row of the NDJSON result.
type line struct {
	Row         int             `json:"row"`
	ID          string          `json:"id"`
	Description string          `json:"product_description"`
	Status      string          `json:"status"`
	Result      json.RawMessage `json:"result"`
	Error       *string         `json:"error"`
}

// The states of a row of a batch.
const (
	rowSucceeded = "succeeded"
	rowFailed    = "failed"
	rowSkipped   = "skipped"
)

func (w lineWriter) write(p excel.Product, a jobs.BatchAnswer) error {
	l := line{Row: p.Row.Number, ID: p.ID, Description: p.Description, Status: rowSucceeded, Result: a.Result}
	if w.in.Name == "" { // items count from 1, without the header that only our workbook has
		l.Row -= w.in.Layout.HeaderRow
	}
	switch {
	case p.Lack != excel.LackNone:
		l.Status, l.Error = rowSkipped, new(skipped(p.Lack))
	case a.Error != "":
		l.Status, l.Error = rowFailed, &a.Error
	}
	return w.encoder.Encode(l)
}

func skipped(l excel.Lack) string {
	switch l {
	case excel.LackNumber:
		return "the description is a number, not text"
	case excel.LackError:
		return "the description is the error of a formula"
	case excel.LackUnstored:
		return "the description is a formula without a stored value"
	case excel.LackNone, excel.LackEmpty:
	}
	return "the row has no description"
}
