package facet

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// profileItem is a value the titles above and of a subheading state.
type profileItem struct {
	class Class
	value int32
	broad bool // by the title of the chapter, or in a compound: synthetic-leather is no leather
}

// Class numbers the facets that are compared across headings.
type Class uint8

// ClassCount is the number of classes.
const ClassCount = 7

// Classes are their facets, by number.
var Classes = [ClassCount]string{"material", "construction", "wearer", "state", "power", "use", "part"}

// The classes that the ranking weighs apart for some chapters.
const (
	ClassMaterial     = 0
	ClassConstruction = 1
	ClassWearer       = 2
	ClassState        = 3
	ClassPower        = 4
	ClassPart         = 6
)

// profile reads the English titles of subheading, heading and chapter as statements of their own.
func (f builder) profile() {
	f.profiles = make([][]profileItem, len(f.Subs))
	for h, e := range f.Headings {
		above := slices.DeleteFunc(f.addProfile(nil, e.Parent.Title.English), func(item profileItem) bool {
			return item.class == ClassPart // "clothing and accessories" makes no garment an accessory
		})
		for i := range above {
			above[i].broad = true
		}
		above = f.addProfile(above, e.Title.English)
		for s := f.FirstSub[h]; s < f.FirstSub[h+1]; s++ {
			f.profiles[s] = f.addProfile(above[:len(above):len(above)], f.Subs[s].Title.English)
		}
	}
}

// brackets open words that a title says besides.
var brackets = strings.NewReplacer("(", " ", ")", " ", ",", " ")

func (f builder) addProfile(items []profileItem, title string) []profileItem {
	said := " " + brackets.Replace(text.Fold(title)) + " "
	for _, not := range []string{" other than ", " not ", " except ", " excluding ", " without ", " no ", " than ", " for "} {
		if i := strings.Index(said, not); i >= 0 {
			said = said[:i]
		}
	}
	tokens := f.words.JoinLetters(text.Tokenize(said, 40, nil))
	ids := make([]int32, len(tokens))
	for i, t := range tokens {
		ids[i] = f.words.LookupIn(t.Text, text.English)
	}
	for i := range ids {
		for _, p := range f.central.phrases[ids[i]] {
			if p.negated || !follows(ids[i+1:], p.rest) {
				continue
			}
			for c, class := range Classes {
				if f.Values[p.value].Facet == class && f.contrasts(p.value) {
					items = append(items, profileItem{class: Class(c), value: p.value, broad: tokens[i].Hyphen})
				}
			}
		}
	}
	return items
}

func follows(ids, rest []int32) bool {
	if len(ids) < len(rest) {
		return false
	}
	for i, id := range rest {
		if ids[i] != id {
			return false
		}
	}
	return true
}
