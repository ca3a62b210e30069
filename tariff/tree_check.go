package tariff

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
)

// treeJudge holds a tree against what every split must be: exhaustive, its residue single, limits
// of siblings without overlap or gap, codes in order below their parents.
type treeJudge struct {
	measures *Measures
	problems []treeProblem
	seen     map[string]bool
}

type treeProblem struct {
	node *Node
	err  error
}

func (j *treeJudge) judge(t *Tree) []treeProblem {
	j.seen = map[string]bool{}
	if len(t.Children) == 0 {
		return []treeProblem{{nil, fmt.Errorf("the tree of %s has no node", t.Subheading)}}
	}
	j.split(nil, t.Children, t.Complete)
	return j.problems
}

func (j *treeJudge) fail(n *Node, format string, args ...any) {
	j.problems = append(j.problems, treeProblem{n, fmt.Errorf(format, args...)})
}

func (j *treeJudge) split(parent *Node, children []*Node, complete bool) {
	residues := 0
	for _, n := range children {
		j.code(parent, n)
		if n.Other {
			residues++
		}
		if len(n.Children) > 0 {
			j.split(n, n.Children, n.Complete)
		}
	}
	if residues > 1 && !limited(children) {
		j.fail(children[0], "%d siblings are residual; one may be", residues)
	}
	if len(children) > 1 {
		covered := j.limits(children)
		if residues == 0 && !covered && !complete {
			j.fail(children[0], "no sibling takes the rest: one is %q, their limits leave none, or their parent is %q", otherWord, completeWord)
		}
	}
}

// limited reports whether the residual siblings are told apart by conditions of their own.
func limited(children []*Node) bool {
	for _, n := range children {
		if n.Other && len(n.Conditions) == 0 {
			return false
		}
	}
	return true
}

func (j *treeJudge) code(parent, n *Node) {
	if len(n.Children) == 0 && n.Code == "" {
		j.fail(n, "a leaf has no code")
	}
	if n.Code == "" {
		return
	}
	if j.seen[n.Code] {
		j.fail(n, "code %s stands twice", n.Code)
	}
	j.seen[n.Code] = true
	for at := parent; at != nil; at = at.Parent {
		if at.Code != "" && (len(at.Code) >= len(n.Code) || !strings.HasPrefix(n.Code, at.Code)) {
			j.fail(n, "code %s does not lie below %s", n.Code, at.Code)
		}
	}
}

// interval is the range that a node's limits leave of one measure.
type interval struct {
	node              *Node
	low, high         float64
	lowOpen, highOpen bool // the end itself lies outside
}

// limits checks siblings that are told apart by one measure alone, and reports whether together
// they leave no number of it out.
func (j *treeJudge) limits(children []*Node) bool {
	byMeasure := map[string][]interval{}
	for _, n := range children {
		if measure, i, ok := j.interval(n); ok {
			byMeasure[measure] = append(byMeasure[measure], i)
		}
	}
	covered := false
	for measure, list := range byMeasure {
		sort.SliceStable(list, func(a, b int) bool { return list[a].low < list[b].low })
		whole := len(list) == len(children)
		if j.adjacent(measure, list, whole) && whole {
			covered = true
		}
	}
	return covered
}

// adjacent reports whether intervals in order follow each other without gap; overlaps are problems,
// gaps are where every sibling is an interval.
func (j *treeJudge) adjacent(measure string, list []interval, whole bool) bool {
	closed := true
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		switch {
		case b.low < a.high || b.low == a.high && !a.highOpen && !b.lowOpen:
			j.fail(b.node, "its limits of %s overlap those of %q", measure, a.node.Title.English)
			closed = false
		case steps(measure) && b.low == a.high+1:
		case b.low > a.high || a.highOpen && b.lowOpen:
			closed = false
			if whole {
				j.fail(b.node, "between its limits of %s and those of %q is a gap", measure, a.node.Title.English)
			}
		}
	}
	return closed && len(list) > 1
}

// steps reports whether a measure goes in whole numbers, between which nothing lies: 42 and 43 adjoin.
func steps(measure string) bool {
	return strings.HasSuffix(measure, " "+classCount) || strings.HasSuffix(measure, " metric")
}

// interval reads a node whose conditions are limits of one measure and nothing else.
func (j *treeJudge) interval(n *Node) (measure string, i interval, ok bool) {
	i = *openInterval(n)
	for _, condition := range n.Conditions {
		if len(condition) != 1 || condition[0].Kind != TermMeasure {
			return "", i, false
		}
		limit := condition[0].Limit
		class, err := j.measures.Base(limit)
		if err != nil {
			return "", i, false
		}
		name := limit.Measure + " " + class
		if measure != "" && measure != name {
			return "", i, false
		}
		measure = name
		i.narrow(limit.Bound, j.measures.Number(limit))
	}
	if i.low > i.high {
		j.fail(n, "no number of %s lies within its limits", measure)
	}
	return measure, i, measure != "" && !n.Other
}

// openInterval leaves every number.
func openInterval(n *Node) *interval { return &interval{node: n, low: math.Inf(-1), high: math.Inf(1)} }

func (i *interval) narrow(bound Bound, v float64) {
	switch bound {
	case BoundUpTo:
		i.high, i.highOpen = v, false
	case BoundUnder:
		i.high, i.highOpen = v, true
	case BoundFrom:
		i.low, i.lowOpen = v, false
	case BoundOver:
		i.low, i.lowOpen = v, true
	case BoundIs:
		i.low, i.high, i.lowOpen, i.highOpen = v, v, false, false
	}
}

// Against compares the trees of a country with its schedule: every code of a subheading that splits
// stands in its tree once, and no other. What differs is reported, each code by name.
func (t *Trees) Against(s *Schedule) error {
	var problems []error
	codes := s.leafCodes()
	for subheading, wanted := range codes {
		tree := t.Of(s.Country, subheading)
		if len(wanted) < 2 {
			if tree != nil {
				problems = append(problems, fmt.Errorf("%s %s does not split, and has a tree", s.Country, subheading))
			}
			continue
		}
		if tree == nil {
			problems = append(problems, fmt.Errorf("%s %s splits, and has no tree", s.Country, subheading))
			continue
		}
		problems = append(problems, differences(s.Country, tree, wanted)...)
	}
	for _, subheading := range t.Subheadings(s.Country) {
		if len(codes[subheading]) == 0 {
			problems = append(problems, fmt.Errorf("%s %s is no subheading of the schedule, and has a tree", s.Country, subheading))
		}
	}
	sort.Slice(problems, func(a, b int) bool { return problems[a].Error() < problems[b].Error() })
	return errors.Join(problems...)
}

func differences(country string, tree *Tree, wanted []string) (problems []error) {
	in := map[string]bool{}
	for _, leaf := range tree.Leaves() {
		in[leaf.Code] = true
	}
	for _, code := range wanted {
		if !in[code] {
			problems = append(problems, fmt.Errorf("%s %s is a line of the schedule, and no leaf of its tree", country, code))
		}
		delete(in, code)
	}
	for code := range in {
		problems = append(problems, fmt.Errorf("%s %s is a leaf of a tree, and no line of the schedule", country, code))
	}
	return problems
}

// firstNational is where the chapters begin that the Harmonized System leaves to its members.
const firstNational = "98"

// leafCodes lists by subheading the codes that have to be told apart: ten digits where a line is
// subdivided, eight where it is not or has a single subdivision.
func (s *Schedule) leafCodes() map[string][]string {
	codes := map[string][]string{}
	for line := range s.Lines() {
		if line.Code >= firstNational { // headings of operations and programmes, not of goods
			break
		}
		subheading := line.Code[:SubheadingDigits]
		suffixes := line.Suffixes()
		if len(suffixes) < 2 {
			codes[subheading] = append(codes[subheading], line.Code)
			continue
		}
		for _, suffix := range suffixes {
			codes[subheading] = append(codes[subheading], suffix.Code)
		}
	}
	return codes
}
