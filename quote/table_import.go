package quote

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"tariffdesk/quote/table"
	"tariffdesk/tariff"
)

// TableFile is a file that shall change a table of the rules.
type TableFile struct {
	Table    string // one of Tables
	Vintage  tariff.Date
	Complete bool              // the table holds its annex whole
	Rows     tariff.ImportRows // nil where rows are only dropped

	Merge bool        // rows are added to those in use; otherwise they take their place
	From  tariff.Date // the first day on which the rows apply; the rows in use end the day before
	Drop  []string    // keys of rows that end, the day before From or Today
	Today tariff.Date
	Force bool // accept an older vintage, and the loss of rows
}

// TableImport is a checked table, ready to take the place of the one in use.
type TableImport struct {
	Overlay
	Changes table.Changes
}

// mostLost bounds what an import may lose: one that drops more than one row in twenty needs force.
const mostLost = 20

// NewTableImport reads a file with the columns of the carried table, in any order, and checks the
// table that it makes as a whole with all other rules: dates that do not overlap, lines of the
// schedule, rates within bounds. Its error names every faulty row; nothing of a faulty file counts.
// current are the imported tables in use.
func NewTableImport(file TableFile, current []Overlay, schedule *tariff.Schedule) (TableImport, error) {
	inUse, err := TableInUse(file.Table, current)
	if err != nil {
		return TableImport{}, err
	}
	next, err := file.applied(inUse)
	if err != nil {
		return TableImport{}, fmt.Errorf("%s is refused, the table in use stays: %w", file.Table, err)
	}
	overlay := Overlay{Table: file.Table, Content: next.Numbered(file.Merge), Vintage: file.Vintage, Complete: file.Complete}
	others := slices.DeleteFunc(slices.Clone(current), func(o Overlay) bool { return o.Table == file.Table })
	rules, err := LoadRules(append(others, overlay)...)
	if err != nil {
		return TableImport{}, fmt.Errorf("%s is refused, the table in use stays: %w", file.Table, err)
	}
	if err := errors.Join(unknownLines(next.File, overlay.Content, schedule), rules.Check(schedule)); err != nil {
		return TableImport{}, fmt.Errorf("%s is refused, the table in use stays: %w", file.Table, err)
	}
	overlay.Content = next.Text()
	in := TableImport{Overlay: overlay, Changes: inUse.Compare(next)}
	if file.Force {
		return in, nil
	}
	return in, in.refusal(current)
}

// applied is the table in use changed as the file says.
func (f TableFile) applied(inUse table.Table) (table.Table, error) {
	next := table.Table{Shape: inUse.Shape}
	if f.Rows != nil {
		var err error
		if next, err = table.Read(inUse.Shape, f.Rows); err != nil {
			return next, err
		}
		if len(next.Rows) == 0 && (f.Merge || len(inUse.Rows) > 0) {
			return next, errors.New("the file holds no rows")
		}
	}
	if f.From != "" && !inUse.Dated() {
		return next, fmt.Errorf("the rows of %s have no first day", inUse.Name)
	}
	next.Starting(f.From)
	base := table.Table{Shape: inUse.Shape, Rows: slices.Clone(inUse.Rows)}
	for _, key := range f.Drop {
		day := f.From
		if day == "" {
			day = f.Today
		}
		if err := base.Drop(key, day); err != nil {
			return next, err
		}
	}
	if !f.Merge && f.From == "" {
		return next, nil
	}
	if !f.Merge {
		base.Until(f.From)
	}
	return table.Merge(base, next, f.From)
}

// refusal is an import that looks like a mistake: half a file, or an older one.
func (in TableImport) refusal(current []Overlay) error {
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

// TableInUse is a table as it stands: the imported one, or the one the product carries.
func TableInUse(name string, current []Overlay) (table.Table, error) {
	shape, known := shapeOf(name)
	if !known {
		return table.Table{}, fmt.Errorf("table %q cannot be imported; there are: %s", clip(name), strings.Join(Tables(), ", "))
	}
	carried, err := fs.Sub(ruleFiles, "data")
	if err != nil {
		return table.Table{}, fmt.Errorf("open rules: %w", err)
	}
	all, err := merged(carried, current)
	if err != nil {
		return table.Table{}, err
	}
	return table.Parse(shape, all[shape.File])
}

// ExportTable writes a table in use as an import reads it.
func ExportTable(w io.Writer, name string, current []Overlay) error {
	t, err := TableInUse(name, current)
	if err != nil {
		return err
	}
	return t.CSV(w)
}

// unknownLines names the rows whose lines the tariff does not have.
func unknownLines(name string, content []byte, schedule *tariff.Schedule) error {
	var faults []error
	readTable(files{name: content}, name, &faults, func(r row) {
		for _, column := range []string{"prefixes", "except", "lines", "line"} {
			for _, code := range r.list(column) {
				chapter := column == "except" && len(code) == 2 // an exception may name a chapter without lines
				if code != "*" && !chapter && !schedule.Had(code) {
					r.fault("column %s: %s is no line of the tariff of %s", column, clip(code), schedule.Vintage)
				}
			}
		}
	})
	return errors.Join(faults...)
}

// columnsOf are the names of the columns of a table as it is kept.
func columnsOf(text []byte) []string {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 && line[0] != '#' {
			return strings.Split(string(line), "\t")
		}
	}
	return nil
}
