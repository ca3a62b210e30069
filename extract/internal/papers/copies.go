package papers

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/text"
)

// Bounds of what repeats what.
const (
	sameShare   = 0.92 // of the words of the pages of a copy
	fewRepeats  = 8    // words: a page with fewer repeats nothing
	leastFigure = 3    // digits of a figure that two papers differ by
	misreadPart = 4    // one letter in so many of a word that OCR may have misread
)

// asDigits replaces letters that OCR takes digits for.
var asDigits = strings.NewReplacer("o", "0", "i", "1", "l", "1", "z", "2", "s", "5", "g", "6", "b", "8")

// findCopies marks papers that repeat an earlier one.
func findCopies(sights []*Sight, all []Paper) {
	for i := range all {
		for j := range i {
			if all[j].CopyOf == 0 && all[j].Type == all[i].Type && sameNumber(all[j].Reference, all[i].Reference) && repeats(sights, all[j].Pages, all[i].Pages) {
				all[i].Copy, all[i].CopyOf = true, j+1
				break
			}
		}
	}
}

// sameNumber reports whether two papers have one number, as far as both tell theirs: what OCR confuses is the same.
func sameNumber(a, b string) bool {
	return a == "" || b == "" || asDigits.Replace(value.Alnum(a)) == asDigits.Replace(value.Alnum(b))
}

func repeats(sights []*Sight, a, b []int) bool {
	print := func(i int) bool { return !sights[i].Blank }
	a, b = keep(a, print), keep(b, print)
	return len(a) == len(b) && !slices.ContainsFunc(a, func(i int) bool {
		at := slices.Index(a, i)
		return !sights[i].copies(sights[b[at]])
	})
}

// copies reports whether two pages print the same, of the same issuer and, where no OCR can have misread one, with the same figures.
func (s *Sight) copies(o *Sight) bool {
	exact := s.source == page.SourceText && o.source == page.SourceText
	return s.repeated(o) && !s.anotherIssuer(o) && !(exact && (s.ownFigure(o) || o.ownFigure(s)))
}

// ownFigure reports whether a page prints a figure, above its foot, that another does not.
func (s *Sight) ownFigure(o *Sight) bool {
	for t := range s.all {
		if digits(t) >= leastFigure && o.all[t] == 0 && !s.foot[t] {
			return true
		}
	}
	return false
}

// anotherIssuer reports whether two pages begin with names of which neither stands at the head of the other.
func (s *Sight) anotherIssuer(o *Sight) bool {
	exact := s.source == page.SourceText && o.source == page.SourceText
	return len(s.issuer) > 0 && len(o.issuer) > 0 && !atHead(s.issuer, o.head, exact) && !atHead(o.issuer, s.head, exact)
}

// atHead reports whether at least half of the words of a name stand at the head of a page, but for a letter that OCR misread.
func atHead(name []string, head map[string]bool, exact bool) bool {
	found := 0
	for _, w := range name {
		for t := range head {
			if t == w || !exact && text.Distance([]rune(w), []rune(t)) <= len(w)/misreadPart {
				found++
				break
			}
		}
	}
	return 2*found >= len(name)
}

// letterhead notes the words of the name that a page begins with: the first print that is no title, no caption and no mark of a copy.
func (w *words) letterhead(s *Sight, seg page.Segment) {
	print := seg.Text()
	kind, _, _ := w.titled(print)
	if _, copied := w.copies.Has(print); copied || kind != "" || len(s.issuer) > 0 || digits(print) > 0 || strings.Contains(print, ":") {
		return
	}
	for _, t := range term.Split(print) {
		if _, form := w.legal.Is(t); !form && len(t) >= 3 {
			s.issuer = append(s.issuer, t)
		}
	}
}

func keep(all []int, is func(int) bool) []int {
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !is(i) })
}
