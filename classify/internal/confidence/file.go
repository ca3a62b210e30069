package confidence

import (
	"fmt"

	"tariffdesk/classify/internal/coefficient"
)

// Models turn the shape of an answer into probabilities: logistic regressions, rising with the ranking's odds.
type Models struct {
	coefficient.File
	Alone      Shape // that the first code is right
	Precedents Shape // the same where the organisation has precedents
	Ask        Shape // that a description is too vague to stand without a question
}

// modelsFile is their file.
type modelsFile struct {
	coefficient.File
	Alone      map[string]float64 `json:"alone"`
	Precedents map[string]float64 `json:"precedents"`
	Ask        map[string]float64 `json:"ask"`
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
	}{{"alone", f.Alone, &m.Alone}, {"precedents", f.Precedents, &m.Precedents}, {"ask", f.Ask, &m.Ask}} {
		if err := coefficient.Place(Names(), model.given, model.out[:]); err != nil {
			return nil, fmt.Errorf("%s: %w", model.name, err)
		}
	}
	return m, nil
}

// Write returns the file.
func (m *Models) Write() ([]byte, error) {
	names := Names()
	return coefficient.Write(modelsFile{
		m.File, coefficient.Named(names, m.Alone[:]), coefficient.Named(names, m.Precedents[:]), coefficient.Named(names, m.Ask[:]),
	})
}
