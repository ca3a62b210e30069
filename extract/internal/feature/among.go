package feature

import (
	"cmp"
	"iter"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// DateTraits are the place of a day among those that a property may be given, and among those that others were given: a
// payment falls due after the day of its invoice.
func DateTraits(f *candidate.Chosen, w *want.Want, o *candidate.Option, all []*candidate.Option) []candidate.Trait {
	own, ok := dayOf(f, &o.Match)
	if !ok || len(w.Concepts) == 0 {
		return nil
	}
	name := candidate.SortOf(f.Doc, w)
	earlier, later := false, false
	for _, other := range all {
		if day, ok := dayOf(f, &other.Match); ok {
			earlier, later = earlier || day < own, later || day > own
		}
	}
	traits := []candidate.Trait{{Name: name + " is the last day", Value: candidate.Flag(!later && earlier)}, {Name: name + " is the first day", Value: candidate.Flag(!earlier && later)}, {Name: name + " is a day between", Value: candidate.Flag(earlier && later)}}
	for other, m := range othersGiven(f, w) {
		if day, ok := dayOf(f, m); ok {
			said := [3]string{" after ", " the day of ", " before "}[1+cmp.Compare(day, own)]
			traits = append(traits, candidate.Trait{Name: name + said + other, Value: 1})
		}
	}
	return traits
}

// othersGiven lists the values that properties of the same kind were given, by their sorts; a property of the same field is left out.
func othersGiven(f *candidate.Chosen, w *want.Want) iter.Seq2[string, *candidate.Match] {
	return func(yield func(string, *candidate.Match) bool) {
		for _, other := range f.Wants {
			m := f.Found[other.Pointer]
			if m == nil || other == w || candidate.GroupOf(other) != candidate.GroupOf(w) || len(other.Concepts) == 0 || other.Concepts[0].Concept == w.Concepts[0].Concept {
				continue
			}
			if !yield(candidate.SortOf(f.Doc, other), m) {
				return
			}
		}
	}
}

// dayOf is the day that a match prints, as ISO date.
func dayOf(f *candidate.Chosen, m *candidate.Match) (string, bool) {
	d, ok := value.ParseDate(page.Join(m.Words), f.Doc.Order)
	return d.ISO, ok
}

// SumTraits relates an amount to the amounts that other properties were given: the amount due is the total less
// what was paid.
func SumTraits(f *candidate.Chosen, w *want.Want, o *candidate.Option) []candidate.Trait {
	own, ok := sheet.Cents(o.Text)
	if !ok || len(w.Concepts) == 0 {
		return nil
	}
	name := candidate.SortOf(f.Doc, w)
	traits := tieTraits(f.Doc, w, o, own)
	var others []int64
	for other, m := range othersGiven(f, w) {
		c, ok := sheet.Cents(m.Text)
		if !ok {
			continue
		}
		said := [3]string{" less than ", " as much as ", " more than "}[1+cmp.Compare(own, c)]
		traits = append(traits, candidate.Trait{Name: name + said + other, Value: 1})
		if len(others) < sheet.MaxTallyItems {
			others = append(others, c)
		}
	}
	adds := false
	for i, a := range others {
		for _, b := range others[i+1:] {
			adds = adds || a != 0 && b != 0 && (own == a+b || own == a-b || own == b-a)
		}
	}
	return append(traits, candidate.Trait{Name: "adds up with two others", Value: candidate.Flag(adds)}, candidate.Trait{Name: name + " adds up with two others", Value: candidate.Flag(adds)})
}

// tieTraits tells which sums the other amounts of its page form with an amount, and where it stands among them.
func tieTraits(d *candidate.Finder, w *want.Want, o *candidate.Option, own int64) []candidate.Trait {
	name, ties := candidate.SortOf(d, w), d.Ties(o.Page)
	var traits []candidate.Trait
	for _, t := range ties.Of[own] {
		traits = append(traits, candidate.Trait{Name: name + " is " + string(t), Value: 1})
	}
	if len(o.Words) == 0 {
		return traits
	}
	first := o.Words[0].Box
	return append(traits, candidate.Trait{Name: name + " below what was paid", Value: candidate.Flag(ties.Paid[first])}, candidate.Trait{Name: name + " behind another amount", Value: candidate.Flag(ties.Behind[first])})
}
