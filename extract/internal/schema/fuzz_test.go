package schema

import "testing"

func FuzzSchemaWalkerStaysWithinItsBounds(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"oneOf":[{"type":"null"},{"type":"string"}]}}}`))
	f.Add([]byte(`{"allOf":[{"$ref":"#"}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := Parse(in)
		if err != nil {
			if len(err.Error()) == 0 {
				t.Error("refused without a reason")
			}
			return
		}
		var depth func(n *Node) int
		depth = func(n *Node) int {
			d := 0
			for _, p := range n.Properties {
				d = max(d, depth(p))
			}
			if n.Items != nil {
				d = max(d, depth(n.Items))
			}
			return d + 1
		}
		if d := depth(s.Root); d > MaxDepth+2 {
			t.Errorf("depth %d", d)
		}
		s.Validate(map[string]any{})
	})
}
