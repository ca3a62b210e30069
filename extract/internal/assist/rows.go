package assist

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
)

// anchor is the row of a page where an element of a list stands.
type anchor struct {
	page, row int
	known     bool
}

// rowReach is how many rows of a page a row of a table may take.
const rowReach = 6

func (a *anchor) holds(s *spot) bool {
	return a.known && s.page == a.page && s.row >= a.row-rowReach && s.row <= a.row+rowReach
}

// entry is an element of a joined list.
type entry struct {
	told   *told
	own    any
	from   []string // the engine's path, nil where it has no such element
	anchor anchor
	y      float64 // of its place on the page
}

// list joins the elements of a list. The model's are taken in its order, each with the engine's element
// from the same row of the page; what the engine found in further rows of the same table goes between.
func (j *join) list(n *schema.Node, own any, t *told, path, from []string) any {
	mine, _ := own.([]any)
	entries := j.anchored(n, t, path)
	if len(entries) == 0 {
		return j.ownList(n, mine, path, from)
	}
	entries = j.paired(n.Items, entries, mine, from)
	out := []any{}
	for _, e := range entries {
		at := append(slices.Clone(path), strconv.Itoa(len(out)))
		var v any
		if e.told == nil {
			v = j.node(n.Items, e.own, nil, at, e.from)
			j.report(at, "the configured model does not name this row")
		} else {
			v = j.element(n.Items, e, e.told, e.own, at, e.from)
		}
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// ownList is the engine's list where the model has none.
func (j *join) ownList(n *schema.Node, mine []any, path, from []string) any {
	out := []any{}
	for i, own := range mine {
		at := append(slices.Clone(path), strconv.Itoa(len(out)))
		if v := j.node(n.Items, own, nil, at, append(slices.Clone(from), strconv.Itoa(i))); v != nil {
			out = append(out, v)
		}
	}
	return out
}

// element is node within a row.
func (j *join) element(n *schema.Node, e entry, t *told, own any, path, from []string) any {
	if n.Leaf() {
		return j.leaf(own, t.said, path, from, &e.anchor)
	}
	if n.Type == schema.TypeArray {
		return j.list(n, own, t, path, from)
	}
	mine, _ := own.(map[string]any)
	out, found := map[string]any{}, false
	for _, p := range n.Properties {
		var v any
		at, was := append(slices.Clone(path), p.Name), append(slices.Clone(from), p.Name)
		if said := t.fields[p.Name]; said != nil {
			v = j.element(p, e, said, mine[p.Name], at, was)
		} else {
			v = j.node(p, mine[p.Name], nil, at, was)
		}
		found = set(out, p, v) || found
	}
	if !found {
		return nil
	}
	return out
}

// anchored finds the row of each element the model named, by the values that are printed in one place
// and by the order of the rows. An element most of whose values are printed nowhere is left out, and so
// is one more than there are rows that print it.
func (j *join) anchored(n *schema.Node, t *told, path []string) (entries []entry) {
	if t == nil {
		return nil
	}
	used := claimed{}
	var last anchor
	for i, item := range t.items {
		leaves := map[string]*statement{}
		j.leavesOf(n.Items, item, "", leaves)
		e := entry{told: item, anchor: used.nextRow(leaves, last)}
		switch {
		case e.anchor.known && used.support(leaves, e.anchor) >= leastSupport:
			last = e.anchor
			used.take(leaves, e.anchor)
			e.y = j.f.Doc.Pages[e.anchor.page].Rows[e.anchor.row].Box.Y0
		case onPicture(leaves):
			e.anchor = anchor{page: last.page, row: last.row}
		default:
			j.dropped += len(leaves)
			j.report(append(slices.Clone(path), strconv.Itoa(i)), "the configured model gave a row that is not printed in the document: it was left out")
			continue
		}
		entries = append(entries, e)
	}
	return entries
}

// leavesOf collects what was said below a node by the names on the way.
func (j *join) leavesOf(n *schema.Node, t *told, name string, leaves map[string]*statement) {
	if t == nil {
		return
	}
	if len(t.said) > 0 {
		leaves[name] = &t.said[0]
	}
	for _, p := range n.Properties {
		j.leavesOf(p, t.fields[p.Name], name+"/"+p.Name, leaves)
	}
	for i, item := range t.items {
		j.leavesOf(n.Items, item, name+"/"+strconv.Itoa(i), leaves)
	}
}

// onPicture reports whether any value may stand on a picture only.
func onPicture(leaves map[string]*statement) bool {
	for _, s := range leaves {
		if s.pictured && len(s.spots) == 0 {
			return true
		}
	}
	return false
}

// placed tells a spot from those of other pages too.
func placed(s *spot) page.Box {
	b := s.words[0].Box
	b.Y0 += float64(s.page) * pageApart
	return b
}

// pageApart is more than a page is high, in points.
const pageApart = 1e6

// claimed are the prints that elements of a list have taken, by the name of the field.
type claimed map[string]map[page.Box]bool

// take claims the prints of an element in its row, and brings them to the front.
func (c claimed) take(leaves map[string]*statement, row anchor) {
	for name, s := range leaves {
		s.spots = inRow(s.spots, &row)
		if len(s.spots) == 0 || !row.holds(&s.spots[0]) {
			continue
		}
		if c[name] == nil {
			c[name] = map[page.Box]bool{}
		}
		c[name][placed(&s.spots[0])] = true
	}
}

// leastSupport is the share of an element's values that its row must print.
const leastSupport = 0.5

// support is the share of an element's values that are printed about a row and are not taken. Those
// that are printed elsewhere only, such as a currency above the table, do not count, nor do choices and
// what may stand on a picture.
func (c claimed) support(leaves map[string]*statement, row anchor) float64 {
	near, all := 0, 0
	for name, s := range leaves {
		free := slices.ContainsFunc(s.spots, func(x spot) bool { return row.holds(&x) && !c[name][placed(&x)] })
		switch {
		case free:
			near++
			all++
		case slices.ContainsFunc(s.spots, func(x spot) bool { return row.holds(&x) }), len(s.spots) == 0 && !s.judged && !s.pictured:
			all++
		}
	}
	return float64(near) / float64(max(all, 1))
}

// nextRow is the row in which most of an element's values are printed that no earlier element took;
// of rows that are as good, the first below the last element's.
func (c claimed) nextRow(leaves map[string]*statement, last anchor) anchor {
	votes := map[anchor]float64{}
	for name, s := range leaves {
		for i := range s.spots {
			if at := &s.spots[i]; !c[name][placed(at)] {
				votes[anchor{at.page, at.row, true}] += 1/float64(len(s.spots)) + 0.1
			}
		}
	}
	rows := slices.SortedFunc(maps.Keys(votes), func(a, b anchor) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.row, b.row))
	})
	most := 0.0
	for _, n := range votes {
		most = max(most, n)
	}
	rows = slices.DeleteFunc(rows, func(r anchor) bool { return votes[r] < 0.9*most })
	below := slices.IndexFunc(rows, func(r anchor) bool {
		return !last.known || r.page > last.page || r.page == last.page && r.row > last.row
	})
	switch {
	case len(rows) == 0:
		return anchor{}
	case below < 0:
		return rows[0]
	}
	return rows[below]
}

// inRow brings the spots nearest to a row to the front.
func inRow(spots []spot, a *anchor) []spot {
	near := slices.Clone(spots)
	distance := func(s *spot) int {
		if !a.holds(s) {
			return rowReach + 1
		}
		return max(s.row-a.row, a.row-s.row)
	}
	slices.SortStableFunc(near, func(x, y spot) int { return distance(&x) - distance(&y) })
	if len(near) > 0 && a.holds(&near[0]) {
		return near[:1]
	}
	return near
}
