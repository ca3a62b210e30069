package jobs

import "time"

// Provenance records how a classification came about: the request, its id, and what answered it. It is the
// zero value for records of before it was kept.
type Provenance struct {
	Language    string    `json:"language,omitempty"`    // Spanish or English
	Written     int       `json:"written"`               // characters at the head of ProductDescription that the caller wrote; what follows was read from attachments
	Attachments []string  `json:"attachments,omitempty"` // names, as the caller gave them
	RequestIDs  []string  `json:"request_ids,omitempty"` // of all rounds, oldest first
	AskedAt     time.Time `json:"asked_at,omitzero"`
	Versions    Versions  `json:"versions"`
}

// Versions say with what a classification was made.
type Versions struct {
	Tariff    string `json:"tariff,omitempty"`    // edition of the nomenclature, and the schedule with its vintage
	Knowledge string `json:"knowledge,omitempty"` // digest of names, notes, trees and coefficients
	Program   string `json:"program,omitempty"`
}
