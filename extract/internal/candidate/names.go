package candidate

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// MostPieces is how many pieces of a line are looked at.
const MostPieces = 24

// namePieces returns the parts of a line that may be a company's name: all of it, all up to its legal form, the text before a bracket,
// each also behind a caption that ends with a colon.
func namePieces(words []page.Word) [][]page.Word {
	pieces, ends := [][]page.Word{words}, endsOfForms(words)
	for i, w := range words[:max(len(words)-1, 0)] {
		if strings.HasSuffix(w.Text, ":") && len(pieces) < MostPieces {
			pieces = append(pieces, words[i+1:])
		}
	}
	for _, p := range pieces {
		for i := range p {
			head := p[:i+1]
			if text, _, glued := strings.Cut(p[i].Text, "("); glued && (text != "" || i > 0) {
				head = append([]page.Word{}, p[:i]...)
				if text != "" {
					cut := p[i]
					cut.Text = text
					head = append(head, cut)
				}
				pieces = append(pieces, head)
				break
			}
			if ends[len(words)-len(p)+i] && reading.CompanyForm.MatchString(reading.TrimText(page.Join(head))) {
				pieces = append(pieces, head)
			}
			if len(pieces) >= MostPieces {
				return pieces
			}
		}
	}
	return pieces
}

// endsOfForms tells which words end a legal form before something else: none that another part of the form follows, as Ltd. does in Co., Ltd.
func endsOfForms(words []page.Word) []bool {
	ends, text, at := make([]bool, len(words)), page.Join(words), 0
	for i, w := range words[:max(len(words)-1, 0)] {
		at += len(w.Text)
		ends[i] = reading.CompanyForm.MatchString(reading.TrimText(text[:at])) && !reading.FormOnly(text[at+1:]) && !reading.FormOnly(reading.TrimText(words[i+1].Text))
		at++
	}
	return ends
}

// DropFormless leaves out names that another option has with the legal form that follows them.
func DropFormless(all []*Option) []*Option {
	return slices.DeleteFunc(slices.Clone(all), func(o *Option) bool {
		return slices.ContainsFunc(all, func(whole *Option) bool {
			rest, found := strings.CutPrefix(whole.Text, o.Text)
			return found && rest != "" && whole.Page == o.Page && reading.FormOnly(strings.TrimLeft(rest, " ,")) && Overlaps(&whole.Match, &o.Match)
		})
	})
}

// likeLetter are the digits and marks that OCR reads for a letter.
var likeLetter = map[rune]rune{'0': 'O', '1': 'I', '5': 'S', '$': 'S', '8': 'B', '€': 'E', '!': 'I', '|': 'I'}

// joinMark matches the sign between the two halves of a name as OCR misreads it.
var joinMark = regexp.MustCompile(`^[83£€6]$`)

// bracketed matches a text in brackets that is no part of a name or address: a number of registration.
var bracketed = regexp.MustCompile(`\s*[(<{\[][A-Za-z]{0,4}[\s.:-]*[A-Za-z]{0,3}\d{4,}[\w\s-]*[)>}\]]`)

// MisreadName is a name of a picture with what OCR reads for a letter, or for the sign between two words, read otherwise:
// K.1.T., NORD 8 SUED. It is the text itself where nothing is.
func MisreadName(text string) string {
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
func unmisread(d *Finder, w *want.Want, m Match) (Match, bool) {
	if m.Page >= len(d.Pages) || !d.ReadByOCR(m.Page) {
		return m, false
	}
	text := m.Text
	switch GroupOf(w) {
	case "name":
		text = reading.TrimText(bracketed.ReplaceAllString(MisreadName(m.Text), ""))
	case "address":
		text = DropNoise(m.Text)
	}
	if text == m.Text || text == "" {
		return m, false
	}
	m.Text = text
	return m, true
}

// leading matches a name in brackets before an address.
var leading = regexp.MustCompile(`^[(<{\[][^)>}\]]*[)>}\]]\s*`)

// lettered1 is the letter that OCR reads for the 1 of a number: Nol.
var lettered1 = regexp.MustCompile(`\b([Nn][Oo]\.?)[lI]\b`)

// DropNoise is an address without what stands in brackets, and without lone marks, and with what is no sign of money read as the
// letter that it is like.
func DropNoise(text string) string {
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
