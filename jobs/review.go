package jobs

import (
	"strconv"
	"time"
)

// ReviewQuery asks for classifications of an organisation to list or to review. Empty fields do not
// filter.
type ReviewQuery struct {
	OrganisationID  string
	Text            string // words that the description has, each by its beginning
	CountryCode     string
	Chapter         string // two digits
	ConfidenceBelow *float64
	QuestionOpen    *bool
	Confirmed       *bool
	Failed          *bool // of rows alone
	JobID           string
	From, To        time.Time // From counts, To does not; zero for no end
	Limit           int
	StartingAfter   string // the id that the page before ended with
}

// BatchRow is a row of a batch as it is reviewed.
type BatchRow struct {
	JobID           string
	N               int // as in the batch's result
	CountryCode     string
	Description     string
	HSCode          string   // the best entry's longest code, "" where there is none
	Confidence      *float64 // nil where nothing was found
	Question        string   // the first open one
	Error           string   // why the row failed; it was refunded
	ConfirmedHSCode string
	ConfirmedAt     *time.Time
	CreatedAt       time.Time
}

// ID names the row among all.
func (r BatchRow) ID() string { return r.JobID + "." + strconv.Itoa(r.N) }

// Decision is a confirmation or correction; a trail of them is only ever added to.
type Decision struct {
	ID             string
	At             time.Time
	Action         string // confirmed or corrected
	HSCode         string
	PreviousHSCode string
	Reason         string
	ActorKind      string
	ActorName      string
}

// Verdict is the code that an organisation confirms or corrects a classification to.
type Verdict struct {
	HSCode string
	Reason string // "" for none, 500 characters at most
}

// Left estimates how long a running batch still takes, by the pace of its rows; false where there is
// nothing to go by.
func (j Job) Left() (time.Duration, bool) {
	done := j.Done()
	if j.Kind != KindBatch || j.State != StateRunning || done == 0 {
		return 0, false
	}
	elapsed := max(0, Specs()[KindBatch].Deadline-j.Remaining) // the deadline counts from the first chunk
	return time.Duration(float64(elapsed) / float64(done) * float64(j.Total-done-j.Cancelled())), true
}
