package evaluate

import "crypto/sha256"

// Part is a half of a manifest's documents: one that may be read and fitted on, and one of which figures alone are taken.
type Part string

// The parts.
const (
	PartAll      Part = ""
	PartRead     Part = "read"
	PartMeasured Part = "measured"
)

// Takes reports whether a document belongs to the part, by a hash of its layout, or where it names none of its source and
// file: documents that look alike are all in one part, and in the same one in every run.
func (p Part) Takes(layout, source, file string) bool {
	if layout == "" {
		layout = source + "/" + file
	}
	half := PartRead
	if sha256.Sum256([]byte(layout))[0]%2 == 1 {
		half = PartMeasured
	}
	return p == PartAll || p == half
}
