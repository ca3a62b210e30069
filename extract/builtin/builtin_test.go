package builtin_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
)

// TestEveryBuiltInSchemaIsAccepted holds that extraction takes each schema, and that there is one for each type that papers are recognised as.
func TestEveryBuiltInSchemaIsAccepted(t *testing.T) {
	t.Parallel()
	names := builtin.Names()
	var types []string
	for _, name := range extract.DocumentTypes() {
		if name != "other" {
			types = append(types, name)
		}
	}
	slices.Sort(types)
	if !slices.Equal(names, types) {
		t.Errorf("schemas %v, types %v", names, types)
	}
	for _, name := range names {
		raw, ok := builtin.Schema(name)
		if j := extract.JudgeSchema(raw); !ok || !j.Valid || !j.Extractable {
			t.Errorf("%s: %+v", name, j)
		}
	}
	for _, name := range []string{"", "invoice", "other", "../builtin", "cfdi.json"} {
		if raw, ok := builtin.Schema(name); ok || raw != nil {
			t.Errorf("%q is a schema", name)
		}
	}
}

// TestEveryPropertyIsToldInBothLanguages holds titles and descriptions in English and Spanish, the unit of each weight and volume,
// and a list of goods with what customs ask for.
func TestEveryPropertyIsToldInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, name := range builtin.Names() {
		raw, _ := builtin.Schema(name)
		var root map[string]any
		if err := json.Unmarshal(raw, &root); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		told(t, name, root)
		items := within(t, root, "properties", "line_items", "items", "properties")
		if items["description"] == nil {
			t.Errorf("%s: lines have no description", name)
		}
	}
}

func told(t *testing.T, at string, node map[string]any) {
	t.Helper()
	for _, member := range []string{"title", "description", "x-title-es", "x-description-es"} {
		if text, _ := node[member].(string); text == "" {
			t.Errorf("%s has no %s", at, member)
		}
	}
	for unit, ending := range map[string]string{"kg": "_kg", "m3": "_m3"} {
		if strings.HasSuffix(at, ending) && (node["x-unit"] != unit || node["x-convert"] != true) {
			t.Errorf("%s has the unit %v", at, node["x-unit"])
		}
	}
	properties, _ := node["properties"].(map[string]any)
	if items, ok := node["items"].(map[string]any); ok {
		properties, _ = items["properties"].(map[string]any)
	}
	for name, p := range properties {
		property, ok := p.(map[string]any)
		if !ok {
			t.Errorf("%s/%s is no schema", at, name)
			continue
		}
		told(t, at+"/"+name, property)
	}
}

func within(t *testing.T, node map[string]any, path ...string) map[string]any {
	t.Helper()
	for _, name := range path {
		next, ok := node[name].(map[string]any)
		if !ok {
			t.Fatal(fmt.Sprint("nothing at ", path))
		}
		node = next
	}
	return node
}
