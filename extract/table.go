package extract

import (
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// table is a header with the rows below it, over as many pages as they run.
type table struct {
	columns []*column
	rows    []*tableRow
	parts   []tablePart
	totals  []total
	closed  bool // a row of totals, or other text, ended it
	stacked bool // its items have several lines, each under a line of the header of its own
}

// tablePart is the stretch of a page that a table covers, header included.
type tablePart struct{ page, from, to int }

// column is a column of a table.
type column struct {
	text        string
	bag         term.Bag
	concepts    []*term.Concept
	parts       []label.Part
	percent     bool     // its cells are percentages
	perPackage  bool     // its cells say how much each package holds
	box         page.Box // of its header
	left, right float64  // its zone
}

// tableRow is an item of a table: for each column the lines of its cell.
type tableRow struct {
	page  int
	cells [][][]page.Word
	box   page.Box
}

// total is a value in a row of totals.
type total struct {
	page, row int
	column    int
	words     []page.Word
	caption   []page.Word
}

func (t *table) headers() []string {
	all := make([]string, len(t.columns))
	for i, c := range t.columns {
		all[i] = c.text
	}
	return all
}

// words are all words of a cell. What a line breaks at its hyphen is one word again.
func (r *tableRow) words(column int) []page.Word {
	var all []page.Word
	for _, line := range r.cells[column] {
		if n := len(all); n > 0 && len(line) > 0 && len(all[n-1].Text) > 1 && strings.HasSuffix(all[n-1].Text, "-") {
			joined := line[0]
			joined.Text, joined.Box = all[n-1].Text+line[0].Text, all[n-1].Box.Union(line[0].Box)
			all = append(append(all[:n-1:n-1], joined), line[1:]...)
			continue
		}
		all = append(all, line...)
	}
	return all
}

func (r *tableRow) texts(columns int) []string {
	all := make([]string, columns)
	for i := range all {
		all[i] = page.Join(r.words(i))
	}
	return all
}

// findTables finds the headers of each page and reads what stands below them; a table whose header
// is repeated, or that simply runs on, continues over the page break.
func (d *document) findTables() {
	for pi, p := range d.Pages {
		from := 0
		if open := d.openTable(pi); open != nil {
			from = d.runOn(open, pi)
		}
		for ri := from; ri < len(p.Rows); {
			if t, next := d.stacked(pi, ri); t != nil {
				d.keep(t)
				ri = next
				continue
			}
			columns, last := d.header(pi, ri)
			if columns == nil {
				ri++
				continue
			}
			t := &table{columns: columns}
			next := d.readRows(t, pi, ri, last+1)
			if len(t.rows) == 0 {
				ri++
				continue
			}
			d.readPercents(t)
			d.readNumbering(t)
			d.keep(t)
			ri = max(next, last+1)
		}
	}
}

// keep adds a table, or its rows to the earlier one that it continues.
func (d *document) keep(t *table) {
	if n := len(d.tables); n > 0 {
		earlier := d.tables[n-1]
		if sameColumns(earlier, t) && !(earlier.closed && len(earlier.totals) > 0 && earlier.parts[len(earlier.parts)-1].page == t.parts[0].page) {
			earlier.rows = append(earlier.rows, t.rows...)
			earlier.parts = append(earlier.parts, t.parts...)
			earlier.totals = append(earlier.totals, t.totals...)
			earlier.closed = t.closed
			return
		}
	}
	d.tables = append(d.tables, t)
}

func sameColumns(a, b *table) bool {
	if len(a.columns) != len(b.columns) {
		return false
	}
	same := 0
	for i := range a.columns {
		if a.columns[i].bag.Key == b.columns[i].bag.Key {
			same++
		}
	}
	return same*10 >= len(a.columns)*8
}

// openTable returns the table that reached the end of the page before without being closed.
func (d *document) openTable(pi int) *table {
	if n := len(d.tables); n > 0 {
		t := d.tables[n-1]
		if last := t.parts[len(t.parts)-1]; !t.closed && last.page == pi-1 {
			return t
		}
	}
	return nil
}

// runOn reads rows that continue a table on a page without repeating its header; it returns the row
// after them, 0 where the page begins otherwise.
func (d *document) runOn(t *table, pi int) int {
	p := d.Pages[pi]
	for ri := 0; ri < min(len(p.Rows), 12); ri++ {
		if columns, _ := d.header(pi, ri); columns != nil {
			return 0
		}
		cells, outside := t.assign(p, p.Rows[ri])
		if outside || t.numericCells(cells) < 2 {
			continue
		}
		more := &table{columns: t.columns}
		next := d.readBody(more, pi, ri, ri)
		if len(more.rows) == 0 {
			return 0
		}
		t.rows = append(t.rows, more.rows...)
		t.parts = append(t.parts, more.parts...)
		t.totals = append(t.totals, more.totals...)
		t.closed = more.closed
		return next
	}
	return 0
}

// numericCells counts the cells that hold a number or code.
func (t *table) numericCells(cells [][]page.Word) int {
	n := 0
	for _, c := range cells {
		if len(c) > 0 && label.ValueLike(page.Join(c)) {
			n++
		}
	}
	return n
}

// labelTotals makes labels of what the rows of totals say, and of the cells of tables with one row.
func (d *document) labelTotals() {
	sum := d.Dict.Bag("total")
	for _, t := range d.tables {
		for _, total := range t.totals {
			c := t.columns[total.column]
			if len(c.parts) > 0 {
				continue
			}
			bag := sum.Join(c.bag)
			named := d.Dict.Named(bag)
			if len(named) == 0 && len(c.concepts) > 0 {
				named = d.Dict.Named(sum.Join(d.Dict.Bag(strings.ReplaceAll(c.concepts[0].Name, "_", " "))))
			}
			d.Labels = append(d.Labels, &label.Label{Place: label.At(total.page, total.row, 0), Text: strings.TrimSpace("Total " + c.text), Bag: bag,
				Concepts: named, Given: total.words, Weight: 0.92, Box: page.Bounds(total.words)})
		}
		if len(t.rows) == 1 {
			d.labelCells(t)
		}
		d.labelRows(t)
	}
	d.labelCounts()
}

func (d *document) labelCells(t *table) {
	for i, c := range t.columns {
		words := t.rows[0].words(i)
		if len(words) == 0 {
			continue
		}
		l := &label.Label{Place: label.At(t.rows[0].page, t.parts[0].from, 0), Text: c.text, Bag: c.bag, Concepts: c.concepts, Parts: c.parts,
			Given: words, Weight: 0.8, Box: c.box}
		d.Labels = append(d.Labels, l)
	}
}
