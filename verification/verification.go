// Package verification owns what it takes to know a business: the life of a verification and its legal
// moves, what is declared, and the checks that set it beside lists of authorities and documents.
//
// It refuses HTTP, SQL and queues, and it decides nothing itself: people approve and reject.
package verification

import (
	"encoding/json"
	"time"

	"tariffdesk/fail"
	"tariffdesk/verification/taxid"
)

// State is where a verification stands.
type State string

// The states: draft → submitted → in_review → approved | rejected; each of the first three → closed;
// approved → in_review when its year is over or a list names the company, submitted → in_review for the latter.
const (
	StateDraft     State = "draft"
	StateSubmitted State = "submitted"
	StateInReview  State = "in_review"
	StateApproved  State = "approved"
	StateRejected  State = "rejected"
	StateClosed    State = "closed"
)

// States lists them in the order of a life.
func States() []State {
	return []State{StateDraft, StateSubmitted, StateInReview, StateApproved, StateRejected, StateClosed}
}

// Watched reports whether new lists are searched for companies in the state.
func (s State) Watched() bool { return s != StateRejected && s != StateClosed }

// Takes reports whether documents may be added and removed in the state.
func (s State) Takes() bool { return s.Watched() }

// Move is an event that changes a state.
type Move string

// The moves. Expire and list are the service's own.
const (
	MoveSubmit  Move = "submit"
	MoveReview  Move = "review"
	MoveApprove Move = "approve"
	MoveReject  Move = "reject"
	MoveClose   Move = "close"
	MoveExpire  Move = "expire"
	MoveList    Move = "list"
)

// moves lists the state that each move leads to, by the states it starts from.
func moves() map[Move]map[State]State {
	return map[Move]map[State]State{
		MoveSubmit:  {StateDraft: StateSubmitted},
		MoveReview:  {StateSubmitted: StateInReview},
		MoveApprove: {StateInReview: StateApproved},
		MoveReject:  {StateInReview: StateRejected},
		MoveClose:   {StateDraft: StateClosed, StateSubmitted: StateClosed, StateInReview: StateClosed},
		MoveExpire:  {StateApproved: StateInReview},
		MoveList:    {StateApproved: StateInReview, StateSubmitted: StateInReview},
	}
}

// After is the state that a move leads to; CodeConflict where it is not legal.
func (s State) After(m Move) (State, error) {
	if to, ok := moves()[m][s]; ok {
		return to, nil
	}
	return s, fail.Newf(fail.CodeConflict, "the verification is %s: %s is not possible", s, m)
}

// The times of a verification.
const (
	Validity     = 365 * 24 * time.Hour // of an approval
	DocumentsFor = 30 * 24 * time.Hour  // documents are kept after the end
)

// Representative is a person who signs for the company.
type Representative struct {
	Name  string `json:"name" minLength:"1" maxLength:"300" doc:"Full name"`
	TaxID string `json:"tax_id,omitempty" maxLength:"40" doc:"Of the country of the verification"`
	Role  string `json:"role,omitempty" maxLength:"100" doc:"Such as legal representative"`
	Email string `json:"email,omitempty" maxLength:"254" doc:"Email address; none where absent"`
}

// Verification is a company that somebody wants to trade through the service.
type Verification struct {
	ID              string
	OrganisationID  string
	ExternalID      string // the caller's own, "" where none was given
	Country         taxid.Country
	LegalName       string
	TaxID           string // as it is compared
	TaxIDShown      string
	Address         string // "" where none was declared
	Representatives []Representative
	State           State
	Reason          string   // of the last decision or closing
	Listed          []string // what the lists said when they were last searched, by the keys of Screen
	CheckedLists    int64    // the newest list version it was checked with
	CreatedAt       time.Time
	SubmittedAt     *time.Time
	DecidedAt       *time.Time
	ExpiresAt       *time.Time // of an approval
	ClosedAt        *time.Time // when it was closed or rejected
}

// ActorKind names who moved a verification.
type ActorKind string

// The kinds of actors.
const (
	ActorKey      ActorKind = "key"
	ActorOperator ActorKind = "operator"
	ActorProvider ActorKind = "provider"
	ActorSystem   ActorKind = "system"
)

// Actor is who moved a verification.
type Actor struct {
	Kind ActorKind
	ID   string // of a key or user; the name of a provider; "" otherwise
}

// Same reports whether two actors of one verification are one: all keys of its organisation are.
func (a Actor) Same(b Actor) bool {
	return a.Kind == b.Kind && (a.Kind == ActorKey || a.ID == b.ID)
}

// EventType names an event in the history of a verification.
type EventType string

// The events. Those of Announced are told to the organisation by its webhook.
const (
	EventCreated         EventType = "created"
	EventSubmitted       EventType = "submitted"
	EventReviewed        EventType = "in_review"
	EventApproved        EventType = "approved"
	EventRejected        EventType = "rejected"
	EventClosed          EventType = "closed"
	EventExpired         EventType = "expired"
	EventListed          EventType = "listed"
	EventDocumentAdded   EventType = "document_added"
	EventDocumentRead    EventType = "document_read"
	EventDocumentRemoved EventType = "document_removed"
	EventPurged          EventType = "documents_deleted"
	EventCheckReceived   EventType = "check_received"
)

// Event is something that happened to a verification. It never changes.
type Event struct {
	ID             int64
	VerificationID string
	At             time.Time
	Type           EventType
	From, To       State // the same where nothing moved
	Reason         string
	Actor          Actor
	Detail         json.RawMessage // nil for none
}

// EventOf is the event that a move makes.
func EventOf(m Move) EventType {
	switch m {
	case MoveSubmit:
		return EventSubmitted
	case MoveReview:
		return EventReviewed
	case MoveApprove:
		return EventApproved
	case MoveReject:
		return EventRejected
	case MoveClose:
		return EventClosed
	case MoveExpire:
		return EventExpired
	case MoveList:
	}
	return EventListed
}

// Announced is the webhook event of what happened, "" for what is not told.
func (t EventType) Announced() string {
	switch t {
	case EventApproved, EventRejected, EventExpired, EventListed:
		return "verification." + string(t)
	case EventCreated, EventSubmitted, EventReviewed, EventClosed, EventDocumentAdded, EventDocumentRead, EventDocumentRemoved,
		EventPurged, EventCheckReceived:
	}
	return ""
}
