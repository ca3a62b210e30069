package layouts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Entry is a document of a manifest: its file, its schema, and what a reader should find. The members are
// those of the files that `tariffdesk eval extract` reads.
type Entry struct {
	File     string          `json:"file"`
	ID       string          `json:"id"`
	Pages    int             `json:"pages"`
	Bytes    int             `json:"bytes"`
	Kind     string          `json:"kind"`
	DocType  string          `json:"doc_type"`
	Lang     string          `json:"lang"`
	Layout   string          `json:"layout"`           // documents of one visible layout share it
	Packet   string          `json:"packet,omitempty"` // papers of one deal share it
	Style    string          `json:"style"`            // of the schema
	Truth    string          `json:"truth"`
	Schema   json.RawMessage `json:"schema"`
	Expected json.RawMessage `json:"expected"`
}

// truthDrawn is how the truth of all documents came about.
const truthDrawn = "drawn"

// entry describes the document after it was drawn.
func (d *document) entry(pages, bytes int) Entry {
	if d.bound { // to tell papers apart: nothing is asked of it
		return Entry{ID: d.id, Pages: pages, Bytes: bytes, Kind: d.kind.name, DocType: d.kind.name, Lang: d.lang, Layout: d.design.id, Packet: d.packet, Truth: truthDrawn,
			Schema: json.RawMessage(`{}`), Expected: json.RawMessage(`{}`)}
	}
	w := newWish(d)
	schema, expected := w.schema()
	return Entry{ID: d.id, Pages: pages, Bytes: bytes, Kind: d.kind.name, DocType: d.kind.name, Lang: d.lang, Layout: d.design.id,
		Style: w.style(), Truth: truthDrawn, Schema: schema.json(), Expected: expected.json()}
}

func writeManifest(name string, entries []Entry) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(entries); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	return nil
}

// object is a JSON object that keeps the order of its members.
type object struct {
	names  []string
	values map[string]any
}

func newObject() *object { return &object{values: map[string]any{}} }

func (o *object) set(name string, value any) {
	if _, known := o.values[name]; !known {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

func (o *object) child(name string) *object {
	if c, ok := o.values[name].(*object); ok {
		return c
	}
	c := newObject()
	o.set(name, c)
	return c
}

// MarshalJSON writes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{name, o.values[name]} {
			raw, err := json.Marshal(v)
			if err != nil {
				return nil, fmt.Errorf("member %s: %w", name, err)
			}
			if j == 1 {
				b.WriteByte(':')
			}
			b.Write(raw)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// json is the object's text; it holds strings, numbers, lists and objects only, which cannot fail.
func (o *object) json() json.RawMessage {
	raw, err := o.MarshalJSON()
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return raw
}
