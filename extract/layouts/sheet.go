package layouts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
)

// sheet is paper with a pen: a frame from x to x+w, and how far down it is filled. It remembers what was
// printed.
type sheet struct {
	*design
	deal        *deal
	pdf         *fpdf.Fpdf
	encode      func(string) string
	x, y, w     float64
	top, bottom float64
	points      float64 // of the type that is set
	said        map[string]fact
	lists       map[string][]record
	copying     bool    // a second copy says nothing new
	size1       float64 // of the body
}

func newSheet(g *design, x *deal) *sheet {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: g.wide, Ht: g.tall}})
	day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC) // a file holds no hour of its making
	pdf.SetCreationDate(day)
	pdf.SetModificationDate(day)
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	s := &sheet{design: g, deal: x, pdf: pdf, said: map[string]fact{}, lists: map[string][]record{}, size1: g.body,
		top: g.margin, bottom: g.tall - max(g.margin, 45), encode: func(s string) string { return s }}
	switch g.font {
	case "Go":
		s.embed(goregular.TTF, gobold.TTF)
	case "Go Mono":
		s.embed(gomono.TTF, gomonobold.TTF)
	default:
		s.encode = pdf.UnicodeTranslatorFromDescriptor("")
	}
	if strings.HasPrefix(g.font, "Go Mono") || g.font == "Courier" {
		s.size1 = min(g.body, 8.4)
	}
	if g.bound {
		pdf.AliasNbPages(allPages)
	}
	s.page()
	return s
}

// embed adds a type of our own. The library writes into the bytes that it is given, so each document has
// its own.
func (s *sheet) embed(regular, bold []byte) {
	s.pdf.AddUTF8FontFromBytes(s.font, "", slices.Clone(regular))
	s.pdf.AddUTF8FontFromBytes(s.font, "B", slices.Clone(bold))
}

// page begins a page.
func (s *sheet) page() {
	s.pdf.AddPage()
	s.x, s.y, s.w = s.margin, s.top, s.wide-2*s.margin
	s.pdf.SetLineWidth(s.size("line", 0.3, 1))
	s.ink(0)
	if s.bound {
		running(headedOn(s))
	}
}

// ink sets the colour of the text: 0 is black.
func (s *sheet) ink(grey int) { s.pdf.SetTextColor(grey, grey, grey) }

// set chooses the type: a style of fpdf and a size relative to the body.
func (s *sheet) set(style string, share float64) {
	s.points = s.size1 * share
	s.pdf.SetFont(s.font, style, s.points)
}

func (s *sheet) width(text string) float64 { return s.pdf.GetStringWidth(s.encode(text)) }

// put writes at a place of its own: x of the left end, y of the base line.
func (s *sheet) put(x, y float64, text string) {
	s.pdf.Text(x, y, s.encode(text))
}

func (s *sheet) leading() float64 { return s.points * s.size("leading", 1.15, 1.5) }

// line writes a line of the frame: align is "L", "C" or "R".
func (s *sheet) line(text, align string) {
	h := s.leading()
	x := s.x
	switch align {
	case "R":
		x += s.w - s.width(text)
	case "C":
		x += (s.w - s.width(text)) / 2
	}
	s.put(x, s.y+s.points, text)
	s.y += h
}

// wrap breaks a text at spaces so that its lines fit a width.
func (s *sheet) wrap(text string, width float64) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && s.width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// paragraph writes a text over as many lines as it takes.
func (s *sheet) paragraph(text, align string) {
	for _, l := range s.wrap(text, s.w) {
		s.line(l, align)
	}
}

// tell notes that a fact was printed and gives its print. What has no key is there to mislead.
func (s *sheet) tell(f fact) string {
	if _, before := s.said[f.key]; !before && !s.copying && f.key != "" {
		s.said[f.key] = f
	}
	return f.text
}

// row notes a row of a list.
func (s *sheet) row(list string, r record) {
	if !s.copying {
		s.lists[list] = append(s.lists[list], r)
	}
}

// beside draws several things in columns of the frame, whose shares add up to at most 1.
func (s *sheet) beside(shares []float64, draw ...func()) {
	x, y, w, lowest := s.x, s.y, s.w, s.y
	gap := 10.0
	at := x
	for i, d := range draw {
		s.x, s.y, s.w = at, y, w*shares[i]-gap
		if i == len(draw)-1 {
			s.w += gap
		}
		d()
		lowest = max(lowest, s.y)
		at += w * shares[i]
	}
	s.x, s.y, s.w = x, lowest, w
}

func (s *sheet) skip(h float64) { s.y += h }

func (s *sheet) rule() {
	s.pdf.Line(s.x, s.y, s.x+s.w, s.y)
	s.y += 2
}

// room turns the page where so much height is not left.
func (s *sheet) room(h float64) {
	if s.y+h > s.bottom {
		x, w := s.x, s.w
		s.page()
		s.x, s.w = x, w
	}
}

// out closes the file.
func (s *sheet) out() ([]byte, int, error) {
	var b bytes.Buffer
	pages := s.pdf.PageCount()
	if err := s.pdf.Output(&b); err != nil {
		return nil, 0, fmt.Errorf("write pdf: %w", err)
	}
	return b.Bytes(), pages, nil
}
