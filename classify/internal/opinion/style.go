package opinion

import (
	"strings"

	"tariffdesk/classify/internal/text"
)

// Style is a kind of text. What is learnt from invoices says little about the sentences of a ruling, so each style has a
// weight of its own.
type Style uint8

// The kinds of wording, each in four lengths. Capital letters tell nothing: the same words are one kind in any case.
const (
	wordingPlain Style = iota // a name, or a phrase with small words, of words that are all known
	wordingKnown              // a row of words without small ones, all of them known
	wordingCoded              // with words that are in no index, or with several numbers
	wordingCount
)

// lengths are the numbers of words from which a text is longer.
var lengths = [...]int{3, 7, 13}

// The styles that neither wording nor length tells apart, and how many styles there are. Few rows of a catalogue are
// sentences or listings of a shop, and those are written unlike rulings and shops write.
const (
	StyleProse   = wordingCount * Style(len(lengths)+1)
	StyleListing = StyleProse + 1
	StyleCount   = StyleListing + 1
)

// Commercial reports whether texts of a style are written as invoices and declarations are.
func (s Style) Commercial() bool {
	return s < StyleProse && s >= wordingKnown*Style(len(lengths)+1)
}

// StyleNames returns the names of the styles in files, by number.
func StyleNames() []string {
	out := make([]string, StyleCount)
	for c, written := range [wordingCount]string{wordingPlain: "plain", wordingKnown: "known", wordingCoded: "coded"} {
		for l, length := range [len(lengths) + 1]string{"name", "phrase", "line", "text"} {
			out[c*(len(lengths)+1)+l] = written + "_" + length
		}
	}
	out[StyleProse], out[StyleListing] = "prose", "listing"
	return out
}

// fewWords is the number of words below which a row of known ones is a plain name.
const fewWords = 4

// StyleOf returns the style of a text that has been taken apart; strange says that some of its words are in no index.
func StyleOf(d *text.Description, strange bool) Style {
	switch {
	case d.Listing:
		return StyleListing
	case d.Prose || sentence(d):
		return StyleProse
	}
	words, length := 0, Style(0)
	for range strings.FieldsSeq(d.Folded) {
		if words++; words == lengths[length] {
			if length++; int(length) == len(lengths) {
				break
			}
		}
	}
	numbers, small := 0, d.Small[text.English]+d.Small[text.Spanish] > 0
	for i := range d.Mentions {
		if m := &d.Mentions[i]; m.Number && !(small && m.Percent) { // "of 65% polyester" is no number of a part
			numbers++
		}
	}
	wording := wordingPlain
	switch {
	case strange || numbers > 1:
		wording = wordingCoded
	case !small && words >= fewWords:
		wording = wordingKnown
	}
	return wording*Style(len(lengths)+1) + length
}

// Small words from which a text is taken for a sentence, or a part of one: invoices leave them out.
const (
	leastSmall = 2
	smallShare = 0.2
)

func sentence(d *text.Description) bool {
	small := float32(0)
	for _, n := range d.Small {
		small = max(small, n)
	}
	return small >= leastSmall && small >= smallShare*float32(len(d.Parsed))
}
