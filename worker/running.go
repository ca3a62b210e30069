package worker

import "sync"

// running counts handlers. No sync.WaitGroup does: asynq may hand out one task more while Stop waits already.
type running struct {
	lock sync.Mutex
	n    int
	none chan struct{} // closed where none runs, nil where nobody waits
}

// add counts handlers that begin, or end.
func (r *running) add(n int) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.n += n; r.n == 0 && r.none != nil {
		close(r.none)
		r.none = nil
	}
}

// start runs a handler of its own.
func (r *running) start(handle func()) {
	r.add(1)
	go func() {
		defer r.add(-1)
		handle()
	}()
}

// done is closed once no handler runs.
func (r *running) done() <-chan struct{} {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.none == nil {
		r.none = make(chan struct{})
	}
	done := r.none
	if r.n == 0 {
		close(done)
		r.none = nil
	}
	return done
}
