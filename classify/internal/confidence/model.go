package confidence

import "tariffdesk/odds"

const (
	askFrom  = 0.55
	askBelow = 0.18 // confidence under which even a long description needs a question

	// Limits for a first code that most of the description does not support: it must be surer.
	strayCover = 0.35
	strayBelow = 0.36
)

// First returns the calibrated probability that the first code is right. vague means that no word of the description
// names the goods.
func (m *Models) First(s *Shape, precedents, vague bool) float64 {
	model := &m.Alone
	if precedents {
		model = &m.Precedents
	}
	p := s.Settled(model.Read(s))
	if vague {
		p *= VagueCeiling // far below what the same words would be worth beside a name of goods
	}
	return p
}

// Read is the probability that the model of its kind gives to a shape.
func (p *Pair) Read(s *Shape) float64 {
	if s.IsName() {
		return s.Read(&p.Name)
	}
	return s.Read(&p.Other)
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

// Settled bounds a modelled probability where too few rows were at hand to fit it.
func (s *Shape) Settled(p float64) float64 {
	p = thin(p)
	switch short := s[Length] <= shortLength; {
	case s.IsName():
	case short && s[Guessed] > 0:
		return min(p, GuessCeiling)
	case short:
		return min(p, shortCeiling)
	}
	return p
}

// One or two words that are no name as they stand rarely exclude every sibling, however well they are known.
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
	return odds.Probability(bound + 0.5*(Logit(p)-bound))
}

// Asks reports whether an answer of this confidence is too uncertain to stand without a question.
func (m *Models) Asks(s *Shape, confidence float64) bool {
	stray := s[Covered] < strayCover && confidence < strayBelow
	return stray || s.Read(&m.Ask) >= askFrom || confidence < askBelow
}

// Read is the probability that a model gives to a shape.
func (s *Shape) Read(model *Shape) float64 {
	z := 0.0
	for i, w := range model {
		z += w * s[i]
	}
	return odds.Probability(z)
}
