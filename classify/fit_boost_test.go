package classify

import (
	"math"
	"slices"
	"sort"

	"tariffdesk/classify/internal/precedent"
)

// Bounds of the trees: few and shallow, so that held-out halves agree with the fit.
const (
	boostTrees  = 24
	boostRate   = 0.2
	boostPull   = 20 // draws leaves towards zero
	boostLeast  = 5  // weight on either side of a cut
	boostLevels = 32 // cuts tried a kind
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
		for j := i % 17; j < len(x.rows); j += 17 {
			for f, v := range x.rows[j] {
				values[f] = append(values[f], v)
			}
		}
	}
	for f, v := range values {
		slices.Sort(v)
		for level := 1; level < boostLevels; level++ {
			if c := v[len(v)*level/boostLevels]; len(b.cuts[f]) == 0 || c > b.cuts[f][len(b.cuts[f])-1] {
				b.cuts[f] = append(b.cuts[f], c)
			}
		}
	}
	return b
}

func (b *booster) grow() (trees []precedent.Tree) {
	for range boostTrees {
		b.gradients()
		t := b.tree()
		for i, x := range b.all {
			for j, row := range x.rows {
				b.score[i][j] += float64(t.Read((*precedent.Evidence)(row)))
			}
		}
		trees = append(trees, t)
	}
	return trees
}

func (b *booster) gradients() {
	for i, x := range b.all {
		w := x.weight / b.weight
		p, right := softmaxOf(b.score[i]), 0.0
		for j, ok := range x.right {
			if ok {
				right += p[j]
			}
		}
		for j, ok := range x.right {
			b.g[i][j], b.h[i][j] = 0, 1e-6
			if right == 0 {
				continue
			}
			b.g[i][j], b.h[i][j] = -w*p[j], w*(p[j]*(1-p[j])+1e-4)
			if ok {
				b.g[i][j] += w * p[j] / right
			}
		}
	}
}

// tree grows one tree, level by level.
func (b *booster) tree() precedent.Tree {
	t := precedent.Tree{}
	at := make([][]uint8, len(b.all))
	for i, x := range b.all {
		at[i] = make([]uint8, len(x.rows))
	}
	for level := range 3 {
		first, count := 1<<level-1, 1<<level
		b.cut(&t, at, first, count)
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
	var g, h [8]float64
	for i := range b.all {
		for j, leaf := range at[i] {
			g[leaf-7] += b.g[i][j]
			h[leaf-7] += b.h[i][j]
		}
	}
	for leaf := range g {
		t.Leaf[leaf] = float32(math.Round(1000*boostRate*g[leaf]/(h[leaf]+boostPull)) / 1000)
	}
	return t
}

// cut finds the best question of every node of a level.
func (b *booster) cut(t *precedent.Tree, at [][]uint8, first, count int) {
	gain := make([]float64, count)
	for n := range count {
		t.Cut[first+n] = 1e9 // no question: all to the left
	}
	for f := range b.cuts {
		var sums [8][boostLevels][2]float64
		for i, x := range b.all {
			for j, row := range x.rows {
				bin := sort.Search(len(b.cuts[f]), func(k int) bool { return b.cuts[f][k] > row[f] })
				s := &sums[int(at[i][j])-first][bin]
				s[0] += b.g[i][j]
				s[1] += b.h[i][j]
			}
		}
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

func softmaxOf(score []float64) []float64 {
	p, total := make([]float64, len(score)), 0.0
	top := slices.Max(score)
	for i, s := range score {
		p[i] = math.Exp(s - top)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
}
