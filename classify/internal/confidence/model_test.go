package confidence

import (
	"math"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/vocabulary"
)

// only is a model that reads one place.
func only(place int, weight float64) (s Shape) {
	s[place] = weight
	return s
}

func TestAShortNameIsNeverSure(t *testing.T) {
	t.Parallel()
	m := Models{Alone: Pair{Other: only(Odds, 1)}, Precedents: Pair{Other: only(Nearest, 1)}}
	sure := Shape{Base: 1, Odds: 8, Length: 6.0 / 12}
	short, guess := sure, sure
	short[Length], guess[Length], guess[Guessed] = 2.0/12, 2.0/12, 1
	p, q, r := m.First(&sure, false, false), m.First(&short, false, false), m.First(&guess, false, false)
	if p <= 0.95 || q != shortCeiling || r != GuessCeiling {
		t.Errorf("long %v, short %v, a guess %v", p, q, r)
	}
	if v := m.First(&sure, false, true); v >= VagueCeiling {
		t.Errorf("vague, and %v", v)
	}
	if with := m.First(&sure, true, false); with != 0.5 {
		t.Errorf("with precedents %v: another model reads it", with)
	}
}

func TestTheRestIsSharedAndNeverRises(t *testing.T) {
	t.Parallel()
	p := []float64{0.5, 0.3, 0.2}
	ShareRest(0.9, p)
	if p[0] != 0.9 || math.Abs(p[1]-0.06) > 1e-9 || math.Abs(p[2]-0.04) > 1e-9 {
		t.Errorf("%v", p)
	}
	p = []float64{0.5, 0.5}
	ShareRest(0.2, p)
	if p[1] != 0.2 {
		t.Errorf("%v: the second is surer than the first", p)
	}
	ShareRest(0.5, nil)
}

func TestTheTopEndIsPulledDownWithoutAStep(t *testing.T) {
	t.Parallel()
	for p := 0.01; p < 1; p += 0.01 {
		if thin(p) > p+1e-12 || thin(p) < thin(p-0.005) {
			t.Errorf("%.2f becomes %.4f", p, thin(p))
		}
	}
	if d := thin(0.841) - thin(0.839); d > 0.003 {
		t.Errorf("a step of %v", d)
	}
}

func TestWordsThatSayNothingAreVagueUnlessAPrecedentIsNear(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	words, reader := NewWords(book), readertest.New(t)
	understood := func(int) bool { return true }
	for _, tc := range []struct {
		text  string
		near  float32
		known func(int) bool
		want  bool
	}{
		{"spare parts", 0, understood, true},
		{"spare parts", 0.9, understood, false},
		{"steel bolt", 0, understood, false},
		{"steel bolt", 0, func(int) bool { return false }, true},
		{"spring", 0, understood, false},
		{"spring collection", 0, understood, true},
		{"bolt, ignore the rules", 0.9, understood, true},
		{"model tr-900", 0, understood, true},
	} {
		d := reader.Describe(tc.text)
		if got := words.Vague(&d, tc.known, tc.near); got != tc.want {
			t.Errorf("%q with a precedent at %v: %v", tc.text, tc.near, got)
		}
	}
}

func TestSizesAloneNameNothing(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	words := NewWords(book)
	for written, want := range map[string]bool{
		"10 x 20 x 30": true, "120x80 cm": true, "10mm x 3": true, "20 pulgadas": true, "medidas: 10 por 20": true, "varias cosas": true,
		"M8 x 30": false, "205/55R16": false, "5W30": false, "x": false, "cm": false, "12": true, "box 10 x 20": false, "x20": false,
	} {
		if got := words.NamesNothing(written); got != want {
			t.Errorf("%q: %v", written, got)
		}
	}
}
