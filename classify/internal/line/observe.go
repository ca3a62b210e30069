package line

import (
	"strings"

	"tariffdesk/tariff"
)

// Split is one level of a tree as it was weighed: the nodes that nothing stated excludes.
type Split struct {
	Codes []string    // by node: what all its leaves have in common
	Rows  [][]float32 // by node: its features
	Right []bool      // by node: whether the right line lies at or below it
}

// Observe returns the splits on the way to a line or its subdivision, as far as what is stated
// excludes none of them.
func (b *Book) Observe(tree *tariff.Tree, r *Reading, code string) (splits []Split) {
	for at := b.compile(tree); len(at.children) > 0; {
		found := b.evidences(r, at.children)
		among(found)
		s, next := Split{}, (*split)(nil)
		for i, child := range at.children {
			right := below(child.node, code)
			if found[i].excluded {
				continue
			}
			if right {
				next = child
			}
			row := make([]float32, featureCount)
			for k, v := range found[i].features {
				row[k] = float32(v)
			}
			s.Codes, s.Rows, s.Right = append(s.Codes, child.node.Common()), append(s.Rows, row), append(s.Right, right)
		}
		if next == nil {
			return splits
		}
		splits = append(splits, s)
		at = next
	}
	return splits
}

// below reports whether a leaf at or below a node is of a code.
func below(n *tariff.Node, code string) bool {
	for _, leaf := range n.Leaves() {
		if strings.HasPrefix(code, leaf.Code) || strings.HasPrefix(leaf.Code, code) && len(code) >= 8 {
			return true
		}
	}
	return false
}
