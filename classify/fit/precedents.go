package fit

import (
	"context"
	"math"
	"strconv"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/precedent"
)

// Bounds of the second stage.
const (
	tailCut     = 50 // candidates of an example beyond which the list only costs time
	partsHeld   = 10 // a catalogue is asked about tenths of itself, each held out of it
	mostPerCode = 3  // of its rows asked about
	halves      = 2
)

// precedents fits what precedents add to the ranking: coefficients by the same conditional logit, then trees on what it
// leaves. Every catalogue takes part twice: asked about rows of its own that are held out of it, and about strangers'.
func (f *fitter) precedents(ctx context.Context) ([]byte, error) {
	stage, err := present(f, classify.PrecedentsFile, precedent.ReadStage)
	if err != nil {
		return nil, err
	}
	all, err := f.precedentExamples(ctx)
	if err != nil {
		return nil, err
	}
	var parts [halves]*second
	for half := range parts {
		if parts[half], err = f.second(ctx, stage, all, func(x *example) bool { return x.fold%halves != half }); err != nil {
			return nil, err
		}
	}
	held := figuresOf(all, func(x *example) []float64 { return parts[x.fold%halves].rate(x) })
	f.report("held out", held)
	fitted, err := f.second(ctx, stage, all, func(*example) bool { return true })
	if err != nil {
		return nil, err
	}
	f.report("fitted", figuresOf(all, fitted.rate))
	fitted.into(stage)
	stage.Provenance = f.provenance("conditional logit over what precedents say of the candidates, and trees on what it leaves", halves, held)
	return stage.Write()
}

func (f *fitter) precedentExamples(ctx context.Context) ([]example, error) {
	all, err := f.with(ctx, evidence, func(*labelledFamily) bool { return true })
	if err != nil {
		return nil, err
	}
	for _, c := range f.labels.catalogues {
		list, err := f.heldOut(ctx, c)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	for i := range all {
		x := &all[i]
		n := min(len(x.rows), tailCut)
		x.rows, x.right, x.codes = x.rows[:n], x.right[:n], x.codes[:n]
	}
	return all, nil
}

// heldOut asks about rows of a catalogue with the others of it at hand: a precedent never sees itself.
func (f *fitter) heldOut(ctx context.Context, c catalogue) (out []example, err error) {
	var asked [partsHeld][]row
	var kept [partsHeld][]classify.Precedent
	count := map[string]int{}
	for i, r := range c.rows {
		for part := range partsHeld {
			if part != i%partsHeld {
				kept[part] = append(kept[part], r)
			}
		}
		if count[r.HS[:6]]++; count[r.HS[:6]] <= mostPerCode {
			asked[i%partsHeld] = append(asked[i%partsHeld], row{Description: r.Description, HS: r.HS, All: []string{r.HS}})
		}
	}
	for part := range partsHeld {
		list, err := f.observe(ctx, "held-out+"+c.name, asked[part], f.engine.NewPrecedents(kept[part]), evidence)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	for i := range out {
		out[i].weight = math.Pow(float64(len(out)), familyPower-1)
	}
	return out, nil
}

// second is a fit of the second stage.
type second struct {
	line  []float64 // by kind of evidence and part of trust
	trees []precedent.Tree
}

func (f *fitter) second(ctx context.Context, from *precedent.Stage, all []example, keep func(*example) bool) (s *second, err error) {
	var kept, lines []example
	for i := range all {
		if x := all[i]; x.found() && keep(&x) {
			kept = append(kept, x)
			x.rows = expanded(x.rows)
			lines = append(lines, x)
		}
	}
	start := make([]float64, 0, precedent.TrustedCount*len(precedent.Trust{}))
	for _, trust := range from.Trusted {
		start = append(start, widened(trust[:])...)
	}
	s = &second{}
	if s.line, err = (conditional{steps: f.steps}).fit(ctx, lines, start, func(*example) bool { return true }); err != nil {
		return nil, err
	}
	scores := make([][]float64, len(lines))
	for i := range lines {
		for _, row := range lines[i].rows {
			scores[i] = append(scores[i], dot(row, s.line))
		}
	}
	s.trees, err = newBooster(kept, scores).grow(ctx)
	return s, err
}

// expanded multiplies evidence by every part of trust.
func expanded(rows [][]float32) [][]float32 {
	out := make([][]float32, len(rows))
	for i, row := range rows {
		out[i] = (*precedent.Evidence)(row).Expanded()
	}
	return out
}

// rate gives the probabilities of an example's candidates.
func (s *second) rate(x *example) []float64 {
	score := make([]float64, 0, len(x.rows))
	for i, row := range expanded(x.rows) {
		v := dot(row, s.line)
		for t := range s.trees {
			v += float64(s.trees[t].Read((*precedent.Evidence)(x.rows[i])))
		}
		score = append(score, v)
	}
	return softmax(score)
}

// into puts a fit into a stage, rounded as it is written.
func (s *second) into(stage *precedent.Stage) {
	for kind := range stage.Trusted {
		for part := range stage.Trusted[kind] {
			stage.Trusted[kind][part] = float32(rounded(s.line[len(precedent.Trust{})*kind+part]))
		}
	}
	stage.Trees = s.trees
	for t := range stage.Trees {
		for i, cut := range stage.Trees[t].Cut {
			short, _ := strconv.ParseFloat(strconv.FormatFloat(float64(cut), 'g', 4, 32), 32) // it was written just now
			stage.Trees[t].Cut[i] = float32(short)
		}
	}
}
