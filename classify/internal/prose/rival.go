package prose

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// farRival is the share of the first candidate's probability below which the second is no rival, unless something stated
// speaks against it.
const farRival = 0.05

// runnerUp states why the second candidate lost: a stated fact speaks against it, it needs a fact that is not stated,
// or it is only less near. It may also state that there is no second one.
func (w *Writer) runnerUp() string {
	if len(w.Candidates) < 2 {
		return ""
	}
	first, second := &w.Candidates[0], &w.Candidates[1]
	why := w.opposed(first.Sub, second.Sub)
	if why == "" && second.P < farRival*first.P && saysToo(w, first.Sub, second.Sub) == "" {
		return w.Say("no_rival")
	}
	if why == "" {
		why = w.lessNear(first.Sub, second)
	}
	entry := w.Tree.Subs[second.Sub]
	return w.Say("runner_up", "code", entry.Code, "title", entry.Title.In(w.Language)) + why
}

// lessNear tells how a rival that nothing rules out is less near: the description holds a name of the first one's goods, none
// of the second's, or words that only the first one's goods are known by; the rival is what others leave; or nothing says that the goods are of its heading or kind.
func (w *Writer) lessNear(first int32, second *rank.Candidate) string {
	if w.nameOf(second.Sub) == "" && !w.Ranking.Search.Exactly(second.Sub) {
		if name := w.nameOf(first); name != "" {
			return w.Say("runner_up_name", "name", w.Quote(name), "code", w.Tree.Subs[first].Code)
		}
		agrees := func(s standing) bool { return s.verdict == verdictAgrees } // "saithe" names the species of the fresh fish too
		if second.Features != nil && second.Features[rank.FeatTermWhole] < rank.Describes && !slices.ContainsFunc(w.standings(second.Sub), agrees) {
			return w.Say("runner_up_unnamed")
		}
	}
	code := w.Tree.Subs[first].Code
	if own := w.apart(first, second.Sub); own != "" {
		return w.Say("runner_up_words", "words", own, "code", code)
	}
	if w.Tree.Subs[second.Sub].Residual() && !w.Tree.Subs[first].Residual() && w.Tree.HeadingOf[first] == w.Tree.HeadingOf[second.Sub] {
		return w.Say("runner_up_rest", "code", code)
	}
	if word := saysToo(w, first, second.Sub); word != "" {
		return w.Say("runner_up_too", "word", word)
	}
	if heading := w.Tree.Subs[second.Sub].Parent; heading != w.Tree.Subs[first].Parent {
		return w.Say("runner_up_heading", "code", heading.Code, "title", heading.Title.In(w.Language))
	}
	return w.Say("runner_up_terms")
}

// apart quotes the name of the goods where its noun is of the nearest name of one subheading's goods and of none of another's: "cleaning
// cloths". Other words of a description part no goods.
func (w *Writer) apart(first, second int32) string {
	hit, head := w.Ranking.Search.BestHit(first), w.head()
	if hit == nil || head == "" || !w.Index.Holds(hit.Term, head) || w.titled(second, head) {
		return ""
	}
	for i := range w.Query.Words {
		if q := &w.Query.Words[i]; sameWord(q.Text, head) && w.Index.Uses(q.ID, second) {
			return ""
		}
	}
	if goods := w.goods(); len(strings.Fields(goods)) <= maxKindWords {
		return w.Quote(goods)
	}
	return w.Quote(w.spelled(head))
}

// factual reports whether a word states a fact of goods and names none: women, leather.
func factual(w *Writer, mention int) bool {
	return slices.ContainsFunc(w.Readings.Central, func(s facet.Statement) bool {
		return s.Mention <= mention && mention < s.Mention+max(int(s.Words), 1) && slices.Contains(facet.Classes[:], w.Facets.Values[s.Value].Facet)
	})
}

// saysToo quotes a noun of the description that names the goods of the second subheading, or stands in its title, and not in those of the first: it
// cannot be said then that the description does not say so. The noun that the goods are named by comes before the others.
func saysToo(w *Writer, first, second int32) string {
	title := w.Tree.Subs[second].Title
	own := strings.Fields(text.Fold(title.English + " " + title.Spanish))
	head, noun := w.head(), ""
	for i := range w.Description.Mentions {
		m := &w.Description.Mentions[i]
		if m.Number || m.Negated || m.Role >= text.RoleCategory || len(m.Text) < leastStem || w.titled(first, m.Text) {
			continue
		}
		stem := m.Text[:max(len(m.Text)-2, leastStem)]
		says := slices.ContainsFunc(own, func(word string) bool { return strings.HasPrefix(word, stem) && len(word) <= len(m.Text)+1 }) ||
			lookup.HeadsAny(w.Index, m.Text, w.Description.Language, second) && !lookup.HeadsAny(w.Index, m.Text, w.Description.Language, first)
		switch {
		case says && sameWord(m.Text, head):
			return w.Quote(w.spelled(m.Text))
		case says && noun == "" && !factual(w, i):
			noun = w.Quote(w.spelled(m.Text))
		}
	}
	return noun
}

// leastStem is how much of a word has to stand in a title, for the title to hold it in any number or gender.
const leastStem = 4

// titled reports whether the titles of a subheading and its heading hold a word.
func (w *quoter) titled(sub int32, word string) bool {
	entry := w.Tree.Subs[sub]
	stem := word[:max(len(word)-2, min(len(word), leastStem))]
	for _, title := range []string{entry.Title.English, entry.Title.Spanish, entry.Parent.Title.English, entry.Parent.Title.Spanish} {
		if strings.Contains(text.Fold(title), stem) {
			return true
		}
	}
	return false
}

// opposed states which property of the goods keeps them out of the second subheading, or which unstated property it
// needs; empty where neither is known.
func (w *Writer) opposed(first, second int32) string {
	same := w.Tree.HeadingOf[first] == w.Tree.HeadingOf[second]
	if !same {
		if other := w.contrast(first, second); other.verdict == verdictAgainst {
			return w.Say("runner_up_facet", "facet", other.facet, "own", other.own, "stated", other.stated)
		}
	}
	open := ""
	for _, s := range w.standings(second) {
		switch {
		case s.verdict == verdictAgainst && s.local:
			if same && w.covers(first, s) && s.fact && (w.inGoods(s.said) || !w.Description.Listing) {
				return w.Say("runner_up_first", "stated", w.Quote(w.kindSaid(s)), "code", w.Tree.Subs[first].Code)
			}
		case s.both != "" && !s.local:
			return w.Say("runner_up_both", "facet", s.facet, "own", s.both, "stated", s.stated)
		case s.verdict == verdictAgainst && s.residual:
			return w.Say("runner_up_other", "facet", s.facet, "stated", s.stated)
		case s.verdict == verdictAgainst && !s.fact:
			// no fact of the goods
		case s.verdict == verdictAgainst && s.own == "":
			open = w.Say("runner_up_terms")
		case s.verdict == verdictAgainst:
			return w.Say("runner_up_facet", "facet", s.facet, "own", s.own, "stated", s.stated)
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

// maxKindWords is the length up to which a name of goods is repeated whole.
const maxKindWords = 4

// kindSaid returns the stated kind of the goods: their whole name, where it is short.
func (w *Writer) kindSaid(s standing) string {
	if goods := w.goods(); s.kind && strings.Contains(goods, s.said) && len(strings.Fields(goods)) <= maxKindWords {
		return goods
	}
	return s.said
}

// lacking says that a facet a subheading needs is not stated.
func (w *Writer) lacking(s standing) string {
	if s.own == "" {
		return w.Say("runner_up_terms")
	}
	return w.Say("runner_up_open", "facts", w.Is(s.facet, s.own))
}

// covers reports whether a subheading covers the value stated for another one's facet.
func (w *Writer) covers(sub int32, s standing) bool {
	return slices.ContainsFunc(w.standings(sub), func(own standing) bool {
		return own.facet == s.facet && own.verdict == verdictAgrees && own.said == s.said
	})
}

// differs reports whether the first subheading stands for another value of an open facet of its heading.
func (w *Writer) differs(first int32, s standing) bool {
	for _, other := range w.standings(first) {
		if other.facet == s.facet {
			return other.values != s.values
		}
	}
	return true
}
