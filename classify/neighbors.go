package classify

import (
	"math"
	"slices"
	"sort"
)

// Bounds of the neighbour search.
const (
	maxNeighbors = 60
	maxVisited   = 12000 // rows read a search; rare words are read first
)

// How neighbours vote, set on held-out precedents.
const (
	lengthPower = 0.7 // how far a precedent's further words count against it
	votePower   = 4
	fairness    = 0.3 // how far a code's vote is lowered for having many precedents
)

// neighbors is what an organisation's precedents say about one description.
type neighbors struct {
	votes    map[string]float32 // by code: share of the neighbours' votes
	nearest  map[string]float32 // by code and by heading: similarity of its nearest precedent
	headings map[string]float32
	top      float32  // similarity of the nearest of all
	known    float32  // share of the description, by weight, that any precedent knows
	alike    float32  // how usual the description's style is among the precedents
	likely   []string // codes the words speak for, best first
	of       *Precedents
	memory   *precedentMemory // holds the odds until the candidates are weighed
}

type neighbor struct {
	row        int32
	similarity float32
	score      float32
}

// search finds the nearest precedents of a description. A nil index finds none.
func (p *Precedents) search(text string) *neighbors {
	if p == nil {
		return nil
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(p.rows) == 0 {
		return nil
	}
	words := precedentWords(text)
	asked, length, known := p.known(words)
	if len(asked) == 0 {
		return nil
	}
	memory := p.memory.Get().(*precedentMemory)
	n := &neighbors{votes: map[string]float32{}, nearest: map[string]float32{}, headings: map[string]float32{}, known: known, of: p,
		alike: p.alike(styleOf(text, len(words)))}
	p.vote(n, p.nearest(memory, asked, length))
	p.weighWords(memory, asked, p.knownPairs(words))
	n.memory, n.likely = memory, memory.odds.likely(p)
	return n
}

type askedWord struct {
	id   int32
	gain float64
}

// known returns the words of the index among words, rarest first, the length of the vector of all, and the
// share the known ones have in it.
func (p *Precedents) known(words []precedentWord) (asked []askedWord, length float64, share float32) {
	found := 0.0
	for _, w := range words {
		g := p.unseen(w.number)
		if id, ok := p.words[w.text]; ok {
			g = p.gain(id)
			found += g
			asked = append(asked, askedWord{id, g})
		}
		length += g
	}
	sort.Slice(asked, func(i, j int) bool {
		if asked[i].gain != asked[j].gain {
			return asked[i].gain > asked[j].gain
		}
		return asked[i].id < asked[j].id
	})
	return asked, math.Sqrt(length), float32(found / max(length, 1))
}

// nearest returns the rows that share most of the asked words, and few others, best first.
func (p *Precedents) nearest(memory *precedentMemory, asked []askedWord, length float64) []neighbor {
	memory.grow(len(p.rows))
	visited := 0
	for i, w := range asked {
		rows, gain := p.uses[w.id].rows, float32(w.gain)
		if i > 0 && visited+len(rows) > maxVisited {
			for _, row := range memory.found { // common words only strengthen what rare ones found
				if _, has := slices.BinarySearch(rows, row); has {
					memory.common[row] += gain
				}
			}
			continue
		}
		rows = rows[max(0, len(rows)-maxVisited):]
		visited += len(rows)
		for _, row := range rows {
			if memory.common[row] == 0 {
				memory.found = append(memory.found, row)
			}
			memory.common[row] += gain
		}
	}
	list := memory.list[:0]
	for _, row := range memory.found {
		own := p.rows[row].length
		list = append(list, neighbor{row: row, similarity: memory.common[row] / (float32(length) * own), score: memory.common[row] / memory.power(own)})
		memory.common[row] = 0
	}
	memory.found, memory.list = memory.found[:0], list
	return best(list, maxNeighbors, neighbor.before)
}

func (a neighbor) before(b neighbor) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	return a.row > b.row
}

// precedentMemory is the working memory of one search, all but powers zero between searches.
type precedentMemory struct {
	common []float32 // by row: what it shares with the description
	found  []int32
	list   []neighbor
	places []int32 // by heading or chapter: rows that hold the word
	powers [256]float32
	odds   odds
}

// power is length to lengthPower, by a table of quarter steps: thousands are needed a search.
func (m *precedentMemory) power(length float32) float32 {
	at := min(int(length*4), len(m.powers)-1)
	if m.powers[at] == 0 {
		m.powers[at] = float32(math.Pow((float64(at)+0.5)/4, lengthPower))
	}
	return m.powers[at]
}

func (m *precedentMemory) grow(rows int) {
	if len(m.common) < rows {
		m.common = append(m.common, make([]float32, rows-len(m.common))...)
	}
}

func (p *Precedents) vote(n *neighbors, list []neighbor) {
	if len(list) == 0 {
		return
	}
	total, first := 0.0, float64(list[0].score)
	for _, x := range list {
		code := &p.codes[p.rows[x.row].code]
		v := math.Pow(float64(x.score)/first, votePower) * math.Pow(float64(code.rows), -fairness)
		n.votes[code.code] += float32(v)
		total += v
		n.nearest[code.code] = max(n.nearest[code.code], x.similarity)
		n.nearest[code.code[:4]] = max(n.nearest[code.code[:4]], x.similarity)
		n.top = max(n.top, x.similarity)
	}
	for _, code := range sortedCodes(n.votes) {
		n.votes[code] /= float32(total)
		n.headings[code[:4]] += n.votes[code]
	}
}

func sortedCodes(m map[string]float32) []string {
	out := make([]string, 0, len(m))
	for c := range m {
		out = append(out, c)
	}
	sort.Strings(out)
	return out
}

// favoured returns the subheadings the precedents speak for, by votes or by words.
func (n *neighbors) favoured(x *index) []int32 {
	if n == nil {
		return nil
	}
	var out []int32
	for _, code := range append(sortedCodes(n.votes), n.likely...) {
		if sub, ok := x.subAt[code]; ok && !containsSub(out, sub) {
			out = append(out, sub)
		}
	}
	return out
}
