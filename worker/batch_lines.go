package worker

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"tariffdesk/excel"
	"tariffdesk/jobs"
)

// lineWriter writes a JSON line a row.
type lineWriter struct {
	to   *bufio.Writer
	head bytes.Buffer
	json *json.Encoder // into head
	in   jobs.BatchInput
}

func newLineWriter(to io.Writer, in jobs.BatchInput) *lineWriter {
	w := &lineWriter{to: bufio.NewWriterSize(to, 64<<10), in: in}
	w.json = json.NewEncoder(&w.head)
	w.json.SetEscapeHTML(false)
	return w
}

// line is a row of the NDJSON result, but for its last member, the classification.
type line struct {
	Row         int     `json:"row"`
	ID          string  `json:"id"`
	Description string  `json:"product_description"`
	Status      string  `json:"status"`
	Error       *string `json:"error"`
	StatedCode  *string `json:"stated_code,omitempty"` // of a batch with a column of codes
	Agrees      *string `json:"agrees,omitempty"`
}

// The states of a row of a batch.
const (
	rowSucceeded    = "succeeded"
	rowUnclassified = "unclassified" // with a result that has questions and no code
	rowFailed       = "failed"
	rowSkipped      = "skipped"
	rowCancelled    = "cancelled"
)

func (w *lineWriter) write(p excel.Product, a batchAnswer) error {
	l := line{Row: p.Row.Number, ID: p.ID, Description: p.Description, Status: rowSucceeded}
	if w.in.Name == "" { // items count from 1, without the header that only our workbook has
		l.Row -= w.in.Layout.HeaderRow
	}
	switch {
	case p.Lack != excel.LackNone:
		l.Status, l.Error = rowSkipped, new(skipped(p.Lack))
	case a.Cancelled:
		l.Status, l.Error = rowCancelled, &a.Error
	case a.Error != "":
		l.Status, l.Error = rowFailed, &a.Error
	case a.Unclassified:
		l.Status = rowUnclassified
	}
	if w.in.Layout.Code > 0 {
		l.StatedCode, l.Agrees = &p.Code, new("")
		if a.Shown != nil && !a.Unclassified {
			*l.Agrees = string(a.Shown.Agrees(p.Code))
		}
	}
	result := a.Result
	if result == nil {
		result = []byte("null") // of a row that was not classified
	}
	w.head.Reset()
	if err := w.json.Encode(l); err != nil {
		return fmt.Errorf("row %d: %w", p.Row.Number, err)
	}
	// The classification is JSON already, and by far the most of a line: it is not encoded again.
	_, _ = w.to.Write(bytes.TrimSuffix(w.head.Bytes(), []byte("}\n")))
	_, _ = w.to.WriteString(`,"result":`)
	_, _ = w.to.Write(result)
	_, err := w.to.WriteString("}\n") // the writer keeps its first error
	return err
}

func skipped(l excel.Lack) string {
	switch l {
	case excel.LackNumber:
		return "the description is a number, not text"
	case excel.LackError:
		return "the description is the error of a formula"
	case excel.LackUnstored:
		return "the description is a formula without a stored value"
	case excel.LackCaption:
		return "the row is a title, or the header again"
	case excel.LackNone, excel.LackEmpty:
	}
	return "the row has no description"
}
