package classify

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/line"
	"tariffdesk/tariff"
)

// Confidence bands of the interface.
const (
	bandHigh   = 0.90
	bandMedium = 0.70
	bandLow    = 0.50
)

// writer puts one finding into words of one language. It keeps what several sentences need.
type writer struct {
	e        *Engine
	request  Request
	f        *finding
	language tariff.Language
	p        *phrases
	original []spelling  // the words of the description, and units of two behind them
	fields   int         // how many of them are words
	weighty  []namedWord // the words asked for, weightiest first
	held     []heldSub   // subheadings whose facets have been held against the description
	fork     *line.Fork  // of the first code: where the text stops deciding between its lines
	forkTree *tariff.Tree
}

func (e *Engine) writer(request Request, f *finding) *writer {
	return &writer{e: e, request: request, f: f, language: request.Language, p: phrasesIn(request.Language)}
}

// answer writes the result in the request's language.
func (e *Engine) answer(request Request, f *finding) Result {
	w := e.writer(request, f)
	r := Result{Suggestions: []Suggestion{}, Dialogue: f.settled.exchanges, UnusedAnswers: f.settled.unused}
	if len(r.Dialogue) > 0 {
		r.Told = f.settled.text + f.settled.aside
	}
	questions := w.questions()
	if !f.foundNothing() {
		for i := range f.candidates {
			if len(r.Suggestions) == request.Limit {
				break
			}
			r.Suggestions = append(r.Suggestions, w.suggestion(i))
		}
	}
	questions = f.settled.reopened(w.lineQuestions(&r, questions))
	if len(r.Suggestions) == 0 && len(questions) == 0 { // what was asked before did not help: without a code there is always a question
		questions = []Question{free(questionGoods, w.p.what)}
	}
	r.ask(questions)
	r.Summary = summary(r, request.Language)
	return r
}

// suggestion writes candidate i of a finding.
func (e *Engine) suggestion(request Request, f *finding, i int) Suggestion {
	return e.writer(request, f).suggestion(i)
}

func (w *writer) suggestion(i int) Suggestion {
	sub := w.e.tree.Subs[w.f.candidates[i].Sub]
	exclusion := w.exclusion(i)
	s := Suggestion{
		Chapter: level(sub.Parent.Parent, w.language), Heading: level(sub.Parent, w.language), Subheading: level(sub, w.language),
		Confidence: round(w.f.confidence[i]), TariffInfo: json.RawMessage(`{}`),
		Reason: w.justify(i, exclusion), Presumed: w.presumed(i), Evidence: w.grounds(i, sub.Code, exclusion),
	}
	advice := w.national(&s, i)
	s.Advice = w.advise(advice, i)
	return s
}

func level(e *tariff.Entry, language tariff.Language) Level {
	return Level{Name: e.Title.In(language), Code: e.Code}
}

// advise adds to the national advice what the confidence calls for.
func (w *writer) advise(advice []string, i int) string {
	confidence := w.f.confidence[i]
	if i == 0 {
		advice = append(w.disagreements(), advice...)
	}
	if confidence < bandHigh && !w.f.vague() {
		if open := w.openQuestions(w.f.candidates[i].Sub); len(open) > 0 {
			advice = append(advice, fmt.Sprintf(w.p.tell, strings.Join(open, " ")))
		}
	}
	switch {
	case confidence < bandLow:
		advice = append(advice, w.p.expert)
	case confidence < bandMedium:
		advice = append(advice, w.p.review)
	}
	return strings.Join(advice, " ")
}

// maxTold bounds the questions a recommendation repeats.
const maxTold = 2

// openQuestions are those whose answers the subheading presupposes and the description leaves open.
func (w *writer) openQuestions(sub int32) (out []string) {
	h, standings := w.e.tree.HeadingOf[sub], w.standings(sub)
	for i, c := range w.e.facets.Choices[sub] {
		if len(out) == maxTold {
			break
		}
		if standings[i].verdict == verdictOpen {
			if question := w.facetQuestion(h, c.Facet); question != "" && !slices.Contains(out, question) {
				out = append(out, question)
			}
		}
	}
	return out
}

func summary(r Result, language tariff.Language) string {
	p := phrasesIn(language)
	if len(r.Suggestions) == 0 {
		return p.unclear
	}
	s := p.unclear
	first := r.Suggestions[0]
	if first.Confidence >= 0.05 {
		form := p.best
		if first.Confidence < confidence.VagueCeiling {
			form = p.guess
		}
		s = fmt.Sprintf(form, first.Subheading.Code, first.Subheading.Name, 100*first.Confidence)
	}
	if len(r.Suggestions) > 1 && r.Suggestions[1].Confidence > first.Confidence/3 {
		s += fmt.Sprintf(p.ambiguous, r.Suggestions[1].Subheading.Code, r.Suggestions[1].Subheading.Name)
	}
	if len(r.Questions) > 0 {
		s += p.summaryAsk
	}
	return s
}

// round keeps four places of a confidence.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
