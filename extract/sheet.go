package extract

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
)

// sheet is what a document prints: its pages with the labels on them.
type sheet struct {
	*reading.Conventions
	pages     []*page.Page
	labels    []*label
	bySegment map[place][]*label
	cache     map[*label][]candidate
}

// place is a segment's place.
type place struct{ page, row, segment int }

// newSheet finds the labels of pages.
func newSheet(dict *term.Dictionary, pages []*page.Page) *sheet {
	d := &sheet{Conventions: reading.Learn(dict, pages), pages: pages, bySegment: map[place][]*label{}, cache: map[*label][]candidate{}}
	d.findLabels()
	d.joinCaptions()
	return d
}

func (d *sheet) segment(at place) page.Segment {
	return d.pages[at.page].Rows[at.row].Segments[at.segment]
}
