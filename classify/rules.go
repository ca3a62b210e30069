package classify

import "tariffdesk/classify/internal/text"

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

var (
	unfinishedWords = text.Set("unassembled disassembled ckd skd unfinished incomplete blank blanks dismantled desarmado desarmada desmontado inacabado incompleto")
	setWords        = text.Set("set sets kit kits assortment combo bundle juego juegos conjunto surtido estuche")
)

// evenly is the difference in probability below which two headings merit equal consideration.
const evenly = 0.02

// settle applies rule 3(c) where a set leaves two headings even: the last in numerical order. It
// returns the rule the leading candidate stands on.
func settle(f *finding) rule {
	if len(f.candidates) == 0 {
		return ruleTerms
	}
	set := f.description.Says(setWords)
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
	case f.description.Says(unfinishedWords):
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
