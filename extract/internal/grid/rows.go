package grid

import (
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
)

// Where a table ends.
const (
	maxRowGap   = 5.0 // line heights between two rows of it, at first
	gapGrowth   = 2.6 // times the widest gap seen
	maxTableRow = 5000
)

// readRows reads the rows below a header: the zones of the columns are found from the rows first.
func readRows(d *Tabled, t *Table, pi, header, from int) int {
	p := d.Pages[pi]
	t.zone(p, from, t.lastFull(p, from, roughEnd(d, pi, from)))
	return readBody(d, t, pi, header, from)
}

// roughEnd is the row after the last that may belong to the table.
func roughEnd(d *Tabled, pi, from int) int {
	p := d.Pages[pi]
	gap := maxRowGap * p.LineHeight
	for ri := from; ri < len(p.Rows); ri++ {
		if ri > from && p.Rows[ri].Box.Y0-p.Rows[ri-1].Box.Y1 > gap || isTotals(d, p.Rows[ri]) || isPairs(d, pi, ri) || d.isBeside(pi, ri) {
			return ri
		}
		if ri > from {
			gap = max(gap, gapGrowth*(p.Rows[ri].Box.Y0-p.Rows[ri-1].Box.Y1))
		}
	}
	return len(p.Rows)
}

// lastFull is the row after the last that fills half of the columns: notes below it do not shape them.
func (t *Table) lastFull(p *page.Page, from, end int) int {
	for ri := from + 1; ri < end; ri++ {
		if t.crosses(p, p.Rows[ri]) {
			end = ri
		}
	}
	for ri := end; ri > from; ri-- {
		if segments := len(p.Rows[ri-1].Segments); segments > 1 && 2*segments >= len(t.Columns) {
			return ri
		}
	}
	return end
}

// crosses reports whether a row has text that runs through three columns: a sentence below the table.
func (t *Table) crosses(p *page.Page, r page.Row) bool {
	for _, s := range r.Segments {
		under := 0
		for _, c := range t.Columns {
			if middle := c.box.MidX(); s.Box.X0 < middle && s.Box.X1 > middle {
				under++
			}
		}
		if under > 2 && running(p, s) {
			return true
		}
	}
	return false
}

// assign puts the words of a row into columns; outside is true for text that ignores them.
func (t *Table) assign(p *page.Page, r page.Row) (cells [][]page.Word, outside bool) {
	cells = make([][]page.Word, len(t.Columns))
	crossed := 0
	for _, s := range r.Segments {
		first, last := -1, -1
		for _, w := range s.Words {
			i := t.at(w.Box.MidX())
			cells[i] = append(cells[i], w)
			if first < 0 {
				first = i
			}
			last = i
		}
		if last-first >= 2 && running(p, s) {
			crossed++
		}
	}
	return cells, crossed > 0 && len(r.Segments) <= 2
}

func (t *Table) at(x float64) int {
	for i, c := range t.Columns {
		if x < c.right {
			return i
		}
	}
	return len(t.Columns) - 1
}

// readBody reads rows until the table ends and returns the row after it.
func readBody(d *Tabled, t *Table, pi, header, from int) int {
	p := d.Pages[pi]
	gap := maxRowGap * p.LineHeight
	part := tablePart{pi, header, from - 1}
	var pending []pendingLine
	widest := 0.0
	ri := from
	for ; ri < len(p.Rows) && len(t.Rows) < maxTableRow; ri++ {
		r := p.Rows[ri]
		if ri > from && p.Later(ri) {
			cells, _ := t.assign(p, r)
			pending = append(pending, pendingLine{cells: cells, box: r.Box, later: true})
			part.To = ri
			continue
		}
		if ri > from {
			space := r.Box.Y0 - p.Rows[ri-1].Box.Y1
			if space > gap || d.isBeside(pi, ri) {
				t.closed = len(t.Rows) > 0 && !lastLines(p, ri)
				break
			}
			if len(t.Rows) > 1 {
				gap = max(3*p.LineHeight, min(gap, max(gapGrowth*space, 2*p.LineHeight)*1.5))
			}
		}
		if isTotals(d, r) {
			t.closed = true
			ri = readTotals(d, t, pi, ri)
			break
		}
		if columns, _ := headerAt(d, pi, ri); columns != nil || ri > from && (isCaptions(d, pi, ri) || titlesNext(p, ri)) {
			t.closed = columns == nil
			break
		}
		cells, outside := t.assign(p, r)
		if !t.starts(cells) && (p.Framed(from) && !p.Framed(ri) || ri > from+1 && p.Parted(ri) && p.Parted(from+1) && !t.goesOn(p, ri+1)) {
			t.closed = !lastLines(p, ri)
			break // below the lines that are drawn around its rows
		}
		if heading := t.isHeading(p, ri, widest); heading || outside {
			if heading && t.goesOn(p, ri+1) {
				part.To = ri // of a group of rows
				continue
			}
			outside = true
		}
		if ri > from {
			widest = max(widest, r.Box.Y0-p.Rows[ri-1].Box.Y1)
		}
		if outside || isNote(d, pi, ri, t, cells) {
			t.closed = !lastLines(p, ri)
			break
		}
		pending = append(pending, pendingLine{cells: cells, box: r.Box, starts: t.starts(cells)})
		part.To = ri
	}
	t.group(pi, pending)
	t.Parts = append(t.Parts, part)
	return ri
}

// titlesNext reports whether a row is the header of the next one, which has other columns than the one above.
func titlesNext(p *page.Page, ri int) bool {
	if ri+1 >= len(p.Rows) || valued(p.Rows[ri]) || !valued(p.Rows[ri+1]) {
		return false
	}
	boxes := func(r page.Row) []page.Box {
		all := make([]page.Box, len(r.Segments))
		for i, s := range r.Segments {
			all[i] = s.Box
		}
		return all
	}
	return grids.TitlesNext(boxes(p.Rows[ri-1]), boxes(p.Rows[ri]), boxes(p.Rows[ri+1]))
}

// lastLines reports whether only a footer is left of a page.
func lastLines(p *page.Page, ri int) bool { return len(p.Rows)-ri <= 3 }

// isNote reports whether a row is text below the table: a label with its value, or a sentence in no
// column of text.
func isNote(d *Tabled, pi, ri int, t *Table, cells [][]page.Word) bool {
	if isPairs(d, pi, ri) {
		return true
	}
	for si := range d.Pages[pi].Rows[ri].Segments {
		for _, l := range d.BySegment[label.At(pi, ri, si)] {
			alone := len(d.Pages[pi].Rows[ri].Segments) == 1 && len(t.Columns) > 2
			if alone && l.Whole && len(l.Concepts) > 0 && l.Concepts[0].Kind == term.KindParty {
				return true // the heading of another part
			}
			if l.Colon && si == 0 && len(l.Concepts)+len(l.Parts) > 0 && (alone || t.numericCells(cells) < 2) {
				return true
			}
		}
	}
	return false
}

// isPairs reports whether a row holds several labels with their values.
func isPairs(d *Tabled, pi, ri int) bool {
	pairs := 0
	for si := range d.Pages[pi].Rows[ri].Segments {
		if found := d.BySegment[label.At(pi, ri, si)]; len(found) > 0 && found[0].Colon && len(found[0].Concepts) > 0 && len(found[0].Inline) > 0 {
			pairs++
		}
	}
	return pairs > 1
}

// isCaptions reports whether a row is one of captions in a form: labels and nothing else.
func isCaptions(d *Tabled, pi, ri int) bool {
	captions, numbers := 0, 0
	segments := d.Pages[pi].Rows[ri].Segments
	for si, s := range segments {
		if label.DigitsIn(s.Words[label.Numbered(s.Words):]) {
			numbers++
		}
		if found := d.BySegment[label.At(pi, ri, si)]; len(found) == 1 && found[0].Whole && len(found[0].Concepts)+len(found[0].Parts) > 0 {
			captions++
		} else if len(s.Words) > 1 && label.Numbered(s.Words) > 0 && !label.DigitsIn(s.Words[1:]) {
			captions++ // with the number of its box
		}
	}
	return captions > 1 && 2*captions >= len(segments) && 3*numbers <= len(segments)
}

// pendingLine is a printed line of a table before lines are grouped into items.
type pendingLine struct {
	cells  [][]page.Word
	box    page.Box
	starts bool
	later  bool // drawn lines tell that it goes on with the one above
}

// starts reports whether a line begins an item: it has numbers in the columns of numbers, or fills
// half of the columns.
func (t *Table) starts(cells [][]page.Word) bool {
	filled, numbers := 0, 0
	for i, c := range cells {
		if len(c) == 0 {
			continue
		}
		filled++
		for _, k := range t.Columns[i].Concepts {
			if k.Kind.Numeric() && label.ValueLike(page.Join(c)) {
				numbers++
				break
			}
		}
	}
	return numbers >= 2 || numbers == 1 && filled >= 2 || filled*2 > len(cells)
}

// group joins continuation lines to the item that they stand nearest to, the one above in doubt.
func (t *Table) group(pi int, lines []pendingLine) {
	var orphans []pendingLine
	var last *TableRow
	continued(lines)
	for i, l := range lines {
		if l.starts {
			last = &TableRow{Page: pi, Cells: make([][][]page.Word, len(t.Columns))}
			for _, o := range orphans {
				last.add(o)
			}
			orphans = nil
			last.add(l)
			t.Rows = append(t.Rows, last)
			continue
		}
		if last == nil || !l.later && t.nearerNext(lines, i) {
			orphans = append(orphans, l)
			continue
		}
		last.add(l)
	}
	for _, o := range orphans {
		if last != nil {
			last.add(o)
		}
	}
}

// continued takes lines that only go on with the item above for no beginning of one.
func continued(lines []pendingLine) {
	var at []int
	var texts [][]string
	for i, l := range lines {
		if !l.starts {
			continue
		}
		line := make([]string, len(l.cells))
		for k, c := range l.cells {
			line[k] = page.Join(c)
		}
		at, texts = append(at, i), append(texts, line)
	}
	for k, goesOn := range grids.Continued(texts) {
		lines[at[k]].starts = !goesOn
	}
}

// nearerNext reports whether a continuation line stands clearly nearer to the item below it.
func (t *Table) nearerNext(lines []pendingLine, i int) bool {
	above, below := -1.0, -1.0
	if i > 0 {
		above = lines[i].box.Y0 - lines[i-1].box.Y1
	}
	if i+1 < len(lines) {
		below = lines[i+1].box.Y0 - lines[i].box.Y1
	}
	return below >= 0 && above > below+0.5*lines[i].box.Height()
}

func (r *TableRow) add(l pendingLine) {
	r.box = r.box.Union(l.box)
	for i, c := range l.cells {
		if len(c) > 0 {
			r.Cells[i] = append(r.Cells[i], c)
		}
	}
}
