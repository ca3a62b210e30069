package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
)

// LinkKind names the purpose of a share link.
type LinkKind string

// The kinds of links: to answer the questions of a classification, to read a result, to read a shipment.
const (
	LinkQuestions LinkKind = "questions"
	LinkInfo      LinkKind = "info"
	LinkShipment  LinkKind = "shipment"
)

// LinkState is where a link stands. Only an open one leads anywhere.
type LinkState string

// The states: open → answered | expired | revoked.
const (
	LinkOpen     LinkState = "open"
	LinkAnswered LinkState = "answered"
	LinkExpired  LinkState = "expired"
	LinkRevoked  LinkState = "revoked"
)

// MaxLinkFiles is how many files an answer has at most.
const MaxLinkFiles = 5

// Link lets somebody without an account answer the questions of a classification, or read a result.
type Link struct {
	ID             string
	OrganisationID string
	Kind           LinkKind
	RecordID       string // of the classification that is asked about, or ""
	JobID          string // of the result that is shown, or ""
	ShipmentID     string // of the shipment that is shown, or ""
	State          LinkState
	AllowFiles     bool
	Language       string // Spanish or English
	Message        string // to who opens it
	Reserved       credit.Amount
	Returned       credit.Amount // of the charge of its answer: that failed, or led to no code
	Draft          []Answer      // not sent yet
	Answers        []Answer      // sent
	AnswerJobID    string        // of the refinement
	CreatedAt      time.Time
	ExpiresAt      time.Time
	EndedAt        *time.Time
	OpenedAt       *time.Time // when who holds it first looked at it
	// ProductDescription holds the first 500 characters of the description that the link is about.
	ProductDescription string
	Late               bool // past ExpiresAt, by database time
}

// Answer is an answer to a question of a classification, named by its id.
type Answer struct {
	Question string `json:"question" doc:"Id or text of the question"`
	Answer   string `json:"answer" doc:"The answer to it: a choice, a number with its unit, yes or no, or text"`
}

// NewLink is a request for a link.
type NewLink struct {
	Link
	Hash []byte // of its token
	Life time.Duration
}

// LinkFile is a file that goes with the answer.
type LinkFile struct {
	ID        string
	Key       string // of the blob
	Name      string
	MediaType string
	SizeBytes int
}

// LinkAnswer is the answer given to a link.
type LinkAnswer struct {
	ID      string // of the link
	Answers []Answer
}

// LinkError gives the refusals of a new link their public form.
func LinkError(err error) error {
	switch {
	case errors.Is(err, ErrInsufficientCredits):
		return fail.Wrap(err, fail.CodeCredit, "insufficient credits: a link reserves the credit of its answer")
	case errors.Is(err, ErrLimitReached):
		return fail.Wrap(err, fail.CodeSvcDocsLimit, "the subscription's limit for classification is reached")
	}
	return err
}

// Answer submits the refinement that a link's answer asks for, once: CodeConflict for a second
// answer, CodeGone for a link that has ended. The reserved credit becomes the job's charge.
func (s *Service) Answer(ctx context.Context, l Link, a LinkAnswer, in ClassifyInput, uploads []string) (Job, error) {
	kind := KindClassify
	if len(uploads) > 0 {
		kind = KindClassifyDocuments
	}
	input, err := json.Marshal(in)
	if err != nil {
		return Job{}, fmt.Errorf("answer share link %s: encode input: %w", l.ID, err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Job{}, fmt.Errorf("answer share link %s: %w", l.ID, err)
	}
	spec := s.specs[kind]
	commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), submitTimeout) // as in Submit
	defer cancel()
	accepted, err := s.store.SubmitJob(commit, NewJob{
		Job: Job{ID: id.String(), OrganisationID: l.OrganisationID, Kind: kind, Total: 1, Charged: spec.Product.Cost(1),
			UserIdentifier: in.UserIdentifier, Input: input, TraceParent: traceParent(ctx)},
		Spec: spec, Uploads: uploads, Link: &a,
	})
	if err != nil {
		return Job{}, submitError(err, spec)
	}
	s.launch(ctx, accepted.Job)
	return accepted.Job, nil
}
