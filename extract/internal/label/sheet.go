package label

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
)

// Sheet is what a document prints: its pages with the labels on them.
type Sheet struct {
	*reading.Conventions
	Pages     []*page.Page
	Labels    []*Label
	BySegment map[Place][]*Label
	Cache     map[*Label][]Candidate
}

// Place is a segment's place.
type Place struct{ Page, Row, Segment int }

// NewSheet finds the labels of pages.
func NewSheet(dict *term.Dictionary, pages []*page.Page) *Sheet {
	d := &Sheet{Conventions: reading.Learn(dict, pages), Pages: pages, BySegment: map[Place][]*Label{}, Cache: map[*Label][]Candidate{}}
	d.findLabels()
	d.stackCaptions()
	d.joinCaptions()
	return d
}

// Segment is what stands at a place.
func (d *Sheet) Segment(at Place) page.Segment {
	return d.Pages[at.Page].Rows[at.Row].Segments[at.Segment]
}

// At is the place of a segment on a page of a row, all from 0.
func At(page, row, segment int) Place { return Place{page, row, segment} }
