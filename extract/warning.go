package extract

import "tariffdesk/extract/internal/doubt"

// WarningCode names the kind of a warning.
type WarningCode = doubt.Code

// The codes of warnings.
const (
	WarningCheck      = doubt.CodeCheck
	WarningMissing    = doubt.CodeMissing
	WarningUnit       = doubt.CodeUnit
	WarningSum        = doubt.CodeSum
	WarningDocuments  = doubt.CodeDocuments
	WarningType       = doubt.CodeType
	WarningUnreadable = doubt.CodeUnreadable
)

// Warning is a doubt about a document or one of its values, in a form that programs read.
type Warning = doubt.Warning

// RunnerUp is a value that was almost chosen.
type RunnerUp = doubt.RunnerUp

// Reason is why a property has no value.
type Reason = doubt.Reason

// The reasons of a missing value.
const (
	ReasonNoCaption  = doubt.ReasonNoCaption
	ReasonAmbiguous  = doubt.ReasonAmbiguous
	ReasonUnreadable = doubt.ReasonUnreadable
	ReasonAbsent     = doubt.ReasonAbsent
)

const noPrint = "no page of the document has print that can be read: send a sharper scan or the original file"

// Unreadable warns of a document without print.
func Unreadable() Warning {
	return Warning{Code: WarningUnreadable, Message: noPrint}
}
