package lookup

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// Join is a word of a description that a slip of the pen parted, or two that it joined.
type Join struct {
	From  []string // as they stand
	To    string
	Doubt bool // the words are known as they stand, and may be read otherwise
}

// Bounds of words written as one: letters of each half, and of both.
const (
	leastPart   = 2
	maxRejoined = 60
)

// Rejoin finds words that were parted or joined: "swe ater", "barrade chocolate". Of two known words only those are joined, and only such
// words are parted, whose text becomes a known name by it. It changes nothing.
func (x *Index) Rejoin(d *text.Description) (joins []Join) {
	words := d.Written
	known := func(w string) bool {
		_, ok := x.Words.Seen([]byte(w))
		return ok
	}
	small := func(w string) bool { return x.Words.Stopword(w, text.English) || x.Words.Stopword(w, text.Spanish) }
	with := func(i, n int, put ...string) []text.Token {
		out := slices.Clone(words[:i])
		for _, w := range put {
			out = append(out, text.Token{Text: w})
		}
		return append(out, words[i+n:]...)
	}
	for i := range words {
		a := words[i].Text
		if words[i].Number || len(a) > maxRejoined || !text.ASCIILetters(a) {
			continue
		}
		if i+1 < len(words) && !words[i+1].Number && !words[i+1].Break && len(words[i+1].Text) <= maxRejoined && text.ASCIILetters(words[i+1].Text) {
			b := words[i+1].Text
			if joined := a + b; known(joined) && len(x.wholes.find(with(i, 2, joined))) > 0 || known(joined) && !(known(a) || small(a)) && !(known(b) || small(b)) {
				return []Join{{From: []string{a, b}, To: joined, Doubt: known(a) && known(b) && otherwise(x, a, with(i, 2, joined), with(i, 1), with(i+1, 1), d.Language)}}
			}
		}
		if known(a) || small(a) {
			continue
		}
		for at := leastPart; at <= len(a)-leastPart; at++ {
			left, right := a[:at], a[at:]
			if (known(left) || small(left)) && (known(right) || small(right)) && len(x.wholes.find(with(i, 1, left, right))) > 0 {
				return []Join{{From: []string{a}, To: left + " " + right}}
			}
		}
	}
	return nil
}

// otherwise reports whether the goods of parted words may be others than those of the joined name: a "black board" may be any board that is black,
// but a "tooth brush" is a brush as a toothbrush is. English writes nouns together and apart alike: a "screw driver" is nothing but a screwdriver.
// Without one part stands the other.
func otherwise(x *Index, first string, joined, last, firsts []text.Token, language text.Lang) bool {
	if language == text.English && !x.Words.IsColour(first) {
		return false
	}
	head := last
	if language == text.Spanish {
		head = firsts
	}
	var headings []int32
	for _, term := range x.wholes.find(joined) {
		headings = append(headings, x.HeadingOfTerm(term))
	}
	alone := x.wholes.find(head)
	return len(alone) > 0 && !slices.ContainsFunc(alone, func(term int32) bool { return slices.Contains(headings, x.HeadingOfTerm(term)) })
}
