package fit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/line"
	"tariffdesk/odds"
	"tariffdesk/tariff"
)

// labelledLines are descriptions with the national lines of one country that they decide; a code of six digits marks
// one that decides none.
type labelledLines struct {
	country classify.Country
	rows    []row
}

func (l *labels) takeLines(name, file string) error {
	code, _, _ := strings.Cut(name, "-") // lines_usa-listings.jsonl
	country := classify.Country(strings.ToUpper(code))
	if !slices.Contains(tariff.ScheduleCountries(), string(country)) {
		return fmt.Errorf("%s: %s is no country with a schedule", file, name)
	}
	rows, err := l.read(file, readJSON)
	l.lines = append(l.lines, labelledLines{country, rows})
	return err
}

// serve reports whether a folder holds what a part is fitted to.
func (l *labels) serve(p Part) bool {
	switch p {
	case PartLine:
		return len(l.lines) > 0
	case PartOpinion:
		return len(l.catalogues) > 0
	case PartRank, PartPrecedents, PartConfidence:
	}
	return len(l.families) > 0
}

// How many digits a line and its subdivision have.
const (
	lineDigits        = 8
	statisticalDigits = 10
)

// lineAnswer compares a fitted choice with a row whose subheading is right, by level.
type lineAnswer struct {
	digits int  // that the row decides: 6, 8 or 10
	single bool // all lines of the tree are one of eight digits: only the last two are open
	fold   int
	shape  [levels]line.Shape
	sure   [levels]float64
	right  [levels]bool
}

// The levels below a subheading.
const levels = 2

// line fits the choice of the national line: the features by a conditional logit over the nodes of each split, then
// from which probability on a level is filled in.
func (f *fitter) line(ctx context.Context) ([]byte, error) {
	weights, err := present(f, classify.LineFile, line.ReadWeights)
	if err != nil {
		return nil, err
	}
	all, err := f.splits(ctx)
	if err != nil {
		return nil, err
	}
	byHand := weights.Provenance.Fixed
	logit := conditional{steps: f.steps, fixed: placesOf(line.FeatureNames(), byHand)}
	start := weights.Feature[:]
	crossed, err := f.cross(ctx, logit, all, start)
	if err != nil {
		return nil, err
	}
	if err := f.fill(ctx, weights, crossed.parts[:]); err != nil {
		return nil, err
	}
	for i, w := range crossed.fitted {
		weights.Feature[i] = rounded(w)
	}
	weights.Provenance = f.provenance("conditional logit over the nodes of each split on the way to the line", folds, crossed.held)
	weights.Provenance.Fixed = byHand
	_, _ = fmt.Fprintf(f.log, "  filled in from %.2f and %.2f on\n", weights.Fill8, weights.Fill10)
	return weights.Write()
}

// splits observes every row whose text decides a line.
func (f *fitter) splits(ctx context.Context) (out []example, err error) {
	for _, l := range f.labels.lines {
		for i, r := range l.rows {
			if len(r.HS) < lineDigits {
				continue
			}
			o, err := f.engine.ObserveLine(ctx, lineRequest(l.country, r), r.HS)
			if err != nil {
				return nil, fmt.Errorf("row %d of %s: %w", i+1, l.country, err)
			}
			for _, s := range o.Splits {
				out = append(out, example{family: "lines-" + string(l.country), weight: 1, fold: i % folds, codes: s.Codes, rows: s.Rows, right: s.Right, hs: r.HS})
			}
		}
	}
	return out, nil
}

func lineRequest(country classify.Country, r row) classify.Request {
	return classify.Request{Description: r.Description, Country: country, Model: classify.ModelFast}
}

// fill fits how sure each level is, and finds from where on filling it in is worth while, each row judged by
// coefficients fitted without its fold.
func (f *fitter) fill(ctx context.Context, weights *line.Weights, parts [][]float64) error {
	var all []lineAnswer
	for fold, w := range parts {
		part := *weights
		copy(part.Feature[:], w)
		raw, err := part.Write()
		if err != nil {
			return err
		}
		f.files.laid[classify.LineFile] = raw
		engine, err := classify.New(f.knowledge, f.options())
		if err != nil {
			return err
		}
		list, err := f.lineAnswers(ctx, engine, fold)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	models := [levels]*line.Shape{&weights.SureLine, &weights.SureLast}
	bounds := [levels]*float64{&weights.Fill8, &weights.Fill10}
	for level, model := range models {
		if err := fitSure(ctx, all, level, model); err != nil {
			return err
		}
		if !slices.Contains(weights.Provenance.Fixed, boundNames[level]) {
			*bounds[level] = threshold(all, level)
		}
		f.reportFilling(all, level)
	}
	return nil
}

// boundNames names the bounds of filling in, by level, as the file writes them.
var boundNames = [levels]string{"fill_line", "fill_statistical"}

// digitsOf is how many digits a code of a level has.
func digitsOf(level int) int { return []int{lineDigits, statisticalDigits}[level] }

// wholly is the probability of a line beside which no other stands.
const wholly = 0.999

// concerns reports whether a row has a label for a level. A label of eight digits says nothing about the last two; a
// label of six says nothing about a line that is the only one.
func (a *lineAnswer) concerns(level int) bool {
	if level == 0 {
		return a.digits >= lineDigits || !a.single
	}
	return a.digits != lineDigits && a.shape[level][0] != 0
}

// fitSure fits a level's model, and judges each row by the model of the other folds.
func fitSure(ctx context.Context, all []lineAnswer, level int, model *line.Shape) error {
	samples := func(skip int) (out []sample) {
		for i := range all {
			if a := &all[i]; a.fold != skip && a.concerns(level) {
				out = append(out, sample{a.shape[level][:], 1, a.right[level]})
			}
		}
		return out
	}
	for fold := range folds {
		w, err := regress(ctx, samples(fold), line.ShapeCount)
		if err != nil {
			return err
		}
		for i := range all {
			if a := &all[i]; a.fold == fold {
				a.sure[level] = odds.Probability(product(a.shape[level][:], w))
			}
		}
	}
	w, err := regress(ctx, samples(-1), line.ShapeCount)
	for i := range w {
		model[i] = rounded(w[i])
	}
	return err
}

func product(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func (f *fitter) lineAnswers(ctx context.Context, engine *classify.Engine, fold int) (out []lineAnswer, err error) {
	for _, l := range f.labels.lines {
		for i, r := range l.rows {
			if i%folds != fold {
				continue
			}
			o, err := engine.ObserveLine(ctx, lineRequest(l.country, r), r.HS)
			if err != nil {
				return nil, err
			}
			if c := o.Choice; len(c.Candidates) > 0 {
				a := lineAnswer{digits: len(r.HS), single: c.Line.Probability > wholly, fold: fold, shape: [levels]line.Shape{c.Line.Shape(), c.Statistical.Shape()}}
				a.right = [levels]bool{strings.HasPrefix(r.HS, c.Line.Code), c.Statistical.Code != "" && c.Statistical.Code == r.HS}
				out = append(out, a)
			}
		}
	}
	return out, nil
}

// Values of filling a level in: a wrong line costs more than an open one, and so does a line that nothing decides.
const (
	worthRight     = 1
	worthWrong     = -1.4
	worthUndecided = -1.1
)

// threshold is how sure a level has to be for its worth to be greatest.
func threshold(all []lineAnswer, level int) float64 {
	best, at := 0.0, 1.0
	for t := 0.20; t < 0.96; t += 0.01 {
		worth := 0.0
		for i := range all {
			a := &all[i]
			switch {
			case !a.concerns(level) || a.sure[level] < t:
			case a.digits < digitsOf(level):
				worth += worthUndecided
			case a.right[level]:
				worth += worthRight
			default:
				worth += worthWrong
			}
		}
		if worth > best {
			best, at = worth, t
		}
	}
	return rounded(at)
}

// reportFilling prints, for each bound, how many levels are filled in: right and wrong among rows that decide the
// level, and among those that do not.
func (f *fitter) reportFilling(all []lineAnswer, level int) {
	for _, bound := range []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
		var decides, right, wrong, open, filled float64
		for i := range all {
			a := &all[i]
			if !a.concerns(level) {
				continue
			}
			in := a.sure[level] >= bound
			switch {
			case a.digits < digitsOf(level):
				open++
				if in {
					filled++
				}
				continue
			case in && a.right[level]:
				right++
			case in:
				wrong++
			}
			decides++
		}
		_, _ = fmt.Fprintf(f.log, "  %d digits filled in from %.2f: right %.2f wrong %.2f, undecided %.2f\n", digitsOf(level), bound, right/decides, wrong/decides, filled/max(open, 1))
	}
}
