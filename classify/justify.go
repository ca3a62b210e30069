package classify

import (
	"fmt"
	"sort"
	"strings"

	"tariffdesk/tariff"
)

// justify says why candidate i stands where it does: the words, the values, the rule, the runner-up.
func (e *Engine) justify(f *finding, i int, language tariff.Language) string {
	c, p := &f.candidates[i], phrasesIn(language)
	var b strings.Builder
	if list := e.evidenceWords(f, c.sub); len(list) > 0 {
		ev := &f.search.subs[c.sub]
		name := e.index.subs[c.sub].Title.In(language)
		if ev.best[0] > 0 {
			name = e.index.termText[ev.term]
		}
		fmt.Fprintf(&b, p.named, quoted(list), name)
	}
	if stated := e.statedValues(c, language); stated != "" {
		fmt.Fprintf(&b, p.stated, stated)
	}
	if c.neighbor >= 0.2 {
		fmt.Fprintf(&b, p.precedent, 100*c.neighbor)
	}
	if i == 0 {
		fmt.Fprintf(&b, p.rules, string(f.rule), p.rule[f.rule])
		e.runnerUp(&b, f, language)
	}
	return strings.TrimSpace(b.String())
}

// evidenceWords returns the description's words the subheading is known by, weightiest first.
func (e *Engine) evidenceWords(f *finding, sub int32) []string {
	type found struct {
		text string
		mass float32
	}
	var list []found
	for _, w := range f.query.words {
		if !w.main || !holds(e.index.inSubs.of(w.id), sub) && !holds(e.index.inHeadings.of(w.id), e.index.headingOf[sub]) {
			continue
		}
		list = append(list, found{w.text, w.mass})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].mass > list[j].mass })
	var out []string
	for _, w := range list {
		if len(out) == 5 {
			break
		}
		if !containsWord(out, w.text) {
			out = append(out, w.text)
		}
	}
	return out
}

func holds(list []posting, doc int32) bool {
	i := sort.Search(len(list), func(i int) bool { return list[i].doc >= doc })
	return i < len(list) && list[i].doc == doc
}

// statedValues names the facet value that spoke for the candidate.
func (e *Engine) statedValues(c *candidate, language tariff.Language) string {
	if c.facets.because.weight == 0 {
		return ""
	}
	p, v := phrasesIn(language), e.knowledge.Vocabulary()
	h := e.index.headingOf[c.sub]
	name := v.FacetName(e.index.facet.facets[h][c.facets.facet].name)
	value := e.index.facet.values[c.facets.because.value].id
	return fmt.Sprintf(p.facetIs, name.In(language), v.ValueName(value).In(language))
}

// runnerUp says why the second candidate lost.
func (e *Engine) runnerUp(b *strings.Builder, f *finding, language tariff.Language) {
	if len(f.candidates) < 2 {
		return
	}
	p, second := phrasesIn(language), &f.candidates[1]
	entry := e.index.subs[second.sub]
	fmt.Fprintf(b, p.lost, entry.Code, entry.Title.In(language))
	if against := second.facets.contrary; against.weight > 0 {
		value := e.index.facet.values[against.value].id
		fmt.Fprintf(b, p.lostFacet, e.knowledge.Vocabulary().ValueName(value).In(language))
		return
	}
	b.WriteString(p.lostWords)
}

func quoted(list []string) string { return "“" + strings.Join(list, "”, “") + "”" }
