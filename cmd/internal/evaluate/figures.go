package evaluate

import (
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"tariffdesk/classify"
)

// Figures are the measures of one file; shares lie between 0 and 1, NaN where nothing was to count.
type Figures struct {
	File              string
	Rows              int
	HS2Top1           float64
	HS4Top1           float64
	HS6Top1           float64
	HS6Top3           float64
	HS6Top10          float64
	ECE               float64 // top-1 at HS6, ten bins of equal width
	CoverageAt80      float64 // largest share of rows, by falling confidence, that is right in 80 %
	AccuracyAtConf90  float64 // among rows with a confidence of 0.90 and more
	AskedWhenRight    float64
	AskRate           float64 // among rows that expect a question
	AUC               float64 // that a row answered rightly is given more confidence than one answered wrongly
	HS8Top1           float64 // among rows whose label has eight digits and more
	HS10Top1          float64 // … ten digits
	HS8Given6         float64 // HS8Top1 among those whose subheading is right
	HS10Given6        float64
	LineWrong         float64 // a line filled in that is not the label's, among rows with eight digits whose subheading is right
	LineECE           float64 // of the line's confidence where it is filled in
	NationalAsked     float64 // the line asked or left open, among rows whose label stops at six digits or that expect it
	ItemsPerSecond    float64
	P50, P99          float64 // milliseconds
	expectedQuestions int
}

// counter gathers what a file's rows gave.
type counter struct {
	splits                      func(code string) bool // whether a subheading has several national lines
	file                        string
	rows, scored                int
	hs2, hs4, top1, top3, top10 int
	right                       []bool
	confidence                  []float64
	askedRight                  int
	expected, asked             int
	took                        []time.Duration
	national
}

func newCounter(file string, splits func(code string) bool) *counter {
	return &counter{file: filepath.Base(file), splits: splits}
}

func (c *counter) count(r row, result classify.Result, took time.Duration) {
	c.rows++
	c.took = append(c.took, took)
	if r.Expect == "ask" {
		c.expected++
		if len(result.Questions) > 0 {
			c.asked++
		}
	}
	if r.HS == "" && len(r.Any) == 0 {
		return
	}
	c.scored++
	accepted := accepted{codes: r.All, prefixes: r.Any}
	if r.HS != "" {
		accepted.codes = append([]string{r.HS}, r.All...)
	}
	codes := make([]string, 0, len(result.Suggestions))
	for _, s := range result.Suggestions {
		codes = append(codes, s.Subheading.Code)
	}
	c.hs2 += hits(codes, accepted, 2, 1)
	c.hs4 += hits(codes, accepted, 4, 1)
	first := hits(codes, accepted, 6, 1)
	if r.HS != "" {
		c.national.count(r, result, accepted, first == 1, c.splits(r.HS[:min(len(r.HS), 6)]))
	}
	c.top1 += first
	c.top3 += hits(codes, accepted, 6, 3)
	c.top10 += hits(codes, accepted, 6, 10)
	confidence := 0.0
	if len(result.Suggestions) > 0 {
		confidence = result.Suggestions[0].Confidence
	}
	c.right = append(c.right, first == 1)
	c.confidence = append(c.confidence, confidence)
	if first == 1 && len(result.Questions) > 0 {
		c.askedRight++
	}
}

// accepted are the right answers of a row: codes, and prefixes below which every code is right.
type accepted struct{ codes, prefixes []string }

// hits is 1 where one of the first n codes agrees with an accepted one at so many digits.
func hits(codes []string, right accepted, digits, n int) int {
	for i, c := range codes {
		if i == n {
			break
		}
		if len(c) < digits {
			continue
		}
		agrees := func(a string) bool { return len(a) >= digits && a[:digits] == c[:digits] }
		below := func(p string) bool { return strings.HasPrefix(c, p[:min(len(p), digits)]) }
		if slices.ContainsFunc(right.codes, agrees) || slices.ContainsFunc(right.prefixes, below) {
			return 1
		}
	}
	return 0
}

func (c *counter) figures() Figures {
	f := Figures{File: c.file, Rows: c.rows, expectedQuestions: c.expected,
		HS2Top1: share(c.hs2, c.scored), HS4Top1: share(c.hs4, c.scored), HS6Top1: share(c.top1, c.scored),
		HS6Top3: share(c.top3, c.scored), HS6Top10: share(c.top10, c.scored),
		AskedWhenRight: share(c.askedRight, c.top1), AskRate: share(c.asked, c.expected),
		ECE: calibrationError(c.confidence, c.right), CoverageAt80: coverage(c.confidence, c.right, 0.8),
		AccuracyAtConf90: accuracyFrom(c.confidence, c.right, 0.9), AUC: separation(c.confidence, c.right),
	}
	c.national.fill(&f)
	total := time.Duration(0)
	for _, t := range c.took {
		total += t
	}
	sort.Slice(c.took, func(i, j int) bool { return c.took[i] < c.took[j] })
	f.ItemsPerSecond = float64(c.rows) / max(total.Seconds(), 1e-9)
	f.P50, f.P99 = quantile(c.took, 0.50), quantile(c.took, 0.99)
	return f
}

func share(n, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(n) / float64(of)
}

// quantile reads milliseconds at a share of sorted durations.
func quantile(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := min(int(math.Ceil(q*float64(len(sorted))))-1, len(sorted)-1)
	return float64(sorted[max(at, 0)].Microseconds()) / 1000
}

// calibrationError is the expected calibration error over ten bins of equal width.
func calibrationError(confidence []float64, right []bool) float64 {
	if len(confidence) == 0 {
		return math.NaN()
	}
	var sum, hit, n [10]float64
	for i, p := range confidence {
		b := min(int(p*10), 9)
		n[b]++
		sum[b] += p
		if right[i] {
			hit[b]++
		}
	}
	e := 0.0
	for b := range n {
		if n[b] > 0 {
			e += math.Abs(sum[b]-hit[b]) / float64(len(confidence))
		}
	}
	return e
}

// coverage is the largest share of rows, taken by falling confidence, of which a share target is right.
func coverage(confidence []float64, right []bool, target float64) float64 {
	if len(confidence) == 0 {
		return math.NaN()
	}
	order := make([]int, len(confidence))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return confidence[order[i]] > confidence[order[j]] })
	best, hit := 0, 0
	for n, i := range order {
		if right[i] {
			hit++
		}
		tied := n+1 < len(order) && confidence[order[n+1]] == confidence[i]
		if !tied && float64(hit) >= target*float64(n+1) {
			best = n + 1
		}
	}
	return float64(best) / float64(len(order))
}

func accuracyFrom(confidence []float64, right []bool, from float64) float64 {
	n, hit := 0, 0
	for i, p := range confidence {
		if p >= from {
			n++
			if right[i] {
				hit++
			}
		}
	}
	return share(hit, n)
}

// separation is the area under the receiver operating characteristic: the share of pairs of a right and a wrong answer in
// which the right one has the higher confidence, ties counted by half. NaN where all are right or all wrong.
func separation(confidence []float64, right []bool) float64 {
	order := make([]int, len(confidence))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return confidence[order[i]] < confidence[order[j]] })
	wrong, pairs := 0, 0.0
	for at := 0; at < len(order); {
		tied, tiedRight := 0, 0
		for ; at < len(order) && (tied == 0 || confidence[order[at]] == confidence[order[at-1]]); at++ {
			tied++
			if right[order[at]] {
				tiedRight++
			}
		}
		pairs += float64(tiedRight) * (float64(wrong) + float64(tied-tiedRight)/2)
		wrong += tied - tiedRight
	}
	if wrong == 0 || wrong == len(order) {
		return math.NaN()
	}
	return pairs / float64(wrong) / float64(len(order)-wrong)
}
