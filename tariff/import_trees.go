package tariff

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// TreeChanges lists the changes that an import makes to the trees of a country.
type TreeChanges struct {
	Ended       []string  // leaves whose line or subdivision ends
	New         []NewLeaf // leaves nobody has written a node for
	BeginSplit  []string  // subheadings that had one line and have several
	CeaseSplit  []string  // subheadings that had several and have one
	Orphaned    []string  // subheadings whose tree loses every leaf
	conditioned int       // of New, with conditions
}

// NewLeaf is a line or subdivision that enters a tree under a working title.
type NewLeaf struct {
	Code  string
	Title Text
}

// Empty reports whether no tree changes.
func (c TreeChanges) Empty() bool {
	return len(c.Ended)+len(c.New)+len(c.BeginSplit)+len(c.CeaseSplit)+len(c.Orphaned) == 0
}

// Follow tells what an import does to the trees and gives its new lines the conditions that their
// published wording states for certain. The wording is forgotten afterwards.
func (t *Trees) Follow(current *Schedule, in *Import) TreeChanges {
	t.describe(current, in)
	before, after := t.fit(current), t.fit(in.Schedule)
	wereCodes, areCodes := current.leafCodes(), in.Schedule.leafCodes()
	var c TreeChanges
	for subheading, tree := range before {
		c.ended(tree, areCodes[subheading])
		if n := len(areCodes[subheading]); n == 1 {
			c.CeaseSplit = append(c.CeaseSplit, subheading)
		}
	}
	for subheading, tree := range after {
		c.added(before[subheading], tree)
		if len(wereCodes[subheading]) == 1 {
			c.BeginSplit = append(c.BeginSplit, subheading)
		}
	}
	for _, list := range [][]string{c.Ended, c.BeginSplit, c.CeaseSplit, c.Orphaned} {
		slices.Sort(list)
	}
	slices.SortFunc(c.New, func(a, b NewLeaf) int { return strings.Compare(a.Code, b.Code) })
	return c
}

// ended compares a tree with the codes its subheading has now. A leaf that is subdivided, or that
// its line takes in, goes on.
func (c *TreeChanges) ended(tree *Tree, now []string) {
	lost := 0
	leaves := tree.codes()
	for _, code := range leaves {
		if !slices.ContainsFunc(now, func(n string) bool { return strings.HasPrefix(n, code) || strings.HasPrefix(code, n) }) {
			c.Ended = append(c.Ended, code)
			lost++
		}
	}
	if lost == len(leaves) {
		c.Orphaned = append(c.Orphaned, tree.Subheading)
	}
}

func (c *TreeChanges) added(before, after *Tree) {
	for _, leaf := range after.Leaves() {
		if !leaf.Working || before != nil && slices.Contains(before.codes(), leaf.Code) {
			continue
		}
		c.New = append(c.New, NewLeaf{leaf.Code, leaf.Title})
		if len(leaf.Conditions) > 0 {
			c.conditioned++
		}
	}
}

// describe derives the conditions of the lines and subdivisions that current has not.
func (t *Trees) describe(current *Schedule, in *Import) {
	reader := newWordingReader(t.vocabulary, t.measures)
	lines := slices.Collect(in.Schedule.Lines())
	for i := range lines {
		line := &lines[i]
		suffixes := line.Suffixes()
		if !current.Holds(line.Code) {
			wording, ok := in.wordings[line.Code]
			if !ok && len(suffixes) == 1 { // the only subdivision is the line
				wording = in.wordings[suffixes[0].Code]
			}
			line.addConditions(line.Code, reader.read(line.Code, wording))
		}
		if len(suffixes) < 2 {
			continue
		}
		for _, s := range suffixes {
			if !current.Holds(s.Code) {
				line.addConditions(s.Code, reader.read(s.Code, in.wordings[s.Code]))
			}
		}
	}
	in.Schedule, in.wordings = in.Schedule.with(lines), nil
}

// maxChangesShown bounds the codes of one kind that a report lists.
const maxChangesShown = 50

// Write reports the changes, each kind with its first fifty codes.
func (c TreeChanges) Write(out io.Writer) error {
	titles := make([]string, len(c.New))
	for i, n := range c.New {
		titles[i] = n.Code + "  " + n.Title.English
	}
	var b strings.Builder
	for _, kind := range []struct {
		says  string
		codes []string
	}{
		{"lines of trees end", c.Ended},
		{fmt.Sprintf("lines have no node yet and get a working title (%d of them with conditions read in the file)", c.conditioned), titles},
		{"subheadings begin to split", c.BeginSplit},
		{"subheadings cease to split", c.CeaseSplit},
		{"trees lose every line", c.Orphaned},
	} {
		if len(kind.codes) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%d %s:\n", len(kind.codes), kind.says)
		for _, code := range kind.codes[:min(len(kind.codes), maxChangesShown)] {
			b.WriteString("  " + code + "\n")
		}
		if more := len(kind.codes) - maxChangesShown; more > 0 {
			fmt.Fprintf(&b, "  … and %d more\n", more)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
