package classify

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/rank"
)

// TestRefitConfidence fits the confidence model on the answers of the current ranking:
//
//	go test ./classify -run TestRefitConfidence -v -refit FOLDER
func TestRefitConfidence(t *testing.T) { //nolint:paralleltest // it prints a report and takes all cores
	if *refit == "" {
		t.Skip("fits coefficients only when -refit names the labelled files")
	}
	e := refitEngine(t)
	var alone, with []example
	for _, f := range families {
		list := examplesOf(t, e, f.file, f.precedents)
		for i := range list {
			x := &list[i]
			x.right = []bool{len(x.right) > 0 && x.right[0]}
			x.weight = 1 / float64(len(list)) // every family the same
		}
		if f.precedents == "" {
			alone = append(alone, list...)
		} else {
			with = append(with, list...)
		}
	}
	printShape("confidenceModel", fitConfidence(t, alone, confidence.Nearest))
	printShape("precedentConfidence", fitConfidence(t, with, confidence.Count))
	reportAsking(t, e, append(alone, with...))
}

// fitConfidence fits the first n places of a shape and reports, by family, how well held-out fifths are calibrated.
func fitConfidence(t *testing.T, all []example, n int) []float64 {
	for i := range all {
		for j := n; j < confidence.Count; j++ {
			all[i].shape[j] = 0
		}
	}
	held := map[string][]scoredRow{}
	for fold := range 5 {
		var rest []example
		for _, x := range all {
			if x.fold != fold {
				rest = append(rest, x)
			}
		}
		w := logisticFit(rest)
		for _, x := range all {
			if x.fold == fold {
				held[x.family] = append(held[x.family], scoredRow{x.shape.Settled(confidenceOf(x.shape, w)), x.right[0]})
			}
		}
	}
	for _, family := range slices.Sorted(maps.Keys(held)) {
		rows := held[family]
		n, right := atLeast(rows, 0.9)
		t.Logf("held out %s: %d rows, ECE %.3f, %d of %d right from 0.90 on", family, len(rows), calibrationError(rows), right, n)
	}
	return logisticFit(all)
}

// scoredRow is a confidence and whether the code was right.
type scoredRow struct {
	p     float64
	right bool
}

// calibrationError is the expected calibration error over ten bins of equal width.
func calibrationError(rows []scoredRow) (sum float64) {
	var n, p, right [10]float64
	for _, r := range rows {
		b := min(int(r.p*10), 9)
		n[b]++
		p[b] += r.p
		if r.right {
			right[b]++
		}
	}
	for b := range n {
		if n[b] > 0 {
			sum += math.Abs(p[b]-right[b]) / float64(len(rows))
		}
	}
	return sum
}

func atLeast(rows []scoredRow, bound float64) (n, right int) {
	for _, r := range rows {
		if r.p >= bound {
			n++
			if r.right {
				right++
			}
		}
	}
	return n, right
}

// logisticFit maximises the weighted likelihood of right[0] given the shape.
func logisticFit(all []example) []float64 {
	w, m, v := make([]float64, confidence.Count), make([]float64, confidence.Count), make([]float64, confidence.Count)
	for step := 1; step <= 2000; step++ {
		g, total := make([]float64, len(w)), 0.0
		for _, x := range all {
			p, y := confidenceOf(x.shape, w), 0.0
			if x.right[0] {
				y = 1
			}
			for j := range w {
				g[j] += x.weight * (y - p) * x.shape[j]
			}
			total += x.weight
		}
		for j := range w {
			g[j] = g[j]/total - 0.0005*w[j]
			m[j] = 0.9*m[j] + 0.1*g[j]
			v[j] = 0.999*v[j] + 0.001*g[j]*g[j]
			w[j] += 0.02 * m[j] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(v[j]/(1-math.Pow(0.999, float64(step)))) + 1e-9)
		}
	}
	return w
}

// caseless hides capitals: vague goods are vague in any case.
func caseless(s confidence.Shape) confidence.Shape {
	s[confidence.Capitals] = 0
	return s
}

func printShape(name string, w []float64) {
	names := []string{"shapeBase", "shapeOdds", "shapeHeading", "shapeMargin", "shapeCovered", "shapeWhole", "shapeHeads", "shapeProse", "shapeLength", "shapeUnknown", "shapeListing", "shapeCapitals", "shapeNamed", "shapeGuessed", "shapePrecedent", "shapeVotes"}
	fmt.Printf("var %s = shape{\n", name)
	for i, x := range w {
		fmt.Printf("\t%s: %.3f,\n", names[i], x)
	}
	fmt.Println("}")
}

func confidenceOf(s confidence.Shape, w []float64) float64 {
	z := 0.0
	for i := range s {
		z += w[i] * s[i]
	}
	return confidence.Logistic(z)
}

// reportAsking fits the model of when to ask, vague descriptions against right answers, and shows by
// bound how often each is asked about.
func reportAsking(t *testing.T, e *Engine, all []example) {
	s := rank.New(e.index, e.facets)
	var asked []example
	rows := readLabelled(t, filepath.Join(*refit, "dev_vague.jsonl"))
	for _, r := range rows {
		request, err := Request{Description: r.Description, Model: ModelFast}.prepared()
		if err != nil {
			t.Fatal(err)
		}
		f := e.find(s, request)
		asked = append(asked, example{family: "vague", weight: 2.5 / float64(len(rows)), shape: caseless(f.shape()), right: []bool{true}})
		s.Reset()
	}
	counts := map[string]int{}
	for _, x := range all {
		if len(x.right) > 0 && x.right[0] {
			counts[x.family]++
		}
	}
	for _, x := range all {
		if len(x.right) > 0 && x.right[0] {
			asked = append(asked, example{family: x.family, weight: askWeight[x.family] / float64(counts[x.family]), shape: caseless(x.shape), right: []bool{false}})
		}
	}
	w := logisticFit(asked)
	printShape("askModel", w)
	for _, bound := range []float64{0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7} {
		line := fmt.Sprintf("from %.2f:", bound)
		for _, family := range []string{"vague", "hscodecomp", "cross", "atar", "ukterms", "declarations", "declarations+declarations"} {
			var p []float64
			for _, x := range asked {
				if x.family == family {
					p = append(p, confidenceOf(x.shape, w))
				}
			}
			line += fmt.Sprintf(" %s %.2f", family, 1-below(p, bound))
		}
		t.Log(line)
	}
}

// askWeight says how much an unneeded question costs by family: short index terms are often vague themselves.
var askWeight = map[string]float64{"hscodecomp": 0.5, "cross": 1, "atar": 0.5, "ukterms": 0.3, "declarations": 0.3, "declarations+declarations": 0.3}

func below(list []float64, bound float64) float64 {
	n := 0
	for _, p := range list {
		if p < bound {
			n++
		}
	}
	return float64(n) / float64(max(len(list), 1))
}
