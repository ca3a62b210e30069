package odds_test

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/odds"
)

func TestLogAndProbabilityAreInverse(t *testing.T) {
	t.Parallel()
	for _, p := range []float64{0.001, 0.1, 0.5, 0.73, 0.999} {
		if got := odds.Probability(odds.Log(p, 1e-6)); math.Abs(got-p) > 1e-12 {
			t.Errorf("%v comes back as %v", p, got)
		}
	}
	if odds.Log(0.75, 1e-6) != math.Log(3) || odds.Probability(0) != 0.5 {
		t.Error("odds of three to one, or even odds, are wrong")
	}
}

func TestCertaintyIsBounded(t *testing.T) {
	t.Parallel()
	for _, edge := range []float64{1e-4, 1e-6} {
		for _, p := range []float64{-1, 0, edge / 2} {
			if odds.Log(p, edge) != odds.Log(edge, edge) || odds.Log(1-p, edge) != odds.Log(1-edge, edge) {
				t.Errorf("%v at %v: %v, %v", p, edge, odds.Log(p, edge), odds.Log(1-p, edge))
			}
		}
	}
	if got := odds.Probability(math.Inf(-1)); got != 0 {
		t.Errorf("infinitely long odds give %v", got)
	}
}

func TestSharesLeaveRoomForNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scores, want []float64 }{
		{nil, nil},
		{[]float64{0}, []float64{0.5}},
		{[]float64{0, 0, 0}, []float64{0.25, 0.25, 0.25}},
		{[]float64{math.Log(2), 0}, []float64{0.5, 0.25}},
		{[]float64{1e6, -1e6}, []float64{1, 0}},
	} {
		got := odds.Shares(c.scores)
		if len(got) != len(c.want) {
			t.Fatalf("%v: %v", c.scores, got)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("%v: %v, want %v", c.scores, got, c.want)
			}
		}
	}
}

func TestCoefficientsAreReadByName(t *testing.T) {
	t.Parallel()
	got, err := odds.Coefficients(fstest.MapFS{"a.tsv": {Data: []byte("# of a fit\n\nalone\t-1.5\nrow\tserved\t2e-3\r\n")}}, "a.tsv")
	if err != nil || len(got) != 2 || got["alone"] != -1.5 || got["row\tserved"] != 0.002 {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "# nothing\n", "a\n", "\t1\n", "a\tmuch\n", "a\tNaN\n", "a\t+Inf\n", "a\t1\na\t2\n"} {
		if _, err := odds.Coefficients(fstest.MapFS{"a.tsv": {Data: []byte(text)}}, "a.tsv"); err == nil || !strings.Contains(err.Error(), "a.tsv") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := odds.Coefficients(fstest.MapFS{}, "a.tsv"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
