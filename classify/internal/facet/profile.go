package facet

import "slices"

// StatedProfile sorts statements by the facets that are compared across headings.
func (f *Index) StatedProfile(stated []Statement) (out [ClassCount][]Statement) {
	for _, s := range stated {
		for c, class := range Classes {
			if f.Values[s.Value].Facet == class && f.contrasts(s.Value) {
				out[c] = append(out[c], s)
			}
		}
	}
	return out
}

// Stance tells whether the titles of a subheading agree with the stated values of one class.
type Stance struct{ Agree, Against float32 }

// Stances compares, class by class, what is stated with what the titles of a subheading say.
func (f *Index) Stances(sub int32, stated *[ClassCount][]Statement) (out [ClassCount]Stance) {
	items := f.profiles[sub]
	for c := range stated {
		if len(stated[c]) == 0 {
			continue
		}
		var agree, top float32
		said := false
		for _, s := range stated[c] {
			top = max(top, s.Weight)
		}
		for _, item := range items {
			if int(item.class) != c {
				continue
			}
			said = true
			if v, _ := f.Strength(item.value, stated[c]); v > agree {
				agree = v
			}
		}
		if said {
			out[c] = Stance{agree, top - agree}
		}
	}
	return out
}

// ProfileOf returns the values of a class that the titles of a subheading state.
func (f *Index) ProfileOf(sub int32, class Class) (out []int32) {
	for _, item := range f.profiles[sub] {
		if item.class == class {
			out = append(out, item.value)
		}
	}
	return out
}

// TitledOf returns the values of a class that the titles of a subheading and its heading state by words of their own.
func TitledOf(f *Index, sub int32, class Class) (out []int32) {
	for _, item := range f.profiles[sub] {
		if item.class == class && !item.broad {
			out = append(out, item.value)
		}
	}
	return out
}

// Contradicts reports whether the titles of a subheading name another value of the same class and none that contains
// this one.
func (f *Index) Contradicts(sub, value int32) bool {
	said := false
	for c, class := range Classes {
		if f.Values[value].Facet != class || !f.contrasts(value) {
			continue
		}
		own := f.ProfileOf(sub, Class(c))
		if f.Overlap(own, []int32{value}) {
			return false
		}
		said = said || len(own) > 0
	}
	return said
}

// Overlap reports whether a value of one list equals, or lies within, a value of the other.
func (f *Index) Overlap(a, b []int32) bool {
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

// Wider reports whether a value contains any of others: plastics contain polyethylene.
func (f *Index) Wider(value int32, others []int32) bool {
	return slices.ContainsFunc(others, func(o int32) bool { return o != value && slices.Contains(f.Values[o].Implied, value) })
}

// Strongest returns how clearly the clearest of values is stated.
func (f *Index) Strongest(values []int32, stated []Statement) (best float32, by Statement) {
	for _, v := range values {
		if s, st := f.Strength(v, stated); s > best {
			best, by = s, st
		}
	}
	return best, by
}

// Asked returns how strongly a value is stated.
func (f *Index) Asked(id string, stated []Statement) float32 {
	n, ok := f.Number[id]
	if !ok {
		return 0
	}
	v, _ := f.Strength(n, stated)
	return v
}

// contrasts reports whether a value excludes the others of its facet. Of the ways to make a fabric only knitted and
// woven exclude each other; lace may be either.
func (f *Index) contrasts(value int32) bool {
	v := &f.Values[value]
	return v.Facet != "construction" || v.ID == "knitted" || v.ID == "woven"
}
