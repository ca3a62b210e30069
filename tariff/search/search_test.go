package search

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"tariffdesk/tariff"
)

var embedded = sync.OnceValues(func() (map[string]*Index, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	national, err := tariff.LoadNational(knowledge.Vocabulary())
	if err != nil {
		return nil, err
	}
	out := map[string]*Index{}
	for _, country := range tariff.Countries() {
		out[country] = New(knowledge, national, country)
	}
	return out, nil
})

func index(t testing.TB, country string) *Index {
	t.Helper()
	all, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return all[country]
}

func codes(hits []Hit) (list []string) {
	for _, h := range hits {
		list = append(list, h.Code)
	}
	return list
}

func TestWordsOfEitherLanguageFindTheirSubheading(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"cotton T-shirt knitted": "610910", "camiseta de algodón de punto": "610910", "smartphone": "851713",
		"teléfonos inteligentes": "851713", "kitchen knives": "8211", "purebred breeding horses": "010121",
		"caballos reproductores de raza pura": "010121", "roasted coffee": "090121", "café tostado": "090121",
	} {
		hits, _ := index(t, tariff.WorldCode).Find(query, 5)
		if !slices.ContainsFunc(hits, func(h Hit) bool { return strings.HasPrefix(h.Code, want) }) {
			t.Errorf("%s: %v, want %s", query, codes(hits), want)
		}
	}
}

func TestDigitsFindTheCodesThatBeginWithThem(t *testing.T) {
	t.Parallel()
	x := index(t, "MEX")
	hits, more := x.Find("61.09 10", 2)
	if got := codes(hits); !slices.Equal(got, []string{"610910", "61091003"}) || !more {
		t.Errorf("%v %v", got, more)
	}
	if hits, more := x.Find("9999999999", 10); len(hits) != 0 || more {
		t.Errorf("%v", hits)
	}
	if hits, _ := index(t, tariff.WorldCode).Find("6109", 100); slices.ContainsFunc(hits, func(h Hit) bool { return len(h.Code) > 6 }) {
		t.Errorf("national lines of no country: %v", codes(hits))
	}
}

func TestHitsAreInOrderWithinTheLimitAndRepeatable(t *testing.T) {
	t.Parallel()
	x := index(t, "USA")
	first, more := x.Find("men's cotton shirts", 20)
	if len(first) != 20 || !more || !slices.IsSortedFunc(first, byScore) {
		t.Errorf("%d hits, more %v", len(first), more)
	}
	for range 3 {
		if again, _ := x.Find("men's cotton shirts", 20); !slices.Equal(first, again) {
			t.Error("the same search found something else")
		}
	}
	ten, _ := x.Find("men's cotton shirts", 10)
	if !slices.Equal(ten, first[:10]) {
		t.Error("a smaller limit changes the order")
	}
}

func TestWordsThatNobodyKnowsFindNothing(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", "the of", "xyzzyplugh", "¿?", strings.Repeat("zzz ", 1000)} {
		if hits, more := index(t, "ARG").Find(query, 10); len(hits) != 0 || more {
			t.Errorf("%.20q: %v", query, hits)
		}
	}
}

func TestPluralAndGenderMeet(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"knives", "knife"}, {"shoes", "shoe"}, {"camisas", "camisa"}, {"boxes", "box"}, {"motores", "motor"}, {"blancas", "blanco"}, {"batteries", "battery"}} {
		if stem(pair[0]) != stem(pair[1]) {
			t.Errorf("%s → %s, %s → %s", pair[0], stem(pair[0]), pair[1], stem(pair[1]))
		}
	}
}

func BenchmarkFind(b *testing.B) {
	x := index(b, "USA")
	queries := []string{"men's cotton shirts", "lithium battery", "55 inch LED television", "camisetas de algodón de punto para hombre", "stainless steel chef's knife", "parts of machines"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		x.Find(queries[i%len(queries)], 20)
	}
}

func BenchmarkNew(b *testing.B) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		b.Fatal(err)
	}
	national, err := tariff.LoadNational(knowledge.Vocabulary())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		New(knowledge, national, "USA")
	}
}
