package classify

import (
	"context"
	"errors"
	"strings"
	"sync"

	"tariffdesk/tariff"
)

// Options are the engine's optional parts.
type Options struct {
	Schedule Schedule // nil: every country stops at six digits
}

// Engine classifies. It is immutable and safe for concurrent use.
type Engine struct {
	knowledge *tariff.Knowledge
	index     *index
	schedule  Schedule
	searches  sync.Pool
}

// New builds the index of knowledge: some hundred milliseconds, once a process.
func New(knowledge *tariff.Knowledge, options Options) (*Engine, error) {
	if knowledge == nil {
		return nil, errors.New("classify: no knowledge given")
	}
	if _, _, subheadings := knowledge.Counts(); subheadings == 0 {
		return nil, errors.New("classify: the knowledge holds no subheading")
	}
	e := &Engine{knowledge: knowledge, index: buildIndex(knowledge), schedule: options.Schedule}
	e.searches.New = func() any { return newSearch(e.index) }
	return e, nil
}

// Classify ranks codes for a description. Errors carry fail.CodeBadRequest and name the field; a
// description nothing is understood of is no error: its result asks.
func (e *Engine) Classify(ctx context.Context, request Request) (Result, error) {
	request, err := request.prepared()
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	s := e.searches.Get().(*search)
	defer e.searches.Put(s)
	defer s.reset()
	f := e.find(s, request)
	return e.answer(request, &f), nil
}

// finding is everything the answer is written from.
type finding struct {
	description description
	query       query
	candidates  []candidate
	neighbors   *neighbors
	confidence  []float64
	search      *search
	rule        rule
}

// find runs the search and orders the candidates.
func (e *Engine) find(s *search, request Request) finding {
	f := finding{description: describe(request.text()), search: s}
	f.query = e.index.ask(&f.description)
	if request.Model == ModelPro && e.index.repair(&f.description, &f.query) {
		f.query = e.index.ask(&f.description)
	}
	f.neighbors = request.Precedents.search(strings.TrimSpace(request.Description))
	s.run(&f.query)
	width := widthFast
	if request.Model == ModelPro {
		width = widthPro
	}
	s.collect(width, f.neighbors.favoured(e.index))
	s.weigh(&f.query, &f.description)
	rank(s.candidates)
	f.neighbors.rank(e.index, s.candidates)
	if request.Model == ModelPro {
		s.lookAgain()
	}
	f.candidates = s.candidates
	f.rule = settle(&f)
	f.confidence = confidences(&f)
	return f
}
