package api

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// ListQuery is what every list takes.
type ListQuery struct {
	Common
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The id that the page before ended with"`
}

var errNotListed = fail.New(fail.CodeNotFound, "starting_after: the list holds no such id").With("starting_after: the list holds no such id")

// startsAfter looks the id up that a page starts after: 404 where the list does not hold it.
func (s *Server) startsAfter(list jobs.List) func(huma.Context, *call) error {
	return func(ctx huma.Context, k *call) error {
		id := ctx.Query("starting_after")
		if id == "" {
			return nil
		}
		organisation := k.caller.Organisation.ID
		if k.route.operators {
			organisation = ""
		}
		held, err := s.Store.Listed(ctx.Context(), list, organisation, id)
		if err == nil && !held {
			err = errNotListed
		}
		return err
	}
}

// more is how many a store is asked for: one beyond the page tells whether another follows.
func (q ListQuery) more() int { return cmp.Or(q.Limit, 20) + 1 }

// listBody is a page of a list.
type listBody[T any] struct {
	Data    []T  `json:"data"`
	HasMore bool `json:"has_more" doc:"Another page follows"`
}

type listOutput[T any] struct{ Body listBody[T] }

// page makes the answer of what the store found for q.more().
func page[T, B any](q ListQuery, found []T, err error, body func(T) B) (*listOutput[B], error) {
	if err != nil {
		return nil, err
	}
	out := &listOutput[B]{}
	out.Body.HasMore = len(found) == q.more()
	found = found[:min(len(found), q.more()-1)]
	out.Body.Data = make([]B, len(found))
	for i, f := range found {
		out.Body.Data[i] = body(f)
	}
	return out, nil
}

// one makes the answer of a single thing.
type oneOutput[B any] struct{ Body B }

func one[B any](b B, err error) (*oneOutput[B], error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput[B]{b}, nil
}
