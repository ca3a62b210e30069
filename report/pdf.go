package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/go-pdf/fpdf"
)

// Measures of a page, in millimetres and points.
const (
	pageMargin   = 14.0
	lineHeight   = 4.2
	bodySize     = 8.5
	captionWidth = 42.0
	maxCell      = 1500 // characters of a cell, which bounds its height to a page
)

// sheet lays a document out on A4.
type sheet struct {
	*fpdf.Fpdf
	translate func(string) string
	lacking   bool // something could not be printed
	width     float64
}

// PDF writes the document as PDF, in the fonts that every reader has.
func (d Document) PDF(to io.Writer) error {
	pdf := fpdf.New("P", "mm", "A4", "")
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
	if runes := []rune(text); len(runes) > maxCell {
		text = string(runes[:maxCell]) + "..."
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

func (s *sheet) section(section Section) {
	s.Ln(2.5)
	s.text("B", 10, 5.5, section.Title)
	s.facts(section.Facts)
	for _, paragraph := range section.Prose {
		s.SetFont("Helvetica", "", bodySize)
		s.MultiCell(s.width, lineHeight, s.readable(paragraph), "", "L", false)
	}
	if len(section.Rows) > 0 {
		s.table(section)
	}
	for _, paragraph := range section.Paragraphs {
		s.text("", bodySize, lineHeight, "- "+paragraph)
	}
}

// table writes rows whose cells wrap; a row that does not fit begins a new page.
func (s *sheet) table(section Section) {
	widths := s.widths(section)
	s.row(widths, section.Columns, "B")
	for _, row := range section.Rows {
		s.row(widths, row, "")
	}
}

func (s *sheet) row(widths []float64, cells []string, style string) {
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
			s.CellFormat(widths[i], height, string(line), "", 0, "L", false, 0, "")
		}
		x += widths[i]
	}
	s.SetXY(pageMargin, y+tall)
	s.Line(pageMargin, y+tall, pageMargin+s.width, y+tall)
}

// widestWord bounds the width that a column keeps for its longest word, in millimetres.
const widestWord = 26.0

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
