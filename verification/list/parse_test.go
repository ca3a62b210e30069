package list_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
	"tariffdesk/verification/list"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func parsed(t testing.TB, source list.Source, name string) []list.List {
	t.Helper()
	lists, err := list.Parse(source, fixture(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return lists
}

func TestThe69BFileIsReadInEveryEncodingItComesIn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sat-69b.csv", "sat-69b-utf8-bom.csv", "sat-69b-utf16.csv"} {
		l := parsed(t, list.SourceSAT69B, name)[0]
		if l.AsOf != "2026-04-30" || len(l.Entries) != 8 || len(l.Notes) != 1 {
			t.Fatalf("%s: %s, %d entries, notes %q", name, l.AsOf, len(l.Entries), l.Notes)
		}
		var situations []string
		for _, e := range l.Entries {
			situations = append(situations, string(e.Situation))
		}
		if got := strings.Join(situations, " "); got != "definitive presumed cleared favourable_ruling definitive presumed definitive definitive" {
			t.Errorf("%s: %s", name, got)
		}
		first, quoted, masked := l.Entries[0], l.Entries[1], l.Entries[4]
		if first.Name != "ACEROS INVENTADOS DEL ÑANDÚ, S.A. DE C.V." || first.TaxID[:3] != "AIN" || first.Since != "2019-03-14" ||
			first.Published != "2019-10-10" || !strings.HasPrefix(first.Reference, "500-05-2019-2002") {
			t.Errorf("%s: %+v", name, first)
		}
		if quoted.Name != `COMERCIALIZADORA "LÍNEA AZUL", S. DE R.L. DE C.V.` {
			t.Errorf("%s: %q", name, quoted.Name)
		}
		if masked.TaxID != "" || masked.Shown != "XXXXXXXXXXXX" {
			t.Errorf("%s: %+v", name, masked)
		}
	}
}

func TestTheFilesOfArticle69AreListsOfTheirOwn(t *testing.T) {
	t.Parallel()
	if one := parsed(t, list.SourceSAT69, "sat-69-firmes.csv"); len(one) != 1 || one[0].Key() != "sat-69:firmes" || len(one[0].Entries) != 2 {
		t.Errorf("%+v", one)
	}
	var keys []string
	for _, l := range parsed(t, list.SourceSAT69, "sat-69-all.csv") {
		keys = append(keys, l.Key())
	}
	if !slices.Equal(keys, []string{"sat-69:csd-sin-efectos", "sat-69:firmes", "sat-69:no-localizados"}) {
		t.Errorf("%q", keys)
	}
}

func TestTheOtherFilesAreReadInTheirShape(t *testing.T) {
	t.Parallel()
	apoc := parsed(t, list.SourceAPOC, "arca-apoc.zip")[0]
	if apoc.AsOf != "2026-05-14" || len(apoc.Entries) != 3 || apoc.Entries[0].TaxID == "" || apoc.Entries[0].Since != "2019-02-01" {
		t.Errorf("%+v", apoc)
	}
	dian := parsed(t, list.SourceDIAN, "dian.csv")[0]
	if e := dian.Entries; len(e) != 3 || e[0].TaxID != "900123456" || e[1].TaxID != "830500111" || e[2].Situation != list.SituationCleared || e[0].Published != "2024-06-01" {
		t.Errorf("%+v", e)
	}
	csl := parsed(t, list.SourceCSL, "us-csl.csv")[0]
	if e := csl.Entries; len(e) != 3 || e[0].Aliases[0] != "SHADOW TRADING COMPANY" || e[1].Since != "2021-06-01" || e[0].Reference != "SDNTK" {
		t.Errorf("%+v", e)
	}
}

func TestAFileThatIsNotWholeIsRefusedAndSaysWhere(t *testing.T) {
	t.Parallel()
	sat := string(fixture(t, "sat-69b.csv"))
	lines := strings.SplitAfter(sat, "\r\n")
	apoc := fixture(t, "arca-apoc.zip")
	for name, tc := range map[string]struct {
		source  list.Source
		content string
		says    string
	}{
		"empty":                 {list.SourceSAT69B, "", "no header"},
		"no header":             {list.SourceSAT69B, strings.Join(lines[3:], ""), "no header"},
		"nothing but a header":  {list.SourceSAT69B, strings.Join(lines[:3], ""), "no record"},
		"cut in a record":       {list.SourceSAT69B, sat[:strings.LastIndex(sat, "Definitivo")-3], "not whole"},
		"cut behind the names":  {list.SourceSAT69B, strings.TrimRight(sat, "\r\n")[:len(sat)-5], "not whole"},
		"cut within quotes":     {list.SourceSAT69B, sat[:strings.Index(sat, "AZUL")], "not whole"},
		"a quote never closed":  {list.SourceSAT69B, sat + `9,"` + strings.Repeat("A name that goes on\n", 5000), "quote"},
		"another list":          {list.SourceSAT69B, string(fixture(t, "us-csl.csv")), "RFC"},
		"a picture":             {list.SourceSAT69B, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not text"},
		"half an archive":       {list.SourceAPOC, string(apoc[:len(apoc)/2]), "not whole"},
		"an archive of nothing": {list.SourceAPOC, "PK\x05\x06" + strings.Repeat("\x00", 18), "no .txt"},
		"too many short rows":   {list.SourceDIAN, "NIT;name;state\n" + strings.Repeat("900123456\n", 50) + "900123456;A name;Vigente\n", "lack columns"},
		"commas for semicolons": {list.SourceDIAN, "NIT\n900123456\n", "no header"},
	} {
		_, err := list.Parse(tc.source, []byte(tc.content))
		if fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(fail.As(err).Message, tc.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnArchiveThatGrowsBeyondBoundsIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := list.Parse(list.SourceSAT69B, bytes.Repeat([]byte("RFC,\n"), list.MaxBytes/5+1)); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Error(err)
	}
}

func TestTwoVersionsDifferInWhatCameWentAndMoved(t *testing.T) {
	t.Parallel()
	before := parsed(t, list.SourceSAT69B, "sat-69b.csv")[0].Entries
	after := slices.Clone(before[1:])
	after[0].Situation = list.SituationDefinitive
	after = append(after, list.Entry{TaxID: "NEW010101AAA", Situation: list.SituationPresumed})
	d := list.Diff(before, after)
	if len(d.Added) != 1 || d.Added[0].TaxID != "NEW010101AAA" || len(d.Removed) != 1 || d.Removed[0].TaxID != before[0].TaxID || len(d.Changed) != 1 {
		t.Errorf("%+v", d)
	}
	if same := list.Diff(before, before); len(same.Added)+len(same.Removed)+len(same.Changed) > 0 {
		t.Errorf("%+v", same)
	}
	if !list.Shrinks(100, 94) || list.Shrinks(100, 95) || list.Shrinks(0, 0) {
		t.Error("a list that loses more than 5 % shrinks, one that loses 5 % does not")
	}
}

func TestWhatIsKeptIsWhatWasRead(t *testing.T) {
	t.Parallel()
	entries := parsed(t, list.SourceCSL, "us-csl.csv")[0].Entries
	content, err := list.Encode(entries)
	if err != nil {
		t.Fatal(err)
	}
	again, err := list.Decode(content)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(entries) {
		t.Errorf("%v: %v", err, again)
	}
	for _, bad := range [][]byte{nil, []byte("x"), content[:len(content)/2]} {
		if _, err := list.Decode(bad); err == nil {
			t.Errorf("%.10q was decoded", bad)
		}
	}
}

func TestSourcesGoByTheirNamesHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]list.Source{"sat-69b": list.SourceSAT69B, "SAT_69_B": list.SourceSAT69B, "69b": list.SourceSAT69B, "sat69": list.SourceSAT69,
		"apoc": list.SourceAPOC, "ARCA-APOC": list.SourceAPOC, "dian": list.SourceDIAN, "csl": list.SourceCSL, "us-csl": list.SourceCSL} {
		if got, err := list.ParseSource(text); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if _, err := list.ParseSource("ofac"); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Error(err)
	}
}

// fuzzed holds a format to its bounds: whatever the bytes, what is read can be kept and searched.
func fuzzed(f *testing.F, source list.Source, names ...string) {
	f.Helper()
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
		f.Add(content[:len(content)/2])
	}
	f.Add([]byte("RFC,name\n\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		lists, err := list.Parse(source, content)
		if err != nil {
			if fail.CodeOf(err) != fail.CodeBadRequest {
				t.Fatal(err)
			}
			return
		}
		for i, l := range lists {
			kept, err := list.Encode(l.Entries)
			if err != nil || len(l.Entries) == 0 {
				t.Fatalf("%d entries: %v", len(l.Entries), err)
			}
			if again, err := list.Decode(kept); err != nil || len(again) != len(l.Entries) {
				t.Fatalf("%d of %d entries: %v", len(again), len(l.Entries), err)
			}
			r := list.NewRegister().With(list.Version{ID: int64(i), Source: source, Part: l.Part}, l.Entries)
			r.Check(list.Query{Country: source.Country(), TaxID: l.Entries[0].TaxID, Name: l.Entries[0].Name})
		}
	})
}

func FuzzSAT69B(f *testing.F) { fuzzed(f, list.SourceSAT69B, "sat-69b.csv", "sat-69b-utf16.csv") }
func FuzzSAT69(f *testing.F)  { fuzzed(f, list.SourceSAT69, "sat-69-firmes.csv", "sat-69-all.csv") }
func FuzzAPOC(f *testing.F)   { fuzzed(f, list.SourceAPOC, "arca-apoc.zip") }
func FuzzDIAN(f *testing.F)   { fuzzed(f, list.SourceDIAN, "dian.csv") }
func FuzzCSL(f *testing.F)    { fuzzed(f, list.SourceCSL, "us-csl.csv") }
