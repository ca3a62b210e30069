package classify

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of asking.
const (
	maxQuestions  = 3
	nearShare     = 0.12 // of the first candidate's probability, to count as near
	maxNear       = 6
	maxNamedGoods = 4
)

// questions returns what would decide, at most three, empty where the answer is precise enough.
func (w *writer) questions() []string {
	f, p := w.f, w.p
	if !f.asks() {
		return []string{}
	}
	if len(f.candidates) == 0 || f.query.known == 0 {
		return []string{p.what, p.madeOf, p.usedFor}
	}
	if f.vague() {
		return w.vagueQuestions()
	}
	near := f.near()
	out := w.headingQuestion(near)
	out = append(out, w.facetQuestions(near)...)
	if len(out) == 0 {
		out = append(out, p.what)
	}
	if len(out) < maxQuestions && f.query.known <= 2 && !f.description.states(rolePurpose) {
		out = append(out, p.usedFor)
	}
	return out[:min(len(out), maxQuestions)]
}

// vagueQuestions asks what the goods are: no word of the description says.
func (w *writer) vagueQuestions() []string {
	stated := w.f.readings.central
	out := []string{w.p.what}
	switch x := w.e.index.facet; {
	case x.asked("part", stated) > 0 || x.asked("accessory", stated) > 0:
		return []string{w.p.partOf, w.p.madeOf}
	case w.f.description.says(setWords):
		out = append(out, w.p.setOf)
	}
	if !w.statesClass(stated, "material") {
		out = append(out, w.p.madeOf)
	}
	return append(out, w.p.usedFor)[:min(len(out)+1, maxQuestions)]
}

func (w *writer) statesClass(stated []statement, class string) bool {
	for _, s := range stated {
		if w.e.index.facet.values[s.value].facet == class && s.weight > statedIs {
			return true
		}
	}
	return false
}

// states reports whether a word stands in a role.
func (d *description) states(r role) bool {
	for i := range d.mentions {
		if d.mentions[i].role == r {
			return true
		}
	}
	return false
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
func (w *writer) headingQuestion(near []candidate) []string {
	var names []string
	for i := range near {
		title := w.e.index.headings[w.e.index.headingOf[near[i].sub]].Title.In(w.language)
		if len(names) < maxNamedGoods && !slices.Contains(names, title) {
			names = append(names, title)
		}
	}
	if len(names) < 2 {
		return nil
	}
	for i, n := range names {
		names[i] = fmt.Sprintf("(%c) %s", 'a'+i, n)
	}
	return []string{fmt.Sprintf(w.p.which, strings.Join(names, "; "))}
}

// facetQuestions asks for the open facets whose value differs among near candidates, the leading
// heading's first.
func (w *writer) facetQuestions(near []candidate) (out []string) {
	x := w.e.index
	for _, group := range byHeading(x, near) {
		h := x.headingOf[group[0]]
		for at := range x.facet.facets[h] {
			if !x.facet.splits(at, group) || w.decided(h, at) {
				continue
			}
			if question := w.facetQuestion(h, at); question != "" && !slices.Contains(out, question) {
				out = append(out, question)
			}
		}
	}
	return out
}

// facetQuestion is the question of a heading's facet; one written as a mere noun becomes a sentence.
func (w *writer) facetQuestion(h int32, at int) string {
	name := w.e.index.facet.facets[h][at].name
	known, ok := w.e.index.headings[h].Facet(name)
	if !ok {
		return ""
	}
	question := known.Question.In(w.language)
	if bare := strings.Trim(question, "¿?"); !strings.Contains(bare, " ") {
		if called, ok := w.e.knowledge.Vocabulary().FacetName(name); ok {
			return fmt.Sprintf(w.p.measure, called.In(w.language))
		}
	}
	return question
}

// byHeading groups the subheadings of candidates by heading in order of rank. A heading with one near candidate is
// asked about with all its subheadings in mind.
func byHeading(x *index, near []candidate) (out [][]int32) {
	for i := range near {
		h := x.headingOf[near[i].sub]
		at := slices.IndexFunc(out, func(group []int32) bool { return x.headingOf[group[0]] == h })
		if at < 0 {
			at = len(out)
			out = append(out, nil)
		}
		out[at] = append(out[at], near[i].sub)
	}
	for i, group := range out {
		if h := x.headingOf[group[0]]; len(group) == 1 {
			out[i] = out[i][:0]
			for sub := x.firstSub[h]; sub < x.firstSub[h+1]; sub++ {
				out[i] = append(out[i], sub)
			}
		}
	}
	return out
}

// splits reports whether subheadings of a heading stand for different values of a facet.
func (f *facetIndex) splits(facet int, group []int32) bool {
	first, named := f.choice(group[0], facet)
	for _, sub := range group[1:] {
		if c, ok := f.choice(sub, facet); ok != named || ok && !c.same(first) {
			return true
		}
	}
	return false
}

// choice returns what a subheading stands for in a facet; of several the last.
func (f *facetIndex) choice(sub int32, facet int) (c choice, ok bool) {
	for _, own := range f.choices[sub] {
		if own.facet == facet {
			c, ok = own, true
		}
	}
	return c, ok
}

// decided reports whether the description states a value of the facet.
func (w *writer) decided(h int32, at int) bool {
	x := w.e.index.facet
	facet := &x.facets[h][at]
	for _, v := range facet.universe {
		if s, _ := x.strength(v, w.f.readings.heading(h)); s > statedIs {
			return true
		}
		for _, q := range w.f.measures {
			if x.values[v].limit.ok && x.values[v].limit.dimension == q.dimension {
				return true
			}
		}
	}
	return facet.class != "" && w.statesClass(w.f.readings.heading(h), facet.class)
}
