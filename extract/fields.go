package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
)

// fields are the properties of a schema in the making, in the order in which they were named: people
// read a schema in it.
type fields struct {
	names  []string
	byName map[string]*property
}

func newFields() *fields { return &fields{byName: map[string]*property{}} }

func (f *fields) len() int { return len(f.names) }

// get is nil for a name that is not there.
func (f *fields) get(name string) *property { return f.byName[name] }

// put adds a property, or replaces the one of its name where that stands.
func (f *fields) put(name string, p *property) {
	if f.byName[name] == nil {
		f.names = append(f.names, name)
	}
	f.byName[name] = p
}

func (f *fields) all() iter.Seq2[string, *property] {
	return func(yield func(string, *property) bool) {
		for _, name := range f.names {
			if !yield(name, f.byName[name]) {
				return
			}
		}
	}
}

// MarshalJSON writes the properties in their order.
func (f *fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for name, p := range f.all() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		for i, v := range []any{name, p} {
			raw, err := json.Marshal(v)
			if err != nil {
				return nil, fmt.Errorf("encode property %s: %w", name, err)
			}
			if i > 0 {
				b.WriteByte(':')
			}
			b.Write(raw)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads properties in the order in which they are written.
func (f *fields) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("decode properties: %w", err)
	}
	*f = *newFields()
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return fmt.Errorf("decode properties: %w", err)
		}
		p := &property{}
		if err := dec.Decode(p); err != nil {
			return fmt.Errorf("decode property %v: %w", name, err)
		}
		f.put(fmt.Sprint(name), p)
	}
	return nil
}
