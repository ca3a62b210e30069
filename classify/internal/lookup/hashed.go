package lookup

import (
	"maps"
	"slices"
)

// hashed finds a term by a hash: two sorted arrays that take a third of the room of a map and hold no pointers.
type hashed struct {
	keys  []uint64
	terms []int32
}

func packHashed(of map[uint64]int32) hashed {
	h := hashed{keys: slices.AppendSeq(make([]uint64, 0, len(of)), maps.Keys(of)), terms: make([]int32, len(of))}
	slices.Sort(h.keys)
	for i, key := range h.keys {
		h.terms[i] = of[key]
	}
	return h
}

func (h hashed) find(key uint64) (term int32, ok bool) {
	i, ok := slices.BinarySearch(h.keys, key)
	if !ok {
		return 0, false
	}
	return h.terms[i], true
}
