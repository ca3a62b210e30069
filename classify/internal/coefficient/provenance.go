// Package coefficient owns the form of the files of fitted numbers: names and values, and where they come from. It
// reads them strictly: a name too few or too many is an error, for a number at the wrong place would go unnoticed.
//
// It refuses to know what the numbers weigh; each room that reads a file names its own.
package coefficient

import (
	"errors"
	"time"
)

// Provenance records how the numbers of a file were made.
type Provenance struct {
	Origin  string                        `json:"origin"`          // by which fit, or from where they were taken over
	Date    string                        `json:"date"`            // 2006-01-02
	Files   []Source                      `json:"files,omitempty"` // what they were fitted on
	Folds   int                           `json:"folds,omitempty"` // parts of the rows, each held out of one fit
	Fixed   []string                      `json:"fixed,omitempty"` // names set by hand, which a fit leaves alone
	HeldOut map[string]map[string]float64 `json:"held_out,omitempty"`
}

// Source is a labelled file.
type Source struct {
	Name   string `json:"name"`
	Rows   int    `json:"rows"`
	SHA256 string `json:"sha256"`
}

// check holds a provenance to saying at least by what and when.
func (p *Provenance) check() error {
	if p.Origin == "" {
		return errors.New("provenance: origin is missing")
	}
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
		return errors.New("provenance: date is not written as 2006-01-02")
	}
	return nil
}
