package line

import (
	"slices"

	"tariffdesk/tariff"
)

// Rule is a list of conditions made ready to be held against a description, outside any tree.
type Rule struct{ needs []need }

// Rule compiles conditions, all of which have to be met.
func (b *Book) Rule(conditions []tariff.Condition) (r Rule) {
	for _, c := range conditions {
		var compiled need
		for t := range c {
			compiled = append(compiled, b.term(&c[t]))
		}
		r.needs = append(r.needs, compiled)
	}
	return r
}

// Counts reports whether a rule can turn on a number.
func (rule Rule) Counts() bool {
	return slices.ContainsFunc(rule.needs, func(n need) bool {
		return slices.ContainsFunc(n, func(t term) bool { return t.kind == tariff.TermMeasure && !t.not })
	})
}

// Holds reports whether a description says all that a rule asks for, and whether by a number. Silence meets nothing but
// what must not be said; a length without a word beside it may be any of the goods'.
func (b *Book) Holds(rule Rule, r *Reading) (holds, counted bool) {
	for _, n := range rule.needs {
		f := b.need(r, n)
		measured := f.term.kind == tariff.TermMeasure && !f.term.not
		if f.verdict != verdictYes || f.presumed && !f.term.not || measured && f.strength < tieDefault/tieClose {
			return false, false
		}
		counted = counted || measured
	}
	return true, counted
}

// Says reports whether any of some phrases of the knowledge stands in a description, and which.
func (b *Book) Says(r *Reading, phrases []string) (said string, ok bool) {
	for _, s := range phrases {
		if p := b.phrase(s); len(p.words) > 0 && r.find(p) >= hitPurpose {
			return s, true
		}
	}
	return "", false
}

// phrase compiles a phrase once.
func (b *Book) phrase(s string) phrase {
	if known, ok := b.phrases.Load(s); ok {
		return known.(phrase)
	}
	p, _ := b.words.compile(s)
	b.phrases.Store(s, p)
	return p
}
