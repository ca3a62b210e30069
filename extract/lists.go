package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// listOf is an array of the schema as the wants of its items.
func listOf(path []string, wants []*want.Want) grids.List {
	l := grids.List{Path: path}
	for _, w := range wants {
		names := []string{strings.Join(w.Path, " ")}
		for _, text := range []string{w.Node.Title, w.Node.Description} {
			if text != "" {
				names = append(names, text)
			}
		}
		bags := make([]term.Bag, len(w.Bags))
		for k, b := range w.Bags {
			bags[k] = b.Bag
		}
		l.Wants = append(l.Wants, grids.Want{Node: w.Node, Names: names, Bags: bags, Concepts: w.Concepts, Kind: w.Kind, Order: before(wants, w)})
	}
	return l
}

// before counts the properties of an item that the caller wrote before one.
func before(wants []*want.Want, w *want.Want) int {
	n := 0
	for _, o := range wants {
		if o.Node.Order < w.Node.Order {
			n++
		}
	}
	return n
}

// saysTotal reports whether a text says that its row is one of sums: a total, or a tax and nothing else.
func (d *document) saysTotal(text string) bool {
	bag := d.Dict.Bag(text)
	if bag.Has("total") || bag.Has("subtotal") {
		return true
	}
	if len(bag.Words) == 0 || len(bag.Words) > 3 {
		return false
	}
	for _, w := range bag.Words {
		if _, digits := value.Counts(w); digits == 0 && w != "tax" && w != "change" && w != "cash" {
			return false
		}
	}
	return bag.Has("tax") || bag.Has("cash") || bag.Has("change")
}

// chooseTables finds the table of each list of the schema.
func (f *filling) chooseTables() {
	f.lists = map[string]*grids.Choice{}
	lists := f.listsAsked()
	f.grids = f.doc.candidates()
	for i, c := range grids.Serve(f.doc.Dict, f.doc.model, lists, f.grids) {
		if c != nil {
			besideQuantity(lists[i].Wants, c)
			f.lists[schema.Pointer(lists[i].Path)] = c
		}
	}
}

// listsAsked are the arrays of objects of the schema.
func (f *filling) listsAsked() []grids.List {
	var lists []grids.List
	var walk func(n *schema.Node, path []string)
	walk = func(n *schema.Node, path []string) {
		switch {
		case n.Type == schema.TypeArray && n.Items != nil && n.Items.Type == schema.TypeObject:
			lists = append(lists, listOf(path, f.itemWants(n.Items)))
		case n.Type == schema.TypeObject:
			for _, p := range n.Properties {
				walk(p, append(slices.Clone(path), p.Name))
			}
		}
	}
	walk(f.schema.Root, nil)
	return lists
}

// serve chooses among grids for one list, nil where none fits.
func (d *document) serve(l grids.List, from ...*grids.Grid) *grids.Choice {
	return grids.Serve(d.Dict, d.model, []grids.List{l}, from)[0]
}

// besideQuantity gives a unit that has no column of its own that of the quantity, beside which it is printed.
func besideQuantity(wants []grids.Want, c *grids.Choice) {
	for i, w := range wants {
		if w.Kind != term.KindUnit || c.Columns[i] >= 0 {
			continue
		}
		for k, o := range wants {
			if o.Kind == term.KindQuantity && c.Columns[k] >= 0 {
				c.Columns[i], c.Confidence[i] = c.Columns[k], c.Confidence[k]
			}
		}
	}
}

// candidates are the tables of a document that may serve a list: those under a header of known words, which reads what
// stands in boxes and on several lines, the lines of goods of a receipt, and those found by alignment.
func (d *document) candidates() []*grids.Grid {
	d.lined = map[*grids.Grid]lineRead{}
	var all []*grids.Grid
	for _, t := range d.tables {
		all = append(all, d.asGrid(t))
	}
	if d.isReceipt() {
		if goods := d.headless(); goods != nil {
			all = append(all, d.asGrid(goods))
		}
	}
	return append(all, grids.Find(d.Pages, d.saysTotal)...)
}

// printed are the tables of a document whatever is asked of it: those under a header of known words, and of the others those
// under any header.
func (d *document) printed() []*table {
	if d.found != nil {
		return d.found
	}
	d.found = slices.Clone(d.tables)
	all := d.candidates()
	for i, g := range all {
		overlaps := func(o *grids.Grid) bool { return g.Overlaps(o) }
		if g.Known || !g.Headed() || slices.ContainsFunc(all[:i], overlaps) {
			continue
		}
		t, _ := d.asTable(&grids.Choice{Grid: g, Rows: g.Rows})
		d.found = append(d.found, t)
	}
	return d.found
}

// asTable is a chosen grid in the form whose cells are read, and the column of each want.
func (d *document) asTable(chosen *grids.Choice) (*table, []int) {
	g := chosen.Grid
	if known, ok := d.lined[g]; ok {
		t := *known.table
		t.rows = nil
		for _, r := range chosen.Rows {
			t.rows = append(t.rows, known.table.rows[r.Line])
		}
		columns := slices.Clone(chosen.Columns)
		for i, c := range columns {
			if c >= 0 {
				columns[i] = known.columns[c]
			}
		}
		return &t, columns
	}
	t := &table{closed: true}
	for _, c := range g.Columns {
		column := d.column(c.Header)
		column.left, column.right = c.Left, c.Right
		t.columns = append(t.columns, column)
	}
	for _, r := range chosen.Rows {
		cells := make([][][]page.Word, len(r.Cells))
		for i := range r.Cells {
			cells[i] = r.Cells[i]
			if len(t.columns[i].parts) == 0 {
				cells[i] = g.Says(r, i)
			}
		}
		t.rows = append(t.rows, &tableRow{page: r.Page, cells: cells, box: r.Box})
	}
	d.readPercents(t)
	for _, p := range g.Parts {
		t.parts = append(t.parts, tablePart{p.Page, p.From, p.To})
	}
	return t, chosen.Columns
}

// lineRead is a table that was read line by line, and which of its columns each column of its grid is.
type lineRead struct {
	table   *table
	columns []int
}

// asGrid is a table that was read line by line as one to choose; Line of its rows is their index. A column of several
// names is one for each of them.
func (d *document) asGrid(t *table) *grids.Grid {
	g := &grids.Grid{Rows: make([]grids.Row, len(t.rows)), Known: true}
	for i, r := range t.rows {
		g.Rows[i] = grids.Row{Page: r.page, Line: i, Box: r.box}
	}
	for _, p := range t.parts {
		g.Parts = append(g.Parts, grids.Part{Page: p.page, From: p.from, To: p.to})
	}
	of := lineRead{table: t}
	add := func(at int, text string, name grids.Name) {
		column := grids.Column{Left: t.columns[at].left, Right: t.columns[at].right, Name: &name}
		if text != "" {
			column.Header = []page.Word{{Text: text}}
		}
		g.Columns = append(g.Columns, column)
		for i, r := range t.rows {
			g.Rows[i].Cells = append(g.Rows[i].Cells, r.cells[at])
		}
		of.columns = append(of.columns, at)
	}
	for at, c := range t.columns {
		if len(c.parts) == 0 {
			add(at, c.text, grids.Name{Bag: c.bag, Concepts: c.concepts})
		}
		for _, p := range c.parts {
			add(at, p.Bag.Key, grids.Name{Bag: p.Bag, Concepts: p.Concepts})
		}
	}
	d.lined[g] = of
	return g.Measured()
}
