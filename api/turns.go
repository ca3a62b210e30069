package api

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tariffdesk/fail"
)

// What is read before it is charged: how many files of a kind at once in a process, and how long a
// call waits for its turn. Workbooks and items keep a core busy each, documents an outside program.
const (
	maxReadings = 2
	readingWait = 30 * time.Second
	readingRest = 5 * time.Second // what a call that waited in vain is told to wait before it tries again
)

var errBusy = fail.New(fail.CodeUnavailable, "too many files are being read at the moment: try again")

// turns hands out places to organisations. While all are taken, the next one that becomes free goes to
// the organisation that holds fewest, and among equals to the one whose last turn is longest ago: who
// holds a place gets no second one while another waits, however many calls it sends.
type turns struct {
	wait  time.Duration
	mu    sync.Mutex
	free  int // zero while anybody waits
	held  map[string]int
	lines []*line // in the order of their turns; none is empty
}

// line is the calls of an organisation that wait, in their order. A place is closed when it is given.
type line struct {
	organisation string
	places       []chan struct{}
}

func newTurns(places int) *turns {
	return &turns{wait: readingWait, free: places, held: map[string]int{}}
}

// take waits for a place; release gives it back. It is CodeUnavailable once the wait is over.
func (t *turns) take(ctx context.Context, organisation string) (release func(), err error) {
	release = func() { t.release(organisation) }
	place := t.join(organisation)
	waiting, cancel := context.WithTimeout(ctx, t.wait)
	defer cancel()
	select {
	case <-place:
		return release, nil
	case <-waiting.Done():
	}
	switch {
	case !t.leave(organisation, place): // it was given at the same moment
		return release, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("wait to read a file: %w", ctx.Err())
	}
	return nil, &waitError{errBusy, readingRest}
}

// join takes a free place at once, else the last one in line.
func (t *turns) join(organisation string) (place chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	place = make(chan struct{})
	if t.free > 0 {
		t.free--
		t.held[organisation]++
		close(place)
		return place
	}
	i := slices.IndexFunc(t.lines, func(l *line) bool { return l.organisation == organisation })
	if i < 0 {
		i, t.lines = len(t.lines), append(t.lines, &line{organisation: organisation})
	}
	t.lines[i].places = append(t.lines[i].places, place)
	return place
}

// leave reports whether the place was still waited for.
func (t *turns) leave(organisation string, place chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.lines, func(l *line) bool { return l.organisation == organisation })
	if i < 0 {
		return false
	}
	l := t.lines[i]
	at := slices.Index(l.places, place)
	if at < 0 {
		return false
	}
	if l.places = slices.Delete(l.places, at, at+1); len(l.places) == 0 {
		t.lines = slices.Delete(t.lines, i, i+1)
	}
	return true
}

func (t *turns) release(organisation string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := t.next() // told before the place counts as given back: whose it was does not come before its equals
	if t.held[organisation]--; t.held[organisation] == 0 {
		delete(t.held, organisation)
	}
	if next == nil {
		t.free++
		return
	}
	t.lines = slices.DeleteFunc(t.lines, func(l *line) bool { return l == next })
	t.held[next.organisation]++
	close(next.places[0])
	if next.places = next.places[1:]; len(next.places) > 0 {
		t.lines = append(t.lines, next)
	}
}

// next is the line whose turn it is, nil where nobody waits.
func (t *turns) next() *line {
	if len(t.lines) == 0 {
		return nil
	}
	return slices.MinFunc(t.lines, func(a, b *line) int { return t.held[a.organisation] - t.held[b.organisation] })
}

// turn waits for the caller's turn to read a file of one kind.
func (k *call) turn(ctx context.Context, of *turns) (release func(), err error) {
	return of.take(ctx, k.caller.Organisation.ID)
}

// keep holds what it is given until what was uploaded is stored, or the call ends.
func (k *call) keep(release func()) {
	unload := k.unload
	k.unload = sync.OnceFunc(func() {
		release()
		unload()
	})
}
