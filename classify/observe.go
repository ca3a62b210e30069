package classify

import (
	"context"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/rank"
)

// Observation is what the engine weighed for one description, before any of it is put into words: what coefficients
// are fitted to. Candidates are in the order of the answer.
type Observation struct {
	Codes    []string             // by candidate
	Features []rank.Features      // by candidate
	Evidence []precedent.Evidence // by candidate; zero where the precedents say nothing
	Shape    confidence.Shape     // of the answer
}

// Observe classifies a description and returns what was weighed. Errors are those of Classify.
func (e *Engine) Observe(ctx context.Context, request Request) (o Observation, err error) {
	err = e.study(ctx, request, func(_ Request, f *finding) { o = e.observation(f) })
	return o, err
}

func (e *Engine) observation(f *finding) Observation {
	out := Observation{Shape: f.shape()}
	for _, c := range f.candidates {
		out.Codes = append(out.Codes, e.tree.Subs[c.Sub].Code)
		out.Features = append(out.Features, *c.Features)
		var said precedent.Evidence
		if known := f.neighbors.Evidence(c.Sub); known != nil {
			said = *known
		}
		out.Evidence = append(out.Evidence, said)
	}
	return out
}
