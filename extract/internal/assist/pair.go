package assist

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
)

// paired gives each element the engine's from the same row. Elements of the engine that are left stay,
// in their place, where any other of its elements was paired: it is the same table then.
func (j *join) paired(items *schema.Node, entries []entry, mine []any, from []string) []entry {
	rows, owner := j.ownRows(mine, from)
	taken := map[int]bool{}
	for i := range entries {
		if at := j.sharing(items, entries[i].told, owner, taken); at >= 0 {
			taken[at] = true
			entries[i].own, entries[i].from = rows[at].own, rows[at].from
		}
	}
	if len(taken) == 0 {
		return entries
	}
	for i := range rows {
		if !taken[i] && rows[i].anchor.known {
			entries = slices.Insert(entries, placeAmong(entries, rows[i]), rows[i])
		}
	}
	return entries
}

// ownRows are the engine's elements with their places, and whose the words are that they were read from.
func (j *join) ownRows(mine []any, from []string) (rows []entry, owner map[page.Box]int) {
	rows, owner = make([]entry, len(mine)), map[page.Box]int{}
	for i := range mine {
		rows[i] = entry{own: mine[i], from: append(slices.Clone(from), strconv.Itoa(i))}
	}
	prefix := schema.Pointer(from) + "/"
	for pointer, m := range j.own {
		below, ok := strings.CutPrefix(pointer, prefix)
		number, _, _ := strings.Cut(below, "/")
		i, err := strconv.Atoi(number)
		if !ok || err != nil || i >= len(rows) || len(m.Words) == 0 {
			continue
		}
		owner[placed(&spot{page: m.Page, words: m.Words})] = i
		if y := m.Words[0].Box.Y0; !rows[i].anchor.known || y < rows[i].y {
			rows[i].anchor, rows[i].y = anchor{page: m.Page, known: true}, y
		}
	}
	return rows, owner
}

// sharing is the engine's element that shares most prints with what the model said of one, -1 for none.
func (j *join) sharing(items *schema.Node, t *told, owner map[page.Box]int, taken map[int]bool) int {
	leaves, shared := map[string]*statement{}, map[int]int{}
	j.leavesOf(items, t, "", leaves)
	for _, s := range leaves {
		if len(s.spots) > 0 {
			if at, ok := owner[placed(&s.spots[0])]; ok && !taken[at] {
				shared[at]++
			}
		}
	}
	best := -1
	for at, n := range shared {
		if best < 0 || n > shared[best] || n == shared[best] && at < best {
			best = at
		}
	}
	return best
}

// placeAmong is where an element belongs by its place on the pages.
func placeAmong(entries []entry, e entry) int {
	at := slices.IndexFunc(entries, func(o entry) bool {
		return o.anchor.page > e.anchor.page || o.anchor.page == e.anchor.page && o.y > e.y
	})
	if at < 0 {
		return len(entries)
	}
	return at
}
