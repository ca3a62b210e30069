package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"tariffdesk/tariff"
)

// CSVRows reads text with commas, semicolons or tabs as rows. Lines that begin with "#" are comments.
func CSVRows(text []byte) (tariff.ImportRows, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%d bytes exceed the limit of %d", len(text), MaxBytes)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.Comment, reader.FieldsPerRecord = separatorOf(text), '#', -1
	// The product's own files have tabs and do not quote: a quotation mark is a letter of the cell there.
	reader.LazyQuotes = reader.Comma == '\t'
	rows := &csvRows{reader: reader, tabs: reader.Comma == '\t'}
	if !bytes.HasSuffix(text, []byte("\n")) {
		rows.torn = bytes.Count(text, []byte("\n")) + 1
	}
	return rows, nil
}

type csvRows struct {
	reader *csv.Reader
	line   int
	tabs   bool
	torn   int // the last line where nothing ends it
}

// Next implements tariff.ImportRows.
func (r *csvRows) Next() ([]string, bool, error) {
	record, err := r.reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("the file ends or breaks in the middle of a row: %w", err)
	}
	r.line, _ = r.reader.FieldPos(0)
	return record, true, nil
}

// Row is the line of the file on which the row begins.
func (r *csvRows) Row() int { return r.line }

// short reports whether the row may leave the empty cells at its end out, as the product's own files
// do: not where the file ends in the middle of it.
func (r *csvRows) short() bool { return r.tabs && r.line != r.torn }

func separatorOf(text []byte) rune {
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("#")) || len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		for _, r := range "\t;" {
			if bytes.ContainsRune(line, r) {
				return r
			}
		}
		break
	}
	return ','
}
