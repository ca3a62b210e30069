package quote

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// TableImport is a checked table, ready to take the place of the one in use.
type TableImport struct {
	Overlay
	Changes TableChanges
}

// TableChanges is what an import does to a table, row by row.
type TableChanges struct {
	Added, Removed []string // rows, their cells joined by bars
	Kept           int
}

// Empty reports whether the table in use says the same.
func (c TableChanges) Empty() bool { return len(c.Added)+len(c.Removed) == 0 }

// maxRowsShown bounds what String prints of each side.
const maxRowsShown = 10

// String tells the changes for people.
func (c TableChanges) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d rows added, %d removed, %d unchanged", len(c.Added), len(c.Removed), c.Kept)
	show := func(sign string, rows []string) {
		for _, row := range rows[:min(len(rows), maxRowsShown)] {
			b.WriteString("\n" + sign + " " + clip(row))
		}
		if more := len(rows) - maxRowsShown; more > 0 {
			fmt.Fprintf(&b, "\n%s and %d more", sign, more)
		}
	}
	show("+", c.Added)
	show("-", c.Removed)
	return b.String()
}

// Bounds of an imported table.
const (
	maxTableRows  = 200_000
	maxTableBytes = 32 << 20
	mostLost      = 20 // an import that drops more than one row in twenty needs force
)

// NewTableImport reads a CSV (commas, semicolons or tabs, the columns of the carried table in any
// order) and checks it as a whole with all other rules: dates that do not overlap, lines of the
// schedule, rates within bounds. Its error names every faulty row; nothing of a faulty file counts.
// current is the table in use, the zero Overlay for the carried one.
func NewTableImport(published Overlay, current []Overlay, schedule *tariff.Schedule, force bool) (TableImport, error) {
	name, known := importable()[published.Table]
	if !known {
		return TableImport{}, fmt.Errorf("table %q cannot be imported; there are: %s", published.Table, strings.Join(Tables(), ", "))
	}
	carried, err := fs.Sub(ruleFiles, "data")
	if err != nil {
		return TableImport{}, fmt.Errorf("open rules: %w", err)
	}
	inUse, err := merged(carried, current)
	if err != nil {
		return TableImport{}, err
	}
	columns := columnsOf(inUse[name])
	content, err := canonical(published.Content, columns)
	if err != nil {
		return TableImport{}, fmt.Errorf("%s: %w", published.Table, err)
	}
	published.Content = content
	next := append(slices.DeleteFunc(slices.Clone(current), func(o Overlay) bool { return o.Table == published.Table }), published)
	rules, err := LoadRules(next...)
	if err != nil {
		return TableImport{}, fmt.Errorf("%s is refused, the table in use stays: %w", published.Table, err)
	}
	if err := errors.Join(unknownLines(name, content, schedule), rules.Check(schedule)); err != nil {
		return TableImport{}, fmt.Errorf("%s is refused, the table in use stays: %w", published.Table, err)
	}
	in := TableImport{Overlay: published, Changes: changesOf(inUse[name], content)}
	return in, in.refusal(current, force)
}

// refusal is an import that looks like a mistake: half a file, or an older one.
func (in TableImport) refusal(current []Overlay, force bool) error {
	if force {
		return nil
	}
	for _, o := range current {
		if o.Table == in.Table && in.Vintage < o.Vintage {
			return fmt.Errorf("%s of %s is older than the one in use, of %s; --force accepts it", in.Table, in.Vintage, o.Vintage)
		}
	}
	before := in.Changes.Kept + len(in.Changes.Removed)
	after := in.Changes.Kept + len(in.Changes.Added)
	if (before-after)*mostLost > before {
		return fmt.Errorf("%s has %d rows and the one in use %d: more than 5 %% would be lost; --force accepts it", in.Table, after, before)
	}
	return nil
}

func columnsOf(text []byte) []string {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && !strings.HasPrefix(line, "#") {
			return strings.Split(line, "\t")
		}
	}
	return nil
}

// canonical writes a CSV as the rules are kept: row n of the file is line n, so that faults name it.
func canonical(text []byte, columns []string) ([]byte, error) {
	if len(text) > maxTableBytes {
		return nil, fmt.Errorf("%d bytes exceed the limit of %d", len(text), maxTableBytes)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.Comment, reader.FieldsPerRecord = separatorOf(text), '#', -1
	var b strings.Builder
	var header []string
	line, count := 1, 0
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the file ends or breaks in the middle of a row: %w", err)
		}
		at, _ := reader.FieldPos(0)
		if header == nil {
			if header, err = headerOf(record, columns); err != nil {
				return nil, err
			}
			record = columns
		} else if record, err = ordered(record, header, columns, at); err != nil {
			return nil, err
		}
		for ; line < at; line++ {
			b.WriteString("\n")
		}
		b.WriteString(strings.Join(record, "\t") + "\n")
		line++
		if count++; count > maxTableRows {
			return nil, fmt.Errorf("more than %d rows", maxTableRows)
		}
	}
	if count < 2 {
		return nil, errors.New("the file holds no rows")
	}
	return []byte(b.String()), nil
}

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

// headerOf refuses columns that are missing or not known.
func headerOf(record, columns []string) ([]string, error) {
	header := make([]string, len(record))
	for i, cell := range record {
		header[i] = strings.ToLower(strings.TrimSpace(cell))
		if !slices.Contains(columns, header[i]) {
			return nil, fmt.Errorf("column %q is not known; the columns are %s", clip(cell), strings.Join(columns, ", "))
		}
	}
	for _, column := range columns {
		if !slices.Contains(header, column) {
			return nil, fmt.Errorf("column %s is missing", column)
		}
	}
	return header, nil
}

func ordered(record, header, columns []string, at int) ([]string, error) {
	if len(record) != len(header) {
		return nil, fmt.Errorf("row %d has %d cells for %d columns: half a row", at, len(record), len(header))
	}
	cells := make([]string, len(columns))
	for i, column := range columns {
		cell := strings.TrimSpace(record[slices.Index(header, column)])
		if strings.ContainsFunc(cell, func(r rune) bool { return r < 0x20 }) {
			return nil, fmt.Errorf("row %d: column %s holds control characters", at, column)
		}
		cells[i] = cell
	}
	return cells, nil
}

// unknownLines names the rows whose lines the tariff does not have.
func unknownLines(name string, content []byte, schedule *tariff.Schedule) error {
	var faults []error
	readTable(files{name: content}, name, &faults, func(r row) {
		for _, column := range []string{"prefixes", "except", "lines", "line"} {
			for _, code := range r.list(column) {
				if code != "*" && !schedule.Has(code) {
					r.fault("column %s: %s is no line of the tariff of %s", column, clip(code), schedule.Vintage)
				}
			}
		}
	})
	return errors.Join(faults...)
}

// changesOf compares two tables as sets of rows.
func changesOf(before, after []byte) TableChanges {
	old, rows := rowsOf(before), rowsOf(after)
	var c TableChanges
	for row := range rows {
		if old[row] {
			c.Kept++
		} else {
			c.Added = append(c.Added, row)
		}
	}
	for row := range old {
		if !rows[row] {
			c.Removed = append(c.Removed, row)
		}
	}
	slices.Sort(c.Added)
	slices.Sort(c.Removed)
	return c
}

func rowsOf(text []byte) map[string]bool {
	rows := map[string]bool{}
	header := false
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n\t "); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if header {
			rows[strings.ReplaceAll(line, "\t", "|")] = true
		}
		header = true
	}
	return rows
}
