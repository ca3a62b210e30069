package jobs

import (
	"encoding/json"
	"fmt"
	"time"
)

// SavedSchema is a JSON Schema that an organisation keeps under a name of its own.
type SavedSchema struct {
	Name      string
	Schema    json.RawMessage
	UpdatedAt time.Time
}

// MaxSavedSchemas is how many an organisation keeps.
const MaxSavedSchemas = 100

// Correction is a value that a caller corrected in the result of an extraction, with what it teaches of the next document of the
// same issuer.
type Correction struct {
	ID             string
	OrganisationID string
	JobID          string
	Document       int // of the file, from 1
	Pointer        string
	Issuer         string   // as printed; "" where none was found
	Marks          []string // what tells the issuer; none teach nothing
	Caption        string   // as printed at the value; "" where the value is not printed or has none
	Place          string   // of the value: beside its caption or below it; "" without one
	Value          json.RawMessage
	At             time.Time
	By             string
}

// MaxCorrections is how many of the newest corrections of an organisation its documents are read by.
const MaxCorrections = 2000

// WordsKey is the blob of the words of a document's pages, which lies with the result of its job.
func WordsKey(jobID string) string { return fmt.Sprintf("results/%s/words.json.gz", jobID) }
