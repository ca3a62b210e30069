package excel

import (
	"strings"
	"unicode"
)

// maxReadBytes is how much of a text tells whether it is one.
const maxReadBytes = 200

// readsLikeText reports whether a cell holds words, as a description does, rather than a part number,
// a code or a unit: "cotton shirt", "Screw M8x20" and "棉质T恤" read like text, "A1-33", "CAM-ALG-03",
// "Ref. 4711" and "PCS" do not.
func readsLikeText(s string) bool {
	fields := strings.Fields(s[:min(len(s), maxReadBytes)])
	for _, field := range fields {
		if word := strings.TrimFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }); isWord(word, len(fields) == 1) {
			return true
		}
	}
	return false
}

// isWord judges a field. One that stands alone is held to more: units and keys are short and in
// capitals.
func isWord(field string, alone bool) bool {
	longest, foreign, digits, vowel := 0, 0, 0, false
	for _, part := range strings.FieldsFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		letters := 0
		for _, c := range part {
			switch {
			case unicode.IsDigit(c):
				digits++
			case unicode.Is(unicode.Latin, c):
				letters++
				vowel = vowel || c > 0x7f || strings.ContainsRune("aeiouyAEIOUY", c)
			default:
				foreign++
			}
		}
		longest = max(longest, letters)
	}
	if foreign >= 2 {
		return true
	}
	if digits > 0 || longest < 3 || longest == 3 && !vowel {
		return false
	}
	compound := strings.IndexFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' && c != '’' }) >= 0
	if (compound || alone && strings.ToUpper(field) == field) && (longest < 4 || !vowel) {
		return false
	}
	known := fold(field)
	return !otherWords[known] && !idWords[known]
}

// namesAnother reports whether a header names a column of another thing than descriptions: a key,
// a country, a price.
func namesAnother(header string) bool {
	another := idScore(header) > 0
	for w := range strings.FieldsSeq(fold(header)) {
		if strongWords[w] || weakWords[w] {
			return false
		}
		another = another || otherWords[w]
	}
	return another
}

// namesColumns reports whether all texts of a row are headers of which we know every word.
func namesColumns(row Row) bool {
	known := false
	for _, cell := range row.Cells {
		if cell.Empty() {
			continue
		}
		if cell.Kind != KindText || fold(cell.Text) == "" {
			return false
		}
		for w := range strings.FieldsSeq(fold(cell.Text)) {
			if !strongWords[w] && !weakWords[w] && !otherWords[w] && !idWords[w] && !particles[w] {
				return false
			}
		}
		known = true
	}
	return known
}
