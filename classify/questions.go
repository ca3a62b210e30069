package classify

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
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
	if len(f.candidates) == 0 || f.query.Known == 0 {
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
	if len(out) < maxQuestions && f.query.Known <= 2 && !f.description.States(text.RolePurpose) {
		out = append(out, p.usedFor)
	}
	return out[:min(len(out), maxQuestions)]
}

// vagueQuestions asks what the goods are: no word of the description says.
func (w *writer) vagueQuestions() []string {
	stated := w.f.readings.Central
	out := []string{w.p.what}
	switch x := w.e.facets; {
	case x.Asked("part", stated) > 0 || x.Asked("accessory", stated) > 0:
		return []string{w.p.partOf, w.p.madeOf}
	case w.f.description.Says(w.e.words.rules.sets):
		out = append(out, w.p.setOf)
	}
	if !w.statesClass(stated, "material") {
		out = append(out, w.p.madeOf)
	}
	return append(out, w.p.usedFor)[:min(len(out)+1, maxQuestions)]
}

func (w *writer) statesClass(stated []facet.Statement, class string) bool {
	for _, s := range stated {
		if w.e.facets.Values[s.Value].Facet == class && s.Weight > statedIs {
			return true
		}
	}
	return false
}

// near returns the candidates that could still be right.
func (f *finding) near() []rank.Candidate {
	n := 1
	for n < len(f.candidates) && n < maxNear && f.candidates[n].P >= nearShare*f.candidates[0].P {
		n++
	}
	return f.candidates[:n]
}

// headingQuestion asks between headings where near candidates stand in several.
func (w *writer) headingQuestion(near []rank.Candidate) []string {
	var names []string
	for i := range near {
		title := w.e.tree.Headings[w.e.tree.HeadingOf[near[i].Sub]].Title.In(w.language)
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
func (w *writer) facetQuestions(near []rank.Candidate) (out []string) {
	x := w.e.facets
	for _, group := range byHeading(x.Tree, near) {
		h := x.HeadingOf[group[0]]
		for at := range x.Facets[h] {
			if !x.Splits(at, group) || w.decided(h, at) {
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
	name := w.e.facets.Facets[h][at].Name
	known, ok := w.e.tree.Headings[h].Facet(name)
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
func byHeading(x *code.Tree, near []rank.Candidate) (out [][]int32) {
	for i := range near {
		h := x.HeadingOf[near[i].Sub]
		at := slices.IndexFunc(out, func(group []int32) bool { return x.HeadingOf[group[0]] == h })
		if at < 0 {
			at = len(out)
			out = append(out, nil)
		}
		out[at] = append(out[at], near[i].Sub)
	}
	for i, group := range out {
		if h := x.HeadingOf[group[0]]; len(group) == 1 {
			out[i] = out[i][:0]
			for sub := x.FirstSub[h]; sub < x.FirstSub[h+1]; sub++ {
				out[i] = append(out[i], sub)
			}
		}
	}
	return out
}

// decided reports whether the description states a value of the facet.
func (w *writer) decided(h int32, at int) bool {
	x := w.e.facets
	facet := &x.Facets[h][at]
	for _, v := range facet.Universe {
		if s, _ := x.Strength(v, w.f.readings.Heading(h)); s > statedIs {
			return true
		}
		for _, q := range w.f.measures {
			if x.Values[v].Limit.Ok && x.Values[v].Limit.Dimension == q.Dimension {
				return true
			}
		}
	}
	return facet.Class != "" && w.statesClass(w.f.readings.Heading(h), facet.Class)
}
