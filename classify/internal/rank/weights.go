package rank

import "tariffdesk/classify/internal/coefficient"

// Weights are the coefficients of the ranking, a conditional logit over the candidates.
type Weights struct {
	coefficient.File
	Of Features
}

// weightsFile is their file.
type weightsFile struct {
	coefficient.File
	Coefficients map[string]float32 `json:"coefficients"`
}

// ReadWeights reads a file of coefficients.
func ReadWeights(raw []byte) (*Weights, error) {
	var f weightsFile
	if err := coefficient.Read(raw, &f); err != nil {
		return nil, err
	}
	w := &Weights{File: f.File}
	return w, coefficient.Place(FeatureNames(), f.Coefficients, w.Of[:])
}

// Write returns the file.
func (w *Weights) Write() ([]byte, error) {
	return coefficient.Write(weightsFile{w.File, coefficient.Named(FeatureNames(), w.Of[:])})
}
