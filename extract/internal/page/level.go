package page

import (
	"cmp"
	"math"
	"slices"
)

// Cells of a table's row whose lines are set in the middle of the row, or at its foot, beside a cell of more lines.
const (
	lineBreak   = 0.25 // line heights by which white is wider than between the lines of a cell
	closeBreak  = 0.15 // the same, where several rows of a table are found so
	sameHeight  = 0.35 // line heights within which two heights are the same
	closest     = 0.15 // of all gaps between lines are no wider than that between the lines of a cell
	fewestCells = 3    // of a row that is levelled
	mostLines   = 12   // of a cell
	fewestFeet  = 2    // rows of a page whose cells stand at the foot, for it to be its way
	footLines   = 3    // of the tallest cell, for others to stand at its foot: of two lines, the first may be a line by itself
	largePrint  = 1.35 // line heights of a line that is no line of a table
	narrowGap   = 0.5  // line heights of white that may part two columns which stand close
)

// level brings the cells of a table's row to one height: what is printed in the middle of a row, or at its foot, stands in the first
// row of print beside the first lines of the others. Words keep their boxes. A stretch of rows is a row of a table where white above and
// below is wider than between the lines of its cells, each cell has its lines below each other, and all begin, end or have their middle
// at the height where the tallest has its own. Where all begin at one height nothing changes.
// inner is the white between the lines of a cell.
func level(rows []Row, inner, height float64) []Row {
	all := stretchesOf(rows, inner, inner+lineBreak*height, height)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].levelled != nil || len(all[i].as) < 2*footLines {
			continue
		}
		if closer := stretchesOf(all[i].as, inner, inner+closeBreak*height, height); levelledIn(closer) > 1 {
			all = slices.Replace(all, i, i+1, closer...) // rows with little white between them
		}
	}
	feet, tall := 0, 0
	for _, st := range all {
		if st.foot > 0 {
			feet++
			tall = max(tall, st.foot)
		}
	}
	var out []Row
	for _, st := range all {
		if st.levelled == nil || st.foot > 0 && (feet < fewestFeet || tall < footLines) {
			st.levelled = st.as
		}
		out = append(out, st.levelled...)
	}
	return out
}

// stretchesOf cuts rows where the white between them is wider than most.
func stretchesOf(rows []Row, inner, most, height float64) []stretch {
	var all []stretch
	for from := 0; from < len(rows); {
		to := from + 1
		foot := rows[from].Box.Y1
		for to < len(rows) && rows[to].Box.Y0-foot <= most {
			foot = max(foot, rows[to].Box.Y1)
			to++
		}
		st := stretch{as: rows[from:to]}
		st.levelled, st.foot = levelledRows(st.as, inner+lineBreak*height, height)
		all = append(all, st)
		from = to
	}
	return all
}

// levelledIn counts the stretches with cells that were brought to one height.
func levelledIn(all []stretch) int {
	n := 0
	for _, st := range all {
		if st.levelled != nil {
			n++
		}
	}
	return n
}

// stretch is a run of rows that wider white parts from those around, as it is and with its cells at one height, nil where it is no row
// of a table or has nothing to level. foot is how many lines the tallest cell has at whose foot others stand, 0 where none do.
type stretch struct {
	as, levelled []Row
	foot         int
}

// leading is the white between the lines of a cell: the least that is usual between rows where one stands below the other.
func leading(rows []Row, height float64) (float64, bool) {
	var gaps []float64
	for i := 1; i < len(rows); i++ {
		g := rows[i].Box.Y0 - rows[i-1].Box.Y1
		if g > -sameHeight*height && g < height {
			gaps = append(gaps, max(g, 0))
		}
	}
	if len(gaps) == 0 {
		return 0, len(rows) > 1
	}
	slices.Sort(gaps)
	return gaps[int(closest*float64(len(gaps)))], true
}

// cell holds the lines that stand in one column of a stretch of rows, from top to bottom.
type cell struct {
	box   Box
	lines []Segment
}

// levelledRows are the rows of a stretch with their cells at one height, nil where it is no row of a table or has nothing to level. foot
// is how many lines the tallest has at whose foot others stand.
func levelledRows(rows []Row, most, height float64) (levelled []Row, foot int) {
	if len(rows) < 2 || len(rows) > 2*mostLines {
		return nil, 0
	}
	cells := cellsOf(rows, height)
	if len(cells) < fewestCells {
		return nil, 0
	}
	tallest := slices.MaxFunc(cells, func(a, b cell) int { return cmp.Compare(a.box.Height(), b.box.Height()) })
	moved := false
	lines := 0
	for _, c := range cells {
		lines = max(lines, len(c.lines))
		for i := 1; i < len(c.lines); i++ {
			if c.lines[i].Box.Y0-c.lines[i-1].Box.Y1 > most {
				return nil, 0 // the cells of several rows
			}
		}
		if c.box.Height() > largePrint*height && len(c.lines) == 1 {
			return nil, 0 // a title or a sign beside a letterhead
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= sameHeight*height }
		switch {
		case near(c.box.Y0, tallest.box.Y0):
		case near(c.box.MidY(), tallest.box.MidY()):
			moved = true
		case near(c.box.Y1, tallest.box.Y1):
			moved, foot = true, len(tallest.lines)
		default:
			return nil, 0
		}
	}
	if !moved || lines > mostLines {
		return nil, 0
	}
	levelled = make([]Row, lines)
	for _, c := range cells {
		for i, s := range c.lines {
			levelled[i].Segments = append(levelled[i].Segments, s)
			levelled[i].Box = levelled[i].Box.Union(s.Box)
		}
	}
	return levelled, foot
}

// cellsOf are the columns of a stretch of rows from left to right: segments that stand over each other; nil where a line runs across
// columns.
func cellsOf(rows []Row, height float64) []cell {
	var cells []cell
	for _, r := range rows {
		for _, s := range r.Segments {
			for _, s := range parted(s, cells, height) {
				under := slices.IndexFunc(cells, func(c cell) bool { return c.box.OverlapX(s.Box) > 0 })
				if under < 0 {
					cells = append(cells, cell{s.Box, []Segment{s}})
					continue
				}
				c := &cells[under]
				if n := len(c.lines); n > 0 && c.lines[n-1].Box.OverlapY(s.Box) > sameRowOverlap*min(c.lines[n-1].Box.Height(), s.Box.Height()) {
					return nil // it runs over two columns of another row
				}
				c.box = c.box.Union(s.Box)
				c.lines = append(c.lines, s)
			}
		}
	}
	cells = withoutNeighbours(cells, height)
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.box.X0, b.box.X0) })
	for i := 1; i < len(cells); i++ {
		if cells[i].box.OverlapX(cells[i-1].box) > 0 {
			return nil
		}
	}
	return cells
}

// parted cuts a segment that stands over several columns at the white between them.
func parted(s Segment, cells []cell, height float64) []Segment {
	if len(cells) < 2 {
		return []Segment{s}
	}
	of := func(w Word) int {
		return slices.IndexFunc(cells, func(c cell) bool { return c.box.OverlapX(w.Box) > 0 })
	}
	a := of(s.Words[0])
	for k := 1; k < len(s.Words); k++ {
		b := of(s.Words[k])
		if a < 0 || b < 0 {
			a = max(a, b) // a line longer than those above it
			continue
		}
		if a != b && s.Words[k].Box.X0-s.Words[k-1].Box.X1 >= narrowGap*height {
			return append([]Segment{segmentOf(s.Words[:k:k])}, parted(segmentOf(s.Words[k:]), cells, height)...)
		}
	}
	return []Segment{s}
}

// withoutNeighbours cuts what stands close before a cell off its lines: most begin at one edge, and in another the word at that edge has
// words before it.
func withoutNeighbours(cells []cell, height float64) []cell {
	var cut []cell
	for i := range cells {
		c := &cells[i]
		edge, n := commonEdge(c.lines, height)
		if 2*n <= len(c.lines) {
			continue
		}
		var before cell
		for k, s := range c.lines {
			at := slices.IndexFunc(s.Words, func(w Word) bool { return math.Abs(w.Box.X0-edge) <= sameHeight*height })
			if at < 1 || s.Words[at].Box.X0-s.Words[at-1].Box.X1 < narrowGap*height {
				continue
			}
			before.lines = append(before.lines, segmentOf(s.Words[:at:at]))
			before.box = before.box.Union(Bounds(s.Words[:at]))
			c.lines[k] = segmentOf(s.Words[at:])
		}
		if len(before.lines) == 0 {
			continue
		}
		cut = append(cut, before)
		c.box = Box{}
		for _, s := range c.lines {
			c.box = c.box.Union(s.Box)
		}
	}
	return append(cells, cut...)
}

// commonEdge is where most lines begin, and how many do.
func commonEdge(lines []Segment, height float64) (edge float64, n int) {
	for _, s := range lines {
		same := 0
		for _, o := range lines {
			if math.Abs(o.Box.X0-s.Box.X0) <= sameHeight*height {
				same++
			}
		}
		if same > n {
			edge, n = s.Box.X0, same
		}
	}
	return edge, n
}

func segmentOf(words []Word) Segment { return Segment{Words: words, Box: Bounds(words)} }
