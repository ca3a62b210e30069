package table

import (
	"cmp"
	"slices"

	"tariffdesk/extract/internal/page"
)

// White that runs down between the print of lines parts their columns.
const (
	riverWidth  = 0.38 // line heights
	riverSpaces = 1.5  // times the usual space between words
	narrowRiver = 0.12 // line heights: between figures and what stands beside them
	spaceWide   = 0.3  // between a text and the figures after it: more than between words
	partedShare = 0.75 // of the lines have print on both sides
	fewLines    = 3    // with fewer the river is as wide as a gap between pieces
	crossedOf   = 14   // lines for each that may cross a river
)

// zone is where the print of a column stands.
type zone struct{ x0, x1 float64 }

func (z zone) overlap(b page.Box) float64 { return min(z.x1, b.X1) - max(z.x0, b.X0) }

// zonesOf finds the columns of lines: what is left between the rivers of white that run down them.
func zonesOf(lines []line, at []int, height, space float64) []zone {
	type edge struct {
		x    float64
		step int
	}
	var edges []edge
	for _, i := range at {
		for _, p := range lines[i].pieces {
			for _, w := range p.words {
				edges = append(edges, edge{w.Box.X0, 1}, edge{max(w.Box.X1, w.Box.X0+0.1), -1})
			}
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.step, a.step))
	})
	width := max(riverWidth*height, riverSpaces*space)
	if len(at) < fewLines {
		width = max(pieceGap*height, pieceSpaces*space)
	}
	tolerated := len(at) / crossedOf
	var zones []zone
	depth, open := 0, false
	for _, e := range edges {
		depth += e.step
		switch {
		case e.step > 0 && depth > tolerated && !open:
			if n := len(zones); n > 0 && e.x-zones[n-1].x1 < width {
				zones[n-1].x1 = e.x
			} else {
				zones = append(zones, zone{e.x, e.x})
			}
			open = true
		case e.step < 0 && depth <= tolerated && open:
			zones[len(zones)-1].x1 = e.x
			open = false
		}
	}
	return narrow(lines, at, zones, height)
}

// narrow parts columns that stand closer than rivers are wide: figures beside words, or figures beside figures,
// in nearly all lines with white down between them.
func narrow(lines []line, at []int, zones []zone, height float64) []zone {
	if len(at) < 2 {
		return zones
	}
	var all []zone
	for i, z := range zones {
		all = append(all, parted(lines, at, z, height, i == 0)...)
	}
	return all
}

// parted cuts a zone at its first narrow river between forms that differ, and again what is right of it.
func parted(lines []line, at []int, z zone, height float64, leftmost bool) []zone {
	rows := make([][]page.Word, 0, len(at))
	for _, i := range at {
		var words []page.Word
		for _, p := range lines[i].pieces {
			for _, w := range p.words {
				if w.Box.MidX() >= z.x0 && w.Box.MidX() <= z.x1 {
					words = append(words, w)
				}
			}
		}
		if len(words) > 0 {
			rows = append(rows, words)
		}
	}
	for _, first := range rows[:min(len(rows), 3)] {
		for k := 1; k < len(first); k++ {
			if left, right, ok := cut(rows, (first[k-1].Box.X1+first[k].Box.X0)/2, height, leftmost); ok {
				return append([]zone{{z.x0, left}}, parted(lines, at, zone{right, z.x1}, height, false)...)
			}
		}
	}
	return []zone{z}
}

// cut reports whether white runs down at x between the words of rows, with figures on one side of it in nearly all. A
// word after a figure is its unit, but after the number of a line or a quantity at the left edge.
func cut(rows [][]page.Word, x, height float64, leftmost bool) (left, right float64, ok bool) {
	left, right = -1e9, 1e9
	both, differ := 0, 0
	for _, words := range rows {
		k := 0
		for k < len(words) && words[k].Box.MidX() < x {
			k++
		}
		if k > 0 {
			left = max(left, words[k-1].Box.X1)
		}
		if k < len(words) {
			right = min(right, words[k].Box.X0)
		}
		if k == 0 || k == len(words) {
			continue
		}
		both++
		before, after := formOf(page.Join(words[:k])), formOf(words[k].Text)
		if k+1 < len(words) && currencySign(words[k].Text) {
			after = formOf(words[k+1].Text)
		}
		if leftmost && before == FormInteger || before.numeric() && after.numeric() || before == FormText && after.numeric() && words[k].Box.X0-words[k-1].Box.X1 > spaceWide*height {
			differ++
		}
	}
	if right-left < narrowRiver*height || both < 2 || float64(both) < partedShare*float64(len(rows)) || float64(differ) < partedShare*float64(both) {
		return 0, 0, false
	}
	return left, right, true
}

// middles are the borders of zones: halfway through the white between them.
func middles(zones []zone) []float64 {
	all := make([]float64, 0, len(zones))
	for i := 1; i < len(zones); i++ {
		all = append(all, (zones[i-1].x1+zones[i].x0)/2)
	}
	return all
}

// zoneOf is the column in whose borders most of a box stands.
func zoneOf(zones []zone, borders []float64, b page.Box) int {
	best, most := 0, -1e9
	for i := range zones {
		left, right := -1e9, 1e9
		if i > 0 {
			left = borders[i-1]
		}
		if i < len(borders) {
			right = borders[i]
		}
		if o := min(right, b.X1) - max(left, b.X0); o > most {
			best, most = i, o
		}
	}
	return best
}

// split hands the words of a line to the columns. A piece goes whole where most of it stands in one, word by
// word where it reaches into the print of several.
func split(l line, zones []zone, borders []float64) [][]page.Word {
	cells := make([][]page.Word, len(zones))
	for _, p := range l.pieces {
		touched := 0
		for _, z := range zones {
			if z.overlap(p.box) > 0.3*min(z.x1-z.x0, p.box.Width()) {
				touched++
			}
		}
		if touched <= 1 {
			at := zoneOf(zones, borders, p.box)
			cells[at] = append(cells[at], p.words...)
			continue
		}
		for _, w := range p.words {
			at := zoneOf(zones, borders, w.Box)
			cells[at] = append(cells[at], w)
		}
	}
	return cells
}
