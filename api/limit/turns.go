package limit

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/fail"
	"tariffdesk/turns"
)

// What is read before it is charged: how many files of a kind at once in a process, and how long a
// call waits for its turn. Workbooks and items keep a core busy each, documents an outside program.
const (
	MaxReadings = 3
	ReadingWait = 30 * time.Second
	readingRest = 5 * time.Second // what a call that waited in vain is told to wait before it tries again
)

var errBusy = &WaitError{fail.New(fail.CodeUnavailable, "too many files are being read at the moment: try again"), readingRest}

// Readings are the places at which files of one kind are read.
type Readings struct {
	places *turns.Places
	Wait   time.Duration
}

// NewReadings returns MaxReadings places. A call waits at most ReadingWait for one.
func NewReadings() *Readings { return &Readings{turns.New(MaxReadings), ReadingWait} }

// Take waits at most r.Wait for a place; call release once to give it back. When the wait is over, the error wraps a
// *WaitError of CodeUnavailable. When ctx ends first, it wraps the cause of that.
func (r *Readings) Take(ctx context.Context, organisation string) (release func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, r.Wait, errBusy)
	defer cancel()
	if release, err = r.places.Take(ctx, organisation); err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	return release, nil
}
