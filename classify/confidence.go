package classify

// confidenceModel turns the shape of an answer into the probability that its first code is right: a
// logistic regression, rising with the ranking's odds, fitted on the development files with each family
// of texts weighing the same. Refit it with TestRefitConfidence after the ranking.
var confidenceModel = shape{
	shapeBase:      -0.713,
	shapeOdds:      0.569,
	shapeHeading:   0.077,
	shapeMargin:    0.075,
	shapeCovered:   0.206,
	shapeWhole:     -0.061,
	shapeLength:    0.474,
	shapeUnknown:   -1.513,
	shapeListing:   -0.188,
	shapeCapitals:  -0.115,
	shapePrecedent: -0.368,
	shapeVotes:     1.695,
}

// askModel is the same for whether a description is too vague to stand without a question: fitted with
// the vague development file against right answers. Above askFrom the engine asks.
var askModel = shape{
	shapeBase:      4.280,
	shapeOdds:      -0.876,
	shapeHeading:   -0.027,
	shapeMargin:    0.547,
	shapeCovered:   -1.615,
	shapeWhole:     -2.657,
	shapeLength:    -6.592,
	shapeUnknown:   3.592,
	shapeListing:   -0.612,
	shapeCapitals:  0.000,
	shapePrecedent: -4.643,
	shapeVotes:     -2.121,
}

const (
	askFrom  = 0.55
	askBelow = 0.18 // confidence under which even a long description needs a question
)

// confidences returns a calibrated probability a candidate. The first one's is modelled; what it leaves
// is shared among the others as the ranking shares it.
func confidences(f *finding) []float64 {
	out := make([]float64, len(f.candidates))
	if len(out) == 0 {
		return out
	}
	s := f.shape()
	out[0] = s.read(&confidenceModel)
	rest := (1 - out[0]) / max(1-float64(f.candidates[0].p), 1e-6)
	for i := 1; i < len(out); i++ {
		out[i] = min(float64(f.candidates[i].p)*rest, out[i-1])
	}
	return out
}

// asks reports whether the answer is too uncertain to stand without a question.
func (f *finding) asks() bool {
	if len(f.candidates) == 0 || f.query.known == 0 {
		return true
	}
	s := f.shape()
	return s.read(&askModel) >= askFrom || f.confidence[0] < askBelow
}

func (s *shape) read(model *shape) float64 {
	z := 0.0
	for i, w := range model {
		z += w * s[i]
	}
	return logistic(z)
}
