package assist

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"tariffdesk/ask"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/fail"

	"golang.org/x/sync/errgroup"
)

// Consultant asks a model about documents and counts its answers. It is safe for concurrent use.
type Consultant struct {
	Model                                      ask.Model
	asked, accepted, repeated, missed, dropped atomic.Int64
}

// Stats are counters since the start of the process.
type Stats struct {
	Asked    int64 // parts of documents a model was asked about
	Accepted int64 // … whose answer passed the check
	Repeated int64 // … that took a second question
	Missed   int64 // … read by the engine alone
	Dropped  int64 // values of accepted answers that are printed nowhere
}

// Stats returns the counters.
func (a *Consultant) Stats() Stats {
	return Stats{Asked: a.asked.Load(), Accepted: a.accepted.Load(), Repeated: a.repeated.Load(),
		Missed: a.missed.Load(), Dropped: a.dropped.Load()}
}

// Task is the caller's description of a document and of what is wanted.
type Task struct{ DocumentType, Description string }

// Bounds of what a model is asked about a document. No question waits in the OCR pool.
const (
	assistTime  = 4 * time.Minute // for all questions about a document
	partsAtOnce = 3
)

var errNothingFound = fail.New(fail.CodeSvcDocsProcessing, "AI processing failed: the configured model gave no answer, and nothing was found without it")

// Assist asks about each part of the document, with views of some pages by their place, and joins the answers with what the engine found.
func (a *Consultant) Assist(ctx context.Context, f *result.Builder, t Task, views map[int][]byte) error {
	legible := result.Readable(f.Doc.Pages)
	q := newQuestions(f, t, views)
	if !legible && !q.pictured() {
		return nil // a blank page: there is nothing to ask about
	}
	replies, err := a.consult(ctx, q)
	if err != nil {
		return err
	}
	f.Errors = append(f.Errors, q.notes(replies)...)
	j := newJoin(f)
	answered := false
	for _, r := range replies {
		if r.answer != nil {
			answered = true
			j.add(r.answer)
		}
	}
	if answered {
		j.run()
		a.dropped.Add(int64(j.dropped))
	}
	if len(f.Found) == 0 && !answered {
		return errNothingFound
	}
	return nil
}

// PoorPages are the places of the pages whose text is poor, as many as a model is shown.
func PoorPages(pages []*page.Page) []int {
	var at []int
	for i, p := range pages {
		if poor(p) && len(at) < maxPictures {
			at = append(at, i)
		}
	}
	return at
}

// reply is how a part was answered.
type reply struct {
	answer *told // nil where the engine's own reading stands
	unseen bool  // the model took the text, and not the pictures
	err    error
}

// consult asks about all parts, some at once. After a failure other than an invalid answer nothing more
// is asked: the next part would meet the same. The error is ctx's alone.
func (a *Consultant) consult(ctx context.Context, q *questions) ([]reply, error) {
	limited, cancel := context.WithTimeout(ctx, assistTime)
	defer cancel()
	replies := make([]reply, len(q.parts))
	var down atomic.Bool
	var group errgroup.Group
	group.SetLimit(partsAtOnce)
	for i := range q.parts {
		group.Go(func() error {
			a.asked.Add(1)
			r := reply{err: errLeftAlone}
			if !down.Load() {
				r = a.about(limited, q, q.parts[i])
			}
			if r.answer == nil {
				a.missed.Add(1)
				down.Store(down.Load() || !ask.Invalid(r.err))
			} else {
				a.accepted.Add(1)
			}
			replies[i] = r
			return nil
		})
	}
	_ = group.Wait() // its functions return none
	if ctx.Err() != nil {
		return nil, fmt.Errorf("ask model: %w", context.Cause(ctx))
	}
	return replies, nil
}

// errLeftAlone is of a part that was not asked about because another one failed.
var errLeftAlone = errors.New("the model was not asked")

// about asks about one part, and once more where that may help: with what was wrong of the first
// answer, or without the pictures where the server takes none.
func (a *Consultant) about(ctx context.Context, q *questions, p stretch) reply {
	answer, err := a.try(ctx, q, p, nil)
	switch {
	case err == nil:
		return reply{answer: answer}
	case ask.Invalid(err):
		a.repeated.Add(1)
		answer, err = a.try(ctx, q, p, problemsIn(err))
		return reply{answer: answer, err: err}
	case ask.Rejected(err) && len(p.pictures) > 0 && p.legible:
		a.repeated.Add(1)
		p.pictures = nil
		answer, err = a.try(ctx, q, p, nil)
		return reply{answer: answer, err: err, unseen: true}
	}
	return reply{err: err}
}

func (a *Consultant) try(ctx context.Context, q *questions, p stretch, refused []string) (*told, error) {
	prompt, err := q.prompt(p, refused)
	if err != nil {
		return nil, err
	}
	raw, err := a.Model(ctx, prompt)
	if err != nil {
		return nil, err
	}
	return q.checked(raw, p)
}
