package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// groupGap is how far below each other lines of one block stand at most, in heights of a line.
const groupGap = 1.8

// noGroup is the block of what stands in none.
const noGroup = -1

// groups are the blocks of a page: lines below each other without a wide gap, under one heading.
type groups struct {
	of   map[page.Box]int // by the box of a word
	text map[int]string   // of a block, as letters and digits
}

// groupsOf cuts a page into blocks.
func (d *document) groupsOf(pi int) groups {
	if g, ok := d.partyGroups[pi]; ok {
		return g
	}
	var all []page.Segment
	var parent, under []int
	first := make([]int, len(d.Pages[pi].Rows)+1) // of each row's segments
	for ri, r := range d.Pages[pi].Rows {
		for _, s := range r.Segments {
			all, parent, under = append(all, s), append(parent, len(all)), append(under, d.headingAt(pi, s.Box))
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
			if slices.ContainsFunc(d.headingsOf(pi), func(h heading) bool { return h.box == all[at].Box }) {
				continue
			}
			for _, o := range d.rightAbove(pi, ri, all[at], all, first) {
				if under[o] == under[at] {
					parent[root(at)] = root(o)
				}
			}
		}
	}
	g := groups{of: map[page.Box]int{}, text: map[int]string{}}
	for i, s := range all {
		at := root(i)
		g.text[at] += value.Alnum(s.Text())
		for _, w := range s.Words {
			g.of[w.Box] = at
		}
	}
	d.partyGroups[pi] = g
	return g
}

// rightAbove are the segments that stand right above another of a row, without a wide gap.
func (d *document) rightAbove(pi, ri int, s page.Segment, all []page.Segment, first []int) []int {
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

// groupAt is the block of a page that a value stands in.
func (d *document) groupAt(m *match) int {
	if len(m.Words) > 0 {
		if at, ok := d.groupsOf(m.page).of[m.Words[0].Box]; ok {
			return at
		}
	}
	return noGroup
}

// grouped says whether an option stands in one block with what was found of its party or of one of another side, and whether its
// block prints the name that was found for either, wherever it was found.
func (f *filling) grouped(w *want.Want, o *option) []trait {
	at := f.doc.groupAt(&o.match)
	if at == noGroup {
		return nil
	}
	text := f.doc.groupsOf(o.page).text[at]
	var own, others, ownName, othersName bool
	for _, other := range f.wants {
		m := f.found[other.Pointer]
		if m == nil || other == w || other.Role == "" {
			continue
		}
		ours, theirs := other.Role == w.Role, side(other.Role) != side(w.Role)
		if m.page == o.page && f.doc.groupAt(m) == at {
			own, others = own || ours, others || theirs
		}
		if isName(other.Attr) && !isName(w.Attr) && len(m.Text) >= leastDomain && strings.Contains(text, value.Alnum(m.Text)) {
			ownName, othersName = ownName || ours, othersName || theirs
		}
	}
	return slices.Concat(either("in its party's block", "in another party's block", own, others),
		either("in a block with its party's name", "in a block with another's name", ownName, othersName))
}

func isName(a want.Attr) bool { return a == want.AttrName || a == want.AttrNone }

// either is the trait of the one that holds, where the other does not.
func either(own, others string, isOwn, isOthers bool) []trait {
	switch {
	case isOwn && !isOthers:
		return []trait{{own, 1}}
	case isOthers && !isOwn:
		return []trait{{others, 1}}
	}
	return nil
}

// formOfMost says whether a tax number is written as the country writes them that has most of those among the options whose letters
// and marks tell their country.
func formOfMost(o *option, all []*option) []trait {
	own, ok := party.Number(o.Text)
	if !ok {
		return nil
	}
	counts := map[string]int{}
	var seen []string
	most := 0
	for _, other := range all {
		n, ok := party.Number(other.Text)
		_, digits := value.Counts(other.Text)
		if plain := value.Alnum(other.Text); ok && n.Country != "" && digits < len(other.Text) && !slices.Contains(seen, plain) {
			seen = append(seen, plain)
			counts[n.Country]++
			most = max(most, counts[n.Country])
		}
	}
	if most == 0 {
		return nil
	}
	return either("form of the document's country", "form of another country than most", counts[own.Country] == most, counts[own.Country] < most)
}
