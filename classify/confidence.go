package classify

// confidenceModel turns the shape of an answer into the probability that its first code is right: a
// logistic regression, rising with the ranking's odds, fitted on the development files with each family
// of texts weighing the same. Refit it with TestRefitConfidence after the ranking.
var confidenceModel = shape{
	shapeBase:      -0.620,
	shapeOdds:      0.515,
	shapeHeading:   0.063,
	shapeMargin:    0.067,
	shapeCovered:   0.093,
	shapeWhole:     -0.190,
	shapeLength:    0.573,
	shapeUnknown:   -1.502,
	shapeListing:   -0.140,
	shapeCapitals:  -0.179,
	shapePrecedent: -0.344,
	shapeVotes:     1.645,
}

// askModel is the same for whether a description is too vague to stand without a question: fitted with
// the vague development file against right answers. Above askFrom the engine asks.
var askModel = shape{
	shapeBase:      4.071,
	shapeOdds:      -0.938,
	shapeHeading:   -0.025,
	shapeMargin:    0.647,
	shapeCovered:   -1.519,
	shapeWhole:     -2.527,
	shapeLength:    -6.785,
	shapeUnknown:   3.664,
	shapeListing:   -0.577,
	shapeCapitals:  0.000,
	shapePrecedent: -4.666,
	shapeVotes:     -2.143,
}

const (
	askFrom  = 0.55
	askBelow = 0.18 // confidence under which even a long description needs a question

	// Where most of what is said leads elsewhere than the first code, it must be surer of itself.
	strayCover = 0.35
	strayBelow = 0.36
)

// confidences returns a calibrated probability a candidate. The first one's is modelled; what it leaves
// is shared among the others as the ranking shares it.
func confidences(f *finding) []float64 {
	out := make([]float64, len(f.candidates))
	if len(out) == 0 {
		return out
	}
	s := f.shape()
	out[0] = thin(s.read(&confidenceModel))
	rest := (1 - out[0]) / max(1-float64(f.candidates[0].p), 1e-6)
	for i := 1; i < len(out); i++ {
		out[i] = min(float64(f.candidates[i].p)*rest, out[i-1])
	}
	return out
}

// thin pulls the top end down: from 0.88 on, log-odds count by six tenths. Rows above 0.9 are too few to
// fit there, and a wrong code that looks sure costs most.
func thin(p float64) float64 {
	const from = 0.88
	if p <= from {
		return p
	}
	bound := logit(from)
	return logistic(bound + 0.6*(logit(p)-bound))
}

// asks reports whether the answer is too uncertain to stand without a question.
func (f *finding) asks() bool {
	if len(f.candidates) == 0 || f.query.known == 0 {
		return true
	}
	s := f.shape()
	stray := s[shapeCovered] < strayCover && f.confidence[0] < strayBelow
	return stray || s.read(&askModel) >= askFrom || f.confidence[0] < askBelow
}

func (s *shape) read(model *shape) float64 {
	z := 0.0
	for i, w := range model {
		z += w * s[i]
	}
	return logistic(z)
}
