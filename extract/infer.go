package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/fail"
)

// addConcept adds a field of the dictionary under its own name.
func (e *Engine) addConcept(to *fields, name string) { addConcept(e.dict, to, name) }

func addConcept(dict *term.Dictionary, to *fields, name string) {
	p := &property{Type: "string", Description: sentence(strings.ReplaceAll(name, "_", " "))}
	if c := dict.Concept(name); c != nil {
		switch {
		case c.Kind == term.KindParty && name != "name":
			name += "_name"
		case c.Kind == term.KindDate:
			p.Format = "date"
		case c.Kind == term.KindCount:
			p.Type = "integer"
		case c.Kind.Numeric():
			p.Type = "number"
		}
	}
	if to.get(name) == nil {
		to.put(name, p)
	}
}

// template makes the schema to start from where none is given: the fields that json_response names
// in any form, and those that the description names.
func (e *Engine) template(raw json.RawMessage, documentType, description string) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var given map[string]any
	if len(raw) > MaxSchemaBytes {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response is too large").With(fmt.Sprintf("json_response: exceeds the limit of %d KB", MaxSchemaBytes>>10))
	}
	if err := dec.Decode(&given); err != nil {
		return nil, fail.Wrap(err, fail.CodeSvcDocsValidation, "json_response is not a JSON object").With("json_response: want a JSON object")
	}
	if properties, ok := given["properties"].(map[string]any); ok {
		given = properties
	}
	s := &shaper{}
	root := s.object(given, 0)
	if s.count > MaxSchemaProperties || s.deep {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response is too large").
			With(fmt.Sprintf("json_response: more than %d fields or deeper than %d levels", MaxSchemaProperties, MaxSchemaDepth))
	}
	if named := phrases(description); len(named) > 2 {
		for name, p := range e.described(documentType, description).Properties.all() {
			if root.Properties.get(name) == nil {
				root.Properties.put(name, p)
			}
		}
	}
	return json.Marshal(root)
}

// shaper reads the shape of an example as a schema.
type shaper struct {
	count int
	deep  bool
}

// notField are names that describe an example rather than name a field of it.
func notField(name string) bool {
	return slices.Contains([]string{"$schema", "$id", "type", "title", "description", "required", "additionalProperties", "definitions"}, name)
}

func (s *shaper) object(given map[string]any, depth int) *object {
	o := newObject()
	s.deep = s.deep || depth > MaxSchemaDepth-2
	for _, name := range slices.Sorted(maps.Keys(given)) {
		v := given[name]
		if s.count++; s.count > MaxSchemaProperties || s.deep {
			return o
		}
		if _, plain := v.(string); depth == 0 && notField(name) && plain && name != "description" || strings.HasPrefix(name, "$") {
			continue
		}
		o.Properties.put(name, s.property(v, depth))
	}
	return o
}

func (s *shaper) property(v any, depth int) *property {
	switch v := v.(type) {
	case map[string]any:
		if t, ok := v["type"].(string); ok && slices.Contains([]string{"string", "number", "integer", "boolean", "array", "object"}, t) {
			return s.schemaLike(v, t, depth)
		}
		return &property{Type: "object", Properties: s.object(v, depth+1).Properties}
	case []any:
		items := newObject()
		if len(v) > 0 {
			if first, ok := v[0].(map[string]any); ok {
				items = s.object(first, depth+1)
			} else {
				items = &object{Type: "string"}
			}
		}
		return &property{Type: "array", Items: items}
	case json.Number, float64:
		return &property{Type: "number"}
	case bool:
		return &property{Type: "boolean"}
	case string:
		switch t := strings.ToLower(v); t {
		case "number", "integer", "boolean":
			return &property{Type: t}
		case "date":
			return &property{Type: "string", Format: "date"}
		case "string", "text", "":
			return &property{Type: "string"}
		}
		return &property{Type: "string", Description: v}
	}
	return &property{Type: "string"}
}

func (s *shaper) schemaLike(v map[string]any, t string, depth int) *property {
	p := &property{Type: t}
	p.Description, _ = v["description"].(string)
	p.Format, _ = v["format"].(string)
	if properties, ok := v["properties"].(map[string]any); ok {
		p.Properties = s.object(properties, depth+1).Properties
	}
	if t == "array" {
		p.Items = newObject()
		if items, ok := v["items"].(map[string]any); ok {
			inner := s.property(items, depth+1)
			p.Items = &object{Type: inner.Type, Properties: inner.Properties}
		}
	}
	return p
}

// leastTableFields is how many known columns make a table worth inferring.
const leastTableFields = 2

// inferSchema adds to a template what the document itself names: its labelled fields and its table.
func (d *document) inferSchema(template json.RawMessage) (*schema.Schema, json.RawMessage, error) {
	root := newObject()
	if err := json.Unmarshal(template, root); err != nil {
		return nil, nil, fmt.Errorf("decode template: %w", err)
	}
	known := map[string]bool{}
	hasLines := false
	for name, p := range root.Properties.all() {
		known[d.dict.Bag(name).Key] = true
		hasLines = hasLines || p.Type == "array"
	}
	for _, l := range d.labels {
		if len(l.concepts) == 0 || l.given != nil || root.Properties.len() >= maxGeneratedFields {
			continue
		}
		c := l.concepts[0]
		if !l.colon && !l.whole && !formed(c.Kind) {
			continue // the beginning of a text, such as the street of an address
		}
		if known[d.dict.Bag(c.Name).Key] || c.Kind == term.KindLine || c.Name == "item_or_product" || c.Name == "description" {
			continue
		}
		for _, candidate := range d.candidates(l) {
			if r, ok := d.fit(c.Kind, candidate.words, false); ok && r.score*candidate.score > 0.7 {
				addConcept(d.dict, root.Properties, c.Name)
				break
			}
		}
	}
	if !hasLines && len(d.tables) > 0 {
		d.inferLines(root)
	}
	raw, err := json.Marshal(root)
	if err != nil {
		return nil, nil, fmt.Errorf("encode inferred schema: %w", err)
	}
	s, err := parseSchema(raw)
	return s, raw, err
}

// inferLines adds the columns of the longest table.
func (d *document) inferLines(root *object) {
	longest := d.tables[0]
	for _, t := range d.tables {
		if len(t.rows)*len(t.columns) > len(longest.rows)*len(longest.columns) {
			longest = t
		}
	}
	items := newObject()
	for _, c := range longest.columns {
		switch {
		case len(c.concepts) > 0:
			addConcept(d.dict, items.Properties, namesake(d.dict, c.concepts, c.text).Name)
		case len(c.parts) > 0:
			for _, p := range c.parts {
				addConcept(d.dict, items.Properties, p.concepts[0].Name)
			}
		default:
			if name := snake(c.text); name != "" {
				items.Properties.put(name, &property{Type: "string", Description: c.text})
			}
		}
	}
	if items.Properties.len() >= leastTableFields {
		root.Properties.put(linesName(documentKind(d.kind+" "+d.description)), &property{Type: "array", Items: items})
	}
}

// formed reports whether the values of a kind have a form of their own.
func formed(k term.Kind) bool {
	return slices.Contains([]term.Kind{term.KindDate, term.KindAmount, term.KindWeight, term.KindPercent, term.KindTaxID, term.KindEmail, term.KindContainer, term.KindHS}, k)
}

// namesake is the concept that is called as a heading calls it, else the first.
func namesake(dict *term.Dictionary, concepts []*term.Concept, heading string) *term.Concept {
	key := dict.Bag(heading).Key
	if i := slices.IndexFunc(concepts, func(c *term.Concept) bool { return dict.Bag(c.Name).Key == key }); i >= 0 {
		return concepts[i]
	}
	return concepts[0]
}

// dropTwins takes out fields that were inferred and hold what another field holds already: what the
// caller named stays before what the description names and the document itself.
func (f *filling) dropTwins() {
	object, _ := f.value.(map[string]any)
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(f.request.Schema, &given); err != nil || object == nil {
		return
	}
	var inner map[string]json.RawMessage
	if json.Unmarshal(given["properties"], &inner) == nil && inner != nil {
		given = inner
	}
	named := func(n *schema.Node) bool { _, ok := given[n.Name]; return ok }
	taken := claims{}
	for _, own := range []bool{true, false} {
		f.schema.Root.Properties = slices.DeleteFunc(f.schema.Root.Properties, func(n *schema.Node) bool {
			m := f.found[schema.Pointer([]string{n.Name})]
			if m == nil || named(n) != own {
				return false
			}
			if !own && taken.overlap(*m) {
				delete(object, n.Name)
				delete(f.found, schema.Pointer([]string{n.Name}))
				return true
			}
			taken.add(*m)
			return false
		})
	}
}
