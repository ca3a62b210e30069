package model

import "sync/atomic"

// Outcome is how a Complete ended: answered, cancelled by its caller, or a Kind of failure.
type Outcome string

// The outcomes; the names of kinds are theirs too.
const (
	OutcomeAnswered    Outcome = "answered"
	OutcomeCancelled   Outcome = "cancelled"
	OutcomeRefused             = Outcome(KindRefused)
	OutcomeRateLimited         = Outcome(KindRateLimited)
	OutcomeUnavailable         = Outcome(KindUnavailable)
	OutcomeRejected            = Outcome(KindRejected)
	OutcomeInvalid             = Outcome(KindInvalid)
)

// outcomes is the order of the counters.
var outcomes = [...]Outcome{OutcomeAnswered, OutcomeCancelled, OutcomeRefused, OutcomeRateLimited, OutcomeUnavailable, OutcomeRejected, OutcomeInvalid}

// Stats are counters since the start of the process, and two gauges.
type Stats struct {
	Completes        map[Outcome]int64 // every outcome is present
	Calls            int64             // HTTP calls, attempts counted singly
	Retries          int64             // calls after the first of a Complete
	PromptTokens     int64             // as the server reports them, of refused and invalid answers too
	CompletionTokens int64
	InFlight         int  // gauge: Completes that hold a slot
	BreakerOpen      bool // gauge
}

type counts struct {
	completes                         [len(outcomes)]atomic.Int64
	calls, retries, prompt, completed atomic.Int64
}

func (c *counts) outcome(o Outcome) {
	for i, known := range outcomes {
		if known == o {
			c.completes[i].Add(1)
		}
	}
}

func outcomeOf(err error) Outcome { return Outcome(kindOf(err)) }

// tokens adds what a server reports; it is not trusted to report sense.
func (c *counts) tokens(prompt, completion int) {
	const most = 10_000_000 // of one call
	c.prompt.Add(int64(min(max(prompt, 0), most)))
	c.completed.Add(int64(min(max(completion, 0), most)))
}

// Stats returns the counters; each is exact, all together are no snapshot.
func (c *Client) Stats() Stats {
	s := Stats{
		Completes: make(map[Outcome]int64, len(outcomes)), Calls: c.counts.calls.Load(), Retries: c.counts.retries.Load(),
		PromptTokens: c.counts.prompt.Load(), CompletionTokens: c.counts.completed.Load(),
		InFlight: len(c.slots), BreakerOpen: c.breaker.open(),
	}
	for i, o := range outcomes {
		s.Completes[o] = c.counts.completes[i].Load()
	}
	return s
}
