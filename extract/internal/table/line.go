package table

import (
	"math"
	"regexp"
	"unicode/utf8"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Distances of a page, in line heights.
const (
	pieceGap    = 0.5 // a wider gap, and than the usual one between words by pieceSpaces, parts two pieces
	pieceSpaces = 1.7
	edgeNear    = 0.55 // how far edges that agree may stand apart
	midNear     = 0.45
	tallWord    = 2.6 // a word this tall is a picture's, a watermark's or turned
	maxPieces   = 120 // of a line; more is no table of a page
)

// piece is a run of words of a line that no wide gap parts.
type piece struct {
	words  []page.Word
	blocks []page.Word // the same, digits that a space groups as one
	box    page.Box
	form   Form
}

// line is a row of a page as pieces.
type line struct {
	row     int  // of page.Rows
	band    int  // of page.Row
	parted  bool // from the line above, by a drawn line
	framed  bool // by drawn lines beside it or between its pieces
	typed   bool // its letters are all of one width, as of a typewriter
	pieces  []piece
	box     page.Box
	figures int // pieces that are numbers or stand for none
}

// linesOf are the lines of a page from top to bottom, less what stands turned or as a watermark.
func linesOf(p *page.Page) []line {
	var all []line
	usual, parted := max(pieceGap*p.LineHeight, pieceSpaces*p.Space), false
	for ri, r := range p.Rows {
		parted = parted || p.Parted(ri)
		typed := letterWidth(r)
		l := line{row: ri, band: r.Band, parted: parted, framed: p.Framed(ri), typed: typed > 0}
		cut := max(usual, typedSpaces*typed)
		var run []page.Word
		flush := func() {
			if len(run) > 0 && len(l.pieces) < maxPieces {
				l.add(run)
			}
			run = nil
		}
		for _, s := range r.Segments {
			for _, w := range s.Words {
				if barForm.MatchString(w.Text) {
					flush()
					continue
				}
				if noise(w, p.LineHeight) {
					continue
				}
				if n := len(run); n > 0 && w.Box.X0-run[n-1].Box.X1 > cut {
					flush()
				}
				run = append(run, w)
			}
			flush()
		}
		if len(l.pieces) > 0 {
			all, parted = append(all, l), false
		}
	}
	return all
}

// How print whose letters are all of one width is told, and how wide its spaces are, in letters.
const (
	typedSpaces = 1.5
	typedWords  = 3    // words of as many letters that tell it
	typedNear   = 0.03 // of a width, by which that of letters differs
)

// blocks are the words of a piece that stand for themselves where columns are looked for. Of few lines of a typewriter a space, as wide as
// a gap of other print, tells nothing.
func (l line) blocks(p piece, lines int) []page.Word {
	if l.typed && lines <= fewTyped {
		return []page.Word{{Text: page.Join(p.words), Box: p.box}}
	}
	return p.blocks
}

// fewTyped are so few lines that their words end at one place by chance.
const fewTyped = 4

// letterWidth is the width of a letter of a row that is set as a typewriter does; 0 where letters differ in width.
func letterWidth(r page.Row) float64 {
	least, most, n := math.Inf(1), 0.0, 0
	for _, s := range r.Segments {
		for _, w := range s.Words {
			if letters, digits := value.Counts(w.Text); letters >= typedWords && digits == 0 { // digits are of one width in other print too
				width := w.Box.Width() / float64(utf8.RuneCountInString(w.Text))
				least, most, n = min(least, width), max(most, width), n+1
			}
		}
	}
	if n < typedWords || most-least > typedNear*most {
		return 0
	}
	return most
}

func (l *line) add(words []page.Word) {
	p := piece{words: words, blocks: grouped(words), box: page.Bounds(words), form: formOf(page.Join(words))}
	if p.form.figure() {
		l.figures++
	}
	l.pieces = append(l.pieces, p)
	l.box = l.box.Union(p.box)
}

var (
	groupHead = regexp.MustCompile(`^[$€£]?-?[1-9]\d{0,2}(?:\s\d{3})*$`)
	barForm   = regexp.MustCompile(`^[|¦│║]+$`) // a rule between columns, set as a character or read by OCR
	ruleForm  = regexp.MustCompile(`^[-–—_=*.~]{5,}$`)
	groupRest = regexp.MustCompile(`^\d{3}(?:[.,]\d+)?[)€$]?$`)
)

// groupGap is the widest space within a number, in heights of its digits.
const groupGap = 0.4

// grouped are words with the groups of a number that spaces part as one: 65 345,28.
func grouped(words []page.Word) []page.Word {
	var all []page.Word
	for _, w := range words {
		if n := len(all); n > 0 && groupRest.MatchString(w.Text) && groupHead.MatchString(all[n-1].Text) &&
			w.Box.X0-all[n-1].Box.X1 < groupGap*w.Box.Height() {
			all[n-1].Text += " " + w.Text
			all[n-1].Box = all[n-1].Box.Union(w.Box)
			continue
		}
		all = append(all, w)
	}
	return all
}

// noise reports whether a word is no line's: print much taller than the page's, turned, or a rule made of
// marks.
func noise(w page.Word, height float64) bool {
	return ruleForm.MatchString(w.Text) || w.Box.Height() > tallWord*height || len(w.Text) > 3 && w.Box.Height() > 2*w.Box.Width()
}

// agree counts the pieces of two lines that stand in one column, and those of them that are figures.
func agree(a, b line, height float64) (pieces, figures int) {
	j := 0
	for _, p := range a.pieces {
		for k := j; k < len(b.pieces); k++ {
			q := b.pieces[k]
			if q.box.X0 > p.box.X1+height {
				break
			}
			if !aligned(p, q, height) {
				continue
			}
			pieces++
			if p.form.figure() && q.form.figure() {
				figures++
			}
			j = k + 1
			break
		}
	}
	return pieces, figures
}

// aligned reports whether two pieces of like form begin, end or stand in the middle at one place.
func aligned(p, q piece, height float64) bool {
	if p.form.numeric() != q.form.numeric() && p.form != FormDash && q.form != FormDash {
		return false
	}
	return math.Abs(p.box.X0-q.box.X0) < edgeNear*height || math.Abs(p.box.X1-q.box.X1) < edgeNear*height ||
		math.Abs(p.box.MidX()-q.box.MidX()) < midNear*height
}
