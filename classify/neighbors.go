package classify

import "sort"

// neighbors is what an organisation's precedents say about one description.
type neighbors struct {
	votes    map[string]float32 // by code: share of the neighbours' votes
	nearest  map[string]float32 // by code: similarity of its nearest precedent
	words    map[string]float32 // by code: share of the description's words pointing to it
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
	asked, total := p.known(precedentWords(text))
	if len(asked) == 0 {
		return nil
	}
	n := &neighbors{votes: map[string]float32{}, nearest: map[string]float32{}, words: map[string]float32{}, headings: map[string]float32{}}
	p.vote(n, p.nearest(asked, total))
	p.point(n, asked, total)
	return n
}

type askedWord struct {
	id     int32
	rarity float64
}

// known returns the words of the index among words, rarest first, and the rarity of all.
func (p *Precedents) known(words []string) (asked []askedWord, total float64) {
	for _, w := range words {
		if id, ok := p.words[w]; ok {
			r := p.rarity(id)
			asked = append(asked, askedWord{id, r})
			total += r
		} else {
			total += 6 // a word never seen: the description says something no precedent says
		}
	}
	sort.Slice(asked, func(i, j int) bool {
		if asked[i].rarity != asked[j].rarity {
			return asked[i].rarity > asked[j].rarity
		}
		return asked[i].id < asked[j].id
	})
	return asked, total
}

// nearest returns the rows that share most of the asked words, and few others, best first.
func (p *Precedents) nearest(asked []askedWord, total float64) []neighbor {
	found := make(map[int32]float64, 256)
	visited := 0
	for i, w := range asked {
		rows := p.postings[w.id]
		if i > 0 && visited+len(rows) > maxVisited {
			for row := range found { // common words only strengthen what rare ones found
				if has(rows, row) {
					found[row] += w.rarity
				}
			}
			continue
		}
		visited += len(rows)
		if len(rows) > maxVisited {
			rows = rows[len(rows)-maxVisited:]
		}
		for _, row := range rows {
			found[row] += w.rarity
		}
	}
	mean := total / float64(max(1, len(asked)))
	list := make([]neighbor, 0, len(found))
	for row, common := range found {
		size := float64(p.rows[row].size) * mean
		list = append(list, neighbor{row, float32(2 * common / (total + max(size, common)))})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].similarity != list[j].similarity {
			return list[i].similarity > list[j].similarity
		}
		return list[i].row > list[j].row
	})
	return list[:min(len(list), maxNeighbors)]
}

func has(rows []int32, row int32) bool {
	i := sort.Search(len(rows), func(i int) bool { return rows[i] >= row })
	return i < len(rows) && rows[i] == row
}

func (p *Precedents) vote(n *neighbors, list []neighbor) {
	total := float32(0)
	for _, x := range list {
		code := p.codes[p.rows[x.row].code]
		v := x.similarity * x.similarity * x.similarity
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

// point lets every word vote for the codes it was used with, by rarity and by share.
func (p *Precedents) point(n *neighbors, asked []askedWord, total float64) {
	for code := range n.votes {
		c := p.codeAt[code]
		sum := 0.0
		for _, w := range asked {
			if rows := p.pairs[uint64(w.id)<<32|uint64(c)]; rows > 0 {
				sum += w.rarity * float64(rows) / (float64(len(p.postings[w.id])) + 1)
			}
		}
		n.words[code] = float32(sum / total)
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

// fill sets the precedents' features of a candidate.
func (n *neighbors) fill(c *candidate, x *index, h int32) {
	if n == nil {
		return
	}
	code := x.subs[c.sub].Code
	f := &c.features
	f[featVotes] = n.votes[code] * n.top
	f[featVotesHeading] = n.headings[x.headings[h].Code] * n.top
	f[featNearest] = n.nearest[code]
	f[featCustom] = n.words[code]
	c.neighbor = n.votes[code]
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
