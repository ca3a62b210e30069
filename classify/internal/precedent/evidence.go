package precedent

import (
	"math"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/rank"
)

// What precedents say of a candidate, beside what the ranking says without them. All are scaled to about 0…1.
const (
	evidenceScore        = iota // the ranking's own score
	evidenceHeadingScore        // logarithm of the probability it gives the heading
	evidenceVotes               // share of the neighbours' votes
	evidenceVotesLog
	evidenceHeadingVotes
	evidenceHeadingLog
	evidenceNearest // similarity of the nearest precedent with this code
	evidenceHeadingNearest
	evidenceWords // naive Bayes odds of the description's words, of pairs of words
	evidencePairs
	evidenceHeadingWords
	evidenceHeadingPairs
	evidenceChapterWords
	evidenceLinear // the linear model's probability of the code, by its logarithm
	evidenceLinearLow
	evidenceHeadingLinear
	evidenceRows // logarithm of the number of precedents with this code
	TrustedCount
)

// What is the same for all candidates, read by the trees only.
const (
	evidenceTop   = TrustedCount + iota // similarity of the nearest precedent of all
	evidenceKnown                       // share of the description that any precedent knows
	evidenceAlike                       // how usual its style is among them
	EvidenceCount
)

// Evidence is all of it.
type Evidence [EvidenceCount]float32

// Trust has three parts, each with its own coefficient for every kind of evidence. Precedents count by how
// usual the description's style is among them, the more the closer the nearest is; of a style they do not
// have, only a near one counts. So a stranger's precedents change next to nothing.
type Trust [3]float32

const nearFrom = 0.4 // similarity from which a precedent counts whatever its style

// trustOf is how far a kind of evidence counts, by the similarity of the nearest precedent and by how usual the
// description's style is among them all.
func trustOf(kind int, nearest, alike float32) Trust {
	if kind <= evidenceHeadingScore {
		return Trust{1, nearest, alike}
	}
	return Trust{alike, alike * nearest, max(0, nearest-nearFrom)}
}

// Expanded multiplies the kinds of evidence that have coefficients by every part of trust.
func (e *Evidence) Expanded() []float32 {
	out := make([]float32, 0, TrustedCount*len(Trust{}))
	for kind := range TrustedCount {
		for _, part := range trustOf(kind, e[evidenceTop], e[evidenceAlike]) {
			out = append(out, e[kind]*part)
		}
	}
	return out
}

// EvidenceNames returns the names of the kinds of evidence in coefficient files, by place; the first TrustedCount have
// coefficients, the others are read by trees alone.
func EvidenceNames() []string {
	names := [EvidenceCount]string{
		evidenceScore: "score", evidenceHeadingScore: "heading_score", evidenceVotes: "votes", evidenceVotesLog: "votes_log",
		evidenceHeadingVotes: "heading_votes", evidenceHeadingLog: "heading_votes_log", evidenceNearest: "nearest", evidenceHeadingNearest: "heading_nearest",
		evidenceWords: "words", evidencePairs: "pairs", evidenceHeadingWords: "heading_words", evidenceHeadingPairs: "heading_pairs", evidenceChapterWords: "chapter_words",
		evidenceLinear: "linear", evidenceLinearLow: "linear_low", evidenceHeadingLinear: "heading_linear", evidenceRows: "rows",
		evidenceTop: "nearest_of_all", evidenceKnown: "known", evidenceAlike: "alike",
	}
	return names[:]
}

// weighed is a subheading with its evidence.
type weighed struct {
	sub      int32
	evidence Evidence
}

// Evidence returns what the precedents say of a subheading; nil where it was not weighed.
func (n *Neighbors) Evidence(sub int32) *Evidence {
	if n == nil {
		return nil
	}
	for i := range n.weighed {
		if n.weighed[i].sub == sub {
			return &n.weighed[i].evidence
		}
	}
	return nil
}

// Share is the share of the neighbours' votes that a subheading has.
func (n *Neighbors) Share(sub int32) float32 {
	if e := n.Evidence(sub); e != nil {
		return e[evidenceVotes]
	}
	return 0
}

// weigh gathers the evidence of ranked candidates and gives the search's memory back.
func (n *Neighbors) weigh(t *code.Tree, candidates []rank.Candidate) {
	p := n.of
	p.mu.RLock()
	defer p.mu.RUnlock()
	mass := map[int32]float64{}
	for i := range candidates {
		mass[t.HeadingOf[candidates[i].Sub]] += float64(candidates[i].P)
	}
	n.weighed = make([]weighed, len(candidates))
	for i := range candidates {
		c, w := &candidates[i], &n.weighed[i]
		w.sub = c.Sub
		e := &w.evidence
		e[evidenceTop], e[evidenceKnown], e[evidenceAlike] = n.Top, n.known, n.alike
		e[evidenceScore] = c.Score / 5
		e[evidenceHeadingScore] = float32(math.Log(mass[t.HeadingOf[c.Sub]]+1e-5)) / 5
		n.weighCode(e, t.Numbers[c.Sub])
	}
	n.memory.codes.reset()
	n.memory.headings.reset()
	n.memory.odds.reset()
	n.memory.linear.reset()
	n.memory.byPlace = n.memory.byPlace[:0]
	p.memory.Put(n.memory)
	n.memory = nil
}

// weighCode sets what the precedents say of a candidate's code, heading and chapter.
func (n *Neighbors) weighCode(e *Evidence, code code.Number) {
	p := n.of
	var own, heading vote
	if at, known := p.codeAt[code]; known {
		own = n.memory.codes.at(at)
		v := n.memory.odds.ofCode(p, at)
		e[evidenceWords], e[evidencePairs] = v[0]/10, v[1]/10
		share := n.memory.linear.at(at)
		e[evidenceLinear], e[evidenceLinearLow] = logShare(share), logLow(share)
		e[evidenceRows] = float32(math.Log1p(float64(p.codes[at].rows))) / 10
	}
	if at, known := p.placeAt[code.Heading()]; known {
		heading = n.memory.headings.at(at)
		v := n.memory.odds.ofPlace(p, at)
		e[evidenceHeadingWords], e[evidenceHeadingPairs] = v[0]/10, v[1]/10
		if int(at) < len(n.memory.byPlace) {
			e[evidenceHeadingLinear] = logLow(n.memory.byPlace[at])
		}
	}
	if at, known := p.placeAt[code.Chapter()]; known {
		e[evidenceChapterWords] = n.memory.odds.ofPlace(p, at)[0] / 10
	}
	e[evidenceVotes], e[evidenceVotesLog] = own.share, logShare(own.share)
	e[evidenceHeadingVotes], e[evidenceHeadingLog] = heading.share, logShare(heading.share)
	e[evidenceNearest], e[evidenceHeadingNearest] = own.nearest, heading.nearest
}

// logShare maps a share to 0…1 by its logarithm: the difference between no vote and few counts most.
func logShare(share float32) float32 {
	return float32(math.Log(float64(share)+0.01)/4.6) + 1
}

// logLow is the same down to a hundred thousandth.
func logLow(share float32) float32 {
	return float32(math.Log(float64(share)+1e-5)/11.5) + 1
}
