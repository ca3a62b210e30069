package api

import (
	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

var errNotListed = fail.New(fail.CodeNotFound, "starting_after: the list holds no such id").With("starting_after: the list holds no such id")

// startsAfter looks the id up that a page starts after: 404 where the list does not hold it.
func (s *Server) startsAfter(list jobs.List) func(huma.Context, *gate.Call) error {
	return func(ctx huma.Context, k *gate.Call) error {
		id := ctx.Query("starting_after")
		if id == "" {
			return nil
		}
		organisation := k.Caller.Organisation.ID
		if k.Operators {
			organisation = ""
		}
		held, err := s.Store.Listed(ctx.Context(), list, organisation, id)
		if err == nil && !held {
			err = errNotListed
		}
		return err
	}
}
