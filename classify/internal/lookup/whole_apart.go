package lookup

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// LeastApart is the number of words from which a name may have others in between.
const LeastApart = 3

// leastLeft is the number of words, small ones left out of account, that are a name without those between them.
const leastLeft = 2

// NamesWithout finds the names that a short description is without one of its words, or all of them, that between says may stand inside a name. A
// word is left out with the small words before it. The first that is a name counts, one word left out before several.
func (x *Index) NamesWithout(d *text.Description, between func(word string) bool) []int32 {
	if d.Listing {
		return nil
	}
	inside := make([]bool, len(d.Written))
	count := 0
	for i, t := range d.Written {
		if inside[i] = i > 0 && i < len(d.Written)-1 && between(t.Text); inside[i] {
			count++
		}
	}
	var found []int32
	for i := range inside {
		if inside[i] {
			found = append(found, x.nameWithout(d, func(at int) bool { return at == i })...)
		}
	}
	if len(found) == 0 && count > 1 {
		found = x.nameWithout(d, func(at int) bool { return inside[at] })
	}
	return found
}

// NamesOfRest finds the names that a short description is without some of its words, however few are left.
func NamesOfRest(x *Index, d *text.Description, out func(word string) bool) []int32 {
	if d.Listing || !slices.ContainsFunc(d.Written, func(t text.Token) bool { return out(t.Text) }) {
		return nil
	}
	left, words := without(x, d, func(at int) bool { return out(d.Written[at].Text) })
	if words == 0 {
		return nil
	}
	return findForms(x, left)
}

// nameWithout finds the names that are left of a description.
func (x *Index) nameWithout(d *text.Description, out func(at int) bool) []int32 {
	left, words := without(x, d, out)
	if words < leastLeft {
		return nil
	}
	return slices.Clone(x.wholes.find(left))
}

// without returns what is left of a description, without the small words before what is left out, and how many words of it are not small.
func without(x *Index, d *text.Description, out func(at int) bool) (left []text.Token, words int) {
	left = make([]text.Token, 0, len(d.Written))
	for i, t := range d.Written {
		if !out(i) {
			left = append(left, t)
			continue
		}
		for len(left) > 0 && x.Words.Stopword(left[len(left)-1].Text, d.Language) {
			left = left[:len(left)-1]
		}
	}
	for _, t := range left {
		if !x.Words.Stopword(t.Text, d.Language) {
			words++
		}
	}
	return left, words
}

// SubOf returns the subheading that a term is a name of; ok is false where it is a heading's.
func (x *Index) SubOf(term int32) (sub int32, ok bool) {
	t := &x.terms[term]
	return int32(t.owner), !t.top()
}

// HeadingOfTerm returns the heading that a term is a name of goods of.
func (x *Index) HeadingOfTerm(term int32) int32 {
	t := &x.terms[term]
	if t.top() {
		return int32(t.owner)
	}
	return x.HeadingOf[t.owner]
}

// maxNameSpan bounds the words of a name inside of a description.
const maxNameSpan = 4

// NamedBy returns the headings that names stand for which hold a word of the description beside others: the glass of "shot glass".
func (x *Index) NamedBy(d *text.Description, word string) (headings []int32) {
	for i := range d.Parsed {
		if d.Parsed[i].Text != word {
			continue
		}
		for from := max(0, i-maxNameSpan+1); from <= i; from++ {
			for to := max(i, from+1); to < min(len(d.Parsed), from+maxNameSpan); to++ {
				if to > from && d.Parsed[to].Break {
					break
				}
				for _, term := range x.wholes.find(d.Parsed[from : to+1]) {
					if h := x.HeadingOfTerm(term); !slices.Contains(headings, h) {
						headings = append(headings, h)
					}
				}
			}
		}
		break
	}
	return headings
}

// Overlapping returns the headings of names that begin behind a word, inside of a name that holds it, and reach further: the shot glass of "copper
// shot glass" is no copper shot.
func Overlapping(x *Index, d *text.Description, word string) (headings []int32) {
	at := slices.IndexFunc(d.Parsed, func(t text.Token) bool { return t.Text == word })
	if at < 0 {
		return nil
	}
	reach := at // the end of the names that hold the word
	for from := max(0, at-maxNameSpan+1); from <= at; from++ {
		for to := max(at, from+1); to < min(len(d.Parsed), from+maxNameSpan) && !d.Parsed[to].Break; to++ {
			if len(x.wholes.find(d.Parsed[from:to+1])) > 0 {
				reach = max(reach, to)
			}
		}
	}
	for from := at + 1; from <= reach; from++ {
		for to := reach + 1; to < min(len(d.Parsed), from+maxNameSpan) && !d.Parsed[to].Break; to++ {
			for _, term := range x.wholes.find(d.Parsed[from : to+1]) {
				headings = append(headings, x.HeadingOfTerm(term))
			}
		}
	}
	return headings
}

// Holds reports whether a word stands in a term by itself: ceramic does not in "glass-ceramic ware".
func (x *Index) Holds(term int32, word string) bool {
	tokens := text.Tokenize(text.Fold(x.termText[term]), text.MaxTermTokens, make([]text.Token, 0, text.MaxTermTokens))
	for i, t := range tokens {
		if sameNumberless(t.Text, word) && !t.Hyphen && (i+1 == len(tokens) || !tokens[i+1].Hyphen) {
			return true
		}
	}
	return false
}
