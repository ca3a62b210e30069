package page

import (
	"math"
	"slices"
)

// Ruling is a line that is drawn on a page, in points: At from the top where it runs across, from the left where it runs down.
type Ruling struct{ At, From, To float64 }

// Rulings are the drawn lines of a page, the edges of shaded fields among them.
type Rulings struct{ Across, Down []Ruling }

// How drawn lines and print stand to each other, in points.
const (
	touching    = 1.5 // a word reaches over a line beside it
	inWord      = 0.2 // of a word's width or height from its edges: a line there is drawn through it, or is part of its letters
	mostCrossed = 0.1 // of the words, by lines through them
	coverRows   = 0.8 // of the width of two rows, by a line that parts them
	coverBand   = 0.8 // of the height of a row of a table, by a line that parts its cells
	mostBand    = 14  // rows of print that one row of a table can have
	fewestLine  = 2   // of a row's tallest cell
)

// Rule gives a page its drawn lines and arranges its words anew: lines that run down part cells, however close they stand, and those
// that run across part the rows of tables. Lines that are strokes of letters or run through words are none, and where many do, none is:
// they are not those of these words.
func (p *Page) Rule(r Rulings) {
	crossed := map[int]bool{}
	off := func(l Ruling, at, along func(Box) (float64, float64)) bool {
		for i, w := range p.Words {
			a0, a1 := at(w.Box)
			b0, b1 := along(w.Box)
			if margin := inWord * (a1 - a0); l.At <= a0+margin || l.At >= a1-margin || min(l.To, b1)-max(l.From, b0) <= (b1-b0)/2 {
				continue
			}
			if l.From < b0-touching || l.To > b1+touching {
				crossed[i] = true
			}
			return true
		}
		return false
	}
	across := slices.DeleteFunc(slices.Clone(r.Across), func(l Ruling) bool { return off(l, Box.tall, Box.wide) })
	down := slices.DeleteFunc(slices.Clone(r.Down), func(l Ruling) bool { return off(l, Box.wide, Box.tall) })
	if p.Rulings = (Rulings{across, down}); float64(len(crossed)) > mostCrossed*float64(len(p.Words)) {
		p.Rulings = Rulings{}
	}
	p.layOut()
}

func (b Box) tall() (from, to float64) { return b.Y0, b.Y1 }
func (b Box) wide() (from, to float64) { return b.X0, b.X1 }

// part reports whether a line that runs down stands between two neighbours of a row.
func (r *Rulings) part(a, b Word) bool {
	if r == nil {
		return false
	}
	y := (max(a.Box.Y0, b.Box.Y0) + min(a.Box.Y1, b.Box.Y1)) / 2
	return slices.ContainsFunc(r.Down, func(d Ruling) bool {
		return d.From <= y && y <= d.To && d.At >= a.Box.X1-touching && d.At <= b.Box.X0+touching
	})
}

// under reports whether a line that runs across parts two rows.
func (r *Rulings) under(a, b Row) bool {
	left, right := min(a.Box.X0, b.Box.X0), max(a.Box.X1, b.Box.X1)
	return slices.ContainsFunc(r.Across, func(l Ruling) bool {
		return l.At >= a.Box.Y1-touching && l.At <= b.Box.Y0+touching && min(l.To, right)-max(l.From, left) >= coverRows*(right-left)
	})
}

// ruled brings the cells of rows of tables that lines part to one height, and numbers the rows of print of one row of a table. height is
// that of a line; levelOpen levels rows that no lines part.
func (r *Rulings) ruled(rows []Row, height float64, levelOpen func([]Row) []Row) []Row {
	var out []Row
	band := 0
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && !r.under(rows[to-1], rows[to]) {
			to++
		}
		stretch := rows[from:to]
		if cells := r.cells(stretch, height); cells != nil && len(stretch) > 1 && len(stretch) <= mostBand {
			if levelled, one := stacked(cells, height); one {
				band++
				for i := range levelled {
					levelled[i].Band = band
				}
				out = append(out, levelled...)
				from = to
				continue
			}
		}
		out = append(out, levelOpen(stretch)...)
		from = to
	}
	return out
}

// Parted reports whether a drawn line parts a row of print from the one above.
func (p *Page) Parted(row int) bool {
	return row > 0 && len(p.Rulings.Across) > 0 && p.Rulings.under(p.Rows[row-1], p.Rows[row])
}

// Framed reports whether lines that run down stand beside a row of print or between its words, as those of a table do.
func (p *Page) Framed(row int) bool {
	b := p.Rows[row].Box
	return slices.ContainsFunc(p.Rulings.Down, func(d Ruling) bool {
		return d.From <= b.MidY() && b.MidY() <= d.To && d.At > b.X0-frameNear*p.LineHeight && d.At < b.X1+frameNear*p.LineHeight
	})
}

// frameNear is how far beside print the line around its cell stands, in heights of a line.
const frameNear = 2.0

// Later reports whether a row of print is not the first of its row of a table, as drawn lines tell.
func (p *Page) Later(row int) bool {
	return row > 0 && p.Rows[row].Band != 0 && p.Rows[row].Band == p.Rows[row-1].Band
}

// ruledCell holds the lines of print between two lines that run down.
type ruledCell struct {
	box   Box
	lines []Row
}

// cells are the cells of a stretch of rows between lines that run down along all of it, nil where fewer than two do.
func (r *Rulings) cells(rows []Row, height float64) []ruledCell {
	box := Box{}
	var words []Word
	for _, row := range rows {
		box = box.Union(row.Box)
		for _, s := range row.Segments {
			words = append(words, s.Words...)
		}
	}
	var borders []float64
	for _, d := range r.Down {
		if d.At > box.X0 && d.At < box.X1 && min(d.To, box.Y1)-max(d.From, box.Y0) >= coverBand*box.Height() {
			borders = append(borders, d.At)
		}
	}
	slices.Sort(borders)
	if len(borders) < fewestCells-1 {
		return nil
	}
	of := make([][]Word, len(borders)+1)
	for _, w := range words {
		at, _ := slices.BinarySearch(borders, w.Box.MidX())
		of[at] = append(of[at], w)
	}
	var cells []ruledCell
	for _, in := range of {
		if len(in) == 0 {
			continue
		}
		lines, _ := arrange(in, height, nil)
		cells = append(cells, ruledCell{Bounds(in), lines})
	}
	if len(cells) < fewestCells {
		return nil
	}
	return cells
}

// stacked are the lines of the cells of a row of a table at one height, and whether the cells are those of one row: the lines of each
// follow close, and all begin, end or have their middle at the height where the tallest has its own.
func stacked(cells []ruledCell, height float64) (rows []Row, one bool) {
	tallest := cells[0]
	for _, c := range cells {
		if c.box.Height() > tallest.box.Height() {
			tallest = c
		}
	}
	if len(tallest.lines) < fewestLine || !oneRow(cells) {
		return nil, false
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= sameHeight*height }
	for _, c := range cells {
		if !near(c.box.Y0, tallest.box.Y0) && !near(c.box.MidY(), tallest.box.MidY()) && !near(c.box.Y1, tallest.box.Y1) {
			return nil, false
		}
		for i := 1; i < len(c.lines); i++ {
			if c.lines[i].Box.Y0-c.lines[i-1].Box.Y1 > wideBreak*height {
				return nil, false
			}
		}
	}
	rows = make([]Row, len(tallest.lines))
	for _, c := range cells {
		if len(c.lines) > len(rows) {
			return nil, false
		}
		for i, l := range c.lines {
			rows[i].Segments = append(rows[i].Segments, l.Segments...)
			rows[i].Box = rows[i].Box.Union(l.Box)
		}
	}
	return rows, true
}

// wideBreak is the white, in line heights, by which lines of one cell stand apart at most.
const wideBreak = 0.6

// oneRow reports whether lines of cells are those of one row of a table, not of several in one frame: no line has figures in two cells
// where the first has them, and there are figures, or a cell of one line, to tell.
func oneRow(cells []ruledCell) bool {
	figures := func(c ruledCell, line int) bool {
		return line < len(c.lines) && hasDigit.MatchString(c.lines[line].Text())
	}
	first, shortest, longest := 0, mostBand, 0
	for _, c := range cells {
		if figures(c, 0) {
			first++
		}
		shortest, longest = min(shortest, len(c.lines)), max(longest, len(c.lines))
	}
	for line := 1; line < longest; line++ {
		same := 0
		for _, c := range cells {
			if figures(c, 0) && figures(c, line) {
				same++
			}
		}
		if same > 1 {
			return false
		}
	}
	return first > 1 || shortest == 1
}
