package quote

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/quote/table"
	"tariffdesk/tariff"
)

// row is one line of a rule file. Reading a cell in the wrong form is
// remembered with file and line, so that loading reports every fault of the data at once.
type row struct {
	file       string
	lineNumber int
	columns    []string
	index      map[string]int // of the columns
	cells      []string
	faults     *[]error
}

// readTable reads a tab-separated file: comment lines "#", a line of column names, then the rows.
// Every row must have as many cells as there are columns, trailing empty ones excepted.
func readTable(all files, name string, faults *[]error, read func(row)) {
	text, found := all[name]
	if !found {
		*faults = append(*faults, fmt.Errorf("rules lack the file %s", name))
		return
	}
	var columns []string
	var index map[string]int
	number, stated := 0, -1
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if mark, numbered := strings.CutPrefix(line, table.NumberMark); numbered {
			stated, _ = strconv.Atoi(mark)
			continue
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if columns == nil {
			columns, index = cells, make(map[string]int, len(cells))
			for i, column := range columns {
				index[column] = i
			}
			continue
		}
		at := number
		if stated >= 0 {
			at = stated
		}
		r := row{file: name, lineNumber: at, columns: columns, index: index, cells: cells, faults: faults}
		if len(cells) > len(columns) {
			r.fault("%d cells for %d columns", len(cells), len(columns))
			continue
		}
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
		}
		read(r)
	}
}

func (r row) fault(format string, args ...any) {
	*r.faults = append(*r.faults, fmt.Errorf("%s:%d: "+format, append([]any{r.file, r.lineNumber}, args...)...))
}

// text is a cell, "" where the row ends before it or has no such column.
func (r row) text(column string) string {
	if i, known := r.index[column]; known && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// must is text that may not be empty.
func (r row) must(column string) string {
	if r.text(column) == "" {
		r.fault("column %s is empty", column)
	}
	return r.text(column)
}

// list is a cell of values separated by bars.
func (r row) list(column string) []string {
	var values []string
	for value := range strings.SplitSeq(r.text(column), "|") {
		if value = strings.TrimSpace(value); value != "" {
			values = append(values, value)
		}
	}
	return values
}

func (r row) facts(column string) []Fact {
	var facts []Fact
	for _, name := range r.list(column) {
		facts = append(facts, Fact(name))
	}
	return facts
}

// number is an exact decimal, nil where the cell is empty.
func (r row) number(column string) *decimal.Decimal {
	cell := r.text(column)
	if cell == "" {
		return nil
	}
	value, err := decimal.Parse(cell)
	if err != nil || value.IsNeg() {
		r.fault("column %s: %q is no number of zero or more", column, cell)
		return nil
	}
	return &value
}

// maxFraction bounds a rate: five times the value, above every rate in force.
var maxFraction = decimal.MustNew(5, 0)

// fraction is a rate as a fraction of the value, nil where the cell is empty.
func (r row) fraction(column string) *decimal.Decimal {
	value := r.number(column)
	if value != nil && value.Cmp(maxFraction) > 0 {
		r.fault("column %s: %s is above the limit of 500 %% (rates are fractions: 0.35 is 35 %%)", column, value)
		return nil
	}
	return value
}

func (r row) choice(column string, choices ...string) string {
	cell := r.text(column)
	if !slices.Contains(choices, cell) {
		r.fault("column %s: %q is none of %s", column, cell, strings.Join(choices, ", "))
	}
	return cell
}

// prefixes are codes of 2, 4, 6 or 8 digits, or "*" for every line.
func (r row) prefixes(column string) []string {
	list := r.list(column)
	for _, prefix := range list {
		length := len(prefix)
		plain := strings.Trim(prefix, "0123456789") == "" && length%2 == 0 && length >= 2 && length <= 8
		if prefix != "*" && !plain {
			r.fault("column %s: %q is no prefix of 2, 4, 6 or 8 digits", column, prefix)
		}
	}
	return list
}

// bilingual reads the columns stem_en and stem_es.
func (r row) bilingual(stem string) bilingual {
	return bilingual{English: r.must(stem + "_en"), Spanish: r.must(stem + "_es")}
}

// provision reads the columns every rule has: period, source and certainty.
func (r row) provision() Provision {
	p := Provision{
		From: r.date("effective_from"), To: r.date("effective_to"),
		Source: r.must("source"), Certainty: tariff.Certainty(r.text("certainty")),
	}
	if p.From == "" {
		r.fault("column effective_from is empty")
	}
	if p.To != "" && p.To < p.From {
		r.fault("the period ends %s before it begins %s", p.To, p.From)
	}
	if !p.Certainty.Known() {
		r.fault("certainty %q is unknown", p.Certainty)
	}
	return p
}

func (r row) date(column string) tariff.Date {
	if r.text(column) == "" {
		return ""
	}
	date, err := tariff.ParseDate(r.text(column))
	if err != nil {
		r.fault("column %s: %v", column, err)
	}
	return date
}

// bilingual is a text in both languages.
type bilingual struct{ English, Spanish string }

func (b bilingual) in(language Language) string {
	if language == LanguageEnglish {
		return b.English
	}
	return b.Spanish
}

// Provision is the period in which a rule holds, where it stands and how certain it is.
type Provision struct {
	From, To  tariff.Date // closed; an empty end is open
	Source    string
	Certainty tariff.Certainty
}

// on reports whether the provision is in force on a day.
func (p Provision) on(date tariff.Date) bool { return date.Within(p.From, p.To) }

// ended reports whether the provision was in force before a day.
func (p Provision) ended(date tariff.Date) bool { return p.To != "" && p.To < date }

// overlaps reports whether two provisions share a day.
func (p Provision) overlaps(other Provision) bool {
	return (p.To == "" || other.From <= p.To) && (other.To == "" || p.From <= other.To)
}

// joined reports all faults as one error, nil where there are none.
func joined(faults []error) error {
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("rules: %w", errors.Join(faults...))
}

// maxVersions bounds the rows of one key: more is a mistake, and each is compared with the others.
const maxVersions = 1000

// dated holds the rows that were read, by key, to find two that share a day.
type dated map[string][]datedRow

type datedRow struct {
	id string
	Provision
}

// overlap adds a row and names an earlier one that shares a day with it, "" where there is none.
func (d dated) overlap(key, id string, p Provision) string {
	for _, other := range d[key] {
		if other.overlaps(p) {
			return other.id
		}
	}
	if len(d[key]) >= maxVersions {
		return fmt.Sprintf("%d other versions", maxVersions)
	}
	d[key] = append(d[key], datedRow{id, p})
	return ""
}
