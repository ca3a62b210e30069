package prose

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// Bounds of a reason.
const (
	maxWordsNamed  = 5
	maxFacetsNamed = 3
)

// Writer writes the reasons of one finding in one language. It keeps what several sentences need.
type Writer struct {
	comparison
	weighty []namedWord // the words asked for, weightiest first
}

// Write returns the writer of a finding.
func (l *Library) Write(f *Finding, v voice.Voice) *Writer {
	return &Writer{comparison: comparison{quoter: quoter{Library: l, Finding: f, Voice: v}}}
}

// Grounds speak for or against a candidate besides the words of the description.
type Grounds struct {
	Notes     []*tariff.Note // of the first candidate those that send goods here, of others those that take them away
	Exclusion string         // the sentence of a heading that leaves the goods to another, "" where none does
	Precedent string         // the sentence on the organisation's own goods, "" where they say nothing
	Rulings   []string       // the sentences on the nearest rulings
}

// said returns the grounds but the notes, in the order in which they are given.
func (g *Grounds) said() (out []string) {
	for _, sentence := range append([]string{g.Exclusion, g.Precedent}, g.Rulings...) {
		if sentence != "" {
			out = append(out, sentence)
		}
	}
	return out
}

// Reason states why candidate i stands where it does. For the first: what the goods are, the heading that covers
// them, what decides the subheading, the note, the rule, and why the runner-up fails. For the others: what supports
// them and what speaks against them.
func (w *Writer) Reason(i int, grounds *Grounds) string {
	if i == 0 {
		return strings.Join(w.argue(grounds), " ")
	}
	sub := w.Candidates[i].Sub
	standings := w.standings(sub)
	out := []string{w.whence(sub)}
	if agreed := w.agreed(standings); agreed != "" {
		out = append(out, w.Say("states_required", "facts", agreed))
	}
	if objection := w.objection(sub, standings); objection != "" {
		out = append(out, objection)
	}
	if len(grounds.Notes) > 0 {
		out = append(out, w.noteSaid(grounds.Notes[0]))
	}
	return strings.Join(append(out, grounds.said()...), " ")
}

// argue is the reason of the first candidate, by sentences.
func (w *Writer) argue(grounds *Grounds) []string {
	sub, sure := w.Candidates[0].Sub, w.Confidence[0]
	grounded := w.grounded(sub, grounds)
	standings := w.standings(sub)
	against := w.contradicted(standings)
	if against == "" {
		against = w.foreign(sub)
	}
	if !grounded || against != "" { // likeness covers nothing, nor does what is stated otherwise
		sure = min(sure, confidence.BandLow-0.01)
	}
	opening := w.opening(sub, sure)
	if opening == "" {
		return []string{w.Say("summary_unclear")}
	}
	out := []string{opening}
	switch {
	case !grounded || w.Vague:
		out = append(out, w.likeness(sub))
	case sure < confidence.BandLow && w.nearestName(sub, w.goods()) == "" && w.agreed(standings) == "":
		if lead := noun(w, sub); lead != "" {
			out = append(out, w.Say("led_by", "noun", lead))
		} else {
			out = append(out, w.likeness(sub))
		}
	}
	if within := w.within(sub, standings, sure); within != "" {
		out = append(out, within)
	}
	if facts := w.asTitled(sub, strings.Join(out, " ")); facts != "" {
		out = append(out, w.Say("terms_stated", "facts", facts))
	}
	for _, n := range grounds.Notes {
		out = append(out, w.noteSaid(n))
	}
	out = append(out, grounds.said()...)
	if against != "" {
		out = append(out, against)
	}
	if presumed := w.Presumed(0); len(presumed) > 0 && !w.Vague {
		out = append(out, w.Say("presupposes", "facts", strings.Join(presumed, "; ")))
	}
	name, rule := w.Say("rule_name "+w.Rule), w.Say("rule "+w.Rule)
	switch {
	case against != "": // what is stated otherwise is not covered
	case sure >= confidence.BandLow:
		out = append(out, w.Say("rules", "name", name, "rule", rule))
	case sure >= confidence.VagueCeiling: // what comes nearest is not covered yet
		out = append(out, w.Say("rules_open", "name", name, "rule", rule))
	}
	if rival := w.runnerUp(); rival != "" {
		out = append(out, rival)
	}
	return out
}

// opening states which heading covers the goods, as strongly as the confidence allows; "" where no word supports it.
func (w *Writer) opening(sub int32, sure float64) string {
	goods := w.goods()
	if goods == "" {
		return w.words(sub)
	}
	heading, key := w.Tree.Subs[sub].Parent, "covered"
	switch {
	case sure < confidence.VagueCeiling || w.Vague:
		key = "guessed_heading"
	case sure < confidence.BandLow:
		key = "nearest_heading"
	}
	return w.Say(key, "goods", w.readAs(goods), "code", heading.Code, "title", heading.Title.In(w.Language)) + w.nearestName(sub, goods) + "."
}

// within states how the subheading follows from the heading.
func (w *Writer) within(sub int32, standings []standing, sure float64) string {
	entry, low := w.Tree.Subs[sub], sure < confidence.BandLow
	title := entry.Title.In(w.Language)
	agreed := w.agreed(standings)
	switch {
	case agreed != "" && low:
		return w.Say("pointed_to", "code", entry.Code, "title", title, "facts", agreed)
	case agreed != "":
		return w.Say("follows", "code", entry.Code, "title", title, "facts", agreed)
	case w.Vague:
		return ""
	case low:
		return w.Say("nearest_subheading", "code", entry.Code, "title", title)
	}
	return w.Say("belongs", "code", entry.Code, "title", title)
}

// noteSaid states a note that decides. The terms of a heading name it themselves.
func (w *Writer) noteSaid(n *tariff.Note) string {
	if strings.HasPrefix(n.ID, "h") {
		return n.Text.In(w.Language)
	}
	return w.Say("noted", "note", w.noteName(n.ID), "text", n.Text.In(w.Language))
}

// words names the words of the description that led to a subheading, and the name of goods nearest to them.
func (w *Writer) words(sub int32) string {
	list := w.evidence(sub)
	if len(list) == 0 {
		return ""
	}
	key := "words_lead"
	if len(list) == 1 {
		key = "word_leads"
	}
	return w.Say(key, "words", strings.Join(list, ", ")) + w.nearestName(sub, "") + "."
}

// namedWord is a word asked for that an answer may name.
type namedWord struct {
	*lookup.Word
	quoted string // as the description spells it, once it is needed
}

// whence names the heading of a subheading behind the first.
func (w *Writer) whence(sub int32) string {
	entry, first := w.Tree.Subs[sub], w.Tree.Subs[w.Candidates[0].Sub]
	if entry.Parent == first.Parent {
		return w.Say("same_heading", "code", first.Code)
	}
	return w.Say("other_heading", "code", entry.Parent.Code, "title", entry.Parent.Title.In(w.Language))
}

// evidence returns the description's words the subheading or its heading is known by, weightiest first, each
// quoted as the description spells it.
func (w *Writer) evidence(sub int32) []string {
	if w.weighty == nil {
		w.weigh()
	}
	out := make([]string, 0, maxWordsNamed)
	for i := range w.weighty {
		q := &w.weighty[i]
		if !w.Index.Uses(q.ID, sub) {
			continue
		}
		if q.quoted == "" {
			q.quoted = w.Quote(w.spelled(q.Text))
		}
		if !slices.Contains(out, q.quoted) {
			if out = append(out, q.quoted); len(out) == maxWordsNamed {
				break
			}
		}
	}
	return out
}

// noun quotes the noun that the goods are named by, where names of a subheading's goods end with it; "" elsewhere.
func noun(w *Writer, sub int32) string {
	head := w.head()
	if head == "" || w.Words.sets[head] || !lookup.HeadsAny(w.Index, head, w.Description.Language, sub) {
		return ""
	}
	return w.Quote(w.spelled(head))
}

// weigh gathers the words that may be named.
func (w *Writer) weigh() {
	words := w.Query.Words
	w.weighty = make([]namedWord, 0, len(words))
	for i := range words {
		if q := &words[i]; (q.Main || q.Echo) && !w.Reader.IsMeasure(q.Text) {
			w.weighty = append(w.weighty, namedWord{Word: q})
		}
	}
	slices.SortStableFunc(w.weighty, func(a, b namedWord) int { return cmp.Compare(b.Mass, a.Mass) })
}
