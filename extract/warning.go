package extract

import "encoding/json"

// WarningCode is what a warning is about.
type WarningCode string

// The codes of warnings.
const (
	WarningUnreadable WarningCode = "unreadable" // a page, or with an empty pointer the document, has no print that can be read
	WarningDocuments  WarningCode = "documents"  // the file holds further documents
)

// Warning is a doubt about a document or one of its values, in a form that programs read.
type Warning struct {
	Code       WarningCode     `json:"code" enum:"unreadable,documents" doc:"What the warning is about"`
	Pointer    string          `json:"pointer" doc:"JSON pointer of the value; empty for the document"`
	Message    string          `json:"message" doc:"The warning in words"`
	Value      json.RawMessage `json:"value,omitempty" doc:"The doubtful value"`
	Confidence *float64        `json:"confidence,omitempty" doc:"How sure the value is, or how well the page could be read"`
	RunnerUp   *RunnerUp       `json:"runner_up,omitempty" doc:"The value that came second"`
	Document   *int            `json:"document,omitempty" doc:"The document of the file, where it holds several"`
}

// RunnerUp is a value that was almost chosen.
type RunnerUp struct {
	Value      json.RawMessage `json:"value" doc:"The value that came second"`
	Confidence float64         `json:"confidence" doc:"How sure it is, 0 to 1"`
}

const noPrint = "no page of the document has print that can be read: send a sharper scan or the original file"

// Unreadable warns of a document without print.
func Unreadable() Warning {
	return Warning{Code: WarningUnreadable, Message: noPrint}
}
