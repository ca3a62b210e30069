package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// rule names the general interpretive rule that carried a decision.
type rule string

// The rules that are told apart.
const (
	ruleTerms      rule = "1 and 6"
	ruleUnfinished rule = "2(a)"
	ruleSpecific   rule = "3(a)"
	ruleCharacter  rule = "3(b)"
	ruleLast       rule = "3(c)"
)

// ruleWords call for a rule.
type ruleWords struct {
	unfinished map[string]bool // 2(a)
	sets       map[string]bool // 3

	drives   map[string]bool     // values of the facet power that rule each other out
	chapters map[string]string   // what all goods of a chapter are of: 73 = iron-steel
	named    map[string]string   // … that go by the name of their kind alone
	machines map[string]bool     // chapters of machines, whose titles name the material that they work
	articles map[string]bool     // chapters of other goods that go by their names
	families map[string][]string // by heading: those of the same goods of other materials

	excluding map[string]bool // facets of a heading of which goods have one value
	mixed     map[string]bool // words for goods that have two
	left      map[string]bool // headings of what no other heading takes: none is the more specific
	opposites facet.Opposites // facts of which goods have one, by their words

	driving, driven, lacks, orEnds, smallInTitles map[string]bool // what titles say that goods are without
}

func newRuleWords(b *vocabulary.Book) ruleWords {
	return ruleWords{
		unfinished: b.Set("unfinished goods"), sets: b.Set("sets"),
		chapters: b.Names("chapters of one material"), named: b.Names("chapters of one material by name"), machines: b.Set("chapters of machines"), articles: b.Set("chapters of articles by name"), drives: b.Set("powers that exclude"),
		families:  familiesOf(b.Phrases("goods by material")),
		excluding: b.Set("facets that exclude"), mixed: b.Set("mixed drives"), left: b.Set("headings of what is left"),
		opposites: facet.ParseOpposites(b.Phrases("opposites")),
		driving:   b.Set("what drives goods"), driven: b.Set("driven goods"), lacks: b.Set("titles without"), orEnds: b.Set("ends of what is lacked"), smallInTitles: b.Set("small words of titles"),
	}
}

// familiesOf takes lists of headings.
func familiesOf(lists []string) map[string][]string {
	out := map[string][]string{}
	for _, list := range lists {
		headings := strings.Fields(list)
		for _, h := range headings {
			out[h] = append(out[h], headings...)
		}
	}
	return out
}

// sole reports whether a value is what all goods of some chapter are of.
func (w *ruleWords) sole(value string) bool {
	for _, own := range w.chapters {
		if own == value {
			return true
		}
	}
	return false
}

// evenly is the difference in probability below which two headings merit equal consideration.
const evenly = 0.02

// settle applies rule 3(c) where a set leaves two headings even: the last in numerical order. It
// returns the rule the leading candidate stands on.
func (w *ruleWords) settle(f *finding) rule {
	if len(f.candidates) == 0 {
		return ruleTerms
	}
	set := w.putTogether(f)
	if len(f.candidates) > 1 && set {
		a, b := &f.candidates[0], &f.candidates[1]
		if a.P-b.P < evenly && f.ranking.HeadingOf[a.Sub] != f.ranking.HeadingOf[b.Sub] {
			if b.Sub > a.Sub {
				f.candidates[0], f.candidates[1] = *b, *a
			}
			return ruleLast
		}
	}
	switch {
	case f.description.Says(w.unfinished):
		return ruleUnfinished
	case set:
		return ruleCharacter
	case len(f.notes) == 0 && !w.left[f.engine.tree.Subs[f.candidates[0].Sub].Code[:4]] && f.rivals():
		return ruleSpecific
	}
	return ruleTerms
}

// putTogether reports whether the goods are different articles put up together: a set is spoken of, articles of another
// heading are in the running, and the leading goods are not themselves called a set, as a generating set or a train set is.
func (w *ruleWords) putTogether(f *finding) bool {
	if !slices.ContainsFunc(f.description.Mentions, func(m text.Mention) bool {
		return w.sets[m.Text] && !m.Negated && (m.Role == text.RoleName || m.Role == text.RoleItemType)
	}) || !f.elsewhere(inSet) {
		return false
	}
	hit := f.ranking.Search.BestHit(f.candidates[0].Sub)
	if hit == nil {
		return true
	}
	for word := range strings.FieldsFuncSeq(text.Fold(f.engine.index.Name(hit.Term).Text), text.BetweenWords) {
		if w.sets[word] {
			return false
		}
	}
	return true
}

// assorted reports whether the description calls the goods a set and lists what is in it, and the first candidate is but one of these
// articles: which of them gives a "kit with needle, thread and scissors" its character is open.
func (w *ruleWords) assorted(f *finding) bool {
	head, listed := false, 0
	for i := range f.description.Mentions {
		m := &f.description.Mentions[i]
		switch {
		case m.Head && w.sets[m.Text]:
			head = true
		case m.Role == text.RoleWith && !m.Number && !f.engine.words.reader.Stopword(m.Text, f.description.Language):
			listed++
		}
	}
	return head && listed > 1 && w.putTogether(f)
}

// inSet is the share of the first candidate's probability from which an article of another heading counts as one of a set.
const inSet = 0.1

// elsewhere reports whether a candidate of another heading, whose name the description says, has a share of the first one's probability.
func (f *finding) elsewhere(share float32) bool {
	for i := 1; i < len(f.candidates); i++ {
		c := &f.candidates[i]
		if f.ranking.HeadingOf[c.Sub] != f.ranking.HeadingOf[f.candidates[0].Sub] && c.P > f.candidates[0].P*share && fullName(f, c) != nil {
			return true
		}
	}
	return false
}

// rivals reports whether another heading, which came near, describes the goods too, by fewer words of a name of the first: the more specific
// description then decided.
func (f *finding) rivals() bool {
	first := &f.candidates[0]
	name := fullName(f, first)
	if name == nil {
		return false
	}
	for i := 1; i < len(f.candidates) && i < 4; i++ {
		c := &f.candidates[i]
		if f.ranking.HeadingOf[c.Sub] == f.ranking.HeadingOf[first.Sub] || c.P <= first.P/3 {
			continue
		}
		wider := fullName(f, c)
		if len(wider) > 0 && len(wider) < len(name) && !slices.ContainsFunc(wider, func(word string) bool { return !slices.Contains(name, word) }) {
			return true
		}
	}
	return false
}

// fullName is the nearest name of a candidate's goods, by words, where the description says all of them; nil elsewhere.
func fullName(f *finding, c *rank.Candidate) []string {
	hit := f.ranking.Search.BestHit(c.Sub)
	if hit == nil {
		return nil
	}
	words := strings.FieldsFunc(text.Fold(f.engine.index.Name(hit.Term).Text), text.BetweenWords)
	if slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(f.description.Mentions, func(m text.Mention) bool { return m.Text == word && !m.Negated })
	}) {
		return nil
	}
	return words
}
