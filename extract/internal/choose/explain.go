package choose

import (
	"cmp"
	"math"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/want"
)

// Weighing is a candidate with what speaks for and against it.
type Weighing struct {
	*candidate.Option
	Probability float64 // by its features, beside the others and none
	Allowed     float64 // … less what is ruled out: those of another party, and in another unit
	Features    []Weight
}

// Weight is a feature of a candidate, the coefficient of its name, and what the two make.
type Weight struct {
	Name              string
	Value, Weight, By float64
}

// Explain weighs the candidates of one property as the last round of the choice does, the most probable first. Features without a
// coefficient are left out.
func Explain(f *candidate.Chosen, model confidence.Model, w *want.Want) []Weighing {
	options := map[*want.Want][]*candidate.Option{}
	for _, o := range f.Wants {
		options[o] = f.Options(o)
	}
	for range Rounds - 1 {
		Decide(f, model, options)
	}
	weighed := feature.Weighed(f, w, options[w])
	p := model.Probabilities(weighed)
	allowed := slices.Clone(p)
	Refuse(f, w, options[w], allowed)
	refuseStart(f, w, options, allowed)
	refuseTaken(f, w, options, allowed)
	all := make([]Weighing, len(p))
	for i, o := range options[w] {
		all[i] = Weighing{Option: o, Probability: p[i], Allowed: allowed[i]}
		for _, e := range weighed[i] {
			if c, ok := model[e.Name]; ok && e.Value != 0 {
				all[i].Features = append(all[i].Features, Weight{e.Name, e.Value, c, c * e.Value})
			}
		}
		slices.SortStableFunc(all[i].Features, func(a, b Weight) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
	}
	slices.SortStableFunc(all, func(a, b Weighing) int { return cmp.Compare(b.Allowed, a.Allowed) })
	return all
}
