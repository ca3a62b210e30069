package search

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"tariffdesk/tariff"
)

// Hit is a code that was found.
type Hit struct {
	Code  string
	Score float64 // of words; 0 where digits were looked for
}

// MaxQueryWords bounds what one search looks up; further words are passed over.
const MaxQueryWords = 32

// Find returns the codes a query finds, best first, at most limit of them; more tells that there are
// others. A query of digits finds the codes that begin with them, in order.
func (x *Index) Find(query string, limit int) (hits []Hit, more bool) {
	if digits, ok := tariff.CleanCode(query); ok {
		return x.begin(digits, limit)
	}
	b := x.boards.Get().(*board) //nolint:forcetypeassert // boards holds nothing else
	defer func() { b.wipe(); x.boards.Put(b) }()
	x.score(b, query)
	return x.best(b, limit)
}

func (x *Index) begin(digits string, limit int) (hits []Hit, more bool) {
	for _, code := range x.all[sort.SearchStrings(x.all, digits):] {
		if !strings.HasPrefix(code, digits) {
			break
		}
		if len(hits) == limit {
			return hits, true
		}
		hits = append(hits, Hit{Code: code})
	}
	return hits, false
}

// board holds the scores of one search; used again, so that a search allocates next to nothing.
type board struct {
	score   []float32
	words   []uint8 // of the query, that a code has
	touched []int32
	asked   []int32 // words of the query, each once
}

func newBoard(codes int) *board {
	return &board{score: make([]float32, codes), words: make([]uint8, codes)}
}

func (b *board) wipe() {
	for _, code := range b.touched {
		b.score[code], b.words[code] = 0, 0
	}
	b.touched, b.asked = b.touched[:0], b.asked[:0]
}

// score sums what the words of a query are worth in each code.
func (x *Index) score(b *board, query string) {
	eachWord(query, func(stem string) {
		id, known := x.words[stem]
		if !known || len(b.asked) == MaxQueryWords || slices.Contains(b.asked, id) {
			return
		}
		b.asked = append(b.asked, id)
		for _, p := range x.postings[id] {
			if b.words[p.code] == 0 {
				b.touched = append(b.touched, p.code)
			}
			b.words[p.code]++
			b.score[p.code] += p.count
		}
	})
}

// best orders what was found; a code that has half of the words counts half.
func (x *Index) best(b *board, limit int) (hits []Hit, more bool) {
	for _, code := range b.touched {
		hit := Hit{x.codes[code], float64(b.score[code]) * float64(b.words[code]) / float64(len(b.asked))}
		if len(hits) == limit && byScore(hit, hits[limit-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(hits, hit, byScore)
		hits = slices.Insert(hits, at, hit)[:min(len(hits)+1, limit)]
	}
	return hits, len(b.touched) > limit
}

// byScore puts shorter codes first among equals.
func byScore(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Code), len(b.Code)), strings.Compare(a.Code, b.Code))
}
