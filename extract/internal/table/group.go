package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Lines between the items of a table that are of no item: sums that come from another page, and lines that count groups of items, as
// PALLET 2 OF 7.
const (
	countLetters = 3 // before the number of a group, at least
	countWords   = 4 // before it, at most
	leastCounted = 2 // groups of a document
)

// linesOf are the lines of a page less those that carry sums.
func (f finder) linesOf(p *page.Page) []line {
	lines := linesOf(p)
	if len(lines) > maxLines {
		lines = lines[:maxLines]
	}
	return slices.DeleteFunc(lines, f.carried)
}

// carried reports whether a line says that its sums are of another page, and nothing else.
func (f finder) carried(l line) bool {
	texts := 0
	for _, p := range l.pieces {
		if p.form.figure() {
			continue
		}
		if texts++; texts > 1 || !f.carries(page.Join(p.words)) {
			return false
		}
	}
	return texts == 1 && l.figures > 0
}

// group gives the first number of a line that words stand before, and its words less all figures; "" for none.
func (l line) group() (n int, rest string) {
	var words []page.Word
	for _, p := range l.pieces {
		words = append(words, p.words...)
	}
	for i, w := range words[:min(len(words), countWords+1)] {
		if _, digits := value.Counts(w.Text); digits == 0 {
			continue
		}
		n, err := strconv.Atoi(strings.Trim(w.Text, ".:,#"))
		if letters, _ := value.Counts(page.Join(words[:i])); err != nil || letters < countLetters {
			return 0, ""
		}
		less := func(c rune) rune {
			if unicode.IsDigit(c) || c == '.' || c == ',' {
				return -1
			}
			return c
		}
		return n, strings.Map(less, page.Join(words))
	}
	return 0, ""
}

// countedOf finds the lines that repeat their words with a number that grows by one from 1 on: they head groups of items, or sum them up.
func countedOf(pages [][]line) map[string]bool {
	type seen struct {
		last, n int
		broken  bool
	}
	all := map[string]*seen{}
	for _, lines := range pages {
		for _, l := range lines {
			n, rest := l.group()
			if rest == "" {
				continue
			}
			switch s := all[rest]; {
			case s == nil:
				all[rest] = &seen{last: n, n: 1, broken: n != 1} // batches of items may count up too, from any number
			case n == s.last+1:
				s.last, s.n = n, s.n+1
			case n != s.last:
				s.broken = true
			}
		}
	}
	counted := map[string]bool{}
	for rest, s := range all {
		if s.n >= leastCounted && !s.broken {
			counted[rest] = true
		}
	}
	return counted
}

// counts reports whether a line counts a group of items: one piece inside of a column is of an item.
func (f finder) counts(l line, zones []zone) bool {
	if len(f.counted) == 0 || len(l.pieces) < 2 && len(covered(l.box, zones)) < 2 {
		return false
	}
	_, rest := l.group()
	return rest != "" && f.counted[rest]
}
