package classify

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"tariffdesk/ask"
	"tariffdesk/classify/internal/rank"
)

// Prompt is one question to a model.
type Prompt = ask.Prompt

// Assisted is an Engine whose pro answers a model re-ranks. What the model says is checked against the
// nomenclature, asked for once more where it does not pass, and else left out with a note: the model can
// make no call fail. It is safe for concurrent use.
type Assisted struct {
	engine                            *Engine
	model                             ask.Model
	asked, accepted, repeated, missed atomic.Int64
}

// NewAssisted joins an engine and a model.
func NewAssisted(engine *Engine, model ask.Model) *Assisted {
	return &Assisted{engine: engine, model: model}
}

// AssistStats are counters since the start of the process.
type AssistStats struct {
	Asked    int64 // classifications a model was asked about
	Accepted int64 // … whose answer passed the check
	Repeated int64 // … that took a second question
	Missed   int64 // … answered by the engine alone
}

// Stats returns the counters.
func (a *Assisted) Stats() AssistStats {
	return AssistStats{Asked: a.asked.Load(), Accepted: a.accepted.Load(), Repeated: a.repeated.Load(), Missed: a.missed.Load()}
}

// Classify is ClassifyImages without images.
func (a *Assisted) Classify(ctx context.Context, request Request) (Result, error) {
	return a.ClassifyImages(ctx, request, nil)
}

// unnamed stands in for the description of goods that only pictures show. The engine finds no goods in it.
const unnamed = "-"

// ClassifyImages ranks codes for a description and pictures of the goods. With pictures the description
// may be empty. ModelFast asks no model and looks at no picture. Errors are those of Engine.Classify.
func (a *Assisted) ClassifyImages(ctx context.Context, request Request, images [][]byte) (Result, error) {
	pictured := strings.TrimSpace(request.Description) == "" && len(images) > 0
	if request.Model == ModelFast {
		return a.engine.Classify(ctx, request)
	}
	if pictured {
		request.Description = unnamed
	}
	request, err := request.prepared()
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	// The working memory is held while the model thinks: the evidence in it is written into the answer.
	request, list, nothing := a.engine.goods(request)
	r := a.engine.rankings.Get().(*rank.Ranking)
	defer a.engine.rankings.Put(r)
	defer r.Reset()
	f := a.engine.find(r, request)
	f.several, f.nothing = list, nothing
	if f.foundNothing() {
		f.candidates, f.confidence = nil, nil
	}
	own := a.engine.answer(request, f)
	if nothing && len(images) == 0 {
		return own, nil
	}

	a.asked.Add(1)
	told, imagesUnread, err := a.consult(ctx, request, f, images)
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	v := a.engine.words.voices.In(request.Language)
	if err != nil {
		a.missed.Add(1)
		if _, ok := errors.AsType[*refusedAnswer](err); ok {
			return noted(own, v.Say("model_unchecked")), nil
		}
		return noted(own, v.Say("model_unreached")), nil
	}
	a.accepted.Add(1)
	result := a.engine.reranked(request, f, own, told)
	if imagesUnread {
		result = noted(result, v.Say("model_unseen"))
	}
	return result, nil
}

// consult asks, and once more where that may help: with what was wrong of the first answer, or without
// the images where the server takes none.
func (a *Assisted) consult(ctx context.Context, request Request, f *finding, images [][]byte) (told modelAnswer, imagesUnread bool, err error) {
	prompt, err := a.engine.prompt(request, f, images)
	if err != nil {
		return told, false, err
	}
	told, err = a.try(ctx, prompt)
	switch {
	case err == nil:
		return told, false, nil
	case ask.Invalid(err):
		prompt.System += "\n\n" + again(err)
	case ask.Rejected(err) && len(images) > 0 && request.Description != unnamed:
		if prompt, err = a.engine.prompt(request, f, nil); err != nil {
			return told, false, err
		}
		imagesUnread = true
	default:
		return told, false, err
	}
	a.repeated.Add(1)
	told, err = a.try(ctx, prompt)
	return told, imagesUnread, err
}

func (a *Assisted) try(ctx context.Context, prompt Prompt) (modelAnswer, error) {
	raw, err := a.model(ctx, prompt)
	if err != nil {
		return modelAnswer{}, err
	}
	return a.engine.checked(raw)
}

// noted adds a note to the first recommendation; without recommendations, to the summary.
func noted(r Result, note string) Result {
	if len(r.Suggestions) == 0 {
		r.Summary = strings.TrimSpace(r.Summary + " " + note)
		return r
	}
	first := &r.Suggestions[0]
	first.Advice = strings.TrimSpace(first.Advice + " " + note)
	return r
}
