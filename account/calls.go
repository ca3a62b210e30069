package account

import "time"

// LoggedCall is a call as its organisation's request log shows it: never a body, never a query.
type LoggedCall struct {
	ID             string // UUID, ascending in time
	OrganisationID string
	RequestID      string
	At             time.Time
	Method         string
	Path           string
	Status         int
	DurationMS     float64
	Credits        int64 // hundredths, what the call was charged less what was refunded before its answer
	KeyID          string
	KeyPrefix      string // these two of a call with a key
	UserID         string // of a call by session
	JobID          string // the job that the call made or joined, or ""
	Origin                // the zero value of calls logged before it was kept
}

// CallQuery asks for logged calls, newest first. Empty fields do not filter.
type CallQuery struct {
	OrganisationID string
	From, To       time.Time // From counts, To does not; zero for no end
	MinStatus      int       // both count; 0 for any
	MaxStatus      int
	Path           string // what the path begins with
	KeyID          string
	Source         Source
	Limit          int
	StartingAfter  string
}
