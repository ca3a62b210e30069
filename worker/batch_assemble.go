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
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

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
func (b Batch) Assemble(ctx context.Context, seat *Seat, c jobs.Chunk) ([]byte, error) {
	var in jobs.BatchInput
	if err := json.Unmarshal(c.JobInput, &in); err != nil {
		return nil, fmt.Errorf("input of batch %s: %w", c.JobID, err)
	}
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
		Language: in.Language, Layout: layout, Country: in.CountryCode, Model: in.Model, TariffInfo: in.TariffInfo, ReviewBelow: reviewBelow(in),
	})
	if err != nil {
		return err
	}
	defer func() { _ = report.Close() }() // temporary files only
	work, working := errgroup.WithContext(ctx)
	joined := make(chan []excel.ReportRow, 4)
	work.Go(caught(func() error {
		defer close(joined)
		return b.Blobs.Write(working, files.NDJSON, ndjsonType, func(to io.Writer) error {
			return b.join(working, c.JobID, in, products, to, joined)
		})
	}))
	work.Go(caught(func() error { return addRows(working, seat, report, joined) }))
	if err := work.Wait(); err != nil {
		return err
	}
	return b.Blobs.Write(ctx, files.Workbook, workbookType, report.Write)
}

// reviewBelow is the confidence below which a batch's rows are to be reviewed.
func reviewBelow(in jobs.BatchInput) float64 {
	if in.ReviewBelow != nil {
		return *in.ReviewBelow
	}
	return jobs.ReviewBelow
}

// caught turns a panic of a goroutine, which would end the process, into an error.
func caught(do func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panicked: %v\n%s", p, debug.Stack())
			}
		}()
		return do()
	}
}

// yieldRows is how many rows are read or written between two looks for callers.
const yieldRows = 10

// join reads the caller's rows beside their answers, writes the lines of both and passes them on, so
// that the workbook is written on another core.
func (b Batch) join(ctx context.Context, jobID string, in jobs.BatchInput, products *excel.Products, to io.Writer, joined chan<- []excel.ReportRow) error {
	packed, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return err
	}
	lines := newLineWriter(packed, in)
	answers := newAnswerStream(ctx, b.Store, jobID)
	defer answers.stop()
	for more := true; more; {
		rows := make([]excel.ReportRow, 0, yieldRows)
		for len(rows) < yieldRows {
			var product excel.Product
			if product, more, err = products.Next(); err != nil {
				return err
			}
			if !more {
				break
			}
			var answer batchAnswer
			if product.Lack == excel.LackNone {
				if answer, err = answers.of(product.Row.Number); err != nil {
					return err
				}
			}
			if err := lines.write(product, answer); err != nil {
				return err
			}
			product.Row.Cells = slices.Clone(product.Row.Cells)
			rows = append(rows, excel.ReportRow{Product: product, Result: answer.Shown, Failure: answer.Error, Cancelled: answer.Cancelled, Unclassified: answer.Unclassified})
		}
		select {
		case joined <- rows:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.Join(lines.to.Flush(), packed.Close())
}

func addRows(ctx context.Context, seat *Seat, report *excel.Report, joined <-chan []excel.ReportRow) error {
	for rows := range joined {
		if err := seat.Yield(ctx); err != nil {
			return err
		}
		for _, row := range rows {
			if err := report.Add(row); err != nil {
				return err
			}
		}
	}
	return nil
}
