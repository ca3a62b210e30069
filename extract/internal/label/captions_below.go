package label

import (
	"maps"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Captions in small print below what is filled in, as certificates have them.
const (
	smallerPrint     = 0.87 // of the height of what stands above
	nearerAbove      = 0.8  // of the gap below, that above a caption is at most
	leastCaptions    = 2    // of the only such row of a page, all of them known: it may be a signature otherwise
	mostCaptionWords = 6
)

// filledAbove finds the captions that stand below their values, with the lines of each value: rows of small print without figures,
// each piece at the left edge of larger print right above it, and farther from what follows.
func filledAbove(dict *term.Dictionary, pages []*page.Page) (values map[Place][][]page.Word, filled map[Place]bool) {
	values, filled = map[Place][][]page.Word{}, map[Place]bool{}
	for pi, p := range pages {
		var rows []map[Place]Place
		for ri := 1; ri < len(p.Rows); ri++ {
			if pairs := captionsBelow(p, pi, ri); pairs != nil {
				rows = append(rows, pairs)
			}
		}
		unknown := func(at Place) bool { return len(dict.Named(dict.Bag(p.Rows[at.Row].Segments[at.Segment].Text()))) == 0 }
		if len(rows) == 0 || len(rows) == 1 && (len(rows[0]) < leastCaptions || slices.ContainsFunc(slices.Collect(maps.Keys(rows[0])), unknown)) {
			continue
		}
		for _, pairs := range rows {
			for caption, at := range pairs {
				values[caption] = [][]page.Word{p.Rows[at.Row].Segments[at.Segment].Words}
				filled[at] = true
			}
		}
	}
	return values, filled
}

// captionsBelow pairs the captions of a row with what is filled in above each; nil where one of them is no such caption.
func captionsBelow(p *page.Page, pi, ri int) map[Place]Place {
	row, above := p.Rows[ri], p.Rows[ri-1]
	gap := row.Box.Y0 - above.Box.Y1
	if ri+1 < len(p.Rows) && gap > nearerAbove*(p.Rows[ri+1].Box.Y0-row.Box.Y1) {
		return nil
	}
	pairs := map[Place]Place{}
	for si, s := range row.Segments {
		text := s.Text()
		letters, digits := value.Counts(text)
		if letters < 2 || digits > 0 || len(s.Words) > mostCaptionWords || strings.Contains(text, ":") {
			return nil
		}
		found := false
		for vi, v := range above.Segments {
			shift := max(v.Box.X0-s.Box.X0, s.Box.X0-v.Box.X0)
			if slices.ContainsFunc(v.Words, func(w page.Word) bool { return strings.HasSuffix(w.Text, ":") }) {
				return nil // a caption beside its value
			}
			if shift < boxShift*v.Box.Height() && s.Box.Height() < smallerPrint*v.Box.Height() && s.Box.Y0-v.Box.Y1 < boxGap*v.Box.Height() {
				pairs[Place{pi, ri, si}], found = Place{pi, ri - 1, vi}, true
			}
		}
		if !found {
			return nil
		}
	}
	return pairs
}
