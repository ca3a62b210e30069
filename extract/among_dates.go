package extract

import (
	"cmp"
	"iter"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// dateTraits are the place of a day among those that a property may be given, and among those that others were given: a
// payment falls due after the day of its invoice.
func (f *filling) dateTraits(w *want.Want, o *option, all []*option) []trait {
	own, ok := f.dayOf(&o.match)
	if !ok || len(w.Concepts) == 0 {
		return nil
	}
	name := w.Concepts[0].Concept.Name
	earlier, later := false, false
	for _, other := range all {
		if day, ok := f.dayOf(&other.match); ok {
			earlier, later = earlier || day < own, later || day > own
		}
	}
	traits := []trait{{name + " is the last day", flag(!later && earlier)}, {name + " is the first day", flag(!earlier && later)}, {name + " is a day between", flag(earlier && later)}}
	for other, m := range f.othersGiven(w) {
		if day, ok := f.dayOf(m); ok {
			said := [3]string{" after ", " the day of ", " before "}[1+cmp.Compare(day, own)]
			traits = append(traits, trait{name + said + other, 1})
		}
	}
	return traits
}

// othersGiven are what properties of the same kind as one were given, by the names of their fields; those of its own field are none.
func (f *filling) othersGiven(w *want.Want) iter.Seq2[string, *match] {
	return func(yield func(string, *match) bool) {
		for _, other := range f.wants {
			m := f.found[other.Pointer]
			if m == nil || other == w || groupOf(other) != groupOf(w) || len(other.Concepts) == 0 || other.Concepts[0].Concept == w.Concepts[0].Concept {
				continue
			}
			if !yield(other.Concepts[0].Concept.Name, m) {
				return
			}
		}
	}
}

// dayOf is the day that a match prints, as ISO date.
func (f *filling) dayOf(m *match) (string, bool) {
	d, ok := value.ParseDate(page.Join(m.Words), f.doc.Order)
	return d.ISO, ok
}
