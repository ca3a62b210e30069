package excel

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"unicode/utf8"
)

// CSV streams the rows of a text file as a sheet of text.
type CSV struct {
	reader *csv.Reader
	line   *piecewise
	row    Row
}

// ReadCSV reads UTF-8 text whose fields are parted by commas, semicolons or tabs, whichever its first
// line has most of.
func ReadCSV(content []byte) (*CSV, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		return nil, bad("the text is not UTF-8: save it as CSV UTF-8")
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	line := &piecewise{from: bytes.NewReader(content), full: bad("a line of the text is longer than %d MB", maxLineBytes>>20), most: maxLineBytes}
	r := csv.NewReader(line)
	for _, comma := range ";\t" {
		if bytes.Count(first, []byte(string(comma))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = comma
		}
	}
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
	return &CSV{reader: r, line: line}, nil
}

// Next returns the next row that is not blank, false after the last. The row is overwritten by the
// following call.
func (c *CSV) Next() (Row, bool, error) {
	for {
		c.line.begin()
		fields, err := c.reader.Read()
		if errors.Is(err, io.EOF) {
			return Row{}, false, nil
		}
		if errors.Is(err, c.line.full) {
			return Row{}, false, err
		}
		if err != nil {
			return Row{}, false, bad("line %d is not CSV", c.row.Number+1)
		}
		if len(fields) > MaxColumns {
			return Row{}, false, bad("line %d has %d fields: the limit is %d", c.row.Number+1, len(fields), MaxColumns)
		}
		c.row.Number++
		c.row.Cells = c.row.Cells[:0]
		blank := true
		for _, f := range fields {
			cell := Cell{}
			if f != "" {
				cell = Cell{Kind: KindText, Text: f}
			}
			blank = blank && cell.Empty()
			c.row.Cells = append(c.row.Cells, cell)
		}
		if !blank {
			return c.row, true, nil
		}
	}
}
