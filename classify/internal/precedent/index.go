package precedent

import (
	"math"
	"slices"
	"sync"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Row is one description an organisation has already classified.
type Row struct {
	Description string `json:"description"`
	HS          string `json:"hs"` // six digits or more, digits only
	Country     string `json:"-"`  // whose schedule the digits beyond six are of; "" where nobody said
	Decided     bool   `json:"-"`  // by a person, about these very goods
}

// Index is one organisation's catalogue of classified goods. One index an organisation keeps them
// apart. It grows by Add and may be searched at the same time.
type Index struct {
	mu       sync.RWMutex
	words    map[string]int32
	uses     []wordUses // by word
	rows     [][]int32  // by row: its distinct words, pairs left out
	sizes    []rowSize  // by row
	origins  []int32    // by row: its place among all rows offered, those skipped too
	offered  int32
	pairs    *sieve       // while a library is built; nil: every pair counts
	steps    []uint8      // by row: the length in quarters; a byte each, for thousands are read a search
	powers   [256]float32 // by step: lengthPower of the length
	least    float32      // the least power among rows, or less
	codes    []codeCount
	codeAt   map[code.Number]int32
	places   []int32 // by heading or chapter: words of its rows
	placeAt  map[code.Place]int32
	styles   [styleCount]int32 // rows by style
	measured int               // rows when all lengths were last measured
	bias     []float32         // by code, of the linear model; none: nothing is learnt yet
	waiting  []lesson          // to be learnt once there are enough
	memory   sync.Pool
	reader   *text.Reader

	remembered []remembered     // by row
	countries  []string         // that rows are of
	decided    map[int32]string // the goods of rows that a person decided
	stems      *text.Stems
}

// wordUses is where a word, a pair of neighbouring words or a piece of words stands.
type wordUses struct {
	rows   []int32 // ascending; of a word its rows, of a piece the words it stands in
	codes  []codeUse
	count  int32 // rows
	number bool
	common bool  // in more than maxSpread codes
	pieces uint8 // of a word
}

// codeUse counts the rows of a code that hold a word, and is what the linear model learnt of the two.
type codeUse struct {
	code, rows int32
	weight     float32
}

// rowSize is the length of a row's vector, with rarities as they were when last measured. The row's code stands
// beside, for whoever asks for the one asks for the other.
type rowSize struct {
	length float32
	code   int32
}

// codeCount is a code with its counts and the places of its heading and chapter.
type codeCount struct {
	code             string
	heading, chapter int32
	rows, words      int32
}

// New returns an index of rows. Rows without a known-looking code or without words are skipped.
func New(reader *text.Reader, rows []Row) *Index {
	p := &Index{words: map[string]int32{}, codeAt: map[code.Number]int32{}, placeAt: map[code.Place]int32{}, decided: map[int32]string{}, least: math.MaxFloat32, reader: reader, stems: text.NewStems(reader)}
	for step := range p.powers {
		p.powers[step] = float32(math.Pow((float64(step)+0.5)/4, lengthPower))
	}
	p.memory.New = func() any { return &searchMemory{} }
	p.Add(rows...)
	return p
}

// Add takes further rows in and learns from them. Rows that belong together are better added at once.
func (p *Index) Add(rows ...Row) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.learn(p.take(rows))
}

// take adds rows, and measures their lengths.
func (p *Index) take(rows []Row) []lesson {
	from := len(p.rows)
	lessons := make([]lesson, 0, len(rows))
	for _, r := range rows {
		if l, taken := p.add(r); taken {
			lessons = append(lessons, l)
		}
	}
	if len(p.rows) > p.measured*3/2 { // rarities have drifted: measure all anew
		from, p.measured = 0, len(p.rows)
	}
	for i := from; i < len(p.rows); i++ {
		length := p.lengthOf(p.rows[i])
		p.sizes[i].length, p.steps[i] = length, uint8(min(int(length*4), len(p.powers)-1))
		p.least = min(p.least, p.powers[p.steps[i]])
	}
	return lessons
}

func (p *Index) lengthOf(words []int32) float32 {
	sum := 0.0
	for _, id := range words {
		sum += p.gain(id)
	}
	return float32(math.Sqrt(sum))
}

// Len returns the number of rows held.
func (p *Index) Len() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.rows)
}

func (p *Index) add(r Row) (l lesson, taken bool) {
	p.offered++
	code, ok := tariff.CleanCode(r.HS)
	if !ok || len(code) < tariff.SubheadingDigits {
		return l, false
	}
	words := p.wordsOf(r.Description)
	ids := p.internWords(words)
	if len(ids) == 0 {
		return l, false
	}
	c, row := p.code(code[:tariff.SubheadingDigits]), int32(len(p.rows))
	p.rows, p.sizes, p.steps = append(p.rows, ids), append(p.sizes, rowSize{code: c}), append(p.steps, 0)
	p.origins = append(p.origins, p.offered-1)
	p.remember(r, code, row)
	p.codes[c].rows++
	p.styles[p.styleOf(r.Description, len(words))]++
	for i, id := range ids {
		u := &p.uses[id]
		u.rows, u.number = append(u.rows, row), words[i].number
		p.count(u, c)
	}
	pairs := pairsOf(words)
	if p.pairs != nil {
		pairs = slices.DeleteFunc(pairs, func(w word) bool { return !p.pairs.again(w.text) })
	}
	told, pieces := p.intern(pairs), p.intern(piecesOf(words))
	for _, id := range told {
		p.count(&p.uses[id], c)
	}
	for _, id := range pieces {
		u := &p.uses[id]
		u.count++
		u.seen(c)
	}
	return lesson{ids: slices.Concat(ids, told, pieces), words: len(ids), pairs: len(told), code: c}, true
}

// code returns the number of a code, giving it one where it is new.
func (p *Index) code(digits string) int32 {
	n := code.NumberOf(digits)
	c, known := p.codeAt[n]
	if !known {
		c = int32(len(p.codes))
		p.codeAt[n] = c
		p.codes = append(p.codes, codeCount{code: digits, heading: p.place(n.Heading()), chapter: p.place(n.Chapter())})
	}
	return c
}

func (p *Index) place(n code.Place) int32 {
	at, known := p.placeAt[n]
	if !known {
		at = int32(len(p.places))
		p.placeAt[n] = at
		p.places = append(p.places, 0)
	}
	return at
}

// count takes note that a row of code c holds a word.
func (p *Index) count(u *wordUses, c int32) {
	u.count++
	p.codes[c].words++
	p.places[p.codes[c].heading]++
	p.places[p.codes[c].chapter]++
	u.seen(c)
}

// seen counts a row of code c. Beyond maxSpread codes a word speaks for none, and they are forgotten.
func (u *wordUses) seen(c int32) {
	if u.common {
		return
	}
	at, found := slices.BinarySearchFunc(u.codes, c, func(a codeUse, c int32) int { return int(a.code - c) })
	if !found {
		if len(u.codes) == maxSpread {
			u.codes, u.common = nil, true
			return
		}
		u.codes = slices.Insert(u.codes, at, codeUse{code: c})
	}
	u.codes[at].rows++
}

// internWords numbers words, and notes of a new one the pieces it has.
func (p *Index) internWords(words []word) []int32 {
	known := int32(len(p.uses))
	ids := p.intern(words)
	for i, id := range ids {
		if id >= known {
			pieces := p.intern(piecesOf(words[i : i+1]))
			p.uses[id].pieces = uint8(min(len(pieces), math.MaxUint8))
			for _, piece := range pieces {
				p.uses[piece].rows = append(p.uses[piece].rows, id)
			}
		}
	}
	return ids
}

func (p *Index) intern(words []word) []int32 {
	ids := make([]int32, 0, len(words))
	for _, w := range words {
		id, ok := p.words[w.text]
		if !ok {
			id = int32(len(p.uses))
			p.words[w.text] = id
			p.uses = append(p.uses, wordUses{})
		}
		ids = append(ids, id)
	}
	return ids
}
