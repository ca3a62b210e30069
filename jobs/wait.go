package jobs

import "sync"

// Progress is sent by a running job to its waiting caller; it may be lost.
type Progress struct {
	Percent       float64 `json:"p"` // 0 to 100
	Message       string  `json:"m"`
	CurrentHSCode string  `json:"h"` // a heading at most
}

// waiter is one caller that waits on one job.
type waiter struct {
	job      string
	keyed    bool          // it stands for the request that holds the job's idempotency key
	done     chan struct{} // closed once, when the job has ended
	progress chan Progress // lossy
	closed   bool
}

// waiters maps jobs to those who wait on them in this process.
type waiters struct {
	mu   sync.Mutex
	jobs map[string]map[*waiter]struct{}
	n    int
}

func newWaiters() *waiters { return &waiters{jobs: map[string]map[*waiter]struct{}{}} }

func (ws *waiters) register(job string, keyed bool) *waiter {
	w := &waiter{job: job, keyed: keyed, done: make(chan struct{}), progress: make(chan Progress, 16)}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.jobs[job] == nil {
		ws.jobs[job] = map[*waiter]struct{}{}
	}
	ws.jobs[job][w] = struct{}{}
	ws.n++
	return w
}

// drop forgets a waiter; nil and a second call are harmless.
func (ws *waiters) drop(w *waiter) {
	if w == nil {
		return
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if _, ok := ws.jobs[w.job][w]; !ok {
		return
	}
	ws.n--
	if delete(ws.jobs[w.job], w); len(ws.jobs[w.job]) == 0 {
		delete(ws.jobs, w.job)
	}
}

func (ws *waiters) notify(e event) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for w := range ws.jobs[e.job] {
		switch {
		case e.done && !w.closed:
			w.closed = true
			close(w.done)
		case !e.done:
			select {
			case w.progress <- e.progress:
			default: // a slow reader loses progress, never the end
			}
		}
	}
}

// outstanding returns the jobs waited on, and those of them whose idempotency key is.
func (ws *waiters) outstanding() (all, keyed []string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for job, those := range ws.jobs {
		all = append(all, job)
		for w := range those {
			if w.keyed {
				keyed = append(keyed, job)
				break
			}
		}
	}
	return all, keyed
}

func (ws *waiters) len() int {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.n
}
