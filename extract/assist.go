package extract

import (
	"context"
	"fmt"

	"tariffdesk/ask"
	"tariffdesk/extract/internal/assist"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/result"
)

// Prompt is one question to a model.
type Prompt = ask.Prompt

// Assisted is an Engine beside which a model reads. What the model says is held against the schema and
// looked for on the pages, asked for once more where it does not pass, and else left out with a note: the
// model can fail no extraction that finds something without it. It is safe for concurrent use.
type Assisted struct {
	engine *Engine
	model  assist.Consultant
}

// NewAssisted joins an engine and a model.
func NewAssisted(engine *Engine, model ask.Model) *Assisted {
	return &Assisted{engine: engine, model: assist.Consultant{Model: model}}
}

// AssistStats are counters since the start of the process.
type AssistStats = assist.Stats

// Stats returns the counters.
func (a *Assisted) Stats() AssistStats { return a.model.Stats() }

// Read is Engine.Read: text needs no model.
func (a *Assisted) Read(ctx context.Context, file []byte, most int, progress func(done, of int)) (pages []PageText, total int, err error) {
	return a.engine.Read(ctx, file, most, progress)
}

// Extract is Engine.Extract with the model's help. Errors are the same; CodeSvcDocsProcessing also where
// the model gave no answer and the engine found nothing.
func (a *Assisted) Extract(ctx context.Context, r Request) (Result, error) {
	return a.engine.extract(ctx, r, func(ctx context.Context, f *result.Builder) error {
		views, err := a.views(ctx, r, f.Doc.Pages)
		if err != nil {
			return err
		}
		return a.model.Assist(ctx, f, assist.Task{DocumentType: r.DocumentType, Description: r.Description}, views)
	})
}

// views draws the pages whose text is poor, by their place. Where that fails the text has to do.
func (a *Assisted) views(ctx context.Context, r Request, all []*page.Page) (map[int][]byte, error) {
	at := assist.PoorPages(all)
	if len(at) == 0 {
		return nil, nil
	}
	var pages []*page.Page
	for _, i := range at {
		pages = append(pages, all[i])
	}
	drawn, err := a.engine.parts.Reader.View(read.WithPassword(ctx, r.Password), r.File, pages)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("draw pages for the model: %w", context.Cause(ctx))
	}
	views := map[int][]byte{}
	for i, view := range drawn {
		if err == nil && view != nil {
			views[at[i]] = view
		}
	}
	return views, nil
}
