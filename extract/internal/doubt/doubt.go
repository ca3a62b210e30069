// Package doubt owns what is said of a result that is not sure: the warnings beside its values.
//
// It refuses to know how values are found.
package doubt

import "encoding/json"

// Code names the kind of a warning.
type Code string

// The codes of warnings.
const (
	CodeCheck      Code = "check"      // a value that was given and is not sure
	CodeMissing    Code = "missing"    // a property without a value
	CodeUnit       Code = "unit"       // a figure that is printed in another unit than the schema asks for
	CodeSum        Code = "sum"        // figures that do not agree
	CodeDocuments  Code = "documents"  // the file holds other documents too
	CodeType       Code = "type"       // the document is of another type than the one that is asked for
	CodeUnreadable Code = "unreadable" // a page, or with an empty pointer and no page the document, that could hardly be read
)

// Reason is why a property has no value.
type Reason string

// The reasons.
const (
	ReasonNoCaption  Reason = "no_caption" // nothing in the document is named so
	ReasonAmbiguous  Reason = "ambiguous"  // something was found, and not surely enough
	ReasonUnreadable Reason = "unreadable" // the page where it may stand could hardly be read
	ReasonAbsent     Reason = "absent"     // the document names it, and prints no value of its form there
)

// Sure is the confidence below which a value that is given has a warning.
const Sure = 0.70

// Warning is a doubt about a document or one of its values, in a form that programs read.
type Warning struct {
	Code       Code            `json:"code" enum:"check,missing,unit,sum,documents,type,unreadable" doc:"What the warning is about: check (a value that was given with a confidence below 0.70), missing (a property without a value), unit (a figure printed in another unit than the schema asks for), sum (figures that do not agree), documents (others in the file), type (the file holds no document of the type that is asked for), unreadable (print that could hardly be read)"`
	Pointer    string          `json:"pointer" doc:"JSON pointer of the value; empty for the document"`
	Message    string          `json:"message" doc:"The warning in words"`
	Reason     Reason          `json:"reason,omitempty" enum:"no_caption,ambiguous,unreadable,absent" doc:"Of missing: no_caption (nothing in the document is named so), ambiguous (found, and not surely enough), unreadable (the page could hardly be read), absent (named, and nothing stands there)"`
	Value      json.RawMessage `json:"value,omitempty" doc:"The doubtful value; of unit, the print"`
	Confidence *float64        `json:"confidence,omitempty" doc:"How sure the value is, or how well the page could be read"`
	RunnerUp   *RunnerUp       `json:"runner_up,omitempty" doc:"The value that came second"`
	Document   *int            `json:"document,omitempty" doc:"The document of the file, where it holds several"`
}

// RunnerUp is a value that was almost chosen.
type RunnerUp struct {
	Value      json.RawMessage `json:"value" doc:"The value that came second"`
	Confidence float64         `json:"confidence" doc:"How sure it is, 0 to 1"`
}

// Of is a value as a warning carries it.
func Of(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil // no value of JSON
	}
	return raw
}

// Rounded is a probability as a warning carries it: two decimals, below 1.
func Rounded(p float64) float64 { return float64(int(min(max(p, 0), 0.99)*100+0.5)) / 100 }
