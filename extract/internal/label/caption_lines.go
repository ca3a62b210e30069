package label

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
func joinCaptions(d *Sheet) {
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := Place{pi, ri, si}
				if words := s.Words[Numbered(s.Words):]; len(d.BySegment[at]) == 0 && len(words) <= captionWords && !DigitsIn(words) {
					joinCaption(d, at, s)
				}
			}
		}
	}
}

// joinCaption joins a line with those below it as far as they are one name.
func joinCaption(d *Sheet, at Place, first page.Segment) {
	words := slices.Clone(first.Words[Numbered(first.Words):])
	places, best, text := []Place{at}, 0, ""
	var bag term.Bag
	for len(places) < maxCaptionLines {
		next, ok := nextCaptionLine(d, places[len(places)-1])
		if !ok {
			break
		}
		places = append(places, next)
		words = append(words, d.Segment(next).Words...)
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
	s := d.Segment(last)
	l := &Label{Place: last, To: len(s.Words), Text: text, Bag: bag, Concepts: d.Dict.Named(bag), Box: s.Box, Whole: true, Weight: 1,
		Colon: EndsLabel(s.Words, len(s.Words)-1), lines: places[:best-1]}
	d.Labels = append(slices.DeleteFunc(d.Labels, func(o *Label) bool { return slices.Contains(places, o.Place) }), l)
	for _, p := range places {
		d.BySegment[p] = []*Label{l}
	}
}

// nextCaptionLine is the segment right below another that may go on with its caption.
func nextCaptionLine(d *Sheet, at Place) (Place, bool) {
	p := d.Pages[at.Page]
	upper := d.Segment(at)
	for ri := at.Row + 1; ri < min(len(p.Rows), at.Row+3); ri++ {
		for si, s := range p.Rows[ri].Segments {
			shift := s.Box.X0 - upper.Box.X0
			close := s.Box.Y0-upper.Box.Y1 <= captionGap*p.LineHeight && s.Box.Y0 > upper.Box.MidY()
			if close && shift <= captionShift*p.LineHeight && -shift <= captionShift*p.LineHeight && len(s.Words) <= captionWords {
				return Place{at.Page, ri, si}, true
			}
		}
	}
	return Place{}, false
}
