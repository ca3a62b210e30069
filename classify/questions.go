package classify

import (
	"fmt"
	"strings"

	"tariffdesk/tariff"
)

// Bounds of asking.
const (
	maxQuestions  = 3
	nearShare     = 0.12 // of the first candidate's probability, to count as near
	maxNear       = 6
	maxNamedGoods = 4
)

// questions returns what would decide, at most three, empty where the answer is precise enough.
func (e *Engine) questions(f *finding, language tariff.Language) []string {
	if !f.asks() {
		return []string{}
	}
	p := phrasesIn(language)
	if len(f.candidates) == 0 || f.query.known == 0 {
		return []string{p.what, p.madeOf, p.usedFor}
	}
	near := f.near()
	out := e.headingQuestion(near, language)
	out = append(out, e.facetQuestions(f, near, language)...)
	if len(out) == 0 {
		out = append(out, p.what)
	}
	if len(out) < maxQuestions && f.query.known <= 2 {
		out = append(out, p.usedFor)
	}
	return out[:min(len(out), maxQuestions)]
}

// near returns the candidates that could still be right.
func (f *finding) near() []candidate {
	n := 1
	for n < len(f.candidates) && n < maxNear && f.candidates[n].p >= nearShare*f.candidates[0].p {
		n++
	}
	return f.candidates[:n]
}

// headingQuestion asks between headings where near candidates stand in several.
func (e *Engine) headingQuestion(near []candidate, language tariff.Language) []string {
	var names []string
	for i := range near {
		title := e.index.headings[e.index.headingOf[near[i].sub]].Title.In(language)
		if len(names) < maxNamedGoods && !containsWord(names, title) {
			names = append(names, title)
		}
	}
	if len(names) < 2 {
		return nil
	}
	for i, n := range names {
		names[i] = fmt.Sprintf("(%c) %s", 'a'+i, n)
	}
	return []string{fmt.Sprintf(phrasesIn(language).which, strings.Join(names, "; "))}
}

// facetQuestions asks for the open facets whose value differs among near candidates, the leading
// heading's first.
func (e *Engine) facetQuestions(f *finding, near []candidate, language tariff.Language) (out []string) {
	for _, group := range byHeading(e.index, near) {
		h := e.index.headingOf[group[0].sub]
		for at, facet := range e.index.facet.facets[h] {
			if !e.index.facet.splits(at, group) || e.decided(f, h, at) {
				continue
			}
			if known, ok := e.index.headings[h].Facet(facet.name); ok && !containsWord(out, known.Question.In(language)) {
				out = append(out, known.Question.In(language))
			}
		}
	}
	return out
}

// byHeading groups candidates by heading in order of rank. A heading with one near candidate is asked
// about with all its subheadings in mind.
func byHeading(x *index, near []candidate) [][]candidate {
	var order []int32
	groups := map[int32][]candidate{}
	for _, c := range near {
		h := x.headingOf[c.sub]
		if groups[h] == nil {
			order = append(order, h)
		}
		groups[h] = append(groups[h], c)
	}
	var out [][]candidate
	for _, h := range order {
		g := groups[h]
		if len(g) == 1 {
			g = nil
			for s := x.firstSub[h]; s < x.firstSub[h+1]; s++ {
				g = append(g, candidate{sub: s})
			}
		}
		out = append(out, g)
	}
	return out
}

// splits reports whether the candidates stand for different values of a facet.
func (f *facetIndex) splits(facet int, group []candidate) bool {
	seen := ""
	for i, c := range group {
		key := ""
		for _, ch := range f.choices[c.sub] {
			if ch.facet == facet {
				key = fmt.Sprint(ch.values, ch.other)
			}
		}
		if i > 0 && key != seen {
			return true
		}
		seen = key
	}
	return false
}

// decided reports whether the description states a value of the facet.
func (e *Engine) decided(f *finding, h int32, at int) bool {
	x := e.index.facet
	all, _ := e.index.stated(&f.description, &f.query)
	all = x.statements(x.local[h], &f.description, &f.query, all)
	facet := &x.facets[h][at]
	for _, v := range facet.universe {
		if s, _ := x.strength(v, all); s > 0.3 {
			return true
		}
	}
	for _, s := range all {
		if facet.class != "" && x.values[s.value].facet == facet.class && s.weight > 0.3 {
			return true
		}
	}
	return false
}
