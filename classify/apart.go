package classify

import (
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
)

// apart finds a name of goods that is interrupted by their material: "tornillos para madera" in "tornillos de acero
// para madera". It skips names whose goods are never made of that material.
func (e *Engine) apart(f *finding) {
	d := &f.description
	if len(d.Written) < lookup.LeastApart || len(f.query.Whole) > 0 {
		return
	}
	f.query.Apart = e.index.NamesWithout(d, func(word string) bool { return e.stuff(f, word) })
	f.query.Apart = slices.DeleteFunc(f.query.Apart, func(term int32) bool { return !e.madeOf(f, term) })
}

// putMaterial reads the description anew with its material, and what was done to the goods, where a name has it, so that "shot glass, ceramic" is answered as
// "ceramic shot glass" is. What is a known name only as it is written stays. It reports whether
// anything was put elsewhere.
func (f *finding) putMaterial(read string) bool {
	e, d := f.engine, &f.description
	if d.Listing || len(d.Mentions) < 2 || len(d.Mentions) > maxPut {
		return false
	}
	plain := text.WithoutMarkup(read)
	put := plain
	if d.Language == text.Spanish && e.index.DoneFirst(d) {
		put = e.words.reader.PutParticiple(plain)
	}
	if materials := f.materialWords(); len(materials) > 0 {
		put, _ = e.words.reader.PutMaterial(put, d.Language, text.MaterialWords{
			Material: func(word string) bool { return slices.Contains(materials, word) },
			InName:   func(word string) bool { return len(e.index.NamedBy(d, word)) > 0 },
			Finish:   func(word string) bool { return e.words.finishes[word] },
			Named:    e.index.IsName,
		})
	}
	if put == plain {
		return false
	}
	anew := e.words.reader.Describe(put)
	query := e.ask(&anew)
	if len(f.query.Whole) > 0 && len(query.Whole) == 0 {
		return false
	}
	f.description, f.query = anew, query
	return true
}

// materialWords are the words of a description that state what the goods are of.
func (f *finding) materialWords() (words []string) {
	for _, s := range f.readings.Central {
		if f.engine.facets.Values[s.Value].Facet != facet.Material {
			continue
		}
		words = append(words, wordsOf(&f.description, s)...)
	}
	return words
}

// wordsOf are the words of a description that state a value.
func wordsOf(d *text.Description, s facet.Statement) (words []string) {
	for _, m := range d.Mentions[s.Mention : s.Mention+int(s.Words)] {
		words = append(words, m.Text)
	}
	return words
}

// maxPut bounds the words of a description whose material may be put elsewhere.
const maxPut = 14

// stuff reports whether a word of the description states what the goods are made of.
func (e *Engine) stuff(f *finding, word string) bool {
	return slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
		return e.facets.Values[s.Value].Facet == facet.Material && s.Weight >= facet.OfGoods && s.Words == 1 && f.description.Mentions[s.Mention].Text == word
	})
}

// madeOf reports whether the goods of a term are of what is stated, by their subheading's terms: a machine that polishes glass is not.
func (e *Engine) madeOf(f *finding, term int32) bool {
	sub, ok := e.index.SubOf(term)
	if !ok {
		return false
	}
	fit := e.facets.Fit(e.tree.HeadingOf[sub], sub, f.readings.Heading(e.tree.HeadingOf[sub]), nil)
	if fit.Against[facet.KindMaterial] > facet.Stated || fit.Unlisted > facet.Stated {
		return false
	}
	agrees := fit.Match[facet.KindMaterial] > facet.Stated
	for _, s := range f.readings.Central {
		if e.facets.Values[s.Value].Facet != facet.Material || s.Weight < facet.OfGoods {
			continue
		}
		profile := e.facets.ProfileOf(sub, facet.ClassMaterial)
		agrees = agrees || slices.ContainsFunc(profile, func(own int32) bool {
			return !e.facets.Wider(own, profile) && e.facets.Overlap([]int32{own}, []int32{s.Value}) // of "textile, cotton" cotton counts
		})
	}
	return agrees
}
