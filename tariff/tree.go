package tariff

import "strings"

// Tree is what separates the national lines below one subheading: levels that only divide, and
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

// Find returns the node of a code, or the lowest node all of whose leaves lie below the code; nil
// where there is none.
func (t *Tree) Find(code string) *Node {
	for nodes := t.Children; ; {
		next := nodeOver(nodes, code)
		if next == nil || next.Code == code || len(next.Children) == 0 || strings.HasPrefix(next.Common(), code) {
			return next
		}
		nodes = next.Children
	}
}

func nodeOver(nodes []*Node, code string) *Node {
	for _, n := range nodes {
		for _, leaf := range n.Leaves() {
			if strings.HasPrefix(leaf.Code, code) {
				return n
			}
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
