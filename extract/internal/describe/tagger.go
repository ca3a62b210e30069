package describe

import (
	"strconv"
	"strings"
	"sync"
)

// Tag says how a word of a request is used: it begins a field, goes on with one, names a list, and so on.
type Tag int8

// The tags of words of the document. Each has one that goes on with it behind it.
const (
	tagNone   Tag = iota
	tagField      // begins the name of a field
	_             //
	tagOwn        // begins what a field has of its own beside shared words: "net" of "net and gross weight", "name" of "buyer (name, …)"
	_             //
	tagShared     // begins the words that fields share: "weight", "buyer"
	_             //
	tagAsked      // begins a question that a field answers
	_             //
)

// The tags of words of a list, and of what is no field.
const (
	tagColumn   = tagNone + 9 + iota // the tags above once more, for columns: the first is that of words between them
	tagList     = tagNone + 18       // begins the noun of a list
	tagExcluded = tagNone + 20       // begins what is not wanted
	tagValue    = tagNone + 22       // begins a value that a field may have
	numTags     = 24
)

// TagNames are the tags as data files write them, in their order: capitals begin, small letters go on, and C stands for columns.
var TagNames = strings.Fields("O F f A a G g Q q OC FC fC AC aC GC gC QC qC L l X x V v")

// inside reports whether a tag goes on with what another begins.
func (t Tag) inside() bool { return TagNames[t][0] >= 'a' }

// column reports whether a tag is of a word among the columns of a list.
func (t Tag) column() bool { return t >= tagColumn && t < tagList }

// document is the same tag outside lists.
func (t Tag) document() Tag {
	if t.column() {
		return t - tagColumn
	}
	return t
}

// follows reports whether a tag may stand behind another.
func (t Tag) follows(before Tag) bool { return !t.inside() || before == t || before == t-1 }

// Weights are of each tag.
type Weights [numTags]float32

// Steps are the weights of a tag behind another, by what stands between two words.
type Steps [contexts][numTags]Weights

// contexts is how many kinds of mark, or none, may stand between two words; the first up to lastMark are marks.
const (
	contexts = 10
	lastMark = 6
)

// Tagger is a linear chain over the tags of the words of a request (extract/fit).
type Tagger struct {
	Weights map[string]*Weights // by feature
	Steps   Steps
}

// tagger is the fitted chain, read where the first request needs it.
var tagger = sync.OnceValue(loadTagger)

// loadTagger reads the fitted weights: a feature, or "=" with a context and the tag before it, and the weights of tags.
func loadTagger() *Tagger {
	m := &Tagger{Weights: map[string]*Weights{}}
	byName := map[string]Tag{}
	for t, name := range TagNames {
		byName[name] = Tag(t)
	}
	for _, f := range rowsOf("data/tags.tsv") {
		w := &Weights{}
		if at, ok := strings.CutPrefix(f[0], "="); ok {
			context, before, _ := strings.Cut(at, " ")
			n, _ := strconv.Atoi(context) // a missing one is 0
			w = &m.Steps[n%contexts][byName[before]]
		} else {
			m.Weights[f[0]] = w
		}
		for _, weight := range f[1:] {
			name, x, _ := strings.Cut(weight, " ")
			tenths, _ := strconv.Atoi(x) // a missing one weighs nothing
			w[byName[name]] = float32(tenths) / 10
		}
	}
	return m
}

// Decode is the likeliest sequence of tags for words with these features.
func (m *Tagger) Decode(s *Sentence) []Tag {
	scores := make([]Weights, len(s.Features))
	for i, features := range s.Features {
		for _, f := range features {
			if w := m.Weights[f]; w != nil {
				for t := range w {
					scores[i][t] += w[t]
				}
			}
		}
	}
	return Viterbi(scores, s.Contexts, &m.Steps)
}

// never is below every score.
const never = -1e9

// Viterbi finds the sequence of tags of the highest sum. What a tag begins ends at a mark.
func Viterbi(scores []Weights, between []int, steps *Steps) []Tag {
	n := len(scores)
	if n == 0 {
		return nil
	}
	best, back := make([]Weights, n), make([][numTags]Tag, n)
	for t := range Tag(numTags) {
		if best[0][t] = never; !t.inside() {
			best[0][t] = scores[0][t] + steps[between[0]][tagNone][t]
		}
	}
	for i := 1; i < n; i++ {
		step, marked := &steps[between[i]], between[i] > 0 && between[i] <= lastMark
		for t := range Tag(numTags) {
			top, from := float32(2*never), tagNone
			for p := range Tag(numTags) {
				if s := best[i-1][p] + step[p][t]; s > top && t.follows(p) && !(marked && t.inside()) {
					top, from = s, p
				}
			}
			best[i][t], back[i][t] = top+scores[i][t], from
		}
	}
	tags := make([]Tag, n)
	for t, s := range best[n-1] {
		if s > best[n-1][tags[n-1]] {
			tags[n-1] = Tag(t)
		}
	}
	for i := n - 1; i > 0; i-- {
		tags[i-1] = back[i][tags[i]]
	}
	return tags
}
