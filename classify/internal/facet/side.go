package facet

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// Opposites are facts of which goods have one, each with the words for it in English and in Spanish: hot rolled, or cold rolled. They part headings, which
// facets of a heading cannot.
type Opposites [][][text.LangCount][]string

// ParseOpposites reads them: "hot rolled, hot finished | laminado en caliente / cold rolled | laminado en frío".
func ParseOpposites(lines []string) (out Opposites) {
	for _, l := range lines {
		var sides [][text.LangCount][]string
		for side := range strings.SplitSeq(l, "/") {
			english, spanish, _ := strings.Cut(side, "|")
			sides = append(sides, [text.LangCount][]string{text.English: listed(english), text.Spanish: listed(spanish)})
		}
		out = append(out, sides)
	}
	return out
}

func listed(words string) (out []string) {
	for phrase := range strings.SplitSeq(words, ",") {
		if phrase = strings.TrimSpace(phrase); phrase != "" {
			out = append(out, phrase)
		}
	}
	return out
}

// Side is one of the facts that rule each other out.
type Side struct{ fact, side int32 }

// sides holds the words for facts that rule each other out, and which of them titles say.
type sides struct {
	book   phraseBook
	all    []Side
	titles [][]Side // by subheading: what its title or that of its heading says
}

// Oppose takes facts in that rule each other out. Their words get numbers by it.
func Oppose(f *Index, facts Opposites) {
	phrases := text.PhraseReader{Words: f.words}
	f.sides.book = newPhraseBook()
	for i, fact := range facts {
		for k, words := range fact {
			n := int32(len(f.sides.all))
			f.sides.all = append(f.sides.all, Side{int32(i), int32(k)})
			f.sides.book.learn(&phrases, n, words[text.English], words[text.Spanish])
		}
	}
}

// titleSides reads the titles: what a subheading says of itself goes before what its heading does.
func (f builder) titleSides() {
	f.sides.titles = make([][]Side, len(f.Subs))
	for h, e := range f.Headings {
		above := f.saidOf(e.Title.English, text.English)
		above = append(above, f.saidOf(e.Title.Spanish, text.Spanish)...)
		for s := f.FirstSub[h]; s < f.FirstSub[h+1]; s++ {
			own := f.saidOf(f.Subs[s].Title.English, text.English)
			own = append(own, f.saidOf(f.Subs[s].Title.Spanish, text.Spanish)...)
			for _, a := range above {
				if !slices.ContainsFunc(own, func(o Side) bool { return o.fact == a.fact }) {
					f.sides.titles[s] = append(f.sides.titles[s], a)
				}
			}
			f.sides.titles[s] = append(f.sides.titles[s], own...)
		}
	}
}

// saidOf lists the sides that a title says: what it names to leave it out counts for no side.
func (f builder) saidOf(title string, l text.Lang) (out []Side) {
	tokens := f.words.JoinLetters(text.Tokenize(text.Fold(title), maxTitleWords, nil))
	ids := make([]int32, len(tokens))
	denied := false
	for i, t := range tokens {
		ids[i] = f.words.LookupIn(t.Text, l)
	}
	for i := range ids {
		if tokens[i].Break {
			denied = false
		}
		denied = denied || f.words.Negates(tokens[i].Text)
		for _, p := range f.sides.book.phrases[ids[i]] {
			if p.negated == denied && follows(ids[i+1:], p.rest) && !slices.Contains(out, f.sides.all[p.value]) {
				out = append(out, f.sides.all[p.value])
			}
		}
	}
	return out
}

// maxTitleWords bounds the words of a title that are read.
const maxTitleWords = 40

// DeniedSides returns the sides that a description says its goods are not: "not roasted".
func (r *Readings) DeniedSides() (out []Side) {
	r.facets.denials(&r.facets.sides.book, r.description, func(value int32, _, _ int) { out = append(out, r.facets.sides.all[value]) })
	return out
}

// Sides returns the sides that a description states of its goods, without facts of which it states several.
func (r *Readings) Sides() (out []Side) {
	f := r.facets
	if r.description.Listing {
		return nil
	}
	for _, s := range f.statements(&f.sides.book, r.description, r.openings, nil) {
		least := float32(Outright)
		if s.Words > 1 { // "boat with outboard motor" says it of the boat
			least = OfGoods
		}
		if side := f.sides.all[s.Value]; s.Weight >= least && !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	return slices.DeleteFunc(out, func(s Side) bool {
		return slices.ContainsFunc(out, func(o Side) bool { return o.fact == s.fact && o.side != s.side })
	})
}

// Opposes reports whether the titles of a subheading say another side of a fact than is stated, and not that one, or one that is denied and no other.
func Opposes(f *Index, sub int32, stated, denied []Side) bool {
	titles := f.sides.titles[sub]
	return slices.ContainsFunc(titles, func(own Side) bool {
		return slices.Contains(denied, own) && !slices.ContainsFunc(titles, func(o Side) bool { return o.fact == own.fact && o.side != own.side })
	}) || slices.ContainsFunc(stated, func(s Side) bool {
		other := false
		for _, own := range f.sides.titles[sub] {
			if own == s {
				return false
			}
			other = other || own.fact == s.fact
		}
		return other
	})
}
