package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Pulse knows when each loop of a process last came round, for readiness and metrics: a loop that
// hangs leaves work undone while every connection looks well. A nil Pulse takes note of nothing.
type Pulse struct {
	now   func() time.Time
	mu    sync.Mutex
	loops map[string]*round
}

type round struct {
	last  time.Time
	limit time.Duration
}

// NewPulse returns a pulse without loops.
func NewPulse(now func() time.Time) *Pulse { return &Pulse{now: now, loops: map[string]*round{}} }

// Watch begins to watch a loop, which calls beat whenever it comes round. Silence for longer than
// limit makes it late.
func (p *Pulse) Watch(loop string, limit time.Duration) (beat func()) {
	if p == nil {
		return func() {}
	}
	r := &round{limit: limit}
	beat = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		r.last = p.now()
	}
	beat()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loops[loop] = r
	return beat
}

// Late names the loops that have not come round in time, nil where all have.
func (p *Pulse) Late(context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var late []error
	for name, r := range p.loops {
		if silent := p.now().Sub(r.last); silent > r.limit {
			late = append(late, fmt.Errorf("loop %s has not come round for %s", name, silent.Round(time.Second)))
		}
	}
	return errors.Join(late...)
}

// Ages says how long ago each loop came round.
func (p *Pulse) Ages() map[string]time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	ages := make(map[string]time.Duration, len(p.loops))
	for name, r := range p.loops {
		ages[name] = p.now().Sub(r.last)
	}
	return ages
}

// LoopLimit is the silence after which a loop is late: its calls end within it, one after another.
const LoopLimit = 90 * time.Second
