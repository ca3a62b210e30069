package classify

import (
	"tariffdesk/classify/internal/precedent"
	"time"
)

// Precedent is one description an organisation has already classified.
type Precedent = precedent.Row

// Precedents is one organisation's catalogue of classified goods. One index an organisation keeps them apart. It grows
// by Add and may be searched at the same time.
type Precedents struct{ index *precedent.Index }

// NewPrecedents returns an index of rows, which reads words as the engine does. Rows without a known-looking code or
// without words are skipped.
func (e *Engine) NewPrecedents(rows []Precedent) *Precedents {
	return &Precedents{precedent.New(e.words.reader, rows)}
}

// Add takes further rows in.
func (p *Precedents) Add(rows ...Precedent) { p.index.Add(rows...) }

// Len returns the number of rows held.
func (p *Precedents) Len() int { return p.index.Len() }

// search finds the nearest precedents of a description; no precedents find none.
func (p *Precedents) search(description string) *precedent.Neighbors {
	if p == nil {
		return nil
	}
	return p.index.Search(description)
}

// PrecedentSource is where some of an organisation's precedents came from.
type PrecedentSource struct {
	Source     string // the imported file's name, or "confirmed"
	Count      int
	ImportedAt time.Time // the newest
}
