package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
	"tariffdesk/odds"
)

// The fit of papers.
const (
	climbs     = 12
	paperDecay = 0.0003 // of the coefficients, for each observation
	typeDecay  = 0.001  // of what speaks for a type
	copyChance = 8      // one paper in so many is followed by a copy
)

// fit fits both parts of the model to documents joined at random, to packets, and to documents by themselves.
func (f paperFit) fit(dice *rand.Rand, all []paper) papers.Model {
	m := papers.NewModel()
	loose, drawn := parted(all)
	files := drawn
	if len(loose) > 0 {
		files = append(packets(dice, loose, 2*f.Packets), drawn...)
	}
	files = append(files, shortened(dice, drawn)...)
	var seen []seenPage
	for _, p := range files {
		p = copied(dice, p)
		seen = append(seen, f.looks.begins(p.pages, p.starts)...)
	}
	for _, one := range loose {
		seen = append(seen, f.looks.begins(one.pages, []int{0})...)
	}
	copy(m.Begin, fitBegin(len(m.Begin), seen))
	f.fitKind(all, m.Kind, m.Prior)
	return m
}

// worn is a document as recognition reads a scan of it: print a little larger or smaller than it is, letters taken for others, words lost.
func worn(dice *rand.Rand, one paper) paper {
	with := one
	with.pages = nil
	if one.packet != "" {
		with.packet += " worn"
	}
	for n, p := range one.pages {
		var words []page.Word
		for _, w := range p.Words {
			if dice.IntN(60) == 0 {
				continue
			}
			if letters := []rune(w.Text); dice.IntN(25) == 0 && len(letters) > 1 {
				letters[dice.IntN(len(letters))] = rune('a' + dice.IntN(26))
				w.Text = string(letters)
			}
			w.Box.Y0 -= w.Box.Height() * 0.25 * (dice.Float64() - 0.5)
			words = append(words, w)
		}
		with.pages = append(with.pages, page.New(n+1, p.Width, p.Height, page.SourceOCR, words))
	}
	return with
}

// shortened are packets some papers of which end below their head, as letters and data sheets do.
func shortened(dice *rand.Rand, all []packet) []packet {
	made := make([]packet, len(all))
	for i, p := range all {
		for _, one := range p.papers {
			if dice.IntN(3) == 0 {
				one = head(dice, one)
			}
			made[i].add(one)
		}
	}
	return made
}

// head is the head of a document: a paper of a few lines.
func head(dice *rand.Rand, one paper) paper {
	p := one.pages[0]
	end := p.Height * (0.22 + 0.15*dice.Float64())
	var words []page.Word
	for _, w := range p.Words {
		if w.Box.Y1 < end {
			words = append(words, w)
		}
	}
	return paper{one.file, one.kind, one.layout, one.packet, one.drawn, []*page.Page{page.New(1, p.Width, p.Height, p.Source, words)}}
}

// copied is a packet in which some papers stand twice, the second time at once or at the end.
func copied(dice *rand.Rand, p packet) packet {
	var with packet
	var last []paper
	for _, one := range p.papers {
		with.add(one)
		switch dice.IntN(2 * copyChance) {
		case 0:
			with.add(one)
		case 1:
			last = append(last, one)
		}
	}
	for _, one := range last {
		with.add(one)
	}
	return with
}

// fitBegin climbs the likelihood of what pages are.
func fitBegin(width int, seen []seenPage) []float64 {
	return climb(width, func(int) float64 { return paperDecay * float64(len(seen)) }, func(c []float64, add func(of []float64, gradient, curve float64)) {
		for _, s := range seen {
			z := 0.0
			for i, v := range s.traits {
				z += c[i] * v
			}
			p := odds.Probability(z)
			miss := -p
			if s.begins {
				miss++
			}
			add(s.traits, miss, p*(1-p))
		}
	})
}

// fitKind climbs the likelihood of the types of papers; each type counts alike, however many papers are of it.
func (f paperFit) fitKind(all []paper, c []float64, prior map[string]float64) {
	types := papers.Types()
	count := map[string]float64{}
	observed := make([][][]float64, len(all)) // of each type: its traits, then which it is
	for i, one := range all {
		for t, traits := range f.looks.kinds(one.pages) {
			which := make([]float64, len(types))
			which[t] = 1
			observed[i] = append(observed[i], slices.Concat(traits, which))
		}
		count[one.kind]++
	}
	decay := func(i int) float64 {
		if i < len(c) {
			return typeDecay
		}
		return 10 * typeDecay
	}
	fitted := climb(len(c)+len(types), decay, func(c []float64, add func(of []float64, gradient, curve float64)) {
		p, mean := make([]float64, len(types)), make([]float64, len(c))
		for i, one := range all {
			weight := 1 / math.Sqrt(count[one.kind]*float64(len(all)))
			sum := 0.0
			clear(mean)
			for t := range types {
				z := 0.0
				for k, v := range observed[i][t] {
					z += c[k] * v
				}
				p[t] = math.Exp(z)
				sum += p[t]
			}
			for t, name := range types {
				share := p[t] / sum
				miss := -share
				if name == one.kind {
					miss++
				}
				add(observed[i][t], weight*miss, weight*share)
				for k, v := range observed[i][t] {
					mean[k] += share * v
				}
			}
			add(mean, 0, -weight)
		}
	})
	copy(c, fitted)
	for t, name := range types {
		prior[name] = fitted[len(c)+t]
	}
}

// climb finds the coefficients of the greatest likelihood by Newton's method: visit adds what each observation does to its gradient and
// curvature, decay is how much each coefficient is drawn to 0.
func climb(width int, decay func(i int) float64, visit func(c []float64, add func(of []float64, gradient, curve float64))) []float64 {
	c := make([]float64, width)
	for range climbs {
		gradient, curve := make([]float64, width), make([][]float64, width)
		for i := range curve {
			curve[i] = make([]float64, width)
			curve[i][i], gradient[i] = decay(i), -decay(i)*c[i]
		}
		var some []int
		visit(c, func(of []float64, g, w float64) {
			some = some[:0]
			for i, v := range of {
				if v != 0 {
					gradient[i] += g * v
					some = append(some, i)
				}
			}
			for _, i := range some {
				for _, j := range some {
					curve[i][j] += w * of[i] * of[j]
				}
			}
		})
		for i, by := range solve(curve, gradient) {
			c[i] += max(-climbStep, min(climbStep, by))
		}
	}
	return c
}

// climbStep bounds a step where few observations tell.
const climbStep = 2.0

// solve solves a system of linear equations; its matrix is positive definite.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			by := a[j][i] / a[i][i]
			if by == 0 {
				continue
			}
			for k := i; k < len(a); k++ {
				a[j][k] -= by * a[i][k]
			}
			b[j] -= by * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}
