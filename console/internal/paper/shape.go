package paper

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shape maps the pointers of values, with "*" for the numbers of rows, to their properties in the schema.
type shape map[string]property

// property is a property of a schema.
type property struct {
	order       int
	title, kind string
}

// maxDepth is deeper than any schema that the API takes.
const maxDepth = 40

// shapeOf reads a schema; what it does not say stays empty. Titles are in Spanish where the schema has them so.
func shapeOf(schema json.RawMessage, spanish bool) shape {
	s := shape{}
	s.read(schema, "", spanish, 0)
	return s
}

func (s shape) read(schema json.RawMessage, pointer string, spanish bool, depth int) {
	var p struct {
		Title      string          `json:"title"`
		Spanish    string          `json:"x-title-es"`
		Type       json.RawMessage `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Items      json.RawMessage `json:"items"`
	}
	if depth > maxDepth || json.Unmarshal(schema, &p) != nil {
		return
	}
	if spanish && p.Spanish != "" {
		p.Title = p.Spanish
	}
	s[pointer] = property{len(s), p.Title, kindOf(p.Type)}
	members(p.Properties, func(name string, of json.RawMessage) { s.read(of, pointer+"/"+escaped(name), spanish, depth+1) })
	if len(p.Items) > 0 {
		s.read(p.Items, pointer+"/*", spanish, depth+1)
	}
}

// kindOf is the type that a schema names, the first beside null.
func kindOf(raw json.RawMessage) string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	var several []string
	_ = json.Unmarshal(raw, &several) // neither is none
	for _, kind := range several {
		if kind != "null" {
			return kind
		}
	}
	return ""
}

// members walks the members of an object in their order.
func members(raw json.RawMessage, each func(name string, value json.RawMessage)) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return
		}
		if name, ok := name.(string); ok {
			each(name, value)
		}
	}
}

// at returns the property of a pointer.
func (s shape) at(pointer string) (property, bool) {
	steps := strings.Split(pointer, "/")
	for i, step := range steps {
		if _, err := strconv.Atoi(step); err == nil {
			steps[i] = "*"
		}
	}
	p, ok := s[strings.Join(steps, "/")]
	return p, ok
}

// label returns the title of a value, as people call it.
func (s shape) label(pointer string) string {
	if p, ok := s.at(pointer); ok && p.title != "" {
		return p.title
	}
	_, _, column, ok := cut(pointer)
	if !ok {
		column = strings.TrimPrefix(pointer, "/")
	}
	return Label(column)
}

// sort puts values into the order of the schema; others follow as they stood.
func (s shape) sort(leaves []*Leaf) {
	order := func(l *Leaf) int {
		if p, ok := s.at(l.Pointer); ok {
			return p.order
		}
		return len(s)
	}
	slices.SortStableFunc(leaves, func(a, b *Leaf) int { return order(a) - order(b) })
}

// Label is a name as people read it: invoice_number is Invoice number.
func Label(name string) string {
	text := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '/' || r == ' ' }), " ")
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func escaped(name string) string { return escapes.Replace(name) }
