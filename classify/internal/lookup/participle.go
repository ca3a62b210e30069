package lookup

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// What is done to goods is said of them by facets of these names.
var doneFacets = []string{"state", "construction"}

// participleHeadness is the weight of a participle as a head noun, beside a noun that heads as many names: "t-shirts
// knitted" are no knitted, whatever the order of the words.
const participleHeadness = 0.5

// participleEndings tell, by language, what is done to goods (frozen, knitted) from what they are (powder, lace).
var participleEndings = [text.LangCount][]string{
	text.English: {"ed", "en"},
	text.Spanish: {"ado", "ada", "ido", "ida"},
}

// lowerParticiples lowers the words that the vocabulary knows as something done to goods, where they head names that put them last.
func (b *Builder) lowerParticiples(v *tariff.Vocabulary) {
	b.participles, b.materials = map[int32]bool{}, map[int32]bool{}
	for _, value := range v.Values() {
		if value.Facet == "material" {
			b.learnMaterial(value)
		}
		if !slices.Contains(doneFacets, value.Facet) {
			continue
		}
		for l, words := range [text.LangCount][]string{text.English: value.English, text.Spanish: value.Spanish} {
			for _, word := range words {
				ends := func(ending string) bool { return strings.HasSuffix(word, ending) }
				if strings.Contains(word, " ") || !slices.ContainsFunc(participleEndings[l], ends) {
					continue
				}
				id := b.Words.LookupIn(text.Fold(word), text.Lang(l))
				if id == text.NoWord || b.participles[id] {
					continue
				}
				b.participles[id] = true
				b.headness[id] = min(b.headness[id], headLike) * participleHeadness
			}
		}
	}
}

// learnMaterial notes the words that say what goods are of: "glass figurine" and "figurine, glass" are one name.
func (b *Builder) learnMaterial(value *tariff.Value) {
	for l, words := range [text.LangCount][]string{text.English: value.English, text.Spanish: value.Spanish} {
		for _, word := range words {
			if id := b.Words.LookupIn(text.Fold(word), text.Lang(l)); id != text.NoWord && !strings.Contains(word, " ") {
				b.materials[id] = true
			}
		}
	}
}
