package choose

import (
	"fmt"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// inAnotherUnit reports whether an option is printed in another unit than the property wants, and no candidate for being converted:
// where a figure is printed in both units the one in the wanted unit counts.
func inAnotherUnit(w *want.Want, o *candidate.Option, all []*candidate.Option) bool {
	if !o.Unit.None() && o.Unit.Dimension != w.Unit.Dimension {
		return true
	}
	if !w.Unit.Contradicts(o.Unit) {
		return false
	}
	return !w.Node.Convert || slices.ContainsFunc(all, func(other *candidate.Option) bool { return other.Unit == w.Unit })
}

// leastRuledOut is how probable a figure in another unit is at least that is reported.
const leastRuledOut = 0.2

// ruledOut is the most probable figure that its unit rules out, nil for none.
func ruledOut(w *want.Want, all []*candidate.Option, p []float64) *candidate.Match {
	var best *candidate.Match
	most := leastRuledOut
	for i, o := range all {
		if p[i] >= most && w.Unit.Contradicts(o.Unit) && inAnotherUnit(w, o, all) {
			m := o.Match
			m.Score = p[i]
			best, most = &m, p[i]
		}
	}
	return best
}

// unitOdds is how many times as probable a figure in the wanted unit is as one whose unit is not printed, all else being equal.
const unitOdds = 3

// refuseUnits rules out the options in another unit than the property wants: what one had the same figure in the wanted unit gets, where
// it is printed.
func refuseUnits(w *want.Want, all []*candidate.Option, p []float64) {
	if w.Unit.None() {
		return
	}
	left := 1.0
	for i, o := range all {
		if !inAnotherUnit(w, o, all) {
			continue
		}
		twin := slices.IndexFunc(all, func(other *candidate.Option) bool {
			return o.Twin != "" && other.Text == o.Twin && other.Unit == w.Unit
		})
		if twin >= 0 {
			p[twin] += p[i]
		} else {
			left -= p[i]
		}
		p[i] = 0
	}
	for i := range p {
		p[i] /= max(left, leastLeft)
	}
	favourUnit(w, all, p)
}

// favourUnit raises the probability of options in the wanted unit.
func favourUnit(w *want.Want, all []*candidate.Option, p []float64) {
	sum := 1.0
	for i, o := range all {
		if o.Unit == w.Unit {
			sum += (unitOdds - 1) * p[i]
			p[i] *= unitOdds
		}
	}
	for i := range p {
		p[i] /= sum
	}
}

// measure converts the figures that may be, and reports those that were left out for their unit.
func measure(f *candidate.Chosen, refused map[*want.Want]*candidate.Match) {
	for _, w := range f.Wants {
		switch m := f.Found[w.Pointer]; {
		case m != nil && w.Unit.Contradicts(m.Unit):
			if !convert(f, w.Unit, m, w.Pointer) {
				delete(f.Found, w.Pointer)
			}
		case m == nil && refused[w] != nil:
			ReportUnit(f, w.Unit, refused[w], w.Pointer, false)
		}
	}
}

// convert writes a figure in the unit that is wanted and says so; false where the two have no fixed ratio, which is reported.
func convert(f *candidate.Chosen, wanted unit.Unit, m *candidate.Match, pointer string) bool {
	text, ok := unit.Convert(m.Text, m.Unit, wanted)
	ReportUnit(f, wanted, m, pointer, ok)
	if ok {
		m.Text, m.Converted = text, true
	}
	return ok
}

// ReportUnit reports a figure that is printed in another unit than wanted, and was converted or left out.
func ReportUnit(f *candidate.Chosen, wanted unit.Unit, m *candidate.Match, pointer string, converted bool) {
	printed := page.Join(m.Measured)
	w := doubt.Warning{Code: doubt.CodeUnit, Pointer: pointer, Value: doubt.Of(printed)}
	_, fixed := unit.Convert(m.Text, m.Unit, wanted)
	switch {
	case converted:
		w.Message = fmt.Sprintf("printed as %q, in another unit (%s), and converted", printed, m.Unit.Code)
	case fixed:
		w.Message = fmt.Sprintf("printed as %q, in another unit (%s), and left out: x-convert: true in the schema converts it", printed, m.Unit.Code)
	default:
		w.Message = fmt.Sprintf("printed as %q, in another unit (%s) that cannot be converted, and left out", printed, m.Unit.Code)
	}
	f.Warn(w)
}
