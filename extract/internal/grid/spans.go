package grid

import (
	"maps"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/unit"
)

// spanned finds the headers that stand over several of the next row, such as N.W. over EACH and TOTAL: for
// each of those the header above it.
func spanned(d *Tabled, upper, lower []*column) map[*column]*column {
	under := map[*column][]*column{}
	for u, run := range overUnits(d, upper, lower) {
		under[u] = run
	}
	for _, c := range lower {
		if d.bareUnit(c) && slices.ContainsFunc(slices.Collect(maps.Values(under)), func(run []*column) bool { return slices.Contains(run, c) }) {
			continue
		}
		for _, u := range upper {
			if middle := u.box.MidX(); c.box.OverlapX(u.box) > 0.5*c.box.Width() || c.box.X0 < middle && c.box.X1 > middle {
				under[u] = append(under[u], c)
				break
			}
		}
	}
	for _, c := range lower { // the second of two below a header at the left of its cell
		if last := leftOf(upper, lower, c); last != nil && len(under[last]) == 1 {
			under[last] = append(under[last], c)
		}
	}
	over := map[*column]*column{}
	for u, all := range under {
		if len(all) < 2 {
			continue
		}
		for _, c := range all {
			over[c] = u
		}
	}
	return over
}

// leftOf is the header that ends last before a lower one that stands under none.
func leftOf(upper, lower []*column, c *column) *column {
	var last *column
	for _, u := range upper {
		if o := u.box.OverlapX(c.box); o > 0.5*c.box.Width() || o > 0 && u.box.X0 >= c.box.X0-alignedBy {
			return nil
		}
		if u.box.X0 < c.box.X0 && (last == nil || u.box.X0 > last.box.X0) {
			last = u
		}
	}
	if last == nil || len(lower) > len(upper) {
		return nil
	}
	return last
}

// isSpan reports whether a header stands over several.
func isSpan(over map[*column]*column, u *column) bool {
	for o := range maps.Values(over) {
		if o == u {
			return true
		}
	}
	return false
}

// overUnits finds the headers that stand over the units of their figures, in whatever place: GROSS WEIGHT over LB and KG.
func overUnits(d *Tabled, upper, lower []*column) map[*column][]*column {
	over := map[*column][]*column{}
	for i := 0; i < len(lower); {
		run, box := 0, page.Box{}
		var seen []unit.Unit
		for ; i+run < len(lower) && d.bareUnit(lower[i+run]); run++ {
			u := unit.In(d.Dict, lower[i+run].Text)[0]
			if len(seen) > 0 && (slices.Contains(seen, u) || u.Dimension != seen[0].Dimension) {
				break
			}
			seen, box = append(seen, u), box.Union(lower[i+run].box)
		}
		if run > 1 {
			for _, u := range upper {
				if middle := u.box.MidX(); u.box.OverlapX(box) > 0.5*u.box.Width() && middle > box.X0 && middle < box.X1 && over[u] == nil {
					over[u] = lower[i : i+run]
					break
				}
			}
		}
		i += max(run, 1)
	}
	return over
}

// bareUnit reports whether a header is a unit and nothing else.
func (d *Tabled) bareUnit(c *column) bool {
	u, ok := unit.Is(d.Dict, c.Text)
	return ok && u.Dimension != ""
}
