package classify

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"tariffdesk/classify/internal/precedent"
)

// TestRefitPrecedents fits what precedents add to the ranking, which must be fitted first: coefficients
// by the same conditional logit, then trees on what it leaves. It prints precedent_coefficients.go. Every
// catalogue takes part twice: asked by rows of its own that are held out of it, and by strangers' texts.
func TestRefitPrecedents(t *testing.T) { //nolint:paralleltest // it prints a report and takes all cores
	if *refit == "" {
		t.Skip("fits coefficients only when -refit names the labelled files")
	}
	e := refitEngine(t)
	var all []example
	for _, f := range families {
		if f.precedents != "" {
			all = append(all, examplesOf(t, e, f.file, f.precedents)...)
		}
	}
	all = append(all, tradeExamples(t, e, "trade", foreign(t))...)
	all = append(all, heldOutPrecedents(t, e, "train_declarations", 3)...)
	all = append(all, heldOutPrecedents(t, e, "train_ukterms", 3)...)
	for i := range all { // the far end of a list only costs time
		x := &all[i]
		n := min(len(x.rows), 50)
		x.rows, x.right, x.codes = x.rows[:n], x.right[:n], x.codes[:n]
	}
	if *refitFolds {
		var halves [2]precedentFit
		for half := range halves {
			halves[half] = fitPrecedents(all, func(x *example) bool { return x.fold%2 != half })
		}
		report(t, "held-out halves, no trees", all, func(x *example) []float64 { return softmax(expanded(x.rows), halves[x.fold%2].line) })
		report(t, "held-out halves", all, func(x *example) []float64 { return halves[x.fold%2].rate(x) })
	}
	f := fitPrecedents(all, func(*example) bool { return true })
	report(t, "fitted", all, f.rate)
	f.print()
}

// precedentFit is a fit of precedent_coefficients.go.
type precedentFit struct {
	line  []float64
	trees []precedent.Tree
}

func fitPrecedents(all []example, keep func(*example) bool) (f precedentFit) {
	var kept, lines []example
	for i := range all {
		if x := all[i]; keep(&x) && anyTrue(x.right) {
			kept = append(kept, x)
			x.rows = expanded(x.rows)
			lines = append(lines, x)
		}
	}
	f.line = make([]float64, 3*precedent.PrecCount)
	for kind := range precedent.PrecCount {
		for part, w := range precedent.Coefficients[kind] {
			f.line[3*kind+part] = float64(w)
		}
	}
	f.line = fit(lines, f.line, -1)
	scores := make([][]float64, len(kept))
	for i := range lines {
		for _, row := range lines[i].rows {
			scores[i] = append(scores[i], dot(row, f.line))
		}
	}
	f.trees = newBooster(kept, scores).grow()
	return f
}

func dot(row []float32, w []float64) (sum float64) {
	for j, v := range row {
		sum += w[j] * float64(v)
	}
	return sum
}

// expanded multiplies evidence by every part of trust.
func expanded(rows [][]float32) [][]float32 {
	out := make([][]float32, len(rows))
	for i, e := range rows {
		n := precedent.Neighbors{Top: e[precedent.PrecTop], Alike: e[precedent.PrecAlike]}
		for kind := range precedent.PrecCount {
			for _, part := range n.Trust(kind) {
				out[i] = append(out[i], e[kind]*part)
			}
		}
	}
	return out
}

func (f precedentFit) rate(x *example) []float64 {
	if len(x.rows) == 0 {
		return nil
	}
	var score []float64
	for i, row := range expanded(x.rows) {
		s := dot(row, f.line)
		for t := range f.trees {
			s += float64(f.trees[t].Read((*precedent.Evidence)(x.rows[i])))
		}
		score = append(score, s)
	}
	return softmaxOf(score)
}

func (f precedentFit) print() {
	fmt.Println("var precedentCoefficients = [precCount]trust{")
	for kind := range precedent.PrecCount {
		fmt.Printf("\t%s: {%.3f, %.3f, %.3f},\n", precedentNames[kind], f.line[3*kind], f.line[3*kind+1], f.line[3*kind+2])
	}
	fmt.Println("}\n\nvar precedentTrees = []tree{")
	for _, t := range f.trees {
		fmt.Printf("\t{\n\t\t[7]uint8{")
		for i, k := range t.Kind {
			fmt.Printf("%s%s", [2]string{"", ", "}[min(i, 1)], precedentNames[k])
		}
		fmt.Printf("},\n\t\t[7]float32{")
		for i, c := range t.Cut {
			fmt.Printf("%s%.4g", [2]string{"", ", "}[min(i, 1)], c)
		}
		fmt.Printf("},\n\t\t[8]float32{")
		for i, v := range t.Leaf {
			fmt.Printf("%s%g", [2]string{"", ", "}[min(i, 1)], v)
		}
		fmt.Printf("},\n\t},\n")
	}
	fmt.Println("}")
}

// heldOutPrecedents asks for rows of a catalogue, at most so many a code, with the others of it at hand: a
// precedent never sees itself.
func heldOutPrecedents(t *testing.T, e *Engine, file string, mostPerCode int) (out []example) {
	const parts = 10
	all := readLabelled(t, filepath.Join(*refit, "precedents", file+".jsonl"))
	var asked [parts][]labelled
	var kept [parts][]Precedent
	count := map[string]int{}
	for i, r := range all {
		for part := range parts {
			if part != i%parts {
				kept[part] = append(kept[part], Precedent{Description: r.Description, HS: r.HS})
			}
		}
		if count[r.HS[:6]]++; count[r.HS[:6]] <= mostPerCode {
			asked[i%parts] = append(asked[i%parts], r)
		}
	}
	for part := range parts {
		out = append(out, examplesFrom(t, e, "heldout+"+strings.TrimPrefix(file, "train_"), asked[part], NewPrecedents(kept[part]))...)
	}
	for i := range out {
		out[i].weight = 1 / math.Pow(float64(len(out)), 0.6)
	}
	return out
}
