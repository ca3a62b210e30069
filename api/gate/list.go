package gate

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// ErrNotListed is CodeNotFound. It says that the list lacks the id in starting_after.
var ErrNotListed = fail.New(fail.CodeNotFound, "starting_after: the list holds no such id").With("starting_after: the list holds no such id")

// Lists checks the ids that lists of a store hold.
type Lists interface {
	// Listed reports whether a list of an organisation, "" for all of them, holds an id.
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
}

// StartsAfter looks the id up that a page starts after: 404 where the list does not hold it.
func StartsAfter(store Lists, list jobs.List) func(huma.Context, *Call) error {
	return func(ctx huma.Context, k *Call) error {
		id := ctx.Query("starting_after")
		if id == "" {
			return nil
		}
		organisation := k.Caller.Organisation.ID
		if k.Operators {
			organisation = ""
		}
		held, err := store.Listed(ctx.Context(), list, organisation, id)
		if err == nil && !held {
			err = ErrNotListed
		}
		return err
	}
}
