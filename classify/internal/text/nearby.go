package text

import (
	"iter"
	"slices"

	"tariffdesk/classify/internal/wordmap"
)

// nearbyWords are the known words of plain letters by length and their first two letters, so that a misspelt word is compared with the few that
// begin like it.
type nearbyWords struct {
	words []nearbyWord
	ends  []int32 // by cell: where its words end, and those of the next begin
}

// nearbyWord is a place in the surface forms with the letters that the word has.
type nearbyWord struct {
	surface int32
	letters uint32
}

const (
	nearbyLengths = maxNearLetters + maxNearLength + 1
	nearbyLetters = letterMask + 1
)

// cellOf is the cell of words of a length that begin with two letters; of a word of one letter the second is 0.
func cellOf(length int, first, second byte) int {
	return (length*nearbyLetters+int(first&letterMask))*nearbyLetters + int(second&letterMask)
}

// newNearbyWords sorts words into their cells, in the order in which they were first set.
func newNearbyWords(surfaces *wordmap.Map) nearbyWords {
	type placed struct {
		cell int
		word nearbyWord
	}
	var all []placed
	surfaces.Each(func(word []byte, surface int32) {
		if len(word) == 0 || len(word) >= nearbyLengths || !ASCIILetters(string(word)) {
			return
		}
		all = append(all, placed{cellOf(len(word), word[0], secondOf(word)), nearbyWord{surface, lettersOf(word)}})
	})
	slices.SortStableFunc(all, func(a, b placed) int { return a.cell - b.cell })
	w := nearbyWords{words: make([]nearbyWord, len(all)), ends: make([]int32, nearbyLengths*nearbyLetters*nearbyLetters)}
	for i, p := range all {
		w.words[i] = p.word
		w.ends[p.cell] = int32(i + 1)
	}
	for cell := 1; cell < len(w.ends); cell++ {
		w.ends[cell] = max(w.ends[cell], w.ends[cell-1])
	}
	return w
}

// secondOf is the second letter of a word, 0 where it has one.
func secondOf[K string | []byte](word K) byte {
	if len(word) < 2 {
		return 0
	}
	return word[1]
}

// cells returns the words of a row of cells.
func (w *nearbyWords) cells(from, to int) []nearbyWord {
	begin := int32(0)
	if from > 0 {
		begin = w.ends[from-1]
	}
	return w.words[begin:w.ends[to]]
}

// beginningLike yields the words of a length, a row at a time, whose beginning at most one slip parts from that of a word: the first letter is the
// same, beside it on the keys, of its sound, left out, put in or swapped.
func (w *nearbyWords) beginningLike(slips *slipWords, said string, length int, l Lang) iter.Seq[[]nearbyWord] {
	return func(yield func([]nearbyWord) bool) {
		own := said[0]
		for first := byte('a'); first <= 'z'; first++ {
			from, to := cellOf(length, first, own), cellOf(length, first, own)
			if own == first || secondOf(said) == first || slips.sound(own, first, l) || slips.beside(own, first) {
				from, to = cellOf(length, first, 0), cellOf(length, first, letterMask)
			}
			if row := w.cells(from, to); len(row) > 0 && !yield(row) {
				return
			}
		}
	}
}
