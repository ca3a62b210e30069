package tariff

import (
	"strings"
	"testing"
	"testing/fstest"
)

// minimal is a small but complete knowledge base in the format of the chapter files.
func minimal(chapter string) fstest.MapFS {
	return fstest.MapFS{
		"facets.txt": {Data: []byte("material: material | material\n  textile | textile | textil | cloth | tela\n  cotton < textile | cotton | algodón | denim | mezclilla\n")},
		"hs/61.txt":  {Data: []byte(chapter)},
	}
}

const goodChapter = `61 Knitwear | Prendas de punto
6109 T-shirts | Playeras
  en: tee; t-shirt
  es: playera
  not: blouse | blusa -> 6206 6106
  facet: material | Which fibre? | ¿Qué fibra?
  value: material=cotton | pima | pima
610910 Cotton T-shirts | Playeras de algodón
  is: material=cotton,linen
610990 Other T-shirts | Otras playeras
  is: material=other
`

func TestChapterIsReadAsWritten(t *testing.T) {
	t.Parallel()
	k, err := ReadKnowledge(minimal(goodChapter))
	if err != nil {
		t.Fatal(err)
	}
	h, s := k.Entry("6109"), k.Entry("610910")
	if h == nil || s == nil || s.Parent != h || h.Parent.Code != "61" {
		t.Fatalf("hierarchy is broken: %v %v", h, s)
	}
	if got := strings.Join(h.English.List(), ","); got != "tee,t-shirt" {
		t.Errorf("terms %q", got)
	}
	if x := h.Exclusions[0]; x.English[0] != "blouse" || x.Spanish[0] != "blusa" || len(x.Codes) != 2 {
		t.Errorf("exclusion %+v", x)
	}
	if c := s.Choice("material"); len(c) != 2 || c[1] != "linen" || s.Residual() || !k.Entry("610990").Residual() {
		t.Errorf("choice %v", c)
	}
	if f, ok := h.Facet("material"); !ok || f.Question.In(LanguageSpanish) != "¿Qué fibra?" {
		t.Errorf("facet %+v", f)
	}
	if got := s.Path(LanguageEnglish); got != "Knitwear > T-shirts > Cotton T-shirts" {
		t.Errorf("path %q", got)
	}
	if missing := k.Missing(); len(missing) != ChapterCount-1 {
		t.Errorf("%d chapters reported missing", len(missing))
	}
}

func TestMistakesAreNamedWithFileAndLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ chapter, want string }{
		"no Spanish title":    {"61 Knitwear", "hs/61.txt:1: code 61 needs a title"},
		"foreign code":        {"61 K | P\n62 W | T", "hs/61.txt:2: code 62 does not belong"},
		"orphan":              {"61 K | P\n610910 T | P", "hs/61.txt:2: code 610910 stands before its parent"},
		"twice":               {"61 K | P\n61 K | P", "hs/61.txt:2: code 61 is given twice"},
		"unknown key":         {"61 K | P\n  colour: red", "hs/61.txt:2: unknown key"},
		"attribute first":     {"  en: tee", "hs/61.txt:1: en before the first code"},
		"exclusion unaimed":   {"61 K | P\n  not: a | b", "hs/61.txt:2: an exclusion reads"},
		"facet without words": {"61 K | P\n  facet: material | which", "hs/61.txt:2: a facet reads"},
		"odd code":            {"613 K | P", "hs/61.txt:1: \"613\" is not a code"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ReadKnowledge(minimal(c.chapter))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %q…", err, c.want)
			}
		})
	}
}

func TestVocabularyImpliesWiderValues(t *testing.T) {
	t.Parallel()
	k, err := LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	v := k.Vocabulary()
	if got := strings.Join(v.Implied("polyester"), " "); !strings.Contains(got, "synthetic-fibre") || !strings.Contains(got, "textile") {
		t.Errorf("polyester implies %q", got)
	}
	for _, value := range v.Values() {
		if value.Name.English == "" || value.Name.Spanish == "" || len(value.English) < 2 || len(value.Spanish) < 2 {
			t.Errorf("value %s lacks a name or words in a language", value.ID)
		}
		for _, w := range value.Within {
			if v.Value(w) == nil {
				t.Errorf("value %s lies within %s, which does not exist", value.ID, w)
			}
		}
	}
}

func TestCleanCode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"6109.10": "610910", "0101 21 00": "01012100", "": "", "61x": "", "1": "", "1234567890123": ""} {
		got, ok := CleanCode(in)
		if ok != (want != "") || ok && got != want {
			t.Errorf("CleanCode(%q) = %q, %v", in, got, ok)
		}
	}
}

func FuzzReadKnowledge(f *testing.F) {
	f.Add(goodChapter)
	f.Add("61 a | b\n  is: =,;=\n  value: = | |\n  not: |->")
	f.Fuzz(func(t *testing.T, chapter string) {
		k, err := ReadKnowledge(minimal(chapter))
		if err == nil && k == nil {
			t.Error("neither knowledge nor error")
		}
	})
}
