package describe

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

// AddConcept adds a field of the dictionary under its own name.
func AddConcept(dict *term.Dictionary, to *fields, name string) {
	p := &Property{Type: "string", Description: sentence(strings.ReplaceAll(name, "_", " "))}
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
		to.Put(name, p)
	}
}

// Template makes the schema to start from where none is given: the fields that json_response names
// in any form, and those that the description names.
func (w *Writer) Template(raw json.RawMessage, documentType, description string) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var given map[string]any
	if len(raw) > schema.MaxBytes {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response is too large").With(fmt.Sprintf("json_response: exceeds the limit of %d KB", schema.MaxBytes>>10))
	}
	if err := dec.Decode(&given); err != nil {
		return nil, fail.Wrap(err, fail.CodeSvcDocsValidation, "json_response is not a JSON object").With("json_response: want a JSON object")
	}
	if properties, ok := given["properties"].(map[string]any); ok {
		given = properties
	}
	s := &shaper{}
	root := s.object(given, 0)
	if s.count > schema.MaxProperties || s.deep {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response is too large").
			With(fmt.Sprintf("json_response: more than %d fields or deeper than %d levels", schema.MaxProperties, schema.MaxDepth))
	}
	if described, named, _ := w.described(documentType, description); named > 2 {
		for name, p := range described.Properties.All() {
			if root.Properties.get(name) == nil {
				root.Properties.Put(name, p)
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

func (s *shaper) object(given map[string]any, depth int) *Object {
	o := NewObject()
	s.deep = s.deep || depth > schema.MaxDepth-2
	for _, name := range slices.Sorted(maps.Keys(given)) {
		v := given[name]
		if s.count++; s.count > schema.MaxProperties || s.deep {
			return o
		}
		if _, plain := v.(string); depth == 0 && notField(name) && plain && name != "description" || strings.HasPrefix(name, "$") {
			continue
		}
		o.Properties.Put(name, s.property(v, depth))
	}
	return o
}

func (s *shaper) property(v any, depth int) *Property {
	switch v := v.(type) {
	case map[string]any:
		if t, ok := v["type"].(string); ok && slices.Contains([]string{"string", "number", "integer", "boolean", "array", "object"}, t) {
			return s.schemaLike(v, t, depth)
		}
		return &Property{Type: "object", Properties: s.object(v, depth+1).Properties}
	case []any:
		items := NewObject()
		if len(v) > 0 {
			if first, ok := v[0].(map[string]any); ok {
				items = s.object(first, depth+1)
			} else {
				items = &Object{Type: "string"}
			}
		}
		return &Property{Type: "array", Items: items}
	case json.Number, float64:
		return &Property{Type: "number"}
	case bool:
		return &Property{Type: "boolean"}
	case string:
		switch t := strings.ToLower(v); t {
		case "number", "integer", "boolean":
			return &Property{Type: t}
		case "date":
			return &Property{Type: "string", Format: "date"}
		case "string", "text", "":
			return &Property{Type: "string"}
		}
		return &Property{Type: "string", Description: v}
	}
	return &Property{Type: "string"}
}

func (s *shaper) schemaLike(v map[string]any, t string, depth int) *Property {
	p := &Property{Type: t}
	p.Description, _ = v["description"].(string)
	p.Format, _ = v["format"].(string)
	if properties, ok := v["properties"].(map[string]any); ok {
		p.Properties = s.object(properties, depth+1).Properties
	}
	if t == "array" {
		p.Items = NewObject()
		if items, ok := v["items"].(map[string]any); ok {
			inner := s.property(items, depth+1)
			p.Items = &Object{Type: inner.Type, Properties: inner.Properties}
		}
	}
	return p
}

// Namesake is the concept that is called as a heading calls it, else the first.
func Namesake(dict *term.Dictionary, concepts []*term.Concept, heading string) *term.Concept {
	key := dict.Bag(heading).Key
	if i := slices.IndexFunc(concepts, func(c *term.Concept) bool { return dict.Bag(c.Name).Key == key }); i >= 0 {
		return concepts[i]
	}
	return concepts[0]
}
