package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
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
	if w.opening(&b, sub); b.Len() == 0 {
		return w.p.unclear
	}
	standings := w.standings(sub)
	if agreed := w.agreed(standings); agreed != "" {
		form := w.p.within
		if w.f.confidence[0] < bandLow {
			form = w.p.pointed
		}
		fmt.Fprintf(&b, form, entry.Code, entry.Title.In(w.language), agreed)
	} else if !w.f.vague() {
		form := w.p.belong
		if w.f.confidence[0] < bandLow {
			form = w.p.nearestSub
		}
		fmt.Fprintf(&b, form, entry.Code, entry.Title.In(w.language))
	}
	for _, n := range w.f.notesOn(sub, stanceSent) {
		b.WriteString(w.noteSaid(n))
	}
	if exclusion != nil {
		b.WriteString(exclusion.Text + " ")
	}
	w.votes(&b, sub)
	if !w.contradicted(&b, standings) {
		w.foreign(&b, sub)
	}
	if presumed := w.presumed(0); len(presumed) > 0 && !w.f.vague() {
		fmt.Fprintf(&b, w.p.presupposes, strings.Join(presumed, "; "))
	}
	switch told := w.f.confidence[0]; {
	case told >= bandLow:
		fmt.Fprintf(&b, w.p.rules, w.p.ruleName[w.f.rule], w.p.rule[w.f.rule])
	case told >= confidence.VagueCeiling: // what comes nearest is not covered yet
		fmt.Fprintf(&b, w.p.rulesOpen, w.p.ruleName[w.f.rule], w.p.rule[w.f.rule])
	}
	w.runnerUp(&b)
	return strings.TrimSpace(b.String())
}

// opening says which heading covers the goods, as far as the confidence bears it.
func (w *writer) opening(b *strings.Builder, sub int32) {
	goods := w.goods()
	if goods == "" || w.f.vague() {
		w.words(b, sub)
		return
	}
	heading, form := w.e.tree.Subs[sub].Parent, w.p.covered
	switch told := w.f.confidence[0]; {
	case told < confidence.VagueCeiling:
		form = w.p.guessed
	case told < bandLow:
		form = w.p.nearest
	}
	fmt.Fprintf(b, form, w.readAs(goods), heading.Code, heading.Title.In(w.language))
	w.nearestName(b, sub, goods)
	b.WriteString(". ")
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
