package grid

import (
	"slices"

	"tariffdesk/extract/internal/page"
)

// zone sets the borders between columns: the middle of the widest gap in the print between the
// middles of two headers.
func (t *Table) zone(p *page.Page, from, end int) {
	for i, c := range t.Columns {
		c.left, c.right = 0, p.Width
		if i == 0 {
			continue
		}
		next := p.Width
		if i+1 < len(t.Columns) {
			next = t.Columns[i+1].box.MidX()
		}
		b := t.border(t.Columns[i-1], c, next, p.Rows[from:end])
		t.Columns[i-1].right, c.left = b, b
	}
}

// zoneStep is the resolution, in points, at which borders are searched.
const zoneStep = 1.0

func (t *Table) border(a, b *column, end float64, rows []page.Row) float64 {
	lo, hi := a.box.MidX(), b.box.MidX()
	if hi-lo < 2*zoneStep {
		return (a.box.X1 + b.box.X0) / 2
	}
	cover := make([]int, int((hi-lo)/zoneStep)+1)
	var middles []float64
	for _, r := range rows {
		for _, s := range r.Segments {
			for i, w := range s.Words {
				x1 := w.Box.X1
				// Words of one cell stand close: the space between them is no border.
				if i+1 < len(s.Words) && s.Words[i+1].Box.X0-x1 < 0.5*w.Box.Height() {
					x1 = s.Words[i+1].Box.X0
				}
				for j := max(0, int((w.Box.X0-lo)/zoneStep)); j < len(cover) && lo+float64(j)*zoneStep <= x1; j++ {
					cover[j]++
				}
				middles = append(middles, w.Box.MidX())
			}
		}
	}
	between := func(from, to float64) bool {
		return slices.ContainsFunc(middles, func(x float64) bool { return x > from && x < to })
	}
	best, bestWorth := (lo+hi)/2, -1.0
	for _, g := range gaps(cover) {
		at, worth := lo+(g.from+g.length/2)*zoneStep, g.length
		// A gap with nothing on one of its sides is the empty half of a column, not its edge.
		if !between(a.left, at) {
			worth *= emptySide
		}
		if !between(at, end) {
			worth *= emptySide
		}
		// What begins under the right header, or ends under the left one, stands in their columns.
		x0, x1 := lo+g.from*zoneStep, lo+(g.from+g.length)*zoneStep
		if g.from > 0 && beside(x0, a.box.X1) || beside(x1, b.box.X0) {
			worth *= aligned
		}
		if worth > bestWorth {
			best, bestWorth = at, worth
		}
	}
	return best
}

// emptySide is the score of a gap that has print on one side only.
const emptySide = 0.15

// aligned is the extra score of a gap that ends where the next header begins, or begins where the one
// before it ends.
const (
	aligned   = 8.0
	alignedBy = 3.0 // points
)

func beside(a, b float64) bool { return a-b < alignedBy && b-a < alignedBy }

type gap struct{ from, length float64 }

// gaps are the stretches with the least cover.
func gaps(cover []int) []gap {
	least := slices.Min(cover)
	var all []gap
	for i := 0; i < len(cover); {
		j := i
		for j < len(cover) && cover[j] == least {
			j++
		}
		if j > i {
			all = append(all, gap{float64(i), float64(j - i)})
		}
		i = max(j, i+1)
	}
	return all
}
