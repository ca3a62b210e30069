package tariff

import (
	"slices"
	"strings"
)

// untold goes below a subheading that no tree tells apart: it has one line, or it is of a chapter of
// operations and programmes, whose lines are no goods.
func (p *Place) untold() {
	above := p.Path[len(p.Path)-1]
	for _, line := range p.Schedule.LinesOf(p.Code[:SubheadingDigits]) {
		level := PlaceLevel{Code: line.Code, Kind: LevelLine, Title: above.Title, Requires: above.Title}
		below := suffixes(line, level)
		level.Leaf = len(below) == 0
		switch {
		case len(p.Code) == SubheadingDigits:
			p.Children = append(p.Children, level)
		case line.Code != p.Code[:8]:
			p.Siblings = append(p.Siblings, level)
		default:
			p.Line, p.Path, p.Children = &line, append(p.Path, level), below
			p.enter(below)
		}
	}
}

// enter goes on to the subdivision that the code names.
func (p *Place) enter(below []PlaceLevel) {
	if i := slices.IndexFunc(below, func(l PlaceLevel) bool { return l.Code == p.Code }); i >= 0 {
		p.Path, p.Children = append(p.Path, below[i]), nil
	}
}

// suffixes are the subdivisions of a line that no tree tells apart: there is one at most.
func suffixes(line Line, above PlaceLevel) (list []PlaceLevel) {
	for _, s := range line.Suffixes() {
		list = append(list, PlaceLevel{Code: s.Code, Kind: LevelStatistical, Title: above.Title, Requires: above.Requires, Leaf: true})
	}
	return list
}

// split goes down the tree of a subheading that splits.
func (p *Place) split(tree *Tree) {
	if len(p.Code) == SubheadingDigits {
		p.Children = tree.levels(tree.Children)
		return
	}
	line, _ := p.Schedule.Line(p.Code[:8])
	path, last, below := tree.way(p.Path[len(p.Path)-1], p.Code)
	p.Line, p.Path, p.Children = &line, append(p.Path, path...), tree.levels(below)
	if last != nil {
		p.Siblings = tree.levels(slices.DeleteFunc(slices.Clone(tree.Siblings(last)), func(n *Node) bool { return n == last }))
	}
	if end := p.Path[len(p.Path)-1]; len(below) == 0 && end.Kind == LevelLine {
		p.Children = suffixes(line, end)
		p.enter(p.Children)
	}
}

// way is the way through a tree to a code of eight or ten digits, or to the line it subdivides
// alone. A line whose leaves have no node of their own stands for what is above them; last is nil
// there. below is what divides the last level.
func (t *Tree) way(above PlaceLevel, code string) (path []PlaceLevel, last *Node, below []*Node) {
	below = t.Children
	for _, digits := range []int{8, 10} {
		if len(code) < digits || len(below) == 0 {
			break
		}
		var nodes []*Node
		var exact bool
		nodes, exact, below = descend(below, code[:digits])
		for _, n := range nodes {
			above, last = t.level(n), n
			path = append(path, above)
		}
		if !exact {
			path, last = append(path, PlaceLevel{Title: above.Title, Requires: above.Requires}), nil
		}
		at := &path[len(path)-1]
		at.Code, at.Kind = code[:digits], kindOf(code[:digits])
	}
	return path, last, below
}

// descend finds the nodes above and at a code. exact tells that the last of path holds the code and
// nothing else; below are the nodes that divide it.
func descend(nodes []*Node, code string) (path []*Node, exact bool, below []*Node) {
	for {
		holding := slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool { return !n.holds(code) })
		if len(holding) != 1 {
			return path, false, holding
		}
		n := holding[0]
		switch {
		case n.Code == code, n.Code == "" && strings.HasPrefix(n.Common(), code):
			return append(path, n), true, n.Children
		case len(n.Children) == 0:
			return path, false, holding
		}
		path, nodes = append(path, n), n.Children
	}
}

func (n *Node) holds(code string) bool {
	return slices.ContainsFunc(n.Leaves(), func(leaf *Node) bool { return strings.HasPrefix(leaf.Code, code) })
}

// kindOf is the kind of level a code below the subheading is, "" being none.
func kindOf(code string) LevelKind {
	switch len(code) {
	case 8:
		return LevelLine
	case 10:
		return LevelStatistical
	}
	return LevelDivision
}

// levels shows nodes; those without a code show what they divide too, since no code leads there.
func (t *Tree) levels(nodes []*Node) (list []PlaceLevel) {
	for _, n := range nodes {
		level := t.level(n)
		if n.Code == "" {
			level.Below = t.levels(n.Children)
		}
		list = append(list, level)
	}
	return list
}

func (t *Tree) level(n *Node) PlaceLevel {
	siblings := t.Siblings(n)
	return PlaceLevel{
		Code: n.Code, Kind: kindOf(n.Code), Leaf: len(n.Children) == 0, Working: n.Working, Conditions: n.conditions(),
		Title:    Text{n.Words(siblings, LanguageEnglish), n.Words(siblings, LanguageSpanish)},
		Requires: Text{t.Requires(n, LanguageEnglish), t.Requires(n, LanguageSpanish)},
	}
}

// conditions writes the node's own conditions in the form of the files.
func (n *Node) conditions() (list []string) {
	for _, c := range n.Conditions {
		list = append(list, c.String())
	}
	if n.Other {
		list = append(list, otherWord)
	}
	if n.Complete {
		list = append(list, completeWord)
	}
	return list
}
