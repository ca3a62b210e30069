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

// refuseStart rules out, for the end of a period, the printed day at the caption of its start: one day printed once is not both. What it
// had is shared out among the others and none.
func refuseStart(f *candidate.Chosen, w *want.Want, options map[*want.Want][]*candidate.Option, p []float64) {
	if candidate.SortOf(f.Doc, w) != sortEnd {
		return
	}
	left := 1.0
	for i, o := range options[w] {
		if starts(f, w, o, options) {
			left, p[i] = left-p[i], 0
		}
	}
	for i := range p {
		p[i] /= max(left, leastLeft)
	}
}

// starts reports whether an option is that of the start of a period too, at a caption that names the start better than the end, and no
// caption before it does.
func starts(f *candidate.Chosen, w *want.Want, o *candidate.Option, options map[*want.Want][]*candidate.Option) bool {
	if o.Label == nil || len(o.Words) == 0 {
		return false
	}
	return slices.ContainsFunc(f.Wants, func(other *want.Want) bool {
		if candidate.SortOf(f.Doc, other) != sortStart || !slices.ContainsFunc(options[other], func(b *candidate.Option) bool {
			return b.Label == o.Label && b.Text == o.Text && len(b.Words) > 0 && b.Words[0].Box == o.Words[0].Box
		}) {
			return false
		}
		said := f.Doc.LabelScore(other, o.Label)
		return said > f.Doc.LabelScore(w, o.Label) && !slices.ContainsFunc(f.Doc.Labels, func(l *label.Label) bool {
			return before(l, o.Label) && f.Doc.LabelScore(other, l) >= said
		})
	})
}

// before reports whether a caption stands before another.
func before(a, b *label.Label) bool {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Segment, b.Segment)) < 0
}
