package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// maxKeys bounds the names whose order is kept.
const maxKeys = 4 * MaxProperties

// orders tells in which order the caller wrote the properties of an object, by their sorted names: JSON
// objects lose it when they are read as maps.
type orders map[string][]string

func ordersOf(raw []byte) orders {
	all := orders{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	keys := 0
	var value func() bool
	value = func() bool {
		t, err := dec.Token()
		if err != nil {
			return false
		}
		mark, nested := t.(json.Delim)
		if !nested {
			return true
		}
		var names []string
		for dec.More() {
			if mark == '{' {
				name, err := dec.Token()
				if err != nil || keys > maxKeys {
					return false
				}
				keys++
				names = append(names, name.(string)) //nolint:forcetypeassert // the decoder allows nothing else here
			}
			if !value() {
				return false
			}
		}
		if mark == '{' {
			all[nameKey(names)] = names
		}
		_, err = dec.Token()
		return err == nil
	}
	value()
	return all
}

func nameKey(names []string) string {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	return strings.Join(sorted, "\x00")
}

// arrange notes the place of each property among those of its object.
func (o orders) arrange(n *Node) {
	names := make([]string, len(n.Properties))
	for i, p := range n.Properties {
		names[i] = p.Name
	}
	written := o[nameKey(names)]
	for i, p := range n.Properties {
		if p.Order = slices.Index(written, p.Name); p.Order < 0 {
			p.Order = i
		}
		o.arrange(p)
	}
	if n.Items != nil {
		o.arrange(n.Items)
	}
}
