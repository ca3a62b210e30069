package classify

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/tariff"
)

// The ranking's coefficients and the confidence model are fitted by
//
//	go test ./classify -run TestRefit -v -args -refit FOLDER [-cases FOLDER] [-knowledge FOLDER]
//	go test ./classify -run TestRefitPrecedents -v -args -refit FOLDER
//
// where FOLDER holds the labelled development files. It prints the coefficients to put into rank.go and
// confidence.go; nothing is written.
var (
	refit         = flag.String("refit", "", "folder of labelled development files to fit the coefficients on")
	refitFrom     = flag.String("knowledge", "", "folder with hs/ and facets.txt instead of the embedded knowledge")
	refitFolds    = flag.Bool("folds", true, "report held-out folds too")
	refitCases    = flag.String("cases", "", "folder of our own cases, *.tsv of code and text")
	refitHalfLife = flag.Int("iterations", 150, "steps of the fit")
)

type labelled struct {
	Description string   `json:"description"`
	HS          string   `json:"hs"`
	All         []string `json:"hs_all"`
}

// example is one description with the features of its candidates.
type example struct {
	family string
	weight float64
	rows   [][]float32
	codes  []string
	hs     string
	right  []bool
	fold   int
	shape  confidence.Shape
}

// families are the files fitted on, and which of them are seen with precedents too.
var families = []struct{ file, precedents string }{
	{"hscodecomp", ""}, {"cross", ""}, {"atar", ""}, {"ukterms", ""}, {"declarations", ""},
	{"declarations", "train_declarations"}, {"cross", "train_declarations"}, {"ukterms", "train_ukterms"}, {"hscodecomp", "train_declarations"},
	{"cross", "train_ukterms"}, {"atar", "train_ukterms"}, {"hscodecomp", "train_ukterms"}, {"declarations", "train_ukterms"},
}

func TestRefit(t *testing.T) { //nolint:paralleltest // it prints a report and takes all cores
	if *refit == "" {
		t.Skip("fits coefficients only when -refit names the labelled files")
	}
	e := refitEngine(t)
	var all []example
	for _, f := range families {
		if f.precedents == "" {
			all = append(all, examplesOf(t, e, f.file, "")...)
		}
	}
	all = append(all, tradeExamples(t, e, "trade", nil)...)
	all = append(all, caseExamples(t, e)...)
	w := refitSet(t, rank.Coefficients[:], all)
	fmt.Println("var coefficients = features{")
	for i, v := range w {
		fmt.Printf("\t%s: %.3f,\n", featureNames[i], v)
	}
	fmt.Println("}")
}

// refitSet reports held-out folds and returns the coefficients fitted on all.
func refitSet(t *testing.T, from []float32, all []example) []float64 {
	start := make([]float64, len(from))
	for i, w := range from {
		start[i] = float64(w)
	}
	report(t, "now", all, func(x *example) []float64 { return softmax(x.rows, start) })
	if *refitFolds {
		var folds [5][]float64
		for fold := range folds {
			folds[fold] = fit(all, start, fold)
		}
		report(t, "held out", all, func(x *example) []float64 { return softmax(x.rows, folds[x.fold]) })
	}
	w := fit(all, start, -1)
	report(t, "fitted", all, func(x *example) []float64 { return softmax(x.rows, w) })
	return w
}

func refitEngine(t *testing.T) *Engine {
	t.Helper()
	var k *tariff.Knowledge
	var err error
	if *refitFrom != "" {
		k, err = tariff.ReadKnowledge(os.DirFS(*refitFrom))
	} else {
		k, err = tariff.LoadKnowledge()
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(k, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func readLabelled(t *testing.T, file string) (out []labelled) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r labelled
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func examplesOf(t *testing.T, e *Engine, file, precedents string) (out []example) {
	rows := readLabelled(t, filepath.Join(*refit, "dev_"+file+".jsonl"))
	family := file
	var p *Precedents
	if precedents != "" {
		family += "+" + strings.TrimPrefix(precedents, "train_")
		var list []Precedent
		for _, r := range readLabelled(t, filepath.Join(*refit, "precedents", precedents+".jsonl")) {
			list = append(list, Precedent{Description: r.Description, HS: r.HS})
		}
		p = NewPrecedents(list)
	}
	return examplesFrom(t, e, family, rows, p)
}

// tradeExamples are the pairs of testdata: plain descriptions as traders write them, in both languages.
func tradeExamples(t *testing.T, e *Engine, family string, p *Precedents) []example {
	var rows []labelled
	for _, pair := range readPairs(t) {
		for _, text := range []string{pair.english, pair.spanish} {
			rows = append(rows, labelled{Description: text, HS: pair.codes[0], All: pair.codes})
		}
	}
	return examplesFrom(t, e, family, rows, p)
}

// caseExamples are descriptions written for this project: code, tab, text.
func caseExamples(t *testing.T, e *Engine) (out []example) {
	if *refitCases == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(*refitCases, "*.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	byKind := map[string][]labelled{}
	for _, file := range files {
		kind, _, _ := strings.Cut(filepath.Base(file), ".")
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(content), "\n") {
			if code, text, ok := strings.Cut(line, "\t"); ok && len(code) >= 6 && text != "" {
				byKind[kind] = append(byKind[kind], labelled{Description: text, HS: code})
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		out = append(out, examplesFrom(t, e, "case-"+kind, byKind[kind], nil)...)
	}
	return out
}

// foreign are precedents of goods of another kind of text.
func foreign(t *testing.T) *Precedents {
	var list []Precedent
	for _, r := range readLabelled(t, filepath.Join(*refit, "precedents", "train_declarations.jsonl")) {
		list = append(list, Precedent{Description: r.Description, HS: r.HS})
	}
	return NewPrecedents(list)
}

func examplesFrom(t *testing.T, e *Engine, family string, rows []labelled, p *Precedents) (out []example) {
	s := rank.New(e.index, e.facets)
	for i, r := range rows {
		request, err := Request{Description: r.Description, Model: ModelFast, Precedents: p}.prepared()
		if err != nil {
			t.Fatal(err)
		}
		f := e.find(s, request)
		x := example{family: family, weight: 1 / math.Pow(float64(len(rows)), 0.6), fold: i % 5, shape: f.shape()}
		for i := range f.candidates {
			c := &f.candidates[i]
			if p != nil {
				x.rows = append(x.rows, append([]float32(nil), f.neighbors.Evidence(c.Sub)[:]...))
			} else {
				x.rows = append(x.rows, append([]float32(nil), c.Features[:]...))
			}
			code := e.tree.Subs[c.Sub].Code
			ok := strings.HasPrefix(r.HS, code)
			for _, a := range r.All {
				ok = ok || strings.HasPrefix(a, code)
			}
			x.right = append(x.right, ok)
			x.codes = append(x.codes, code)
		}
		x.hs = r.HS
		out = append(out, x)
		s.Reset()
	}
	return out
}

// fit maximises the weighted log-likelihood by gradient steps with momentum (Adam), drawn towards zero
// by a small penalty. Rows whose right code is not among the candidates say nothing and are left out.
func fit(all []example, start []float64, without int) []float64 {
	w := append([]float64(nil), start...)
	m, v := make([]float64, len(w)), make([]float64, len(w))
	for step := 1; step <= *refitHalfLife; step++ {
		g := gradient(all, w, without)
		for j := range w {
			g[j] -= 0.002 * w[j]
			m[j] = 0.9*m[j] + 0.1*g[j]
			v[j] = 0.99*v[j] + 0.01*g[j]*g[j]
			mh, vh := m[j]/(1-math.Pow(0.9, float64(step))), v[j]/(1-math.Pow(0.99, float64(step)))
			w[j] += 0.08 * mh / (math.Sqrt(vh) + 1e-9) * math.Min(1, 2-2*float64(step)/float64(*refitHalfLife))
		}
	}
	return w
}

func gradient(all []example, w []float64, without int) []float64 {
	g := make([]float64, len(w))
	total := 0.0
	for _, x := range all {
		if x.fold == without || !anyTrue(x.right) {
			continue
		}
		p := softmax(x.rows, w)
		right := 0.0
		for i, ok := range x.right {
			if ok {
				right += p[i]
			}
		}
		total += x.weight
		for i, row := range x.rows {
			d := -p[i]
			if x.right[i] {
				d += p[i] / math.Max(right, 1e-9)
			}
			d *= x.weight
			if math.Abs(d) < 1e-7 {
				continue
			}
			for j, f := range row {
				g[j] += d * float64(f)
			}
		}
	}
	for j := range g {
		g[j] /= total
	}
	return g
}

func anyTrue(list []bool) bool {
	for _, b := range list {
		if b {
			return true
		}
	}
	return false
}

func softmax(rows [][]float32, w []float64) []float64 {
	score := make([]float64, len(rows))
	for i, row := range rows {
		for j, f := range row {
			score[i] += w[j] * float64(f)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return softmaxOf(score)
}

// report logs first, first three, heading and recall by family, and the mean log-likelihood; rate gives
// the probabilities of an example's candidates.
func report(t *testing.T, name string, all []example, rate func(x *example) []float64) {
	t.Helper()
	type sum struct{ n, one, three, heading, any int }
	sums, order, ll, n := map[string]*sum{}, []string{}, 0.0, 0.0
	for i := range all {
		x := &all[i]
		s := sums[x.family]
		if s == nil {
			s = &sum{}
			sums[x.family] = s
			order = append(order, x.family)
		}
		s.n++
		p := rate(x)
		first, best, right := 0, -1.0, 0.0
		for i, ok := range x.right {
			if p[i] > p[first] {
				first = i
			}
			if ok {
				best = math.Max(best, p[i])
				right += p[i]
			}
		}
		if len(x.codes) > 0 && strings.HasPrefix(x.hs, x.codes[first][:4]) {
			s.heading++
		}
		if !anyTrue(x.right) {
			continue
		}
		s.any++
		above := 0
		for _, v := range p {
			if v > best {
				above++
			}
		}
		if above == 0 {
			s.one++
		}
		if above < 3 {
			s.three++
		}
		ll += x.weight * math.Log(math.Max(right, 1e-9))
		n += x.weight
	}
	line := name + ":"
	for _, f := range order {
		s := sums[f]
		c := 100 / float64(s.n)
		line += fmt.Sprintf(" %s %.1f/%.1f/h%.1f/any %.1f;", f, c*float64(s.one), c*float64(s.three), c*float64(s.heading), c*float64(s.any))
	}
	t.Logf("%s ll %.4f", line, ll/n)
}
