package confidence

import (
	"fmt"

	"tariffdesk/classify/internal/coefficient"
)

// Models turn the shape of an answer into probabilities: logistic regressions, rising with the ranking's odds.
type Models struct {
	coefficient.File
	Alone      Pair  // that the first code is right
	Precedents Pair  // the same where the organisation has precedents
	Ask        Shape // that a description is too vague to stand without a question
}

// Pair holds one model for names that the tariff knows word for word and one for all other text. The odds of the
// former are sharp and nearly always right, so that the two share no weights.
type Pair struct{ Name, Other Shape }

// modelsFile is their file.
type modelsFile struct {
	coefficient.File
	AloneName      map[string]float64 `json:"alone_name"`
	Alone          map[string]float64 `json:"alone"`
	PrecedentsName map[string]float64 `json:"precedents_name"`
	Precedents     map[string]float64 `json:"precedents"`
	Ask            map[string]float64 `json:"ask"`
}

// ReadModels reads a file of coefficients.
func ReadModels(raw []byte) (*Models, error) {
	var f modelsFile
	if err := coefficient.Read(raw, &f); err != nil {
		return nil, err
	}
	m := &Models{File: f.File}
	for _, model := range []struct {
		name  string
		given map[string]float64
		out   *Shape
	}{
		{"alone_name", f.AloneName, &m.Alone.Name},
		{"alone", f.Alone, &m.Alone.Other},
		{"precedents_name", f.PrecedentsName, &m.Precedents.Name},
		{"precedents", f.Precedents, &m.Precedents.Other},
		{"ask", f.Ask, &m.Ask},
	} {
		if err := coefficient.Place(Names(), model.given, model.out[:]); err != nil {
			return nil, fmt.Errorf("%s: %w", model.name, err)
		}
	}
	return m, nil
}

// Write returns the file.
func (m *Models) Write() ([]byte, error) {
	named := func(s *Shape) map[string]float64 { return coefficient.Named(Names(), s[:]) }
	return coefficient.Write(modelsFile{
		m.File, named(&m.Alone.Name), named(&m.Alone.Other), named(&m.Precedents.Name), named(&m.Precedents.Other), named(&m.Ask),
	})
}
