package table

import (
	"slices"

	"tariffdesk/extract/internal/page"
)

// How lines are joined to items.
const (
	keyShare    = 0.6  // of the items fill a column that tells where one begins
	keyFilled   = 0.4  // of those columns an item fills
	sameGap     = 0.25 // line heights by which white differs at least to tell where a line belongs
	sumWords    = 4    // of a piece that says a sum
	longestSum  = 8    // … where nothing but figures stands beside it, and its first word says so
	trailingGap = 1.1  // line heights of white below the last item within which its lines go on
	trailing    = 24   // such lines at most
)

// rowsOf makes items of anchors and the lines between them. It returns the index behind the last line used.
func (f finder) rowsOf(p int, lines []line, c chain, zones []zone, height float64) ([]Row, int) {
	borders := middles(zones)
	cells := map[int][][]page.Word{}
	cellsAt := func(i int) [][]page.Word {
		if cells[i] == nil {
			cells[i] = split(within(lines[i], zones, 0), zones, borders)
		}
		return cells[i]
	}
	starts := starting(c, zones, cellsAt)
	var rows []Row
	begin := starts[0]
	for k, start := range starts {
		var end, next int
		if k+1 < len(starts) {
			end = cutBetween(lines, start, starts[k+1])
			next = end
		} else {
			end = tail(lines, c.last(), zones, height)
			if at := f.sumBelow(lines, c, start); at > 0 {
				end = at
			}
		}
		row := Row{Page: p, Line: lines[start].row, Cells: make([][][]page.Word, len(zones))}
		for i := begin; i < end; i++ {
			if i != start && (f.summing(lines[i]) || f.counts(lines[i], zones) || ofNoItem(lines, start, i, zones)) {
				continue
			}
			if i > start && lines[i].runsOn() {
				row.under = append(row.under, lines[i].pieces[0].words)
			}
			for at, words := range cellsAt(i) {
				if len(words) > 0 {
					row.Cells[at] = append(row.Cells[at], words)
					row.Box = row.Box.Union(page.Bounds(words))
				}
			}
		}
		if k > 0 && k+1 == len(starts) {
			for i := max(end, start+1); i < len(lines) && len(row.under) < len(rows[k-1].under) && f.follows(lines, i, height); i++ {
				row.under = append(row.under, lines[i].pieces[0].words)
			}
		}
		rows = append(rows, row)
		if begin = next; k+1 == len(starts) {
			begin = end
		}
	}
	return rows, begin
}

// ofNoItem reports whether drawn lines part a line from that of an item, and it stands across columns: the heading of a group, or a note.
func ofNoItem(lines []line, start, i int, zones []zone) bool {
	parted := false
	for at := min(start, i) + 1; at <= max(start, i); at++ {
		parted = parted || lines[at].parted
	}
	return parted && slices.ContainsFunc(lines[i].pieces, func(p piece) bool { return len(covered(p.box, zones)) > 1 })
}

// sumBelow is the first line behind the last item that is aligned with the others and is a sum by its words or for its lone figure
// below the last column, 0 where there is none: it is no part of the item.
func (f finder) sumBelow(lines []line, c chain, last int) int {
	for _, i := range c.anchors {
		if l := lines[i]; i > last && l.figures > 0 && (f.summing(l) || l.figures == 1 && len(l.pieces) == 2 && l.pieces[1].form.figure()) {
			return i
		}
	}
	return 0
}

// summing reports whether a line between items says that it is a sum.
func (f finder) summing(l line) bool {
	texts := 0
	for _, p := range l.pieces {
		if p.form == FormText {
			texts++
		}
	}
	return slices.ContainsFunc(l.pieces, func(p piece) bool {
		return len(p.words) <= sumWords && f.sums(page.Join(p.words)) ||
			texts == 1 && l.figures > 0 && len(p.words) > sumWords && len(p.words) <= longestSum && f.sums(p.words[0].Text)
	})
}

// starting are the anchors that begin an item: they fill enough of the columns that most anchors fill with
// figures or codes.
func starting(c chain, zones []zone, cellsAt func(int) [][]page.Word) []int {
	filled := make([]int, len(zones))
	for _, i := range c.anchors {
		for at, words := range cellsAt(i) {
			if formOf(page.Join(words)).value() {
				filled[at]++
			}
		}
	}
	var keys []int
	for at, n := range filled {
		if float64(n) >= keyShare*float64(len(c.anchors)) {
			keys = append(keys, at)
		}
	}
	if len(keys) < 2 {
		return c.anchors
	}
	starts := slices.Clone(c.anchors[:1])
	for _, i := range c.anchors[1:] {
		n := 0
		for _, at := range keys {
			if len(cellsAt(i)[at]) > 0 {
				n++
			}
		}
		if float64(n) >= keyFilled*float64(len(keys)) {
			starts = append(starts, i)
		}
	}
	texts := make([][]string, len(starts))
	for k, i := range starts {
		for _, words := range cellsAt(i) {
			texts[k] = append(texts[k], page.Join(words))
		}
	}
	goesOn := Continued(texts)
	kept := starts[:0]
	for k, i := range starts {
		if !goesOn[k] {
			kept = append(kept, i)
		}
	}
	return kept
}

// cutBetween is the first line of the next item: lines between two anchors belong to the earlier one up to the
// widest white, all of them where it is not wider than the rest.
func cutBetween(lines []line, a, b int) int {
	if lines[b].band != 0 {
		return b
	}
	for later(lines, a+1) {
		a++
	}
	cut, widest, least := b, lines[b].box.Y0-lines[b-1].box.Y1, 1e9
	for i := a + 1; i <= b; i++ {
		gap := lines[i].box.Y0 - lines[i-1].box.Y1
		least = min(least, gap)
		if gap > widest+sameGap*lines[i].box.Height() {
			cut, widest = i, gap
		}
	}
	if cut == a+1 && b > a+1 && widest-least < 2*sameGap*lines[a].box.Height() {
		return b
	}
	return cut
}

// tail is the index behind the lines that go on below the last anchor: texts inside of columns of text.
func tail(lines []line, last int, zones []zone, height float64) int {
	end := last + 1
	for i := last + 1; i < len(lines) && i <= last+trailing; i++ {
		l := lines[i]
		if later(lines, i) {
			end = i + 1
			continue
		}
		if lines[last].framed && !l.framed || lines[last].parted && l.parted || l.box.Y0-lines[i-1].box.Y1 > trailingGap*height || len(l.pieces) > max(len(zones)/2, 1) || l.figures > 0 ||
			l.box.X0 < zones[0].x0-height || l.box.X1 > zones[len(zones)-1].x1+height {
			break
		}
		inside := true
		for _, p := range l.pieces {
			inside = inside && len(covered(p.box, zones)) < 2 && !startsZone(p, zones[0], len(zones))
		}
		if !inside {
			break
		}
		end = i + 1
	}
	return end
}

// startsZone reports whether a piece stands in the first of several columns, where notes below a table begin.
func startsZone(p piece, first zone, columns int) bool {
	return columns > 2 && p.box.X0 < first.x1 && first.x1-first.x0 < p.box.Width()
}
