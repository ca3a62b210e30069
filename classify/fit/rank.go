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
	f.report("now", figuresOf(all, func(x *example) []float64 { return x.choose(start) }))
	var parts [folds][]float64
	for fold := range parts {
		if parts[fold], err = logit.fit(ctx, all, start, func(x *example) bool { return x.fold != fold }); err != nil {
			return nil, err
		}
	}
	held := figuresOf(all, func(x *example) []float64 { return x.choose(parts[x.fold]) })
	f.report("held out", held)
	fitted, err := logit.fit(ctx, all, start, func(*example) bool { return true })
	if err != nil {
		return nil, err
	}
	for i, w := range fitted {
		weights.Of[i] = float32(rounded(w))
	}
	weights.Provenance = f.provenance("conditional logit over the candidates of each description", folds, held)
	weights.Provenance.Fixed = namesAt(rank.FeatureNames(), logit.fixed)
	f.report("fitted", figuresOf(all, func(x *example) []float64 { return x.choose(fitted) }))
	return weights.Write()
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
