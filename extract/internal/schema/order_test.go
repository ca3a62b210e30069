package schema

import (
	"slices"
	"testing"
)

// TestPropertiesKeepTheOrderInWhichTheyWereWritten holds for objects behind references and in arrays too.
func TestPropertiesKeepTheOrderInWhichTheyWereWritten(t *testing.T) {
	t.Parallel()
	s, err := Parse([]byte(`{"type":"object","definitions":{"line":{"type":"object","properties":{"qty":{"type":"number"},"amount":{"type":"number"},"code":{"type":"string"}}}},
		"properties":{"zeta":{"type":"string"},"lines":{"type":"array","items":{"$ref":"#/definitions/line"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	written := func(n *Node) []string {
		names := make([]string, len(n.Properties))
		for _, p := range n.Properties {
			names[p.Order] = p.Name
		}
		return names
	}
	if got := written(s.Root); !slices.Equal(got, []string{"zeta", "lines"}) {
		t.Error(got)
	}
	if got := written(s.Root.Properties[0].Items); !slices.Equal(got, []string{"qty", "amount", "code"}) {
		t.Error(got)
	}
}
