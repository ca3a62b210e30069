package classify

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
	unfinishedWords = words("unassembled disassembled ckd skd unfinished incomplete blank blanks dismantled desarmado desarmada desmontado inacabado incompleto")
	setWords        = words("set sets kit kits assortment combo bundle juego juegos conjunto surtido estuche")
)

// evenly is the difference in probability below which two headings merit equal consideration.
const evenly = 0.02

// settle applies rule 3(c) where a set leaves two headings even: the last in numerical order. It
// returns the rule the leading candidate stands on.
func settle(f *finding) rule {
	if len(f.candidates) == 0 {
		return ruleTerms
	}
	set := f.description.says(setWords)
	if len(f.candidates) > 1 && set {
		a, b := &f.candidates[0], &f.candidates[1]
		x := f.search.x
		if a.p-b.p < evenly && x.headingOf[a.sub] != x.headingOf[b.sub] {
			if b.sub > a.sub {
				f.candidates[0], f.candidates[1] = *b, *a
			}
			return ruleLast
		}
	}
	switch {
	case f.description.says(unfinishedWords):
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
	x := f.search.x
	for i := 1; i < len(f.candidates) && i < 4; i++ {
		if x.headingOf[f.candidates[i].sub] != x.headingOf[f.candidates[0].sub] && f.candidates[i].p > f.candidates[0].p/3 {
			return true
		}
	}
	return false
}

func (d *description) says(list map[string]bool) bool {
	for i := range d.mentions {
		if d.mentions[i].role <= roleOf && list[d.mentions[i].text] {
			return true
		}
	}
	return false
}
