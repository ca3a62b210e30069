package confidence

import (
	"strings"
	"unicode"

	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// VagueCeiling is the highest confidence of an answer whose description does not name the goods.
const VagueCeiling = 0.30

// Words are the words that leave open what the goods are, as "parts" does.
type Words struct {
	vague    map[string]bool // of trade, seasons, departments, parts of whatever: they say nothing of what goods are
	campaign map[string]bool // precise alone and vague beside the words of a campaign
	orders   map[string]bool // goods never have them, and instructions to a machine do
	widest   map[string]bool // "goods", "mercancía", and the small words beside them: alone they name nothing
	sizes    map[string]bool // units, and what stands beside numbers of sizes: with numbers alone they name nothing
}

// NewWords returns the words of a vocabulary. The book reports what is wrong with them.
func NewWords(b *vocabulary.Book) *Words {
	return &Words{
		vague: b.Set("vague words"), campaign: b.Set("campaign words"), orders: b.Set("orders"), widest: b.Set("widest names"), sizes: b.Set("words of bare sizes"),
	}
}

// Vague reports whether a description does not name the goods, or is no description at all. known reports whether the
// search understands a mention; nearest is the similarity of the nearest precedent.
func (w *Words) Vague(d *text.Description, known func(mention int) bool, nearest float32) bool {
	if d.Says(w.orders) {
		return true
	}
	campaign := false
	for i := range d.Mentions {
		campaign = campaign || w.vague[d.Mentions[i].Text]
	}
	for i := range d.Mentions {
		if w.maySayGoods(d, i, campaign) && known(i) {
			return false
		}
	}
	return nearest < sureNeighbor
}

// NamesNothing reports whether a text consists of the widest names alone, as in "varias mercancías": spelling repair
// must not make goods of them. Neither does one of numbers and sizes alone, as in "120x80 cm", name any.
func (w *Words) NamesNothing(written string) bool {
	for word := range strings.FieldsFuncSeq(written, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if word = text.Fold(word); !w.widest[word] && !w.sizes[word] { // most texts, long ones among them
			return false
		}
		break
	}
	folded := text.Fold(written)
	if w.onlySizes(folded) {
		return true
	}
	some := false
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if some = true; !w.widest[word] {
			return false
		}
	}
	return some
}

// onlySizes reports whether a text has numbers, and no other words than those that stand beside sizes. Letters right in front of a
// digit are a designation, such as "M8" and "55R16"; a sign between two numbers is none.
func (w *Words) onlySizes(folded string) bool {
	numbers, start, runes := false, -1, []rune(folded)
	for i, r := range runes {
		if unicode.IsLetter(r) {
			if start < 0 {
				start = i
			}
			if i+1 < len(runes) && unicode.IsLetter(runes[i+1]) {
				continue
			}
			between := start > 0 && unicode.IsDigit(runes[start-1]) && i == start && r == 'x'
			if !w.sizes[string(runes[start:i+1])] || i+1 < len(runes) && unicode.IsDigit(runes[i+1]) && !between {
				return false
			}
			start = -1
		}
		numbers = numbers || unicode.IsDigit(r)
	}
	return numbers
}

// maySayGoods reports whether a mention is neither vague nor a number nor a code.
func (w *Words) maySayGoods(d *text.Description, i int, campaign bool) bool {
	m := &d.Mentions[i]
	return !m.Number && !w.vague[m.Text] && !d.CodeAt(i) && !(campaign && w.campaign[m.Text])
}

// sureNeighbor is the similarity from which a precedent identifies goods that their words do not name.
const sureNeighbor = 0.8
