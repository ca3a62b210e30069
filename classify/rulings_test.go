package classify

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

// invented are rulings on goods that nobody makes.
func invented() []ruling.Ruling {
	return []ruling.Ruling{
		{Source: ruling.SourceCROSS, Reference: "N1", Date: "2024-03-04", Codes: []string{"8413702004"}, Today: "841370", Description: "zorblat fluid mover, portable", Status: ruling.StatusValid, URL: "https://rulings.example/N1"},
		{Source: ruling.SourceEBTI, Reference: "XX-2", Date: "2023-01-31", Codes: []string{"84798997"}, Today: "847989", Description: "zorblat fluid mover, portable, with a handle", Status: ruling.StatusExpired},
		{Source: ruling.SourceATaR, Reference: "GB3", Date: "2022-12-01", Codes: []string{"9405409990"}, Today: "9405", Description: "wendigo lantern of zinc", Status: ruling.StatusValid},
		{Source: ruling.SourceCROSS, Reference: "N4", Date: "2021-12-01", Codes: []string{"8413702004"}, Today: "841370", Description: "zorblat fluid mover, portable", Status: ruling.StatusRevoked},
	}
}

func ruledOn(t *testing.T, list []ruling.Ruling, description string, language tariff.Language) Result {
	t.Helper()
	e := embeddedEngine(t)
	r, err := e.Classify(context.Background(), Request{Description: description, Language: language, Rulings: e.NewRulings(list, nil)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARulingThatAgreesIsCitedByNumberAndDay(t *testing.T) {
	t.Parallel()
	for language, want := range map[tariff.Language]string{tariff.LanguageEnglish: "Ruling N1 of 4 March 2024 (United States, CROSS)", tariff.LanguageSpanish: "La resolución N1 del 4 de marzo de 2024 (Estados Unidos, CROSS)"} {
		r := ruledOn(t, invented(), "zorblat fluid mover, portable", language)
		if len(r.Suggestions) == 0 || r.Suggestions[0].Subheading.Code != "841370" {
			t.Fatalf("%+v", r.Suggestions)
		}
		if !strings.Contains(r.Suggestions[0].Reason, want) {
			t.Errorf("justification %q lacks %q", r.Suggestions[0].Reason, want)
		}
		by := map[EvidenceStatus]string{}
		for _, x := range r.Suggestions[0].Evidence {
			if x.Kind == EvidenceRuling {
				by[x.Status] += x.Reference
			}
		}
		if by[EvidenceStatusSupports] != "N1" || by[EvidenceStatusOpposes] != "XX-2" || by[EvidenceStatusRevoked] != "N4" {
			t.Errorf("rulings by status %v", by)
		}
	}
}

func TestARevokedRulingNeverCounts(t *testing.T) {
	t.Parallel()
	with := ruledOn(t, invented()[3:], "zorblat fluid mover, portable", tariff.LanguageEnglish)
	without := ruledOn(t, nil, "zorblat fluid mover, portable", tariff.LanguageEnglish)
	if len(with.Suggestions) != len(without.Suggestions) {
		t.Fatalf("%d and %d codes", len(with.Suggestions), len(without.Suggestions))
	}
	for i := range with.Suggestions {
		a, b := &with.Suggestions[i], &without.Suggestions[i]
		if a.Subheading != b.Subheading || a.Confidence != b.Confidence || a.Reason != b.Reason {
			t.Errorf("%s %v became %s %v", b.Subheading.Code, b.Confidence, a.Subheading.Code, a.Confidence)
		}
	}
}

func TestRulingsAreFoundByWordsNearWordsAndCodes(t *testing.T) {
	t.Parallel()
	r := embeddedEngine(t).NewRulings(invented(), nil)
	for _, c := range []struct {
		query, digits, after string
		want                 string
	}{
		{"zorblat mover", "", "", "N1 N4 XX-2"}, {"zorblats", "", "", "N1 N4 XX-2"}, {"wendigos lantern", "", "", "GB3"},
		{"zorblat", "8479", "", "XX-2"}, {"", "8413", "", "N1 N4"}, {"", "940540", "", "GB3"}, {"", "8413", "cross:N1", "N4"}, {"", "01", "", ""}, {"quux", "", "", ""},
	} {
		found, known := r.Find(c.query, c.digits, c.after, 10)
		var got []string
		for _, x := range found {
			got = append(got, x.Reference)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want || !known {
			t.Errorf("%q %q after %q: %v, want %s", c.query, c.digits, c.after, got, c.want)
		}
	}
	if _, known := r.Find("zorblat", "", "cross:none", 10); known {
		t.Error("an id that is not found was taken for one")
	}
}

// What was learnt of a library is the same whether it is learnt anew or taken over; of another library it is learnt anew.
func TestAModelThatIsKeptAnswersAsTheOneLearnt(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	list := manyRulings(t, 2000)
	learnt := e.NewRulings(list, nil)
	kept, other := e.NewRulings(list, learnt.Model()), e.NewRulings(list[:1500], learnt.Model())
	fresh := e.NewRulings(list[:1500], nil)
	for i := 0; i < len(list); i += 97 {
		request := Request{Description: list[i].Description, Model: ModelFast, Rulings: learnt}
		want := topOf(t, request)
		request.Rulings = kept
		if got := topOf(t, request); got != want {
			t.Errorf("%s: %s learnt, %s kept", request.Description, want, got)
		}
		request.Rulings = other
		got := topOf(t, request)
		request.Rulings = fresh
		if want = topOf(t, request); got != want {
			t.Errorf("%s: %s, with the model of another library %s", request.Description, want, got)
		}
	}
}

func topOf(t *testing.T, r Request) string {
	t.Helper()
	got, err := embeddedEngine(t).Classify(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Suggestions) == 0 {
		return ""
	}
	return got.Suggestions[0].Subheading.Code
}

// manyRulings makes rulings as long as real ones of the knowledge's own terms.
func manyRulings(tb testing.TB, n int) []ruling.Ruling {
	tb.Helper()
	e := embeddedEngine(tb)
	list := make([]ruling.Ruling, 0, n)
	for i := 0; len(list) < n; i++ {
		name := e.index.Name(int32((i * 131) % e.index.Names()))
		if name.Sub < 0 {
			continue
		}
		words := []string{name.Text}
		for k := 1; k < 7; k++ {
			words = append(words, e.index.Name(int32((i*7919+k*15485863)%e.index.Names())).Text)
		}
		code := e.tree.Subs[name.Sub].Code
		list = append(list, ruling.Ruling{
			Source: ruling.SourcePlain, Reference: fmt.Sprintf("R%06d", i), Date: "2024-01-02", Codes: []string{code}, Today: code,
			Description: strings.Join(words, ", "), Status: ruling.StatusValid,
		})
	}
	return list
}

// BenchmarkClassifyRulings asks with 20,000 rulings; it may take 1 ms more than BenchmarkClassifyFast.
func BenchmarkClassifyRulings(b *testing.B) {
	e := embeddedEngine(b)
	rulings := e.NewRulings(manyRulings(b, 20000), nil)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := e.Classify(context.Background(), Request{Description: benchmarkTexts[i%len(benchmarkTexts)], Model: ModelFast, Rulings: rulings}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkNewRulings is what a process pays for 20,000 rulings whose model is kept, and held-MB what they hold afterwards: 150 at most.
func BenchmarkNewRulings(b *testing.B) {
	e := embeddedEngine(b)
	list := manyRulings(b, 20000)
	model := e.NewRulings(list, nil).Model()
	var held uint64
	for b.Loop() {
		before := heap()
		r := e.NewRulings(list, model)
		held = heap() - before
		if n, _ := r.Len(); n != len(list) {
			b.Fatalf("%d rulings", n)
		}
	}
	b.ReportMetric(float64(held)/(1<<20), "held-MB")
}

// BenchmarkLearnRulings is what an import of 20,000 rulings pays for the model.
func BenchmarkLearnRulings(b *testing.B) {
	e := embeddedEngine(b)
	list := manyRulings(b, 20000)
	for b.Loop() {
		e.NewRulings(list, nil)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
