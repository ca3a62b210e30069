package extract

import (
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
	for _, other := range f.wants {
		m := f.found[other.Pointer]
		if m == nil || other == w || groupOf(other) != "date" || len(other.Concepts) == 0 || other.Concepts[0].Concept == w.Concepts[0].Concept {
			continue
		}
		day, ok := f.dayOf(m)
		if !ok {
			continue
		}
		said := " the day of "
		if day < own {
			said = " after "
		} else if day > own {
			said = " before "
		}
		traits = append(traits, trait{name + said + other.Concepts[0].Concept.Name, 1})
	}
	return traits
}

// dayOf is the day that a match prints, as ISO date.
func (f *filling) dayOf(m *match) (string, bool) {
	d, ok := value.ParseDate(page.Join(m.Words), f.doc.Order)
	return d.ISO, ok
}
