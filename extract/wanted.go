package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
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
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := label.At(pi, ri, si)
				if l := d.wantedIn(at, s, names); l != nil && !d.inTable(at) {
					d.Labels = append(slices.DeleteFunc(d.Labels, func(o *label.Label) bool { return o.Place == at && o.To <= l.To }), l)
					d.BySegment[at] = append([]*label.Label{l}, d.BySegment[at]...)
				}
			}
		}
	}
	clear(d.Cache)
}

// wantedIn is the longest of some names at the beginning of a segment, nil where a label stands there.
func (d *document) wantedIn(at label.Place, s page.Segment, names map[string]float64) *label.Label {
	from := label.Numbered(s.Words)
	if d.AfterColon(at) {
		return nil
	}
	end := from // of the label that stands there already: a longer name is the caption, and that but a part of it
	for _, l := range d.BySegment[at] {
		if l.From <= from && l.Colon {
			return nil
		} else if l.From <= from {
			end = max(end, l.To)
		}
	}
	for to := min(len(s.Words), from+maxWantedName); to > end; to-- {
		bag := d.Dict.Bag(page.Join(s.Words[from:to]))
		weight := names[bag.Key]
		if weight == 0 || to < len(s.Words) && d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue
		}
		if whole := to == len(s.Words); !whole && !label.ValueLike(s.Words[to].Text) && (to-from < 2 || weight < wantedWeight) || whole && weight < wantedWeight {
			return nil // prose
		}
		l := &label.Label{Place: at, From: 0, To: to, Text: strings.TrimRight(page.Join(s.Words[from:to]), ": "), Bag: bag, Box: page.Bounds(s.Words[from:to]), Weight: weight}
		if weight < wantedWeight {
			l.Alias = true
		}
		l.Inline = s.Words[to:]
		l.Whole = len(l.Inline) == 0
		return l
	}
	return nil
}

// aliases reports whether a label prints the name of a property less a word such as "number".
func aliases(w *want.Want, l *label.Label) bool {
	return l.Alias && slices.ContainsFunc(w.Bags, func(b want.Name) bool {
		return b.Bag.Without("number", "code", "name", "id", "reference").Key == l.Bag.Key
	})
}

// inTable reports whether a segment stands in a table.
func (d *document) inTable(at label.Place) bool {
	return slices.ContainsFunc(d.tables, func(t *table) bool {
		return slices.ContainsFunc(t.parts, func(p tablePart) bool { return at.Page == p.page && at.Row >= p.from && at.Row <= p.to })
	})
}
