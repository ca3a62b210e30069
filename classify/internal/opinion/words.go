package opinion

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// maxWords bounds the words that are weighed: goods are named first.
const maxWords = 60

// pairSign joins two neighbouring words into one feature.
const pairSign = " "

// aside are the roles of words that do not say what goods are.
var aside = []text.Role{text.RoleWith, text.RolePacking, text.RoleAttribute, text.RoleAncestor}

// Words returns the distinct stems of a description, and the pairs of neighbouring ones. Small words, what is denied,
// components, packing, and attributes that say nothing of the kind of goods are left out. One stemmer serves both languages: the language of a
// short text is not known for certain.
func Words(d *text.Description, lexicon *text.Lexicon) (out []string) {
	before, words := "", 0
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if m.Negated || m.Inches || m.Text == "" || slices.Contains(aside, m.Role) ||
			lexicon.Stopword(m.Text, text.English) || lexicon.Stopword(m.Text, text.Spanish) {
			continue
		}
		if words++; words > maxWords {
			break
		}
		stem := lexicon.Stem(m.Text, text.English)
		out = append(out, stem)
		if before != "" {
			out = append(out, before+pairSign+stem)
		}
		before = stem
	}
	return distinct(out)
}

// distinct drops what stands earlier in a list already.
func distinct(list []string) []string {
	out := list[:0]
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
