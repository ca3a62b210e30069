package facet

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// Splits reports whether subheadings of a heading stand for different values of a facet.
func (f *Index) Splits(facet int, group []int32) bool {
	first, named := f.Choice(group[0], facet)
	for _, sub := range group[1:] {
		if c, ok := f.Choice(sub, facet); ok != named || ok && !c.Same(first) {
			return true
		}
	}
	return false
}

// Choice returns what a subheading stands for in a facet; of several the last.
func (f *Index) Choice(sub int32, facet int) (c Choice, ok bool) {
	for _, own := range f.Choices[sub] {
		if own.Facet == facet {
			c, ok = own, true
		}
	}
	return c, ok
}

// keySeparator stands between the values of a choice that is written out.
const keySeparator = "+"

// Key writes a choice: "cotton", "silk+wool+other".
func (f *Index) Key(c Choice) string {
	var ids []string
	for _, v := range c.Values {
		ids = append(ids, f.Values[v].ID)
	}
	if c.Other {
		ids = append(ids, tariff.ValueOther)
	}
	return strings.Join(ids, keySeparator)
}

// ParseKey reads what Key has written, for a facet of a heading given by name. ok is false where there is no such
// facet or value.
func (f *Index) ParseKey(h int32, facet, key string) (c Choice, ok bool) {
	c.Facet = slices.IndexFunc(f.Facets[h], func(s Split) bool { return s.Name == facet })
	if c.Facet < 0 || key == "" {
		return c, false
	}
	for id := range strings.SplitSeq(key, keySeparator) {
		n, known := f.Number[id]
		switch {
		case id == tariff.ValueOther:
			c.Other = true
		case !known:
			return c, false
		default:
			c.Values = append(c.Values, n)
		}
	}
	return c, true
}

// Compatible reports whether goods that are as a choice says may be a subheading's.
func (f *Index) Compatible(sub int32, facet int, c Choice) bool {
	own, ok := f.Choice(sub, facet)
	if !ok || own.Other && c.Other {
		return true
	}
	return f.Overlap(own.Values, c.Values)
}

// Taking returns the given choices of a heading's facet that cover goods with these values: the choices that name one
// of the values, otherwise the residual choices.
func (f *Index) Taking(choices []Choice, values []int32) (out []Choice) {
	for _, c := range choices {
		if slices.ContainsFunc(values, func(v int32) bool { return f.within(v, c.Values) }) {
			out = append(out, c)
		}
	}
	if len(out) == 0 && len(values) > 0 {
		for _, c := range choices {
			if c.Other {
				out = append(out, c)
			}
		}
	}
	return out
}

// Splitting reports whether a value is of a facet that parts the subheadings of a heading.
func (f *Index) Splitting(heading, value int32) bool {
	return slices.ContainsFunc(f.Facets[heading], func(s Split) bool {
		return s.Class != "" && s.Class == f.Values[value].Facet || slices.Contains(s.Universe, value)
	})
}

// Limits reports whether a quantity is one that parts the subheadings of a heading.
func (f *Index) Limits(heading int32, q Quantity) bool {
	return slices.ContainsFunc(f.Facets[heading], func(s Split) bool {
		return slices.ContainsFunc(s.Universe, func(v int32) bool { return f.Values[v].Limit.Comparable(q) })
	})
}
