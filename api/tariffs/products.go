package tariffs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/api/gate"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// The bounds of a batch.
const (
	maxBatchRows      = 50_000
	chunkTexts        = 200 // distinct texts in a chunk
	firstChunkTexts   = 20  // in the first one, so that progress shows soon
	maxFieldNameChars = 200
	maxTextBytes      = 32 << 20 // of all descriptions together: they are held until the job is stored
)

// products is a workbook, read: what is charged, and the chunks it runs in.
type products struct {
	input   jobs.BatchInput
	charged int
	chunks  []jobs.NewChunk
	first   []excel.Row    // what a preview shows
	sheets  []previewSheet // of a preview
}

// readProducts reads the uploaded workbook.
func (in *xlsxInput) readProducts(ctx context.Context) []error {
	choice := excel.Choice{
		Sheet:       in.form.Text("sheet", maxFieldNameChars),
		Description: in.form.Text("description_column", maxFieldNameChars),
		ID:          in.form.Text("id_column", maxFieldNameChars),
		Code:        in.form.Text("code_column", maxFieldNameChars),
		HeaderRow:   in.headerRow,
	}
	if err := turnAtWorkbook(ctx, gate.Of(ctx)); err != nil {
		return []error{err}
	}
	var err error
	if in.products, err = readWorkbook(ctx, in.file.Content, choice, in.preview); err != nil {
		return []error{named("file", err)}
	}
	in.products.input.ReviewBelow = in.reviewBelow
	return nil
}

// turnAtWorkbook waits for the caller's turn, which lasts until the job is stored: up to then all
// that was read of the workbook is held.
func turnAtWorkbook(ctx context.Context, k *gate.Call) error {
	release, err := k.Turn(ctx, handlersOf(k).WorkbookTurns)
	if err == nil {
		k.Keep(release)
	}
	return err
}

// named puts the field before what is wrong with a file, unless the text names one already.
func named(field string, err error) error {
	e := fail.As(err)
	for _, known := range []string{"sheet:", "description_column:", "id_column:", "code_column:", "header_row:", field + ":"} {
		if strings.HasPrefix(e.Message, known) {
			return e
		}
	}
	return fail.Wrap(err, e.Code, field+": "+e.Message)
}

func readWorkbook(ctx context.Context, content []byte, choice excel.Choice, preview bool) (*products, error) {
	var texts texts
	p, err := texts.read(ctx, content, choice, preview)
	if err != nil {
		return nil, err
	}
	p.chunks, err = texts.chunks() // the book is no longer held
	return p, err
}

// read adds the descriptions of a workbook. The products still lack their chunks.
func (t *texts) read(ctx context.Context, content []byte, choice excel.Choice, preview bool) (*products, error) {
	ctx, cancel := excel.Timed(ctx, handlersOf(gate.Of(ctx)).ReadTime)
	defer cancel()
	book, err := excel.Open(excel.Within(ctx, bytes.NewReader(content)), int64(len(content)))
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
	if preview {
		p.sheets = countSheets(book)
	}
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
		p.input.Layout.Columns = max(p.input.Layout.Columns, len(product.Row.Cells))
		if len(p.first) < maxPreviewRows {
			p.first = append(p.first, excel.Row{Number: product.Row.Number, Cells: slices.Clone(product.Row.Cells)})
		}
		if lacks[product.Lack]++; product.Lack == excel.LackNone {
			if err := t.add(product.Description, product.Row.Number); err != nil {
				return nil, err
			}
		}
	}
	if code := layout.Code - 1; code >= max(p.input.Layout.Columns, len(layout.Headers)) {
		return nil, fail.Newf(fail.CodeBadRequest, "code_column: the sheet has no column %s", excel.Letter(code))
	}
	if p.charged = lacks[excel.LackNone]; p.charged == 0 {
		return nil, noProducts(layout, p.input.Rows, lacks)
	}
	return p, nil
}

var errTooManyRows = fail.Newf(fail.CodeBadRequest, "the sheet has more than %d rows, the limit of a batch: split it", maxBatchRows)

// noProducts states why there is nothing to classify.
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
	size int // bytes, repetitions too
}

var errTooMuchText = fail.Newf(fail.CodeBadRequest, "the descriptions hold more than %d MB of text, the limit of a batch: split it", maxTextBytes>>20)

// add joins rows of the same text; runs of white space count as one.
func (t *texts) add(text string, row int) error {
	if t.size += len(text); t.size > maxTextBytes {
		return errTooMuchText
	}
	key := strings.Join(strings.Fields(text), " ")
	if i, ok := t.at[key]; ok {
		t.list[i].Rows = append(t.list[i].Rows, row)
		return nil
	}
	if t.at == nil {
		t.at = map[string]int{}
	}
	t.at[key] = len(t.list)
	t.list = append(t.list, jobs.BatchText{Text: key, Rows: []int{row}})
	return nil
}

func (t *texts) chunks() ([]jobs.NewChunk, error) {
	var chunks []jobs.NewChunk
	for from, size := 0, firstChunkTexts; from < len(t.list); from, size = from+size, chunkTexts {
		part := t.list[from:min(from+size, len(t.list))]
		rows := 0
		for _, text := range part {
			rows += len(text.Rows)
		}
		var input bytes.Buffer
		e := json.NewEncoder(&input)
		e.SetEscapeHTML(false) // a sign < would take six times its room
		if err := e.Encode(part); err != nil {
			return nil, fmt.Errorf("encode chunk: %w", err)
		}
		chunks = append(chunks, jobs.NewChunk{Rows: rows, Input: bytes.Clone(input.Bytes())})
	}
	return chunks, nil
}
