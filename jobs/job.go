// Package jobs owns the life of a job: what it is, its states and their legal moves, how it is
// charged and submitted, handed to the queue, awaited, cancelled, and repaired when a process or
// Redis fails. PostgreSQL is the truth; Redis carries job ids and may lose them.
//
// It refuses to know HTTP, SQL, and what a job computes.
package jobs

import (
	"encoding/json"
	"time"

	"tariffdesk/credit"
	"tariffdesk/fail"
)

// Kind names what a job does.
type Kind string

// The kinds of jobs.
const (
	KindClassify Kind = "classify"
	KindExtract  Kind = "extract"
	KindDigitize Kind = "digitize"
	KindSplit    Kind = "split"
	KindQuote    Kind = "quote"
	// KindClassifyDocuments is a classification for which files must be read. That is work on
	// documents, in their queue; callers know it as KindClassify.
	KindClassifyDocuments Kind = "classify_documents"
	// KindBatch runs in chunks; the two below run on the same queue in one piece, free of charge.
	KindBatch      Kind = "batch"
	KindTables     Kind = "tariff_tables"
	KindPrecedents Kind = "precedents"
	// KindVerificationDocument reads a document of a verification, free of charge, in the queue of documents.
	KindVerificationDocument Kind = "verification_document"
	// KindShipment is a run of a shipment, free of charge: it submits the jobs of the steps and waits for them. Its
	// worker holds no slot meanwhile.
	KindShipment Kind = "shipment"
	// KindShipmentPapers reads a file of a shipment, each document by the schema of its type; callers know it as
	// KindExtract. KindShipmentQuote prices a shipment; callers know it as KindQuote. Lines are ordinary KindClassify.
	KindShipmentPapers Kind = "shipment_papers"
	KindShipmentQuote  Kind = "shipment_quote"
)

// Public is the kind as callers know it.
func (k Kind) Public() Kind {
	switch k {
	case KindClassifyDocuments:
		return KindClassify
	case KindShipmentPapers:
		return KindExtract
	case KindShipmentQuote:
		return KindQuote
	case KindClassify, KindExtract, KindDigitize, KindSplit, KindQuote, KindBatch, KindTables, KindPrecedents, KindVerificationDocument, KindShipment:
	}
	return k
}

// State is where a job stands. A terminal state never changes.
type State string

// The states: queued → running → succeeded | failed; queued → cancelled | failed; running → queued
// when its worker is lost, hands it back or asks for another attempt, or an operator offers it anew;
// running → cancelled by an operator alone.
const (
	StateQueued    State = "queued"
	StateRunning   State = "running"
	StateSucceeded State = "succeeded"
	StateFailed    State = "failed"
	StateCancelled State = "cancelled"
)

// Terminal reports whether no move leads out of s.
func (s State) Terminal() bool {
	return s == StateSucceeded || s == StateFailed || s == StateCancelled
}

// Job is one charged piece of work of one organisation.
type Job struct {
	ID             string
	OrganisationID string
	Kind           Kind
	State          State
	Progress       int // 0 to 100
	Total          int // units: classifications, pages, products, rows
	Completed      int
	Failed         int
	Empty          int // units that were done, gave nothing and were refunded: no suggestion, no print
	Charged        credit.Amount
	Refunded       credit.Amount
	UserIdentifier string // "" where the caller gave none
	TraceParent    string // W3C trace context of the request, "" where it was not traced
	RetryOf        string // the batch whose failed rows this one classifies again, or ""

	Input  json.RawMessage // the kind's own input, written by the API, read by the worker
	Result json.RawMessage // the body of the answer, see LeftResult
	Error  *fail.Error     // why it failed, once failed; the cause is not kept

	Generation int // the queue task's id is ID:Generation
	Attempt    int // claims so far, handed-back ones not counted
	Lost       int // attempts that ended with their worker
	RunToken   string
	OfferedFor time.Duration // since this generation was first offered to Redis, by database time

	Remaining  time.Duration // until the deadline, by database time when the row was read
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
	ExpiresAt  *time.Time // when the result is removed
	Expired    bool       // the result was removed

	Precedents *CatalogueState // of the organisation as the job was claimed; nil of a job that was read otherwise
}

// CatalogueState says which precedents of an organisation there are: rows up to Revision, unless Epoch has changed, in
// which case all are to be read anew. Both are 0 of an empty catalogue.
type CatalogueState struct{ Revision, Epoch int64 }

// LeftResult reports whether the job has ended with a result: it succeeded, or it is a batch that was
// cancelled after some of its rows were done.
func (j Job) LeftResult() bool {
	return j.State == StateSucceeded || j.State == StateCancelled && j.Kind == KindBatch && j.Completed+j.Empty > 0
}

// RunsAlone reports whether this attempt must have its process for itself: it is the last one, and an earlier one ended
// with its worker. Either the job itself kills what runs it, or it stood beside one that does. A shipment never does: it
// waits for other jobs.
func (j Job) RunsAlone() bool { return j.Attempt >= Attempts && j.Lost > 0 && j.Kind != KindShipment }

// Spec says how a kind of job is queued, charged and bounded.
type Spec struct {
	Kind      Kind
	Queue     string         // the asynq queue
	Product   credit.Product // priced and limited as
	Deadline  time.Duration  // from creation to failure with refund
	ShortCode fail.Code      // the error where credits are insufficient
}

// Attempts is how often a job is claimed before it fails and is refunded.
const Attempts = 3

// Lease is how long a claim holds without a heartbeat; Heartbeat is how often it is extended.
const (
	Lease     = 15 * time.Second
	Heartbeat = 5 * time.Second
)

// ResultTTL is how long a result is kept after its job ended.
const ResultTTL = 30 * 24 * time.Hour

// Specs returns the catalogue of kinds.
func Specs() map[Kind]Spec {
	return map[Kind]Spec{
		KindClassify: {KindClassify, "classify", credit.ProductClassification, 5 * time.Minute, fail.CodeCredit},
		KindQuote:    {KindQuote, "quote", credit.ProductQuote, 5 * time.Minute, fail.CodeForbidden},
		KindExtract:  {KindExtract, "extract", credit.ProductExtraction, 15 * time.Minute, fail.CodeSvcDocsCredit},
		KindDigitize: {KindDigitize, "extract", credit.ProductDigitize, 15 * time.Minute, fail.CodeSvcDocsCredit},
		KindSplit:    {KindSplit, "extract", credit.ProductDigitize, 15 * time.Minute, fail.CodeSvcDocsCredit},
		// The deadline is that of the queue: the place is long in reading, short in classifying.
		KindClassifyDocuments: {KindClassifyDocuments, "extract", credit.ProductClassification, 15 * time.Minute, fail.CodeCredit},
		// A batch's deadline counts from its first chunk: it may wait long for its turn.
		KindBatch:      {KindBatch, "batch", credit.ProductClassification, 6 * time.Hour, fail.CodeCredit},
		KindTables:     {KindTables, "batch", "", time.Hour, fail.CodeCredit},
		KindPrecedents: {KindPrecedents, "batch", "", time.Hour, fail.CodeCredit},

		KindVerificationDocument: {KindVerificationDocument, "extract", "", 15 * time.Minute, fail.CodeCredit},

		// A run waits for its steps, which may wait for their turns.
		KindShipment:       {KindShipment, "shipment", "", 6 * time.Hour, fail.CodeCredit},
		KindShipmentPapers: {KindShipmentPapers, "extract", credit.ProductExtraction, time.Hour, fail.CodeSvcDocsCredit},
		KindShipmentQuote:  {KindShipmentQuote, "quote", credit.ProductQuote, 15 * time.Minute, fail.CodeForbidden},
	}
}

// Backoff is the wait before the attempt after n claims: 1 s, 2 s, 4 s …
func Backoff(n int) time.Duration { return time.Second << max(0, min(n-1, 10)) }

// Outcome is the result of a handler that succeeded. It is written in one transaction.
type Outcome struct {
	Result json.RawMessage // the body of the answer
	Record *Record         // the classification to keep, or nil
	Empty  bool            // nothing was found: the job succeeds, and its whole charge is refunded

	QuotedRecords []string // ids of the classifications whose goods a quote is for
}

// Relations link a classification to the records that refine it, oldest first, and to the quotes of its goods that are
// still kept, newest first; a hundred of each at most.
type Relations struct{ Children, Quotes []string }

// Record is a stored classification: what a caller may read, refine and confirm later.
type Record struct {
	ID                 string
	ParentID           string // "" for a first classification
	OrganisationID     string
	JobID              string
	CountryCode        string
	Model              string
	ProductDescription string
	UserIdentifier     string
	ConfirmedHSCode    string
	Result             json.RawMessage // the classification response
	CreatedAt          time.Time
	Provenance         Provenance

	// What lists are filtered by: the best entry's longest code, "" where there is none; its
	// confidence; whether a question is open.
	HSCode       string
	Confidence   *float64
	QuestionOpen bool
	ConfirmedAt  *time.Time
}

// Goods returns the description with the changes of a dialogue.
func (r Record) Goods() string {
	var told struct {
		Refined string `json:"refined_description"`
	}
	if err := json.Unmarshal(r.Result, &told); err != nil || told.Refined == "" {
		return r.ProductDescription
	}
	return told.Refined
}

// appearance holds the parts of a job whose change a waiting caller wants to see.
type appearance struct {
	state                              State
	progress, completed, failed, empty int
	refunded                           credit.Amount
}

func (j Job) seems() appearance {
	return appearance{j.State, j.Progress, j.Completed, j.Failed, j.Empty, j.Refunded}
}
