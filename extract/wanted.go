package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// How far a label is trusted that only the caller's schema names.
const (
	wantedWeight  = 0.95
	shortWeight   = 0.85 // named less a word such as "number"
	maxWantedName = 7    // words of a segment that can be a name
)

// nameWanted makes labels of what a page prints in the very words of a property, its title or its
// description, where the dictionary knows no such field: "Gallons", "Auth Code", "Table 12".
func (d *document) nameWanted(wants []*want.Want) {
	names := map[string]float64{}
	for _, w := range wants {
		for _, b := range w.Bags {
			names[b.Bag.Key] = max(names[b.Bag.Key], wantedWeight)
			if short := b.Bag.Without("number", "code", "name", "id", "reference"); short.Key != "" && len(short.Words) < len(b.Bag.Words) && len(d.Dict.Named(short)) == 0 {
				names[short.Key] = max(names[short.Key], shortWeight)
			}
		}
	}
	for pi, p := range d.pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := place{pi, ri, si}
				if l := d.wantedIn(at, s, names); l != nil && !d.inTable(at) {
					d.labels = append(slices.DeleteFunc(d.labels, func(o *label) bool { return o.place == at && o.to <= l.to }), l)
					d.bySegment[at] = append([]*label{l}, d.bySegment[at]...)
				}
			}
		}
	}
	clear(d.cache)
}

// wantedIn is the longest of some names at the beginning of a segment, nil where a label stands there.
func (d *document) wantedIn(at place, s page.Segment, names map[string]float64) *label {
	from := numbered(s.Words)
	if d.afterColon(at) {
		return nil
	}
	end := from // of the label that stands there already: a longer name is the caption, and that but a part of it
	for _, l := range d.bySegment[at] {
		if l.from <= from && l.colon {
			return nil
		} else if l.from <= from {
			end = max(end, l.to)
		}
	}
	for to := min(len(s.Words), from+maxWantedName); to > end; to-- {
		bag := d.Dict.Bag(page.Join(s.Words[from:to]))
		weight := names[bag.Key]
		if weight == 0 || to < len(s.Words) && d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue
		}
		if whole := to == len(s.Words); !whole && !valueLike(s.Words[to].Text) && (to-from < 2 || weight < wantedWeight) || whole && weight < wantedWeight {
			return nil // prose
		}
		l := &label{place: at, from: 0, to: to, text: strings.TrimRight(page.Join(s.Words[from:to]), ": "), bag: bag, box: page.Bounds(s.Words[from:to]), weight: weight}
		if weight < wantedWeight {
			l.alias = true
		}
		l.inline = s.Words[to:]
		l.whole = len(l.inline) == 0
		return l
	}
	return nil
}

// aliases reports whether a label prints the name of a property less a word such as "number".
func aliases(w *want.Want, l *label) bool {
	return l.alias && slices.ContainsFunc(w.Bags, func(b want.Name) bool {
		return b.Bag.Without("number", "code", "name", "id", "reference").Key == l.bag.Key
	})
}

// inTable reports whether a segment stands in a table.
func (d *document) inTable(at place) bool {
	return slices.ContainsFunc(d.tables, func(t *table) bool {
		return slices.ContainsFunc(t.parts, func(p tablePart) bool { return at.page == p.page && at.row >= p.from && at.row <= p.to })
	})
}
