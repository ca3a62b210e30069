package tariff

import (
	"fmt"
	"slices"
	"time"
)

// Date is a civil day as "2006-01-02", so that the order of the text is the order of the days.
// The empty Date is an open end.
type Date string

// ParseDate reads a Date and refuses days that do not exist.
func ParseDate(s string) (Date, error) {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", fmt.Errorf("date %q is not a day written YYYY-MM-DD", s)
	}
	return Date(s), nil
}

// Within reports whether d lies in the closed period from … to, an empty end being open.
func (d Date) Within(from, to Date) bool {
	return (from == "" || d >= from) && (to == "" || d <= to)
}

// Certainty says how well a figure or rule is founded.
type Certainty string

// The three degrees, best first.
const (
	CertaintyVerified    Certainty = "verified"    // read in the legal text or an official extract
	CertaintySecondary   Certainty = "secondary"   // reported by another source
	CertaintyUnconfirmed Certainty = "unconfirmed" // known to practitioners, not yet checked in the text
)

var degrees = []Certainty{CertaintyVerified, CertaintySecondary, CertaintyUnconfirmed}

// Known reports whether c is one of the three degrees.
func (c Certainty) Known() bool { return slices.Contains(degrees, c) }

// Worse is the lower of two degrees: a conclusion is as certain as its weakest premise.
func (c Certainty) Worse(other Certainty) Certainty {
	return degrees[max(0, slices.Index(degrees, c), slices.Index(degrees, other))]
}
