package jobs

import "encoding/json"

// ClassifyInput is the input of a classify job: what the API validated and the worker classifies.
type ClassifyInput struct {
	// Description is the caller's text; "" where only files came.
	Description    string `json:"description"`
	CountryCode    string `json:"country_code"` // MEX, COL, USA, ARG or WORLD
	Model          string `json:"model"`        // fast or pro
	TariffInfo     bool   `json:"tariff_info"`
	Language       string `json:"language"` // Spanish or English
	UserIdentifier string `json:"user_identifier,omitempty"`
	// Refines is the record that the caller refines; nil for a first classification.
	Refines     *Refined     `json:"refines,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	// Streaming says that the caller reads progress: worth publishing often.
	Streaming bool   `json:"streaming,omitempty"`
	RequestID string `json:"request_id,omitempty"` // of the call
}

// Refined is the earlier classification a refinement starts from.
type Refined struct {
	RecordID    string          `json:"record_id"`
	Description string          `json:"description"`       // of the earlier record
	Answers     json.RawMessage `json:"answers,omitempty"` // a classify.Refinement: the dialogue so far
	Spoken      bool            `json:"spoken,omitempty"`  // the caller's text is part of the dialogue, and none of the description
	Earlier     Provenance      `json:"earlier"`           // of the earlier record
}

// Attachment is an uploaded file of a job.
type Attachment struct {
	Key       string         `json:"key"`  // of the blob; "" for a text file
	Name      string         `json:"name"` // as the caller named it
	MediaType string         `json:"media_type"`
	Kind      AttachmentKind `json:"kind"`
	// Text is the content of a text file, read when the request was accepted; such a file has no blob.
	Text string `json:"text,omitempty"`
}

// AttachmentKind is the form field a file came in.
type AttachmentKind string

// The kinds of attachments.
const (
	AttachmentImage    AttachmentKind = "image"
	AttachmentDocument AttachmentKind = "document"
)

// QuoteInput is the input of a quote job. The body was read and checked once already: a worker reads
// it again with the same quote.Engine.Read.
type QuoteInput struct {
	Body           json.RawMessage `json:"body"` // the request's body as it came
	CountryCode    string          `json:"country_code"`
	IncludeRRNA    bool            `json:"include_rrna"`
	UserIdentifier string          `json:"user_identifier,omitempty"`
}

// Count is how many jobs of a kind are in a state, and how old the oldest of them is.
type Count struct {
	Kind          Kind
	State         State
	Jobs          int64
	OldestSeconds float64
}

// ImportReport is the result of an import of precedents: what was taken, and why the rest was not.
type ImportReport struct {
	Source   string       `json:"source" doc:"Name of the file"`
	Imported int          `json:"imported" doc:"Rows taken, repetitions counted once"`
	Carried  int          `json:"carried" doc:"Of these, rows whose old code was replaced by its successor"`
	Repeated int          `json:"repeated" doc:"Rows that repeat another of the file"`
	Refused  int          `json:"refused" doc:"Rows that were not taken"`
	Rows     []RefusedRow `json:"refused_rows" doc:"The first thousand of the rows that were not taken"`
}

// RefusedRow says what is wrong with a row.
type RefusedRow struct {
	Row    int    `json:"row" doc:"Its number in the file"`
	Reason string `json:"reason" doc:"What is wrong with the row"`
}
