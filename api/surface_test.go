package api_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tariffdesk/api"
)

// surfaceFile holds what clients depend on: one line for each parameter, body, answer and member. Descriptions and
// examples are left out, so that better words do not touch it.
const surfaceFile = "testdata/surface.txt"

// TestTheSurfaceOfTheInterfaceIsFrozen compares paths, parameters, statuses and members with those on file. A change
// that is meant is written with -update and read in the diff.
func TestTheSurfaceOfTheInterfaceIsFrozen(t *testing.T) {
	t.Parallel()
	document, err := api.Document("frozen")
	if err != nil {
		t.Fatal(err)
	}
	got, err := surface(document)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(surfaceFile, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(surfaceFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range changes(string(kept), got) {
		t.Error(line)
	}
}

// changes lists the lines that only one side has, each with the operation or schema it is of.
func changes(before, after string) []string {
	was, is := owned(before), owned(after)
	var all []string
	for line := range was {
		if !is[line] {
			all = append(all, "gone: "+line)
		}
	}
	for line := range is {
		if !was[line] {
			all = append(all, "new: "+line)
		}
	}
	slices.Sort(all)
	return all
}

// owned is the set of lines, indented ones behind the line they stand under.
func owned(text string) map[string]bool {
	lines, owner := map[string]bool{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, " ") {
			line = owner + " |" + line
		} else {
			owner = line
		}
		lines[line] = true
	}
	return lines
}

// surface writes a document as lines, in order.
func surface(document []byte) (string, error) {
	var d struct {
		Paths      map[string]map[string]json.RawMessage
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return "", fmt.Errorf("read the document: %w", err)
	}
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			if err := operationSurface(&b, strings.ToUpper(method)+" "+path, d.Paths[path][method]); err != nil {
				return "", err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		fmt.Fprintf(&b, "schema %s = %s\n", name, shape(d.Components.Schemas[name]))
		memberSurface(&b, "  ", d.Components.Schemas[name])
	}
	return b.String(), nil
}

type mediaTypes map[string]struct{ Schema any }

func operationSurface(b *strings.Builder, name string, raw json.RawMessage) error {
	var op struct {
		ID         string   `json:"operationId"`
		Tags       []string `json:"tags"`
		Security   []map[string]any
		Parameters []struct {
			Name, In string
			Required bool
			Schema   any
		}
		RequestBody *struct {
			Required bool
			Content  mediaTypes
		}
		Responses map[string]struct {
			Ref     string `json:"$ref"`
			Headers map[string]any
			Content mediaTypes
		}
	}
	if err := json.Unmarshal(raw, &op); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	var schemes []string
	for _, s := range op.Security {
		schemes = slices.AppendSeq(schemes, maps.Keys(s))
	}
	fmt.Fprintf(b, "%s %s %s %s\n", name, op.ID, strings.Join(op.Tags, ","), cmp.Or(strings.Join(schemes, ","), "open"))
	for _, p := range op.Parameters {
		fmt.Fprintf(b, "  %s %s%s %s\n", p.In, p.Name, mark(p.Required), shape(p.Schema))
	}
	if op.RequestBody != nil {
		writeContent(b, "body"+mark(op.RequestBody.Required), op.RequestBody.Content)
	}
	var refused []string
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		r := op.Responses[status]
		if r.Ref != "" {
			refused = append(refused, status)
			continue
		}
		fmt.Fprintf(b, "  %s %s\n", status, strings.Join(slices.Sorted(maps.Keys(r.Headers)), " "))
		writeContent(b, status, r.Content)
	}
	fmt.Fprintf(b, "  refuses %s\n", strings.Join(refused, " "))
	return nil
}

func writeContent(b *strings.Builder, of string, content mediaTypes) {
	for _, mediaType := range slices.Sorted(maps.Keys(content)) {
		fmt.Fprintf(b, "  %s %s %s\n", of, mediaType, shape(content[mediaType].Schema))
		memberSurface(b, "    ", content[mediaType].Schema)
	}
}

func memberSurface(b *strings.Builder, indent string, schema any) {
	node, _ := schema.(map[string]any)
	properties, _ := node["properties"].(map[string]any)
	required, _ := node["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		fmt.Fprintf(b, "%s%s%s %s\n", indent, name, mark(slices.Contains(required, any(name))), shape(properties[name]))
		memberSurface(b, indent+"  ", properties[name])
		if items, ok := properties[name].(map[string]any)["items"]; ok {
			memberSurface(b, indent+"  ", items)
		}
	}
}

// shape is a schema on one line: what a value may be, without members and words.
func shape(schema any) string {
	node, ok := schema.(map[string]any)
	if !ok {
		return fmt.Sprint(schema)
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(node)) {
		switch v := node[key]; key {
		case "description", "properties", "required", "example", "examples", "title":
		case "$ref":
			parts = append(parts, strings.TrimPrefix(fmt.Sprint(v), "#/components/schemas/"))
		case "type":
			parts = append(parts, fmt.Sprint(v))
		case "items":
			parts = append(parts, "of("+shape(v)+")")
		case "anyOf", "oneOf":
			var of []string
			for _, one := range v.([]any) {
				of = append(of, shape(one))
			}
			parts = append(parts, key+"("+strings.Join(of, " | ")+")")
		case "additionalProperties":
			parts = append(parts, "more:("+shape(v)+")")
		default:
			parts = append(parts, fmt.Sprintf("%s:%v", key, v))
		}
	}
	return strings.Join(parts, " ")
}

func mark(required bool) string {
	if required {
		return "!"
	}
	return ""
}
