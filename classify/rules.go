package classify

import "tariffdesk/classify/internal/vocabulary"

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
}

func newRuleWords(b *vocabulary.Book) ruleWords {
	return ruleWords{unfinished: b.Set("unfinished goods"), sets: b.Set("sets")}
}

// evenly is the difference in probability below which two headings merit equal consideration.
const evenly = 0.02

// settle applies rule 3(c) where a set leaves two headings even: the last in numerical order. It
// returns the rule the leading candidate stands on.
func (w *ruleWords) settle(f *finding) rule {
	if len(f.candidates) == 0 {
		return ruleTerms
	}
	set := f.description.Says(w.sets)
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
	case len(f.candidates) > 1 && f.rivals():
		return ruleSpecific
	}
	return ruleTerms
}

// rivals reports whether another heading came near: the more specific description then decided.
func (f *finding) rivals() bool {
	for i := 1; i < len(f.candidates) && i < 4; i++ {
		if f.ranking.HeadingOf[f.candidates[i].Sub] != f.ranking.HeadingOf[f.candidates[0].Sub] && f.candidates[i].P > f.candidates[0].P/3 {
			return true
		}
	}
	return false
}
