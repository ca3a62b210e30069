package classify

// confidenceModel turns the shape of an answer into the probability that its first code is right: a
// logistic regression, rising with the ranking's odds, fitted on the development files with each family
// of texts weighing the same. Refit it with TestRefitConfidence after the ranking.
var confidenceModel = shape{
	shapeBase:      -0.659,
	shapeOdds:      0.527,
	shapeHeading:   0.075,
	shapeMargin:    0.067,
	shapeCovered:   0.102,
	shapeWhole:     -0.215,
	shapeLength:    0.608,
	shapeUnknown:   -1.511,
	shapeListing:   -0.160,
	shapeCapitals:  -0.160,
	shapePrecedent: -0.289,
	shapeVotes:     1.566,
}

// askModel is the same for whether a description is too vague to stand without a question: fitted with
// the vague development file against right answers. Above askFrom the engine asks.
var askModel = shape{
	shapeBase:      4.147,
	shapeOdds:      -0.904,
	shapeHeading:   -0.026,
	shapeMargin:    0.599,
	shapeCovered:   -1.419,
	shapeWhole:     -2.698,
	shapeLength:    -6.574,
	shapeUnknown:   3.616,
	shapeListing:   -0.598,
	shapeCapitals:  0.000,
	shapePrecedent: -4.689,
	shapeVotes:     -2.123,
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
