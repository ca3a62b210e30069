package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// Stems remembers the stems of words met lately: stemming costs a hundred times as much as looking one up, and
// a few thousand words make up most descriptions. It is bounded, each word having one place that the next word
// falling on it takes over, and safe for concurrent use. It changes how fast a stem is found, never which.
type Stems struct {
	reader *Reader
	seed   maphash.Seed
	words  [1 << 14]atomic.Pointer[stemmed]
}

// stemmed is a word with its stem, immutable once stored.
type stemmed struct {
	word, stem string
	lang       Lang
}

// NewStems returns a memory without words of the stems that r finds.
func NewStems(r *Reader) *Stems { return &Stems{reader: r, seed: maphash.MakeSeed()} }

// Stem returns the stem of a folded word.
func (c *Stems) Stem(word string, l Lang) string {
	place := &c.words[(maphash.String(c.seed, word)+uint64(l))%uint64(len(c.words))]
	if known := place.Load(); known != nil && known.lang == l && known.word == word {
		return known.stem
	}
	word = strings.Clone(word) // the description it is a part of is not to be kept
	known := &stemmed{word: word, stem: c.reader.stemOf(word, l), lang: l}
	place.Store(known)
	return known.stem
}
