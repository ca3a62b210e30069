package api

import (
	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

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
