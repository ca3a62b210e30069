package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// special maps the characters compatibility folding leaves alone or takes apart in a way no term is
// written in.
var special = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i",
	'½': " 1/2", '¼': " 1/4", '¾': " 3/4", '×': "x", 'µ': "u", 'μ': "u", '\u2126': "ohm",
	'°': " deg ", 'º': " deg ", 'ª': "", '²': "2", '³': "3", '№': "no", '”': "\"", '“': "\"", '″': "\"",
	'’': "'", '‘': "'", '´': "'", '`': "'", '′': "'", '–': "-", '—': "-", '‐': "-", '‑': "-",
	'•': ";", '·': " ", '≥': " over ", '≤': " up to ",
}

// Fold lower-cases s, takes diacritics off and turns compatibility forms into plain letters.
// Control characters become spaces, invisible formatting characters vanish.
func Fold(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		if c := s[i]; c >= utf8.RuneSelf {
			foldRune(&b, r)
		} else {
			b.WriteByte(foldByte(c))
		}
	}
	return b.String()
}

// foldByte is foldRune of ASCII.
func foldByte(c byte) byte {
	switch {
	case c < 0x20 || c == 0x7f:
		return ' '
	case 'A' <= c && c <= 'Z':
		return c + 'a' - 'A'
	}
	return c
}

func foldRune(b *strings.Builder, r rune) {
	r = unicode.ToLower(r)
	switch {
	case r < 0x20 || r == 0x7f:
		b.WriteByte(' ')
		return
	case r < 0x80:
		b.WriteByte(byte(r))
		return
	}
	if t, ok := special[r]; ok {
		b.WriteString(t)
		return
	}
	for _, d := range norm.NFKD.String(string(r)) {
		if unicode.Is(unicode.Mn, d) || unicode.Is(unicode.Cf, d) {
			continue
		}
		if unicode.IsControl(d) {
			d = ' '
		}
		b.WriteRune(unicode.ToLower(d))
	}
}

// plain reports whether s is lower-case ASCII without control characters already.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < 0x20 || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
