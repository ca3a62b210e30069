package classify

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/prose"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// writer puts one finding into words of one language. It keeps what several sentences need.
type writer struct {
	*prose.Writer
	e        *Engine
	request  Request
	f        *finding
	language tariff.Language
	fork     *line.Fork // of the first code: where the text stops deciding between its lines
	forkTree *tariff.Tree
}

func (e *Engine) writer(request Request, f *finding) *writer {
	about := &prose.Finding{
		Text: f.settled.Text, Renderings: f.renderings, Description: &f.description, Query: &f.query, Candidates: f.candidates, Confidence: f.confidence, Ranking: f.ranking,
		Readings: f.readings, Measures: f.measures, Rule: string(f.rule), Vague: len(f.candidates) > 0 && f.vague(),
	}
	return &writer{Writer: e.library.Write(about, e.words.voices.In(request.Language)), e: e, request: request, f: f, language: request.Language}
}

// answer writes the result in the request's language.
func (e *Engine) answer(request Request, f *finding) Result {
	w := e.writer(request, f)
	r := Result{Suggestions: []Suggestion{}, Dialogue: f.settled.Exchanges, UnusedAnswers: f.settled.Unused}
	if len(r.Dialogue) > 0 {
		r.Told = f.settled.Text + f.settled.Aside
	}
	questions := w.questions()
	if f.several != nil {
		r.OtherGoods = f.several.others()
	}
	if !f.foundNothing() {
		for i := range f.candidates {
			if len(r.Suggestions) == request.Limit {
				break
			}
			r.Suggestions = append(r.Suggestions, w.suggestion(i))
		}
	}
	questions = f.settled.Reopened(w.lineQuestions(&r, questions))
	if len(r.Suggestions) == 0 && len(questions) == 0 { // what was asked before did not help: without a code there is always a question
		questions = []Question{free(dialogue.IDGoods, w.Say("ask_what"))}
	}
	if f.several != nil && !f.several.settled { // before all else: the others are about goods that may not be meant
		questions = append([]Question{f.several.question(w.Voice)}, questions[:min(len(questions), dialogue.MaxQuestions-1)]...)
	}
	r.ask(questions)
	r.Summary = summary(r, w.disagreements(), w.Voice)
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
		Reason: w.Reason(i, w.proseGrounds(i, exclusion)), Presumed: w.Presumed(i), Evidence: w.grounds(i, sub.Code, exclusion),
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
	sure := w.f.confidence[i]
	if i == 0 {
		advice = append(w.disagreements(), advice...)
	}
	if sure < confidence.BandHigh && !w.f.vague() {
		if open := w.openQuestions(i); len(open) > 0 {
			advice = append(advice, w.Say("would_decide", "questions", strings.Join(open, " ")))
		}
	}
	switch {
	case sure < confidence.BandLow:
		advice = append(advice, w.Say("advise_expert"))
	case sure < confidence.BandMedium:
		advice = append(advice, w.Say("advise_review"))
	}
	return strings.Join(advice, " ")
}

// maxTold bounds the questions a recommendation repeats.
const maxTold = 2

// openQuestions returns the questions on what candidate i takes for granted.
func (w *writer) openQuestions(i int) (out []string) {
	h := w.e.tree.HeadingOf[w.f.candidates[i].Sub]
	for _, at := range w.TakenForGranted(i) {
		if question := w.facetQuestion(h, at); question != "" && len(out) < maxTold && !slices.Contains(out, question) {
			out = append(out, question)
		}
	}
	return out
}

func summary(r Result, doubts []string, v voice.Voice) string {
	if len(r.Suggestions) == 0 {
		return v.Say("summary_unclear")
	}
	first := r.Suggestions[0]
	said := []string{v.Say("summary_unclear")}
	if first.Confidence >= 0.05 {
		key := "summary_best"
		if first.Confidence < confidence.VagueCeiling {
			key = "summary_guess"
		}
		said[0] = v.Say(key, "code", first.Subheading.Code, "title", first.Subheading.Name, "percent", voice.Percent(first.Confidence))
	}
	if len(r.Suggestions) > 1 && r.Suggestions[1].Confidence > first.Confidence/3 {
		said = append(said, v.Say("summary_next", "code", r.Suggestions[1].Subheading.Code, "title", r.Suggestions[1].Subheading.Name))
	}
	said = append(said, doubts...)
	if len(r.Questions) > 0 {
		said = append(said, v.Say("summary_ask"))
	}
	return strings.Join(said, " ")
}

// round keeps four places of a confidence.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
