package text

import (
	"unicode"

	"tariffdesk/classify/internal/parse"
)

// Token is one word of a folded text, with its role once it is parsed.
type Token = parse.Word

// Tokenize splits folded text into words and numbers, at most limit of them. Possessive endings go,
// decimal points and the letters after a number ("12v", "0.5mm") stay with the number.
func Tokenize(text string, limit int, out []Token) []Token {
	start, hyphen, brk, comma, colon := -1, false, false, false, false
	flush := func(end int) {
		if start < 0 || len(out) >= limit {
			start = -1
			return
		}
		out = append(out, Token{Text: text[start:end], Hyphen: hyphen, Break: brk, Comma: comma, Colon: colon, Number: text[start] >= '0' && text[start] <= '9', End: int32(end)})
		start, hyphen, brk, comma, colon = -1, false, false, false, false
	}
	for i, r := range text {
		switch {
		case IsWordRune(r):
			if start < 0 {
				start = i
			}
		case (r == '.' || r == ',') && start >= 0 && digitAt(text, i-1) && digitAt(text, i+1):
			// a decimal point or a thousands separator: stays inside
		case r == '\'' && start >= 0:
			end := i
			if i+1 < len(text) && text[i+1] == 's' && !letterAt(text, i+2) {
				flush(end)
				continue
			}
			flush(end)
			hyphen = true
		default:
			wasOpen := start >= 0
			flush(i)
			if r == '%' && len(out) > 0 && out[len(out)-1].Number {
				out[len(out)-1].Percent = true
			}
			switch r {
			case '-', '/':
				hyphen = wasOpen && letterAt(text, i+1)
			case ',', ';', '.', '(', ')', ':', '[', ']', '|', '>', '\n':
				hyphen, brk, comma, colon = false, true, r == ',' && (!brk || comma), r == ':'
			default:
				hyphen = false
			}
		}
	}
	flush(len(text))
	return dropPossessive(out)
}

// dropPossessive removes the lone s that a possessive leaves behind.
func dropPossessive(tokens []Token) []Token {
	out := tokens[:0]
	for i, t := range tokens {
		if t.Text == "s" && i > 0 && !t.Hyphen {
			continue
		}
		out = append(out, t)
	}
	return out
}

// IsWordRune reports whether words are made of a folded character.
func IsWordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

func letterAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] >= 0x80)
}

// BetweenWords reports whether a rune parts words as descriptions are quoted: a hyphen does not.
func BetweenWords(r rune) bool {
	switch r {
	case ' ', '\t', '\r', '\n', ',', ';', ':', '.', '(', ')', '[', ']', '|', '<', '>', '/', '"':
		return true
	}
	return false
}
