package result

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// chooseTables finds the table of each list of the schema.
func (f *Builder) chooseTables() {
	f.lists = map[string]*grids.Choice{}
	lists := f.ListsAsked()
	f.grids = f.Doc.CandidateGrids().Grids
	for i, c := range grids.Serve(f.Doc.Dict, f.Doc.Model, lists, f.grids) {
		if c != nil {
			grid.BesideQuantity(lists[i].Wants, c)
			f.lists[schema.Pointer(lists[i].Path)] = c
		}
	}
}

// ListsAsked are the arrays of objects of the schema.
func (f *Builder) ListsAsked() []grids.List {
	var lists []grids.List
	var walk func(n *schema.Node, path []string)
	walk = func(n *schema.Node, path []string) {
		switch {
		case n.Type == schema.TypeArray && n.Items != nil && n.Items.Type == schema.TypeObject:
			lists = append(lists, grid.ListOf(f.Doc.Dict, path, f.itemWants(n.Items)))
		case n.Type == schema.TypeObject:
			for _, p := range n.Properties {
				walk(p, append(slices.Clone(path), p.Name))
			}
		}
	}
	walk(f.Schema.Root, nil)
	return lists
}

// buildArray fills an array from the table that matches its items best.
func (f *Builder) buildArray(n *schema.Node, path []string) (any, bool) {
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
	own := chosen.Columns
	chosen = borrowed(chosen, wants)
	t, columns := f.Doc.AsTable(chosen)
	var items []any
	reported := map[*want.Want]bool{}
	for _, r := range t.Rows {
		item := map[string]any{}
		at := append(slices.Clone(path), strconv.Itoa(len(items)))
		found := 0
		for i, w := range wants {
			m, ok := cell(f.Doc, w, t, r, columns[i])
			if !ok || !f.inUnits(w, &m, chosen, i, r, columns[i], at, own[i] < 0, reported) {
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
func (f *Builder) itemWants(items *schema.Node) []*want.Want {
	var all []*want.Want
	var walk func(n *schema.Node, at []string, outer []*schema.Node)
	walk = func(n *schema.Node, at []string, outer []*schema.Node) {
		for _, p := range n.Properties {
			switch inner := append(slices.Clone(at), p.Name); {
			case p.Leaf():
				w := want.New(f.Doc.Dict, p, inner, outer)
				w.IsoDates = f.isoDates
				grid.AsColumn(w, f.Doc.Tabled)
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
func (f *Builder) place(item map[string]any, w *want.Want, at []string, m candidate.Match) bool {
	v, ok := f.Typed(w.Node, &m)
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
	f.Found[schema.Pointer(append(slices.Clone(at), w.Path...))] = &m
	return true
}

// nulls writes null where an item must have a property that was not found and may be null.
func (f *Builder) nulls(n *schema.Node, item map[string]any) {
	for _, p := range n.Properties {
		if _, ok := item[p.Name]; !ok && p.Required && p.Nullable {
			item[p.Name] = nil
		}
	}
}

// buildList fills an array of single values from a column, or from one value.
func (f *Builder) buildList(n *schema.Node, path []string) (any, bool) {
	leaf := *n.Items
	leaf.Name, leaf.Title = n.Name, n.Title
	if leaf.Description == "" {
		leaf.Description = n.Description
	}
	w := want.New(f.Doc.Dict, &leaf, path, nil)
	w.IsoDates = f.isoDates
	var items []any
	add := func(m candidate.Match) {
		if v, ok := f.Typed(&leaf, &m); ok && !slices.Contains(items, v) {
			f.Found[schema.Pointer(append(slices.Clone(path), strconv.Itoa(len(items))))] = &m
			items = append(items, v)
		}
	}
	if c := f.Doc.Serve(grid.ListOf(f.Doc.Dict, path, []*want.Want{w}), f.grids...); c != nil {
		t, columns := f.Doc.AsTable(c)
		for _, r := range t.Rows {
			if m, ok := cell(f.Doc, w, t, r, columns[0]); ok {
				add(m)
			}
		}
	}
	if len(items) == 0 {
		if m, ok := choose.One(f.Chosen, f.values, w); ok {
			add(m)
		}
	}
	return items, len(items) > 0
}

// singleItem makes the one item of an array from labels, where at least two name its properties. What the header of a table
// that serves another list names is that table's.
func (f *Builder) singleItem(n *schema.Node, wants []*want.Want, path []string) (any, bool) {
	item := map[string]any{}
	found := 0
	at := append(slices.Clone(path), "0")
	for _, w := range wants {
		named := slices.ContainsFunc(f.Doc.Labels, func(l *label.Label) bool { return f.Doc.LabelScore(w, l) > 0.85 })
		if !named || w.Kind == term.KindText {
			continue
		}
		if m, ok := choose.One(f.Chosen, f.values, w); ok && !f.inServed(m.Label) && f.place(item, w, at, m) {
			found++
		}
	}
	if found < 2 {
		for i := range wants {
			delete(f.Found, schema.Pointer(append(slices.Clone(at), wants[i].Path...)))
		}
		return nil, false
	}
	f.nulls(n.Items, item)
	return []any{item}, true
}

// inServed reports whether a label stands in a table that serves a list, in its header or among the sums below it.
func (f *Builder) inServed(l *label.Label) bool {
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

// cell reads a want from a cell.
func cell(d *candidate.Finder, w *want.Want, t *grid.Table, r *grid.TableRow, at int) (candidate.Match, bool) {
	if at < 0 || len(r.Cells[at]) == 0 {
		return candidate.Match{}, false
	}
	lines := r.Cells[at]
	words := r.Words(at)
	if len(t.Columns[at].Parts) > 0 {
		words = d.ShareOut(w, t.Columns[at].Parts, lines)
	}
	words = inWanted(d, w, r.Page, words)
	kind := w.Kind
	if kind == term.KindID && !label.DigitsIn(words) {
		if t.DigitsBelow(at) && !(len(words) == 1 && reading.Upper(words[0].Text)) {
			return candidate.Match{}, false // not a reference among references
		}
		kind = term.KindText
	}
	if kind == term.KindCode {
		kind = term.KindText
	}
	if kind.Numeric() && w.Node.Type != schema.TypeString && t.Columns[at].Percent {
		words = grid.WithoutPercent(words)
	}
	if candidate.AsksText(w) && d.NoValue(page.Join(words)) {
		return candidate.Match{}, false
	}
	got, ok := d.Fit(kind, words, candidate.WantsPrinted(w))
	if value.IsSpan(page.Join(words)) && len(got.Words) < len(words) {
		switch {
		case kind == term.KindID:
			return candidate.Match{}, false // a piece of a range is no number of anything
		case kind == term.KindPercent && w.Node.Type == schema.TypeString:
			got, ok = d.Fit(term.KindText, words, false)
		}
	}
	if !ok && kind != term.KindText && !kind.Numeric() && kind != term.KindDate && kind != term.KindUnit && kind != term.KindContainer {
		got, ok = d.Fit(term.KindText, words, false)
		got.Score *= 0.7
	}
	if !ok && kind.Numeric() && w.Node.Type == schema.TypeString {
		got, ok = d.Fit(term.KindText, words, false)
	}
	if !ok {
		return candidate.Match{}, false
	}
	if w.Node.Type == schema.TypeString && (kind == term.KindCount || kind == term.KindQuantity || kind == term.KindWeight || kind == term.KindVolume || kind == term.KindNumber) {
		got.Text, got.Words = reading.TrimText(page.Join(words)), words // 46 CTNS, 1-10
	}
	return candidate.Match{Value: got, Page: r.Page, Score: got.Score * 0.95 * (0.6 + 0.4*page.Confidence(got.Words))}, true
}

// text is the string of a leaf, as its format and pattern want it.
func text(n *schema.Node, m *candidate.Match) string {
	if n.Format == "date-time" {
		return m.Text + "T" + clockOf(m) + "Z"
	}
	return strings.Join(strings.Fields(m.Text), " ")
}

func clockOf(m *candidate.Match) string {
	if date, ok := value.ParseDate(page.Join(m.Words), value.OrderUnknown); ok && date.Clock != "" {
		return date.Clock
	}
	return "00:00:00"
}
