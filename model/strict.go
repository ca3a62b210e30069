package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bounds of a schema that strict servers agree on, and that end a $ref which leads back to itself.
const (
	maxSchemaDepth = 24
	maxSchemaNodes = 10_000
)

// Strict reduces a JSON Schema to what the servers with strict structured output have in common: type,
// properties, items, enum, anyOf, description. Every property is required and no other allowed; one that
// was optional may be null. Local references are resolved, allOf is merged, oneOf becomes anyOf, and
// limits (pattern, format, minimum …) go: an answer is to be validated against the original, after
// OmitNulls. The root must be an object. Errors name what cannot be said in the subset.
func Strict(schema json.RawMessage) (json.RawMessage, error) {
	var root any
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	r := &reducer{root: root}
	reduced, err := r.reduce(root, 0)
	if err != nil {
		return nil, err
	}
	if reduced["type"] != "object" {
		return nil, errors.New("the root is no object")
	}
	return json.Marshal(reduced)
}

// OmitNulls removes the properties of value that are null, at every depth: what Strict made nullable
// because it was optional. A null that the original schema demands has to be put back by the caller.
func OmitNulls(value any) {
	switch v := value.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(_ string, inner any) bool { return inner == nil })
		for _, inner := range v {
			OmitNulls(inner)
		}
	case []any:
		for _, inner := range v {
			OmitNulls(inner)
		}
	}
}

type object = map[string]any

type reducer struct {
	root  any
	nodes int
}

func (r *reducer) reduce(schema any, depth int) (object, error) {
	if err := r.spend(depth, nil); err != nil {
		return nil, err
	}
	s, ok := schema.(object)
	if !ok { // true, or nothing said
		return scalar(nil), nil
	}
	s, err := r.flat(s, depth)
	if err != nil {
		return nil, err
	}
	out := object{}
	if text, ok := s["description"].(string); ok {
		out["description"] = text
	}
	if choices := alternatives(s); choices != nil {
		return r.choice(out, choices, depth)
	}
	types := typesOf(s)
	switch {
	case slices.Contains(types, "object"):
		return r.object(out, s, types, depth)
	case slices.Contains(types, "array"):
		return r.array(out, s, types, depth)
	}
	maps.Copy(out, scalar(types))
	if values, ok := s["enum"].([]any); ok && len(values) > 0 {
		out["enum"] = values
	} else if value, ok := s["const"]; ok {
		out["enum"] = []any{value}
	}
	return out, nil
}

// flat follows $ref and merges allOf, the outer schema winning.
func (r *reducer) flat(s object, depth int) (object, error) {
	if err := r.spend(depth, s); err != nil {
		return nil, err
	}
	ref, isRef := s["$ref"].(string)
	parts, isAll := s["allOf"].([]any)
	if !isRef && !isAll {
		return s, nil
	}
	if isRef {
		target, err := r.resolve(ref)
		if err != nil {
			return nil, err
		}
		parts = append([]any{target}, parts...)
	}
	out := maps.Clone(s)
	delete(out, "$ref")
	delete(out, "allOf")
	for _, part := range parts {
		if inner, ok := part.(object); ok {
			inner, err := r.flat(inner, depth+1)
			if err != nil {
				return nil, err
			}
			out = merge(out, inner)
		}
	}
	return out, nil
}

// spend counts what is visited, again where it is visited again: references can make much of little.
func (r *reducer) spend(depth int, s object) error {
	properties, _ := s["properties"].(object)
	required, _ := s["required"].([]any)
	r.nodes += 1 + len(properties) + len(required)
	if depth > maxSchemaDepth || r.nodes > maxSchemaNodes {
		return errors.New("too deep or too large, or refers to itself")
	}
	return nil
}

// merge adds what inner says to s; properties and required are joined.
func merge(s, inner object) object {
	out := maps.Clone(inner)
	for key, value := range s {
		mine, isObject := value.(object)
		theirs, both := out[key].(object)
		list, isList := value.([]any)
		other, bothLists := out[key].([]any)
		switch {
		case key == "properties" && isObject && both:
			joined := maps.Clone(theirs)
			maps.Copy(joined, mine)
			out[key] = joined
		case key == "required" && isList && bothLists:
			out[key] = append(slices.Clone(other), list...)
		default:
			out[key] = value
		}
	}
	return out
}

// resolve follows a reference within the document; nothing is fetched.
func (r *reducer) resolve(ref string) (any, error) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil, fmt.Errorf("reference %q leaves the document", ref)
	}
	at := r.root
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next, ok := at.(object)
		if !ok || next[step] == nil {
			return nil, fmt.Errorf("reference %q leads nowhere", ref)
		}
		at = next[step]
	}
	return at, nil
}

func alternatives(s object) []any {
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := s[key].([]any); ok && len(list) > 0 && s["properties"] == nil {
			return list
		}
	}
	return nil
}

func (r *reducer) choice(out object, choices []any, depth int) (object, error) {
	var reduced []any
	for _, c := range choices {
		one, err := r.reduce(c, depth+1)
		if err != nil {
			return nil, err
		}
		reduced = append(reduced, one)
	}
	out["anyOf"] = reduced
	return out, nil
}

func (r *reducer) object(out, s object, types []string, depth int) (object, error) {
	properties, _ := s["properties"].(object)
	required, _ := s["required"].([]any)
	reduced := object{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		inner, err := r.reduce(properties[name], depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !slices.Contains(required, any(name)) {
			inner = nullable(inner)
		}
		reduced[name] = inner
	}
	out["type"] = typed("object", types)
	out["properties"] = reduced
	out["required"] = slices.Sorted(maps.Keys(reduced))
	if len(reduced) == 0 {
		out["required"] = []string{}
	}
	out["additionalProperties"] = false
	return out, nil
}

func (r *reducer) array(out, s object, types []string, depth int) (object, error) {
	items := s["items"]
	if list, ok := items.([]any); ok && len(list) > 0 { // a tuple: its first element stands for all
		items = list[0]
	}
	inner, err := r.reduce(items, depth+1)
	if err != nil {
		return nil, fmt.Errorf("items: %w", err)
	}
	out["type"], out["items"] = typed("array", types), inner
	return out, nil
}

// typed keeps a null beside the one type of an object or array.
func typed(name string, types []string) any {
	if slices.Contains(types, "null") {
		return []string{name, "null"}
	}
	return name
}

// typesOf returns the stated types, or those the keywords imply; none for a schema that says nothing.
func typesOf(s object) (types []string) {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		for _, one := range t {
			if name, ok := one.(string); ok {
				types = append(types, name)
			}
		}
		return types
	}
	switch {
	case s["properties"] != nil:
		return []string{"object"}
	case s["items"] != nil:
		return []string{"array"}
	}
	return nil
}

func scalar(types []string) object {
	switch len(types) {
	case 0:
		types = []string{"string", "number", "boolean", "null"}
	case 1:
		return object{"type": types[0]}
	}
	return object{"type": types}
}

// nullable lets a value be null, which stands for a property left out.
func nullable(s object) object {
	switch t := s["type"].(type) {
	case string:
		if t != "null" {
			s["type"] = []string{t, "null"}
		}
	case []string:
		if !slices.Contains(t, "null") {
			s["type"] = append(slices.Clone(t), "null")
		}
	default:
		list, _ := s["anyOf"].([]any)
		s["anyOf"] = append(slices.Clone(list), object{"type": "null"})
	}
	if values, ok := s["enum"].([]any); ok && !slices.Contains(values, nil) {
		s["enum"] = append(slices.Clone(values), nil)
	}
	return s
}
