package classify

import (
	"context"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/opinion"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/tariff"
)

// Observation holds the weights of one description, before any of it is put into words: coefficients
// are fitted to. Candidates are in the order of the answer.
type Observation struct {
	Codes    []string             // by candidate
	Features []rank.Features      // by candidate
	Evidence []precedent.Evidence // by candidate; zero where the precedents say nothing
	Shape    confidence.Shape     // of the answer
	Second   SecondOpinion
}

// SecondOpinion is the result of the learnt model for a description; Lead is 0 where it has none.
type SecondOpinion struct {
	Style  opinion.Style
	Lead   float32   // of its first code over its second
	Odds   []float32 // by candidate: 0 for its first, else below
	Scores []float32 // by candidate: with what the opinion weighs in
}

// Words returns what the second opinion goes by: the words of a description and pairs of neighbouring ones.
func Words(e *Engine, description string) []string {
	d := e.words.reader.Describe(description)
	return opinion.Words(&d, e.index.Words)
}

// Observe classifies a description and returns what was weighed. Errors are those of Classify.
func (e *Engine) Observe(ctx context.Context, request Request) (o Observation, err error) {
	err = e.study(ctx, request, func(_ Request, f *finding) { o = e.observation(f) })
	return o, err
}

// LineObservation holds the weights below a subheading that is known to be right.
type LineObservation struct {
	Splits []line.Split // on the way to the right line
	Choice line.Choice
}

// ObserveLine reads a description and weighs the lines below the subheading of a code of the request's country. It is
// empty where the subheading does not split.
func (e *Engine) ObserveLine(ctx context.Context, request Request, code string) (o LineObservation, err error) {
	err = e.study(ctx, request, func(request Request, f *finding) {
		if e.schedule == nil {
			return
		}
		if tree := e.schedule.Tree(request.Country, code[:tariff.SubheadingDigits]); tree != nil {
			reading := e.reading(f)
			o = LineObservation{e.lines.Observe(tree, reading, code), e.lines.Choose(tree, reading)}
		}
	})
	return o, err
}

func (e *Engine) observation(f *finding) Observation {
	out := Observation{Shape: f.shape()}
	out.Second.Style, out.Second.Lead = f.style(), f.opinion.Lead()
	for _, c := range f.candidates {
		out.Codes = append(out.Codes, e.tree.Subs[c.Sub].Code)
		out.Features = append(out.Features, *c.Features)
		out.Second.Odds, out.Second.Scores = append(out.Second.Odds, f.opinion.Of(c.Sub)), append(out.Second.Scores, c.Score)
		var said precedent.Evidence
		if known := f.neighbors.Evidence(c.Sub); known != nil {
			said = *known
		}
		out.Evidence = append(out.Evidence, said)
	}
	return out
}
