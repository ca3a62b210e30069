package grid

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// ListOf is an array of the schema as the wants of its items. What a heading of a column would mean as a whole, the name of a property
// means too: pieces per carton.
func ListOf(dict *term.Dictionary, path []string, wants []*want.Want) grids.List {
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
		concepts := w.Concepts
		if name, ok := dict.Group("column").Is(strings.Join(dict.Tokens(w.Node.Name), " ")); ok {
			concepts = []term.Scored{{Concept: dict.Concept(name), Score: 1}}
		}
		l.Wants = append(l.Wants, grids.Want{Node: w.Node, Names: names, Bags: bags, Concepts: concepts, Kind: w.Kind, Unit: w.Unit, Order: before(wants, w)})
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

// ofRate ends what a charge is called with its rate: Service charge 12.5%.
var ofRate = regexp.MustCompile(`\s*\d+(?:[.,]\d+)?\s*%$`)

// saysTotal reports whether a text says that its row is one of sums: a total, or a tax, a discount or a charge and nothing else.
func (d *Tabled) saysTotal(text string) bool {
	bag := d.Dict.Bag(text)
	if bag.Has("total") || bag.Has("subtotal") {
		return true
	}
	if d.carries(text) {
		return true
	}
	if charge, ok := d.Dict.Group("charge").Is(ofRate.ReplaceAllString(text, "")); ok && (charge == "discount" || charge == "handling") {
		return true
	}
	if sum, ok := d.Dict.Group("sum").Is(text); ok && (sum == "total" || sum == "subtotal") {
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

// carries reports whether a text says that a sum comes from another page or goes on there, and nothing else.
func (d *Tabled) carries(text string) bool {
	_, carried := d.Dict.Group("carried").Is(text)
	return carried
}

// Serve chooses among grids for one list, nil where none fits.
func (d *Tabled) Serve(l grids.List, from ...*grids.Grid) *grids.Choice {
	return grids.Serve(d.Dict, d.Model, []grids.List{l}, from)[0]
}

// BesideQuantity gives a unit that has no column of its own that of the quantity, beside which it is printed.
func BesideQuantity(wants []grids.Want, c *grids.Choice) {
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

// findCandidates finds the tables of a document that may serve a list: those under a header of known words, which reads what
// stands in boxes and on several lines, the lines of goods of a receipt, and those found by alignment.
func (d *Tabled) findCandidates() candidateGrids {
	found := candidateGrids{lined: map[*grids.Grid]lineRead{}}
	add := func(t *Table) {
		g, of := asGrid(t)
		g.Close(d.saysTotal)
		found.Grids, found.lined[g] = append(found.Grids, g), of
	}
	for _, t := range d.Tables {
		add(t)
	}
	if isReceipt(d) {
		if goods := headless(d); goods != nil {
			add(goods)
		}
	}
	found.Grids = append(found.Grids, grids.Find(d.Pages, d.saysTotal, d.carries)...)
	for _, g := range found.Grids {
		if g.Title = d.titleOver(g); !g.Known {
			g.OpenStacked(d.Dict)
		}
		d.measureColumns(g)
	}
	return found
}

// How a title stands over a table.
const (
	titleGap   = 2.0 // line heights
	titleWords = 6
)

// titleOver is the text of a line of few words over a table, "" for none.
func (d *Tabled) titleOver(g *grids.Grid) string {
	if len(g.Parts) == 0 || g.Parts[0].From == 0 {
		return ""
	}
	p, ri := d.Pages[g.Parts[0].Page], g.Parts[0].From-1
	if whiteBelow(p, ri) > titleGap {
		return ""
	}
	over := slices.DeleteFunc(slices.Clone(p.Rows[ri].Segments), func(s page.Segment) bool {
		return len(g.Columns) > 0 && (s.Box.X1 < g.Columns[0].Left || s.Box.X0 > g.Columns[len(g.Columns)-1].Right)
	})
	if len(over) != 1 || len(over[0].Words) > titleWords {
		return ""
	}
	return over[0].Text()
}

// candidateGrids are the tables that may serve a list, and those of them that were read line by line.
type candidateGrids struct {
	Grids []*grids.Grid
	lined map[*grids.Grid]lineRead
}

// Printed are the tables of a document whatever is asked of it: those under a header of known words, and of the others those
// under any header.
func (d *Tabled) Printed() []*Table {
	printed := slices.Clone(d.Tables)
	all := d.CandidateGrids().Grids
	for i, g := range all {
		overlaps := func(o *grids.Grid) bool { return g.Overlaps(o) }
		if g.Known || !g.Headed() || slices.ContainsFunc(all[:i], overlaps) {
			continue
		}
		t, _ := d.AsTable(&grids.Choice{Grid: g, Rows: g.Rows})
		printed = append(printed, t)
	}
	return printed
}

// AsTable is a chosen grid in the form whose cells are read, and the column of each want.
func (d *Tabled) AsTable(chosen *grids.Choice) (*Table, []int) {
	g := chosen.Grid
	if known, ok := d.CandidateGrids().lined[g]; ok {
		t := *known.table
		t.Rows = nil
		for _, r := range chosen.Rows {
			t.Rows = append(t.Rows, known.table.Rows[r.Line])
		}
		columns := slices.Clone(chosen.Columns)
		for i, c := range columns {
			if c >= 0 {
				columns[i] = known.columns[c]
			}
		}
		return &t, columns
	}
	t := &Table{closed: true}
	for _, c := range g.Columns {
		column := columnOver(d, c.Header)
		column.left, column.right = c.Left, c.Right
		t.Columns = append(t.Columns, column)
	}
	for _, r := range chosen.Rows {
		cells := make([][][]page.Word, len(r.Cells))
		for i := range r.Cells {
			cells[i] = r.Cells[i]
			if len(t.Columns[i].Parts) == 0 {
				cells[i] = g.Says(r, i)
			}
		}
		t.Rows = append(t.Rows, &TableRow{Page: r.Page, Cells: cells, box: r.Box})
	}
	readPercents(d, t)
	for _, p := range g.Parts {
		t.Parts = append(t.Parts, tablePart{p.Page, p.From, p.To})
	}
	return t, chosen.Columns
}

// lineRead is a table that was read line by line, and which of its columns each column of its grid is.
type lineRead struct {
	table   *Table
	columns []int
}

// asGrid is a table that was read line by line as one to choose; Line of its rows is their index. A column of several
// names is one for each of them.
func asGrid(t *Table) (*grids.Grid, lineRead) {
	g := &grids.Grid{Rows: make([]grids.Row, len(t.Rows)), Known: true}
	for i, r := range t.Rows {
		g.Rows[i] = grids.Row{Page: r.Page, Line: i, Box: r.box}
	}
	for _, p := range t.Parts {
		g.Parts = append(g.Parts, grids.Part{Page: p.Page, From: p.From, To: p.To})
	}
	of := lineRead{table: t}
	add := func(at int, text string, name grids.Name) {
		column := grids.Column{Left: t.Columns[at].left, Right: t.Columns[at].right, Name: &name}
		if text != "" {
			column.Header = []page.Word{{Text: text}}
		}
		g.Columns = append(g.Columns, column)
		for i, r := range t.Rows {
			g.Rows[i].Cells = append(g.Rows[i].Cells, r.Cells[at])
		}
		of.columns = append(of.columns, at)
	}
	for at, c := range t.Columns {
		if len(c.Parts) == 0 {
			add(at, c.Text, grids.Name{Bag: c.bag, Concepts: c.Concepts})
		}
		for _, p := range c.Parts {
			add(at, p.Bag.Key, grids.Name{Bag: p.Bag, Concepts: p.Concepts})
		}
	}
	return g.Measured(), of
}

// leastItems are the items of a table of which one is no total.
const leastItems = 3

// OfItem reports whether a word stands in an item of a table with a header and several items.
func (d *Tabled) OfItem(pi int, w page.Word) bool {
	return slices.ContainsFunc(d.CandidateGrids().Grids, func(g *grids.Grid) bool { return g.Headed() && g.Items() >= leastItems && g.OfItem(pi, w) })
}
