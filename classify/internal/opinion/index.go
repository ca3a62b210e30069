package opinion

import (
	"math"
	"sync"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/top"
	"tariffdesk/classify/internal/wordmap"
)

// Index is a model bound to the subheadings of a tariff. It is read only once built, and safe for concurrent use.
type Index struct {
	trust           [StyleCount]Trust
	features        *wordmap.Map
	first           []int32  // by feature: its odds are steps[first[f]] … steps[first[f+1]-1]
	subs            []uint16 // of steps
	steps           []uint8
	always, missing []float32 // by subheading
	memory          sync.Pool
}

// NewIndex binds a model to a tariff. Codes that the tariff lacks are left out.
func NewIndex(m *Model, t *code.Tree) *Index {
	n := len(t.Subs)
	x := &Index{
		trust: m.Trust, features: wordmap.New(len(m.Features)), first: make([]int32, 1, len(m.Features)+1),
		always: make([]float32, n), missing: make([]float32, n),
	}
	subOf := make([]int32, len(m.Codes))
	for i, c := range m.Codes {
		sub, ok := t.SubAt[c]
		if !ok {
			subOf[i] = -1
			continue
		}
		subOf[i] = sub
		x.always[sub], x.missing[sub] = m.Always[i], m.Missing[i]
	}
	odds := 0
	for _, f := range m.Features {
		odds += len(f.Odds)
	}
	x.subs, x.steps = make([]uint16, 0, odds), make([]uint8, 0, odds)
	for i, f := range m.Features {
		x.features.Set(f.Text, int32(i))
		for _, o := range f.Odds {
			if sub := subOf[o.Code]; sub >= 0 {
				x.subs, x.steps = append(x.subs, uint16(sub)), append(x.steps, o.Steps)
			}
		}
		x.first = append(x.first, int32(len(x.subs)))
	}
	x.features.Clip()
	x.memory.New = func() any {
		return &Opinion{score: make([]float32, n), touched: make([]int32, 0, n), seen: make([]bool, n)}
	}
	return x
}

// Speaks reports whether the opinion counts for texts of a style.
func (x *Index) Speaks(s Style) bool { return x.trust[s].Weight > 0 }

// Opinion is the model's view of one description. It is working memory: give it back by Return. A nil opinion says
// nothing.
type Opinion struct {
	trust   Trust
	score   []float32 // by subheading, zero where it is not touched
	touched []int32
	seen    []bool
	best    float32
	lead    float32 // of the best over the second
	first   []top.Item
	odds    []float32 // of the candidates, while they are ranked
}

// The number of subheadings that an opinion makes candidates of, and how far any other may lie below the best: what was
// never seen with a word of the description is not weighed word by word.
const (
	favoured = 8
	furthest = 12
)

// Ask weighs a description by its words and pairs, as of Words. It is nil where no word is known.
func (x *Index) Ask(words []string, s Style) *Opinion {
	o := x.memory.Get().(*Opinion)
	o.trust = x.trust[s]
	read := float32(0)
	for _, w := range words {
		f, ok := x.features.Get(w)
		if !ok {
			continue
		}
		read += float32(Value(w))
		for i := x.first[f]; i < x.first[f+1]; i++ {
			sub := int32(x.subs[i])
			if !o.seen[sub] {
				o.seen[sub] = true
				o.touched = append(o.touched, sub)
			}
			o.score[sub] += step * float32(x.steps[i])
		}
	}
	if len(o.touched) == 0 {
		x.Return(o)
		return nil
	}
	// Words of one text are no independent witnesses: their sum grows with the root of their number.
	scale := 1 / float32(math.Sqrt(float64(read)))
	o.first = o.first[:0]
	for _, sub := range o.touched {
		o.score[sub] = scale * (o.score[sub] + x.always[sub] + read*x.missing[sub])
		o.first = top.Keep(o.first, top.Item{ID: sub, Value: o.score[sub]}, favoured)
	}
	o.first = top.Best(o.first, favoured)
	o.best, o.lead = o.first[0].Value, furthest
	if len(o.first) > 1 {
		o.lead = o.best - o.first[1].Value
	}
	return o
}

// Return takes the memory of an opinion back; nil is allowed.
func (x *Index) Return(o *Opinion) {
	if o == nil {
		return
	}
	for _, sub := range o.touched {
		o.score[sub], o.seen[sub] = 0, false
	}
	o.touched = o.touched[:0]
	x.memory.Put(o)
}

// sure reports whether an opinion counts.
func (o *Opinion) sure() bool { return o != nil && o.trust.Weight > 0 && o.lead >= o.trust.Margin }

// Favoured returns the subheadings it thinks likeliest, which are candidates whatever the search finds.
func (o *Opinion) Favoured() (subs []int32) {
	if !o.sure() {
		return nil
	}
	for _, f := range o.first {
		subs = append(subs, f.ID)
	}
	return subs
}

// Of returns how far a subheading lies below the best one, 0 being the best.
func (o *Opinion) Of(sub int32) float32 {
	if o == nil || !o.seen[sub] {
		return -furthest
	}
	return max(o.score[sub]-o.best, -furthest)
}

// Lead returns by how much the best leads the second.
func (o *Opinion) Lead() float32 {
	if o == nil {
		return 0
	}
	return o.lead
}

// Rank orders ranked candidates anew; they stay as they are where the opinion does not count. A subheading that a stated
// value opposes is lifted over no sibling that it does not: words that goods are often named with deny nothing that is said.
func (o *Opinion) Rank(t *code.Tree, candidates []rank.Candidate) {
	if !o.sure() || len(candidates) == 0 {
		return
	}
	for i := range candidates {
		c := &candidates[i]
		odds := o.Of(c.Sub)
		if c.Opposed() {
			odds = min(odds, o.ofUnopposed(t, t.HeadingOf[c.Sub], candidates))
		}
		o.odds = append(o.odds, odds)
	}
	for i := range candidates {
		candidates[i].Score = (candidates[i].Score + o.trust.Weight*o.odds[i]) / o.trust.Temper
	}
	o.odds = o.odds[:0]
	rank.Order(candidates)
}

// ofUnopposed is the best that it says of a candidate of a heading which nothing stated opposes, 0 where there is none.
func (o *Opinion) ofUnopposed(t *code.Tree, heading int32, candidates []rank.Candidate) float32 {
	best, found := float32(-furthest), false
	for i := range candidates {
		if c := &candidates[i]; t.HeadingOf[c.Sub] == heading && !c.Opposed() {
			best, found = max(best, o.Of(c.Sub)), true
		}
	}
	if !found {
		return 0
	}
	return best
}
