package assist

import (
	"strings"
	"unicode"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
)

// search looks for one text on one page.
type search struct {
	of      *page.Page
	rows    []pieces
	letters func(piece) string
	left    int // steps: a page that repeats itself could make a search without end
}

const maxSteps = 50_000

// run takes the pieces that together make a text.
func (s *search) run(line pieces, target string) (words []page.Word, ok bool) {
	for _, x := range line {
		rest, fits := strings.CutPrefix(target, s.letters(x))
		if !fits {
			return nil, false
		}
		words = appendWord(words, x.word)
		if target = rest; target == "" {
			return words, true
		}
	}
	return nil, false
}

// wrapped takes pieces to the end of their segment and goes on in the lines below it. Narrow boxes leave no gap
// between their values: what does not fit on the line may be of the next box.
func (s *search) wrapped(row, start int, target string, lines int) (words []page.Word, ok bool) {
	line := s.rows[row]
	seg := line[start].seg
	above := s.of.Rows[row].Segments[seg].Box
	for _, x := range line[start:] {
		if s.left--; x.seg != seg || s.left < 0 {
			break
		}
		rest, fits := strings.CutPrefix(target, s.letters(x))
		if !fits {
			above = page.Bounds(words)
			break
		}
		words = appendWord(words, x.word)
		if target = rest; target == "" {
			return words, true
		}
	}
	if len(words) == 0 || lines == 0 || s.left < 0 {
		return nil, false
	}
	for next := row + 1; next < len(s.of.Rows) && s.of.Rows[next].Box.Y0-above.Y1 < label.FirstLineGap*s.of.LineHeight; next++ {
		below := s.rows[next]
		for i, x := range below {
			if i > 0 && x.seg == below[i-1].seg {
				continue
			}
			box := s.of.Rows[next].Segments[x.seg].Box
			if box.OverlapX(above) <= 0 && sheet.Abs(box.X0-above.X0) > label.LeftTolerate*s.of.LineHeight {
				continue
			}
			if more, ok := s.wrapped(next, i, target, lines-1); ok {
				return append(words, more...), true
			}
		}
	}
	return nil, false
}

// appendWord adds a word unless its last piece did.
func appendWord(words []page.Word, w page.Word) []page.Word {
	if n := len(words); n > 0 && words[n-1].Box == w.Box {
		return words
	}
	return append(words, w)
}

// currencyCode reports whether a text may be a code of ISO 4217.
func currencyCode(text string) bool {
	return len(text) == 3 && strings.IndexFunc(text, func(c rune) bool { return !unicode.IsUpper(c) }) < 0
}

// currency finds the sign or the name of a currency.
func (p *prints) currency(at int, code string) (found []spot) {
	for row, r := range p.doc.Pages[at].Rows {
		for _, s := range r.Segments {
			for i, w := range s.Words {
				name, ok := value.Currency(w.Text)
				if !ok && i > 0 {
					name, ok = value.Currency(s.Words[i-1].Text + " " + w.Text)
				}
				if ok && name == code {
					found = append(found, spot{at, row, []page.Word{w}, spotNamed})
				}
			}
		}
	}
	return found
}
