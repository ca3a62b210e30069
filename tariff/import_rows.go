package tariff

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tariffdesk/text"
)

// csvRows reads comma-, semicolon- or tab-separated text as ImportRows.
func csvRows(text []byte) ImportRows {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	reader := csv.NewReader(bytes.NewReader(text))
	reader.FieldsPerRecord = -1
	reader.LazyQuotes = true
	reader.ReuseRecord = true
	reader.Comma = ','
	for _, comma := range []rune{'\t', ';'} {
		if bytes.Count(first, []byte(string(comma))) > bytes.Count(first, []byte(string(reader.Comma))) {
			reader.Comma = comma
		}
	}
	return textRows{reader}
}

type textRows struct{ reader *csv.Reader }

func (r textRows) Next() ([]string, bool, error) {
	row, err := r.reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("row: %w", err)
	}
	return row, true, nil
}

// table gives the cells of rows by the names of their header.
type table struct {
	rows   ImportRows
	column map[string]int
	row    []string
	number int
}

// headed reads up to ten rows for the header: the first row in which match finds every column.
// match maps a folded header cell to a column's name, or to "" where it means none.
func headed(rows ImportRows, match func(cell string) string, required ...string) (*table, error) {
	return headedAny(rows, match, required)
}

// headedAny is headed with several sets of columns, any of which makes a header.
func headedAny(rows ImportRows, match func(cell string) string, sets ...[]string) (*table, error) {
	t := &table{rows: rows}
	for t.number < 10 && t.next() == nil && t.row != nil {
		t.column = make(map[string]int)
		for i, cell := range t.row {
			if name := match(foldHeader(cell)); name != "" {
				if _, taken := t.column[name]; !taken {
					t.column[name] = i
				}
			}
		}
		if slices.ContainsFunc(sets, func(set []string) bool { return t.has(set...) }) {
			return t, nil
		}
	}
	named := make([]string, len(sets))
	for i, set := range sets {
		named[i] = strings.Join(set, ", ")
	}
	return nil, fmt.Errorf("no header with the columns %s in the first rows", strings.Join(named, "; or "))
}

func (t *table) has(columns ...string) bool {
	for _, name := range columns {
		if _, ok := t.column[name]; !ok {
			return false
		}
	}
	return true
}

// next moves to the next row; row is nil at the end.
func (t *table) next() error {
	if t.number++; t.number > maxImportRows {
		return fmt.Errorf("more than %d rows", maxImportRows)
	}
	row, ok, err := t.rows.Next()
	if !ok {
		row = nil
	}
	t.row = row
	return err
}

func (t *table) cell(name string) string {
	i, ok := t.column[name]
	if !ok || i >= len(t.row) {
		return ""
	}
	return strings.TrimSpace(t.row[i])
}

// each calls read for every row below the header and names the row of an error.
func (t *table) each(read func() error) error {
	for {
		if err := t.next(); err != nil {
			return fmt.Errorf("row %d: %w", t.number, err)
		}
		if t.row == nil {
			return nil
		}
		if err := read(); err != nil {
			return fmt.Errorf("row %d: %w", t.number, err)
		}
	}
}

// foldHeader makes header cells comparable: lower case, no accents, no white space around.
func foldHeader(cell string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text.Fold(cell), "_", " ")), " ")
}

// cleanUnit keeps what separates columns and suffixes in a schedule file out of a unit.
func cleanUnit(unit string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(";", ",", "=", " ").Replace(unit)), " ")
}
