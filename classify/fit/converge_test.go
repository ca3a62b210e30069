package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/odds"
)

// choices are examples of candidates with random numbers, of which one is chosen by score.
func choices(n, candidates, places int, score func(row []float32) float64) []example {
	r := rand.New(rand.NewPCG(5, 6))
	all := make([]example, n)
	for i := range all {
		x := &all[i]
		x.weight, x.fold = 1, i%folds
		var scores []float64
		for range candidates {
			row := make([]float32, places)
			for j := range row {
				row[j] = float32(r.NormFloat64())
			}
			x.rows, scores = append(x.rows, row), append(scores, score(row))
		}
		x.right = make([]bool, candidates)
		draw := r.Float64()
		for c, p := range softmax(scores) {
			if draw -= p; draw < 0 || c == candidates-1 {
				x.right[c] = true
				break
			}
		}
	}
	return all
}

func every(*example) bool { return true }

func TestTheLogitFindsTheCoefficientsThatChose(t *testing.T) {
	t.Parallel()
	want := []float64{2, -1, 0.5}
	all := choices(3000, 5, 3, func(row []float32) float64 { return dot(row, want) })
	got, err := conditional{steps: 300}.fit(t.Context(), all, make([]float64, 3), every)
	if err != nil {
		t.Fatal(err)
	}
	for j := range want {
		if math.Abs(got[j]-want[j]) > 0.15 {
			t.Errorf("%v, want about %v", got, want)
		}
	}
	held, err := conditional{steps: 300, fixed: []bool{false, true, false}}.fit(t.Context(), all, []float64{0, 0.75, 0}, every)
	if err != nil || held[1] != 0.75 || held[0] == 0 {
		t.Errorf("what is fixed must stay: %v %v", held, err)
	}
}

func TestARowHeldOutDoesNotCount(t *testing.T) {
	t.Parallel()
	all := choices(60, 3, 2, func(row []float32) float64 { return 3 * float64(row[0]) })
	without := slices.DeleteFunc(slices.Clone(all), func(x example) bool { return x.fold == 1 })
	a, err := conditional{steps: 20}.fit(t.Context(), all, make([]float64, 2), func(x *example) bool { return x.fold != 1 })
	if err != nil {
		t.Fatal(err)
	}
	b, err := conditional{steps: 20}.fit(t.Context(), without, make([]float64, 2), every)
	if err != nil || !slices.Equal(a, b) {
		t.Errorf("%v, want %v: %v", a, b, err)
	}
	seen := [folds]int{}
	for _, x := range all {
		seen[x.fold]++
	}
	if slices.Min(seen[:]) != slices.Max(seen[:]) {
		t.Errorf("folds of %v rows", seen)
	}
}

func TestTreesLearnWhatALineMisses(t *testing.T) {
	t.Parallel()
	step := func(row []float32) float64 { // either number beyond its bound speaks for a candidate, both do not more
		if row[0] > 0.5 || row[1] > 0.5 {
			return 3
		}
		return 0
	}
	all := choices(1500, 5, precedent.EvidenceCount, step)
	line, err := conditional{steps: 100}.fit(t.Context(), all, make([]float64, precedent.EvidenceCount), every)
	if err != nil {
		t.Fatal(err)
	}
	scores := make([][]float64, len(all))
	for i := range all {
		for _, row := range all[i].rows {
			scores[i] = append(scores[i], dot(row, line))
		}
	}
	straight := figuresOf(named(all), func(x *example) []float64 { return x.choose(line) })
	trees, err := newBooster(all, scores).grow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bent := figuresOf(named(all), func(x *example) []float64 {
		var score []float64
		for _, row := range x.rows {
			v := dot(row, line)
			for i := range trees {
				v += float64(trees[i].Read((*precedent.Evidence)(row)))
			}
			score = append(score, v)
		}
		return softmax(score)
	})
	if gain := bent["made up"]["likelihood"] - straight["made up"]["likelihood"]; gain < 0.03 {
		t.Errorf("trees gain %.3f: %v, %v", gain, straight, bent)
	}
}

// named gives examples what figures are counted by.
func named(all []example) []example {
	out := slices.Clone(all)
	for i := range out {
		out[i].family, out[i].hs, out[i].codes = "made up", "010121", make([]string, len(out[i].rows))
		for c := range out[i].codes {
			out[i].codes[c] = "010121"
		}
	}
	return out
}

func TestTheLogisticRegressionFindsItsCoefficients(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	all := make([]answer, 1200)
	for i := range all {
		a := &all[i]
		a.family, a.weight, a.fold = "made up", 1, i%folds
		a.shape[confidence.Base], a.shape[confidence.Odds], a.shape[confidence.Length] = 1, 2*r.NormFloat64(), 1
		a.yes = r.Float64() < odds.Probability(-0.5+a.shape[confidence.Odds])
	}
	w, err := logistic(t.Context(), all)
	if err != nil || math.Abs(w[confidence.Odds]-1) > 0.15 || math.Abs(w[confidence.Base]+w[confidence.Length]+0.5) > 0.2 {
		t.Errorf("%v %v", w, err)
	}
	figures, err := calibration(t.Context(), all)
	if err != nil || figures["made up"]["rows"] != 1200 || figures["made up"]["calibration_error"] > 0.06 {
		t.Errorf("%v %v", figures, err)
	}
}
