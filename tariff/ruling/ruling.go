// Package ruling owns published classification rulings: the files customs authorities publish them in, what becomes of
// their codes in today's nomenclature, and the form a library of them is kept in.
//
// It refuses files in part: one row that cannot be read refuses the file. It holds no text of a ruling itself.
package ruling

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// Source is who published a ruling.
type Source string

// The sources.
const (
	SourceCROSS Source = "cross" // United States: Customs Rulings Online Search System
	SourceEBTI  Source = "ebti"  // European Union: binding tariff information
	SourceATaR  Source = "atar"  // United Kingdom: advance tariff rulings
	SourcePlain Source = "plain" // whatever an operator has, in the form of the guide
)

// Sources lists all of them.
func Sources() []Source { return []Source{SourceCROSS, SourceEBTI, SourceATaR, SourcePlain} }

// ParseSource reads the name of a source.
func ParseSource(text string) (Source, error) {
	if s := Source(strings.ToLower(text)); slices.Contains(Sources(), s) {
		return s, nil
	}
	return "", fmt.Errorf("%q is no source of rulings: cross, ebti, atar or plain", text)
}

// Status is whether a ruling still stands.
type Status string

// The states. Only a valid or expired ruling says where its goods belong.
const (
	StatusValid    Status = "valid"
	StatusExpired  Status = "expired" // its time ran out
	StatusModified Status = "modified"
	StatusRevoked  Status = "revoked"
)

// Ruling is one decision about goods.
type Ruling struct {
	Source      Source         `json:"source,omitempty"`
	Reference   string         `json:"reference"`
	Date        string         `json:"date"` // YYYY-MM-DD, of issue or of the first day of validity
	Codes       []string       `json:"codes"`
	Edition     tariff.Edition `json:"edition,omitempty"` // of the codes
	Today       string         `json:"today,omitempty"`   // what they have in common in HS 2022: six digits, or the two or four that are shared, or ""
	Description string         `json:"description"`
	Keywords    string         `json:"keywords,omitempty"` // as published beside it
	Status      Status         `json:"status"`
	URL         string         `json:"url,omitempty"`
}

// ID tells the ruling from all others.
func (r *Ruling) ID() string { return string(r.Source) + ":" + r.Reference }

// Counts reports whether the ruling says in which subheading of today its goods belong.
func (r *Ruling) Counts() bool {
	return (r.Status == StatusValid || r.Status == StatusExpired) && len(r.Today) == tariff.SubheadingDigits
}

// Has reports whether one of the ruling's codes, as published or of today, begins with digits.
func (r *Ruling) Has(digits string) bool {
	return strings.HasPrefix(r.Today, digits) || slices.ContainsFunc(r.Codes, func(c string) bool { return strings.HasPrefix(c, digits) })
}

// Library is one version of what was imported of a source.
type Library struct {
	ID      int64 // grows with each import, of whichever source
	Source  Source
	Rulings []Ruling
}

// Version describes a Library that is kept.
type Version struct {
	ID         int64
	Source     Source
	Rulings    int
	Counted    int // those that say where goods belong today
	File       string
	ImportedAt string // RFC 3339
}
