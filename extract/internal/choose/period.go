package choose

import (
	"cmp"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/want"
)

// The sorts of the days that bound a period.
const (
	sortStart = "start"
	sortEnd   = "end"
)

// endsAtBegin reports whether an option for the end of a period stands at the caption of its begin: one day printed once is not both.
func endsAtBegin(f *candidate.Chosen, w *want.Want, o *candidate.Option) bool {
	if o.Label == nil || candidate.SortOf(f.Doc, w) != sortEnd {
		return false
	}
	return slices.ContainsFunc(f.Wants, func(other *want.Want) bool {
		if candidate.SortOf(f.Doc, other) != sortStart {
			return false
		}
		begins := f.Doc.LabelScore(other, o.Label)
		return begins > f.Doc.LabelScore(w, o.Label) && !slices.ContainsFunc(f.Doc.Labels, func(l *label.Label) bool {
			return before(l, o.Label) && f.Doc.LabelScore(other, l) >= begins
		})
	})
}

// before reports whether a caption stands before another.
func before(a, b *label.Label) bool {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Segment, b.Segment)) < 0
}
