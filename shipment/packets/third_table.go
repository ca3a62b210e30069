package packets

import "strings"

// ruling is how a table is ruled.
type ruling struct {
	columns, rows  bool // rules between them
	shade, zebra   bool // behind headings, behind every other row
	middle, spread bool // headings stand in the middle; rows have space between them
	signs          bool // rules are signs
	least          float64
}

// rulingOf gives the ruling of a design.
func rulingOf(design int) ruling {
	switch design {
	case designGrid:
		return ruling{columns: true, least: 60}
	case designBand:
		return ruling{shade: true, zebra: true}
	case designLetter:
		return ruling{rows: true, spread: true}
	case designPrintout:
		return ruling{signs: true}
	case designSheet:
		return ruling{columns: true, rows: true, middle: true}
	case designNumbered:
		return ruling{columns: true, least: 50}
	}
	return ruling{columns: true, least: 80} // of carriers
}

// The print of a table, and the space beside it in a cell.
const (
	thirdSize = 8.0
	cellSpace = 4.2
	// narrowTexts is the room of descriptions that take two lines.
	narrowTexts = 42.0
)

// measure gives each column the room that its longest word or figure takes; what is left goes to the texts. Print becomes smaller
// until they have enough.
func (s thirdSheet) measure() {
	f := &s.form
	for f.size = thirdSize; ; f.size -= 0.5 {
		left, widest := s.needs()
		texts := &f.columns[widest]
		room := texts.width + left
		switch {
		case f.belowHead != "": // no column has the texts
			s.spread(left, 0)
			return
		case s.deal.narrow && room > narrowTexts && texts.width > narrowTexts && f.kind != "certificate_of_origin":
			texts.width = narrowTexts
			s.spread(room-narrowTexts, widest)
			return
		case room >= min(texts.width, 38) || f.size < 6:
			texts.width = room
			return
		}
	}
}

// needs sets the columns to what they need, and gives what is left then and which column has the longest texts.
func (s thirdSheet) needs() (left float64, widest int) {
	f := &s.form
	left = width
	most := 0.0
	for i := range f.columns {
		s.font("B", f.size)
		least, text := 0.0, 0.0
		for word := range strings.FieldsSeq(f.columns[i].heading) {
			least = max(least, s.GetStringWidth(s.text(word)))
		}
		if i == 0 {
			least = max(least, s.GetStringWidth(s.text(f.footCaption)))
		}
		if i < len(f.foot) {
			text = s.GetStringWidth(s.text(f.foot[i]))
		}
		s.font("", f.size)
		for _, row := range f.rows {
			for line := range strings.SplitSeq(row[i], "\n") {
				text = max(text, s.GetStringWidth(s.text(line)))
			}
		}
		if text > most && !f.columns[i].figures {
			widest, most = i, text
		}
		f.columns[i].width = max(least, text) + cellSpace
		left -= f.columns[i].width
	}
	return left, widest
}

// spread gives room to all columns but one.
func (s thirdSheet) spread(room float64, but int) {
	for i := range s.form.columns {
		if i != but {
			s.form.columns[i].width += room / float64(len(s.form.columns)-1)
		}
	}
}

// thirdTable draws the table of a paper of the third pool.
func (s thirdSheet) thirdTable(y float64) float64 {
	s.measure()
	f, r := s.form, rulingOf(s.form.design)
	headings := make([]string, len(f.columns))
	for i, c := range f.columns {
		headings[i] = c.heading
	}
	y = s.thirdHeading(y, headings)
	first := y
	for i, cells := range f.rows {
		below := ""
		if i < len(f.below) {
			below = f.below[i]
		}
		if y+s.thirdHigh(cells, below) > s.bottom()-2 {
			if !r.signs {
				s.Line(margin, y, margin+width, y)
			}
			y = s.thirdHeading(s.next(), headings)
			first = y
		}
		y = s.thirdRow(y, cells, below, r.zebra && i%2 == 1)
	}
	if rest := min(r.least-(y-first), s.bottom()-60-y); rest > 0 { // a form has room for more
		s.rules(y, rest)
		y += rest
	}
	switch {
	case r.signs:
		y = s.signs(y+0.5, "-")
	case r.columns || r.rows || r.shade:
		s.Line(margin, y, margin+width, y)
	}
	if len(f.foot) > 0 {
		y = s.thirdFoot(y)
	}
	return y
}

// thirdHigh is the height of a row.
func (s thirdSheet) thirdHigh(cells []string, below string) float64 {
	height := 0.0
	for i, c := range s.form.columns {
		height = max(height, s.high(c.width-1.6, "", s.form.size, cells[i]))
	}
	if below != "" {
		height += s.high(s.belowWidth(), "", s.form.size, below) + 0.4
	}
	if rulingOf(s.form.design).spread {
		height += 1.6
	}
	return height + 1.6
}

// belowLeft is where the text below a row begins.
func (s thirdSheet) belowLeft() float64 {
	x := margin + 0.8
	for _, c := range s.form.columns[:s.form.belowAt] {
		x += c.width
	}
	return x
}

func (s thirdSheet) belowWidth() float64 { return margin + width - 0.8 - s.belowLeft() }

func (s thirdSheet) thirdHeading(y float64, headings []string) float64 {
	r, size := rulingOf(s.form.design), s.form.size
	height := 0.0
	for i, c := range s.form.columns {
		height = max(height, s.high(c.width-1.6, "B", size, headings[i]))
	}
	height += 2
	if r.signs {
		y = s.signs(y, "-")
	}
	if r.shade {
		grey := 214
		if s.deal.number%4 == 0 {
			grey = 70
			s.SetTextColor(255, 255, 255)
		}
		s.SetFillColor(grey, grey, grey)
		s.Rect(margin, y, width, height, "F")
	}
	x := margin
	for i, c := range s.form.columns {
		align := "L"
		switch {
		case r.middle:
			align = "C"
		case c.figures:
			align = "R"
		}
		s.put(x+0.8, y+1, c.width-1.6, "B", size, align, headings[i])
		x += c.width
	}
	s.SetTextColor(0, 0, 0)
	if s.rules(y, height); s.form.belowHead != "" && len(s.form.below) > 0 {
		height += s.put(s.belowLeft(), y+height, s.belowWidth(), "B", size, "L", s.form.belowHead)
	}
	if y += height; r.signs {
		return s.signs(y, "-")
	}
	if !r.shade {
		s.Line(margin, y, margin+width, y)
	}
	return y
}

func (s thirdSheet) thirdRow(y float64, cells []string, below string, grey bool) float64 {
	r, size, height := rulingOf(s.form.design), s.form.size, s.thirdHigh(cells, below)
	if grey {
		s.SetFillColor(244, 244, 244)
		s.Rect(margin, y, width, height, "F")
	}
	x, high := margin, 0.0
	for i, c := range s.form.columns {
		align := "L"
		if c.figures {
			align = "R"
		}
		high = max(high, s.put(x+0.8, y+0.8, c.width-1.6, "", size, align, cells[i]))
		x += c.width
	}
	if below != "" {
		s.put(s.belowLeft(), y+1.2+high, s.belowWidth(), "", size, "L", below)
	}
	if s.rules(y, height); r.rows {
		s.Line(margin, y+height, margin+width, y+height)
	}
	return y + height
}

// rules draws those between and beside the columns.
func (s thirdSheet) rules(y, height float64) {
	if !rulingOf(s.form.design).columns {
		return
	}
	x := margin
	s.Line(x, y, x, y+height)
	for _, c := range s.form.columns {
		x += c.width
		s.Line(x, y, x, y+height)
	}
	if y < margin+1 || s.form.design == designSheet {
		s.Line(margin, y, margin+width, y)
	}
}

// thirdFoot draws the sums as the last row: their caption takes the columns before the first sum.
func (s thirdSheet) thirdFoot(y float64) float64 {
	f := s.form
	y = s.room(y, 8)
	x, room, begun := margin, 0.0, false
	const height = 5.6
	for i, c := range f.columns {
		if f.foot[i] != "" {
			if !begun {
				s.put(margin+0.8, y+1, room-1.6, "B", f.size, "L", f.footCaption)
				begun = true
			}
			s.put(x+0.8, y+1, c.width-1.6, "B", f.size, "R", f.foot[i])
		}
		if r := rulingOf(f.design); begun && r.columns {
			s.Line(x, y, x, y+height)
		}
		x, room = x+c.width, room+c.width
	}
	switch r := rulingOf(f.design); {
	case r.columns:
		s.Rect(margin, y, width, height, "D")
	case r.signs:
		return s.signs(y+height, "=")
	case r.rows:
		s.Line(margin, y+height, margin+width, y+height)
	}
	return y + height
}
