package table

import (
	"cmp"
	"slices"

	"tariffdesk/extract/internal/page"
)

// How lines are taken for items of one table.
const (
	leastAgree   = 2    // pieces of two lines that agree
	agreeShare   = 0.5  // of the pieces of the line with fewer, where figures agree
	textShare    = 0.7  // of the pieces of the line with more, where only texts do
	lookBack     = 4    // items of a chain that the next may agree with
	chainGap     = 3.4  // line heights of white that end a chain
	farGap       = 9.0  // … of white between items that agree in nearly all pieces
	surePieces   = 4    // that they have at least
	maxBetween   = 22   // lines between two items
	maxCrossing  = 1    // lines in sequence that stand across columns
	alike        = 0.75 // of the pieces of an item above a sum and of one below it agree
	retitle      = 3    // texts side by side that name columns anew
	crossColumns = 3    // pieces under one piece: it stands across them
)

// chain is a sequence of lines of a page that repeat one another's edges: the first lines of items.
type chain struct {
	anchors []int // indexes of lines
	texts   bool  // no figures agree
}

func (c chain) first() int { return c.anchors[0] }
func (c chain) last() int  { return c.anchors[len(c.anchors)-1] }

// chainsOf finds the chains of a page in the order of their first lines. Lines with figures come first, so that
// texts above them, which repeat edges too, are left to be their header; then single lines of figures; then texts.
func (f finder) chainsOf(lines []line, height float64) []chain {
	taken := make([]bool, len(lines))
	var all []chain
	keep := func(c chain) {
		all = append(all, c)
		for i := c.first(); i <= c.last(); i++ {
			taken[i] = true
		}
	}
	starts := func(i int, figures bool) bool {
		return !taken[i] && !later(lines, i) && len(lines[i].pieces) >= leastAgree && (lines[i].figures > 0) == figures
	}
	for i := range lines {
		if c := runUnder(lines, i, height); c.anchors != nil && !taken[i] {
			keep(f.chainFrom(lines, taken, c, height))
		}
	}
	for i := range lines {
		if !starts(i, true) {
			continue
		}
		if c := f.chainFrom(lines, taken, chain{anchors: []int{i}, texts: true}, height); len(c.anchors) > 1 {
			keep(c)
		}
	}
	for i := range lines {
		if starts(i, true) {
			keep(chain{anchors: []int{i}})
		}
	}
	for i := range lines {
		if !starts(i, false) {
			continue
		}
		if c := f.chainFrom(lines, taken, chain{anchors: []int{i}, texts: true}, height); len(c.anchors) > 1 {
			keep(c)
		}
	}
	slices.SortFunc(all, func(a, b chain) int { return cmp.Compare(a.first(), b.first()) })
	return all
}

// chainFrom follows a chain from its last line on.
func (f finder) chainFrom(lines []line, taken []bool, c chain, height float64) chain {
	crossing, widest := 0, chainGap*height
	for j := c.last() + 1; j < len(lines); j++ {
		if gap := lines[j].box.Y0 - lines[j-1].box.Y1; gap > widest && !(gap < farGap*height && c.repeats(lines, j, height)) || j-c.last() > maxBetween || taken[j] {
			break
		}
		if later(lines, j) {
			continue
		}
		if len(c.anchors) > 1 && !lines[j].framed && c.framed(lines) && !f.summing(lines[j]) {
			break
		}
		if linked, figures := c.links(lines, j, height); linked {
			if !f.goesOn(lines, c, j, height) {
				break
			}
			widest = max(widest, 1.5*(lines[j].box.Y0-lines[c.last()].box.Y1))
			c.anchors = append(c.anchors, j)
			c.texts = c.texts && !figures
			crossing = 0
			continue
		}
		if retitled(lines[c.last()], lines[j]) ||
			lines[j].figures == 0 && j+1 < len(lines) && lines[j+1].figures > 0 && TitlesNext(lines[c.last()].boxes(), lines[j].boxes(), lines[j+1].boxes()) {
			break
		}
		if crosses(lines[c.last()], lines[j]) {
			if crossing++; crossing > maxCrossing {
				break
			}
		}
	}
	return c
}

// framed reports whether drawn lines stand beside all items: a line without them is outside of the table.
func (c chain) framed(lines []line) bool {
	return !slices.ContainsFunc(c.anchors, func(i int) bool { return !lines[i].framed })
}

// later reports whether a line is not the first of a row that drawn lines bound.
func later(lines []line, i int) bool {
	return i > 0 && lines[i].band != 0 && lines[i].band == lines[i-1].band
}

// repeats reports whether a line agrees with the last item so well that white between them ends nothing.
func (c chain) repeats(lines []line, j int, height float64) bool {
	a, b := lines[c.last()], lines[j]
	pieces, figures := agree(a, b, height)
	return figures >= 2 && pieces >= surePieces && float64(pieces) >= alike*float64(max(len(a.pieces), len(b.pieces)))
}

// goesOn reports whether a line that repeats edges is an item still: below a sum only what agrees with an item
// above it in nearly all pieces is.
func (f finder) goesOn(lines []line, c chain, j int, height float64) bool {
	if !f.summing(lines[c.last()]) || len(c.anchors) < 2 {
		return true
	}
	if f.summing(lines[j]) {
		return len(lines[j].pieces) <= len(lines[c.last()].pieces)
	}
	for k := len(c.anchors) - 2; k >= 0; k-- {
		a, b := lines[c.anchors[k]], lines[j]
		if f.summing(a) {
			continue
		}
		pieces, _ := agree(a, b, height)
		return float64(pieces) >= alike*float64(max(len(a.pieces), len(b.pieces)))
	}
	return true
}

// retitled reports whether a line below an item is a header: texts side by side over most of its pieces.
func retitled(item, l line) bool {
	return l.figures == 0 && len(l.pieces) >= retitle && float64(len(l.pieces)) >= textShare*float64(len(item.pieces))
}

// TitlesNext reports whether a line without figures is the header of the next one, which has as many pieces, each below one of its own, and
// not as many as the items above.
func TitlesNext(item, l, next []page.Box) bool {
	if len(l) < retitle || len(l) == len(item) || len(l) != len(next) {
		return false
	}
	for k, b := range l {
		if b.OverlapX(next[k]) <= 0 {
			return false
		}
	}
	return true
}

func (l line) boxes() []page.Box {
	all := make([]page.Box, len(l.pieces))
	for i, p := range l.pieces {
		all[i] = p.box
	}
	return all
}

// links reports whether a line agrees with one of the last of the chain, and whether figures do.
func (c chain) links(lines []line, j int, height float64) (linked, figures bool) {
	b := lines[j]
	for k := len(c.anchors) - 1; k >= max(0, len(c.anchors)-lookBack); k-- {
		a := lines[c.anchors[k]]
		pieces, sums := agree(a, b, height)
		fewer, more := min(len(a.pieces), len(b.pieces)), max(len(a.pieces), len(b.pieces))
		switch {
		case pieces < leastAgree:
		case sums > 0 && float64(pieces) >= agreeShare*float64(fewer):
			return true, true
		case a.figures == 0 && b.figures == 0 && float64(pieces) >= textShare*float64(more):
			return true, false
		}
	}
	return false, false
}

// crosses reports whether a piece of b stands across several pieces of a.
func crosses(a, b line) bool {
	for _, q := range b.pieces {
		n := 0
		for _, p := range a.pieces {
			if q.box.OverlapX(p.box) > 0 {
				n++
			}
		}
		if n >= crossColumns {
			return true
		}
	}
	return false
}

// pitch is the distance between the first lines of two items in the middle.
func (c chain) pitch(lines []line) float64 {
	if len(c.anchors) < 2 {
		return 0
	}
	var all []float64
	for i := 1; i < len(c.anchors); i++ {
		all = append(all, lines[c.anchors[i]].box.Y0-lines[c.anchors[i-1]].box.Y0)
	}
	slices.Sort(all)
	return all[len(all)/2]
}
