// Package shipment owns what a shipment is: one import or export with its papers, goods lines, checks and
// decisions; its states and their legal moves; how lines of an invoice and a packing list are matched; which
// checks the papers pass; and what is missing before it can be quoted.
//
// It is pure: no HTTP, no SQL, no queue. It refuses to read documents, to classify and to price, and it never
// takes a code or an origin as decided that a person has not decided below ConfirmBelow.
package shipment

import (
	"encoding/json"
	"time"

	"tariffdesk/quote"
)

// The bounds of a shipment.
const (
	MaxFiles = 20
	MaxPages = 200 // of all files together
	MaxLines = 2000
	MaxBytes = 60 << 20 // of all files together
)

// Number is an exact decimal.
type Number = quote.Number

// Shipment is one operation as it stands.
type Shipment struct {
	ID             string
	OrganisationID string
	State          State
	Step           State // the step that runs, or in a state of rest the one that Continue goes on with
	Version        int   // changes with every write
	Facts          Facts
	Files          []File
	Papers         []Paper
	Lines          []Line
	Checks         []Check
	Needs          []Need
	Answers        map[string]string // choices by the id of the need
	Priced         *Priced           // of the last quotation, nil before the first
	JobID          string            // of the latest run
	Failure        string            // why it failed, in English, "" otherwise
	UserIdentifier string
	CreatedAt      time.Time
	UpdatedAt      time.Time
	EndedAt        *time.Time // when it was closed or cancelled
	History        []Event
}

// File is an uploaded file.
type File struct {
	Key       string `json:"key"` // of the blob
	Name      string `json:"name"`
	MediaType string `json:"media_type"`
	Pages     int    `json:"pages"`
	Bytes     int    `json:"bytes"`
	SHA256    string `json:"sha256"`
	// JobID is the job that read it, "" before.
	JobID string `json:"job_id,omitempty"`
	// Trouble says why it could not be read, in English, "" where it was.
	Trouble string `json:"trouble,omitempty"`
	// Encrypted says that it needs a password, so that it is not sent to reading.
	Encrypted bool `json:"encrypted,omitempty"`
	// Attempts counts readings that failed and were refunded, so that the next one is charged anew.
	Attempts int `json:"attempts,omitempty"`
}

// Event is an entry of the trail of a shipment: who did what and when.
type Event struct {
	At     time.Time `json:"at"`
	By     string    `json:"by"` // a user's or a key's name, "service" for steps
	Action string    `json:"action"`
	Line   string    `json:"line,omitempty"`
	Note   string    `json:"note,omitempty"`
}

// ByService is the actor of what no person did.
const ByService = "service"

// Priced is the result of quoting an entry.
type Priced struct {
	Quote json.RawMessage            `json:"quote"`           // the entry as it is shown
	Lines map[string]json.RawMessage `json:"lines,omitempty"` // by line id, as they are shown
	// Totals are the sums of the entry as they are shown.
	Totals json.RawMessage `json:"totals"`
	// Keys are the facts by which each line was quoted last, see QuoteKey: a line whose key stands here is not
	// charged again.
	Keys map[string]string `json:"keys"`
	At   time.Time         `json:"at"`
}

// Words is a sentence in both languages.
type Words struct {
	English string `json:"en"`
	Spanish string `json:"es"`
}

// In gives the sentence in Spanish or in English.
func (w Words) In(spanish bool) string {
	if spanish {
		return w.Spanish
	}
	return w.English
}

// Line finds a line by its id.
func (s *Shipment) Line(id string) *Line {
	for i := range s.Lines {
		if s.Lines[i].ID == id {
			return &s.Lines[i]
		}
	}
	return nil
}

// Paper finds a paper by its id.
func (s *Shipment) Paper(id string) *Paper {
	for i := range s.Papers {
		if s.Papers[i].ID == id {
			return &s.Papers[i]
		}
	}
	return nil
}

// Pages is the number of pages of all files.
func (s *Shipment) Pages() (n int) {
	for _, f := range s.Files {
		n += f.Pages
	}
	return n
}
