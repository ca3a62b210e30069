package tariff

import "strings"

// Tree divides one subheading into its national lines: levels that only divide, and
// leaves that are lines (eight digits) or their statistical subdivisions (ten).
type Tree struct {
	Subheading string
	Complete   bool // its children leave no residue although none of them is residual
	Children   []*Node
}

// Node is one level of a Tree. A leaf requires what its own conditions and those of every node
// above it state.
type Node struct {
	Code       string // eight or ten digits, "" for a level that only divides
	Title      Text   // what sets it apart from its siblings
	Conditions []Condition
	Other      bool // takes what no sibling takes
	Complete   bool // its children leave no residue although none of them is residual
	Working    bool // title and conditions were made by the program, of a line nobody has written yet
	Children   []*Node
	Parent     *Node // nil at the top of a Tree
}

// Leaves returns the nodes without children at and below n, in order.
func (n *Node) Leaves() []*Node {
	if len(n.Children) == 0 {
		return []*Node{n}
	}
	return leavesOf(n.Children)
}

// Leaves returns every leaf of the tree, in order.
func (t *Tree) Leaves() []*Node { return leavesOf(t.Children) }

func leavesOf(nodes []*Node) (leaves []*Node) {
	for _, n := range nodes {
		leaves = append(leaves, n.Leaves()...)
	}
	return leaves
}

// Path returns n and the nodes above it, topmost first.
func (n *Node) Path() (path []*Node) {
	for at := n; at != nil; at = at.Parent {
		path = append([]*Node{at}, path...)
	}
	return path
}

// Common returns the longest code that every leaf at and below n shares, "" where none of six
// digits or more is shared.
func (n *Node) Common() string {
	leaves := n.Leaves()
	shared := leaves[0].Code
	for _, leaf := range leaves[1:] {
		for !strings.HasPrefix(leaf.Code, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	return shared
}

// Find returns the node that stands for a code: the one that carries it, or the lowest whose leaves
// are all the lines of the code and nothing else; nil where there is none.
func (t *Tree) Find(code string) *Node {
	wanted := 0
	for _, leaf := range t.Leaves() {
		if strings.HasPrefix(leaf.Code, code) {
			wanted++
		}
	}
	if wanted == 0 {
		return nil
	}
	return find(t.Children, code, wanted)
}

func find(nodes []*Node, code string, wanted int) *Node {
	for _, n := range nodes {
		leaves, below := n.Leaves(), 0
		for _, leaf := range leaves {
			if strings.HasPrefix(leaf.Code, code) {
				below++
			}
		}
		switch {
		case below == wanted && (n.Code == code || below == len(leaves)):
			return n
		case below > 0:
			return find(n.Children, code, wanted)
		}
	}
	return nil
}

// adopt sets the parents at and below nodes.
func adopt(nodes []*Node, parent *Node) {
	for _, n := range nodes {
		n.Parent = parent
		adopt(n.Children, n)
	}
}
