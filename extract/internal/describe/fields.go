package describe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
)

// fields are the properties of a schema in the making, in the order in which they were named: people
// read a schema in it.
type fields struct {
	names  []string
	byName map[string]*Property
}

func newFields() *fields { return &fields{byName: map[string]*Property{}} }

// Len is how many properties there are.
func (f *fields) Len() int { return len(f.names) }

// get is nil for a name that is not there.
func (f *fields) get(name string) *Property { return f.byName[name] }

// Put adds a property, or replaces the one of its name where that stands.
func (f *fields) Put(name string, p *Property) {
	if f.byName[name] == nil {
		f.names = append(f.names, name)
	}
	f.byName[name] = p
}

// remove takes a property out.
func (f *fields) remove(name string) {
	delete(f.byName, name)
	f.names = slices.DeleteFunc(f.names, func(n string) bool { return n == name })
}

// All are the properties in their order.
func (f *fields) All() iter.Seq2[string, *Property] {
	return func(yield func(string, *Property) bool) {
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
	for name, p := range f.All() {
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
		p := &Property{}
		if err := dec.Decode(p); err != nil {
			return fmt.Errorf("decode property %v: %w", name, err)
		}
		f.Put(fmt.Sprint(name), p)
	}
	return nil
}
