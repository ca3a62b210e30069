package classify

import (
	"math"
	"slices"
	"strings"
)

// maxPrecedentTokens bounds what is read of a precedent: the goods are named first.
const maxPrecedentTokens = 40

// precedentWord is a stem of a description, or two neighbouring ones.
type precedentWord struct {
	text   string
	number bool // starts with a digit: a size, a count, a part number
}

// precedentWords reduces a description to its distinct stems. Part numbers and brands stay: in an
// organisation's own catalogue they are the best evidence there is.
func precedentWords(text string, stems *stemCache) []precedentWord {
	tokens := joinLetters(tokenize(fold(withoutMarkup(text)), maxPrecedentTokens, make([]token, 0, maxPrecedentTokens)))
	out := make([]precedentWord, 0, len(tokens))
	for _, t := range tokens {
		if stopEnglish[t.text] || stopSpanish[t.text] || t.number && len(t.text) < 3 {
			continue
		}
		w := precedentWord{stems.stem(t.text, langEnglish), t.number}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// pairsOf joins neighbouring words.
func pairsOf(words []precedentWord) []precedentWord {
	out := make([]precedentWord, 0, len(words))
	for i := 0; i+1 < len(words); i++ {
		out = append(out, precedentWord{text: words[i].text + " " + words[i+1].text})
	}
	return out
}

// gain is what a word adds to the product of two vectors that both hold it: its rarity, to a power that
// keeps a single rare brand from outweighing the name of the goods.
func (p *Precedents) gain(id int32) float64 {
	u := &p.uses[id]
	return gainOf(1+float64(len(p.rows))/(float64(u.count)+0.5), u.number)
}

// unseen is the same for a word no precedent holds: it says something none of them says.
func (p *Precedents) unseen(number bool) float64 { return gainOf(1+2*float64(len(p.rows)), number) }

func gainOf(odds float64, number bool) float64 {
	const power, numberShare = 1.4, 0.25
	g := math.Pow(math.Log(odds), power)
	if number {
		g *= numberShare
	}
	return g
}

// style tells kinds of text apart: capitals, sentences, lists of attributes, and by length. An
// organisation's precedents say more about texts written like them than about a stranger's.
type style uint8

const styleCount = 32

func styleOf(text string, words int) style {
	length := 0
	for _, bound := range [...]int{4, 8, 16} {
		if words > bound {
			length++
		}
	}
	s := style(length)
	if inCapitals(text) {
		s += 4
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if articles[strings.ToLower(first)] {
		s += 8
	}
	if strings.Count(text, ": ") >= 2 {
		s += 16
	}
	return s
}

// alike is how usual a style is among the precedents, up to 1.
func (p *Precedents) alike(s style) float32 {
	return min(1, 8*float32(p.styles[s])/float32(len(p.rows)))
}
