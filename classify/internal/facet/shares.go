package facet

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// materials weighs the statements about several materials.
type materials struct{ *Index }

// weighShares reads percentages beside values. The largest share keeps its full weight, the others get half of their
// part: the tariff classifies by the material that predominates by weight.
func (f materials) weighShares(d *text.Description, all []Statement) {
	if len(all) == 0 {
		return
	}
	before := f.shareBefore(d, all)
	largest := float32(0)
	for i := range all {
		if f.Values[all[i].Value].Facet != "material" {
			continue
		}
		at := all[i].Mention + 1
		if before {
			at = all[i].Mention - 1
		}
		if at >= 0 && at < len(d.Mentions) && d.Mentions[at].Percent {
			all[i].share = percentOf(d.Mentions[at].Text)
			largest = max(largest, all[i].share)
		}
	}
	for i := range all {
		if all[i].share > 0 && all[i].share < largest {
			all[i].Weight *= 0.5 * all[i].share / largest
		}
	}
	f.breakTie(all, largest)
}

// shareBefore reports whether a description gives shares before their materials ("95% cotton"), not
// after ("cotton 95%").
func (f materials) shareBefore(d *text.Description, all []Statement) bool {
	material := len(d.Mentions)
	for i := range all {
		if v := f.Values[all[i].Value]; v.Facet == "material" && v.ID != "textile" { // "main fabric 60% cotton"
			material = min(material, all[i].Mention)
		}
	}
	for i := range d.Mentions[:material] {
		if d.Mentions[i].Percent {
			return true
		}
	}
	return false
}

// lastInOrder ranks textile materials as the subheadings of section XI follow each other: of equal shares
// by weight the last in numerical order prevails (rule 3(c), section XI note 2).
var lastInOrder = map[string]int{"silk": 1, "wool": 2, "cashmere": 2, "cotton": 3, "linen": 4, "ramie": 4, "synthetic-fibre": 5, "polyester": 5, "nylon": 5, "acrylic": 5, "artificial-fibre": 6, "viscose": 6}

func (f materials) breakTie(all []Statement, share float32) {
	last := 0
	for _, s := range all {
		if s.share == share && share > 0 {
			last = max(last, lastInOrder[f.Values[s.Value].ID])
		}
	}
	for i := range all {
		if rank := lastInOrder[f.Values[all[i].Value].ID]; all[i].share == share && rank > 0 && rank < last {
			all[i].Weight *= 0.5
		}
	}
}

// weighOrder lowers the weight of later values: of several values of one facet the first leads.
func (f materials) weighOrder(all []Statement) {
	for i := range all {
		if all[i].share > 0 || f.Values[all[i].Value].Facet != "material" {
			continue
		}
		before := 0
		for j := range all[:i] {
			if f.Values[all[j].Value].Facet == "material" && all[j].Mention < all[i].Mention && !slices.Contains(f.Values[all[i].Value].Implied, all[j].Value) {
				before++
			}
		}
		all[i].Weight *= 1 / (1 + 0.5*float32(min(before, 4)))
	}
}

func percentOf(text string) float32 {
	n := float32(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + float32(c-'0')
	}
	return min(n, 100)
}
