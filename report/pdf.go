package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/go-pdf/fpdf"

	"tariffdesk/bounded"
)

// Measures of a page, in millimetres and points.
const (
	pageMargin   = 12.0
	lineHeight   = 3.7
	bodySize     = 7.8
	captionWidth = 42.0
	maxCell      = 1500 // characters of a cell, which bounds its height to a page
)

// Paper is the size of a printed page.
type Paper string

// The papers that reports are printed on.
const (
	PaperA4     Paper = "A4"
	PaperLetter Paper = "Letter"
)

// sheet lays a document out on a paper.
type sheet struct {
	*fpdf.Fpdf
	translate func(string) string
	lacking   bool // something could not be printed
	width     float64
}

// PDF writes the document as PDF on A4 or Letter, in the fonts that every reader has.
func (d Document) PDF(to io.Writer, paper Paper) error {
	pdf := fpdf.New("P", "mm", string(paper), "")
	s := &sheet{Fpdf: pdf, translate: pdf.UnicodeTranslatorFromDescriptor("cp1252")}
	s.SetMargins(pageMargin, pageMargin, pageMargin)
	s.SetAutoPageBreak(true, pageMargin)
	s.SetTitle(d.Title+" "+d.Subtitle, true)
	s.SetFooterFunc(func() {
		s.SetY(-10)
		s.SetFont("Helvetica", "", 7)
		s.CellFormat(0, 4, fmt.Sprintf("%d", s.PageNo()), "", 0, "C", false, 0, "")
	})
	s.AddPage()
	page, _ := s.GetPageSize()
	s.width = page - 2*pageMargin
	s.text("B", 15, 7, d.Title)
	s.text("", 8, 5, d.Subtitle)
	s.facts(d.Facts)
	for _, section := range d.Sections {
		s.section(section)
	}
	s.signatures(d.Signatures)
	s.Ln(3)
	s.text("I", 7, 3.5, d.Footer)
	if s.lacking {
		s.text("I", 7, 3.5, captionsIn(d.Language).of("lacking"))
	}
	if err := s.Output(to); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func (s *sheet) text(style string, size, height float64, text string) {
	s.SetFont("Helvetica", style, size)
	s.MultiCell(s.width, height, s.plain(text), "", "L", false)
}

// plain is text of a cell: it is bounded in length.
func (s *sheet) plain(text string) string {
	if head, cut := bounded.Cut(text, maxCell); cut {
		text = head + "..."
	}
	return s.readable(text)
}

// unprintable are signs of scripts that the fonts lack.
var unprintable = regexp.MustCompile(`[^\x{0000}-\x{024F}\p{P}\p{S}\p{Z}]+`)

// readable writes signs that the fonts lack in another way; of scripts that they lack a mark stands, and the reader is told.
func (s *sheet) readable(text string) string {
	text = strings.NewReplacer("−", "-", "≤", "<=", "≥", ">=", "Σ", "sum of", "→", "->", "\u202f", " ", "\t", " ").Replace(text)
	if unprintable.MatchString(text) {
		s.lacking = true
		text = unprintable.ReplaceAllString(text, "[…]")
	}
	return s.translate(text)
}

func (s *sheet) facts(list []Fact) {
	for _, fact := range list {
		s.SetFont("Helvetica", "", bodySize)
		s.CellFormat(captionWidth, lineHeight, s.plain(fact.Caption), "", 0, "L", false, 0, "")
		s.MultiCell(s.width-captionWidth, lineHeight, s.plain(fact.Value), "", "L", false)
	}
}

// signatures draws lines to sign on, side by side and never apart from their captions.
func (s *sheet) signatures(captions []string) {
	if len(captions) == 0 {
		return
	}
	const room, gap = 14.0, 8.0
	s.keep(room + 2*lineHeight)
	s.Ln(room)
	wide := (s.width - gap*float64(len(captions)-1)) / float64(len(captions))
	y := s.GetY()
	for i, caption := range captions {
		x := pageMargin + float64(i)*(wide+gap)
		s.Line(x, y, x+wide, y)
		s.SetXY(x, y+0.5)
		s.SetFont("Helvetica", "", 7.2)
		s.CellFormat(wide, lineHeight, s.plain(caption), "", 0, "L", false, 0, "")
	}
	s.SetXY(pageMargin, y+lineHeight)
}

// keep begins a new page where less than a height is left of this one.
func (s *sheet) keep(height float64) {
	if _, pageHeight := s.GetPageSize(); s.GetY()+height > pageHeight-pageMargin {
		s.AddPage()
	}
}

func (s *sheet) section(section Section) {
	s.keep(18) // a heading stays with what follows
	s.Ln(1.8)
	s.text("B", 9.5, 5, section.Title)
	s.facts(section.Facts)
	if len(section.Rows) > 0 {
		s.table(section)
		s.Ln(0.8)
	}
	for _, paragraph := range section.Prose {
		s.SetFont("Helvetica", "", bodySize)
		s.MultiCell(s.width, lineHeight, s.readable(paragraph), "", "L", false)
	}
	for _, paragraph := range section.Paragraphs {
		s.text("", bodySize, lineHeight, "- "+paragraph)
	}
}

// table writes rows whose cells wrap; a row that does not fit begins a new page.
func (s *sheet) table(section Section) {
	widths := s.widths(section)
	s.row(widths, section.Columns, section.Figures, "B")
	for i, row := range section.Rows {
		style := ""
		if section.Total && i == len(section.Rows)-1 {
			style = "B"
		}
		s.row(widths, row, section.Figures, style)
	}
}

func (s *sheet) row(widths []float64, cells []string, figures []int, style string) {
	s.SetFont("Helvetica", style, 7.2)
	const height = 3.4
	lines := 1
	wrapped := make([][][]byte, len(cells))
	for i, cell := range cells {
		wrapped[i] = s.SplitLines([]byte(s.plain(cell)), widths[i]-1)
		lines = max(lines, len(wrapped[i]))
	}
	_, pageHeight := s.GetPageSize()
	tall := float64(lines)*height + 1.2
	if s.GetY()+tall > pageHeight-pageMargin && s.GetY() > pageMargin+height {
		s.AddPage()
		s.SetFont("Helvetica", style, 7.2)
	}
	x, y := s.GetXY()
	for i := range cells {
		for n, line := range wrapped[i] {
			s.SetXY(x, y+float64(n)*height+0.6)
			align := "L"
			if slices.Contains(figures, i) {
				align = "R"
			}
			s.CellFormat(widths[i]-0.6, height, string(line), "", 0, align, false, 0, "")
		}
		x += widths[i]
	}
	s.SetXY(pageMargin, y+tall)
	s.Line(pageMargin, y+tall, pageMargin+s.width, y+tall)
}

// widestWord bounds the width that a column keeps for its longest word, in millimetres.
const widestWord = 26.0

// longestFigure is the length up to which a figure keeps to one line.
const longestFigure = 24

// widths gives each column its longest word and shares the rest of the page by the longest cell.
func (s *sheet) widths(section Section) []float64 {
	s.SetFont("Helvetica", "B", 7.2)
	widths := make([]float64, len(section.Columns))
	weights := make([]float64, len(section.Columns))
	free, total := s.width, 0.0
	for i, column := range section.Columns {
		longest := 0
		for _, row := range append([][]string{section.Columns}, section.Rows...) {
			longest = max(longest, len(row[i]))
			if slices.Contains(section.Figures, i) && len(row[i]) <= longestFigure { // never broken
				widths[i] = max(widths[i], s.GetStringWidth(s.plain(row[i]))+2.5)
				continue
			}
			for word := range strings.FieldsSeq(row[i]) {
				widths[i] = max(widths[i], min(s.GetStringWidth(s.plain(word))+2.5, widestWord))
			}
		}
		weights[i] = float64(min(max(longest-len(column), 1), 80))
		total += weights[i]
		free -= widths[i]
	}
	for i := range widths {
		widths[i] += max(free, 0) * weights[i] / total
	}
	return widths
}
