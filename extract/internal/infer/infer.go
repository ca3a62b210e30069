package infer

import (
	"encoding/json"
	"fmt"
	"slices"

	"tariffdesk/extract/internal/describe"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
)

// leastTableFields is how many known columns make a table worth inferring.
const leastTableFields = 2

// InferSchema adds to a template what the document itself names: its labelled fields and its table.
func InferSchema(d *sheet.Sheet, template json.RawMessage, description string) (*schema.Schema, json.RawMessage, error) {
	root := describe.NewObject()
	if err := json.Unmarshal(template, root); err != nil {
		return nil, nil, fmt.Errorf("decode template: %w", err)
	}
	known := map[string]bool{}
	hasLines := false
	for name, p := range root.Properties.All() {
		known[d.Dict.Bag(name).Key] = true
		hasLines = hasLines || p.Type == "array"
	}
	for _, l := range d.Labels {
		if len(l.Concepts) == 0 || l.Given != nil || root.Properties.Len() >= describe.MaxGeneratedFields {
			continue
		}
		c := l.Concepts[0]
		if !l.Colon && !l.Whole && !formed(c.Kind) {
			continue // the beginning of a text, such as the street of an address
		}
		if known[d.Dict.Bag(c.Name).Key] || c.Kind == term.KindLine || c.Name == "item_or_product" || c.Name == "description" {
			continue
		}
		for _, candidate := range d.Candidates(l) {
			if r, ok := d.Fit(c.Kind, candidate.Words, false); ok && r.Score*candidate.Score > 0.7 {
				describe.AddConcept(d.Dict, root.Properties, c.Name)
				break
			}
		}
	}
	if !hasLines && len(d.Tables) > 0 {
		inferLines(d, root, description)
	}
	raw, err := json.Marshal(root)
	if err != nil {
		return nil, nil, fmt.Errorf("encode inferred schema: %w", err)
	}
	s, err := result.ParseSchema(raw)
	return s, raw, err
}

// inferLines adds the columns of the longest table.
func inferLines(d *sheet.Sheet, root *describe.Object, description string) {
	longest := d.Tables[0]
	for _, t := range d.Tables {
		if len(t.Rows)*len(t.Columns) > len(longest.Rows)*len(longest.Columns) {
			longest = t
		}
	}
	items := describe.NewObject()
	for _, c := range longest.Columns {
		switch {
		case len(c.Concepts) > 0:
			describe.AddConcept(d.Dict, items.Properties, describe.Namesake(d.Dict, c.Concepts, c.Text).Name)
		case len(c.Parts) > 0:
			for _, p := range c.Parts {
				describe.AddConcept(d.Dict, items.Properties, p.Concepts[0].Name)
			}
		default:
			if name := describe.Snake(c.Text); name != "" {
				items.Properties.Put(name, &describe.Property{Type: "string", Description: c.Text})
			}
		}
	}
	if items.Properties.Len() >= leastTableFields {
		root.Properties.Put(describe.LinesName(term.DocumentKind(d.Kind+" "+description)), &describe.Property{Type: "array", Items: items})
	}
}

// formed reports whether the values of a kind have a form of their own.
func formed(k term.Kind) bool {
	return slices.Contains([]term.Kind{term.KindDate, term.KindAmount, term.KindWeight, term.KindPercent, term.KindTaxID, term.KindEmail, term.KindContainer, term.KindHS}, k)
}

// DropTwins takes out fields that were inferred and hold what another field holds already: what the
// caller named stays before what the description names and the document itself.
func DropTwins(f *result.Builder, example json.RawMessage) {
	object, _ := f.Value.(map[string]any)
	given := given(example)
	if object == nil {
		return
	}
	named := func(n *schema.Node) bool { return given[n.Name] }
	taken := sheet.Claims{}
	for _, own := range []bool{true, false} {
		f.Schema.Root.Properties = slices.DeleteFunc(f.Schema.Root.Properties, func(n *schema.Node) bool {
			m := f.Found[schema.Pointer([]string{n.Name})]
			if m == nil || named(n) != own {
				return false
			}
			if !own && taken.Overlap(m.Words) {
				delete(object, n.Name)
				delete(f.Found, schema.Pointer([]string{n.Name}))
				return true
			}
			taken.Add(m.Words)
			return false
		})
	}
}
