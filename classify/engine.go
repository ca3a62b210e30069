package classify

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	switch _, headings, subheadings := knowledge.Counts(); {
	case subheadings == 0:
		return nil, errors.New("classify: the knowledge holds no subheading")
	case max(headings, subheadings) > math.MaxUint16:
		return nil, fmt.Errorf("classify: %d headings and %d subheadings are more than the index can number", headings, subheadings)
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
	return e.answer(request, f), nil
}

// finding is everything the answer is written from.
type finding struct {
	description description
	query       query
	candidates  []candidate
	neighbors   *neighbors
	confidence  []float64
	search      *search
	readings    *readings
	measures    []quantity
	rule        rule
}

// find runs the search and orders the candidates.
func (e *Engine) find(s *search, request Request) *finding {
	f := &finding{description: describe(request.text()), search: s}
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
	f.readings, f.measures = e.index.readValues(&f.description, &f.query), quantities(&f.description)
	s.weigh(&f.description, &f.query, f.readings, f.measures)
	rank(s.candidates)
	f.neighbors.rank(e.index, s.candidates)
	if request.Model == ModelPro {
		s.lookAgain()
	}
	f.candidates = s.candidates
	f.rule = settle(f)
	f.confidence = confidences(f)
	return f
}
