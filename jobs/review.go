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
	ConfidenceFrom  *float64
	Suggested       bool // only what a code was suggested for
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

// What a decision does.
const (
	DecisionConfirmed = "confirmed"
	DecisionCorrected = "corrected" // contradicts what stood there
	DecisionUndone    = "undone"    // takes the decision before it back
)

// Decision is a step of a trail that is only ever added to.
type Decision struct {
	ID             string
	At             time.Time
	Action         string // DecisionConfirmed, DecisionCorrected or DecisionUndone
	HSCode         string // what stands from then on, "" where nothing does
	PreviousHSCode string
	Reason         string
	ActorKind      string
	ActorName      string
	PrecedentID    string // of the precedent that it made, "" once that is gone
}

// Standing are the decisions of a trail, oldest first, that nobody has taken back; the last is the one that counts.
func Standing(trail []Decision) (out []Decision) {
	for _, d := range trail {
		switch {
		case d.Action != DecisionUndone:
			out = append(out, d)
		case len(out) > 0:
			out = out[:len(out)-1]
		}
	}
	return out
}

// Verdict is the code that an organisation confirms or corrects a classification to.
type Verdict struct {
	HSCode string
	Reason string // "" for none, 500 characters at most
}

// Suggestion is a record, or a row of a batch, with the code that was suggested for it.
type Suggestion struct{ ID, HSCode string }

// MaxDecidedAtOnce bounds a decision on all that a filter finds.
const MaxDecidedAtOnce = 1000

// Precedent is one description with the code that the organisation chose for it.
type Precedent struct {
	ID          string
	Description string
	HSCode      string
	CountryCode string // whose schedule the digits beyond six are of, "" where nobody said
	Source      string
	RecordID    string // whose confirmation it is, or
	RowID       string // that of a row of a batch; both "" of what was imported
	ImportedAt  time.Time
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
