package shipment

import "slices"

// State is where a shipment stands.
type State string

// The states. Reading to quoting are steps that work; the others rest.
const (
	StateReading     State = "reading"
	StateChecking    State = "checking"
	StateClassifying State = "classifying"
	StateQuoting     State = "quoting"
	StateReady       State = "ready"
	StateNeedsInput  State = "needs_input"
	StateNeedsCredit State = "needs_credits"
	StateFailed      State = "failed"
	StateCancelled   State = "cancelled"
	StateClosed      State = "closed"
)

// States lists all states in the order of a shipment's life.
func States() []State {
	return []State{
		StateReading, StateChecking, StateClassifying, StateQuoting, StateReady,
		StateNeedsInput, StateNeedsCredit, StateFailed, StateCancelled, StateClosed,
	}
}

// moves lists the states that each state may go to.
//   - A step goes to the next one, or rests: what is missing, credits, a failure, a cancellation.
//   - A rest goes on with a step by Continue, which chooses it (Shipment.Resume).
//   - Ready is quoted again from the checks on, because facts and lines may have changed.
//   - Cancelled and closed are the end.
func moves() map[State][]State {
	rest := []State{StateNeedsInput, StateNeedsCredit, StateFailed, StateCancelled}
	steps := []State{StateReading, StateChecking, StateClassifying, StateQuoting}
	return map[State][]State{
		StateReading:     append([]State{StateChecking}, rest...),
		StateChecking:    append([]State{StateClassifying}, rest...),
		StateClassifying: append([]State{StateQuoting}, rest...),
		StateQuoting:     append([]State{StateReady}, rest...),
		StateReady:       {StateChecking, StateClosed},
		StateNeedsInput:  append([]State{StateCancelled, StateClosed}, steps...),
		StateNeedsCredit: append([]State{StateCancelled, StateClosed}, steps...),
		StateFailed:      append([]State{StateCancelled, StateClosed}, steps...),
		StateCancelled:   {},
		StateClosed:      {},
	}
}

// May reports whether a shipment in state s may move to another state.
func (s State) May(to State) bool { return slices.Contains(moves()[s], to) }

// Works reports whether a step runs in this state.
func (s State) Works() bool {
	switch s {
	case StateReading, StateChecking, StateClassifying, StateQuoting:
		return true
	case StateReady, StateNeedsInput, StateNeedsCredit, StateFailed, StateCancelled, StateClosed:
	}
	return false
}

// Ended reports whether no move leads out of the state.
func (s State) Ended() bool { return s == StateCancelled || s == StateClosed }

// Continues reports whether Continue is legal in this state.
func (s State) Continues() bool { return !s.Works() && !s.Ended() }

// Editable reports whether facts and lines may be changed in this state. While a step works its results would
// be mixed from two sets of facts.
func (s State) Editable() bool { return s.Continues() }

// Next is the step after this one; StateReady after the last.
func (s State) Next() State {
	switch s {
	case StateReading:
		return StateChecking
	case StateChecking:
		return StateClassifying
	case StateClassifying:
		return StateQuoting
	case StateQuoting:
		return StateReady
	case StateReady, StateNeedsInput, StateNeedsCredit, StateFailed, StateCancelled, StateClosed:
	}
	return s
}

// Resume is the step that Continue goes on with: reading where files are still to be read, else the checks,
// since facts, lines and answers may have changed. Lines that have a code and a quote are not charged again.
func (s *Shipment) Resume() State {
	for _, f := range s.Files {
		if f.Pending() {
			return StateReading
		}
	}
	return StateChecking
}

// Pending reports whether a file is still to be read.
func (f File) Pending() bool { return f.JobID == "" && f.Trouble == "" && !f.Encrypted }
