package lookup

import (
	"slices"

	"tariffdesk/classify/internal/text"
)

// wholesBuilder gathers names before they are packed.
type wholesBuilder struct {
	words *text.Lexicon
	first map[uint64]int32
	next  []int32
	bags  map[uint64]int32
}

func newWholesBuilder(words *text.Lexicon) wholesBuilder {
	return wholesBuilder{words: words, first: make(map[uint64]int32, 1<<17), bags: make(map[uint64]int32, 1<<17)}
}

// add files the next term by its words.
func (w *wholesBuilder) add(tokens []text.Token, term int32) {
	key := nameHash(tokens, asWritten, w.words)
	before, ok := w.first[key]
	if !ok {
		before = text.NoWord
	}
	for int(term) >= len(w.next) {
		w.next = append(w.next, text.NoWord)
	}
	w.first[key], w.next[term] = term, before
}

// addBag files a name by its words without their order.
func (w *wholesBuilder) addBag(bag uint64, term int32) {
	if before, ok := w.bags[bag]; ok && (before == text.NoWord || !w.same(before, term)) {
		term = text.NoWord
	}
	w.bags[bag] = term
}

// same reports whether two terms are one name.
func (w *wholesBuilder) same(a, b int32) bool {
	for t := b; t != text.NoWord; t = w.next[t] {
		if t == a {
			return true
		}
	}
	return false
}

func (w *wholesBuilder) pack() wholes {
	return wholes{words: w.words, first: packHashed(w.first), next: slices.Clip(w.next), bags: packHashed(w.bags)}
}
