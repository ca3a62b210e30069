package classify

import "math"

// What precedents say of a candidate, beside what the ranking says without them. All are scaled to about 0…1.
const (
	precScore        = iota // the ranking's own score
	precHeadingScore        // logarithm of the probability it gives the heading
	precVotes               // share of the neighbours' votes
	precVotesLog
	precHeadingVotes
	precHeadingLog
	precNearest // similarity of the nearest precedent with this code
	precHeadingNearest
	precWords // naive Bayes odds of the description's words, of pairs of words
	precPairs
	precHeadingWords
	precHeadingPairs
	precChapterWords
	precCount
)

// What is the same for all candidates, read by the trees only.
const (
	precTop   = precCount + iota // similarity of the nearest precedent of all
	precKnown                    // share of the description that any precedent knows
	precAlike                    // how usual its style is among them
	evidenceCount
)

// precedentEvidence is all of it.
type precedentEvidence [evidenceCount]float32

// trust has three parts, each with its own coefficient for every kind of evidence. Precedents count by how
// usual the description's style is among them, the more the closer the nearest is; of a style they do not
// have, only a near one counts. So a stranger's precedents change next to nothing.
type trust [3]float32

const nearFrom = 0.4 // similarity from which a precedent counts whatever its style

func (n *neighbors) trust(kind int) trust {
	if kind <= precHeadingScore {
		return trust{1, n.top, n.alike}
	}
	return trust{n.alike, n.alike * n.top, max(0, n.top-nearFrom)}
}

// rank orders ranked candidates anew by what the precedents say.
func (n *neighbors) rank(x *index, candidates []candidate) {
	if n == nil {
		return
	}
	n.fill(x, candidates)
	if len(candidates) == 0 {
		return
	}
	var weights [precCount]float32
	for kind := range weights {
		for i, t := range n.trust(kind) {
			weights[kind] += precedentCoefficients[kind][i] * t
		}
	}
	for i := range candidates {
		c := &candidates[i]
		c.score = 0
		for kind, w := range weights {
			c.score += w * c.evidence[kind]
		}
		for t := range precedentTrees {
			c.score += precedentTrees[t].read(&c.evidence)
		}
		if c.evidence[precNearest] >= sameFrom {
			c.score += sameScore
		}
	}
	order(candidates)
}

// A precedent of the same words, small numbers apart, decides: the organisation has classified these very
// goods. No coefficient could be fitted to it, for catalogues to learn from hold a text once.
const (
	sameFrom  = 0.97
	sameScore = 5
)

// tree is three levels of questions about the evidence; what the straight line misses.
type tree struct {
	kind [7]uint8
	cut  [7]float32 // from here on to the right
	leaf [8]float32
}

func (t *tree) read(e *precedentEvidence) float32 {
	at := 0
	for range 3 {
		at = 2*at + 1
		if asked := (at - 1) / 2; e[t.kind[asked]] >= t.cut[asked] {
			at++
		}
	}
	return t.leaf[at-7]
}

// fill sets the evidence of ranked candidates and gives the search's memory back.
func (n *neighbors) fill(x *index, candidates []candidate) {
	p := n.of
	p.mu.RLock()
	defer p.mu.RUnlock()
	mass := map[int32]float64{}
	for i := range candidates {
		mass[x.headingOf[candidates[i].sub]] += float64(candidates[i].p)
	}
	for i := range candidates {
		c := &candidates[i]
		e := &c.evidence
		e[precTop], e[precKnown], e[precAlike] = n.top, n.known, n.alike
		e[precScore] = c.score / 5
		e[precHeadingScore] = float32(math.Log(mass[x.headingOf[c.sub]]+1e-5)) / 5
		n.fillCode(c, x.numbers[c.sub])
	}
	n.memory.codes.reset()
	n.memory.headings.reset()
	n.memory.odds.reset()
	p.memory.Put(n.memory)
	n.memory = nil
}

// fillCode sets what the precedents say of a candidate's code, heading and chapter.
func (n *neighbors) fillCode(c *candidate, code codeNumber) {
	p, e := n.of, &c.evidence
	var own, heading vote
	if at, known := p.codeAt[code]; known {
		own = n.memory.codes.at(at)
		v := n.memory.odds.ofCode(p, at)
		e[precWords], e[precPairs] = v[0]/10, v[1]/10
	}
	if at, known := p.placeAt[code.heading()]; known {
		heading = n.memory.headings.at(at)
		v := n.memory.odds.ofPlace(p, at)
		e[precHeadingWords], e[precHeadingPairs] = v[0]/10, v[1]/10
	}
	if at, known := p.placeAt[code.chapter()]; known {
		e[precChapterWords] = n.memory.odds.ofPlace(p, at)[0] / 10
	}
	c.neighbor = own.share
	e[precVotes], e[precVotesLog] = own.share, logShare(own.share)
	e[precHeadingVotes], e[precHeadingLog] = heading.share, logShare(heading.share)
	e[precNearest], e[precHeadingNearest] = own.nearest, heading.nearest
}

// logShare maps a share to 0…1 by its logarithm: the difference between no vote and few counts most.
func logShare(share float32) float32 {
	return float32(math.Log(float64(share)+0.01)/4.6) + 1
}
