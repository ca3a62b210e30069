package extract

import (
	"strings"

	"tariffdesk/extract/internal/value"
)

// Headings that OCR misread by a letter.
const (
	leastMended = 7 // letters of a word in which any one may be wrong
	mostMended  = 24
	letters     = "abcdefghijklmnopqrstuvwxyz"
)

// lookAlike are the letters and marks that OCR takes for each other: what it reads, and what may be printed.
var lookAlike = [][2]string{{"l", "i"}, {"l", "/"}, {"l", "t"}, {"i", "l"}, {"i", "t"}, {"1", "l"}, {"1", "i"}, {"0", "o"}, {"o", "0"}, {"5", "s"}, {"8", "b"},
	{"c", "e"}, {"e", "c"}, {"rn", "m"}, {"m", "rn"}, {"|", "l"}, {"|", "i"}, {"g", "q"}, {"q", "g"}, {"O", "Q"}, {"y", "v"}}

// mendHeading reads a heading that OCR misread by one letter as the name that it is then: ltemNo. as Item No.
// A letter that is not one of those that look alike may be wrong in long words only.
func (d *document) mendHeading(c *column) {
	if c.isKnown() || len(c.text) > mostMended {
		return
	}
	try := func(text string) bool {
		mended := &column{text: text, box: c.box}
		if d.name(mended); len(d.Dict.Named(mended.bag)) == 0 {
			return false
		}
		*c = *mended
		return true
	}
	for i := range c.text {
		for _, l := range lookAlike {
			if read, printed := l[0], l[1]; strings.HasPrefix(c.text[i:], read) && try(c.text[:i]+printed+c.text[i+len(read):]) {
				return
			}
		}
	}
	for _, word := range strings.Fields(c.text) {
		if len(word) < leastMended || d.Dict.Known(word) {
			continue
		}
		for i := range word {
			for _, letter := range letters {
				if mended := word[:i] + string(letter) + word[i+1:]; d.Dict.Known(mended) && try(strings.Replace(c.text, word, mended, 1)) {
					return
				}
			}
		}
	}
}

// isDirt reports whether a text has neither letters nor digits nor a sign that heads a column.
func isDirt(text string) bool {
	l, n := value.Counts(text)
	return l+n == 0 && !strings.ContainsAny(text, "#%№$€£")
}
