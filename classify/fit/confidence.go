package fit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/odds"
)

// confidence fits the models that turn the shape of an answer into probabilities.
func (f *fitter) confidence(ctx context.Context) ([]byte, error) {
	models, err := present(f, classify.ConfidenceFile, confidence.ReadModels)
	if err != nil {
		return nil, err
	}
	alone, with, err := f.answers(ctx)
	if err != nil {
		return nil, err
	}
	vague, err := f.vague(ctx)
	if err != nil {
		return nil, err
	}
	held := map[string]map[string]float64{}
	for _, model := range []struct {
		of    *confidence.Pair
		all   []answer
		first int // place from which shapes say nothing
	}{{&models.Alone, alone, confidence.Nearest}, {&models.Precedents, with, confidence.Count}} {
		if len(model.all) == 0 {
			continue // no catalogue: what stands stays
		}
		clearFrom(model.all, model.first)
		figures, err := calibration(ctx, model.all)
		if err != nil {
			return nil, err
		}
		maps.Copy(held, figures)
		if *model.of, err = pair(ctx, model.all, *model.of); err != nil {
			return nil, err
		}
	}
	if len(vague) > 0 {
		asked := asking(slices.Concat(alone, with), vague)
		if models.Ask, err = logistic(ctx, asked); err != nil {
			return nil, err
		}
		f.reportAsking(asked, &models.Ask)
	}
	f.report("held out", held)
	models.Provenance = f.provenance("logistic regressions on the shapes of answers, known names apart", folds, held)
	for _, model := range []*confidence.Shape{
		&models.Alone.Name, &models.Alone.Other, &models.Precedents.Name, &models.Precedents.Other, &models.Ask,
	} {
		for i, w := range model {
			model[i] = rounded(w)
		}
	}
	return models.Write()
}

// answer is the shape of an answer with its label: whether the first code is right, or whether it must ask.
type answer struct {
	family string
	cost   float64 // of an unneeded question
	weight float64
	fold   int
	shape  confidence.Shape
	yes    bool
}

// answers asks about every family that takes part in confidence, without and with precedents. Each family weighs its
// share, whatever its size.
func (f *fitter) answers(ctx context.Context) (alone, with []answer, err error) {
	counted := func(family *labelledFamily) bool { return family.share > 0 }
	costs := map[string]float64{}
	for i := range f.labels.families {
		family := &f.labels.families[i]
		if !counted(family) {
			continue
		}
		// A question is unneeded where an organisation's own goods are recognised; of strangers' goods it knows less.
		costs[family.name], costs[family.name+"+"+family.name] = family.askCost, family.askCost
		list, err := f.observe(ctx, family.name, family.rows, nil, features)
		if err != nil {
			return nil, nil, err
		}
		alone = append(alone, f.answersOf(list, costs)...)
	}
	list, err := f.with(ctx, features, counted)
	return alone, f.answersOf(list, costs), err
}

func (f *fitter) answersOf(list []example, costs map[string]float64) []answer {
	counts := map[string]int{}
	for i := range list {
		counts[list[i].family]++
	}
	shares := map[string]float64{}
	for i := range f.labels.families {
		shares[f.labels.families[i].name] = f.labels.families[i].share
	}
	out := make([]answer, 0, len(list))
	for _, x := range list {
		right := len(x.right) > 0 && x.right[0]
		name, _, _ := strings.Cut(x.family, "+")
		out = append(out, answer{family: x.family, cost: costs[x.family], weight: shares[name] / float64(counts[x.family]), fold: x.fold, shape: x.shape, yes: right})
	}
	return out
}

func clearFrom(all []answer, first int) {
	for i := range all {
		clear(all[i].shape[first:])
	}
}

// vague returns the shapes of the answers that must ask.
func (f *fitter) vague(ctx context.Context) (out []confidence.Shape, err error) {
	list, err := f.observe(ctx, "vague", f.labels.vague, nil, features)
	for i := range list {
		out = append(out, list[i].shape)
	}
	return out, err
}

// vagueWeight is the weight of all vague descriptions together, beside families of right answers.
const vagueWeight = 3.5

// asking sets vague descriptions against right answers.
func asking(all []answer, vague []confidence.Shape) []answer {
	counts := map[string]int{}
	for _, a := range all {
		if a.yes {
			counts[a.family]++
		}
	}
	out := make([]answer, 0, len(all)+len(vague))
	for _, shape := range vague {
		out = append(out, answer{family: "vague", weight: vagueWeight / float64(len(vague)), shape: caseless(shape), yes: true})
	}
	for _, a := range all {
		if a.yes && a.cost > 0 {
			out = append(out, answer{family: a.family, weight: a.cost / float64(counts[a.family]), shape: caseless(a.shape)})
		}
	}
	return out
}

// caseless hides capitals: vague goods are vague in any case.
func caseless(s confidence.Shape) confidence.Shape {
	s[confidence.Capitals] = 0
	return s
}

// ofName are the places that the model of names reads: their coverage, length and form are all the same.
var ofName = []int{
	confidence.Base, confidence.Odds, confidence.Margin, confidence.Capitals, confidence.Named, confidence.Sole, confidence.Nearest, confidence.Votes,
}

// pair fits the models of both kinds of text. A kind without answers keeps the model it had.
func pair(ctx context.Context, all []answer, p confidence.Pair) (confidence.Pair, error) {
	var names, others []answer
	for _, a := range all {
		if !a.shape.IsName() {
			others = append(others, a)
			continue
		}
		var read confidence.Shape
		for _, place := range ofName {
			read[place] = a.shape[place]
		}
		a.shape = read
		names = append(names, a)
	}
	var err error
	if len(names) > 0 {
		if p.Name, err = logistic(ctx, names); err != nil {
			return p, err
		}
	}
	if len(others) > 0 {
		p.Other, err = logistic(ctx, others)
	}
	return p, err
}

// logisticSteps is enough for the few coefficients of a shape.
const logisticSteps = 2000

// logistic maximises the weighted likelihood of yes given the shape.
func logistic(ctx context.Context, all []answer) (w confidence.Shape, err error) {
	samples := make([]sample, len(all))
	for i := range all {
		samples[i] = sample{all[i].shape[:], all[i].weight, all[i].yes}
	}
	fitted, err := regress(ctx, samples, len(w))
	copy(w[:], fitted)
	return w, err
}

// sample is one observation of a yes or no.
type sample struct {
	x      []float64
	weight float64
	yes    bool
}

// regress fits a logistic regression to samples of one size.
func regress(ctx context.Context, all []sample, size int) ([]float64, error) {
	const pull, pace = 0.0005, 0.02
	w := make([]float64, size)
	a := newAdam(size, 0.999)
	for range logisticSteps {
		if err := ctx.Err(); err != nil {
			return w, err
		}
		g, total := make([]float64, size), 0.0
		for i := range all {
			s := &all[i]
			z := 0.0
			for j, v := range s.x {
				z += v * w[j]
			}
			off := -odds.Probability(z)
			if s.yes {
				off++
			}
			for j, v := range s.x {
				g[j] += s.weight * off * v
			}
			total += s.weight
		}
		for j := range w {
			g[j] = g[j]/total - pull*w[j]
		}
		a.step(w, g, pace)
	}
	return w, nil
}

// calibration measures, by family, how well fifths are calibrated that are held out.
func calibration(ctx context.Context, all []answer) (map[string]map[string]float64, error) {
	const sure = 0.9
	held := map[string][]rated{}
	for fold := range folds {
		p, err := pair(ctx, slices.DeleteFunc(slices.Clone(all), func(a answer) bool { return a.fold == fold }), confidence.Pair{})
		if err != nil {
			return nil, err
		}
		for i := range all {
			if a := &all[i]; a.fold == fold {
				held[a.family] = append(held[a.family], rated{a.shape.Settled(p.Read(&a.shape)), a.yes})
			}
		}
	}
	out := map[string]map[string]float64{}
	for family, rows := range held {
		n, right := 0.0, 0.0
		for _, r := range rows {
			if r.p >= sure {
				n++
				if r.right {
					right++
				}
			}
		}
		out[family] = map[string]float64{"rows": float64(len(rows)), "calibration_error": rounded(calibrationError(rows)), "from_90": n, "from_90_right": right}
	}
	return out, nil
}

// rated is a confidence and whether the code was right.
type rated struct {
	p     float64
	right bool
}

// calibrationError is the expected calibration error over ten bins of equal width.
func calibrationError(rows []rated) (sum float64) {
	var n, p, right [10]float64
	for _, r := range rows {
		b := min(int(r.p*10), 9)
		n[b]++
		p[b] += r.p
		if r.right {
			right[b]++
		}
	}
	for b := range n {
		if n[b] > 0 {
			sum += math.Abs(p[b]-right[b]) / float64(len(rows))
		}
	}
	return sum
}

// reportAsking prints, for each bound, how often each family is asked a question.
func (f *fitter) reportAsking(asked []answer, model *confidence.Shape) {
	byFamily := map[string][]float64{}
	for i := range asked {
		byFamily[asked[i].family] = append(byFamily[asked[i].family], asked[i].shape.Read(model))
	}
	for _, bound := range []float64{0.3, 0.4, 0.5, 0.55, 0.6, 0.7} {
		var line strings.Builder
		for _, family := range slices.Sorted(maps.Keys(byFamily)) {
			n := 0
			for _, p := range byFamily[family] {
				if p >= bound {
					n++
				}
			}
			fmt.Fprintf(&line, " %s %.2f", family, float64(n)/float64(len(byFamily[family])))
		}
		_, _ = fmt.Fprintf(f.log, "  asked from %.2f:%s\n", bound, line.String())
	}
}
