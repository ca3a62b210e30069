package top

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBestAreThoseOfASortedList(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		list := make([]Item, n)
		for i := range list {
			list[i] = Item{int32(i), float32(r.IntN(20))} // many are equal
		}
		want := slices.Clone(list)
		slices.SortFunc(want, func(a, b Item) int {
			if a.before(b) {
				return -1
			}
			return 1
		})
		if got := Best(list, 12); !slices.Equal(got, want[:min(n, 12)]) {
			t.Fatalf("of %d: %v, want %v", n, got, want[:min(n, 12)])
		}
	}
}
