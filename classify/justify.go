package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Bounds of a justification.
const (
	maxWordsNamed    = 5
	maxFacetsNamed   = 3
	precedentVisible = 0.2 // share of the precedents' votes worth a sentence
)

// justify says why candidate i stands where it does: of the first what the goods are, the heading that covers them, what
// decides the subheading, the note, the rule and why the runner-up fails; of the others what leads to them and what speaks against them.
func (w *writer) justify(i int, exclusion *Evidence) string {
	if i == 0 {
		return w.argue(exclusion)
	}
	c := &w.f.candidates[i]
	var b strings.Builder
	w.whence(&b, c.Sub)
	standings := w.standings(c.Sub)
	if agreed := w.agreed(standings); agreed != "" {
		fmt.Fprintf(&b, w.p.stated, agreed)
	}
	w.objection(&b, standings)
	if against := w.f.notesOn(c.Sub, stanceGoverned); len(against) > 0 {
		n := against[0]
		b.WriteString(w.noteSaid(n))
	}
	if exclusion != nil {
		b.WriteString(exclusion.Text + " ")
	}
	w.votes(&b, c.Sub)
	return strings.TrimSpace(b.String())
}

// argue is the reason of the first candidate.
func (w *writer) argue(exclusion *Evidence) string {
	sub := w.f.candidates[0].Sub
	entry := w.e.tree.Subs[sub]
	var b strings.Builder
	goods := w.goods()
	quoted := w.p.quote(goods)
	if goods == "" {
		quoted = w.p.list(w.evidence(sub)) // told as they were read
	}
	if quoted != "" && !w.f.vague() {
		form := w.p.covered
		if w.f.confidence[0] < bandLow {
			form = w.p.nearest
		}
		fmt.Fprintf(&b, form, quoted, entry.Parent.Code, entry.Parent.Title.In(w.language))
		w.nearestName(&b, sub, goods)
		b.WriteString(". ")
	} else {
		w.words(&b, sub)
	}
	standings := w.standings(sub)
	if agreed := w.agreed(standings); agreed != "" {
		fmt.Fprintf(&b, w.p.within, entry.Code, entry.Title.In(w.language), agreed)
	} else if !w.f.vague() {
		fmt.Fprintf(&b, w.p.belong, entry.Code, entry.Title.In(w.language))
	}
	for _, n := range w.f.notesOn(sub, stanceSent) {
		b.WriteString(w.noteSaid(n))
	}
	if exclusion != nil {
		b.WriteString(exclusion.Text + " ")
	}
	w.votes(&b, sub)
	if presupposed := w.presupposed(standings); presupposed != "" && !w.f.vague() {
		fmt.Fprintf(&b, w.p.presupposes, presupposed)
	}
	fmt.Fprintf(&b, w.p.rules, w.p.ruleName[w.f.rule], w.p.rule[w.f.rule])
	w.runnerUp(&b)
	return strings.TrimSpace(b.String())
}

// noteSaid tells a note that decides; the terms of a heading name it themselves.
func (w *writer) noteSaid(n *tariff.Note) string {
	if strings.HasPrefix(n.ID, "h") {
		return n.Text.In(w.language) + " "
	}
	return fmt.Sprintf(w.p.noted, w.noteName(n.ID), n.Text.In(w.language))
}

func (w *writer) votes(b *strings.Builder, sub int32) {
	if votes := w.f.neighbors.Share(sub); votes >= precedentVisible {
		fmt.Fprintf(b, w.p.precedent, 100*votes)
	}
	w.cite(b, sub)
}

// maxGoodsWords bounds what of a description names the goods.
const maxGoodsWords = 9

// goods is how the description itself names the goods: the words before its first break, as written.
// It is empty where the words that count were read from a code or a short form: those are told as they were read.
func (w *writer) goods() string {
	if slices.ContainsFunc(w.f.description.Mentions, func(m text.Mention) bool { return m.Of != "" }) {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(w.f.settled.text), "\n")
	for _, mark := range []string{". ", "; ", ", ", " - ", " | ", ": "} {
		before, _, found := strings.Cut(first, mark)
		if listed := mark == ", " && w.f.description.Says(w.e.words.rules.sets); found && strings.Contains(before, " ") && !listed {
			first = before
		}
	}
	words := strings.Fields(first)
	if len(words) > maxGoodsWords {
		words = append(words[:maxGoodsWords:maxGoodsWords], "…")
	}
	return strings.Trim(strings.Join(words, " "), ".,;:|- ")
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
	w.nearestName(b, sub, "")
	b.WriteString(". ")
}

// nearestName adds the name of goods that comes nearest, where it is in the answer's language and not what was said.
func (w *writer) nearestName(b *strings.Builder, sub int32, said string) {
	if hit := w.f.ranking.Search.BestHit(sub); hit != nil {
		if nearest := w.e.index.Name(hit.Term); nearest.Lang == w.tongue() && !nearest.Title && text.Fold(nearest.Text) != text.Fold(said) && w.saidOf(nearest.Text) {
			fmt.Fprintf(b, w.p.knownAs, w.p.quote(nearest.Text))
		}
	}
}

// saidOf reports whether the description says every word of a name: one of which it says less is a neighbour, and no reason.
func (w *writer) saidOf(name string) bool {
	for word := range strings.FieldsFuncSeq(text.Fold(name), betweenWords) {
		if _, said := w.spelling(word); !said && utf8.RuneCountInString(word) > 2 {
			return false
		}
	}
	return true
}

func (w *writer) tongue() text.Lang {
	if w.p == &spanishPhrases {
		return text.Spanish
	}
	return text.English
}

// namedWord is a word asked for that an answer may name.
type namedWord struct {
	*lookup.Word
	quoted string // as the description spells it, once it is needed
}

// whence says of which heading a subheading behind the first is.
func (w *writer) whence(b *strings.Builder, sub int32) {
	entry, first := w.e.tree.Subs[sub], w.e.tree.Subs[w.f.candidates[0].Sub]
	if entry.Parent == first.Parent {
		fmt.Fprintf(b, w.p.sameHeading, first.Code)
		return
	}
	fmt.Fprintf(b, w.p.otherHeading, entry.Parent.Code, entry.Parent.Title.In(w.language))
}

// evidence returns the description's words the subheading or its heading is known by, weightiest first, each
// quoted as the description spells it.
func (w *writer) evidence(sub int32) []string {
	if w.weighty == nil {
		w.weigh()
	}
	out := make([]string, 0, maxWordsNamed)
	for i := range w.weighty {
		q := &w.weighty[i]
		if !w.e.index.Uses(q.ID, sub) {
			continue
		}
		if q.quoted == "" {
			q.quoted = w.p.quote(w.spelled(q.Text))
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
	words := w.f.query.Words
	w.weighty = make([]namedWord, 0, len(words))
	for i := range words {
		if q := &words[i]; (q.Main || q.Echo) && !w.e.words.reader.IsMeasure(q.Text) {
			w.weighty = append(w.weighty, namedWord{Word: q})
		}
	}
	slices.SortStableFunc(w.weighty, func(a, b namedWord) int { return cmp.Compare(b.Mass, a.Mass) })
}

// agreed names the facets the description states as the subheading needs them. What kind of goods they are is no reason: the
// terms of the subheading say it, and a word gives one reason only.
func (w *writer) agreed(standings []standing) string {
	var out, told []string
	for _, s := range standings {
		if s.kind || slices.Contains(told, s.stated) || s.verdict != verdictAgrees && s.verdict != verdictResidual {
			continue
		}
		if len(out) < maxFacetsNamed {
			out, told = append(out, fmt.Sprintf(w.p.facetIs, s.facet, s.stated)), append(told, s.stated)
		}
	}
	return strings.Join(out, "; ")
}

// presupposed names what the subheading stands for and the description leaves open.
func (w *writer) presupposed(standings []standing) string {
	return strings.Join(w.presumptions(standings), "; ")
}

func (w *writer) presumptions(standings []standing) (out []string) {
	for _, s := range standings {
		if len(out) < maxFacetsNamed && s.verdict == verdictOpen && s.own != "" {
			out = append(out, fmt.Sprintf(w.p.facetIs, s.facet, s.own))
		}
	}
	return out
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
	search := w.f.ranking.Search
	switch {
	case why != "":
	case second.P < farRival*first.P:
		b.WriteString(w.p.noRival)
		return
	case search.Exactly(first.Sub) && !search.Exactly(second.Sub):
		why = fmt.Sprintf(w.p.lostName, w.e.tree.Subs[first.Sub].Code)
	default:
		why = w.p.lostLess
	}
	entry := w.e.tree.Subs[second.Sub]
	fmt.Fprintf(b, w.p.lost, entry.Code, entry.Title.In(w.language))
	b.WriteString(why)
}

// opposed says what of the goods keeps them out of the second subheading, or what it would need that is not stated; empty
// where neither is known.
func (w *writer) opposed(first, second int32) string {
	open := ""
	for _, s := range w.standings(second) {
		switch {
		case s.verdict == verdictAgainst && s.own == "":
			return fmt.Sprintf(w.p.lostOther, s.facet, s.stated)
		case s.verdict == verdictAgainst && s.kind && w.goods() != "": // of what the goods are their whole name tells
			return fmt.Sprintf(w.p.lostFacet, s.facet, s.own, w.p.quote(w.goods()))
		case s.verdict == verdictAgainst:
			return fmt.Sprintf(w.p.lostFacet, s.facet, s.own, s.stated)
		case s.verdict == verdictOpen && open == "" && w.differs(first, second, s):
			open = fmt.Sprintf(w.p.facetIs, s.facet, s.own)
		}
	}
	if open == "" {
		other := w.contrast(first, second)
		if other.verdict == verdictAgainst {
			return fmt.Sprintf(w.p.lostFacet, other.facet, other.own, other.stated)
		}
		if other.own != "" {
			open = fmt.Sprintf(w.p.facetIs, other.facet, other.own)
		}
	}
	if open == "" {
		return ""
	}
	return fmt.Sprintf(w.p.lostOpen, open)
}

// differs reports whether two subheadings of a heading stand for different values of an open facet.
func (w *writer) differs(first, second int32, s standing) bool {
	if w.e.tree.HeadingOf[first] != w.e.tree.HeadingOf[second] || s.own == "" {
		return false
	}
	for _, other := range w.standings(first) {
		if other.facet == s.facet {
			return other.own != s.own
		}
	}
	return true
}
