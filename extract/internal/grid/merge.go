package grid

import (
	"cmp"
	"slices"
)

// mergeHeaders joins two rows of a header column by column. A heading that only one of its lines names is called
// by that line, and partly says so: another language, a unit, or no line of the header at all.
func mergeHeaders(d *Tabled, upper, lower []*column) (merged []*column, partly bool) {
	merged = make([]*column, len(upper))
	for i, c := range upper {
		joined := *c
		merged[i] = &joined
	}
	split := spanned(d, upper, lower)
	for _, c := range lower {
		if split[c] != nil {
			joined := &column{Text: split[c].Text + " " + c.Text, box: c.box}
			if nameColumn(d, joined); !joined.isKnown() && (c.isKnown() || !split[c].isKnown()) {
				joined = c // what stands over it is no heading
			}
			merged = append(merged, joined)
			continue
		}
		best, overlap := -1, 0.0
		for i, u := range merged {
			if i < len(upper) && isSpan(split, upper[i]) {
				continue
			}
			if o := u.box.OverlapX(c.box) / max(min(u.box.Width(), c.box.Width()), 1); o > 0.2 && o > overlap {
				best, overlap = i, o
			}
		}
		if best < 0 {
			merged = append(merged, c)
			continue
		}
		joined := &column{Text: merged[best].Text + " " + c.Text, box: merged[best].box.Union(c.box)}
		if nameColumn(d, joined); !joined.isKnown() && (merged[best].isKnown() || c.isKnown()) {
			partly = true
			joined.takeName(merged[best], c)
		}
		merged[best] = joined
	}
	merged = slices.DeleteFunc(merged, func(c *column) bool {
		return slices.ContainsFunc(upper, func(u *column) bool { return u.box == c.box && isSpan(split, u) })
	})
	slices.SortStableFunc(merged, func(a, b *column) int { return cmp.Compare(a.box.X0, b.box.X0) })
	return merged, partly
}

// isKnown reports whether a heading names a field.
func (c *column) isKnown() bool { return len(c.Concepts)+len(c.Parts) > 0 || c.perPackage }

// takeName calls a heading by the first of its lines that names a field.
func (c *column) takeName(lines ...*column) {
	for _, l := range lines {
		if l.isKnown() {
			c.bag, c.Concepts, c.Parts, c.perPackage = l.bag, l.Concepts, l.Parts, l.perPackage
			return
		}
	}
}

// sameNames reports whether two rows of headings name the same columns.
func sameNames(a, b []*column) bool {
	return slices.EqualFunc(a, b, func(x, y *column) bool { return x.bag.Key == y.bag.Key })
}
