package table

import (
	"cmp"
	"slices"
	"strconv"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Bounds of what is looked for.
const (
	MaxGrids   = 400 // of a document
	MaxColumns = 80
	maxLines   = 1200 // of a page
	proseWords = 6.0  // of a piece in the middle, where a text runs on
	loneNamed  = 0.6  // of the columns of a table of one item have a header
	loneCells  = 3    // that it has at least
)

// finder finds tables.
type finder struct {
	sums    func(text string) bool // whether a text says that a row is a total
	carries func(text string) bool // whether it says that a sum is of another page
	counted map[string]bool        // lines that count groups of items, less their figures
}

// Find finds the tables of a document. saysTotal tells whether a text says that a row is a total, carries whether it says that its sums
// come from another page or go on there.
func Find(pages []*page.Page, saysTotal, carries func(text string) bool) []*Grid {
	said := map[string]bool{} // the same texts are asked about for lines, chains and rows
	sums := func(text string) bool {
		says, known := said[text]
		if !known {
			says = saysTotal(text)
			said[text] = says
		}
		return says
	}
	f := finder{sums: sums, carries: carries}
	lines := make([][]line, len(pages))
	for pi, p := range pages {
		lines[pi] = f.linesOf(p)
	}
	f.counted = countedOf(lines)
	var all []*Grid
	var latest *Grid // of which lines were read last
	for pi, p := range pages {
		for _, g := range f.findBeside(pi, p, lines[pi]) {
			if len(all) >= MaxGrids {
				return all
			}
			g.Close(sums)
			if before := goesOnWith(pages, all, latest, g); before != nil {
				before.append(g)
				latest = before
				continue
			}
			all, latest = append(all, g), g
		}
	}
	for _, g := range all {
		g.Close(sums) // again, of the table as a whole
		g.unfold()
		g.open()
		g.tally()
	}
	return all
}

// findBeside finds the tables of one page, those that stand side by side each by itself.
func (f finder) findBeside(pi int, p *page.Page, lines []line) []*Grid {
	var left, right []*Grid
	rest := slices.Clone(lines)
	for _, s := range slices.Backward(besideOf(p, lines)) {
		var before, after []line
		for _, l := range lines[s.from:s.end] {
			a, b := l.sides(s.At)
			before, after = append(before, a), append(after, b)
		}
		empty := func(l line) bool { return len(l.pieces) == 0 }
		left = append(left, f.findOn(pi, p, slices.DeleteFunc(before, empty))...)
		right = append(right, f.findOn(pi, p, slices.DeleteFunc(after, empty))...)
		rest = slices.Delete(rest, s.from, s.end)
	}
	grids := slices.Concat(f.findOn(pi, p, rest), left, right)
	slices.SortStableFunc(grids, func(a, b *Grid) int { return cmp.Compare(a.Parts[0].From, b.Parts[0].From) })
	return grids
}

// findOn finds the tables of one page: those of several items first, so that lines above and below are theirs.
func (f finder) findOn(pi int, p *page.Page, lines []line) []*Grid {
	chains := f.chainsOf(lines, p.LineHeight)
	taken := make([]bool, len(lines))
	type found struct {
		g    *Grid
		from int
	}
	var all []found
	for _, rank := range []func(chain) bool{
		func(c chain) bool { return len(c.anchors) > 1 && !c.texts },
		func(c chain) bool { return len(c.anchors) == 1 },
		func(c chain) bool { return len(c.anchors) > 1 && c.texts },
	} {
		for _, c := range chains {
			if !rank(c) || slices.Contains(taken[c.first():c.last()+1], true) {
				continue
			}
			least, most := c.first(), c.last()+1
			for least > 0 && !taken[least-1] {
				least--
			}
			for most < len(lines) && !taken[most] {
				most++
			}
			g, from, end := f.gridOf(pi, p, lines[:most], c, least)
			if g == nil {
				continue
			}
			all = append(all, found{g, from})
			for i := from; i < end; i++ {
				taken[i] = true
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.from, b.from) })
	grids := make([]*Grid, len(all))
	for i, one := range all {
		grids[i] = one.g
	}
	return grids
}

// gridOf makes a table of a chain, nil where it is none, and says which lines are its: from the first of the header
// to before end.
func (f finder) gridOf(pi int, p *page.Page, lines []line, c chain, least int) (g *Grid, from, end int) {
	if c.texts && len(c.anchors) > 1 && prose(lines, c) {
		return nil, 0, 0
	}
	c = c.withoutHead(lines)
	zones := zonesOf(lines, c.anchors, p.LineHeight, p.Space)
	if len(zones) < leastAgree || len(zones) > MaxColumns {
		return nil, 0, 0
	}
	if least < c.first() {
		zones = withEmpty(zones, lines[c.first()-1])
	}
	c = c.withFirst(lines, zones, least, p.LineHeight)
	h := f.headerOf(lines, c, least, zones, p.LineHeight)
	if len(c.anchors) == 1 && (len(zones) < loneCells || float64(h.named()) < loneNamed*float64(len(zones))) {
		return nil, 0, 0
	}
	if titled := h.named() == 1 && len(zones) >= leastZones; (titled || h.from == c.first()) && c.texts && len(c.anchors) > 2 { // the first line of texts names the others
		least = c.first()
		h.from, h.cells = least, split(lines[least], zones, middles(zones))
		c.anchors = c.anchors[1:]
		c = c.withFirst(lines, zones, least, p.LineHeight)
		for _, l := range lines[least+1 : c.first()] {
			for _, piece := range l.pieces {
				if endsCell(lines[least], piece, zones, p.LineHeight) {
					at := zoneOf(zones, middles(zones), piece.box)
					h.cells[at] = append(h.cells[at], piece.words...)
				}
			}
		}
	}
	rows, end := f.rowsOf(pi, lines, c, zones, p.LineHeight)
	g = &Grid{Rows: rows, anchors: len(c.anchors), Parts: []Part{{pi, lines[h.from].row, lines[end-1].row}}}
	for i, z := range zones {
		g.Columns = append(g.Columns, Column{Header: h.cells[i], Group: h.groups[i], Left: z.x0, Right: z.x1})
	}
	return g.tidy(), h.from, end
}

// withoutHead leaves out a first line of years over figures: it names the columns.
func (c chain) withoutHead(lines []line) chain {
	years := func(l line) (years, figures int) {
		for _, p := range l.pieces {
			if p.form.numeric() {
				figures++
				if yearForm.MatchString(page.Join(p.words)) {
					years++
				}
			}
		}
		return years, figures
	}
	if len(c.anchors) < 2 {
		return c
	}
	first, all := years(lines[c.first()])
	next, _ := years(lines[c.anchors[1]])
	if first > 1 && first == all && next < first {
		c.anchors = c.anchors[1:]
	}
	return c
}

// withFirst adds the line between the header and the first item where it is an item that lacks a cell, so that its edges did not
// agree with the others: a test that has no date. Nothing but names of columns stands above it, it fills the first of them, and it
// repeats a value of an item.
func (c chain) withFirst(lines []line, zones []zone, least int, height float64) chain {
	at, head := c.first()-1, c.first()-2
	if head < least || len(c.anchors) < 2 || len(zones) < leastZones {
		return c
	}
	l, names := within(lines[at], zones, 0), within(lines[head], zones, headerReach*height)
	if len(l.pieces) < 2 || len(l.pieces) >= len(zones) || len(names.pieces) != len(zones) || names.figures > 0 || !inOrder(names, zones, middles(zones)) {
		return c
	}
	borders := middles(zones)
	texts := func(i int) map[string]bool {
		all := map[string]bool{}
		for at, words := range split(within(lines[i], zones, 0), zones, borders) {
			if len(words) > 0 {
				all[strconv.Itoa(at)+" "+page.Join(words)] = true
			}
		}
		return all
	}
	cells := split(l, zones, borders)
	if len(cells[0]) == 0 {
		return c
	}
	mine := texts(at)
	for _, i := range c.anchors {
		for text := range texts(i) {
			if mine[text] {
				c.anchors = append([]int{at}, c.anchors...)
				return c
			}
		}
	}
	return c
}

// leastZones are the columns of a table whose first item may lack a cell.
const leastZones = 3

// prose reports whether lines of texts are columns of running text.
func prose(lines []line, c chain) bool {
	var words []int
	for _, i := range c.anchors {
		for _, p := range lines[i].pieces {
			words = append(words, len(p.words))
		}
	}
	slices.Sort(words)
	return float64(words[len(words)/2]) >= proseWords
}

// tidy joins columns that hold nothing but the sign of a currency to the next.
func (g *Grid) tidy() *Grid {
	for i := 0; i+1 < len(g.Columns); i++ {
		if !g.signs(i) {
			continue
		}
		for _, r := range g.Rows {
			if len(r.Cells[i]) == 0 {
				continue
			}
			if len(r.Cells[i+1]) == 0 {
				r.Cells[i+1] = r.Cells[i]
			} else {
				r.Cells[i+1][0] = append(slices.Clone(r.Cells[i][0]), r.Cells[i+1][0]...)
			}
		}
		next := &g.Columns[i+1]
		next.Header = append(slices.Clone(g.Columns[i].Header), next.Header...)
		next.Left = g.Columns[i].Left
		g.drop(i)
		i--
	}
	g.tally()
	return g
}

// unfold sets the panels of a table that stand side by side under the same headers below each other.
func (g *Grid) unfold() {
	n := len(g.Columns)
	for width := 2; 2*width <= n; width++ {
		if n%width != 0 || !g.repeats(width) {
			continue
		}
		var rows []Row
		for _, r := range g.Rows {
			for from := 0; from < n; from += width {
				panel := r
				panel.Cells = r.Cells[from : from+width]
				if panel.filled() > 0 {
					rows = append(rows, panel)
				}
			}
		}
		g.Columns, g.Rows = g.Columns[:width], rows
		return
	}
}

// repeats reports whether all headers are those of the first columns again.
func (g *Grid) repeats(width int) bool {
	for i, c := range g.Columns {
		text := value.Alnum(c.Text())
		if text == "" || text != value.Alnum(g.Columns[i%width].Text()) {
			return false
		}
	}
	return true
}

// signs reports whether a column holds marks alone: $, €, R$.
func (g *Grid) signs(at int) bool {
	n := 0
	for _, r := range g.Rows {
		text := r.Text(at)
		if text == "" {
			continue
		}
		if !currencySign(text) {
			return false
		}
		n++
	}
	return n > 0
}

func (g *Grid) drop(at int) {
	g.Columns = slices.Delete(g.Columns, at, at+1)
	for i := range g.Rows {
		g.Rows[i].Cells = slices.Delete(g.Rows[i].Cells, at, at+1)
	}
}

// Measured is a grid that was not found here with what is counted of its columns.
func (g *Grid) Measured() *Grid {
	g.tally()
	return g
}

// tally counts the forms of the columns by the first lines of their cells, and finds how far their print reaches.
func (g *Grid) tally() {
	g.factors, g.named = nil, nil
	for i := range g.Columns {
		g.Columns[i].forms = tally{}
		for _, r := range g.Rows {
			g.Columns[i].forms[formOf(r.first(i))]++
			for _, line := range r.Cells[i] {
				if n := len(line); n > 0 {
					g.Columns[i].reach = max(g.Columns[i].reach, line[n-1].Box.X1)
				}
			}
		}
	}
}
