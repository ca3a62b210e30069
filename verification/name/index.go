package name

import (
	"cmp"
	"math"
	"slices"
)

// Index finds names among many. It does not change and is safe for concurrent use.
type Index struct {
	words   []string
	ids     map[string]int32   // of a word
	begin   map[stem][]int32   // words by their first letters
	finish  map[stem][]int32   // words by their last letters
	holders [][]int32          // names that have a word
	names   [][]int32          // words of a name
	joined  map[string][]int32 // names by their letters without spaces
	weights []float64          // of words
	totals  []float64          // of names: the weights of their words
}

// Hit is a name that was found.
type Hit struct {
	Name  int // its place among those that were indexed
	Score float64
}

// NewIndex indexes names by their place.
func NewIndex(names []string) *Index {
	x := &Index{ids: map[string]int32{}, begin: map[stem][]int32{}, finish: map[stem][]int32{}, joined: map[string][]int32{},
		names: make([][]int32, len(names))}
	for i, n := range names {
		folded := Fold(n)
		if len(folded) == 0 {
			continue
		}
		key := joined(folded)
		x.joined[key] = append(x.joined[key], int32(i))
		for _, w := range folded {
			id := x.word(w)
			x.names[i] = append(x.names[i], id)
			if h := x.holders[id]; len(h) == 0 || h[len(h)-1] != int32(i) {
				x.holders[id] = append(h, int32(i))
			}
		}
	}
	x.weigh()
	return x
}

func (x *Index) weigh() {
	x.weights, x.totals = make([]float64, len(x.words)), make([]float64, len(x.names))
	for id, h := range x.holders {
		x.weights[id] = weightOf(len(x.names), len(h))
	}
	for i, words := range x.names {
		for _, id := range words {
			x.totals[i] += x.weights[id]
		}
	}
}

func (x *Index) word(w string) int32 {
	id, ok := x.ids[w]
	if !ok {
		id = int32(len(x.words))
		x.ids[w] = id
		x.words = append(x.words, w)
		x.holders = append(x.holders, nil)
		if len(w) >= 4 {
			x.begin[head(w, len(w))] = append(x.begin[head(w, len(w))], id)
			x.finish[tail(w, len(w))] = append(x.finish[tail(w, len(w))], id)
		}
	}
	return id
}

// A slip of the pen leaves a word's beginning or its end as it was.
func head(w string, length int) stem { return stem{w[:3], length} }
func tail(w string, length int) stem { return stem{w[len(w)-3:], length} }

// stem is one end of the words of a length.
type stem struct {
	letters string
	length  int
}

// The bounds of a search.
const (
	maxScored  = 500 // names compared word by word
	maxVariant = 40  // other spellings of a word
)

// Find returns the names at least as alike as least, the likest first, at most most of them.
func (x *Index) Find(name string, least float64, most int) []Hit {
	folded := Fold(name)
	if len(folded) == 0 {
		return nil
	}
	var hits []Hit
	for _, i := range x.near(folded, least) {
		if score := likeness(folded, x.spelled(i), x.weight); score >= least {
			hits = append(hits, Hit{int(i), math.Round(score*1000) / 1000})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name)) })
	return hits[:min(len(hits), most)]
}

func (x *Index) spelled(name int32) []string {
	words := make([]string, len(x.names[name]))
	for i, id := range x.names[name] {
		words[i] = x.words[id]
	}
	return words
}

// sought is a word of a query: what it may stand for, and the most it can add to a likeness.
type sought struct {
	variants map[int32]float64
	weight   float64
	best     float64 // of the likeness's paired weight
	known    float64 // the part of best that is the indexed word's own
	holders  int
}

// near are the names that may be as alike as least. Rare words are looked at first; once the words
// left cannot make a name likely by themselves, they only add to the names found so far. So a word
// that half of all names have costs nothing.
func (x *Index) near(folded []string, least float64) []int32 {
	words, total := x.sought(folded)
	paired := map[int32]float64{}
	for at, w := range words {
		rest, restKnown := 0.0, 0.0
		for _, later := range words[at:] {
			rest, restKnown = rest+later.best, restKnown+later.known
		}
		if rest < least*(total+restKnown) {
			for i := range paired {
				paired[i] += x.gain(w, i)
			}
			continue
		}
		for id, s := range w.variants {
			for _, i := range x.holders[id] {
				paired[i] += s * (w.weight + x.weights[id])
			}
		}
	}
	found := slices.Clone(x.joined[joined(folded)])
	for i, p := range paired {
		if p >= least*(total+x.totals[i]) {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(paired[b]/(total+x.totals[b]), paired[a]/(total+x.totals[a])), cmp.Compare(a, b))
	})
	found = slices.Compact(found)
	return found[:min(len(found), maxScored)]
}

// gain returns how much a word adds to the score of a name that is near already.
func (x *Index) gain(w sought, name int32) (most float64) {
	for _, id := range x.names[name] {
		if s, ok := w.variants[id]; ok {
			most = max(most, s*(w.weight+x.weights[id]))
		}
	}
	return most
}

func (x *Index) sought(folded []string) (words []sought, total float64) {
	for _, word := range folded {
		w := sought{variants: x.variants(word), weight: x.weight(word)}
		total += w.weight
		for id, s := range w.variants {
			w.holders += len(x.holders[id])
			w.best, w.known = max(w.best, s*(w.weight+x.weights[id])), max(w.known, x.weights[id])
		}
		words = append(words, w)
	}
	slices.SortStableFunc(words, func(a, b sought) int { return cmp.Compare(a.holders, b.holders) })
	return words, total
}

// variants are the indexed words that w may stand for, with how alike they are.
func (x *Index) variants(w string) map[int32]float64 {
	found := map[int32]float64{}
	if id, ok := x.ids[w]; ok {
		found[id] = 1
	}
	if len(w) < 4 {
		return found
	}
	slips := allowed(len(w) + 1)
	for length := len(w) - slips; length <= len(w)+slips; length++ {
		for _, near := range [][]int32{x.begin[head(w, length)], x.finish[tail(w, length)]} {
			for _, id := range near {
				if len(found) >= maxVariant {
					return found
				}
				if s := similar(w, x.words[id]); s > 0 {
					found[id] = s
				}
			}
		}
	}
	return found
}

// weight is higher the fewer names have a word.
func (x *Index) weight(w string) float64 {
	if id, ok := x.ids[w]; ok {
		return x.weights[id]
	}
	return weightOf(len(x.names), 0)
}

func weightOf(names, holders int) float64 { return math.Log(2 + float64(names)/float64(1+holders)) }
