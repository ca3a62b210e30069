package confidence

// confidenceModel turns the shape of an answer into the probability that its first code is right: a
// logistic regression, rising with the ranking's odds, fitted on the half of the development rows that nobody who
// wrote the knowledge has read, with each family of texts weighing the same. Refit it with TestRefitConfidence after
// the ranking.
var confidenceModel = Shape{
	Base:     -0.950,
	Odds:     0.642,
	Heading:  0.081,
	Margin:   -0.086,
	Covered:  -0.039,
	Whole:    0.502,
	Heads:    -0.211,
	Prose:    0.361,
	Length:   0.272,
	Unknown:  -0.567,
	Listing:  -0.279,
	Capitals: -0.247,
	Named:    -1.897,
}

// precedentConfidence is the same where the organisation has precedents.
var precedentConfidence = Shape{
	Base:     -0.906,
	Odds:     0.485,
	Heading:  0.221,
	Margin:   0.025,
	Covered:  -0.104,
	Whole:    0.252,
	Heads:    -0.155,
	Prose:    0.191,
	Length:   0.262,
	Unknown:  -0.650,
	Listing:  -0.239,
	Capitals: -0.360,
	Named:    -1.558,
	Nearest:  0.620,
	Votes:    -0.450,
}

// askModel is the same for whether a description is too vague to stand without a question: fitted with
// the vague development file against right answers. Above askFrom the engine asks.
var askModel = Shape{
	Base:    3.700,
	Odds:    -1.041,
	Margin:  0.505,
	Covered: -1.341,
	Whole:   -1.260,
	Heads:   -0.638,
	Prose:   -2.175,
	Length:  -6.435,
	Unknown: 2.867,
	Listing: -0.853,
	Named:   1.843,
	Guessed: 0.365,
	Nearest: -4.571,
	Votes:   -1.473,
}

const (
	askFrom  = 0.55
	askBelow = 0.18 // confidence under which even a long description needs a question

	// Where most of what is said leads elsewhere than the first code, it must be surer of itself.
	strayCover = 0.35
	strayBelow = 0.36
)

// First returns the calibrated probability that the first code is right; vague says that no word of the description
// says what the goods are.
func (s *Shape) First(precedents, vague bool) float64 {
	p := s.confidence(precedents)
	if vague {
		p *= VagueCeiling // far below what the same words would be worth beside a name of goods
	}
	return p
}

// ShareRest turns the probabilities of a ranking into calibrated ones: what the first leaves is shared among the others
// as the ranking shares it.
func ShareRest(first float64, p []float64) {
	if len(p) == 0 {
		return
	}
	rest := (1 - first) / max(1-p[0], 1e-6)
	p[0] = first
	for i := 1; i < len(p); i++ {
		p[i] = min(p[i]*rest, p[i-1])
	}
}

// confidence is the probability that the first code is right.
func (s *Shape) confidence(precedents bool) float64 {
	if precedents {
		return s.Settled(s.read(&precedentConfidence))
	}
	return s.Settled(s.read(&confidenceModel))
}

// Settled bounds a modelled probability where too few rows were at hand to fit it.
func (s *Shape) Settled(p float64) float64 {
	p = thin(p)
	switch short := s[Length] <= shortLength; {
	case short && s[Guessed] > 0:
		return min(p, GuessCeiling)
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
	GuessShare   = 0.7
	GuessCeiling = 0.5
)

// thin pulls the top end down: from 0.84 on, log-odds count by half. Rows above 0.9 are too few to
// fit there, and a wrong code that looks sure costs most.
func thin(p float64) float64 {
	const from = 0.84
	if p <= from {
		return p
	}
	bound := Logit(from)
	return Logistic(bound + 0.5*(Logit(p)-bound))
}

// Asks reports whether an answer of this confidence is too uncertain to stand without a question.
func (s *Shape) Asks(confidence float64) bool {
	stray := s[Covered] < strayCover && confidence < strayBelow
	return stray || s.read(&askModel) >= askFrom || confidence < askBelow
}

func (s *Shape) read(model *Shape) float64 {
	z := 0.0
	for i, w := range model {
		z += w * s[i]
	}
	return Logistic(z)
}
