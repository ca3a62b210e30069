package api

import (
	"context"
	"sync"

	"tariffdesk/api/limit"
)

// turn waits for the caller's turn to read a file; release gives the place back. It is CodeUnavailable
// once the wait is over.
func (k *call) turn(ctx context.Context, of *limit.Readings) (release func(), err error) {
	return of.Take(ctx, k.caller.Organisation.ID)
}

// keep holds what it is given until what was uploaded is stored, or the call ends.
func (k *call) keep(release func()) {
	unload := k.unload
	k.unload = sync.OnceFunc(func() {
		release()
		unload()
	})
}
