package line

import (
	"errors"
	"math"

	"tariffdesk/classify/internal/coefficient"
)

// feature numbers what is weighed of a node beside its siblings.
type feature int

const (
	featNamed       feature = iota // called so
	featServed                     // only what the goods serve is called so
	featUnnamed                    // called otherwise
	featSaid                       // an attribute said
	featSilent                     // an attribute nothing is said of
	featFacet                      // a value stated
	featFacetOpen                  // a facet nothing is said of
	featMeasure                    // a limit met
	featMeasureOpen                // a measure not stated
	featOnly                       // a special case said
	featOnlySilent                 // a special case nobody speaks of
	featResidual                   // takes the rest
	featRestClear                  // … and every sibling is excluded or called otherwise
	featRestOpen                   // … and the share of siblings that silence leaves open
	featRestBeaten                 // … and a sibling is met whole
	featTitle                      // share of its title's own words
	featBare                       // has no condition at all
	featWhole                      // something stated meets it and nothing is open
	featLeaves                     // logarithm of the lines below
	featureCount
)

var featureNames = [featureCount]string{
	"named", "served", "unnamed", "said", "silent", "facet", "facet_open", "measure", "measure_open", "only", "only_silent",
	"residual", "rest_clear", "rest_open", "rest_beaten", "title", "bare", "whole", "leaves",
}

// Weights are the fitted coefficients of the choice. They do not change.
type Weights struct {
	coefficient.File
	Feature            [featureCount]float64
	SureLine, SureLast Shape   // models of how sure each level is
	Fill8, Fill10      float64 // how sure a level has to be to be filled in
	Ask                float64 // how sure it has to be for nothing to be asked
}

// weightsFile is their file.
type weightsFile struct {
	coefficient.File
	Coefficients map[string]float64 `json:"coefficients"`
	SureLine     map[string]float64 `json:"sure_line"`
	SureLast     map[string]float64 `json:"sure_statistical"`
	FillLine     float64            `json:"fill_line"`
	FillLast     float64            `json:"fill_statistical"`
	Ask          float64            `json:"ask"`
}

// ReadWeights reads a file of coefficients.
func ReadWeights(raw []byte) (*Weights, error) {
	var f weightsFile
	if err := coefficient.Read(raw, &f); err != nil {
		return nil, err
	}
	w := &Weights{File: f.File, Fill8: f.FillLine, Fill10: f.FillLast, Ask: f.Ask}
	if w.Fill8 <= 0 || w.Fill8 > 1 || w.Fill10 <= 0 || w.Fill10 > 1 || w.Ask <= 0 || w.Ask > 1 {
		return nil, errors.New("fill_line, fill_statistical and ask lie between 0 and 1")
	}
	return w, errors.Join(
		coefficient.Place(FeatureNames(), f.Coefficients, w.Feature[:]),
		coefficient.Place(ShapeNames(), f.SureLine, w.SureLine[:]), coefficient.Place(ShapeNames(), f.SureLast, w.SureLast[:]),
	)
}

// Write returns the file.
func (w *Weights) Write() ([]byte, error) {
	return coefficient.Write(weightsFile{w.File, coefficient.Named(FeatureNames(), w.Feature[:]),
		coefficient.Named(ShapeNames(), w.SureLine[:]), coefficient.Named(ShapeNames(), w.SureLast[:]), w.Fill8, w.Fill10, w.Ask})
}

// FeatureNames are the names of the features in their order.
func FeatureNames() []string { return featureNames[:] }

// weigh turns the evidence of siblings into probabilities; excluded ones get none. It is all zero
// where every one is excluded.
func (w *Weights) weigh(siblings []evidence) []float64 {
	among(siblings)
	out, top := make([]float64, len(siblings)), math.Inf(-1)
	for i := range siblings {
		if siblings[i].excluded {
			out[i] = math.Inf(-1)
			continue
		}
		for k, v := range siblings[i].features {
			out[i] += w.Feature[k] * v
		}
		top = math.Max(top, out[i])
	}
	sum := 0.0
	for i := range out {
		if math.IsInf(out[i], -1) {
			out[i] = 0
			continue
		}
		out[i] = math.Exp(out[i] - top)
		sum += out[i]
	}
	for i := range out {
		if sum > 0 {
			out[i] /= sum
		}
	}
	return out
}

// among adds to the residual what only a look at its siblings tells.
func among(siblings []evidence) {
	open, whole, rest := 0.0, 0.0, -1
	for i := range siblings {
		s := &siblings[i]
		switch {
		case s.features[featResidual] == 1:
			rest = i
		case s.excluded:
		case s.features[featWhole] == 1:
			whole = 1
		case s.open > 0 && s.features[featUnnamed] == 0 && s.features[featOnlySilent] == 0:
			open++
		}
	}
	if rest < 0 || siblings[rest].excluded {
		return
	}
	f := &siblings[rest].features
	f[featRestBeaten] = whole
	if others := float64(len(siblings) - 1); others > 0 {
		f[featRestOpen] = math.Min(1, open/math.Min(others, 3))
	}
	if open == 0 && whole == 0 {
		f[featRestClear] = 1
	}
}
