package label

import (
	"maps"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
)

// Sheet holds the pages of a document with the labels on them.
type Sheet struct {
	*reading.Conventions
	Pages     []*page.Page
	Labels    []*Label
	BySegment map[Place][]*Label
	cache     *page.Memo[*Label, []Candidate]
	above     map[Place][][]page.Word // of captions below what is filled in: its lines
	filled    map[Place]bool          // what such captions name: no captions
	stated    map[unit.Dimension]unit.Unit
}

// Place is a segment's place.
type Place struct{ Page, Row, Segment int }

// NewSheet finds the labels of pages.
func NewSheet(dict *term.Dictionary, pages []*page.Page) *Sheet {
	d := &Sheet{Conventions: reading.Learn(dict, pages), Pages: pages, BySegment: map[Place][]*Label{}, cache: &page.Memo[*Label, []Candidate]{}}
	d.above, d.filled = filledAbove(dict, pages)
	findLabels(d)
	stackCaptions(d)
	joinCaptions(d)
	d.stated = d.statedUnits()
	return d
}

// Copy is the sheet with labels that may be changed without changing its own.
func (d *Sheet) Copy() *Sheet {
	own := *d
	own.Labels, own.BySegment, own.cache = slices.Clone(d.Labels), maps.Clone(d.BySegment), &page.Memo[*Label, []Candidate]{}
	return &own
}

// Replace puts a label at a place in the stead of those that end within it there.
func (d *Sheet) Replace(at Place, l *Label) {
	d.Labels = append(slices.DeleteFunc(d.Labels, func(o *Label) bool { return o.Place == at && o.To <= l.To }), l)
	d.BySegment[at] = append([]*Label{l}, d.BySegment[at]...)
}

// SetLabels sets the labels of a sheet in the making.
func (d *Sheet) SetLabels(labels []*Label) {
	d.Labels, d.cache = labels, &page.Memo[*Label, []Candidate]{}
}

// FilledAbove reports whether a place is a caption below what is filled in.
func (d *Sheet) FilledAbove(at Place) bool { return d.above[at] != nil }

// Filled reports whether a place is filled in and its caption stands below it.
func (d *Sheet) Filled(at Place) bool { return d.filled[at] }

// Segment returns the segment at a place.
func (d *Sheet) Segment(at Place) page.Segment {
	return d.Pages[at.Page].Rows[at.Row].Segments[at.Segment]
}

// At is the place of a segment on a page of a row, all from 0.
func At(page, row, segment int) Place { return Place{page, row, segment} }
