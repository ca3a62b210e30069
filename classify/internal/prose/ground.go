package prose

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// grounded reports whether anything leads the goods to the heading of a subheading but likeness: the grounds do, the description holds one of
// its names or two words of its titles, or the noun that the goods are named by is one of its names' or titles' too.
func (w *Writer) grounded(sub int32, grounds *Grounds) bool {
	if len(grounds.Notes) > 0 || len(grounds.said()) > 0 {
		return true
	}
	head, guess := w.head(), w.Confidence[0] < confidence.VagueCeiling
	name, ok := w.nearest(sub)
	named := ok && (head == "" && !guess || head != "" && holdsWord(name.Text, head)) // a name of other goods that the text also holds leads nowhere
	switch {
	case !w.Description.Listing && len(w.Query.Unknown) == 0 && (w.Ranking.Search.Exactly(sub) || named && w.wholly(sub)):
		return true
	case (named || ok && !guess) && (w.saidOf(name.Text) || w.readAsName(name.Text)):
		return true
	}
	return head != "" && (w.titled(sub, head) || !guess && w.heads(sub, head)) || !guess && w.titledTwice(sub) || w.Description.Listing && w.nounInTitle() != ""
}

// titledTwice reports whether two words of a short name of the goods stand in the titles of a subheading and its heading: "marine mammal lipids".
func (w *Writer) titledTwice(sub int32) bool {
	words := strings.FieldsFunc(text.Fold(w.goods()), func(r rune) bool { return r == '-' || text.BetweenWords(r) })
	titled := 0
	for _, word := range words {
		if len(word) >= leastStem && !text.HasDigit(word) && !w.Reader.Stopword(word, w.Description.Language) && w.titled(sub, word) {
			titled++
		}
	}
	return titled > 1 && len(words) <= maxKindWords && len(w.Query.Unknown) == 0
}

// readAsName reports whether what a text that is no listing was read as, short forms written out, holds every word of a name: "BROCCOLI IQF"
// is frozen broccoli.
func (w *quoter) readAsName(name string) bool {
	if w.Description.Listing {
		return false
	}
	for word := range strings.FieldsFuncSeq(text.Fold(name), text.BetweenWords) {
		if !slices.ContainsFunc(w.Description.Mentions, func(m text.Mention) bool { return m.Role == text.RoleName && !m.Negated && sameWord(m.Text, word) }) {
			return false
		}
	}
	return true
}

// heads reports whether the description's noun heads a name of a subheading's goods.
func (w *Writer) heads(sub int32, head string) bool {
	if name, ok := w.nearest(sub); ok && w.Ranking.Search.Headed(sub) && holdsWord(name.Text, head) {
		return true
	}
	return lookup.HeadsAny(w.Index, head, w.Description.Language, sub)
}

// holdsWord reports whether a name holds a word.
func holdsWord(name, word string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text.Fold(name), text.BetweenWords), func(own string) bool { return sameWord(own, word) })
}

// likeness says that a code rests on likeness alone, and with what.
func (w *Writer) likeness(sub int32) string {
	heading := w.Tree.Subs[sub].Parent.Code
	if name, ok := w.nearest(sub); ok && name.Lang == w.Tongue() && !name.Title {
		return w.Say("likeness_named", "code", heading, "name", w.Quote(name.Text))
	}
	return w.Say("likeness", "code", heading)
}

// isFact reports whether what was read from a word of the description is a fact of the goods that a reason may name: not a colour, not
// the place in a shop; of an attribute only what the vocabulary names; and a word that means something to one heading alone only where
// it stands in the name of the goods, is one of several, or the text is no listing.
func (w *comparison) isFact(by facet.Statement) bool {
	named := w.Vocabulary.Value(w.Facets.Values[by.Value].ID) != nil
	mentions := w.Description.Mentions[by.Mention:min(by.Mention+max(int(by.Words), 1), len(w.Description.Mentions))]
	if slices.ContainsFunc(mentions, func(m text.Mention) bool { return m.Tint }) {
		return false
	}
	if end := by.Mention + len(mentions); end < len(w.Description.Mentions) && w.Description.Mentions[end].Tint && !w.Description.Mentions[end].Break && text.HasDigit(mentions[0].Text) {
		return false // the 18K of "18K gold colour"
	}
	if (w.Description.Listing || w.Description.Capitals) && mentions[0].Role == text.RoleName && w.Facets.Values[by.Value].Facet == facet.Material && !w.madeOf(by.Value) {
		return false
	}
	switch role := mentions[0].Role; {
	case role >= text.RoleCategory || role == text.RoleShape || role == text.RolePacking:
		return false
	case role == text.RoleItemType || role == text.RoleMaterial:
		return true
	case role == text.RoleAttribute:
		return named
	case role == text.RolePurpose && !w.Words.ofUse[w.Facets.Values[by.Value].Facet]:
		return false // the bottle of what a bottle washer takes
	case !named && by.Words <= 1 && slices.ContainsFunc(w.Readings.Central, func(s facet.Statement) bool { return s.Mention == by.Mention && s.Value != by.Value }):
		return false // iron says what goods are made of, and no finish
	}
	return named || by.Words > 1 || !w.Description.Listing || w.inGoods(mentions[0].Text)
}

// preciousMetal is the value of what listings and invoices name for its colour: platinum blonde, silver shoes.
const preciousMetal = "precious-metal"

// madeOf reports whether a material that the title of a listing names may be what the goods are of: its attributes name no other, and it is
// no precious metal that they do not name.
func (w *comparison) madeOf(value int32) bool {
	listed, same := false, false
	for _, s := range w.Readings.Central {
		if w.Facets.Values[s.Value].Facet == facet.Material && w.Description.Mentions[s.Mention].Role == text.RoleMaterial {
			listed = true
			same = same || s.Value == value || w.Facets.Wider(value, []int32{s.Value})
		}
	}
	precious, known := w.Facets.Number[preciousMetal]
	return same || !listed && !(known && w.Facets.Overlap([]int32{value}, []int32{precious}))
}

// supposedClasses are the classes of facts that titles state and names leave unsaid.
var supposedClasses = []facet.Class{facet.ClassMaterial, facet.ClassConstruction, facet.ClassWearer, facet.ClassState}

// supposed lists what the titles of a subheading say of its goods, which nothing states and which a likely rival's titles do not say: a fact
// of a class, or a qualifier. What was told already is left out.
func (w *Writer) supposed(sub int32, told string) (out []string) {
	for _, class := range supposedClasses {
		values := w.titledOf(sub, class)
		if len(values) == 0 || !w.classed(sub, class) || w.Readings.States(facet.Classes[class]) {
			continue
		}
		differs := func(rival int32) bool {
			if h := w.Tree.HeadingOf[sub]; class == facet.ClassMaterial && w.Tree.HeadingOf[rival] == h && w.splitsByMaterial(h) {
				return false // its facets tell
			}
			theirs := facet.TitledOf(w.Facets, rival, class)
			return len(theirs) > 0 && !w.Facets.Overlap(values, theirs)
		}
		if class == facet.ClassState || !w.namedInFull(sub) || w.rival(sub, differs) {
			name, _ := w.Vocabulary.FacetName(facet.Classes[class])
			out = append(out, w.Is(name.In(w.Language), w.valueNames(values)))
		}
	}
	for _, n := range w.Narrowed[sub] {
		q := &w.Words.qualifiers[n]
		if q.said(text.Fold(w.Text)) || q.said(told) {
			continue
		}
		if q.served() || w.rival(sub, func(rival int32) bool { return !slices.Contains(w.Narrowed[rival], n) }) {
			out = append(out, q.name.In(w.Language))
		}
	}
	return out
}

// namedInFull reports whether a name of a subheading's goods was asked for in full.
func (w *comparison) namedInFull(sub int32) bool {
	return w.Ranking.Search.Exactly(sub) || w.wholly(sub)
}

// titledOf returns the values of a class that the titles of a subheading state; of states those of its heading's, for its facets tell
// how the goods of one subheading are.
func (w *comparison) titledOf(sub int32, class facet.Class) []int32 {
	values := facet.TitledOf(w.Facets, sub, class)
	if class != facet.ClassState {
		return values
	}
	first := facet.TitledOf(w.Facets, w.Facets.FirstSub[w.Tree.HeadingOf[sub]], class)
	return slices.DeleteFunc(values, func(v int32) bool { return !slices.Contains(first, v) })
}

// splitsByMaterial reports whether the facets of a heading ask for a material.
func (w *comparison) splitsByMaterial(h int32) bool {
	return slices.ContainsFunc(w.Facets.Facets[h], func(f facet.Split) bool { return f.Class == facet.Material })
}

// valueNames names values of the vocabulary.
func (w *comparison) valueNames(values []int32) string {
	var names []string
	for _, v := range values {
		if value := w.Vocabulary.Value(w.Facets.Values[v].ID); value != nil && len(names) < maxValuesNamed && !slices.Contains(names, value.Name.In(w.Language)) {
			names = append(names, value.Name.In(w.Language))
		}
	}
	return w.Either(names)
}

// firstArticles is the first chapter from which most goods are articles of some material.
const firstArticles = "42"

// classed reports whether a class of facts is one of a subheading's goods: materials are those of articles, states are those of food.
func (w *comparison) classed(sub int32, class facet.Class) bool {
	switch class {
	case facet.ClassMaterial:
		return w.Tree.Subs[sub].Code >= firstArticles && !w.machine(sub) && w.chapterValue(sub) == ""
	case facet.ClassState:
		return w.food(sub)
	}
	return true
}

// likelyRival is the share of the first probability from which another candidate may be what was meant.
const likelyRival = 0.05

// rival reports whether a likely candidate beside a subheading, or one that goes by much the same name, is as asked.
func (w *Writer) rival(sub int32, is func(rival int32) bool) bool {
	for i := range min(len(w.Candidates), rivalsSeen) {
		c := &w.Candidates[i]
		if c.Sub == sub || !is(c.Sub) {
			continue
		}
		if c.P >= likelyRival*w.Candidates[0].P || c.Features != nil && c.Features[rank.FeatTermWhole] >= rivalNamed {
			return true
		}
	}
	return false
}

// Narrow returns, by subheading, the qualifiers that its titles hold.
func (w *Words) Narrow(tree *code.Tree) [][]uint8 {
	out := make([][]uint8, len(tree.Subs))
	above, heading := "", (*tariff.Entry)(nil)
	for sub, entry := range tree.Subs {
		if entry.Parent != heading {
			above, heading = text.Fold(entry.Parent.Title.English), entry.Parent
		}
		own := text.Fold(entry.Title.English)
		for i, q := range w.qualifiers { // of all goods of the subheading
			if narrows(own, q.word) || narrows(above, q.word) {
				out[sub] = append(out[sub], uint8(i))
			}
		}
	}
	return out
}

// qualifier is a word of titles that narrows which goods they cover.
type qualifier struct {
	word string      // in English titles
	name tariff.Text // what it says of the goods
	says []string    // words that say it, or its contrary, in either language
}

// demand holds what headings demand of all their goods and names leave unsaid.
type demand struct {
	codes []string // beginnings of headings
	qualifier
}

// demanded lists what the heading of a subheading demands and no word says.
func demanded(w *Writer, sub int32) (out []string) {
	code, words := w.Tree.Subs[sub].Code, ""
	for i := range w.Words.demands {
		d := &w.Words.demands[i]
		if !slices.ContainsFunc(d.codes, func(own string) bool { return strings.HasPrefix(code, own) }) {
			continue
		}
		if words == "" {
			words = wordsApart(text.Fold(w.Text))
		}
		if !slices.ContainsFunc(d.says, func(word string) bool {
			if len(word) <= longestUnit {
				word += " " // mg and PU are whole words
			}
			return strings.Contains(words+" ", " "+word)
		}) {
			out = append(out, d.name.In(w.Language))
		}
	}
	return out
}

// longestUnit is the length up to which a word of a demand is no beginning of another.
const longestUnit = 2

// wordsApart puts a space before every word, and between a number and its unit.
func wordsApart(folded string) string {
	var b strings.Builder
	last := ' '
	b.WriteRune(last)
	for _, r := range folded {
		if text.BetweenWords(r) || r == '-' {
			r = ' '
		}
		if unicode.IsDigit(last) && unicode.IsLetter(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// served begins a qualifier that says what goods work on or belong to.
const served = "for "

func (q *qualifier) served() bool { return strings.HasPrefix(q.word, served) }

func (q *qualifier) said(folded string) bool {
	return slices.ContainsFunc(q.says, func(word string) bool { return strings.Contains(folded, word) })
}

// narrows reports whether a folded title begins with a qualifier, holds it in brackets, or has a purpose in it: not "safety and other matches", and not
// "potatoes not for sowing".
func narrows(title, qualifier string) bool {
	title = strings.TrimPrefix(title, "other ")
	if strings.Contains(title, "("+qualifier+")") {
		return true
	}
	before, after, found := strings.Cut(title, qualifier)
	if !found || after != "" && !strings.HasPrefix(after, " ") && !strings.HasPrefix(after, ",") {
		return false
	}
	if strings.HasPrefix(qualifier, served) {
		return !strings.HasSuffix(before, "not ")
	}
	return before == "" && !strings.HasPrefix(after, ",") && !strings.HasPrefix(after, " and ") && !strings.HasPrefix(after, " or ")
}
