package classify

import "slices"

// statedProfile sorts statements by the facets that are compared across headings.
func (f *facetIndex) statedProfile(stated []statement) (out [profileCount][]statement) {
	for _, s := range stated {
		for c, class := range profileClasses {
			if f.values[s.value].facet == class && f.contrasts(s.value) {
				out[c] = append(out[c], s)
			}
		}
	}
	return out
}

// fillProfile compares, facet by facet, what is stated with what the titles of a subheading say.
func (f *facetIndex) fillProfile(out *features, sub int32, stated [profileCount][]statement) {
	items := f.profiles[sub]
	for c := range stated {
		if len(stated[c]) == 0 {
			continue
		}
		var agree, top float32
		said := false
		for _, s := range stated[c] {
			top = max(top, s.weight)
		}
		for _, item := range items {
			if int(item.class) != c {
				continue
			}
			said = true
			if v, _ := f.strength(item.value, stated[c]); v > agree {
				agree = v
			}
		}
		if said {
			out[featProfile+2*c] = agree
			out[featProfile+2*c+1] = top - agree
		}
	}
}

// profileOf returns the values of a class that the titles of a subheading state.
func (f *facetIndex) profileOf(sub int32, class profileClass) (out []int32) {
	for _, item := range f.profiles[sub] {
		if item.class == class {
			out = append(out, item.value)
		}
	}
	return out
}

// overlap reports whether a value of one list is, or lies within, one of the other.
func (f *facetIndex) overlap(a, b []int32) bool {
	for _, v := range a {
		if f.within(v, b) {
			return true
		}
	}
	for _, v := range b {
		if f.within(v, a) {
			return true
		}
	}
	return false
}

// strongest returns how clearly the clearest of values is stated.
func (f *facetIndex) strongest(values []int32, stated []statement) (best float32, by statement) {
	for _, v := range values {
		if s, st := f.strength(v, stated); s > best {
			best, by = s, st
		}
	}
	return best, by
}

// asked returns how strongly a value is stated.
func (f *facetIndex) asked(id string, stated []statement) float32 {
	n, ok := f.number[id]
	if !ok {
		return 0
	}
	v, _ := f.strength(n, stated)
	return v
}

// subTraits is what the ranking asks of a subheading whatever the description says.
type subTraits struct {
	residual bool // it takes what no sibling names in some facet
	part     bool // it is for parts or accessories
	clothing bool // of chapter 61 or 62, told apart by how a garment is made up and split by who wears it
	food     bool // of chapters 2 to 20, where chapters and headings follow from how food is kept
}

func (x *index) traitsOf(sub int32) subTraits {
	e := x.subs[sub]
	chapter := e.Code[:2]
	return subTraits{
		residual: e.Residual(),
		part: slices.ContainsFunc(x.facet.profiles[sub], func(item profileItem) bool {
			id := x.facet.values[item.value].id
			return id == "part" || id == "accessory"
		}),
		clothing: chapter == "61" || chapter == "62",
		food:     chapter >= "02" && chapter <= "20",
	}
}

// contrasts reports whether a value excludes the others of its facet. Of the ways to make a fabric only
// knitted and woven do: lace may be either.
func (f *facetIndex) contrasts(value int32) bool {
	v := &f.values[value]
	return v.facet != "construction" || v.id == "knitted" || v.id == "woven"
}
