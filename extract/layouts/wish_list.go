package layouts

import (
	"slices"
	"strings"
)

// lists are the lists asked for.
func (w *wish) lists() []string {
	var all []string
	for name := range w.sheet.lists {
		if strings.HasPrefix(name, "free.") || name == "taxes" && w.chance("taxes", 60) || name != "taxes" && w.chance("list", 80) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// list adds an array of objects.
func (w *wish) list(properties, expected *object, key string) {
	rows := w.sheet.lists[key]
	f := w.lib.fields[key]
	name := strings.TrimPrefix(key, "free.")
	if f.key != "" {
		name = w.name(f)
		if w.labels {
			name = pick(w.dice, "list "+key, f.names["en"])
		}
	}
	if _, taken := properties.values[name]; taken {
		return
	}
	items := newObject()
	items.set("type", "object")
	columns := items.child("properties")
	node := newObject()
	node.set("type", "array")
	if f.key != "" && w.says != "none" {
		node.set("description", w.saying(f))
	}
	node.set("items", items)
	names := w.columns(columns, rows)
	if len(names) == 0 {
		return
	}
	properties.set(name, node)
	var found []*object
	for _, r := range rows {
		o := newObject()
		for _, c := range names {
			if fact, said := r[c.key]; said {
				o.set(c.name, w.value(c.field, fact))
			}
		}
		found = append(found, o)
	}
	expected.set(name, found)
}

// wanted is a column asked for.
type wanted struct {
	key, name string
	field     field
}

// columns adds the properties of a list's items.
func (w *wish) columns(into *object, rows []record) []wanted {
	share := w.between("columns", 50, 100)
	seen := map[string]fact{}
	for _, r := range rows {
		for key, f := range r {
			if old, known := seen[key]; !known || old.value == old.text {
				seen[key] = f
			}
		}
	}
	var keys []string
	for key := range seen {
		if strings.HasPrefix(key, "free.") || w.chance("column "+key, share) || key == "i.description" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var all []wanted
	for _, key := range keys {
		c := wanted{key: key, field: w.lib.fields[key]}
		says := ""
		if caption, free := strings.CutPrefix(key, "free."); free {
			c.field, c.name = field{sort: freeSortOf(seen[key])}, caption
		} else {
			c.name, says = w.name(c.field), w.saying(c.field)
			if w.labels {
				c.name = w.sheet.caption1(key, w.sheet.lang)
			}
		}
		if _, taken := into.values[c.name]; taken {
			continue
		}
		into.set(c.name, w.node(c.field, says))
		all = append(all, c)
	}
	return all
}
