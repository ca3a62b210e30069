package list_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tariffdesk/verification/list"
)

// official is a register of all fixtures.
func official(t testing.TB) *list.Register {
	t.Helper()
	r, id := list.NewRegister(), int64(0)
	for source, name := range map[list.Source]string{list.SourceSAT69B: "sat-69b.csv", list.SourceSAT69: "sat-69-firmes.csv",
		list.SourceAPOC: "arca-apoc.zip", list.SourceDIAN: "dian.csv", list.SourceCSL: "us-csl.csv"} {
		for _, l := range parsed(t, source, name) {
			id++
			r = r.With(list.Version{ID: id, Source: l.Source, Part: l.Part, AsOf: "2026-05-14", Rows: len(l.Entries)}, l.Entries)
		}
	}
	return r
}

func id69B(t testing.TB, i int) string {
	return parsed(t, list.SourceSAT69B, "sat-69b.csv")[0].Entries[i].TaxID
}

func TestAnExactIdDecidesAndShowsListSituationAndDates(t *testing.T) {
	t.Parallel()
	a := official(t).Check(list.Query{Country: "MEX", TaxID: id69B(t, 0), Name: "Some other name"})
	if a.Result != list.ResultListed || len(a.Matches) != 2 || !a.Adverse() || a.AsOf() != "2026-05-14" {
		t.Fatalf("%+v", a)
	}
	if m := a.Matches[1]; m.Source != list.SourceSAT69B || m.Situation != list.SituationDefinitive || m.By != list.ByTaxID || m.Score != 1 || m.Since == "" {
		t.Errorf("%+v", m)
	}
}

func TestClearedAndFavourableAreClearedAndNotAdverse(t *testing.T) {
	t.Parallel()
	for _, i := range []int{2, 3} {
		if a := official(t).Check(list.Query{Country: "MEX", TaxID: id69B(t, i)}); a.Result != list.ResultCleared || a.Adverse() {
			t.Errorf("%+v", a)
		}
	}
	if a := official(t).Check(list.Query{Country: "MEX", TaxID: id69B(t, 5)}); len(a.Matches) != 2 || !a.Adverse() {
		t.Errorf("of an id that stands twice each record counts: %+v", a)
	}
}

func TestWithoutAListNothingIsKnown(t *testing.T) {
	t.Parallel()
	empty := list.NewRegister()
	if a := empty.Check(list.Query{Country: "MEX", Name: "Aceros"}); a.Result != list.ResultUnknown || len(a.Lists) != 0 {
		t.Errorf("%+v", a)
	}
	csl := parsed(t, list.SourceCSL, "us-csl.csv")[0]
	abroad := empty.With(list.Version{ID: 1, Source: csl.Source, AsOf: "2026-01-01"}, csl.Entries)
	if a := abroad.Check(list.Query{Country: "COL", Name: "Panadería La Real"}); a.Result != list.ResultUnknown || len(a.Lists) != 1 {
		t.Errorf("a list of the world says nothing of the country's own: %+v", a)
	}
	if a := abroad.Check(list.Query{Country: "USA", Name: "Bakery"}); a.Result != list.ResultNotListed {
		t.Errorf("%+v", a)
	}
}

func TestNamesAreALikenessThatIsShown(t *testing.T) {
	t.Parallel()
	r := official(t)
	for query, listed := range map[string]bool{
		"Comercializadora de Sombras SA": true, "shadow trading co.": true, "Institute of Invented Photonics": true,
		"COMERCIALIZADORA DE S\u200bOMBRAS": true, "Comercializadora de Sombrillas": false, "Muebles Reales": false,
	} {
		a := r.Check(list.Query{Country: "USA", Name: query})
		if (a.Result == list.ResultListed) != listed {
			t.Errorf("%q: %+v", query, a)
		}
		for _, m := range a.Matches {
			if m.By != list.ByName || m.Score < list.Alike || m.Decides != (m.Score >= list.Same) {
				t.Errorf("%q: %+v", query, m)
			}
		}
	}
}

func TestANamesakeWithAnotherIdIsAnotherCompany(t *testing.T) {
	t.Parallel()
	r := official(t)
	name := "Aceros Inventados del Ñandú SA de CV"
	if a := r.Check(list.Query{Country: "MEX", TaxID: "SAT970701NN3", Name: name}); a.Result != list.ResultNotListed {
		t.Errorf("%+v", a)
	}
	if a := r.Check(list.Query{Country: "MEX", Name: name}); a.Result != list.ResultListed {
		t.Errorf("%+v", a)
	}
}

func TestMaskedIdsNeverMatch(t *testing.T) {
	t.Parallel()
	if a := official(t).Check(list.Query{Country: "MEX", TaxID: "XXXXXXXXXXXX"}); a.Result != list.ResultNotListed {
		t.Errorf("%+v", a)
	}
}

func TestAVersionReplacesTheOneBeforeAndNoOther(t *testing.T) {
	t.Parallel()
	r := official(t)
	next := r.With(list.Version{ID: 99, Source: list.SourceSAT69B, AsOf: "2026-06-01"}, []list.Entry{{TaxID: "NEW010101AAA", Situation: list.SituationPresumed}})
	if a := next.Check(list.Query{Country: "MEX", TaxID: id69B(t, 2)}); a.Result != list.ResultNotListed {
		t.Errorf("%+v", a)
	}
	if a := r.Check(list.Query{Country: "MEX", TaxID: id69B(t, 2)}); a.Result != list.ResultCleared {
		t.Error("the register before has changed")
	}
	if len(next.Versions()) != len(r.Versions()) {
		t.Errorf("%+v", next.Versions())
	}
}

func TestHostileNamesAreAnsweredWithinBounds(t *testing.T) {
	t.Parallel()
	r := official(t)
	for _, name := range []string{strings.Repeat("A", 10_000), strings.Repeat("a ", 5_000), strings.Repeat("\u202e", 10_000), "\xff\xfe", strings.Repeat("é", 9_999)} {
		if a := r.Check(list.Query{Country: "MEX", Name: name}); a.Result != list.ResultNotListed {
			t.Errorf("%.20q: %+v", name, a)
		}
	}
}

// large is a register of 100,000 invented companies.
func large() (*list.Register, []list.Entry) {
	syllables := []string{"ba", "cor", "dal", "fen", "gui", "lo", "mar", "nis", "ple", "quin", "ros", "sil", "tur", "ven", "zal"}
	entries := make([]list.Entry, 100_000)
	for i := range entries {
		word := func(n int) string {
			return syllables[n%15] + syllables[n/15%15] + syllables[n/225%15]
		}
		entries[i] = list.Entry{TaxID: fmt.Sprintf("AAA%09d", i), Name: "Comercializadora " + word(i*31) + " " + word(i*17+7) + " SA de CV", Situation: list.SituationDefinitive}
	}
	return list.NewRegister().With(list.Version{ID: 1, Source: list.SourceSAT69B, AsOf: "2026-01-01"}, entries), entries
}

func BenchmarkCheck(b *testing.B) {
	r, entries := large()
	b.Run("id", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			r.Check(list.Query{Country: "MEX", TaxID: entries[i*7919%len(entries)].TaxID})
		}
	})
	b.Run("name", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			r.Check(list.Query{Country: "MEX", Name: entries[i*7919%len(entries)].Name + "x"})
		}
	})
	b.Run("reference: every entry in turn", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			want, found := entries[i*7919%len(entries)].TaxID, 0
			for _, e := range entries {
				if e.TaxID == want {
					found++
				}
			}
			if found != 1 {
				b.Fatal(found)
			}
		}
	})
}

func BenchmarkParse15000(b *testing.B) {
	var file strings.Builder
	file.WriteString("Actualizado al 30 de abril de 2026\n\nNo,RFC,Nombre del Contribuyente,Situación del contribuyente" + strings.Repeat(",x", 16) + "\n")
	for i := range 15_000 {
		fmt.Fprintf(&file, "%d,AAA%02d0101%03d,\"COMERCIALIZADORA\nNUMERO %d, S.A. DE C.V.\",Definitivo,500-05-2019,01/02/2019,,%s\n", i, i%100, i%1000, i, strings.Repeat(",01/03/2020", 12))
	}
	content := []byte(file.String())
	for b.Loop() {
		lists, err := list.Parse(list.SourceSAT69B, content)
		if err != nil || len(lists[0].Entries) != 15_000 {
			b.Fatal(err)
		}
	}
}

func TestClearedIsSaidOnlyWhereNothingAdverseWasFound(t *testing.T) {
	t.Parallel()
	cleared := list.Entry{TaxID: "AAA010101AAA", Name: "Aceros del Norte", Situation: list.SituationCleared}
	ruling := list.Entry{TaxID: "AAA010101AAA", Name: "Aceros del Norte", Situation: list.SituationFavourable}
	standing := list.Entry{TaxID: "AAA010101AAA", Name: "Aceros del Norte", Situation: list.SituationPresumed}
	alike := list.Entry{Name: "Aceros Nortes", Situation: list.SituationDefinitive}
	for name, c := range map[string]struct {
		ask     list.Query
		entries []list.Entry
		want    list.Result
		adverse bool
	}{
		"by id":                             {list.Query{TaxID: "AAA010101AAA"}, []list.Entry{cleared}, list.ResultCleared, false},
		"by name":                           {list.Query{Name: "Aceros del Norte"}, []list.Entry{cleared}, list.ResultCleared, false},
		"by both rulings":                   {list.Query{TaxID: "AAA010101AAA"}, []list.Entry{cleared, ruling}, list.ResultCleared, false},
		"another entry stands":              {list.Query{TaxID: "AAA010101AAA"}, []list.Entry{cleared, standing}, list.ResultListed, true},
		"a name like it stands on a list":   {list.Query{Name: "Aceros del Norte"}, []list.Entry{cleared, alike}, list.ResultListed, false},
		"a cleared name that is only alike": {list.Query{Name: "Aceros del Nortes y Sur"}, []list.Entry{cleared}, list.ResultNotListed, false},
		"nothing":                           {list.Query{TaxID: "BBB010101BBB"}, []list.Entry{cleared}, list.ResultNotListed, false},
	} {
		c.ask.Country = "MEX"
		r := list.NewRegister().With(list.Version{ID: 1, Source: list.SourceSAT69B, AsOf: "2026-05-14"}, c.entries)
		if a := r.Check(c.ask); a.Result != c.want || a.Adverse() != c.adverse {
			t.Errorf("%s: %s, adverse %v: %+v", name, a.Result, a.Adverse(), a.Matches)
		}
	}
}

func TestTheAgeOfAListIsInWholeDays(t *testing.T) {
	t.Parallel()
	for now, want := range map[string]int{"2026-05-14T00:00:00Z": 0, "2026-05-14T23:59:59Z": 0, "2026-05-15T00:00:00Z": 1, "2026-06-28T12:00:00Z": 45,
		"2026-05-13T12:00:00Z": 0, "2026-05-14T20:00:00-06:00": 1, "2027-05-14T01:00:00Z": 365} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (list.Version{AsOf: "2026-05-14"}).AgeDays(at); got != want {
			t.Errorf("%s: %d days, want %d", now, got, want)
		}
	}
}
