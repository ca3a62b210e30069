package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// The bounds of a batch.
const (
	maxBatchRows      = 50_000
	maxReadings       = 2   // workbooks read at once in a process: each keeps a core busy
	chunkTexts        = 200 // distinct texts in a chunk
	firstChunkTexts   = 20  // in the first one, so that progress shows soon
	maxFieldNameChars = 200
)

// products is a workbook, read: what is charged, and the chunks it runs in.
type products struct {
	input   jobs.BatchInput
	charged int
	chunks  []jobs.NewChunk
}

// readProducts reads the uploaded workbook.
func (in *xlsxInput) readProducts(ctx context.Context) []error {
	choice := excel.Choice{
		Sheet:       in.form.text("sheet", maxFieldNameChars),
		Description: in.form.text("description_column", maxFieldNameChars),
		ID:          in.form.text("id_column", maxFieldNameChars),
	}
	release, err := callOf(ctx).server.reading(ctx)
	if err != nil {
		return []error{err}
	}
	defer release()
	if in.products, err = readWorkbook(ctx, in.file.content, choice); err != nil {
		return []error{named("file", err)}
	}
	return nil
}

// reading waits for its turn to read a workbook.
func (s *Server) reading(ctx context.Context) (release func(), err error) {
	select {
	case s.readings <- struct{}{}:
		return func() { <-s.readings }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to read a workbook: %w", ctx.Err())
	}
}

// named puts the field before what is wrong with a file, unless the text names one already.
func named(field string, err error) error {
	e := fail.As(err)
	for _, known := range []string{"sheet:", "description_column:", "id_column:", field + ":"} {
		if strings.HasPrefix(e.Message, known) {
			return e
		}
	}
	return fail.Wrap(err, e.Code, field+": "+e.Message)
}

func readWorkbook(ctx context.Context, content []byte, choice excel.Choice) (*products, error) {
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	layout, err := book.Layout(choice)
	if err != nil {
		return nil, err
	}
	rows, err := book.Products(layout)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // only read
	p := &products{input: jobs.BatchInput{Layout: jobs.BatchLayout(layout)}}
	var texts texts
	lacks := map[excel.Lack]int{}
	for {
		product, ok, err := rows.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if p.input.Rows++; p.input.Rows > maxBatchRows {
			return nil, errTooManyRows
		}
		if p.input.Rows%1000 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("read workbook: %w", ctx.Err())
		}
		if lacks[product.Lack]++; product.Lack == excel.LackNone {
			texts.add(product.Description, product.Row.Number)
		}
	}
	p.charged = lacks[excel.LackNone]
	if p.charged == 0 {
		return nil, noProducts(layout, p.input.Rows, lacks)
	}
	p.chunks, err = texts.chunks()
	return p, err
}

var errTooManyRows = fail.Newf(fail.CodeBadRequest, "the sheet has more than %d rows, the limit of a batch: split it", maxBatchRows)

// noProducts says why there is nothing to classify.
func noProducts(l excel.Layout, rows int, lacks map[excel.Lack]int) error {
	column := excel.Letter(l.Description)
	switch {
	case lacks[excel.LackUnstored] > 0:
		return fail.Newf(fail.CodeBadRequest, "no row has a description: column %s holds formulas without stored values; "+
			"open the workbook in a spreadsheet program and save it, or paste the column as values", column)
	case rows > 0:
		return fail.Newf(fail.CodeBadRequest, "none of the %d rows has a description in column %s: name the column with description_column", rows, column)
	}
	return fail.New(fail.CodeBadRequest, "the sheet has no rows below its header")
}

// texts gathers the distinct descriptions in the order of their first rows.
type texts struct {
	list []jobs.BatchText
	at   map[string]int
}

// add joins rows of the same text; runs of white space count as one.
func (t *texts) add(text string, row int) {
	key := strings.Join(strings.Fields(text), " ")
	if i, ok := t.at[key]; ok {
		t.list[i].Rows = append(t.list[i].Rows, row)
		return
	}
	if t.at == nil {
		t.at = map[string]int{}
	}
	t.at[key] = len(t.list)
	t.list = append(t.list, jobs.BatchText{Text: key, Rows: []int{row}})
}

func (t *texts) chunks() ([]jobs.NewChunk, error) {
	var chunks []jobs.NewChunk
	for from, size := 0, firstChunkTexts; from < len(t.list); from, size = from+size, chunkTexts {
		part := t.list[from:min(from+size, len(t.list))]
		rows := 0
		for _, text := range part {
			rows += len(text.Rows)
		}
		input, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("encode chunk: %w", err)
		}
		chunks = append(chunks, jobs.NewChunk{Rows: rows, Input: input})
	}
	return chunks, nil
}
