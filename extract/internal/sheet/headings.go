package sheet

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// How far the heading of a party reaches, in heights of a line.
const (
	partyHeight  = 16.0 // down
	partyLeft    = 1.5  // to the left of its own edge
	peerHeight   = 1.0  // between headings side by side
	headedGap    = 4.0  // between the lines below it
	inlineHeight = 9.0  // down, of a heading with the name behind it
	inlineGap    = 1.3  // between the lines below it
)

// atLeft is the share of a page's width within which a heading that stands alone in its row heads all of the row.
const atLeft = 0.25

// Heading heads the block of a party, with the columns that it covers.
type Heading struct {
	Role, Text  string
	Box         page.Box
	left, right float64
	bottom      float64 // how far down it heads
	Inline      bool    // the party's name stands behind it
}

// readHeadingsOf are the headings of parties on a page, from the top.
func (d *Sheet) readHeadingsOf(pi int) []Heading {
	p := d.Pages[pi]
	var all []Heading
	for ri, r := range p.Rows {
		for si, s := range r.Segments {
			at := label.At(pi, ri, si)
			if role, ok := d.RoleOf(at); ok {
				all = append(all, Heading{Role: role, Text: s.Text(), Box: s.Box})
				continue
			}
			for _, l := range d.BySegment[at] {
				if role, a, ok := want.RoleIn(l.Bag); ok && a == want.AttrName && !l.Vague && l.Given == nil && len(l.Concepts) > 0 && (l.Colon || l.From == 0) && !NumberOnly([][]page.Word{l.Inline}) {
					all = append(all, Heading{Role: role, Text: l.Text, Box: l.Box, left: s.Box.X0, Inline: true})
				}
			}
		}
	}
	for i := range all {
		all[i].left, all[i].right = headed(p, all, i)
		all[i].bottom = reach(p, all[i])
	}
	return all
}

// headed are the left and right edge of what a heading heads: up to the headings beside it, or the whole width where it stands
// alone at the left.
func headed(p *page.Page, all []Heading, i int) (left, right float64) {
	h := all[i]
	left, right = h.Box.X0-partyLeft*p.LineHeight, p.Width
	alone := true
	for _, o := range all {
		if o.Box == h.Box || max(o.Box.Y0-h.Box.Y0, h.Box.Y0-o.Box.Y0) > peerHeight*p.LineHeight {
			continue
		}
		if o.Box.X0 >= h.Box.X1 {
			right = min(right, o.Box.X0-0.5*p.LineHeight)
		} else {
			alone = false
		}
	}
	switch {
	case alone && h.Box.X0 < atLeft*p.Width:
		left = 0
	case alone && h.Inline:
		left = min(left, h.left-partyLeft*p.LineHeight)
	}
	return left, right
}

// reach is how far down a heading reaches: no further than the lines below it stand close, closest where the party's name stands behind it.
func reach(p *page.Page, h Heading) float64 {
	most, gap := partyHeight, headedGap
	if h.Inline {
		most, gap = inlineHeight, inlineGap
	}
	bottom, lines := h.Box.Y1, 0
	for _, r := range p.Rows {
		for _, s := range r.Segments {
			if s.Box.X0 < h.left || s.Box.X0 >= h.right || s.Box.Y0 <= h.Box.MidY() || s.Box.Y0 >= h.Box.Y0+most*p.LineHeight {
				continue
			}
			if s.Box.Y0-bottom < gap*p.LineHeight || !h.Inline && lines == 0 {
				bottom, lines = max(bottom, s.Box.Y1), lines+1
			}
		}
	}
	if !h.Inline && lines == 0 {
		return h.Box.Y0 + most*p.LineHeight
	}
	return bottom
}

// NoHeading marks a text that stands under no heading.
const NoHeading = -1

// HeadingAt is the nearest of the headings above a box or left of it that head its column; noHeading for none.
func (d *Sheet) HeadingAt(pi int, box page.Box) int {
	all := d.HeadingsOf(pi)
	at := NoHeading
	for i, h := range all {
		beside := h.Box.OverlapY(box) > 0 && h.Box.X1 <= box.X0+1
		above := h.Box.MidY() < box.Y0
		if !beside && !above || box.X0 < h.left || box.X0 >= h.right || box.Y0 > h.bottom {
			continue
		}
		if at == NoHeading || h.Box.Y0 > all[at].Box.Y0+1 || h.Box.Y0 > all[at].Box.Y0-1 && h.Box.X0 > all[at].Box.X0 {
			at = i
		}
	}
	return at
}

// RoleAt is the role of the nearest heading over a box; "" for none.
func (d *Sheet) RoleAt(pi int, box page.Box) string {
	if at := d.HeadingAt(pi, box); at != NoHeading {
		return d.HeadingsOf(pi)[at].Role
	}
	return ""
}

// Heads reports whether the role of a heading of the first page or of another is so, less headings with the name behind them.
func (d *Sheet) Heads(pi int, is func(role string) bool) bool {
	return slices.ContainsFunc(slices.Concat(d.HeadingsOf(0), d.HeadingsOf(pi)), func(h Heading) bool { return !h.Inline && is(h.Role) })
}

// How the heading over an option stands to the party that a property is of.
const (
	UnderNone  = "under no heading"
	UnderOwn   = "under its heading"
	UnderSide  = "under a heading of its side"
	UnderOther = "under another's heading"
)
