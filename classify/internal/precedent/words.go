package precedent

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/classify/internal/text"
)

// maxPrecedentTokens bounds what is read of a precedent: the goods are named first.
const maxPrecedentTokens = 40

// word is a stem of a description, or two neighbouring ones.
type word struct {
	text   string
	number bool // starts with a digit: a size, a count, a part number
}

// wordsOf reduces a description to its distinct stems. Part numbers and brands stay: in an
// organisation's own catalogue they are the best evidence there is.
func (p *Index) wordsOf(description string) []word {
	tokens := p.reader.JoinLetters(text.Tokenize(text.Fold(text.WithoutMarkup(description)), maxPrecedentTokens, make([]text.Token, 0, maxPrecedentTokens)))
	out := make([]word, 0, len(tokens))
	for _, t := range tokens {
		if p.reader.Stopword(t.Text, text.English) || p.reader.Stopword(t.Text, text.Spanish) || t.Number && len(t.Text) < 3 {
			continue
		}
		w := word{p.stems.Stem(t.Text, text.English), t.Number}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// pairsOf joins neighbouring words.
func pairsOf(words []word) []word {
	out := make([]word, 0, len(words))
	for i := 0; i+1 < len(words); i++ {
		out = append(out, word{text: words[i].text + " " + words[i+1].text})
	}
	return out
}

// pieceLength is the length of the character sequences that a word is cut into; its ends are marked.
const pieceLength = 4

// piecesOf cuts words, numbers apart, into their distinct sequences of characters: what compounds, plurals and
// misspellings have in common.
func piecesOf(words []word) []word {
	var out []word
	for _, w := range words {
		if w.number || len(w.text) < pieceLength {
			continue
		}
		marked := "_" + w.text + "_"
		for at := 0; at+pieceLength <= len(marked); at++ {
			if piece := (word{text: "~" + marked[at:at+pieceLength]}); !slices.Contains(out, piece) {
				out = append(out, piece)
			}
		}
	}
	return out
}

// gain returns how much a word adds to the product of two vectors that both hold it: its rarity, to a power that
// keeps a single rare brand from outweighing the name of the goods.
func (p *Index) gain(id int32) float64 {
	u := &p.uses[id]
	return gainOf(1+float64(len(p.rows))/(float64(u.count)+0.5), u.number)
}

// unseen is the weight of a word that no precedent has: the description differs from all of them by it.
func (p *Index) unseen(number bool) float64 { return gainOf(1+2*float64(len(p.rows)), number) }

func gainOf(odds float64, number bool) float64 {
	const power, numberShare = 1.4, 0.25
	g := math.Pow(math.Log(odds), power)
	if number {
		g *= numberShare
	}
	return g
}

// style tells kinds of text apart: capitals, sentences, lists of attributes, and by length; in detail by numbers, commas and a
// first letter that is large, too. An organisation's precedents say more about texts written like them than about a stranger's.
type style uint8

// styleLengths are the numbers of words that styles change at; four lengths take two bits, everything else one.
var styleLengths = [...]int{4, 8, 16}

const (
	styleCount  = 256
	coarseCount = 32 // styles but for their detail, which has the highest bits
)

func (p *Index) styleOf(description string, words int) style {
	length := 0
	for _, bound := range styleLengths {
		if words > bound {
			length++
		}
	}
	description = strings.TrimSpace(description)
	first, _, _ := strings.Cut(description, " ")
	letter, _ := utf8.DecodeRuneInString(description)
	s, bit := style(length), style(len(styleLengths)+1)
	for _, has := range [...]bool{
		text.InCapitals(description), p.reader.IsArticle(strings.ToLower(first)), strings.Count(description, ": ") >= 2,
		text.HasDigit(description), strings.Contains(description, ","), unicode.IsUpper(letter),
	} {
		if has {
			s += bit
		}
		bit *= 2
	}
	return s
}

// Shares of the precedents from which a style is as usual as can be.
const (
	usualFrom     = 1.0 / 8
	usualInDetail = 1.0 / 16
)

// alike is how usual a style is among the precedents, up to 1: half by the style but for its detail, half with it.
func (p *Index) alike(s style) float32 {
	same := int32(0)
	for other := int(s) % coarseCount; other < styleCount; other += coarseCount {
		same += p.styles[other]
	}
	rows := float32(len(p.rows))
	return (min(1, float32(same)/rows/usualFrom) + min(1, float32(p.styles[s])/rows/usualInDetail)) / 2
}
