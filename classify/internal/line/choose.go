package line

import (
	"math"
	"slices"
	"sort"
	"strings"

	"tariffdesk/tariff"
)

// Candidate is one line, eight or ten digits, with the probability that it is the goods' own,
// given that their subheading is right.
type Candidate struct {
	Leaf        *tariff.Node
	Probability float64
}

// Level is a code of the schedule, of eight or ten digits, with its probability.
type Level struct {
	Code        string
	Probability float64 // among the lines of the tree
	Sure        float64 // calibrated: that the text decides the level, and for this code
	shape       Shape
	unmeasured  bool // the way passes siblings that only a number parts, and none is stated
}

// Choice is the result of comparing the lines below a subheading with a description.
type Choice struct {
	Candidates      []Candidate // most probable first; the excluded are left out
	Line            Level       // the most probable of eight digits
	Statistical     Level       // the most probable of ten digits below it
	FillLine        bool        // sure enough to fill the level in
	FillStatistical bool
	Presumed        bool  // filled in, and not so sure that nothing is to be asked
	Excluded        bool  // what is stated rules every line out: the subheading will be another
	Fork            *Fork // where the text stops deciding; nil where it decides
	Grounds         []Ground
}

// Ground is one stated fact that led to the chosen line.
type Ground struct {
	Node *tariff.Node
	Term *tariff.Term
}

// Fork is the first split on the way to the best line that nothing stated decides.
type Fork struct {
	Parent   *tariff.Node // nil at the subheading
	Branches []Branch     // most probable first
	Term     *tariff.Term // the condition whose answer would decide, nil where only names tell
}

// Branch is one way on from a Fork.
type Branch struct {
	Node        *tariff.Node
	Probability float64
}

// maxCandidates bounds the lines a choice lists.
const maxCandidates = 12

// Choose weighs every line of a tree.
func (b *Book) Choose(tree *tariff.Tree, r *Reading) (c Choice) {
	root := b.compile(tree)
	b.descend(r, root, 1, &c)
	sort.SliceStable(c.Candidates, func(i, j int) bool { return c.Candidates[i].Probability > c.Candidates[j].Probability })
	c.Excluded = len(c.Candidates) == 0
	if c.Excluded {
		return c
	}
	c.level()
	b.explain(r, root, &c)
	if len(c.Candidates) > maxCandidates {
		c.Candidates = c.Candidates[:maxCandidates]
	}
	return c
}

// ChooseWithin is Choose where a code of eight or ten digits is known from elsewhere, with the probability sure that it is right.
// Below eight digits the reading decides as far as it can. ok is false where the tree does not hold the code.
func (b *Book) ChooseWithin(tree *tariff.Tree, r *Reading, code string, sure float64) (c Choice, ok bool) {
	within := *r // shares what was read
	within.chosen = nil
	for _, leaf := range tree.Leaves() {
		if strings.HasPrefix(leaf.Code, code) {
			within.chosen = append(within.chosen, leaf.Code)
		}
	}
	if len(within.chosen) == 0 {
		return c, false
	}
	if c = b.Choose(tree, &within); c.Excluded || !strings.HasPrefix(c.Line.Code, code[:8]) {
		return c, false
	}
	c.FillLine, c.Presumed, c.Line.Sure = true, false, sure
	if len(code) > 8 {
		c.Statistical.Sure, c.FillStatistical = sure, true
	} else {
		c.FillStatistical = c.Statistical.Code != "" && !c.Statistical.unmeasured && c.Statistical.Sure >= b.weights.Fill10
		c.Statistical.Sure = min(c.Statistical.Sure, sure)
	}
	if c.Statistical.Code == "" || c.FillStatistical {
		c.Fork = nil
	}
	return c, true
}

// Excludes reports whether what is stated rules a code of eight or ten digits out.
func (b *Book) Excludes(tree *tariff.Tree, r *Reading, code string) bool {
	at := b.compile(tree)
	for len(at.children) > 0 {
		found := b.evidences(r, at.children)
		next := -1
		for i, child := range at.children {
			if slices.ContainsFunc(child.node.Leaves(), func(leaf *tariff.Node) bool { return strings.HasPrefix(leaf.Code, code) }) {
				if next >= 0 {
					return false // both ways lead to the code
				}
				next = i
			}
		}
		if next < 0 {
			return true
		}
		if found[next].excluded {
			return true
		}
		at = at.children[next]
	}
	return false
}

// negligible is the probability below which a branch is not followed.
const negligible = 1e-4

func (b *Book) descend(r *Reading, at *split, p float64, c *Choice) {
	if len(at.children) == 0 {
		c.Candidates = append(c.Candidates, Candidate{at.node, p})
		return
	}
	shares := b.weights.weigh(b.evidences(r, at.children))
	for i, child := range at.children {
		if q := p * shares[i]; q > negligible {
			b.descend(r, child, q, c)
		}
	}
}

func (b *Book) evidences(r *Reading, children []*split) []evidence {
	out := make([]evidence, len(children))
	for i, child := range children {
		out[i] = b.evidence(r, child)
	}
	r.confine(children, out)
	return out
}

// confine rules out the siblings of those that answers have chosen. What else is stated does not speak against a choice.
func (r *Reading) confine(children []*split, out []evidence) {
	if len(r.chosen) == 0 {
		return
	}
	chosen := make([]bool, len(children))
	for i, child := range children {
		chosen[i] = slices.ContainsFunc(child.node.Leaves(), func(leaf *tariff.Node) bool { return slices.Contains(r.chosen, leaf.Code) })
	}
	if !slices.Contains(chosen, true) {
		return
	}
	for i := range out {
		out[i].excluded = !chosen[i]
	}
}

// level sums the leaves of each line and takes the most probable.
func (c *Choice) level() {
	sums := map[string]float64{}
	for _, k := range c.Candidates {
		sums[k.Leaf.Code[:8]] += k.Probability
	}
	for _, k := range c.Candidates { // in order, so that equals fall alike
		if code := k.Leaf.Code[:8]; sums[code] > c.Line.Probability {
			c.Line = Level{Code: code, Probability: sums[code]}
		}
	}
	for code, p := range sums {
		if code != c.Line.Code {
			c.Line.shape[shapeRival] = max(c.Line.shape[shapeRival], p)
		}
	}
	for _, k := range c.Candidates {
		if len(k.Leaf.Code) != 10 || k.Leaf.Code[:8] != c.Line.Code {
			continue
		}
		if c.Statistical.Code != "" {
			c.Statistical.shape[shapeRival] = k.Probability
			break
		}
		c.Statistical = Level{Code: k.Leaf.Code, Probability: k.Probability}
	}
}

// goal is the most probable leaf of the most probable line.
func (c *Choice) goal() *tariff.Node {
	for _, k := range c.Candidates {
		if k.Leaf.Code[:8] == c.Line.Code {
			return k.Leaf
		}
	}
	return c.Candidates[0].Leaf
}

// explain follows the way to the goal again. It notes what led there, how sure each level is, and where the text
// stops deciding.
func (b *Book) explain(r *Reading, root *split, c *Choice) {
	goal := c.goal()
	way := Shape{shapeLeast: logOdds(1)}
	var forks, below []*Fork // on the way to the line, and below it
	var weakest *Fork        // where the way is least sure
	least := 1.0
	onLine, unmeasured := true, false
	for at := root; len(at.children) > 0; {
		found := b.evidences(r, at.children)
		shares := b.weights.weigh(found)
		next := 0
		for i, child := range at.children {
			if holds(child.node, goal) {
				next = i
			}
		}
		if onLine && at.node != nil && len(at.node.Common()) >= 8 {
			onLine = false
			c.Line.settle(way, r)
			c.Line.unmeasured = unmeasured
		}
		way.step(found, shares, next)
		parted := unparted(found)
		unmeasured = unmeasured || parted
		if shares[next] < least {
			least, weakest = shares[next], fork(at, found, shares)
		}
		if shares[next] < decided || parted {
			if f := fork(at, found, shares); onLine {
				forks = append(forks, f)
			} else {
				below = append(below, f)
			}
		}
		c.grounds(b, r, at.children[next])
		at = at.children[next]
	}
	if onLine {
		c.Line.settle(way, r)
		c.Line.unmeasured = unmeasured
	}
	c.Statistical.unmeasured = unmeasured
	if c.Statistical.Code != "" {
		c.Statistical.settle(way, r)
	}
	c.Line.Sure, c.Statistical.Sure = c.Line.shape.read(&b.weights.SureLine), c.Statistical.shape.read(&b.weights.SureLast)
	c.FillLine = c.Line.Sure >= b.weights.Fill8 && !c.Line.unmeasured
	c.FillStatistical = c.FillLine && c.Statistical.Code != "" && c.Statistical.Sure >= b.weights.Fill10 && !c.Statistical.unmeasured
	last := c.Line.Sure
	if c.FillStatistical {
		last = min(last, c.Statistical.Sure)
	}
	c.Presumed = c.FillLine && last < b.weights.Ask
	switch open := append(forks, below...); {
	case !c.FillLine && len(open) > 0:
		c.Fork = open[0]
	case c.FillLine && c.Statistical.Code != "" && !c.FillStatistical && len(below) > 0:
		c.Fork = below[0]
	case c.Presumed && weakest != nil && len(weakest.Branches) > 1:
		c.Fork = weakest
	}
}

// unparted reports whether several siblings differ by a measure that is not stated, so that their shares are guesses.
func unparted(found []evidence) bool {
	n := 0
	for i := range found {
		f := &found[i].features
		if !found[i].excluded && f[featMeasureOpen] > 0 && f[featUnnamed] == 0 && f[featOnlySilent] == 0 && f[featSilent] == 0 {
			n++
		}
	}
	return n > 1
}

// decided is the share from which on a split counts as decided.
const decided = 0.9

// settle completes the shape of a level from the way that led to it.
func (l *Level) settle(way Shape, r *Reading) {
	rival := l.shape[shapeRival]
	l.shape = way
	l.shape[shapeBase], l.shape[shapeOdds], l.shape[shapeRival] = 1, logOdds(l.Probability), logOdds(rival)
	l.shape[shapeWords] = math.Log(1 + float64(len(r.words)))
	if r.listing {
		l.shape[shapeListing] = 1
	}
}

// Shape returns the figures from which the sureness of the level was read.
func (l *Level) Shape() Shape { return l.shape }

func (c *Choice) grounds(b *Book, r *Reading, s *split) {
	for _, n := range s.needs {
		if f := b.need(r, n); f.verdict == verdictYes && !f.presumed {
			c.Grounds = append(c.Grounds, Ground{s.node, f.term.source})
		}
	}
}

// likely is the share from which on a branch is worth naming.
const likely = 0.02

// fork describes a split that is not decided: its likely branches, and the open condition that parts
// most of their probability.
func fork(at *split, found []evidence, shares []float64) *Fork {
	f := &Fork{Parent: at.node}
	for i, child := range at.children {
		if shares[i] > likely {
			f.Branches = append(f.Branches, Branch{child.node, shares[i]})
		}
	}
	sort.SliceStable(f.Branches, func(i, j int) bool { return f.Branches[i].Probability > f.Branches[j].Probability })
	best := 0.0
	for i := range found {
		if shares[i] <= likely {
			continue
		}
		for _, t := range found[i].asks {
			if found[i].features[featUnnamed] > 0 && t.kind != tariff.TermNamed {
				continue // called otherwise: its measures are not the question
			}
			if worth := parting(shares[i]) * askable(t); worth > best {
				best, f.Term = worth, t.source
			}
		}
	}
	return f
}

// parting is how well an answer separates a share from the rest: best at one half.
func parting(p float64) float64 { return math.Max(p*(1-p), 0.01) }

// askable prefers questions with a plain answer: a number, a value of a facet, an attribute.
func askable(t *term) float64 {
	switch t.kind {
	case tariff.TermMeasure, tariff.TermFacet:
		return 1
	case tariff.TermSaid, tariff.TermSeason:
		return 0.7
	case tariff.TermNamed:
		return 0.5
	case tariff.TermOnly, tariff.TermUsed, tariff.TermNew, tariff.TermQuota:
		return 0.3
	}
	return 0
}

// holds reports whether goal is n or lies below it.
func holds(n, goal *tariff.Node) bool {
	for at := goal; at != nil; at = at.Parent {
		if at == n {
			return true
		}
	}
	return false
}
