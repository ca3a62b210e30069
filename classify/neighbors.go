package classify

import (
	"math"
	"sort"
)

// neighbors is what an organisation's precedents say about one description.
type neighbors struct {
	votes    map[string]float32 // by code: share of the neighbours' votes
	nearest  map[string]float32 // by code: similarity of its nearest precedent
	of       *Precedents
	asked    []askedWord // words and pairs of neighbouring words
	headings map[string]float32
	top      float32 // similarity of the nearest of all
}

type neighbor struct {
	row        int32
	similarity float32
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
	asked, length := p.known(words, 1)
	if len(asked) == 0 {
		return nil
	}
	n := &neighbors{votes: map[string]float32{}, nearest: map[string]float32{}, headings: map[string]float32{}, of: p}
	p.vote(n, p.nearest(asked, length))
	pairs, _ := p.known(bigrams(words), 0.5)
	n.asked = append(asked, pairs...)
	return n
}

type askedWord struct {
	id     int32
	rarity float64
	weight float64 // of its vote in odds
}

// known returns the words of the index among words, rarest first, and the length of the vector of all.
func (p *Precedents) known(words []string, weight float64) (asked []askedWord, length float64) {
	for _, w := range words {
		r := math.Log(1 + 2*float64(len(p.rows))) // a word never seen: it says something no precedent says
		if id, ok := p.words[w]; ok {
			r = p.rarity(id)
			asked = append(asked, askedWord{id, r, weight})
		}
		length += r * r
	}
	sort.Slice(asked, func(i, j int) bool {
		if asked[i].rarity != asked[j].rarity {
			return asked[i].rarity > asked[j].rarity
		}
		return asked[i].id < asked[j].id
	})
	return asked, math.Sqrt(length)
}

// nearest returns the rows that share most of the asked words, and few others, best first.
func (p *Precedents) nearest(asked []askedWord, length float64) []neighbor {
	memory := p.memory.Get().(*rowMemory)
	defer p.memory.Put(memory)
	memory.grow(len(p.rows))
	visited := 0
	for i, w := range asked {
		rows, gain := p.postings[w.id], float32(w.rarity*w.rarity)
		if i > 0 && visited+len(rows) > maxVisited {
			for _, row := range memory.found { // common words only strengthen what rare ones found
				if has(rows, row) {
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
	list := make([]neighbor, 0, len(memory.found))
	for _, row := range memory.found {
		list = append(list, neighbor{row, memory.common[row] / (float32(length) * p.rows[row].length)})
		memory.common[row] = 0
	}
	memory.found = memory.found[:0]
	return best(list, maxNeighbors, neighbor.before)
}

func (a neighbor) before(b neighbor) bool {
	if a.similarity != b.similarity {
		return a.similarity > b.similarity
	}
	return a.row > b.row
}

// rowMemory is the working memory of one search, all zero between searches.
type rowMemory struct {
	common []float32 // by row: what it shares with the description
	found  []int32
}

func (m *rowMemory) grow(rows int) {
	if len(m.common) < rows {
		m.common = append(m.common, make([]float32, rows-len(m.common))...)
	}
}

func has(rows []int32, row int32) bool {
	i := sort.Search(len(rows), func(i int) bool { return rows[i] >= row })
	return i < len(rows) && rows[i] == row
}

func (p *Precedents) vote(n *neighbors, list []neighbor) {
	total := float32(0)
	for _, x := range list {
		code := p.codes[p.rows[x.row].code]
		v := x.similarity * x.similarity
		v *= v
		n.votes[code] += v
		total += v
		n.nearest[code] = max(n.nearest[code], x.similarity)
		n.top = max(n.top, x.similarity)
	}
	for code := range n.votes {
		n.votes[code] /= total
	}
	for _, code := range sortedCodes(n.votes) {
		n.headings[code[:4]] += n.votes[code]
	}
}

// odds is how much likelier the description's words are among the precedents of a code than among all:
// a smoothed naive Bayes estimate, and the code's own frequency.
func (n *neighbors) odds(code string) (words, prior float64) {
	p := n.of
	c, known := p.codeAt[code]
	all := float64(len(p.rows))
	if !known {
		return 0, math.Log(0.3 / all)
	}
	const smoothing = 8
	count := p.perCode[c]
	for _, w := range n.asked {
		background := float64(len(p.postings[w.id])) / (4 * all)
		seen := float64(p.pairs[pair(w.id, c)])
		words += w.weight * math.Log((seen+smoothing*background)/((float64(count.words)+smoothing)*background))
	}
	return words, math.Log(float64(count.rows) / all)
}

func sortedCodes(m map[string]float32) []string {
	out := make([]string, 0, len(m))
	for c := range m {
		out = append(out, c)
	}
	sort.Strings(out)
	return out
}

// fill sets the precedents' features of a candidate.
func (n *neighbors) fill(c *candidate, x *index, h int32) {
	if n == nil {
		return
	}
	code := x.subs[c.sub].Code
	f := &c.features
	votes, heading := n.votes[code], n.headings[x.headings[h].Code]
	words, prior := n.odds(code)
	f[featVotes], f[featVotesHeading] = votes*n.top, heading*n.top
	f[featVotesLog], f[featHeadingLog] = logShare(votes)*n.top, logShare(heading)*n.top
	f[featNearest] = n.nearest[code]
	f[featOdds], f[featPrior] = float32(words/10)*n.top, float32(prior/10)*n.top
	c.neighbor = n.votes[code]
}

// logShare maps a share to 0…1 by its logarithm: the difference between no vote and few counts most.
func logShare(share float32) float32 {
	return float32(math.Log(float64(share)+0.01)/4.6) + 1
}

// favoured returns the subheadings the precedents vote for.
func (n *neighbors) favoured(x *index) []int32 {
	if n == nil {
		return nil
	}
	var out []int32
	for _, code := range sortedCodes(n.votes) {
		if sub, ok := x.subAt[code]; ok {
			out = append(out, sub)
		}
	}
	return out
}
