package classify

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"tariffdesk/tariff"
)

// Confidence bands of the interface.
const (
	bandMedium = 0.70
	bandLow    = 0.50
)

// answer writes the result in the request's language.
func (e *Engine) answer(request Request, f *finding) Result {
	r := Result{Suggestions: []Suggestion{}, Questions: e.questions(f, request.Language)}
	if f.query.known > 0 || f.neighbors != nil {
		for i := range f.candidates {
			if len(r.Suggestions) == request.Limit {
				break
			}
			r.Suggestions = append(r.Suggestions, e.suggestion(request, f, i))
		}
	}
	r.Summary = summary(r, request.Language)
	return r
}

func (e *Engine) suggestion(request Request, f *finding, i int) Suggestion {
	sub := e.index.subs[f.candidates[i].sub]
	s := Suggestion{
		Chapter: level(sub.Parent.Parent, request.Language), Heading: level(sub.Parent, request.Language), Subheading: level(sub, request.Language),
		Confidence: round(f.confidence[i]), TariffInfo: json.RawMessage(`{}`),
		Reason: e.justify(f, i, request.Language),
	}
	advice := e.national(&s, request, f)
	s.Advice = e.advise(advice, f, i, request.Language)
	return s
}

func level(e *tariff.Entry, language tariff.Language) Level {
	return Level{Name: e.Title.In(language), Code: e.Code}
}

// advise adds to the national advice what the confidence calls for.
func (e *Engine) advise(advice []string, f *finding, i int, language tariff.Language) string {
	p := phrasesIn(language)
	c := &f.candidates[i]
	if open := e.openFacets(c, language); len(open) > 0 && f.confidence[i] < 0.9 {
		advice = append(advice, fmt.Sprintf(p.tell, strings.Join(open, ", ")))
	}
	switch {
	case f.confidence[i] < bandLow:
		advice = append(advice, p.expert)
	case f.confidence[i] < bandMedium:
		advice = append(advice, p.review)
	}
	return strings.Join(advice, " ")
}

// openFacets names the facets of the candidate's heading nothing is stated about, at most three.
func (e *Engine) openFacets(c *candidate, language tariff.Language) (out []string) {
	if c.facets.undecided == 0 {
		return nil
	}
	h := e.index.headingOf[c.sub]
	for _, open := range c.facets.open {
		if len(out) < maxQuestions {
			out = append(out, e.knowledge.Vocabulary().FacetName(e.index.facet.facets[h][open].name).In(language))
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
		s = fmt.Sprintf(p.best, first.Subheading.Code, first.Subheading.Name, 100*first.Confidence)
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
