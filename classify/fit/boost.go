package fit

import (
	"context"
	"math"
	"slices"
	"sort"

	"tariffdesk/classify/internal/precedent"
)

// Bounds of the trees: few and shallow, so that held-out halves agree with the fit.
const (
	boostTrees  = 24
	boostRate   = 0.2
	boostPull   = 20  // draws leaves towards zero
	boostLeast  = 5   // weight on either side of a cut
	boostLevels = 32  // cuts tried a kind
	boostSample = 17  // of the candidates every so many is read for the cuts
	noQuestion  = 1e9 // a cut nothing reaches: all to the left
)

// booster fits trees to what scores leave unexplained in a conditional logit.
type booster struct {
	all    []example
	score  [][]float64 // by example and candidate
	g, h   [][]float64
	cuts   [precedent.EvidenceCount][]float32
	weight float64 // mean of the examples
}

func newBooster(all []example, score [][]float64) *booster {
	b := &booster{all: all, score: score, g: make([][]float64, len(all)), h: make([][]float64, len(all))}
	var values [precedent.EvidenceCount][]float32
	for i, x := range all {
		b.g[i], b.h[i] = make([]float64, len(x.rows)), make([]float64, len(x.rows))
		b.weight += x.weight / float64(len(all))
		for j := i % boostSample; j < len(x.rows); j += boostSample {
			for f, v := range x.rows[j] {
				values[f] = append(values[f], v)
			}
		}
	}
	for f, v := range values {
		slices.Sort(v)
		for level := 1; level < boostLevels && len(v) > 0; level++ {
			if c := v[len(v)*level/boostLevels]; len(b.cuts[f]) == 0 || c > b.cuts[f][len(b.cuts[f])-1] {
				b.cuts[f] = append(b.cuts[f], c)
			}
		}
	}
	return b
}

func (b *booster) grow(ctx context.Context) (trees []precedent.Tree, err error) {
	for range boostTrees {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.gradients()
		t := b.tree()
		for i, x := range b.all {
			for j, row := range x.rows {
				b.score[i][j] += float64(t.Read((*precedent.Evidence)(row)))
			}
		}
		trees = append(trees, t)
	}
	return trees, nil
}

func (b *booster) gradients() {
	for i := range b.all {
		x := &b.all[i]
		w := x.weight / b.weight
		p := softmax(b.score[i])
		right := x.rightly(p)
		for j, ok := range x.right {
			b.g[i][j], b.h[i][j] = -w*p[j], w*(p[j]*(1-p[j])+1e-4)
			if ok {
				b.g[i][j] += w * p[j] / math.Max(right, 1e-9)
			}
		}
	}
}

// tree grows one tree, level by level.
func (b *booster) tree() (t precedent.Tree) {
	at := make([][]uint8, len(b.all))
	for i, x := range b.all {
		at[i] = make([]uint8, len(x.rows))
	}
	for first := 0; first < len(t.Kind); first = 2*first + 1 {
		b.cut(&t, at, first, first+1)
		for i, x := range b.all {
			for j, row := range x.rows {
				node := at[i][j]
				at[i][j] = 2*node + 1
				if row[t.Kind[node]] >= t.Cut[node] {
					at[i][j]++
				}
			}
		}
	}
	g, h := make([]float64, len(t.Leaf)), make([]float64, len(t.Leaf))
	for i := range b.all {
		for j, leaf := range at[i] {
			g[int(leaf)-len(t.Kind)] += b.g[i][j]
			h[int(leaf)-len(t.Kind)] += b.h[i][j]
		}
	}
	for leaf := range g {
		t.Leaf[leaf] = float32(rounded(boostRate * g[leaf] / (h[leaf] + boostPull)))
	}
	return t
}

// cut finds the best question of every node of a level.
func (b *booster) cut(t *precedent.Tree, at [][]uint8, first, count int) {
	gain := make([]float64, count)
	for n := range count {
		t.Cut[first+n] = noQuestion
	}
	for f := range b.cuts {
		sums := b.sums(f, at, first, count)
		for n := range count {
			g, h := 0.0, 0.0
			for _, s := range sums[n] {
				g, h = g+s[0], h+s[1]
			}
			left, under := 0.0, 0.0
			for k, c := range b.cuts[f] {
				left, under = left+sums[n][k][0], under+sums[n][k][1]
				if under < boostLeast || h-under < boostLeast {
					continue
				}
				v := left*left/(under+boostPull) + (g-left)*(g-left)/(h-under+boostPull) - g*g/(h+boostPull)
				if v > gain[n] {
					gain[n], t.Kind[first+n], t.Cut[first+n] = v, uint8(f), c
				}
			}
		}
	}
}

// sums adds up the gradients of a kind by node of a level and by the cuts that a value lies between.
func (b *booster) sums(f int, at [][]uint8, first, count int) [][boostLevels][2]float64 {
	sums := make([][boostLevels][2]float64, count)
	for i, x := range b.all {
		for j, row := range x.rows {
			bin := sort.Search(len(b.cuts[f]), func(k int) bool { return b.cuts[f][k] > row[f] })
			s := &sums[int(at[i][j])-first][bin]
			s[0] += b.g[i][j]
			s[1] += b.h[i][j]
		}
	}
	return sums
}
