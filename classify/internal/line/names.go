package line

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// called adds to what goods of a node are called the names of what stands below it: acetate of retinyl is a "retinol derivative" though no list of those
// names it. A name that a sibling or what stands below one has too is left out: the potassium of iodides is that of bromates.
func (b *Book) called(siblings []*tariff.Node, n *tariff.Node, condition need) need {
	if len(n.Children) == 0 || len(condition) != 1 || condition[0].kind != tariff.TermNamed || condition[0].not {
		return condition
	}
	taken := map[string]bool{}
	for _, s := range siblings {
		if s != n {
			for _, name := range append(namesOf(s), namesBelow(s)...) {
				taken[name] = true
			}
		}
	}
	var below []string
	for _, name := range namesBelow(n) {
		if !taken[name] {
			below, taken[name] = append(below, name), true
		}
	}
	if len(below) == 0 {
		return condition
	}
	wider := condition[0]
	wider.phrases = slices.Concat(wider.phrases, b.words.compileAll(below))
	return need{wider}
}

// namesBelow lists the names of all nodes below one, in small letters.
func namesBelow(n *tariff.Node) (names []string) {
	for _, child := range n.Children {
		names = append(append(names, namesOf(child)...), namesBelow(child)...)
	}
	return names
}

// namesOf lists what goods of a node are called, and what is said of them.
func namesOf(n *tariff.Node) (names []string) {
	for _, c := range n.Conditions {
		for _, t := range c {
			if !t.Not && (t.Kind == tariff.TermNamed || t.Kind == tariff.TermSaid) {
				for _, p := range t.Phrases {
					names = append(names, strings.ToLower(p))
				}
			}
		}
	}
	return names
}
