// Package page owns the one model of a page that text layers and OCR are brought to: words with
// boxes and confidence, in rows of segments.
//
// It refuses to know where words come from and what they mean.
package page

import "strings"

// Source says how the words of a page were obtained.
type Source string

// The sources of words.
const (
	SourceText Source = "text" // the document's own text layer
	SourceOCR  Source = "ocr"
)

// Box is a rectangle in the page's own unit, its origin at the top left.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Height is the vertical extent.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// Width is the horizontal extent.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// MidX is the horizontal centre.
func (b Box) MidX() float64 { return (b.X0 + b.X1) / 2 }

// MidY is the vertical centre.
func (b Box) MidY() float64 { return (b.Y0 + b.Y1) / 2 }

// Union is the smallest box around both.
func (b Box) Union(o Box) Box {
	if b == (Box{}) {
		return o
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// OverlapX is the length shared horizontally, negative for a gap.
func (b Box) OverlapX(o Box) float64 { return min(b.X1, o.X1) - max(b.X0, o.X0) }

// OverlapY is the length shared vertically, negative for a gap.
func (b Box) OverlapY(o Box) float64 { return min(b.Y1, o.Y1) - max(b.Y0, o.Y0) }

// Word is one printed word.
type Word struct {
	Text       string
	Box        Box
	Confidence float64 // 0 to 1; 1 for a text layer
}

// Segment is a run of words in one row without a wide gap: a cell, a label, a piece of a line.
type Segment struct {
	Words []Word
	Box   Box
}

// Row is the print at one height of the page, from left to right.
type Row struct {
	Segments []Segment
	Box      Box
	Band     int // of one page, the same for all rows of print of one row of a table that lines bound; 0 for none
}

// Page is one page of a document. Coordinates are in points for text layers and OCR alike.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Source        Source
	Words         []Word
	Rows          []Row
	LineHeight    float64 // the median height of words
	Space         float64 // between words of running text; 0 where there are too few to tell
	Rulings       Rulings // that are drawn on it, of a document with text
}

// Join writes words with single spaces.
func Join(words []Word) string {
	if len(words) == 1 {
		return words[0].Text
	}
	size := len(words)
	for i := range words {
		size += len(words[i].Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// Bounds is the box around words.
func Bounds(words []Word) Box {
	var b Box
	for _, w := range words {
		b = b.Union(w.Box)
	}
	return b
}

// Confidence is the lowest confidence of words, 1 for none.
func Confidence(words []Word) float64 {
	c := 1.0
	for _, w := range words {
		c = min(c, w.Confidence)
	}
	return c
}

// Text is the segment's text.
func (s Segment) Text() string { return Join(s.Words) }

// Words are all words of the row from left to right.
func (r Row) Words() []Word {
	n := 0
	for _, s := range r.Segments {
		n += len(s.Words)
	}
	all := make([]Word, 0, n)
	for _, s := range r.Segments {
		all = append(all, s.Words...)
	}
	return all
}

// Text is the row's text, wide gaps as two spaces.
func (r Row) Text() string {
	parts := make([]string, len(r.Segments))
	for i, s := range r.Segments {
		parts[i] = s.Text()
	}
	return strings.Join(parts, "  ")
}

// Unbroken are the words of lines, what a line breaks at its hyphen as one word again.
func Unbroken(lines [][]Word) []Word {
	var all []Word
	for _, line := range lines {
		if n := len(all); n > 0 && len(line) > 0 && len(all[n-1].Text) > 1 && strings.HasSuffix(all[n-1].Text, "-") {
			joined := line[0]
			joined.Text, joined.Box = all[n-1].Text+line[0].Text, all[n-1].Box.Union(line[0].Box)
			all = append(append(all[:n-1:n-1], joined), line[1:]...)
			continue
		}
		all = append(all, line...)
	}
	return all
}
