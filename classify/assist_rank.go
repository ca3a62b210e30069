package classify

import (
	"fmt"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/rank"
)

// How far a model's word is believed.
const (
	// beliefRatio bounds what a model's choice says: right about 0.6 of the time among given candidates, its
	// misses spread over some five plausible ones, it multiplies the odds of what it names by 0.6/0.08.
	beliefRatio = 7.5
	// Ceilings of the confidence of a code, by what supports the model's word.
	ceilingAgreed   = 0.95 // the engine ranks it first too, or is surer itself
	ceilingShown    = 0.85 // it is among the engine's candidates
	ceilingUnshared = 0.49 // the nomenclature has it, the engine found no evidence: below the band of review
	// unsharedTrust is the share of its stated confidence that a model keeps where only the model supports a code.
	unsharedTrust = 0.5
	// silentFrom is the confidence from which no question is asked of a re-ranked answer.
	silentFrom = 0.9
)

// reranked writes the answer in the model's order; what the model does not name follows in the engine's.
func (e *Engine) reranked(request Request, f *finding, own Result, told modelAnswer) Result {
	v := e.words.voices.In(request.Language)
	if len(told.ranking) == 0 {
		if len(own.Suggestions) > 0 || len(told.questions) > 0 { // without a code there is always a question
			own.ask(modelQuestions(told.questions))
		}
		own.Summary = summary(own, nil, v)
		return own
	}
	g := f.reordered(told.ranking)
	r := Result{Suggestions: []Suggestion{}}
	for i := range g.candidates[:min(len(g.candidates), request.Limit)] {
		s := e.suggestion(request, &g, i)
		if i < len(told.ranking) && told.ranking[i].reason != "" {
			s.Reason = told.ranking[i].reason
		}
		r.Suggestions = append(r.Suggestions, s)
	}
	r = noted(r, v.Say("model_assisted"))
	if len(f.candidates) > 0 && f.candidates[0].Sub != g.candidates[0].Sub {
		first := e.tree.Subs[f.candidates[0].Sub]
		r = noted(r, v.Say("model_disagrees", "code", first.Code, "title", first.Title.In(request.Language)))
	}
	r.ask(e.assistedQuestions(request, f, &g, own.Open, told.questions))
	r.Dialogue, r.Told, r.UnusedAnswers = own.Dialogue, own.Told, own.UnusedAnswers
	r.Summary = summary(r, nil, v)
	return r
}

// assistedQuestions takes the model's questions, otherwise the engine's, while the joined confidence leaves room for
// one. Where the two disagree and neither asks, the question is which of the two codes is right.
func (e *Engine) assistedQuestions(request Request, f, g *finding, own []Question, told []string) []Question {
	switch first := g.confidence[0]; {
	case first >= silentFrom:
		return nil
	case len(told) > 0:
		return modelQuestions(told)
	case first >= confidence.BandMedium:
		return nil
	case len(own) > 0 || len(f.candidates) == 0 || f.candidates[0].Sub == g.candidates[0].Sub:
		return own
	}
	q := Question{ID: dialogue.IDModel, Kind: QuestionChoice}
	var names []string
	for i, sub := range []int32{g.candidates[0].Sub, f.candidates[0].Sub} {
		entry := e.tree.Subs[sub]
		title := entry.Title.In(request.Language)
		q.Choices = append(q.Choices, Choice{Value: entry.Code, Label: title, LeadsTo: []string{entry.Code}})
		names = append(names, fmt.Sprintf("(%c) %s", 'a'+i, title))
	}
	q.Text = e.words.voices.In(request.Language).Say("ask_which", "choices", strings.Join(names, "; "))
	return []Question{q}
}

// modelQuestions are a model's own: whatever is answered is read as words.
func modelQuestions(told []string) (out []Question) {
	for i, t := range told {
		out = append(out, free(fmt.Sprint(dialogue.IDModel, dialogue.IDSeparator, i+1), t))
	}
	return out
}

// reordered returns the finding in the model's order, with the confidence both support.
func (f *finding) reordered(ranking []modelChoice) finding {
	g := *f
	g.candidates, g.confidence = nil, nil
	joined := f.joined(ranking)
	named := map[int32]bool{}
	add := func(c rank.Candidate, confidence float64) {
		if n := len(g.confidence); n > 0 { // the order is the model's, and a list falls
			confidence = min(confidence, g.confidence[n-1])
		}
		g.candidates, g.confidence = append(g.candidates, c), append(g.confidence, confidence)
	}
	for i, choice := range ranking {
		named[choice.sub] = true
		c := rank.Candidate{Sub: choice.sub}
		if at := f.place(choice.sub); at >= 0 {
			c = f.candidates[at]
		}
		add(c, joined.named[i])
	}
	for i, c := range f.candidates {
		if !named[c.Sub] {
			add(c, joined.own[i])
		}
	}
	return g
}

// place is the rank of a subheading among the candidates that a model is sent, -1 where it is not among them.
func (f *finding) place(sub int32) int {
	for i := range f.candidates[:min(len(f.candidates), candidatesTold)] {
		if f.candidates[i].Sub == sub {
			return i
		}
	}
	return -1
}

// joint holds confidences that join the engine's evidence and the model's word.
type joint struct {
	named []float64 // by place in the model's ranking
	own   []float64 // by place in the engine's
}

// joined takes the engine's calibrated probability p as prior. A candidate that the model names with
// confidence m has its odds multiplied by 1 to beliefRatio, as m goes from 0 to 1; a code that only the
// model names gets unsharedTrust·m of what the engine's first leaves open, and the others share the rest.
// No code ends above its ceiling, nor above both p and m.
func (f *finding) joined(ranking []modelChoice) joint {
	out := joint{named: make([]float64, len(ranking)), own: make([]float64, len(f.candidates))}
	stated := make([]float64, len(f.candidates))
	open, left := 1.0, 1.0
	if len(f.confidence) > 0 {
		open = 1 - f.confidence[0]
	}
	for i, choice := range ranking {
		if at := f.place(choice.sub); at >= 0 {
			stated[at] = choice.confidence
			continue
		}
		out.named[i] = min(unsharedTrust*choice.confidence*open, ceilingUnshared)
		left -= out.named[i]
	}
	total, none := 0.0, 1.0
	for i, p := range f.confidence {
		out.own[i] = p * (1 + (beliefRatio-1)*stated[i])
		total += out.own[i]
		none -= p
	}
	for i, p := range f.confidence {
		ceiling := ceilingShown
		if i == 0 && len(ranking) > 0 && f.place(ranking[0].sub) == 0 {
			ceiling = max(ceilingAgreed, p)
		}
		out.own[i] = min(left*out.own[i]/(total+max(none, 0)), ceiling, max(p, stated[i]))
	}
	for i, choice := range ranking {
		if at := f.place(choice.sub); at >= 0 {
			out.named[i] = out.own[at]
		}
	}
	return out
}
