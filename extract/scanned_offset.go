package extract

import (
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// How far a value that is typed into a form stands off the line of its caption, in heights of a line, and to its right, as a share
// of the page's width.
const (
	offLine  = 1.1
	offRight = 0.3
)

// offsetOptions are the values that stand right of a caption, a little above or below its line: typed or written into a form.
func (d *document) offsetOptions(w *want.Want, c caption, affinity float64, add func(match, way, ...trait)) {
	l := c.label
	if len(l.Inline) > 0 || !l.Whole && !l.Colon {
		return
	}
	p := d.Pages[l.Page]
	for ri := max(0, l.Row-2); ri < min(len(p.Rows), l.Row+3); ri++ {
		if ri == l.Row {
			continue
		}
		for si, s := range p.Rows[ri].Segments {
			off, far := (s.Box.MidY()-l.Box.MidY())/max(p.LineHeight, 1), s.Box.X0-l.Box.X1
			if off > offLine || off < -offLine || far < 0 || far > offRight*p.Width || d.BeginsWithLabel(label.At(l.Page, ri, si)) {
				continue
			}
			if m, ok := d.read(w, l, label.Candidate{Words: s.Words, Lines: [][]page.Word{s.Words}, Place: label.PlaceRight, Score: 1, Page: l.Page}); ok {
				m.score *= captionScore * affinity
				add(m, wayOffset, trait{"offset affinity", affinity}, trait{"above its caption's line", flag(off < 0)}, trait{"behind a colon", flag(l.Colon)}, trait{"off its caption's line", max(off, -off)})
			}
			break
		}
	}
}
