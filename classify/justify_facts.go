package classify

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
)

// told says a fact: what it is of, and which. Where the facet's name means something beside the heading's question alone, only what was said
// is told.
func (w *writer) told(s standing) string {
	switch {
	case s.broad:
		return w.p.quote(s.said)
	case s.local && s.own == "":
		return fmt.Sprintf(w.p.facetIs, s.facet, w.p.quote(s.said))
	}
	return fmt.Sprintf(w.p.facetIs, s.facet, s.stated)
}

// agreed names the facets the description states as the subheading needs them. What kind of goods they are is no reason: the
// terms of the subheading say it, and a word gives one reason only.
func (w *writer) agreed(standings []standing) string {
	var out, said []string
	for _, s := range standings {
		if s.kind || s.verdict != verdictAgrees && s.verdict != verdictResidual {
			continue
		}
		if slices.ContainsFunc(said, func(told string) bool { return strings.Contains(told, s.said) }) {
			continue
		}
		if at := slices.IndexFunc(said, func(told string) bool { return strings.Contains(s.said, told) }); at >= 0 { // "150 cc" says more than "cc"
			out[at], said[at] = w.told(s), s.said
			continue
		}
		if len(out) < maxFacetsNamed {
			out, said = append(out, w.told(s)), append(said, s.said)
		}
	}
	return strings.Join(out, "; ")
}

// presupposed names what the subheading stands for and the description leaves open.
func (w *writer) presupposed(standings []standing) string {
	return strings.Join(w.presumptions(standings), "; ")
}

func (w *writer) presumptions(standings []standing) (out []string) {
	left := false // what siblings leave is presumed once
	for _, s := range standings {
		if len(out) == maxFacetsNamed || s.verdict != verdictOpen || s.required() == "" || s.residual && (s.kind || left) || s.own == "" && (s.broad || !s.residual) {
			continue
		}
		left = left || s.residual
		out = append(out, fmt.Sprintf(w.p.facetIs, s.facet, s.required()))
	}
	return out
}

// presumed is what candidate i presumes: what its subheading does, and the material or construction its chapter is of where goods of the same
// name are of another chapter too and nothing is stated.
func (w *writer) presumed(i int) []string {
	sub := w.f.candidates[i].Sub
	standings := w.standings(sub)
	if w.nameOf(sub) != "" { // a name of its own goods leaves none of its siblings'
		standings = slices.DeleteFunc(slices.Clone(standings), func(s standing) bool { return s.residual })
	}
	out := w.presumptions(standings)
	if own := w.chapterValue(sub); own != "" && len(out) < maxFacetsNamed && (w.ofAny(sub) || w.rivalled(sub, own)) {
		value := w.e.knowledge.Vocabulary().Value(own)
		name, _ := w.e.knowledge.Vocabulary().FacetName(value.Facet)
		if !w.statesClass(w.f.readings.Central, value.Facet) && !slices.ContainsFunc(w.standings(sub), func(s standing) bool { return s.facet == name.In(w.language) }) {
			out = append(out, fmt.Sprintf(w.p.facetIs, name.In(w.language), value.Name.In(w.language)))
		}
	}
	return out
}

// ofAny reports whether goods of a subheading's kind are of any material, so that its own goes unsaid in their name: bottles, screws.
func (w *writer) ofAny(sub int32) bool {
	code := w.e.tree.Subs[sub].Code
	return w.e.words.rules.articles[code[:2]] || w.e.words.rules.articles[code[:4]]
}

// chapterValue is the value that all goods of a subheading's chapter have; empty where there is none.
func (w *writer) chapterValue(sub int32) string {
	return w.e.words.rules.chapters[w.e.tree.Subs[sub].Code[:2]]
}

// Bounds of what counts as goods of the same name in another chapter.
const (
	rivalsSeen = 8
	rivalNamed = 0.6 // share of a name asked for
)

// rivalled reports whether goods that go by much the same name belong to a chapter of another value.
func (w *writer) rivalled(sub int32, own string) bool {
	for i := range min(len(w.f.candidates), rivalsSeen) {
		c := &w.f.candidates[i]
		other := w.chapterValue(c.Sub)
		if other != "" && other != own && c.Sub != sub && c.Features != nil && c.Features[rank.FeatTermWhole] >= rivalNamed {
			return true
		}
	}
	return false
}

// objection says what speaks against a candidate that is not the first.
func (w *writer) objection(b *strings.Builder, standings []standing) {
	if w.contradicted(b, standings) {
		return
	}
	if presupposed := w.presupposed(standings); presupposed != "" {
		fmt.Fprintf(b, w.p.only, presupposed)
	}
}

// contradicted says where something else is stated than a subheading stands for, and reports whether it is so.
func (w *writer) contradicted(b *strings.Builder, standings []standing) bool {
	for _, s := range standings {
		if s.verdict == verdictAgainst && s.own != "" && !s.local && !strings.Contains(s.own, s.value) {
			fmt.Fprintf(b, w.p.against, s.facet, s.own, s.stated)
			return true
		}
	}
	return false
}

// foreign says where goods are stated to be of another material than the chapter of the first candidate is of.
func (w *writer) foreign(b *strings.Builder, sub int32) {
	x := w.e.facets
	own, ok := x.Number[w.chapterValue(sub)]
	agreed := func(s standing) bool { return s.verdict == verdictAgrees || s.verdict == verdictResidual }
	if !ok || x.Values[own].Facet != facetMaterial || slices.ContainsFunc(w.standings(sub), agreed) {
		return
	}
	best := facet.Statement{}
	for _, s := range w.f.readings.Central {
		if x.Values[s.Value].Facet != facetMaterial || s.Weight < statedOfGoods {
			continue
		}
		if x.Overlap([]int32{s.Value}, []int32{own}) {
			return
		}
		if s.Weight > best.Weight {
			best = s
		}
	}
	if best.Weight > 0 {
		name, _ := w.e.knowledge.Vocabulary().FacetName(facetMaterial)
		fmt.Fprintf(b, w.p.against, name.In(w.language), w.e.knowledge.Vocabulary().Value(x.Values[own].ID).Name.In(w.language), w.says(best))
	}
}

// farRival is the share of the first candidate's probability below which the second is no rival, unless something stated
// speaks against it.
const farRival = 0.05

// runnerUp says why the second candidate lost: what is stated speaks against it, it would need what is not
// stated, or it is only less near; or that there is none.
func (w *writer) runnerUp(b *strings.Builder) {
	if len(w.f.candidates) < 2 {
		return
	}
	first, second := &w.f.candidates[0], &w.f.candidates[1]
	why := w.opposed(first.Sub, second.Sub)
	if why == "" && second.P < farRival*first.P {
		b.WriteString(w.p.noRival)
		return
	}
	entry := w.e.tree.Subs[second.Sub]
	fmt.Fprintf(b, w.p.lost, entry.Code, entry.Title.In(w.language))
	if why == "" {
		why = w.lessNear(first.Sub, second)
	}
	b.WriteString(why)
}

// lessNear tells how a rival that nothing rules out is less near: the description holds a name of the first one's goods, none
// of the second's, or neither.
func (w *writer) lessNear(first int32, second *rank.Candidate) string {
	if w.nameOf(second.Sub) == "" && !w.f.ranking.Search.Exactly(second.Sub) {
		if name := w.nameOf(first); name != "" {
			return fmt.Sprintf(w.p.lostName, w.p.quote(name), w.e.tree.Subs[first].Code)
		}
		if second.Features != nil && second.Features[rank.FeatTermWhole] < describes {
			return w.p.lostUnnamed
		}
	}
	return w.p.lostLess
}

// opposed says what of the goods keeps them out of the second subheading, or what it would need that is not stated; empty
// where neither is known.
func (w *writer) opposed(first, second int32) string {
	same := w.e.tree.HeadingOf[first] == w.e.tree.HeadingOf[second]
	if !same {
		if other := w.contrast(first, second); other.verdict == verdictAgainst {
			return fmt.Sprintf(w.p.lostFacet, other.facet, other.own, other.stated)
		}
	}
	open := ""
	for _, s := range w.standings(second) {
		switch {
		case s.verdict == verdictAgainst && s.local:
			if same && w.covers(first, s) {
				return fmt.Sprintf(w.p.lostMine, w.p.quote(w.kindSaid(s)), w.e.tree.Subs[first].Code)
			}
		case s.verdict == verdictAgainst && s.residual:
			return fmt.Sprintf(w.p.lostOther, s.facet, s.stated)
		case s.verdict == verdictAgainst && s.own == "":
			open = w.p.lostTerms
		case s.verdict == verdictAgainst:
			return fmt.Sprintf(w.p.lostFacet, s.facet, s.own, s.stated)
		case s.verdict == verdictOpen && open == "" && same && w.differs(first, s):
			open = w.lacking(s)
		}
	}
	if open == "" && !same {
		if other := w.contrast(first, second); other.own != "" {
			open = w.lacking(other)
		}
	}
	return open
}

// maxKindWords is the length of a name up to which the goods are told whole.
const maxKindWords = 4

// kindSaid is what was said of the goods' kind: their whole name, where it is short.
func (w *writer) kindSaid(s standing) string {
	if goods := w.goods(); s.kind && strings.Contains(goods, s.said) && len(strings.Fields(goods)) <= maxKindWords {
		return goods
	}
	return s.said
}

// lacking says that a facet a subheading needs is not stated.
func (w *writer) lacking(s standing) string {
	if s.own == "" {
		return w.p.lostTerms
	}
	return fmt.Sprintf(w.p.lostOpen, fmt.Sprintf(w.p.facetIs, s.facet, s.own))
}

// covers reports whether a subheading stands for what was said of another's facet.
func (w *writer) covers(sub int32, s standing) bool {
	return slices.ContainsFunc(w.standings(sub), func(own standing) bool {
		return own.facet == s.facet && own.verdict == verdictAgrees && own.said == s.said
	})
}

// differs reports whether the first subheading stands for another value of an open facet of its heading.
func (w *writer) differs(first int32, s standing) bool {
	for _, other := range w.standings(first) {
		if other.facet == s.facet {
			return other.values != s.values
		}
	}
	return true
}
