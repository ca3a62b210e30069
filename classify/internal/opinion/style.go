package opinion

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/classify/internal/text"
)

// Style is a kind of text. What is learnt from invoices says little about the sentences of a ruling, so each style has a
// weight of its own.
type Style uint8

// The kinds of case, each in four lengths.
const (
	caseLower Style = iota
	caseFirst
	caseAll
	caseCount
)

// lengths are the numbers of words from which a text is longer.
var lengths = [...]int{3, 7, 13}

// The styles that neither case nor length tells apart, and how many styles there are. Few rows of a catalogue are
// sentences or listings of a shop, and those are written unlike rulings and shops write.
const (
	StyleProse   = caseCount * Style(len(lengths)+1)
	StyleListing = StyleProse + 1
	StyleCount   = StyleListing + 1
)

// Commercial reports whether texts of a style are written as invoices and declarations are.
func (s Style) Commercial() bool {
	return s < StyleProse && s >= caseFirst*Style(len(lengths)+1)
}

// StyleNames are what files call the styles, by number.
func StyleNames() []string {
	out := make([]string, StyleCount)
	for c, written := range [caseCount]string{caseLower: "lower", caseFirst: "capitalised", caseAll: "capitals"} {
		for l, length := range [len(lengths) + 1]string{"name", "phrase", "line", "text"} {
			out[c*(len(lengths)+1)+l] = written + "_" + length
		}
	}
	out[StyleProse], out[StyleListing] = "prose", "listing"
	return out
}

// StyleOf returns the style of a text that has been taken apart.
func StyleOf(written string, d *text.Description) Style {
	switch {
	case d.Listing:
		return StyleListing
	case d.Prose || sentence(d):
		return StyleProse
	}
	words, length := 0, Style(0)
	for range strings.FieldsSeq(written) {
		if words++; words == lengths[length] {
			if length++; int(length) == len(lengths) {
				break
			}
		}
	}
	style := caseLower
	written = strings.TrimSpace(written)
	first, size := utf8.DecodeRuneInString(written)
	second, _ := utf8.DecodeRuneInString(written[size:])
	switch {
	case d.Capitals:
		style = caseAll
	case unicode.IsUpper(first) && !unicode.IsUpper(second): // "LED lamp" is in lower case
		style = caseFirst
	}
	return style*Style(len(lengths)+1) + length
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
