package extract

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// likeLetter are the digits and marks that OCR reads for a letter.
var likeLetter = map[rune]rune{'0': 'O', '1': 'I', '5': 'S', '$': 'S', '8': 'B', '€': 'E', '!': 'I', '|': 'I'}

// joinMark is what OCR reads for the sign between the two halves of a name.
var joinMark = regexp.MustCompile(`^[83£€6]$`)

// bracketed is what stands in brackets in a name or address without being part of it: a number of registration.
var bracketed = regexp.MustCompile(`\s*[(<{\[][A-Za-z]{0,4}[\s.:-]*[A-Za-z]{0,3}\d{4,}[\w\s-]*[)>}\]]`)

// misreadName is a name of a picture with what OCR reads for a letter, or for the sign between two words, read otherwise:
// K.1.T., NORD 8 SUED. It is the text itself where nothing is.
func misreadName(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		letters, digits := value.Counts(w)
		switch {
		case i > 0 && i+1 < len(words) && joinMark.MatchString(w) && !hasDigits(words[i-1]) && !hasDigits(words[i+1]):
			words[i] = "&"
		case letters > digits && (digits > 0 || strings.ContainsAny(w, "$€|")) && letters > 1 && digits < 2:
			words[i] = asLetters(w)
		}
	}
	return strings.Join(words, " ")
}

func hasDigits(text string) bool {
	_, digits := value.Counts(text)
	return digits > 0
}

// asLetters is a word with its digits read as letters.
func asLetters(word string) string {
	lower := strings.ToLower(word) == word
	return strings.Map(func(c rune) rune {
		letter, ok := likeLetter[c]
		switch {
		case !ok:
			return c
		case lower:
			return letter + 'a' - 'A'
		}
		return letter
	}, word)
}

// unmisread is a name or address of a picture as it reads with what OCR has misread mended; false where nothing is.
func (d *document) unmisread(w *want.Want, m match) (match, bool) {
	if m.page >= len(d.Pages) || !d.readByOCR(m.page) {
		return m, false
	}
	text := m.Text
	switch groupOf(w) {
	case "name":
		text = reading.TrimText(bracketed.ReplaceAllString(misreadName(m.Text), ""))
	case "address":
		text = dropNoise(m.Text)
	}
	if text == m.Text || text == "" {
		return m, false
	}
	m.Text = text
	return m, true
}

// leading is what stands in brackets before an address: a name.
var leading = regexp.MustCompile(`^[(<{\[][^)>}\]]*[)>}\]]\s*`)

// lettered1 is the letter that OCR reads for the 1 of a number: Nol.
var lettered1 = regexp.MustCompile(`\b([Nn][Oo]\.?)[lI]\b`)

// dropNoise is an address without what stands in brackets, and without lone marks, and with what is no sign of money read as the
// letter that it is like.
func dropNoise(text string) string {
	text = lettered1.ReplaceAllString(strings.ReplaceAll(leading.ReplaceAllString(text, ""), "$", "S"), "${1}1")
	words := strings.Fields(bracketed.ReplaceAllString(text, ""))
	kept := words[:0]
	for i, w := range words {
		if letters, digits := value.Counts(w); letters+digits == 0 && w != "&" && !(w == "-" && i > 0 && i+1 < len(words)) {
			continue
		}
		kept = append(kept, w)
	}
	return reading.TrimText(strings.Join(kept, " "))
}
