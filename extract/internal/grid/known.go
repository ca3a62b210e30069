package grid

import (
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Table is a header with the rows below it, over as many pages as they run.
type Table struct {
	Columns []*column
	Rows    []*TableRow
	Parts   []tablePart
	Totals  []total
	closed  bool // a row of totals, or other text, ended it
	stacked bool // its items have several lines, each under a line of the header of its own
}

// tablePart is the stretch of a page that a table covers, header included.
type tablePart struct{ Page, From, To int }

// column is a column of a table.
type column struct {
	Text        string
	bag         term.Bag
	Concepts    []*term.Concept
	Parts       []label.Part
	Percent     bool     // its cells are percentages
	perPackage  bool     // its cells say how much each package holds
	box         page.Box // of its header
	left, right float64  // its zone
}

// Header is where the header of the column stands.
func (c *column) Header() page.Box { return c.box }

// TableRow is an item of a table: for each column the lines of its cell.
type TableRow struct {
	Page  int
	Cells [][][]page.Word
	box   page.Box
}

// total is a value in a row of totals.
type total struct {
	page, row int
	Column    int
	Words     []page.Word
	caption   []page.Word
}

// Headers lists the texts of the headers, one for each column.
func (t *Table) Headers() []string {
	all := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		all[i] = c.Text
	}
	return all
}

// Words are all words of a cell. What a line breaks at its hyphen is one word again.
func (r *TableRow) Words(column int) []page.Word { return page.Unbroken(r.Cells[column]) }

// Texts lists the texts of the cells of the first columns, as many as are asked for.
func (r *TableRow) Texts(columns int) []string {
	all := make([]string, columns)
	for i := range all {
		all[i] = page.Join(r.Words(i))
	}
	return all
}

// findTables finds the headers of each page and reads what stands below them; a table whose header
// is repeated, or that simply runs on, continues over the page break.
func findTables(d *Tabled) {
	for pi, p := range d.Pages {
		from := 0
		if open := openTable(d, pi); open != nil {
			from = runOn(d, open, pi)
		}
		for ri := from; ri < len(p.Rows); {
			if t, next := stacked(d, pi, ri); t != nil {
				keep(d, t)
				ri = next
				continue
			}
			columns, last := headerAt(d, pi, ri)
			if columns == nil {
				ri++
				continue
			}
			t := &Table{Columns: columns}
			next := readRows(d, t, pi, ri, last+1)
			if len(t.Rows) == 0 {
				ri++
				continue
			}
			readPercents(d, t)
			readNumbering(d, t)
			keep(d, t)
			ri = max(next, last+1)
		}
	}
}

// keep adds a table, or its rows to the earlier one that it continues.
func keep(d *Tabled, t *Table) {
	if n := len(d.Tables); n > 0 {
		earlier := d.Tables[n-1]
		if sameColumns(earlier, t) && !(earlier.closed && len(earlier.Totals) > 0 && earlier.Parts[len(earlier.Parts)-1].Page == t.Parts[0].Page) {
			earlier.Rows = append(earlier.Rows, t.Rows...)
			earlier.Parts = append(earlier.Parts, t.Parts...)
			earlier.Totals = append(earlier.Totals, t.Totals...)
			earlier.closed = t.closed
			return
		}
	}
	d.Tables = append(d.Tables, t)
}

func sameColumns(a, b *Table) bool {
	if len(a.Columns) != len(b.Columns) {
		return false
	}
	same := 0
	for i := range a.Columns {
		if a.Columns[i].bag.Key == b.Columns[i].bag.Key {
			same++
		}
	}
	return same*10 >= len(a.Columns)*8
}

// openTable returns the table that reached the end of the page before without being closed.
func openTable(d *Tabled, pi int) *Table {
	if n := len(d.Tables); n > 0 {
		t := d.Tables[n-1]
		if last := t.Parts[len(t.Parts)-1]; !t.closed && last.Page == pi-1 {
			return t
		}
	}
	return nil
}

// runOn reads rows that continue a table on a page without repeating its header; it returns the row
// after them, 0 where the page begins otherwise.
func runOn(d *Tabled, t *Table, pi int) int {
	p := d.Pages[pi]
	for ri := 0; ri < min(len(p.Rows), 12); ri++ {
		if columns, _ := headerAt(d, pi, ri); columns != nil {
			return 0
		}
		cells, outside := t.assign(p, p.Rows[ri])
		if outside || t.numericCells(cells) < 2 {
			continue
		}
		more := &Table{Columns: t.Columns}
		next := readBody(d, more, pi, ri, ri)
		if len(more.Rows) == 0 {
			return 0
		}
		t.Rows = append(t.Rows, more.Rows...)
		t.Parts = append(t.Parts, more.Parts...)
		t.Totals = append(t.Totals, more.Totals...)
		t.closed = more.closed
		return next
	}
	return 0
}

// numericCells counts the cells that hold a number or code.
func (t *Table) numericCells(cells [][]page.Word) int {
	n := 0
	for _, c := range cells {
		if len(c) > 0 && label.ValueLike(page.Join(c)) {
			n++
		}
	}
	return n
}

// labelTotals makes labels of what the rows of totals say, and of the cells of tables with one row.
func labelTotals(d *Tabled) {
	sum := d.Dict.Bag("total")
	for _, t := range d.Tables {
		for _, total := range t.Totals {
			c := t.Columns[total.Column]
			if len(c.Parts) > 0 {
				continue
			}
			bag := sum.Join(c.bag)
			named := d.Dict.Named(bag)
			if len(named) == 0 && len(c.Concepts) > 0 {
				named = d.Dict.Named(sum.Join(d.Dict.Bag(strings.ReplaceAll(c.Concepts[0].Name, "_", " "))))
			}
			d.Labels = append(d.Labels, &label.Label{Place: label.At(total.page, total.row, 0), Text: strings.TrimSpace("Total " + c.Text), Bag: bag,
				Concepts: named, Given: total.Words, Weight: 0.92, Box: page.Bounds(total.Words)})
		}
		if len(t.Rows) == 1 {
			labelCells(d, t)
		}
		labelRows(d, t)
	}
	labelCounts(d)
}

func labelCells(d *Tabled, t *Table) {
	for i, c := range t.Columns {
		words := t.Rows[0].Words(i)
		if len(words) == 0 {
			continue
		}
		l := &label.Label{Place: label.At(t.Rows[0].Page, t.Parts[0].From, 0), Text: c.Text, Bag: c.bag, Concepts: c.Concepts, Parts: c.Parts,
			Given: words, Weight: 0.8, Box: c.box}
		d.Labels = append(d.Labels, l)
	}
}
