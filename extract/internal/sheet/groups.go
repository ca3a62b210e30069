package sheet

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// groupGap is how far below each other lines of one block stand at most, in heights of a line.
const groupGap = 1.8

// NoGroup is the block of what stands in none.
const NoGroup = -1

// groups are the blocks of a page: lines below each other without a wide gap, under one heading.
type groups struct {
	Of   map[page.Box]int // by the box of a word
	Text map[int]string   // of a block, as letters and digits
}

// readGroupsOf cuts a page into blocks.
func (d *Sheet) readGroupsOf(pi int) groups {
	var all []page.Segment
	var parent, under []int
	first := make([]int, len(d.Pages[pi].Rows)+1) // of each row's segments
	for ri, r := range d.Pages[pi].Rows {
		for _, s := range r.Segments {
			all, parent, under = append(all, s), append(parent, len(all)), append(under, d.HeadingAt(pi, s.Box))
		}
		first[ri+1] = len(all)
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for ri := range d.Pages[pi].Rows {
		for at := first[ri]; at < first[ri+1]; at++ {
			if slices.ContainsFunc(d.HeadingsOf(pi), func(h Heading) bool { return h.Box == all[at].Box }) {
				continue
			}
			for _, o := range rightAbove(d, pi, ri, all[at], all, first) {
				if under[o] == under[at] {
					parent[root(at)] = root(o)
				}
			}
		}
	}
	g := groups{Of: map[page.Box]int{}, Text: map[int]string{}}
	for i, s := range all {
		at := root(i)
		g.Text[at] += value.Alnum(s.Text())
		for _, w := range s.Words {
			g.Of[w.Box] = at
		}
	}
	return g
}

// rightAbove are the segments that stand right above another of a row, without a wide gap.
func rightAbove(d *Sheet, pi, ri int, s page.Segment, all []page.Segment, first []int) []int {
	p := d.Pages[pi]
	gap := groupGap * p.LineHeight
	var above []int
	for i := ri - 1; i >= 0 && s.Box.Y0-p.Rows[i].Box.Y1 < gap; i-- {
		for o := first[i]; o < first[i+1]; o++ {
			if box := all[o].Box; box.OverlapX(s.Box) > 0 && s.Box.Y0-box.Y1 < gap && box.MidY() <= s.Box.Y0 {
				above = append(above, o)
			}
		}
	}
	return above
}

// IsName reports whether the name of a party is asked for, by itself or as the party as a whole.
func IsName(a want.Attr) bool { return a == want.AttrName || a == want.AttrNone }
