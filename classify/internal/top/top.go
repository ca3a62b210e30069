package top

import (
	"cmp"
	"slices"
)

// Item is a subheading, or whatever else has a number, with its first, cheap score.
type Item struct {
	ID    int32
	Value float32
}

func (a Item) before(b Item) bool {
	if a.Value != b.Value {
		return a.Value > b.Value
	}
	return a.ID < b.ID
}

// Best returns the first n of list, best first. It reorders list.
func Best(list []Item, n int) []Item {
	kept := list[:0]
	for _, s := range list {
		kept = Keep(kept, s, n)
	}
	list = kept
	slices.SortFunc(list, func(a, b Item) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Keep adds s to kept, the best n so far: once there are n they are a heap with the last of them on top.
func Keep(kept []Item, s Item, n int) []Item {
	switch {
	case len(kept) < n:
		kept = append(kept, s)
		if len(kept) == n {
			for i := n/2 - 1; i >= 0; i-- {
				sink(kept, i)
			}
		}
	case s.before(kept[0]):
		kept[0] = s
		sink(kept, 0)
	}
	return kept
}

// sink restores the order of a heap below place i.
func sink(heap []Item, i int) {
	for {
		c := 2*i + 1
		if c >= len(heap) {
			return
		}
		if c+1 < len(heap) && heap[c].before(heap[c+1]) {
			c++
		}
		if !heap[i].before(heap[c]) {
			return
		}
		heap[i], heap[c] = heap[c], heap[i]
		i = c
	}
}
