package verification

import "encoding/json"

// Query asks for a page of verifications, newest first unless the oldest are wanted first. Empty fields do not narrow it.
type Query struct {
	OrganisationID string
	State          State
	Country        string
	ExternalID     string
	TaxID          string
	Limit          int
	OldestFirst    bool
	StartingAfter  string // CodeNotFound for an id that the organisation has not
}

// Change is a move to be made, with what goes with it.
type Change struct {
	Move   Move
	Reason string
	By     Actor
	Checks []Check
	Listed []string // with Lists above 0: what the lists say now
	Lists  int64    // the version of the lists it was checked with, 0 for not at all
	Detail json.RawMessage
}

// Rechecked holds the findings of new lists about one verification.
type Rechecked struct {
	Listed []string // what the lists say now
	Newly  []string // of these, the adverse listings that are new
	Checks []Check  // nil where nothing changed
}
