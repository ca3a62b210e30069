// Package table owns the text form of the tables of the quote rules: it reads them from files that
// people keep, writes them, merges one into another by key, and compares them.
//
// It refuses to judge what a row means: the quote package checks the whole.
package table

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/tariff"
)

// Columns of the period of a row.
const (
	columnFrom = "effective_from"
	columnTo   = "effective_to"
)

// Bounds of a table that is read.
const (
	MaxRows  = 200_000
	MaxBytes = 32 << 20
	maxCell  = 100_000 // bytes: the longest list of lines has a tenth of it
)

// Shape describes the columns that all rows of a table share.
type Shape struct {
	Name     string   // as people call the table
	File     string   // where the product carries it
	Columns  []string // in the order of the file
	Key      []string // the columns that name a row, beside its first day
	Optional []string // columns that a file may lack: they are empty then
	Official Official // a workbook of another shape that is read too
}

// Dated reports whether the rows have periods.
func (s Shape) Dated() bool { return slices.Contains(s.Columns, columnFrom) }

// Table is the rows of a shape.
type Table struct {
	Shape
	Rows []Row
}

// Row is one row and where it stands in the file it was read from.
type Row struct {
	Number int
	Cells  []string // one a column
	New    bool     // merged into a table
}

func (t *Table) at(column string) int { return slices.Index(t.Columns, column) }

func (t *Table) cell(r Row, column string) string {
	if i := t.at(column); i >= 0 {
		return r.Cells[i]
	}
	return ""
}

func (t *Table) set(r Row, column, value string) {
	if i := t.at(column); i >= 0 {
		r.Cells[i] = value
	}
}

// key names a row as --drop takes it: its key cells, joined by slashes.
func (t *Table) key(r Row) string {
	cells := make([]string, len(t.Key))
	for i, column := range t.Key {
		cells[i] = t.cell(r, column)
	}
	return strings.Join(cells, "/")
}

// Parse reads the text form that the product keeps: tabs, "#" comments, trailing empty cells left
// out. Older rows may lack columns that came later.
func Parse(shape Shape, text []byte) (Table, error) {
	t := Table{Shape: shape}
	var index []int
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if index == nil {
			for _, column := range shape.Columns {
				index = append(index, slices.Index(cells, column))
			}
			continue
		}
		row := Row{Number: number, Cells: make([]string, len(shape.Columns))}
		for i, at := range index {
			if at >= 0 && at < len(cells) {
				row.Cells[i] = strings.TrimSpace(cells[at])
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if index == nil {
		return t, fmt.Errorf("%s has no line of column names", shape.Name)
	}
	return t, nil
}

// Text writes the form that Parse reads.
func (t *Table) Text() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(t.Columns, "\t") + "\n")
	for _, row := range t.Rows {
		b.WriteString(strings.Join(row.Cells, "\t") + "\n")
	}
	return b.Bytes()
}

// Numbered writes the table with a comment before each row that says where it stood, so that whoever
// reads it names the row of the file. Rows that were merged come last: a fault of two is theirs; rows
// of the table they were merged into have the number 0.
func (t *Table) Numbered(merged bool) []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(t.Columns, "\t") + "\n")
	for _, last := range []bool{false, true} {
		for _, row := range t.Rows {
			number := row.Number
			if merged && !row.New {
				number = 0
			}
			if row.New == last {
				fmt.Fprintf(&b, "%s%d\n%s\n", NumberMark, number, strings.Join(row.Cells, "\t"))
			}
		}
	}
	return b.Bytes()
}

// NumberMark begins the comment that gives the next row its number.
const NumberMark = "#row "

// CSV writes the table as Read reads it: commas, every column, the first row the names.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(t.Columns); err != nil {
		return fmt.Errorf("write table %s: %w", t.Name, err)
	}
	for _, row := range t.Rows {
		if err := out.Write(row.Cells); err != nil {
			return fmt.Errorf("write table %s: %w", t.Name, err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write table %s: %w", t.Name, err)
	}
	return nil
}

// Read reads a file that people keep: rows of a workbook or of a CSV, comments and empty rows
// skipped, the first row the names of the columns in any order. Its error names the row.
func Read(shape Shape, rows tariff.ImportRows) (Table, error) {
	t := Table{Shape: shape}
	var header []string
	var refused error // of the first row, where none below it is a header
	var under []int   // the columns of an official workbook
	for number := 1; ; number++ {
		record, ok, err := rows.Next()
		if err != nil {
			return t, fmt.Errorf("row %d: %w", number, err)
		}
		if !ok {
			break
		}
		if p, placed := rows.(interface{ Row() int }); placed {
			number = p.Row()
		}
		switch {
		case len(t.Rows) >= MaxRows:
			return t, fmt.Errorf("row %d: more than %d rows", number, MaxRows)
		case blank(record):
		case under != nil:
			cells, err := shape.Official.row(shape, record, under)
			if err != nil {
				return t, fmt.Errorf("row %d: %w", number, err)
			}
			t.Rows = append(t.Rows, Row{Number: number, Cells: cells})
		case header == nil:
			if len(shape.Official.Columns) > 0 {
				if under = shape.Official.under(record); under != nil {
					continue
				}
			}
			header, err = shape.header(record)
			if err != nil && len(shape.Official.Columns) > 0 && number < maxHeaderRow {
				header, refused = nil, cmp.Or(refused, fmt.Errorf("row %d: %w", number, err))
				continue // a title above the header of an official workbook
			}
			if err != nil {
				return t, cmp.Or(refused, fmt.Errorf("row %d: %w", number, err))
			}
		default:
			if missing := len(header) - len(record); missing > 0 && mayBeShort(rows) {
				record = append(slices.Clone(record), make([]string, missing)...)
			}
			cells, err := shape.ordered(record, header)
			if err != nil {
				return t, fmt.Errorf("row %d: %w", number, err)
			}
			t.Rows = append(t.Rows, Row{Number: number, Cells: cells})
		}
	}
	if header == nil && under == nil {
		return t, cmp.Or(refused, errors.New("the file is empty"))
	}
	return t, nil
}

// mayBeShort reports whether rows leave the empty cells at their end out: those of a workbook do.
func mayBeShort(rows tariff.ImportRows) bool {
	text, isText := rows.(*csvRows)
	return !isText || text.short()
}

func blank(record []string) bool {
	if len(record) > 0 && strings.HasPrefix(strings.TrimSpace(record[0]), "#") {
		return true
	}
	return !slices.ContainsFunc(record, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// header refuses columns that are missing or not known.
func (s Shape) header(record []string) ([]string, error) {
	header := make([]string, len(record))
	for i, cell := range record {
		at := slices.IndexFunc(s.Columns, func(column string) bool { return strings.EqualFold(column, strings.TrimSpace(cell)) })
		if at < 0 {
			return nil, fmt.Errorf("column %q is not known; the columns of %s are %s", short(cell), s.Name, strings.Join(s.Columns, ", "))
		}
		if slices.Contains(header[:i], s.Columns[at]) {
			return nil, fmt.Errorf("column %s stands twice", s.Columns[at])
		}
		header[i] = s.Columns[at]
	}
	for _, column := range s.Columns {
		if !slices.Contains(header, column) && !slices.Contains(s.Optional, column) {
			return nil, fmt.Errorf("column %s is missing; the columns of %s are %s", column, s.Name, strings.Join(s.Columns, ", "))
		}
	}
	return header, nil
}

// ordered puts the cells of a record in the order of the columns.
func (s Shape) ordered(record, header []string) ([]string, error) {
	if len(record) != len(header) {
		return nil, fmt.Errorf("%d cells for %d columns: half a row", len(record), len(header))
	}
	cells := make([]string, len(s.Columns))
	for i, column := range header {
		cell := strings.TrimSpace(record[i])
		if len(cell) > maxCell {
			return nil, fmt.Errorf("column %s has %d bytes, more than the limit of %d", column, len(cell), maxCell)
		}
		if strings.ContainsFunc(cell, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
			return nil, fmt.Errorf("column %s holds control characters", column)
		}
		cells[slices.Index(s.Columns, column)] = cell
	}
	return cells, nil
}

// maxShown bounds the text of a file that an error repeats.
const maxShown = 60

func short(text string) string { return bounded.Clip(text, maxShown) }
