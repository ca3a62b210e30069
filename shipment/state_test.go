package shipment_test

import (
	"testing"

	"tariffdesk/shipment"
)

// The whole table, by rows "from: to …", written down here a second time: a move that is added by mistake fails.
func TestEveryPairOfStatesIsAMoveOrIsRefused(t *testing.T) {
	t.Parallel()
	legal := map[shipment.State]string{
		"reading":       "checking needs_input needs_credits failed cancelled",
		"checking":      "classifying needs_input needs_credits failed cancelled",
		"classifying":   "quoting needs_input needs_credits failed cancelled",
		"quoting":       "ready needs_input needs_credits failed cancelled",
		"ready":         "checking closed",
		"needs_input":   "reading checking classifying quoting cancelled closed",
		"needs_credits": "reading checking classifying quoting cancelled closed",
		"failed":        "reading checking classifying quoting cancelled closed",
		"cancelled":     "",
		"closed":        "",
	}
	states := shipment.States()
	if len(states) != len(legal) {
		t.Fatalf("%d states, the table has %d", len(states), len(legal))
	}
	for _, from := range states {
		row, known := legal[from]
		if !known {
			t.Errorf("state %s is not in the table", from)
		}
		for _, to := range states {
			if want := has(row, string(to)); from.May(to) != want {
				t.Errorf("%s → %s: %t, want %t", from, to, from.May(to), want)
			}
		}
	}
}

func has(row, word string) bool {
	for w := range fields(row) {
		if w == word {
			return true
		}
	}
	return false
}

func TestStatesWorkRestOrEnd(t *testing.T) {
	t.Parallel()
	for _, s := range shipment.States() {
		n := 0
		for _, is := range []bool{s.Works(), s.Continues(), s.Ended()} {
			if is {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s works, rests or ends %d times", s, n)
		}
		if s.Works() && !s.May(s.Next()) {
			t.Errorf("the step %s may not move to its next one, %s", s, s.Next())
		}
		if s.Ended() && len(legalFrom(s)) != 0 {
			t.Errorf("%s has ended and moves on", s)
		}
	}
}

func legalFrom(s shipment.State) (list []shipment.State) {
	for _, to := range shipment.States() {
		if s.May(to) {
			list = append(list, to)
		}
	}
	return list
}

func TestContinueReadsWhatIsUnreadFirst(t *testing.T) {
	t.Parallel()
	s := shipment.Shipment{Files: []shipment.File{{JobID: "1"}, {Trouble: "corrupt"}, {Encrypted: true}}}
	if got := s.Resume(); got != shipment.StateChecking {
		t.Errorf("all files were dealt with, but it goes on with %s", got)
	}
	s.Files = append(s.Files, shipment.File{})
	if got := s.Resume(); got != shipment.StateReading {
		t.Errorf("a file is unread, but it goes on with %s", got)
	}
}
