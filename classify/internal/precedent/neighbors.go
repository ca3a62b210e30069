package precedent

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/top"
)

// Bounds of the neighbour search.
const (
	maxNeighbors = 60
	maxVisited   = 12000 // rows read a search; rare words are read first
)

// Constants of the vote, set on held-out precedents.
const (
	lengthPower = 0.7 // how far a precedent's further words count against it
	votePower   = 4
	fairness    = 0.3 // how far a code's vote is lowered for having many precedents
)

// Neighbors are the precedents of an organisation that are near to one description.
type Neighbors struct {
	Top     float32  // similarity of the nearest of all
	known   float32  // share of the description, by weight, that any precedent knows
	alike   float32  // how usual the description's style is among the precedents
	Near    []Near   // the nearest rows, most similar first
	Kept    []Kept   // what near rows say beyond their subheadings
	codes   []string // those of the neighbours in order, then those the words speak for, best first
	of      *Index
	memory  *searchMemory // holds votes and odds until the candidates are weighed
	weighed []weighed     // the candidates, once they are
}

// Near is a row near a description.
type Near struct {
	Row        int // its place among all rows offered to the index
	Code       string
	Similarity float32
}

// maxNear bounds the rows that are named.
const maxNear = 8

type neighbor struct {
	row        int32
	similarity float32
	score      float32
}

// Search finds the nearest precedents of a description. A nil index finds none.
func (p *Index) Search(text string) *Neighbors {
	if p == nil {
		return nil
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(p.rows) == 0 {
		return nil
	}
	words := p.wordsOf(text)
	asked, kin, length, known := p.known(words)
	if len(asked)+len(kin) == 0 {
		return nil
	}
	memory := p.memory.Get().(*searchMemory)
	n := &Neighbors{known: known, of: p, alike: p.alike(p.styleOf(text, len(words))), memory: memory}
	near := p.nearest(memory, rarestFirst(append(kin, asked...)), length, maxNeighbors)
	p.vote(n, near)
	n.Kept = p.keep(text, near)
	p.weighWords(memory, asked, p.knownPairs(words))
	p.predict(memory, words)
	n.codes = append(append(n.codes, memory.odds.likely(p)...), memory.linear.likely(p)...)
	return n
}

type askedWord struct {
	id   int32
	gain float64
}

// known returns the words of the index among words, the kin of the others, the length of the vector of all, and the
// share the known ones have in it.
func (p *Index) known(words []word) (asked, kin []askedWord, length float64, share float32) {
	found := 0.0
	for _, w := range words {
		g := p.unseen(w.number)
		if id, ok := p.words[w.text]; ok {
			g = p.gain(id)
			found += g
			asked = append(asked, askedWord{id, g})
		} else {
			for _, like := range p.kin(w) {
				kin = append(kin, askedWord{like.id, p.gain(like.id) * float64(like.value*like.value)})
			}
		}
		length += g
	}
	return asked, kin, math.Sqrt(length), float32(found / max(length, 1))
}

func rarestFirst(asked []askedWord) []askedWord {
	sort.Slice(asked, func(i, j int) bool {
		if asked[i].gain != asked[j].gain {
			return asked[i].gain > asked[j].gain
		}
		return asked[i].id < asked[j].id
	})
	return asked
}

// nearest returns the most rows that share most of the asked words, and few others, best first.
func (p *Index) nearest(memory *searchMemory, asked []askedWord, length float64, most int) []neighbor {
	memory.grow(len(p.rows))
	visited, left := 0, 0.0 // left: the most that the words from here on can add to a row
	for _, w := range asked {
		left += w.gain
	}
	for i, w := range asked {
		rows, gain := p.uses[w.id].rows, float32(w.gain)
		if i > 0 && visited+len(rows) > maxVisited {
			memory.strengthen(rows, gain) // common words only strengthen what rare ones found
			continue
		}
		rows = rows[max(0, len(rows)-maxVisited):]
		visited += len(rows)
		late := len(rows) >= worthBound && p.beyond(memory, float32(left), most)
		left -= w.gain
		if late {
			memory.strengthen(rows, gain)
			continue
		}
		for _, row := range rows {
			if memory.common[row] == 0 {
				memory.found = append(memory.found, row)
			}
			memory.common[row] += gain
		}
	}
	out := make([]neighbor, 0, most)
	for _, s := range top.Best(p.foremost(memory, most), most) {
		row := ^s.ID
		out = append(out, neighbor{row: row, similarity: memory.common[row] / (float32(length) * p.sizes[row].length), score: s.Value})
	}
	for _, row := range memory.found {
		memory.common[row] = 0
	}
	memory.found = memory.found[:0]
	return out
}

// foremost returns the most rows found that score best, in no order. A row that would not be among them were
// it as short as the shortest is not looked at.
func (p *Index) foremost(memory *searchMemory, most int) []top.Item {
	list := memory.list[:0]
	for _, row := range memory.found {
		common := memory.common[row]
		if len(list) == most && common/p.least < list[0].Value {
			continue
		}
		list = top.Keep(list, top.Item{ID: ^row, Value: common / p.powers[p.steps[row]]}, most) // of equals the later row is first
	}
	memory.list = list
	return list
}

// worthBound is the number of rows from which a list is worth finding out whether it can bring a neighbour.
const worthBound = 1000

// beyond reports whether rows not found so far can no longer come among the neighbours: all that is left of the
// words asked for would lift none above the last of the foremost, which can only rise.
func (p *Index) beyond(memory *searchMemory, left float32, most int) bool {
	const rounding = 1.0001
	if len(memory.found) < most {
		return false
	}
	return left*rounding/p.least < p.foremost(memory, most)[0].Value
}

// vote counts the neighbours' votes by code and by heading, and keeps the codes in order.
func (p *Index) vote(n *Neighbors, list []neighbor) {
	if len(list) == 0 {
		return
	}
	codes, places := &n.memory.codes, &n.memory.headings
	codes.grow(len(p.codes))
	places.grow(len(p.places))
	total, first := 0.0, float64(list[0].score)
	for _, x := range list {
		at := p.sizes[x.row].code
		code := &p.codes[at]
		v := math.Pow(float64(x.score)/first, votePower) * math.Pow(float64(code.rows), -fairness)
		total += v
		codes.add(at, float32(v), x.similarity)
		places.add(code.heading, 0, x.similarity)
		n.Top = max(n.Top, x.similarity)
	}
	n.Near = p.named(list, maxNear)
	slices.SortFunc(codes.touched, func(a, b int32) int { return strings.Compare(p.codes[a].code, p.codes[b].code) })
	for _, at := range codes.touched {
		v := &codes.of[at]
		v.share /= float32(total)
		places.of[p.codes[at].heading].share += v.share
		n.codes = append(n.codes, p.codes[at].code)
	}
}

// named returns the most similar of neighbours.
func (p *Index) named(list []neighbor, most int) []Near {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b neighbor) int { return cmp.Compare(b.similarity, a.similarity) })
	out := make([]Near, 0, min(len(list), most))
	for _, x := range list[:cap(out)] {
		out = append(out, Near{int(p.origins[x.row]), p.codes[p.sizes[x.row].code].code, x.similarity})
	}
	return out
}

// Nearest returns the rows nearest to a description, most similar first. A nil index has none.
func (p *Index) Nearest(text string, most int) []Near {
	if p == nil {
		return nil
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(p.rows) == 0 {
		return nil
	}
	asked, kin, length, _ := p.known(p.wordsOf(text))
	if len(asked)+len(kin) == 0 {
		return nil
	}
	memory := p.memory.Get().(*searchMemory)
	defer p.memory.Put(memory)
	return p.named(p.nearest(memory, rarestFirst(append(kin, asked...)), length, most), most)
}

// Favoured returns the subheadings the precedents speak for, by votes or by words.
func (n *Neighbors) Favoured(t *code.Tree) []int32 {
	if n == nil {
		return nil
	}
	var out []int32
	for _, code := range n.codes {
		if sub, ok := t.SubAt[code]; ok && !slices.Contains(out, sub) {
			out = append(out, sub)
		}
	}
	return out
}
