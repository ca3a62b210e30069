package table

import (
	"cmp"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// White that runs down between the print of lines parts their columns.
const (
	riverWidth  = 0.38 // line heights
	riverSpaces = 1.5  // times the usual space between words
	narrowRiver = 0.12 // line heights: between figures and what stands beside them
	spaceWide   = 0.3  // between a text and the figures after it: more than between words
	edge        = 0.05 // beside the print that a river may begin at
	namedSpaces = 1.25 // times the usual space between the words of two headers
	acrossOf    = 3    // lines for each that may stand across a narrow river
	partedShare = 0.65 // of the lines have print on both sides
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
			for _, w := range lines[i].blocks(p, len(at)) {
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
	return narrow(lines, at, zones, height, space)
}

// narrow parts columns that stand closer than rivers are wide: values beside words, or beside values, in nearly all
// lines with white down between them. above is the line over them.
func narrow(lines []line, at []int, zones []zone, height, space float64) []zone {
	if len(at) < 2 {
		return zones
	}
	var above []page.Word
	if first := at[0]; first > 0 && lines[first].box.Y0-lines[first-1].box.Y1 < headerGap*height {
		for _, p := range lines[first-1].pieces {
			above = append(above, p.words...)
		}
	}
	var all []zone
	for i, z := range zones {
		n := narrower{above: above, height: height, space: space, leftmost: i == 0}
		for _, k := range at {
			var words []page.Word
			for _, p := range lines[k].pieces {
				for _, w := range lines[k].blocks(p, len(at)) {
					if w.Box.MidX() >= z.x0 && w.Box.MidX() <= z.x1 {
						words = append(words, w)
					}
				}
			}
			if len(words) > 0 {
				n.rows = append(n.rows, words)
			}
		}
		all = append(all, n.parted(z)...)
	}
	return all
}

// narrower looks for narrow rivers in one column.
type narrower struct {
	rows     [][]page.Word // of the items
	above    []page.Word   // of the line over them
	height   float64
	space    float64 // the usual one between words
	leftmost bool
}

// parted cuts a zone at its narrow rivers, from the left.
func (n narrower) parted(z zone) []zone {
	for _, first := range n.rows[:min(len(n.rows), 3)] {
		for k := 1; k < len(first); k++ {
			left, right, ok := n.cut(first[k].Box.X0 - edge*n.height)
			if !ok {
				left, right, ok = n.cut(first[k-1].Box.X1 + edge*n.height)
			}
			if !ok {
				continue
			}
			rest := n
			rest.leftmost, rest.rows = false, nil
			for _, words := range n.rows {
				if at := slices.IndexFunc(words, func(w page.Word) bool { return w.Box.MidX() > right }); at >= 0 {
					rest.rows = append(rest.rows, words[at:])
				}
			}
			return append([]zone{{z.x0, left}}, rest.parted(zone{right, z.x1})...)
		}
	}
	return []zone{z}
}

// cut reports whether white runs down at x between the words of rows, and values on one side of it in nearly all of
// them say that two columns stand there. A word after a figure is its unit, but after the number of a line at the left
// edge, and where the line above has words on both sides too.
func (n narrower) cut(x float64) (left, right float64, ok bool) {
	left, right = -1e9, 1e9
	both, differ, weak, across := 0, 0, 0, 0
	named := n.namedBoth(x)
	for _, words := range n.rows {
		if slices.ContainsFunc(words, func(w page.Word) bool { return w.Box.X0 < x && w.Box.X1 > x }) {
			across++
			continue
		}
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
		switch n.differ(words, k, named) {
		case verdictParts:
			differ++
		case verdictPerhaps:
			weak++
		case verdictJoins:
		}
	}
	share := partedShare * float64(len(n.rows))
	if weak > 0 && both == len(n.rows) && both >= fewLines {
		differ += weak
	}
	if right-left < narrowRiver*n.height || both < 2 || across*acrossOf > len(n.rows) || float64(both) < share || float64(differ) < share {
		return 0, 0, false
	}
	return left, right, true
}

// verdict is the finding of the print on both sides of a river.
type verdict int

// The verdicts: one column, two where all rows say so, two.
const (
	verdictJoins verdict = iota
	verdictPerhaps
	verdictParts
)

// differ judges whether the words of a row before k and from k on are values of two columns.
func (n narrower) differ(words []page.Word, k int, named bool) verdict {
	before, after := formOf(page.Join(words[:k])), formOf(words[k].Text)
	if k+1 < len(words) && currencySign(words[k].Text) {
		after = formOf(words[k+1].Text)
	}
	valued := func(f Form) bool { return f.numeric() || f == FormDate || f == FormCode }
	parts := false
	switch {
	case valued(before) && valued(after):
		parts = words[k].Text != "%"
	case n.leftmost && k == 1 && (before == FormInteger || before == FormCode || before == FormDate) && after == FormText:
		parts = !n.units(words[k:])
	case valued(before) && after == FormText:
		_, money := value.Currency(words[k].Text)
		parts = named && !money
	case before == FormText && valued(after):
		if parts = named || words[k].Box.X0-words[k-1].Box.X1 > spaceWide*n.height; !parts && bare(words[k:]) {
			return verdictPerhaps
		}
	}
	if parts {
		return verdictParts
	}
	return verdictJoins
}

// bare reports whether words are figures without letters: what a description ends with, as "300 m", has some.
func bare(words []page.Word) bool {
	letters, _ := value.Counts(page.Join(words))
	return letters == 0
}

// units reports whether words are but a short one, as a unit is.
func (n narrower) units(words []page.Word) bool { return len(words) == 1 && len(words[0].Text) <= 4 }

// namedBoth reports whether the line above has words on both sides of x that stand farther apart than words do.
func (n narrower) namedBoth(x float64) bool {
	lo, hi := 1e9, -1e9
	for _, words := range n.rows {
		lo, hi = min(lo, words[0].Box.X0), max(hi, words[len(words)-1].Box.X1)
	}
	left, right := -1e9, 1e9
	for _, w := range n.above {
		switch {
		case w.Box.X1 < lo || w.Box.X0 > hi:
		case w.Box.MidX() < x:
			left = max(left, w.Box.X1)
		default:
			right = min(right, w.Box.X0)
		}
	}
	return left > -1e9 && right < 1e9 && right-left > max(namedSpaces*n.space, spaceWide*n.height)
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
