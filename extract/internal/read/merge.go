package read

import (
	"unicode/utf8"

	"tariffdesk/extract/internal/page"
)

// merged joins two readings of one picture: of the words that stand at the same place, the surer
// reading is kept; what only one of them has must be sure.
func merged(a, b *page.Page) *page.Page {
	var words []page.Word
	left := make([]bool, len(b.Words)) // of b: joined already
	seen := make([]bool, len(a.Words))
	for i := range a.Words {
		if seen[i] {
			continue
		}
		mine, theirs := spot(a.Words, b.Words, seen, left, i)
		switch {
		case len(theirs) == 0 && worth(mine) <= 0:
		case worth(theirs) > worth(mine):
			words = append(words, theirs...)
		default:
			words = append(words, mine...)
		}
	}
	for i := range b.Words {
		if !left[i] && worth(b.Words[i:i+1]) > 0 {
			words = append(words, b.Words[i])
		}
	}
	return page.New(a.Number, a.Width, a.Height, a.Source, words)
}

// spot gathers the words of both readings that lie over each other, from one word of the first on,
// and marks them.
func spot(a, b []page.Word, seenA, seenB []bool, from int) (mine, theirs []page.Word) {
	mine = []page.Word{a[from]}
	seenA[from] = true
	for i, j := 0, 0; i < len(mine) || j < len(theirs); {
		if i < len(mine) {
			theirs = over(theirs, mine[i].Box, b, seenB)
			i++
			continue
		}
		mine = over(mine, theirs[j].Box, a, seenA)
		j++
	}
	return mine, theirs
}

// Shares of the smaller word by which two readings of it overlap.
const (
	sameAcross = 0.3
	sameDown   = 0.4
)

// over adds to a spot the words of a reading that lie over a box.
func over(words []page.Word, at page.Box, reading []page.Word, seen []bool) []page.Word {
	for i, w := range reading {
		if !seen[i] && w.Box.OverlapX(at) > sameAcross*min(w.Box.Width(), at.Width()) && w.Box.OverlapY(at) > sameDown*min(w.Box.Height(), at.Height()) {
			seen[i] = true
			words = append(words, w)
		}
	}
	return words
}

// worth scores a reading: its sure letters less its doubtful ones.
func worth(words []page.Word) float64 {
	sum := 0.0
	for _, w := range words {
		sum += (w.Confidence - 0.5) * float64(utf8.RuneCountInString(w.Text))
	}
	return sum
}
