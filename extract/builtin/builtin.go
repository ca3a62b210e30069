// Package builtin owns the JSON Schemas that the service brings along, one for each type of paper that it knows.
//
// It refuses to read documents.
package builtin

import (
	"embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
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

// byContent is the name of each schema by its members in order: what is kept in between has other spaces.
var byContent = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, name := range Names() {
		own, _ := Schema(name)
		all[canonical(own)] = name
	}
	return all
})

// NameOf is the name of the schema that a JSON text is, however it is spaced and ordered; "" for none.
func NameOf(schema []byte) string { return byContent()[canonical(schema)] }

func canonical(schema []byte) string {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return ""
	}
	text, _ := json.Marshal(v) // what was read can be written
	return string(text)
}
