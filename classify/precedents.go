package classify

import (
	"math"
	"sync"

	"tariffdesk/tariff"
)

// Precedent is one description an organisation has already classified.
type Precedent struct {
	Description string `json:"description"`
	HS          string `json:"hs"` // six digits or more, digits only
}

// Bounds of the neighbour search.
const (
	maxPrecedentTokens = 40
	maxNeighbors       = 30
	maxVisited         = 12000 // postings read a search; rare words are read first
)

// Precedents is one organisation's catalogue of classified goods. One index an organisation keeps them
// apart. It grows by Add and may be searched at the same time.
type Precedents struct {
	mu       sync.RWMutex
	words    map[string]int32
	postings [][]int32 // word -> rows, ascending
	rows     []precedentRow
	codes    []string
	codeAt   map[string]int32
	pairs    map[uint64]int32 // word and code -> rows
}

type precedentRow struct {
	code int32
	size uint16 // distinct words
}

// NewPrecedents returns an index of rows. Rows without a known-looking code or without words are skipped.
func NewPrecedents(rows []Precedent) *Precedents {
	p := &Precedents{words: map[string]int32{}, codeAt: map[string]int32{}, pairs: map[uint64]int32{}}
	p.Add(rows...)
	return p
}

// Add takes further rows in.
func (p *Precedents) Add(rows ...Precedent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range rows {
		p.add(r)
	}
}

// Len returns the number of rows held.
func (p *Precedents) Len() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.rows)
}

func (p *Precedents) add(r Precedent) {
	code, ok := tariff.CleanCode(r.HS)
	if !ok || len(code) < tariff.SubheadingDigits {
		return
	}
	code = code[:tariff.SubheadingDigits]
	ids := p.intern(precedentWords(r.Description))
	if len(ids) == 0 {
		return
	}
	c, known := p.codeAt[code]
	if !known {
		c = int32(len(p.codes))
		p.codes = append(p.codes, code)
		p.codeAt[code] = c
	}
	row := int32(len(p.rows))
	p.rows = append(p.rows, precedentRow{code: c, size: uint16(len(ids))})
	for _, id := range ids {
		p.postings[id] = append(p.postings[id], row)
		p.pairs[uint64(id)<<32|uint64(c)]++
	}
}

func (p *Precedents) intern(words []string) []int32 {
	ids := make([]int32, 0, len(words))
	for _, w := range words {
		id, ok := p.words[w]
		if !ok {
			id = int32(len(p.postings))
			p.words[w] = id
			p.postings = append(p.postings, nil)
		}
		ids = append(ids, id)
	}
	return ids
}

// precedentWords reduces a description to its distinct stems. Part numbers and brands stay: in an
// organisation's own catalogue they are the best evidence there is.
func precedentWords(text string) []string {
	tokens := joinLetters(tokenize(fold(clean(text)), maxPrecedentTokens, make([]token, 0, maxPrecedentTokens)))
	out := make([]string, 0, len(tokens))
	for _, t := range tokens {
		if stopEnglish[t.text] || stopSpanish[t.text] || t.number && len(t.text) < 3 {
			continue
		}
		w := stemEnglish(t.text)
		if !containsWord(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func containsWord(list []string, w string) bool {
	for _, x := range list {
		if x == w {
			return true
		}
	}
	return false
}

func (p *Precedents) rarity(id int32) float64 {
	return math.Log(1 + float64(len(p.rows))/(float64(len(p.postings[id]))+0.5))
}
