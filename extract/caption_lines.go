package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Captions that run over several lines stand close and begin at the same place.
const (
	captionGap      = 0.6 // line heights between them
	captionShift    = 0.5 // by which they may begin apart
	captionWords    = 10  // of a line
	maxCaptionLines = 4
)

// joinCaptions makes one label of a caption over several lines of which the first alone is none: COUNTRY OF
// ULTIMATE, and DESTINATION below.
func (d *sheet) joinCaptions() {
	for pi, p := range d.pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := place{pi, ri, si}
				if words := s.Words[numbered(s.Words):]; len(d.bySegment[at]) == 0 && len(words) <= captionWords && !digitsIn(words) {
					d.joinCaption(at, s)
				}
			}
		}
	}
}

// joinCaption joins a line with those below it as far as they are one name.
func (d *sheet) joinCaption(at place, first page.Segment) {
	words := slices.Clone(first.Words[numbered(first.Words):])
	places, best, text := []place{at}, 0, ""
	var bag term.Bag
	for len(places) < maxCaptionLines {
		next, ok := d.nextCaptionLine(places[len(places)-1])
		if !ok {
			break
		}
		places = append(places, next)
		words = append(words, d.segment(next).Words...)
		joined := page.Join(words)
		if _, digits := value.Counts(joined); digits > 0 {
			break
		}
		if b := d.Dict.Bag(joined); len(d.Dict.Named(b)) > 0 {
			best, bag, text = len(places), b, joined
		} else if b := d.Dict.Bag(want.WithoutParentheses(joined)); len(d.Dict.Named(b)) > 0 {
			best, bag, text = len(places), b, joined
		}
	}
	if best == 0 {
		return
	}
	places = places[:best]
	last := places[best-1]
	s := d.segment(last)
	l := &label{place: last, to: len(s.Words), text: text, bag: bag, concepts: d.Dict.Named(bag), box: s.Box, whole: true, weight: 1,
		colon: endsLabel(s.Words, len(s.Words)-1), lines: places[:best-1]}
	d.labels = append(slices.DeleteFunc(d.labels, func(o *label) bool { return slices.Contains(places, o.place) }), l)
	for _, p := range places {
		d.bySegment[p] = []*label{l}
	}
}

// nextCaptionLine is the segment right below another that may go on with its caption.
func (d *sheet) nextCaptionLine(at place) (place, bool) {
	p := d.pages[at.page]
	upper := d.segment(at)
	for ri := at.row + 1; ri < min(len(p.Rows), at.row+3); ri++ {
		for si, s := range p.Rows[ri].Segments {
			shift := s.Box.X0 - upper.Box.X0
			close := s.Box.Y0-upper.Box.Y1 <= captionGap*p.LineHeight && s.Box.Y0 > upper.Box.MidY()
			if close && shift <= captionShift*p.LineHeight && -shift <= captionShift*p.LineHeight && len(s.Words) <= captionWords {
				return place{at.page, ri, si}, true
			}
		}
	}
	return place{}, false
}
