package facet

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// LowerMinor lowers the weight of materials with a smaller share than another: "60 % cotton, 40 % polyester" are
// goods of cotton.
func (f *Index) LowerMinor(d *text.Description) {
	if !slices.ContainsFunc(d.Mentions, func(m text.Mention) bool { return m.Percent }) {
		return
	}
	all := f.statements(&f.central, d, f.openings(d), nil)
	materials{f}.weighShares(d, all)
	largest := float32(0)
	for _, s := range all {
		largest = max(largest, s.share)
	}
	for _, s := range all {
		if m := &d.Mentions[s.Mention]; s.share > 0 && s.share < largest && !m.Lowered {
			m.Lowered = true
			m.Weight *= minorShare * s.share / largest
		}
	}
}

// minorShare is the weight of a material whose share nearly equals the largest.
const minorShare = 0.3
