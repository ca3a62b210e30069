package fit

import (
	"context"
	"slices"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/classify/internal/rank"
)

// rank fits the coefficients of the ranking on every family without precedents.
func (f *fitter) rank(ctx context.Context) ([]byte, error) {
	weights, err := present(f, classify.RankFile, rank.ReadWeights)
	if err != nil {
		return nil, err
	}
	var all []example
	for _, family := range f.labels.families {
		list, err := f.observe(ctx, family.name, family.rows, nil, features)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	logit := conditional{steps: f.steps, fixed: placesOf(rank.FeatureNames(), weights.Provenance.Fixed)}
	start := widened(weights.Of[:])
	crossed, err := f.cross(ctx, logit, all, start)
	if err != nil {
		return nil, err
	}
	for i, w := range crossed.fitted {
		weights.Of[i] = float32(rounded(w))
	}
	weights.Provenance = f.provenance("conditional logit over the candidates of each description", folds, crossed.held)
	weights.Provenance.Fixed = namesAt(rank.FeatureNames(), logit.fixed)
	f.report("fitted", figuresOf(all, func(x *example) []float64 { return x.choose(crossed.fitted) }))
	return weights.Write()
}

// crossing is a fit of all examples, and one without each fold.
type crossing struct {
	parts  [folds][]float64
	held   map[string]map[string]float64 // figures of each example by the part without it
	fitted []float64
}

// cross fits a conditional logit with each fold held out, then to everything.
func (f *fitter) cross(ctx context.Context, logit conditional, all []example, start []float64) (c crossing, err error) {
	f.report("now", figuresOf(all, func(x *example) []float64 { return x.choose(start) }))
	for fold := range c.parts {
		if c.parts[fold], err = logit.fit(ctx, all, start, func(x *example) bool { return x.fold != fold }); err != nil {
			return c, err
		}
	}
	c.held = figuresOf(all, func(x *example) []float64 { return x.choose(c.parts[x.fold]) })
	f.report("held out", c.held)
	c.fitted, err = logit.fit(ctx, all, start, func(*example) bool { return true })
	return c, err
}

// provenance says where the numbers of a fit come from.
func (f *fitter) provenance(origin string, parts int, held map[string]map[string]float64) coefficient.Provenance {
	return coefficient.Provenance{Origin: origin, Date: f.date, Files: f.labels.sources, Folds: parts, HeldOut: held}
}

// placesOf marks the names of a list.
func placesOf(names, list []string) []bool {
	out := make([]bool, len(names))
	for i, name := range names {
		out[i] = slices.Contains(list, name)
	}
	return out
}

func namesAt(names []string, marked []bool) (out []string) {
	for i, name := range names {
		if marked[i] {
			out = append(out, name)
		}
	}
	return out
}

func widened(values []float32) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}
