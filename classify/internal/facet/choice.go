package facet

// Splits reports whether subheadings of a heading stand for different values of a facet.
func (f *Index) Splits(facet int, group []int32) bool {
	first, named := f.choice(group[0], facet)
	for _, sub := range group[1:] {
		if c, ok := f.choice(sub, facet); ok != named || ok && !c.Same(first) {
			return true
		}
	}
	return false
}

// choice returns what a subheading stands for in a facet; of several the last.
func (f *Index) choice(sub int32, facet int) (c Choice, ok bool) {
	for _, own := range f.Choices[sub] {
		if own.Facet == facet {
			c, ok = own, true
		}
	}
	return c, ok
}
