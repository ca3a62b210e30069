package text

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/vocabulary"
)

func expanded(r *Reader, s string) []Token {
	return r.expand(r.JoinLetters(Tokenize(r.unslash(Fold(s)), maxTitleTokens, nil)))
}

// TestAnAbbreviationMeansWhatItsContextSays and stays as it is without one.
func TestAnAbbreviationMeansWhatItsContextSays(t *testing.T) {
	t.Parallel()
	r := programReader(t)
	for in, want := range map[string]string{
		"SHT ALUM":                "sheet aluminium",
		"ALUM POTASSIUM":          "alum potassium",
		"ALUM":                    "alum",
		"CONN HDR 2X5":            "connector header 2x5",
		"FLG WN RF":               "flange weld neck raised face",
		"XFMR 75KVA":              "transformer 75kva",
		"MTR ELEC 3HP":            "motor electric 3hp",
		"MTR WATER":               "meter water",
		"CYL HYD":                 "cylinder hydraulic",
		"BRG CYL RLR":             "bearing cylindrical roller",
		"CAP CER 50V":             "capacitor ceramic 50v",
		"baseball cap":            "baseball cap",
		"res 10 ohm":              "resistor 10 ohm",
		"carne de res":            "carne de res",
		"a pint of milk":          "a pint of milk",
		"PINT VINIL BCA":          "pintura vinilica blanco",
		"MANG HID ALTA PRES":      "manguera hidraulico alta presion",
		"BLUSA MANG LARGA":        "blusa manga larga",
		"CJA CORR":                "caja corrugado",
		"VAR CORR 3/8":            "varilla corrugada 3 8",
		"TUB ACER S/COST":         "tubo acero sin costura",
		"LAM GALV CAL 22":         "lamina galvanizado 22",
		"SHT GALV 22 GA":          "sheet galvanized 22",
		"CAM CAB ALG":             "camisa caballero algodon",
		"CAB THW CAL 12":          "cable conductor electrico aislado 12",
		"10 CTNS SHIRT":           "10 ctns shirt",
		"20 CS CANNED TUNA":       "20 cs canned tuna",
		"fishing rod":             "fishing rod",
		"PIPE SMLS CS SCH 40 6IN": "pipe seamless carbon steel 40 6in",
	} {
		if got := told(expanded(r, in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestAnExpansionShowsWhatItWasReadFrom for evidence.
func TestAnExpansionShowsWhatItWasReadFrom(t *testing.T) {
	t.Parallel()
	for _, token := range expanded(programReader(t), "FLG WN") {
		if token.Of != "flg" && token.Of != "wn" {
			t.Errorf("%q was read from %q", token.Text, token.Of)
		}
	}
}

// TestBadRowsOfTheDictionaryAreNamed by file and line.
func TestBadRowsOfTheDictionaryAreNamed(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	readAbbreviations(book)
	rows := 0
	book.Table("abbreviations", 4, func([]string) error { rows++; return nil })
	if rows < 600 {
		t.Errorf("%d rows", rows)
	}
	for _, row := range [][]string{
		{"fr", "tub", "tube", ""}, {"en", "two words", "x", ""}, {"en", "", "x", ""}, {"en", "x", "", ""}, {"en", "x", "a b c d e f g", ""}, {"en", "x", "y", "@here"},
	} {
		a := abbreviations{rows: map[string][]abbreviation{}, said: [LangCount]map[string]bool{{}, {}}}
		if a.learn(row) == nil {
			t.Errorf("%q is taken", row)
		}
	}
	a := abbreviations{rows: map[string][]abbreviation{}, said: [LangCount]map[string]bool{{}, {}}}
	if err := a.learn([]string{"en", "x", "y", ""}); err != nil {
		t.Error(err)
	}
	if a.learn([]string{"en", "x", "z", "w"}) == nil {
		t.Error("a row that is never read is taken")
	}
}

// FuzzExpand holds that the same text expands to the same bounded words, each with what it was read from.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"SHT ALUM 5052", "TUB ACER S/COST CED 40", "3PH MTR, 10 HP; TEFC", strings.Repeat("CAP ", 200), "a/c w/o c/ s/", "пласт ALUM 泵"} {
		f.Add(s)
	}
	r := programReader(f)
	f.Fuzz(func(t *testing.T, s string) {
		start := time.Now()
		got, again := expanded(r, s), expanded(r, s)
		if fmt.Sprint(got) != fmt.Sprint(again) {
			t.Error("the same text was expanded in two ways")
		}
		if len(got) > maxExpansion*maxTitleTokens || time.Since(start) > 10*time.Second {
			t.Errorf("%d words", len(got))
		}
		for _, token := range got {
			if token.Text == "" {
				t.Error("an empty word")
			}
		}
	})
}

// TestAClippedWordHasNoNeighbour but a misspelt one, or one in ordinary letters, has.
func TestAClippedWordHasNoNeighbour(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"corr": true, "pint": true, "termom": true, "tornilo": false, "asero": false, "vavula": false} {
		m := &Mention{Token: Token{Text: word}}
		if got := (&Description{Capitals: true}).Clipped(m); got != want {
			t.Errorf("%s: %t", word, got)
		}
		if (&Description{}).Clipped(m) {
			t.Errorf("%s is clipped in small letters", word)
		}
	}
}
