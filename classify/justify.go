package classify

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Bounds of a justification.
const (
	maxWordsNamed    = 5
	maxFacetsNamed   = 3
	precedentVisible = 0.2 // share of the precedents' votes worth a sentence
)

// justify says why candidate i stands where it does: the words, the values, the rule, the runner-up.
func (w *writer) justify(i int) string {
	c := &w.f.candidates[i]
	var b strings.Builder
	w.words(&b, c.sub)
	standings := w.standings(c.sub)
	if agreed := w.agreed(standings); agreed != "" {
		fmt.Fprintf(&b, w.p.stated, agreed)
	}
	if i > 0 {
		w.objection(&b, standings)
	}
	if c.neighbor >= precedentVisible {
		fmt.Fprintf(&b, w.p.precedent, 100*c.neighbor)
	}
	if i == 0 {
		if presupposed := w.presupposed(standings); presupposed != "" && !w.f.vague() {
			fmt.Fprintf(&b, w.p.presupposes, presupposed)
		}
		fmt.Fprintf(&b, w.p.rules, w.p.ruleName[w.f.rule], w.p.rule[w.f.rule])
		w.runnerUp(&b)
	}
	return strings.TrimSpace(b.String())
}

// words names the words of the description that led to a subheading, and the name of goods nearest to them.
func (w *writer) words(b *strings.Builder, sub int32) {
	list := w.evidence(sub)
	if len(list) == 0 {
		return
	}
	form := w.p.words
	if len(list) == 1 {
		form = w.p.word
	}
	fmt.Fprintf(b, form, w.p.list(list))
	best, x := &w.f.search.best[sub], w.e.index
	if best.score[0] > 0 {
		if nearest := w.f.search.hits[best.hit].term; x.terms[nearest].lang == w.tongue() && !x.terms[nearest].title() {
			fmt.Fprintf(b, w.p.knownAs, w.p.quote(x.termText[nearest]))
		}
	}
	b.WriteString(". ")
}

func (w *writer) tongue() lang {
	if w.p == &spanishPhrases {
		return langSpanish
	}
	return langEnglish
}

// namedWord is a word asked for that an answer may name.
type namedWord struct {
	*queryWord
	quoted string // as the description spells it, once it is needed
}

// evidence returns the description's words the subheading or its heading is known by, weightiest first, each
// quoted as the description spells it.
func (w *writer) evidence(sub int32) []string {
	if w.weighty == nil {
		w.weigh()
	}
	out := make([]string, 0, maxWordsNamed)
	x := w.e.index
	for i := range w.weighty {
		q := &w.weighty[i]
		if !holds(x.inSubs.of(q.id), sub) && !holds(x.inHeadings.of(q.id), x.headingOf[sub]) {
			continue
		}
		if q.quoted == "" {
			q.quoted = w.p.quote(w.spelled(q.text))
		}
		if !slices.Contains(out, q.quoted) {
			if out = append(out, q.quoted); len(out) == maxWordsNamed {
				break
			}
		}
	}
	return out
}

// weigh gathers the words that may be named.
func (w *writer) weigh() {
	words := w.f.query.words
	w.weighty = make([]namedWord, 0, len(words))
	for i := range words {
		if q := &words[i]; (q.main || q.echo) && !measureWord(q.text) {
			w.weighty = append(w.weighty, namedWord{queryWord: q})
		}
	}
	slices.SortStableFunc(w.weighty, func(a, b namedWord) int { return cmp.Compare(b.mass, a.mass) })
}

// measureWord reports whether a word is a number or a unit: it says how much, not what.
func measureWord(text string) bool {
	_, isUnit := units[text]
	return text == "" || text[0] >= '0' && text[0] <= '9' || isUnit
}

func holds(list []posting, doc int32) bool {
	i := sort.Search(len(list), func(i int) bool { return list[i].doc >= doc })
	return i < len(list) && list[i].doc == doc
}

// agreed names the facets the description states as the subheading needs them.
func (w *writer) agreed(standings []standing) string {
	var out []string
	for _, s := range standings {
		if len(out) < maxFacetsNamed && (s.verdict == verdictAgrees || s.verdict == verdictResidual) {
			out = append(out, fmt.Sprintf(w.p.facetIs, s.facet, s.stated))
		}
	}
	return strings.Join(out, "; ")
}

// presupposed names what the subheading stands for and the description leaves open.
func (w *writer) presupposed(standings []standing) string {
	var out []string
	for _, s := range standings {
		if len(out) < maxFacetsNamed && s.verdict == verdictOpen && s.own != "" {
			out = append(out, fmt.Sprintf(w.p.facetIs, s.facet, s.own))
		}
	}
	return strings.Join(out, "; ")
}

// objection says what speaks against a candidate that is not the first.
func (w *writer) objection(b *strings.Builder, standings []standing) {
	for _, s := range standings {
		if s.verdict == verdictAgainst && s.own != "" {
			fmt.Fprintf(b, w.p.against, s.facet, s.own, s.stated)
			return
		}
	}
	if presupposed := w.presupposed(standings); presupposed != "" {
		fmt.Fprintf(b, w.p.only, presupposed)
	}
}

// runnerUp says why the second candidate lost: what is stated speaks against it, it would need what is not
// stated, fewer words lead there, or they lead there less directly.
func (w *writer) runnerUp(b *strings.Builder) {
	if len(w.f.candidates) < 2 {
		return
	}
	first, second := w.f.candidates[0].sub, w.f.candidates[1].sub
	entry := w.e.index.subs[second]
	fmt.Fprintf(b, w.p.lost, entry.Code, entry.Title.In(w.language))
	open := ""
	for _, s := range w.standings(second) {
		switch {
		case s.verdict == verdictAgainst && s.own != "":
			fmt.Fprintf(b, w.p.lostFacet, s.facet, s.own, s.stated)
			return
		case s.verdict == verdictOpen && open == "" && w.differs(first, second, s):
			open = fmt.Sprintf(w.p.facetIs, s.facet, s.own)
		}
	}
	if open == "" {
		other := w.contrast(first, second)
		if other.verdict == verdictAgainst {
			fmt.Fprintf(b, w.p.lostFacet, other.facet, other.own, other.stated)
			return
		}
		if other.own != "" {
			open = fmt.Sprintf(w.p.facetIs, other.facet, other.own)
		}
	}
	words := w.evidence(second)
	switch {
	case open != "":
		fmt.Fprintf(b, w.p.lostOpen, open)
	case len(words) > 0 && len(words) < len(w.evidence(first)):
		fmt.Fprintf(b, w.p.lostWords, w.p.list(words))
	default:
		b.WriteString(w.p.lostLess)
	}
}

// differs reports whether two subheadings of a heading stand for different values of an open facet.
func (w *writer) differs(first, second int32, s standing) bool {
	if w.e.index.headingOf[first] != w.e.index.headingOf[second] || s.own == "" {
		return false
	}
	for _, other := range w.standings(first) {
		if other.facet == s.facet {
			return other.own != s.own
		}
	}
	return true
}
