package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Captions that run over two lines stand close and begin at the same place.
const (
	wrapGap   = 0.6 // line heights between them
	wrapShift = 0.5 // by which they may begin apart
)

// joinWrapped makes one label of a caption over two lines of which neither alone is it: COUNTRY OF
// ULTIMATE, and DESTINATION below.
func (d *document) joinWrapped() {
	for pi, p := range d.pages {
		for ri := 0; ri+1 < len(p.Rows); ri++ {
			for si, upper := range p.Rows[ri].Segments {
				if len(d.bySegment[place{pi, ri, si}]) > 0 || len(upper.Words) > 6 || digitsIn(upper.Words[numbered(upper.Words):]) {
					continue
				}
				d.wrap(place{pi, ri, si}, upper)
			}
		}
	}
}

// wrap joins a segment with the one right below it, where both are one name.
func (d *document) wrap(at place, upper page.Segment) {
	p := d.pages[at.page]
	for si, lower := range p.Rows[at.row+1].Segments {
		shift := lower.Box.X0 - upper.Box.X0
		if shift > wrapShift*p.LineHeight || shift < -wrapShift*p.LineHeight || lower.Box.Y0-upper.Box.Y1 > wrapGap*p.LineHeight || len(lower.Words) > 5 {
			continue
		}
		words := slices.Concat(upper.Words[numbered(upper.Words):], lower.Words)
		text := page.Join(words)
		bag := d.dict.Bag(text)
		concepts := d.dict.Named(bag)
		if _, digits := value.Counts(text); digits > 0 || len(concepts) == 0 {
			continue
		}
		below := place{at.page, at.row + 1, si}
		l := &label{place: below, to: len(lower.Words), text: text, bag: bag, concepts: concepts, box: lower.Box, whole: true, weight: 1,
			colon: endsLabel(lower.Words, len(lower.Words)-1)}
		d.labels = append(slices.DeleteFunc(d.labels, func(o *label) bool { return o.place == below }), l)
		d.bySegment[below] = []*label{l}
	}
}
