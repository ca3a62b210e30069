package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Type is a JSON type.
type Type string

// The JSON types.
const (
	TypeString  Type = "string"
	TypeNumber  Type = "number"
	TypeInteger Type = "integer"
	TypeBoolean Type = "boolean"
	TypeObject  Type = "object"
	TypeArray   Type = "array"
)

// Node is one field of the wanted result.
type Node struct {
	Name        string // of the property, "" for the root and for items
	Title       string
	Description string
	Type        Type
	Nullable    bool
	Required    bool // by its parent
	Enum        []any
	Format      string
	Pattern     string
	Properties  []*Node // of an object, by name
	Items       *Node   // of an array
	Order       int     // among the properties of its object, as the caller wrote them
	Unit        string  // x-unit: the unit in which the figure is wanted
	Convert     bool    // x-convert: a figure in another unit is wanted too, converted
}

// Leaf reports whether the node holds a single value.
func (n *Node) Leaf() bool { return n.Type != TypeObject && n.Type != TypeArray }

// walker builds nodes; problems are what the tree of fields cannot hold.
type walker struct {
	root     map[string]any
	nodes    int
	problems Problems
}

func (w *walker) problem(at, text string) *Node {
	if at == "" {
		at = "(root)"
	}
	w.problems = append(w.problems, at+": "+text)
	return &Node{Type: TypeString}
}

// node builds the tree below one schema. refs are the references that led here.
func (w *walker) node(raw map[string]any, name, at string, depth int, refs []string) *Node {
	w.nodes++
	switch {
	case depth > MaxDepth:
		return w.problem(at, fmt.Sprintf("nested deeper than the limit of %d levels", MaxDepth))
	case w.nodes == MaxProperties*2+1:
		return w.problem(at, fmt.Sprintf("the schema has more than the limit of %d properties", MaxProperties))
	case w.nodes > MaxProperties*2, len(w.problems) >= maxViolations:
		return &Node{Name: name, Type: TypeString}
	}
	merged, nullable, refs, ok := w.resolve(raw, at, refs)
	if !ok {
		return &Node{Name: name, Type: TypeString}
	}
	n := &Node{Name: name, Title: text(merged, "title"), Description: text(merged, "description"),
		Format: text(merged, "format"), Pattern: text(merged, "pattern"), Nullable: nullable}
	n.Type, n.Nullable = typeOf(merged, n.Nullable)
	w.measured(n, merged, at)
	n.enum(merged)
	switch n.Type {
	case TypeObject:
		w.properties(n, merged, at, depth, refs)
	case TypeArray:
		if items, ok := merged["items"].(map[string]any); ok {
			n.Items = w.node(items, "", at+"/items", depth+1, refs)
		} else {
			n.Items = &Node{Type: TypeString}
		}
	case TypeString, TypeNumber, TypeInteger, TypeBoolean:
	}
	return n
}

// measured reads the unit of a figure.
func (w *walker) measured(n *Node, merged map[string]any, at string) {
	var ok bool
	if v, has := merged["x-unit"]; has {
		if n.Unit, ok = v.(string); !ok || len(n.Unit) > maxUnit {
			w.problem(at+"/x-unit", fmt.Sprintf("want the name of a unit of at most %d characters, such as kg", maxUnit))
		}
	}
	if v, has := merged["x-convert"]; has {
		if n.Convert, ok = v.(bool); !ok {
			w.problem(at+"/x-convert", "want true or false")
		}
	}
}

// maxUnit bounds the name of a unit.
const maxUnit = 40

func (w *walker) properties(n *Node, merged map[string]any, at string, depth int, refs []string) {
	required := texts(merged["required"])
	properties, _ := merged["properties"].(map[string]any)
	for _, name := range sortedNames(properties) {
		raw, ok := properties[name].(map[string]any)
		if !ok {
			raw = map[string]any{} // true: anything
		}
		child := w.node(raw, name, at+"/properties/"+name, depth+1, refs)
		child.Required = slices.Contains(required, name)
		n.Properties = append(n.Properties, child)
	}
}

// maxRefs bounds a chain of references.
const maxRefs = 32

// resolve follows references and joins the keywords of allOf and of the one alternative that is not
// null.
func (w *walker) resolve(raw map[string]any, at string, refs []string) (merged map[string]any, nullable bool, seen []string, ok bool) {
	merged = map[string]any{}
	seen = refs
	join := func(part map[string]any) {
		for k, v := range part {
			if _, taken := merged[k]; !taken {
				merged[k] = v
			} else if k == "properties" {
				merged[k] = joined(merged[k], v)
			}
		}
	}
	pending := []map[string]any{raw}
	for steps := 0; len(pending) > 0; steps++ {
		if steps > maxRefs {
			w.problem(at, "too many references")
			return nil, false, seen, false
		}
		part := pending[0]
		pending = pending[1:]
		join(part)
		if ref, isRef := part["$ref"].(string); isRef {
			if slices.Contains(seen, ref) {
				w.problem(at+"/$ref", "the schema refers to itself: recursive schemas are not supported")
				return nil, false, seen, false
			}
			seen = append(slices.Clone(seen), ref)
			target, found := w.lookup(ref)
			if !found {
				w.problem(at+"/$ref", "refers to nothing in this schema")
				return nil, false, seen, false
			}
			pending = append(pending, target)
		}
		pending = append(pending, objects(part["allOf"])...)
		for _, keyword := range []string{"oneOf", "anyOf"} {
			alternatives := objects(part[keyword])
			var others []map[string]any
			for _, a := range alternatives {
				if t, _ := a["type"].(string); t == "null" {
					nullable = true
				} else {
					others = append(others, a)
				}
			}
			if len(others) > 0 {
				pending = append(pending, others[0])
			}
		}
	}
	return merged, nullable, seen, true
}

func joined(a, b any) any {
	all := map[string]any{}
	for _, part := range []any{b, a} {
		if m, ok := part.(map[string]any); ok {
			for k, v := range m {
				all[k] = v
			}
		}
	}
	return all
}

// lookup follows a local JSON pointer; "#" is the root.
func (w *walker) lookup(ref string) (map[string]any, bool) {
	var at any = w.root
	for _, part := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
		if part == "" {
			continue
		}
		m, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		at = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	m, ok := at.(map[string]any)
	return m, ok
}

func (n *Node) enum(merged map[string]any) {
	if c, ok := merged["const"]; ok {
		n.Enum = []any{c}
	}
	if list, ok := merged["enum"].([]any); ok {
		for _, v := range list {
			if v == nil {
				n.Nullable = true
			} else {
				n.Enum = append(n.Enum, v)
			}
		}
	}
}

// typeOf reads the type; where none is given the other keywords tell.
func typeOf(m map[string]any, nullable bool) (Type, bool) {
	var names []string
	switch t := m["type"].(type) {
	case string:
		names = []string{t}
	case []any:
		names = texts(m["type"])
	}
	var found []Type
	for _, name := range names {
		if name == "null" {
			nullable = true
		} else {
			found = append(found, Type(name))
		}
	}
	switch {
	case len(found) > 0:
		// Of several types the narrower reading comes first: a number that is also allowed as text.
		for _, t := range []Type{TypeObject, TypeArray, TypeNumber, TypeInteger, TypeBoolean} {
			if slices.Contains(found, t) {
				return t, nullable
			}
		}
		return TypeString, nullable
	case m["properties"] != nil:
		return TypeObject, nullable
	case m["items"] != nil:
		return TypeArray, nullable
	}
	return TypeString, nullable
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

func texts(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, item := range list {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var all []map[string]any
	for _, item := range list {
		if m, ok := item.(map[string]any); ok {
			all = append(all, m)
		}
	}
	return all
}
