package classify

// confidenceModel turns the shape of an answer into the probability that its first code is right: a
// logistic regression, rising with the ranking's odds, fitted on the half of the development rows that nobody who
// wrote the knowledge has read, with each family of texts weighing the same. Refit it with TestRefitConfidence after
// the ranking.
var confidenceModel = shape{
	shapeBase:     -0.950,
	shapeOdds:     0.642,
	shapeHeading:  0.081,
	shapeMargin:   -0.086,
	shapeCovered:  -0.039,
	shapeWhole:    0.502,
	shapeHeads:    -0.211,
	shapeProse:    0.361,
	shapeLength:   0.272,
	shapeUnknown:  -0.567,
	shapeListing:  -0.279,
	shapeCapitals: -0.247,
	shapeNamed:    -1.897,
}

// precedentConfidence is the same where the organisation has precedents.
var precedentConfidence = shape{
	shapeBase:      -0.906,
	shapeOdds:      0.485,
	shapeHeading:   0.221,
	shapeMargin:    0.025,
	shapeCovered:   -0.104,
	shapeWhole:     0.252,
	shapeHeads:     -0.155,
	shapeProse:     0.191,
	shapeLength:    0.262,
	shapeUnknown:   -0.650,
	shapeListing:   -0.239,
	shapeCapitals:  -0.360,
	shapeNamed:     -1.558,
	shapePrecedent: 0.620,
	shapeVotes:     -0.450,
}

// askModel is the same for whether a description is too vague to stand without a question: fitted with
// the vague development file against right answers. Above askFrom the engine asks.
var askModel = shape{
	shapeBase:      3.700,
	shapeOdds:      -1.041,
	shapeMargin:    0.505,
	shapeCovered:   -1.341,
	shapeWhole:     -1.260,
	shapeHeads:     -0.638,
	shapeProse:     -2.175,
	shapeLength:    -6.435,
	shapeUnknown:   2.867,
	shapeListing:   -0.853,
	shapeNamed:     1.843,
	shapeGuessed:   0.365,
	shapePrecedent: -4.571,
	shapeVotes:     -1.473,
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
	out[0] = s.confidence(f.neighbors != nil)
	if f.vague() {
		out[0] *= vagueCeiling // far below what the same words would be worth beside a name of goods
	}
	rest := (1 - out[0]) / max(1-float64(f.candidates[0].p), 1e-6)
	for i := 1; i < len(out); i++ {
		out[i] = min(float64(f.candidates[i].p)*rest, out[i-1])
	}
	return out
}

// confidence is the probability that the first code is right.
func (s *shape) confidence(precedents bool) float64 {
	if precedents {
		return s.settled(s.read(&precedentConfidence))
	}
	return s.settled(s.read(&confidenceModel))
}

// settled bounds a modelled probability where too few rows were at hand to fit it.
func (s *shape) settled(p float64) float64 {
	p = thin(p)
	switch short := s[shapeLength] <= shortLength; {
	case short && s[shapeGuessed] > 0:
		return min(p, guessCeiling)
	case short:
		return min(p, shortCeiling)
	}
	return p
}

// A name of one or two words rarely excludes every sibling, however well it is known.
const (
	shortLength  = 2.0 / 12
	shortCeiling = 0.89

	// … and where it is but a part of the name of other goods, or akin to one, it is a guess.
	guessShare   = 0.7
	guessCeiling = 0.5
)

// thin pulls the top end down: from 0.84 on, log-odds count by half. Rows above 0.9 are too few to
// fit there, and a wrong code that looks sure costs most.
func thin(p float64) float64 {
	const from = 0.84
	if p <= from {
		return p
	}
	bound := logit(from)
	return logistic(bound + 0.5*(logit(p)-bound))
}

// asks reports whether the answer is too uncertain to stand without a question.
func (f *finding) asks() bool {
	if len(f.candidates) == 0 || f.query.known == 0 {
		return true
	}
	s := f.shape()
	if f.vague() {
		return true
	}
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
