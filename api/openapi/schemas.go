package openapi

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const schemaPrefix = "#/components/schemas/"

// CompleteSchemas allows null where an answer has it and lets answers gain members. It runs once all operations are
// registered.
func CompleteSchemas(document *huma.OpenAPI) {
	registry := document.Components.Schemas
	sent := map[string]bool{} // schemas of requests: huma judges by them, and they stay as they are
	for _, item := range document.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
			if op == nil || op.RequestBody == nil {
				continue
			}
			for _, content := range op.RequestBody.Content {
				reach(registry, content.Schema, sent)
			}
		}
	}
	for name, schema := range registry.Map() {
		if !sent[name] {
			schema.AdditionalProperties = nil
			allowNull(schema, registry.TypeFromRef(schemaPrefix+name))
		}
	}
}

// reach marks the schemas that a schema is made of.
func reach(registry huma.Registry, schema *huma.Schema, seen map[string]bool) {
	if schema == nil {
		return
	}
	if name, ok := strings.CutPrefix(schema.Ref, schemaPrefix); ok && !seen[name] {
		seen[name] = true
		reach(registry, registry.SchemaFromRef(schema.Ref), seen)
	}
	reach(registry, schema.Items, seen)
	for _, member := range schema.Properties {
		reach(registry, member, seen)
	}
	if values, ok := schema.AdditionalProperties.(*huma.Schema); ok {
		reach(registry, values, seen)
	}
}

// allowNull marks the members that hold null where their pointer is nil; huma does so for its own scalars alone.
func allowNull(schema *huma.Schema, of reflect.Type) {
	if of == nil || of.Kind() != reflect.Struct {
		return
	}
	for _, field := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		member := schema.Properties[name]
		switch {
		case member == nil || field.Type.Kind() != reflect.Pointer || strings.Contains(options, "omit"):
			continue
		case member.Ref == "": // of a type that is written as another
			member.Nullable = true
			continue
		}
		schema.Properties[name] = &huma.Schema{Description: member.Description,
			AnyOf: []*huma.Schema{{Ref: member.Ref}, {Type: "null"}}}
	}
}
