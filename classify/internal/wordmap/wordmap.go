// Package wordmap numbers words in half of the room of a Go map: the letters stand in one array, and nothing of it
// holds pointers that the collector follows.
//
// It refuses to forget: a word that was set stays.
package wordmap

import (
	"hash/maphash"
	"iter"
)

// Map finds a number by a word. The zero value is empty. It may be read by many once nothing is set any more.
type Map struct {
	seed   maphash.Seed
	text   []byte
	ends   []uint32 // by entry: its word ends there in text, and begins where the one before ends
	values []int32  // by entry
	slots  []uint32 // by hash: an entry and one more in the lower bits, a part of its hash above; 0 is free
}

// MaxWords is the number of words that a map holds.
const MaxWords = 1<<entryBits - 1

const (
	entryBits = 20
	entryMask = 1<<entryBits - 1
	fewest    = 16 // slots
)

// New returns a map with room for n words.
func New(n int) *Map {
	m := &Map{}
	size := fewest
	for size*2 < n*3 {
		size *= 2
	}
	m.grow(size)
	m.ends, m.values = make([]uint32, 0, n), make([]int32, 0, n)
	return m
}

// Len is the number of words.
func (m *Map) Len() int { return len(m.ends) }

// Get returns the number of a word.
func (m *Map) Get(word string) (value int32, ok bool) {
	if len(m.slots) == 0 {
		return 0, false
	}
	if entry, _ := find(m, word, maphash.String(m.seed, word)); entry >= 0 {
		return m.values[entry], true
	}
	return 0, false
}

// GetBytes is Get for letters that are not a string yet.
func (m *Map) GetBytes(word []byte) (value int32, ok bool) {
	if len(m.slots) == 0 {
		return 0, false
	}
	if entry, _ := find(m, word, maphash.Bytes(m.seed, word)); entry >= 0 {
		return m.values[entry], true
	}
	return 0, false
}

// Set gives a word a number, in place of the one it had. More than MaxWords words panic.
func (m *Map) Set(word string, value int32) {
	if len(m.slots)*2 <= len(m.ends)*3 {
		m.grow(max(fewest, 2*len(m.slots)))
	}
	hash := maphash.String(m.seed, word)
	entry, place := find(m, word, hash)
	if entry >= 0 {
		m.values[entry] = value
		return
	}
	if len(m.ends) == MaxWords {
		panic("wordmap: too many words")
	}
	m.text = append(m.text, word...)
	m.ends, m.values = append(m.ends, uint32(len(m.text))), append(m.values, value)
	m.slots[place] = uint32(len(m.ends)) | tag(hash)
}

// Clip gives back the room that further words would have taken.
func (m *Map) Clip() {
	m.text, m.ends, m.values = clip(m.text), clip(m.ends), clip(m.values)
}

func clip[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }

// All yields the words with their numbers, in the order in which they were first set. The words are parts of one array:
// one that is kept keeps all of them.
func (m *Map) All() iter.Seq2[string, int32] {
	return func(yield func(string, int32) bool) {
		text := string(m.text)
		begin := uint32(0)
		for entry, end := range m.ends {
			if !yield(text[begin:end], m.values[entry]) {
				return
			}
			begin = end
		}
	}
}

// Each calls a function with every word and its number, in the order of All. The letters are the map's own: they are not to be
// kept or changed.
func (m *Map) Each(visit func(word []byte, value int32)) {
	for entry, value := range m.values {
		visit(m.word(entry), value)
	}
}

// Word returns the letters of a word by its place in the order of All. They are the map's own: they are not to be kept or changed.
func (m *Map) Word(place int) []byte { return m.word(place) }

func tag(hash uint64) uint32 { return uint32(hash>>(64-(32-entryBits))) << entryBits }

// find returns the entry of a word, or -1 and the free slot it would take.
func find[K string | []byte](m *Map, word K, hash uint64) (entry, place int) {
	own, mask := tag(hash), len(m.slots)-1
	for place = int(hash) & mask; ; place = (place + 1) & mask {
		slot := m.slots[place]
		if slot == 0 {
			return -1, place
		}
		if slot&^entryMask != own {
			continue
		}
		if entry = int(slot&entryMask) - 1; string(m.word(entry)) == string(word) {
			return entry, place
		}
	}
}

func (m *Map) word(entry int) []byte {
	begin := uint32(0)
	if entry > 0 {
		begin = m.ends[entry-1]
	}
	return m.text[begin:m.ends[entry]]
}

// grow gives every entry a slot among size, a power of two.
func (m *Map) grow(size int) {
	if m.seed == (maphash.Seed{}) {
		m.seed = maphash.MakeSeed()
	}
	m.slots = make([]uint32, size)
	for entry := range m.ends {
		hash := maphash.Bytes(m.seed, m.word(entry))
		place := int(hash) & (size - 1)
		for m.slots[place] != 0 {
			place = (place + 1) & (size - 1)
		}
		m.slots[place] = uint32(entry+1) | tag(hash)
	}
}
