package extract

import (
	"slices"
	"strconv"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// buildArray fills an array from the table that matches its items best.
func (f *filling) buildArray(n *schema.Node, path []string) (any, bool) {
	if n.Items.Leaf() {
		return f.buildList(n, path)
	}
	if n.Items.Type != schema.TypeObject {
		return nil, false
	}
	wants := f.itemWants(n.Items)
	chosen := f.lists[schema.Pointer(path)]
	if chosen == nil {
		return f.singleItem(n, wants, path)
	}
	t, columns := f.doc.asTable(chosen)
	var items []any
	for _, r := range t.rows {
		item := map[string]any{}
		at := append(slices.Clone(path), strconv.Itoa(len(items)))
		found := 0
		for i, w := range wants {
			m, ok := f.doc.cell(w, t, r, columns[i])
			if !ok {
				continue
			}
			if f.place(item, w, at, m) {
				found++
			}
		}
		if found > 0 {
			f.nulls(n.Items, item)
			items = append(items, item)
		}
	}
	return items, len(items) > 0
}

// itemWants are the leaves of an item, nested objects included.
func (f *filling) itemWants(items *schema.Node) []*want.Want {
	var all []*want.Want
	var walk func(n *schema.Node, at []string, outer []*schema.Node)
	walk = func(n *schema.Node, at []string, outer []*schema.Node) {
		for _, p := range n.Properties {
			switch inner := append(slices.Clone(at), p.Name); {
			case p.Leaf():
				w := want.New(f.doc.Dict, p, inner, outer)
				w.IsoDates = f.isoDates
				asColumn(w, f.doc)
				all = append(all, w)
			case p.Type == schema.TypeObject:
				walk(p, inner, append(slices.Clone(outer), p))
			}
		}
	}
	walk(items, nil, nil)
	return all
}

// place sets a leaf of an item by its path and notes where it was found.
func (f *filling) place(item map[string]any, w *want.Want, at []string, m match) bool {
	v, ok := f.typed(w.Node, &m)
	if !ok {
		return false
	}
	target := item
	for _, name := range w.Path[:len(w.Path)-1] {
		next, isObject := target[name].(map[string]any)
		if !isObject {
			next = map[string]any{}
			target[name] = next
		}
		target = next
	}
	target[w.Path[len(w.Path)-1]] = v
	f.found[schema.Pointer(append(slices.Clone(at), w.Path...))] = &m
	return true
}

// nulls writes null where an item must have a property that was not found and may be null.
func (f *filling) nulls(n *schema.Node, item map[string]any) {
	for _, p := range n.Properties {
		if _, ok := item[p.Name]; !ok && p.Required && p.Nullable {
			item[p.Name] = nil
		}
	}
}

// buildList fills an array of single values from a column, or from one value.
func (f *filling) buildList(n *schema.Node, path []string) (any, bool) {
	leaf := *n.Items
	leaf.Name, leaf.Title = n.Name, n.Title
	if leaf.Description == "" {
		leaf.Description = n.Description
	}
	w := want.New(f.doc.Dict, &leaf, path, nil)
	w.IsoDates = f.isoDates
	var items []any
	add := func(m match) {
		if v, ok := f.typed(&leaf, &m); ok && !slices.Contains(items, v) {
			f.found[schema.Pointer(append(slices.Clone(path), strconv.Itoa(len(items))))] = &m
			items = append(items, v)
		}
	}
	if c := f.doc.serve(listOf(path, []*want.Want{w}), f.grids...); c != nil {
		t, columns := f.doc.asTable(c)
		for _, r := range t.rows {
			if m, ok := f.doc.cell(w, t, r, columns[0]); ok {
				add(m)
			}
		}
	}
	if len(items) == 0 {
		if m, ok := f.doc.locate(w, f.taken); ok {
			add(m)
		}
	}
	return items, len(items) > 0
}

// singleItem makes the one item of an array from labels, where at least two name its properties. What the header of a table
// that serves another list names is that table's.
func (f *filling) singleItem(n *schema.Node, wants []*want.Want, path []string) (any, bool) {
	item := map[string]any{}
	found := 0
	at := append(slices.Clone(path), "0")
	for _, w := range wants {
		named := slices.ContainsFunc(f.doc.Labels, func(l *label.Label) bool { return f.doc.labelScore(w, l) > 0.85 })
		if !named || w.Kind == term.KindText {
			continue
		}
		if m, ok := f.doc.locate(w, f.taken); ok && m.score > 0.6 && !f.inServed(m.label) && f.place(item, w, at, m) {
			found++
		}
	}
	if found < 2 {
		for i := range wants {
			delete(f.found, schema.Pointer(append(slices.Clone(at), wants[i].Path...)))
		}
		return nil, false
	}
	f.nulls(n.Items, item)
	return []any{item}, true
}

// inServed reports whether a label stands in a table that serves a list, in its header or among the sums below it.
func (f *filling) inServed(l *label.Label) bool {
	if l == nil {
		return false
	}
	for _, c := range f.lists {
		for _, p := range c.Grid.Parts {
			if p.Page == l.Page && p.From <= l.Row && (l.Row <= p.To || l.Given != nil && l.Bag.Has("total")) {
				return true
			}
		}
	}
	return false
}
