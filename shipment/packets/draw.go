package packets

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"
)

// The measures of a page, mm.
const (
	margin   = 12.0
	width    = 210 - 2*margin
	bottom   = 275.0
	rowSpace = 4.4
)

// The designs of papers.
const (
	designBeside  = iota // captions beside their values, a ruled table
	designBoxes          // captions in the corner of boxes, a ruled table
	designColumns        // parties side by side, a table with rules between its rows
	designTyped          // as a typewriter writes
	designStacked        // captions above their values, four beside each other; a table without rules
	designRail           // facts in a rail at the right of the parties, the title above the letterhead
	allDesigns
)

// The designs of papers of the third pool.
const (
	designGrid     = allDesigns + iota // one frame of boxes, their captions small; columns ruled
	designBand                         // letterhead and title in a band, number and date in a small table
	designLetter                       // a letter: the receiver without a caption, facts at the right, a foot on each page
	designPrintout                     // lines of a printer: leaders of dots, the description below its row
	designSheet                        // a spreadsheet: all centred above a table of cells
	designLading                       // a form of boxes with the title at the right
	designHouse                        // another, the title on top
	designNumbered                     // a form of numbered boxes
	everyDesign
)

// The families of the designs, and how their page numbers are aligned.
var (
	families = []string{"Helvetica", "Helvetica", "Times", "Courier", "Times", "Helvetica", "Helvetica", "Helvetica", "Helvetica", "Courier", "Times", "Helvetica", "Times", "Helvetica"}
	paging   = []string{"C", "R", "R", "L", "C", "R", "R", "C", "R", "R", "C", "R", "L", "C"}
)

// sheet is the file in the making.
type sheet struct {
	*fpdf.Fpdf

	deal  *deal
	text  func(string) string // UTF-8 in the encoding of the fonts
	form  form
	page  int // of the paper
	pages int // of the paper, 0 while they are counted
}

func newSheet(d *deal) *sheet {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetAutoPageBreak(false, 0)
	f.SetMargins(margin, margin, margin)
	f.SetCreationDate(time.Unix(0, 0)) // the same packet is the same bytes
	f.SetModificationDate(time.Unix(0, 0))
	f.SetCatalogSort(true)
	return &sheet{Fpdf: f, deal: d, text: f.UnicodeTranslatorFromDescriptor("")}
}

// draw draws all papers into one file. Each is drawn twice, for its pages to be counted.
func (d *deal) draw() error {
	s := newSheet(d)
	place := map[string]int{} // of what copies repeat
	forms := d.forms()
	for i, f := range forms {
		counted := newSheet(d)
		counted.paper(f, 0)
		first := s.PageCount() + 1
		s.paper(f, counted.PageCount())
		p := Paper{Type: f.kind}
		for n := first; n <= s.PageCount(); n++ {
			p.Pages = append(p.Pages, n)
		}
		p.CopyOf = place[f.of]
		if p.CopyOf == 0 {
			place[f.of] = i + 1
		}
		d.Papers = append(d.Papers, p)
	}
	var out bytes.Buffer
	if err := s.Output(&out); err != nil {
		return err
	}
	if d.PDF = out.Bytes(); d.Scan {
		return d.scan()
	}
	return nil
}

func (s *sheet) font(style string, size float64) {
	if s.form.design == designTyped || s.form.design == designPrintout {
		size *= 0.88
	}
	s.SetFont(families[s.form.design], style, size)
}

// put writes text into a box of its own and gives the height that it took.
func (s *sheet) put(x, y, w float64, style string, size float64, align, text string) float64 {
	s.font(style, size)
	space := size * 0.42
	at := y
	for line := range strings.SplitSeq(text, "\n") {
		for _, part := range s.SplitLines([]byte(s.text(line)), w) {
			s.SetXY(x, at)
			s.CellFormat(w, space, string(part), "", 0, align, false, 0, "")
			at += space
		}
	}
	return at - y
}

// paper draws a paper of so many pages.
func (s *sheet) paper(f form, pages int) {
	s.form, s.page, s.pages = f, 0, pages
	y := s.next()
	if s.deal.third() {
		thirdSheet{s}.paper(y)
		return
	}
	title := func() {
		y += s.put(margin, y, width, "B", 15, []string{"L", "C", "R", "C", "L", "R"}[f.design], f.title) + 4
	}
	if f.design == designRail {
		title()
	}
	y += s.put(margin, y, width, "B", 13, "L", f.issuer.name)
	y += s.put(margin, y, width, "", 8, "L", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city)) + 4
	if f.design != designRail {
		title()
	}
	if f.stamp != "" {
		s.put(150, 14, 46, "B", 16, "R", f.stamp)
	}
	y = s.fields(y) + 4
	if len(f.columns) > 0 {
		y = s.table(y) + 3
	}
	for _, sum := range f.sums {
		y = s.room(y, 6)
		s.put(100, y, 52, "B", 9, "L", sum.caption)
		s.put(152, y, 46, "B", 9, "R", sum.value)
		y += 5.5
	}
	for _, text := range f.closing {
		y = s.room(y+6, 14)
		y += s.put(margin, y, width, "", 9, "L", text)
	}
	s.overleaf()
}

// overleaf draws the small print of a paper that has some, on a page of its own.
func (s *sheet) overleaf() {
	if f := s.form; f.overleaf != "" {
		y := s.next()
		for n, clause := range strings.SplitAfter(strings.Repeat(f.overleaf+" ", 6), ". ") {
			y += s.put(margin, y, width, "", 6.5, "L", fmt.Sprintf("%d. %s", n+1, clause)) + 1
		}
	}
}

// room is y, or the top of a new page where there is no room below it.
func (s *sheet) room(y, height float64) float64 {
	if y+height <= s.bottom() {
		return y
	}
	return s.next()
}

// bottom is where print ends; the foot of a letter stands below it.
func (s *sheet) bottom() float64 {
	if s.form.footer != "" {
		return bottom - 11
	}
	return bottom
}

// next begins a page and gives where its print begins.
func (s *sheet) next() float64 {
	s.AddPage()
	s.page++
	if s.form.footer != "" {
		s.foot()
	}
	if s.deal.paged && len(s.form.columns) > 0 && s.form.overleaf == "" {
		s.put(margin, s.bottom()+9, width, "", 8, paging[s.form.design], fmt.Sprintf(s.deal.say("page"), s.page, s.pages))
	}
	if s.page > 1 && s.deal.repeatHead && s.form.overleaf == "" {
		y := margin + s.put(margin, margin, width, "B", 10, "L", s.form.issuer.name)
		return y + s.put(margin, y, width, "", 8, "L", s.form.title+"   "+s.form.facts[0].caption+" "+s.form.facts[0].value) + 3
	}
	return margin
}

// fields draws parties and facts and gives where they end.
func (s *sheet) fields(y float64) float64 {
	f := s.form
	switch f.design {
	case designBoxes:
		return s.boxes(y)
	case designStacked:
		return s.stacked(y)
	case designRail:
		left, right := y, y
		for _, p := range f.parties {
			left += s.put(margin, left, 100, "B", 7.5, "L", p.caption)
			left += s.put(margin, left, 100, "", 9, "L", p.value) + 2.5
		}
		for _, fact := range f.facts {
			s.put(120, right, 36, "", 8, "L", fact.caption)
			right += max(4, s.put(156, right, 42, "B", 8.5, "L", fact.value)) + 0.5
		}
		return max(left, right)
	case designColumns:
		left, right := y, y
		for i, p := range f.parties {
			x, at := margin, &left
			if i%2 == 1 {
				x, at = 110, &right
			}
			*at += s.put(x, *at, 85, "B", 9, "L", p.caption+":")
			*at += s.put(x, *at, 85, "", 9, "L", p.value) + 3
		}
		y = max(left, right)
		for i, fact := range f.facts {
			x := margin + float64(i%2)*98
			s.put(x, y, 40, "B", 9, "L", fact.caption)
			s.put(x+40, y, 56, "", 9, "L", fact.value)
			if i%2 == 1 || i == len(f.facts)-1 {
				y += 5
			}
		}
		return y
	}
	facts, parties := f.facts, f.parties
	for _, one := range append(facts[:len(facts):len(facts)], parties...) {
		caption := one.caption + ":"
		if f.design == designTyped {
			caption = fmt.Sprintf("%s ", strings.ToUpper(one.caption))
		}
		s.put(margin, y, 50, "B", 9, "L", caption)
		y += max(4.4, s.put(margin+52, y, width-52, "", 9, "L", one.value)) + 0.6
	}
	return y
}

// boxes draws two boxes a row, the caption small in the corner of each.
func (s *sheet) boxes(y float64) float64 {
	all := append(s.form.parties[:len(s.form.parties):len(s.form.parties)], s.form.facts...)
	for i := 0; i < len(all); i += 2 {
		pair := all[i:min(i+2, len(all))]
		height := 0.0
		for k, one := range pair {
			x := margin + float64(k)*width/2
			h := s.put(x+1, y+0.8, width/2-2, "", 6.5, "L", one.caption)
			h += s.put(x+1, y+0.8+h, width/2-2, "", 9, "L", one.value)
			height = max(height, h+2.5)
		}
		for k := range pair {
			s.Rect(margin+float64(k)*width/2, y, width/2, height, "D")
		}
		y += height
	}
	return y
}

// stacked draws captions above their values: parties two beside each other, facts four.
func (s *sheet) stacked(y float64) float64 {
	for _, group := range []struct {
		all []field
		n   int
	}{{s.form.parties, 2}, {s.form.facts, 4}} {
		for i := 0; i < len(group.all); i += group.n {
			height := 0.0
			for k, one := range group.all[i:min(i+group.n, len(group.all))] {
				x, w := margin+float64(k)*width/float64(group.n), width/float64(group.n)-2
				h := s.put(x, y, w, "B", 8, "L", one.caption)
				height = max(height, h+s.put(x, y+h, w, "", 9, "L", one.value))
			}
			y += height + 3
		}
	}
	return y
}

// table draws the rows under their headings, on as many pages as it takes.
func (s *sheet) table(y float64) float64 {
	columns := s.form.columns
	left := width
	for _, c := range columns {
		left -= c.width
	}
	for i := range columns {
		if columns[i].width == 0 {
			columns[i].width = left
		}
	}
	headings := make([]string, len(columns))
	for i, c := range columns {
		headings[i] = c.heading
	}
	y = s.row(y, headings, true)
	for _, cells := range s.form.rows {
		if y+3*rowSpace > bottom {
			if y = s.next(); s.form.design != designTyped {
				y = s.row(y, headings, true)
			}
		}
		y = s.row(y, cells, false)
	}
	return y
}

func (s *sheet) row(y float64, cells []string, heading bool) float64 {
	style, size := "", 8.0
	if heading {
		style = "B"
	}
	x, height := margin, rowSpace
	for i, c := range s.form.columns {
		align := "L"
		if c.figures {
			align = "R"
		}
		height = max(height, s.put(x+0.8, y+0.6, c.width-1.6, style, size, align, cells[i])+1.2)
		x += c.width
	}
	x = margin
	for _, c := range s.form.columns {
		if s.form.design == designBeside || s.form.design == designBoxes {
			s.Rect(x, y, c.width, height, "D")
		}
		x += c.width
	}
	if s.form.design == designColumns || (s.form.design == designTyped || s.form.design == designRail) && heading {
		s.Line(margin, y+height, margin+width, y+height)
	}
	return y + height
}
