package precedent

import (
	"math"
	"math/rand/v2"
	"slices"

	"tariffdesk/classify/internal/top"
)

// How the linear model learns: a multinomial logit over words, pairs and pieces that has a weight only where a code
// was seen with one of them, trained by stochastic gradient.
const (
	learnFrom   = 200  // rows from which on there is enough to learn from
	rounds      = 3    // over what is learnt
	pace        = 10.0 // of the first round; falls with the root
	maxLearnt   = 400  // codes beyond which a word, pair or piece tells none of them apart
	priorPower  = 0.3  // how far a code's number of rows counts
	pairValue   = 0.7  // of a pair of words, the value of a word being 1
	pieceValue  = 0.35
	leastLinear = 4 // of the codes the model finds likeliest, those proposed
)

// lesson is a row that is learnt: its words, then pairs, then pieces, and the right code.
type lesson struct {
	ids          []int32
	words, pairs int
	code         int32
}

// weighted is a word, pair or piece with its value in a vector of length one.
type weighted struct {
	id    int32
	value float32
}

// vector gives words, pairs and pieces their values: their rarity, by kind.
func (p *Index) vector(out []weighted, l *lesson) []weighted {
	square := 0.0
	for i, id := range l.ids {
		u := &p.uses[id]
		if u.common || len(u.codes) > maxLearnt {
			continue
		}
		value := math.Log(1 + float64(len(p.rows))/(float64(u.count)+0.5))
		switch {
		case i >= l.words+l.pairs:
			value *= pieceValue
		case i >= l.words:
			value *= pairValue
		}
		square += value * value
		out = append(out, weighted{id, float32(value)})
	}
	length := float32(math.Sqrt(square))
	for i := range out {
		out[i].value /= length
	}
	return out
}

// learn trains the model on rows that were added, in an order that is the same for the same number of them. Below
// learnFrom rows they wait.
func (p *Index) learn(lessons []lesson) {
	if p.waiting = append(p.waiting, lessons...); len(p.rows) < learnFrom {
		return
	}
	lessons, p.waiting = p.waiting, nil
	p.prefer()
	l := linear{}
	l.grow(len(p.codes))
	var vector []weighted
	order := rand.New(rand.NewPCG(uint64(len(lessons)), 1))
	for round := range rounds {
		step := float32(pace / math.Sqrt(float64(round+1)))
		for _, at := range order.Perm(len(lessons)) {
			x := &lessons[at]
			vector = p.vector(vector[:0], x)
			l.score(p, vector)
			l.normalise()
			for _, c := range l.touched {
				l.of[c] = -l.of[c]
			}
			l.of[x.code]++
			for _, w := range vector {
				codes := p.uses[w.id].codes
				for i := range codes {
					codes[i].weight += step * w.value * l.of[codes[i].code]
				}
			}
			l.reset()
		}
	}
}

// prefer sets the weight of the number of rows that a code has.
func (p *Index) prefer() {
	p.bias = make([]float32, len(p.codes))
	for c := range p.codes {
		p.bias[c] = priorPower * float32(math.Log(float64(p.codes[c].rows)))
	}
}

// linear are scores or probabilities by code, zero between searches.
type linear struct {
	of      []float32
	voted   []bool
	touched []int32
}

func (l *linear) grow(n int) {
	if len(l.of) < n {
		l.of = append(l.of, make([]float32, n-len(l.of))...)
		l.voted = append(l.voted, make([]bool, n-len(l.voted))...)
	}
}

// score adds up the weights of a vector.
func (l *linear) score(p *Index, vector []weighted) {
	for _, w := range vector {
		for _, use := range p.uses[w.id].codes {
			if !l.voted[use.code] {
				l.voted[use.code] = true
				l.touched = append(l.touched, use.code)
				l.of[use.code] = p.bias[use.code]
			}
			l.of[use.code] += w.value * use.weight
		}
	}
}

// normalise turns scores into probabilities.
func (l *linear) normalise() {
	most := float32(math.Inf(-1))
	for _, c := range l.touched {
		most = max(most, l.of[c])
	}
	sum := float32(0)
	for _, c := range l.touched {
		l.of[c] = float32(math.Exp(float64(l.of[c] - most)))
		sum += l.of[c]
	}
	for _, c := range l.touched {
		l.of[c] /= sum
	}
}

func (l *linear) reset() {
	for _, c := range l.touched {
		l.of[c], l.voted[c] = 0, false
	}
	l.touched = l.touched[:0]
}

// at returns the probability of a code; none of one added since the search.
func (l *linear) at(c int32) float32 {
	if int(c) >= len(l.of) {
		return 0
	}
	return l.of[c]
}

// predict asks the model about a description: words, pairs and pieces that the index knows.
func (p *Index) predict(memory *searchMemory, words []word) {
	if len(p.bias) == 0 {
		return
	}
	x := lesson{ids: p.numbers(words)}
	x.words = len(x.ids)
	x.ids = append(x.ids, p.numbers(pairsOf(words))...)
	x.pairs = len(x.ids) - x.words
	x.ids = append(x.ids, p.numbers(piecesOf(words))...)
	l := &memory.linear
	l.grow(len(p.codes))
	l.score(p, p.vector(nil, &x))
	l.normalise()
	memory.byPlace = append(memory.byPlace[:0], make([]float32, len(p.places))...) // emptied when the search is weighed
	for _, c := range l.touched {
		memory.byPlace[p.codes[c].heading] += l.of[c]
	}
}

// numbers returns those of the words that the index knows.
func (p *Index) numbers(words []word) []int32 {
	out := make([]int32, 0, len(words))
	for _, w := range words {
		if id, known := p.words[w.text]; known && len(p.uses[id].codes) > 0 {
			out = append(out, id)
		}
	}
	return out
}

// likely returns the codes the model finds likeliest.
func (l *linear) likely(p *Index) []string {
	list := make([]top.Item, 0, len(l.touched))
	for _, c := range l.touched {
		list = append(list, top.Item{ID: c, Value: l.of[c]})
	}
	var out []string
	for _, s := range top.Best(list, leastLinear) {
		out = append(out, p.codes[s.ID].code)
	}
	return out
}

// Bounds of the kin of a word that is not in the index.
const (
	leastKin = 0.6 // of the pieces of both
	maxKin   = 2
	maxWords = 4000 // words a piece stands in, beyond which it finds none
)

// kin returns the words most like an unknown one by their pieces, with how like they are.
func (p *Index) kin(w word) []weighted {
	pieces := piecesOf([]word{w})
	shared := map[int32]int{}
	for _, piece := range pieces {
		if id, known := p.words[piece.text]; known && len(p.uses[id].rows) <= maxWords {
			for _, other := range p.uses[id].rows {
				shared[other]++
			}
		}
	}
	var out []weighted
	for id, n := range shared {
		if like := float32(2*n) / float32(len(pieces)+int(p.uses[id].pieces)); like >= leastKin {
			out = append(out, weighted{id, like})
		}
	}
	slices.SortFunc(out, func(a, b weighted) int {
		if a.value != b.value {
			return int(math.Copysign(1, float64(b.value-a.value)))
		}
		return int(a.id - b.id)
	})
	return out[:min(len(out), maxKin)]
}
