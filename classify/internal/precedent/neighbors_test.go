package precedent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/top"
)

// Rows left out early, because no word left could lift them, are none of the nearest.
func TestNearestAreThoseOfAllRowsRead(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	rows := make([]Row, 6000)
	for i := range rows {
		rows[i] = Row{Description: randomGoods(r, 2+r.IntN(6)), HS: fmt.Sprintf("%06d", 10000+r.IntN(900)*100)}
	}
	p := New(readertest.New(t), rows)
	for range 200 {
		asked, _, length, _ := p.known(p.wordsOf(randomGoods(r, 1+r.IntN(4))))
		rarestFirst(asked)
		want := make([]top.Item, len(p.rows))
		for row, words := range p.rows {
			common := float32(0)
			for _, w := range asked {
				if slices.Contains(words, w.id) {
					common += float32(w.gain)
				}
			}
			want[row] = top.Item{ID: ^int32(row), Value: common / p.powers[p.steps[row]]}
		}
		want = slices.DeleteFunc(top.Best(want, maxNeighbors), func(s top.Item) bool { return s.Value == 0 })
		memory := &searchMemory{}
		got := p.nearest(memory, asked, length, maxNeighbors)
		if len(got) != len(want) {
			t.Fatalf("%d neighbours, want %d", len(got), len(want))
		}
		for i, s := range want {
			if got[i].row != ^s.ID || got[i].score != s.Value {
				t.Fatalf("neighbour %d is row %d (%v), want row %d (%v)", i, got[i].row, got[i].score, ^s.ID, s.Value)
			}
		}
	}
}

// randomGoods names n words, a few of them common.
func randomGoods(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		at := int(float64(100) * r.Float64() * r.Float64() * r.Float64())
		words[i] = fmt.Sprintf("q%c%cx", 'a'+at/26, 'a'+at%26)
	}
	return strings.Join(words, " ")
}
