package extract

import (
	"math"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
)

// pairBlocks are the labels with a value in their own column: beside them, else below.
func (d *document) pairBlocks(at int, taken map[int]bool) []Block {
	p := d.Pages[at]
	var blocks []Block
	for _, l := range d.Labels {
		if l.Page != at || taken[l.Row] || !l.Colon {
			continue
		}
		words := d.paired(p, l)
		if len(words) == 0 {
			continue
		}
		value := page.Join(words)
		blocks = append(blocks, Block{
			Kind: BlockKeyValue, Box: share(p, l.Box.Union(page.Bounds(words))), Text: l.Text + ": " + value,
			Rows: [][]string{{l.Text, value}},
		})
	}
	return blocks
}

// Distances of a value from its label, in heights of a line.
const (
	besideGap  = 3.0 // beyond it another column may begin
	sameColumn = 1.0 // between the beginnings of what stands in one column
)

// paired are the words of a label's value, none where it has none in its column.
func (d *document) paired(p *page.Page, l *label.Label) []page.Word {
	var below []page.Word
	for _, c := range d.Candidates(l) {
		if len(c.Words) == 0 {
			continue
		}
		switch {
		case c.Place != label.PlaceBelow:
			if !d.inOtherColumn(p, l, c.Words[0]) {
				return c.Words
			}
		case below == nil && math.Abs(c.Words[0].Box.X0-l.Box.X0) < sameColumn*p.LineHeight && !d.beginsLabel(l, c.Words[0]):
			below = c.Words
		}
	}
	return below
}

// inOtherColumn reports whether a word beside a label begins where other labels of the page do, apart from it:
// there a column of labels and values of its own stands.
func (d *document) inOtherColumn(p *page.Page, l *label.Label, w page.Word) bool {
	if w.Box.X0-l.Box.X1 < besideGap*p.LineHeight {
		return false
	}
	return slices.ContainsFunc(d.Labels, func(o *label.Label) bool {
		return o != l && o.Page == l.Page && o.Colon && math.Abs(o.Box.X0-w.Box.X0) < sameColumn*p.LineHeight
	})
}

// beginsLabel reports whether a word begins another label.
func (d *document) beginsLabel(l *label.Label, w page.Word) bool {
	return slices.ContainsFunc(d.Labels, func(o *label.Label) bool {
		return o != l && o.Page == l.Page && o.Box.X0 == w.Box.X0 && o.Box.OverlapY(w.Box) > 0
	})
}
