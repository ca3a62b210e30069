// Package turns hands out the few places at something scarce (a core that draws pages, a file being read)
// so that organisations take turns: nobody's pile of work stands before another's first.
//
// It refuses priorities and reservations, and knows nothing of what is done in a place.
package turns

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Places are a fixed number of places. It is safe for concurrent use.
type Places struct {
	mu    sync.Mutex
	free  int
	most  int // of one organisation
	held  map[string]int
	lines []*line // in the order of their turns; none is empty
}

// line is who waits of one organisation, in the order of arrival. A channel is closed when its place is given.
type line struct {
	organisation string
	places       []chan struct{}
}

// New returns n places, at least one. Of several an organisation holds all but one at most, so that the next
// organisation never waits for the slowest work of another.
func New(n int) *Places {
	n = max(n, 1)
	return &Places{free: n, most: max(1, n-1), held: map[string]int{}}
}

// Take waits for a place; release gives it back and is called once. A place that becomes free goes to the
// organisation that holds fewest, and among equals to the one whose last turn is longest ago. When ctx ends
// first, the error wraps its cause.
func (p *Places) Take(ctx context.Context, organisation string) (release func(), err error) {
	release = func() { p.release(organisation) }
	if ctx.Err() == nil {
		place := p.join(organisation)
		select {
		case <-place:
			return release, nil
		case <-ctx.Done():
		}
		if !p.leave(organisation, place) { // it was given at the same moment
			return release, nil
		}
	}
	return nil, fmt.Errorf("wait for a place: %w", context.Cause(ctx))
}

// Held is how many places an organisation holds.
func (p *Places) Held(organisation string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held[organisation]
}

// join takes a free place at once, else the last one in line.
func (p *Places) join(organisation string) (place chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	place = make(chan struct{})
	i := slices.IndexFunc(p.lines, func(l *line) bool { return l.organisation == organisation })
	if i < 0 {
		i, p.lines = len(p.lines), append(p.lines, &line{organisation: organisation})
	}
	p.lines[i].places = append(p.lines[i].places, place)
	p.serve()
	return place
}

// leave reports whether the place was still waited for.
func (p *Places) leave(organisation string, place chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.lines, func(l *line) bool { return l.organisation == organisation })
	if i < 0 {
		return false
	}
	at := slices.Index(p.lines[i].places, place)
	if at < 0 {
		return false
	}
	if p.lines[i].places = slices.Delete(p.lines[i].places, at, at+1); len(p.lines[i].places) == 0 {
		p.lines = slices.Delete(p.lines, i, i+1)
	}
	return true
}

func (p *Places) release(organisation string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	p.serve() // told before the place counts as given back: whose it was does not come before its equals
	p.held[organisation]--
	p.serve()
	if p.held[organisation] == 0 {
		delete(p.held, organisation)
	}
}

// serve gives out free places to those whose turn it is.
func (p *Places) serve() {
	for p.free > 0 {
		next := -1
		for i, l := range p.lines {
			if held := p.held[l.organisation]; held < p.most && (next < 0 || held < p.held[p.lines[next].organisation]) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		l := p.lines[next]
		p.lines = slices.Delete(p.lines, next, next+1)
		p.free--
		p.held[l.organisation]++
		close(l.places[0])
		if l.places = l.places[1:]; len(l.places) > 0 {
			p.lines = append(p.lines, l) // behind the others
		}
	}
}
