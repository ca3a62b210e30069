package classify

import (
	"cmp"
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/text"
)

// immaterial finds names of goods without their material.
type immaterial struct{ *finding }

// find finds the name that a description is but for the material of the goods, where that tells nothing of their code: a "cast iron pump" is a pump.
func (f immaterial) find() {
	if f.description.Listing || len(f.query.Whole) > 0 {
		return
	}
	e := f.engine
	var all []string
	for _, s := range f.readings.Central {
		if e.facets.Values[s.Value].Facet != facet.Material || s.Weight < facet.OfGoods || !f.beside(s) {
			continue
		}
		words := wordsOf(&f.description, s)
		if f.nameBut(words) { // the wood of "stainless steel wood screws" is part of their name
			return
		}
		all = append(all, words...)
	}
	f.nameBut(all)
}

// beside reports whether a material stands beside the goods and names none: in English before them, in Spanish behind them.
func (f immaterial) beside(s facet.Statement) bool {
	words := f.description.Written
	if len(words) < 2 {
		return false
	}
	own := wordsOf(&f.description, s)
	if f.description.Language == text.Spanish {
		return !slices.Contains(own, words[0].Text)
	}
	return !slices.Contains(own, words[len(words)-1].Text) || slices.ContainsFunc(words, func(w text.Token) bool { return w.Role == parse.Tie || w.Comma })
}

// nameBut takes the name that the description is but for words of a material, if goods of that name may be of it.
func (f immaterial) nameBut(material []string) bool {
	e := f.engine
	names := lookup.NamesOfRest(e.index, &f.description, func(word string) bool { return slices.Contains(material, word) })
	if slices.ContainsFunc(names, func(term int32) bool { return f.split(e.index.HeadingOfTerm(term)) }) {
		return false
	}
	f.query.Whole = slices.DeleteFunc(names, func(term int32) bool { return !f.takes(e.index.HeadingOfTerm(term)) })
	f.unmade = len(f.query.Whole) > 0
	f.query.Complete = f.query.Complete || f.unmade
	return f.unmade
}

// split reports whether codes of a heading follow from what the goods are of.
func (f immaterial) split(h int32) bool {
	return slices.ContainsFunc(f.engine.facets.Facets[h], func(split facet.Split) bool { return split.Class == facet.Material })
}

// takes reports whether goods of a heading may be of the metal or plastic that is stated: machines, and articles that go by their names, of both, other goods
// of the metal that all of their chapter are of.
func (f immaterial) takes(h int32) bool {
	e := f.engine
	x, chapter := e.facets, e.tree.Headings[h].Code[:2]
	metal, plastic := x.Number[materialMetal], x.Number[materialPlastic]
	own, ok := x.Number[cmp.Or(e.words.rules.chapters[chapter], e.words.rules.named[chapter])]
	return slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
		of := x.Values[s.Value].Implied
		switch {
		case s.Weight <= facet.Stated || s.Value == metal: // a "metal cutter" cuts metal
			return false
		case ok:
			return slices.Contains(of, metal) && x.Overlap([]int32{own}, []int32{s.Value})
		}
		return (e.words.rules.machines[chapter] || e.words.rules.articles[chapter]) && (slices.Contains(of, metal) || slices.Contains(of, plastic))
	})
}

// Materials of which things are that go by their own names.
const (
	materialMetal   = "base-metal"
	materialPlastic = "plastic"
)
