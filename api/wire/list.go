package wire

import (
	"cmp"
)

// ListQuery holds the parameters that every list takes.
type ListQuery struct {
	Common
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Rows of a page at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The id that the page before ended with"`
}

// More is how many a store is asked for: one beyond the page tells whether another follows.
func (q ListQuery) More() int { return cmp.Or(q.Limit, 20) + 1 }

// ListBody is a page of a list.
type ListBody[T any] struct {
	Data    []T  `json:"data" doc:"The rows of the page, in the order that the operation states; empty where there are none"`
	HasMore bool `json:"has_more" doc:"Whether another page follows"`
}

// ListOutput is the answer of a list: one page of it.
type ListOutput[T any] struct{ Body ListBody[T] }

// Page makes the answer of what the store found for q.more().
func Page[T, B any](q ListQuery, found []T, err error, body func(T) B) (*ListOutput[B], error) {
	if err != nil {
		return nil, err
	}
	out := &ListOutput[B]{}
	out.Body.HasMore = len(found) == q.More()
	found = found[:min(len(found), q.More()-1)]
	out.Body.Data = make([]B, len(found))
	for i, f := range found {
		out.Body.Data[i] = body(f)
	}
	return out, nil
}

// OneOutput is the answer of a single thing.
type OneOutput[B any] struct{ Body B }

// One returns the answer of a single thing, or err where it is not nil.
func One[B any](b B, err error) (*OneOutput[B], error) {
	if err != nil {
		return nil, err
	}
	return &OneOutput[B]{b}, nil
}
