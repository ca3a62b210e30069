package lookup

import "sort"

// posting is one word's presence in a larger document, with its BM25 weight.
type posting struct {
	doc    int32
	weight float32
}

func holds(list []posting, doc int32) bool {
	i := sort.Search(len(list), func(i int) bool { return list[i].doc >= doc })
	return i < len(list) && list[i].doc == doc
}

// lists holds one list a word in a single array.
type lists[T any] struct {
	start []int32
	items []T
}

func (l lists[T]) of(word int32) []T { return l.items[l.start[word]:l.start[word+1]] }

// gather sorts pairs (word, item) into lists, keeping the order of items.
func gather[T any](words int, at []int32, items []T) lists[T] {
	out := lists[T]{start: make([]int32, words+1), items: make([]T, len(items))}
	for _, w := range at {
		out.start[w+1]++
	}
	for w := range words {
		out.start[w+1] += out.start[w]
	}
	next := append([]int32(nil), out.start[:words]...)
	for i, w := range at {
		out.items[next[w]] = items[i]
		next[w]++
	}
	return out
}
