package api

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tariffdesk/fail"
	"tariffdesk/turns"
)

// What is read before it is charged: how many files of a kind at once in a process, and how long a
// call waits for its turn. Workbooks and items keep a core busy each, documents an outside program.
const (
	maxReadings = 3
	readingWait = 30 * time.Second
	readingRest = 5 * time.Second // what a call that waited in vain is told to wait before it tries again
)

var errBusy = &waitError{fail.New(fail.CodeUnavailable, "too many files are being read at the moment: try again"), readingRest}

// readings are the places at which files of one kind are read.
type readings struct {
	places *turns.Places
	wait   time.Duration
}

func newReadings() *readings { return &readings{turns.New(maxReadings), readingWait} }

// turn waits for the caller's turn to read a file; release gives the place back. It is CodeUnavailable
// once the wait is over.
func (k *call) turn(ctx context.Context, of *readings) (release func(), err error) {
	return of.take(ctx, k.caller.Organisation.ID)
}

func (r *readings) take(ctx context.Context, organisation string) (release func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, r.wait, errBusy)
	defer cancel()
	if release, err = r.places.Take(ctx, organisation); err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	return release, nil
}

// keep holds what it is given until what was uploaded is stored, or the call ends.
func (k *call) keep(release func()) {
	unload := k.unload
	k.unload = sync.OnceFunc(func() {
		release()
		unload()
	})
}
