// Package builtin owns the JSON Schemas that the service brings along, one for each type of paper that it knows.
//
// It refuses to read documents.
package builtin

import (
	"bytes"
	"embed"
	"slices"
	"strings"
)

//go:embed schemas/*.json
var files embed.FS

const folder, ending = "schemas/", ".json"

// Names are the names of the schemas, in the order of the alphabet.
func Names() []string {
	entries, err := files.ReadDir(strings.TrimSuffix(folder, "/"))
	if err != nil {
		return nil // an embedded folder can be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ending)
	}
	slices.Sort(names)
	return names
}

// Schema is the JSON Schema of a name; ok is false for a name that is none of Names. Titles and descriptions are in English,
// beside each stands x-title-es and x-description-es in Spanish.
func Schema(name string) (schema []byte, ok bool) {
	if !slices.Contains(Names(), name) {
		return nil, false
	}
	schema, err := files.ReadFile(folder + name + ending)
	return schema, err == nil
}

// NameOf is the name of the schema that a JSON text is, "" for none.
func NameOf(schema []byte) string {
	names := Names()
	if i := slices.IndexFunc(names, func(name string) bool {
		own, ok := Schema(name)
		return ok && bytes.Equal(own, schema)
	}); i >= 0 {
		return names[i]
	}
	return ""
}
