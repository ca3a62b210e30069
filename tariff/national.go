package tariff

import (
	"slices"
	"strings"
)

// National is the schedules in force with the trees that tell their lines apart, each tree made to
// fit its schedule. It is immutable and safe for concurrent use.
type National struct {
	schedules map[string]*Schedule
	trees     map[string]map[string]*Tree
	measures  *Measures
}

// NewNational fits the trees to the schedules: lines that ended leave their tree, lines nobody has
// written a node for enter it under a working title.
func NewNational(trees *Trees, schedules ...*Schedule) *National {
	n := &National{schedules: map[string]*Schedule{}, trees: map[string]map[string]*Tree{}, measures: trees.measures}
	for _, s := range schedules {
		n.schedules[s.Country] = s
		n.trees[s.Country] = trees.fit(s)
	}
	return n
}

// LoadNational returns the embedded schedules and trees.
func LoadNational(vocabulary *Vocabulary) (*National, error) {
	trees, err := LoadTrees(vocabulary)
	if err != nil {
		return nil, err
	}
	var schedules []*Schedule
	for _, country := range ScheduleCountries() {
		s, err := LoadSchedule(country)
		if err != nil {
			return nil, err
		}
		schedules = append(schedules, s)
	}
	return NewNational(trees, schedules...), nil
}

// Schedule returns a country's schedule, nil where none is held.
func (n *National) Schedule(country string) *Schedule { return n.schedules[country] }

// Tree returns what separates the lines below a subheading, nil where it does not split.
func (n *National) Tree(country, subheading string) *Tree { return n.trees[country][subheading] }

// Measures returns the table the conditions of the trees are written in.
func (n *National) Measures() *Measures { return n.measures }

// fit returns the trees of a schedule's country, those whose lines changed rebuilt.
func (t *Trees) fit(s *Schedule) map[string]*Tree {
	written := t.country[s.Country]
	out := make(map[string]*Tree, len(written))
	for subheading, codes := range s.leafCodes() {
		if len(codes) < 2 {
			continue
		}
		tree := written[subheading]
		if tree == nil || !slices.Equal(codes, tree.codes()) {
			tree = t.refit(s, subheading, tree, codes)
		}
		out[subheading] = tree
	}
	return out
}

// codes lists the leaves in order of code.
func (t *Tree) codes() []string {
	leaves := t.Leaves()
	codes := make([]string, len(leaves))
	for i, leaf := range leaves {
		codes[i] = leaf.Code
	}
	slices.Sort(codes)
	return codes
}

// refit drops the leaves that ended and adds those that are new, as enter makes them.
func (t *Trees) refit(s *Schedule, subheading string, tree *Tree, codes []string) *Tree {
	enter := func(code string) *Node {
		line, _ := s.Line(code[:8])
		return t.working(line, code)
	}
	next := &Tree{Subheading: subheading}
	have := map[string]bool{}
	if tree != nil {
		next.Children = kept(tree.Children, codes, have, enter)
	}
	for _, code := range codes {
		if !have[code] {
			next.Children = append(next.Children, enter(code))
		}
	}
	adopt(next.Children, nil)
	return next
}

// kept copies nodes with the leaves that still stand; a line that is subdivided now keeps its node
// above its parts, one that no longer is takes theirs in.
func kept(nodes []*Node, codes []string, have map[string]bool, enter func(code string) *Node) (out []*Node) {
	for _, n := range nodes {
		c := *n
		switch parts := below(codes, n.Code); {
		case n.Code != "" && slices.Contains(codes, n.Code):
			c.Children, have[n.Code] = nil, true
		case len(n.Children) > 0:
			c.Children = kept(n.Children, codes, have, enter)
		case n.Code != "" && len(parts) > 0:
			c.Children = nil
			for _, code := range parts {
				c.Children, have[code] = append(c.Children, enter(code)), true
			}
		}
		if have[c.Code] || len(c.Children) > 0 {
			out = append(out, &c)
		}
	}
	return out
}

// below lists the codes that lie under one.
func below(codes []string, code string) (parts []string) {
	for _, c := range codes {
		if len(c) > len(code) && strings.HasPrefix(c, code) {
			parts = append(parts, c)
		}
	}
	return parts
}
