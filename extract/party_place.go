package extract

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
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

// heading is what heads the block of a party, and the columns that it heads.
type heading struct {
	role, text  string
	box         page.Box
	left, right float64
	bottom      float64 // how far down it heads
	inline      bool    // the party's name stands behind it
}

// headingsOf are the headings of parties on a page, from the top.
func (d *document) headingsOf(pi int) []heading {
	if all, ok := d.partyHeads[pi]; ok {
		return all
	}
	p := d.Pages[pi]
	var all []heading
	for ri, r := range p.Rows {
		for si, s := range r.Segments {
			at := label.At(pi, ri, si)
			if role, ok := d.roleOf(at); ok {
				all = append(all, heading{role: role, text: s.Text(), box: s.Box})
				continue
			}
			for _, l := range d.BySegment[at] {
				if role, a, ok := want.RoleIn(l.Bag); ok && a == want.AttrName && !l.Vague && l.Given == nil && len(l.Concepts) > 0 && (l.Colon || l.From == 0) && !numberOnly([][]page.Word{l.Inline}) {
					all = append(all, heading{role: role, text: l.Text, box: l.Box, left: s.Box.X0, inline: true})
				}
			}
		}
	}
	for i := range all {
		all[i].left, all[i].right = headed(p, all, i)
		all[i].bottom = reach(p, all[i])
	}
	d.partyHeads[pi] = all
	return all
}

// headed are the left and right edge of what a heading heads: up to the headings beside it, or the whole width where it stands
// alone at the left.
func headed(p *page.Page, all []heading, i int) (left, right float64) {
	h := all[i]
	left, right = h.box.X0-partyLeft*p.LineHeight, p.Width
	alone := true
	for _, o := range all {
		if o.box == h.box || max(o.box.Y0-h.box.Y0, h.box.Y0-o.box.Y0) > peerHeight*p.LineHeight {
			continue
		}
		if o.box.X0 >= h.box.X1 {
			right = min(right, o.box.X0-0.5*p.LineHeight)
		} else {
			alone = false
		}
	}
	switch {
	case alone && h.box.X0 < atLeft*p.Width:
		left = 0
	case alone && h.inline:
		left = min(left, h.left-partyLeft*p.LineHeight)
	}
	return left, right
}

// reach is how far down a heading reaches: no further than the lines below it stand close, closest where the party's name stands behind it.
func reach(p *page.Page, h heading) float64 {
	most, gap := partyHeight, headedGap
	if h.inline {
		most, gap = inlineHeight, inlineGap
	}
	bottom, lines := h.box.Y1, 0
	for _, r := range p.Rows {
		for _, s := range r.Segments {
			if s.Box.X0 < h.left || s.Box.X0 >= h.right || s.Box.Y0 <= h.box.MidY() || s.Box.Y0 >= h.box.Y0+most*p.LineHeight {
				continue
			}
			if s.Box.Y0-bottom < gap*p.LineHeight || !h.inline && lines == 0 {
				bottom, lines = max(bottom, s.Box.Y1), lines+1
			}
		}
	}
	if !h.inline && lines == 0 {
		return h.box.Y0 + most*p.LineHeight
	}
	return bottom
}

// noHeading is what stands under none.
const noHeading = -1

// headingAt is the nearest of the headings above a box or left of it that head its column; noHeading for none.
func (d *document) headingAt(pi int, box page.Box) int {
	all := d.headingsOf(pi)
	at := noHeading
	for i, h := range all {
		beside := h.box.OverlapY(box) > 0 && h.box.X1 <= box.X0+1
		above := h.box.MidY() < box.Y0
		if !beside && !above || box.X0 < h.left || box.X0 >= h.right || box.Y0 > h.bottom {
			continue
		}
		if at == noHeading || h.box.Y0 > all[at].box.Y0+1 || h.box.Y0 > all[at].box.Y0-1 && h.box.X0 > all[at].box.X0 {
			at = i
		}
	}
	return at
}

// roleAt is the role of the nearest heading over a box; "" for none.
func (d *document) roleAt(pi int, box page.Box) string {
	if at := d.headingAt(pi, box); at != noHeading {
		return d.headingsOf(pi)[at].role
	}
	return ""
}

// dropOthers takes out the options that stand under the heading of a party of another side, and tells which of the others read
// like one of them.
func (d *document) dropOthers(w *want.Want, all []*option) []*option {
	others := map[string]bool{}
	for _, o := range all {
		o.under = d.roleAt(o.page, page.Bounds(o.Words))
		if underAnother(w, o) {
			others[value.Alnum(o.Text)] = true
		}
	}
	all = slices.DeleteFunc(all, func(o *option) bool { return underAnother(w, o) })
	for _, o := range all {
		if others[value.Alnum(o.Text)] {
			o.traits = append(o.traits, trait{"said elsewhere " + underOther, 1})
		}
	}
	return all
}

// underAnother reports whether an option stands under the heading of a party of another side, and no label of its own says
// whose it is.
func underAnother(w *want.Want, o *option) bool {
	return labelRole(o) == "" && relation(w, o.under) == underOther && ofTrade(w.Role) && ofTrade(o.under)
}

// ofTrade reports whether a role is of one who sells or buys: a carrier or a holder may be either.
func ofTrade(role string) bool { return side(role) == "seller" || side(role) == "buyer" }

// labelRole is the role of the party that an option's own label names; "" for none.
func labelRole(o *option) string {
	if o.label == nil {
		return ""
	}
	role, _, _ := want.RoleIn(o.label.Bag)
	return role
}

// placed says under whose heading an option stands, or whose its own label says it is.
func (d *document) placed(w *want.Want, o *option, all []*option) []trait {
	if role := labelRole(o); role != "" {
		return []trait{{"label of " + relation(w, role), 1}}
	}
	own := relation(w, o.under)
	traits := []trait{{own, 1}}
	switch {
	case own == underOwn:
	case d.heads(o.page, func(role string) bool { return role == w.Role }):
		traits = append(traits, trait{own + ", though its own is there", 1})
	case own == underNone && !d.issues(w.Role) && d.heads(o.page, func(role string) bool { return side(role) == side(w.Role) }):
		traits = append(traits, trait{own + ", though one of its side is there", 1})
	}
	for _, other := range all {
		if other != o && value.Alnum(other.Text) == value.Alnum(o.Text) && !overlaps(&other.match, &o.match) && other.under != "" {
			traits = append(traits, trait{"said elsewhere " + relation(w, other.under), 1})
			break
		}
	}
	if y := page.Bounds(o.Words).Y0; own == underNone && !slices.ContainsFunc(d.headingsOf(o.page), func(h heading) bool { return !h.inline && h.box.MidY() < y }) {
		of := "another"
		if d.issues(w.Role) {
			of = "who issues"
		}
		traits = append(traits, trait{"above all headings, of " + of, 1})
	}
	return traits
}

// heads reports whether the role of a heading of the first page or of another is so, less headings with the name behind them.
func (d *document) heads(pi int, is func(role string) bool) bool {
	return slices.ContainsFunc(slices.Concat(d.headingsOf(0), d.headingsOf(pi)), func(h heading) bool { return !h.inline && is(h.role) })
}

// How the heading over an option stands to the party that a property is of.
const (
	underNone  = "under no heading"
	underOwn   = "under its heading"
	underSide  = "under a heading of its side"
	underOther = "under another's heading"
)

// relation is how the role of a heading stands to that of a property's party.
func relation(w *want.Want, role string) string {
	switch {
	case role == "":
		return underNone
	case role == w.Role:
		return underOwn
	case side(role) == side(w.Role):
		return underSide
	}
	return underOther
}
