package extract

import (
	"context"
	"encoding/json"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// Observation is a possible value of a property outside lists, with the evidence for and against it.
type Observation struct {
	Path     []string // of the property
	Value    any      // as it would be given
	Evidence []confidence.Feature
}

// Observe lists for each property of a request's schema outside lists all that may be its value. It is what the choice
// among them is fitted on. Errors as of Extract.
func (e *Engine) Observe(ctx context.Context, r Request) ([]Observation, error) {
	s, _, err := e.wanted(Request{Schema: r.Schema})
	if err != nil {
		return nil, err
	}
	pages, _, err := e.parts.Reader.Pages(ctx, r.File, MaxPages, nil)
	if err != nil {
		return nil, err
	}
	f := e.parts.Builder(e.parts.Sheet(pages, r.DocumentType), s)
	options := map[*want.Want][]*candidate.Option{}
	for _, w := range f.Wants {
		options[w] = f.Options(w)
	}
	for range choose.Rounds {
		choose.Decide(f.Chosen, e.parts.Values, options) // the last choice knows what the others chose
	}
	var all []Observation
	for _, w := range f.Wants {
		for _, o := range options[w] {
			m := o.Match
			if v, ok := f.Typed(w.Node, &m); ok {
				all = append(all, Observation{w.Path, v, feature.EvidenceOf(f.Chosen, w, o, options[w])})
			}
		}
	}
	return all, nil
}

// Kinds names by JSON pointer what each property of a schema outside lists asks for, coarsely: name, address, amount, date … It
// is what figures are counted by. Errors as of Extract for a schema that is not accepted.
func (e *Engine) Kinds(raw json.RawMessage) (map[string]string, error) {
	s, err := result.ParseSchema(raw)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, w := range candidate.Gather(e.parts.Dict.Reading(), s.Root) {
		all[schema.Pointer(w.Path)] = candidate.GroupOf(w)
	}
	return all, nil
}

// Explanation is why a property was given what it was: its candidates with their features and weights.
type Explanation = result.Explanation

// Explain tells for one property of a request's schema, by its JSON pointer, what may be its value and what speaks for and against
// each. Of a list it takes the pointer of any cell. Errors as of Extract, and CodeSvcDocsValidation for a pointer that names no
// value.
func (e *Engine) Explain(ctx context.Context, r Request, pointer string) (Explanation, error) {
	s, _, err := e.wanted(Request{Schema: r.Schema})
	if err != nil {
		return Explanation{}, err
	}
	pages, err := e.pages(ctx, r)
	if err != nil {
		return Explanation{}, err
	}
	return e.parts.Builder(e.parts.Sheet(pages, r.DocumentType), s).Explain(pointer)
}
