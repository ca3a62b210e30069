package table

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Two tables that stand side by side, as what is earned beside what is deducted.
const (
	leastBeside = 2   // pieces of a line of either, and lines that have so many
	frameGap    = 0.6 // line heights of white between the lines that are drawn around either
	frameNear   = 1.2 // line heights between a header and the line that is drawn above or below it
)

// Beside is a stretch of a page on which two tables stand side by side: its rows of print, the last included, and what parts them.
type Beside struct {
	From, To int
	At       float64
}

// FindBeside finds the stretches of a page with two tables side by side. Each table has a text or a date in its first column and
// figures in its last one. Both have a header of one name, or lines around them that are drawn apart.
func FindBeside(p *page.Page) []Beside {
	var all []Beside
	for _, s := range besideOf(p, linesOf(p)) {
		all = append(all, s.Beside)
	}
	return all
}

// besides is a stretch with the indexes of its lines.
type besides struct {
	Beside
	from, end int
}

func besideOf(p *page.Page, lines []line) []besides {
	var all []besides
	for i := 0; i < len(lines); i++ {
		if s, ok := besideFrom(p, lines, i); ok {
			all = append(all, s)
			i = s.end - 1
		}
	}
	return all
}

// besideFrom reads a line as the headers of two tables.
func besideFrom(p *page.Page, lines []line, i int) (besides, bool) {
	head := lines[i]
	if len(head.pieces) < 2*leastBeside || slices.ContainsFunc(head.pieces, func(q piece) bool { return q.form != FormText && !yearForm.MatchString(page.Join(q.words)) }) {
		return besides{}, false
	}
	for k := leastBeside; k <= len(head.pieces)-leastBeside; k++ {
		left, right, end := head.pieces[k-1].box.X1, head.pieces[k].box.X0, i+1
		sides := [2]sideTable{}
		for ; end < len(lines); end++ {
			l := lines[end]
			if l.box.Y0-lines[end-1].box.Y1 > chainGap*p.LineHeight || slices.ContainsFunc(l.pieces, func(q piece) bool { return q.box.X0 < left && q.box.X1 > right }) {
				break
			}
			before, after := l.sides((left + right) / 2)
			if n := len(before.pieces); n > 0 {
				left = max(left, before.pieces[n-1].box.X1)
			}
			if len(after.pieces) > 0 {
				right = min(right, after.pieces[0].box.X0)
			}
			if right-left < pieceGap*p.LineHeight {
				break
			}
			sides[0].count(before, head.pieces[:k])
			sides[1].count(after, head.pieces[k:])
		}
		if !sides[0].stands() || !sides[1].stands() {
			continue
		}
		from, titled := titledBeside(lines, i, left, right)
		if same, every := sameNamed(head, k); same && (!every || titled) || framesApart(p, head, left, right) && !every {
			at := (left + right) / 2
			return besides{Beside{lines[from].row, lines[end-1].row, at}, from, end}, true
		}
	}
	return besides{}, false
}

// sides are the pieces of a line on both sides of x.
func (l line) sides(x float64) (before, after line) {
	for _, s := range []struct {
		into *line
		on   func(page.Box) bool
	}{{&before, func(b page.Box) bool { return b.MidX() < x }}, {&after, func(b page.Box) bool { return b.MidX() >= x }}} {
		*s.into = line{row: l.row, band: l.band, parted: l.parted, framed: l.framed, typed: l.typed}
		for _, q := range l.pieces {
			if s.on(q.box) {
				s.into.pieces, s.into.box = append(s.into.pieces, q), s.into.box.Union(q.box)
				if q.form.figure() {
					s.into.figures++
				}
			}
		}
	}
	return before, after
}

// sideTable counts the lines of one of two tables, and those of them that begin with no figure below its first header and end with one.
type sideTable struct{ lines, whole int }

func (t *sideTable) count(l line, head []piece) {
	if len(l.pieces) < leastBeside {
		return
	}
	t.lines++
	first, last := l.pieces[0], l.pieces[len(l.pieces)-1]
	if !first.form.figure() && first.box.OverlapX(head[0].box) > 0 && last.form.figure() {
		t.whole++
	}
}

// stands reports whether nearly all lines are those of a table.
func (t sideTable) stands() bool {
	return t.whole >= leastBeside && float64(t.whole) >= nearlyAll*float64(t.lines)
}

// titledBeside is the first line of two headers, and whether a title stands over each of them.
func titledBeside(lines []line, i int, left, right float64) (from int, titled bool) {
	from = i
	if i == 0 {
		return from, false
	}
	above := lines[i-1]
	if above.figures > 0 || len(above.pieces) > 2 || lines[i].box.Y0-above.box.Y1 > headerPitch*above.box.Height() ||
		slices.ContainsFunc(above.pieces, func(q piece) bool {
			return q.box.X0 < left && q.box.X1 > right || strings.Contains(page.Join(q.words), ":")
		}) {
		return from, false
	}
	before, after := above.sides((left + right) / 2)
	return i - 1, len(before.pieces) == 1 && len(after.pieces) == 1
}

// sameNamed reports whether a header has the same name on both sides of a piece, as the last of both or at the same place, and whether
// all are the same: then one table goes on beside itself.
func sameNamed(head line, k int) (same, every bool) {
	name := func(q piece) string { return value.Alnum(page.Join(q.words)) }
	n := len(head.pieces)
	every = n == 2*k
	for i := range min(k, n-k) {
		fromFirst := name(head.pieces[i]) == name(head.pieces[k+i])
		same = same || fromFirst || name(head.pieces[k-1-i]) == name(head.pieces[n-1-i])
		every = every && fromFirst
	}
	return same, every
}

// framesApart reports whether lines that are drawn above or below a header end before a gap and begin anew behind it.
func framesApart(p *page.Page, head line, left, right float64) bool {
	var ends, begins []float64
	for _, r := range p.Rulings.Across {
		if near := frameNear * p.LineHeight; r.At < head.box.Y0-near || r.At > head.box.Y1+near {
			continue
		}
		switch {
		case r.From < left && r.To > right:
			return false
		case r.From < left:
			ends = append(ends, r.To)
		case r.To > right:
			begins = append(begins, r.From)
		}
	}
	return len(ends) > 0 && len(begins) > 0 && slices.Min(begins)-slices.Max(ends) > frameGap*p.LineHeight
}
