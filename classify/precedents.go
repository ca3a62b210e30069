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
	perCode  []codeCount      // by code
	measured int              // rows when all lengths were last measured
	memory   sync.Pool
}

type precedentRow struct {
	code   int32
	length float32 // of its vector of rarities, as they were when last measured
	words  []int32 // distinct words, pairs left out
}

type codeCount struct{ rows, words int32 }

// NewPrecedents returns an index of rows. Rows without a known-looking code or without words are skipped.
func NewPrecedents(rows []Precedent) *Precedents {
	p := &Precedents{words: map[string]int32{}, codeAt: map[string]int32{}, pairs: map[uint64]int32{}}
	p.memory.New = func() any { return &rowMemory{} }
	p.Add(rows...)
	return p
}

// Add takes further rows in.
func (p *Precedents) Add(rows ...Precedent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := len(p.rows)
	for _, r := range rows {
		p.add(r)
	}
	if len(p.rows) > p.measured*3/2 { // rarities have drifted: measure all anew
		from, p.measured = 0, len(p.rows)
	}
	for i := from; i < len(p.rows); i++ {
		p.rows[i].length = p.lengthOf(p.rows[i].words)
	}
}

func (p *Precedents) lengthOf(words []int32) float32 {
	sum := 0.0
	for _, id := range words {
		r := p.rarity(id)
		sum += r * r
	}
	return float32(math.Sqrt(sum))
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
	words := precedentWords(r.Description)
	ids := p.intern(words)
	if len(ids) == 0 {
		return
	}
	c, known := p.codeAt[code]
	if !known {
		c = int32(len(p.codes))
		p.codes = append(p.codes, code)
		p.perCode = append(p.perCode, codeCount{})
		p.codeAt[code] = c
	}
	row := int32(len(p.rows))
	p.rows = append(p.rows, precedentRow{code: c, words: ids})
	p.perCode[c].rows++
	p.perCode[c].words += int32(len(ids))
	for _, id := range ids {
		p.postings[id] = append(p.postings[id], row)
		p.pairs[pair(id, c)]++
	}
	for _, id := range p.intern(bigrams(words)) {
		p.postings[id] = append(p.postings[id], row)
		p.pairs[pair(id, c)]++
		p.perCode[c].words++
	}
}

func pair(word, code int32) uint64 { return uint64(word)<<32 | uint64(code) }

// bigrams joins neighbouring words.
func bigrams(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i+1 < len(words); i++ {
		out = append(out, words[i]+" "+words[i+1])
	}
	return out
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
	tokens := joinLetters(tokenize(fold(withoutMarkup(text)), maxPrecedentTokens, make([]token, 0, maxPrecedentTokens)))
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
