package fit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/confidence"
)

// folds is the number of parts rows are dealt to, one after another; each is held out of one fit.
const folds = 5

// example is one description with the numbers of its candidates.
type example struct {
	family string
	weight float64
	fold   int
	codes  []string
	rows   [][]float32 // by candidate: its features, or what the precedents say
	right  []bool      // by candidate
	hs     string
	shape  confidence.Shape
}

// found reports whether a right code is among the candidates. An example without one teaches nothing about their
// order.
func (x *example) found() bool { return slices.Contains(x.right, true) }

// numbers chooses what candidates are weighed by.
type numbers func(o *classify.Observation, candidate int) []float32

func features(o *classify.Observation, i int) []float32 { return o.Features[i][:] }
func evidence(o *classify.Observation, i int) []float32 { return o.Evidence[i][:] }

// familyPower is the power of its size that a family weighs by: large noisy ones must not drown small clean ones.
const familyPower = 0.4

// observe asks the engine about every row of a family.
func (f *fitter) observe(ctx context.Context, family string, rows []row, p *classify.Precedents, of numbers) ([]example, error) {
	out := make([]example, 0, len(rows))
	for i, r := range rows {
		o, err := f.engine.Observe(ctx, classify.Request{Description: r.Description, Model: classify.ModelFast, Precedents: p})
		if err != nil {
			return nil, fmt.Errorf("row %d of %s: %w", i+1, family, err)
		}
		x := example{family: family, weight: math.Pow(float64(len(rows)), familyPower-1), fold: i % folds, codes: o.Codes, hs: r.HS, shape: o.Shape}
		for c, code := range o.Codes {
			x.rows = append(x.rows, slices.Clone(of(&o, c)))
			x.right = append(x.right, slices.ContainsFunc(r.All, func(hs string) bool { return strings.HasPrefix(hs, code) }))
		}
		out = append(out, x)
	}
	return out, nil
}

// with asks about every family with every catalogue it is to be asked with.
func (f *fitter) with(ctx context.Context, of numbers, include func(*labelledFamily) bool) (out []example, err error) {
	for _, c := range f.labels.catalogues {
		p := f.engine.NewPrecedents(c.rows)
		for i := range f.labels.families {
			family := &f.labels.families[i]
			if !family.asksWith(c.name) || !include(family) {
				continue
			}
			list, err := f.observe(ctx, family.name+"+"+c.name, family.rows, p, of)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		}
	}
	return out, nil
}
