package table

import (
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

func currencySign(text string) bool { return value.CurrencySign(text) }

// Rows that are no items, and tables that go on.
const (
	totalFilled = 0.75 // of what items fill in the middle: a row of sums fills less
	nearlyAll   = 0.75 // of the rows that are no sums
	zoneNear    = 1.2  // line heights by which the columns of two pages may differ
	sectionGap  = 5.0  // line heights between two stretches of one table of a page
	sameApart   = 0.9  // of their columns agree
	sameNames   = 0.7  // of their headers too, where the second has one
	sameZones   = 0.7  // of the columns agree
	surelySame  = 4    // columns under the same headers, wherever they stand
	upperHalf   = 0.45 // of a page: where a table that goes on begins
)

// Close marks the rows of totals, as sums tells them by their texts.
func (g *Grid) Close(sums func(string) bool) {
	if len(g.Rows) == 0 {
		return
	}
	usual, says := g.usual(), make([]bool, len(g.Rows))
	for i, r := range g.Rows {
		for at := range r.Cells {
			text := r.Text(at)
			says[i] = says[i] || formOf(text) == FormText && sums(text)
		}
	}
	needed := g.needed(says)
	for i := range g.Rows {
		r := &g.Rows[i]
		lacks := slices.ContainsFunc(needed, func(at int) bool { return len(r.Cells[at]) == 0 })
		r.Total = says[i] && len(g.Rows) > 1 && (float64(r.filled()) <= totalFilled*usual || i == len(g.Rows)-1 || len(r.Cells) == 2 || lacks)
	}
}

// needed are the columns that nearly all rows but some fill with figures.
func (g *Grid) needed(but []bool) []int {
	var all []int
	for at := range g.Columns {
		rows, figures := 0, 0
		for i, r := range g.Rows {
			if but[i] {
				continue
			}
			if rows++; formOf(r.first(at)).figure() {
				figures++
			}
		}
		if rows > 1 && float64(figures) >= nearlyAll*float64(rows) {
			all = append(all, at)
		}
	}
	return all
}

// usual is how many cells a row fills in the middle.
func (g *Grid) usual() float64 {
	filled := make([]int, len(g.Rows))
	for i, r := range g.Rows {
		filled[i] = r.filled()
	}
	slices.Sort(filled)
	return float64(filled[len(filled)/2])
}

// continues reports whether b is a on the next page: the same columns, with the same header or none.
func continues(pages []*page.Page, a, b *Grid) bool {
	last, first := a.Parts[len(a.Parts)-1], b.Parts[0]
	if first.Page != last.Page+1 && first.Page != last.Page {
		return false
	}
	apart := first.Page == last.Page
	p := pages[first.Page]
	same, named := 0, 0
	for _, c := range b.Columns {
		for _, o := range a.Columns {
			left, right := math.Abs(c.Left-o.Left), math.Abs(c.Right-o.Right)
			if min(left, right) < zoneNear*p.LineHeight && c.Left < o.Right && c.Right > o.Left {
				same++
				if len(c.Header) == 0 || value.Alnum(c.Text()) == value.Alnum(o.Text()) {
					named++
				}
				break
			}
		}
	}
	more := max(len(a.Columns), len(b.Columns))
	if float64(same) < sameZones*float64(more) {
		return false
	}
	if apart {
		near := p.Rows[first.From].Box.Y0-p.Rows[last.To].Box.Y1 <= sectionGap*p.LineHeight
		return float64(same) >= sameApart*float64(more) && (near && b.bare() || !b.bare() && float64(named) >= sameNames*float64(more))
	}
	top := p.Rows[first.From].Box.Y0 < upperHalf*p.Height
	return float64(named) >= sameZones*float64(len(b.Columns)) || top && float64(same) >= 0.9*float64(more)
}

// goesOnWith is the table that a grid goes on with, nil for none: the latest, or one of the page before under the same header, whatever
// stands at the foot of that page.
func goesOnWith(pages []*page.Page, all []*Grid, latest, g *Grid) *Grid {
	for _, o := range slices.Backward(all) {
		if o.Parts[len(o.Parts)-1].Page == g.Parts[0].Page-1 && cutTitles(o, g) {
			break
		}
	}
	if latest != nil && continues(pages, latest, g) {
		return latest
	}
	for _, o := range slices.Backward(all) {
		switch last := o.Parts[len(o.Parts)-1].Page; {
		case last < g.Parts[0].Page-1:
			return nil
		case last < g.Parts[0].Page && !g.bare() && sameHeaders(o, g) && (len(g.Columns) >= surelySame || continues(pages, o, g)):
			return o
		}
	}
	return nil
}

// sameHeaders reports whether two grids have the same headers.
func sameHeaders(a, b *Grid) bool {
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y Column) bool { return value.Alnum(x.Text()) == value.Alnum(y.Text()) })
}

// Alike reports whether another table has a column under the same header for each that serves.
func (c *Choice) Alike(g *Grid) bool {
	n := 0
	for _, at := range c.Columns {
		if at < 0 {
			continue
		}
		header := value.Alnum(c.Grid.Columns[at].Text())
		if header == "" || !slices.ContainsFunc(g.Columns, func(o Column) bool { return value.Alnum(o.Text()) == header }) {
			return false
		}
		n++
	}
	return n >= leastZones
}

// cutTitles leaves two grids the lines of their headers that both print, and reports whether the headers are the same then: a title or a
// running head that stands right above the header row of one page is none of it.
func cutTitles(a, b *Grid) bool {
	if a.bare() || len(a.Columns) != len(b.Columns) {
		return false
	}
	shared := make([]int, len(a.Columns))
	for i := range a.Columns {
		x, y := a.Columns[i].words(), b.Columns[i].words()
		n := 0
		for n < min(len(x), len(y)) && value.Alnum(x[len(x)-1-n].Text) == value.Alnum(y[len(y)-1-n].Text) {
			n++
		}
		if shared[i] = n; !endsAbove(x, n) || !endsAbove(y, n) {
			return false
		}
	}
	for i, n := range shared {
		a.Columns[i].keep(n)
		b.Columns[i].keep(n)
	}
	return true
}

// endsAbove reports whether the words of a header but its last stand on lines above those.
func endsAbove(words []page.Word, last int) bool {
	at := len(words) - last
	return at == 0 || last > 0 && words[at-1].Box.Y1 <= words[at].Box.MidY()
}

// words are those over a column, what stands over several first.
func (c Column) words() []page.Word { return slices.Concat(c.Group, c.Header) }

// keep leaves the last words of a header.
func (c *Column) keep(last int) {
	if last < len(c.words()) {
		c.Header, c.Group = c.words()[len(c.words())-last:], nil
	}
}

// bare reports whether a grid has no header of its own.
func (g *Grid) bare() bool {
	n := 0
	for _, c := range g.Columns {
		if len(c.Header) > 0 {
			n++
		}
	}
	return 2*n < len(g.Columns)
}

// Headed reports whether a grid is a table to see: a header over most of its columns, and no captions beside their values.
func (g *Grid) Headed() bool {
	if g.bare() || len(g.Rows) < 2 || len(g.Columns) < 3 {
		return false
	}
	for at, c := range g.Columns {
		if strings.HasSuffix(c.Text(), ":") || slices.ContainsFunc(g.Rows, func(r Row) bool { return strings.HasSuffix(r.first(at), ":") }) {
			return false
		}
	}
	return true
}

// append adds the rows of the same table on the next page, by the headers of their columns or else by their place.
func (g *Grid) append(b *Grid) {
	to, same := make([]int, len(b.Columns)), sameHeaders(g, b)
	for j, c := range b.Columns {
		if to[j] = j; same {
			continue
		}
		best, most := 0, -1e9
		for i, o := range g.Columns {
			if overlap := min(c.Right, o.Right) - max(c.Left, o.Left); overlap > most {
				best, most = i, overlap
			}
		}
		to[j] = best
	}
	move := func(rows []Row) []Row {
		for k := range rows {
			cells := make([][][]page.Word, len(g.Columns))
			for j, c := range rows[k].Cells {
				cells[to[j]] = append(cells[to[j]], c...)
			}
			rows[k].Cells = cells
		}
		return rows
	}
	g.Rows = append(g.Rows, move(b.Rows)...)
	g.Parts = append(g.Parts, b.Parts...)
	g.anchors += b.anchors
}
