package text_test

import (
	"fmt"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tariffdesk/text"
)

func TestTextsThatReadTheSameFoldToOne(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ in, fold, words string }{
		{"Maß № 5", "mass no 5", "mass no 5"},
		{"CAFÉ (tostado), 250\u00a0g", "cafe (tostado), 250 g", "cafe tostado 250 g"},
		{"STRAẞE", "strasse", "strasse"},
		{"ﬁltro nº 3", "filtro no 3", "filtro no 3"},
		{"25 ℃", "25 °c", "25 c"},
		{"", "", ""},
	} {
		if got := text.Fold(one.in); got != one.fold {
			t.Errorf("Fold(%q) = %q, want %q", one.in, got, one.fold)
		}
		if got := text.Words(one.in); got != one.words {
			t.Errorf("Words(%q) = %q, want %q", one.in, got, one.words)
		}
	}
	if got := text.Words("Item #, qty.", '#'); got != "item # qty" {
		t.Errorf("kept %q", got)
	}
}

func TestTheDistanceOfTextsIsCountedInLetters(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "año", 3}, {"peso neto", "peso neto", 0}, {"señal", "senal", 1}, {"kitten", "sitting", 3}, {"Rechnung", "Rchnungen", 3}} {
		if got := text.Distance([]rune(one.a), []rune(one.b)); got != one.want {
			t.Errorf("from %q to %q: %d, want %d", one.a, one.b, got, one.want)
		}
		if got := text.Distance([]rune(one.b), []rune(one.a)); got != one.want {
			t.Errorf("from %q to %q: %d, want %d", one.b, one.a, got, one.want)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Maß № 5")
	f.Fuzz(func(t *testing.T, s string) {
		folded := text.Fold(s)
		for _, r := range norm.NFKD.String(folded) {
			if unicode.Is(unicode.Mn, r) && r < 0x370 {
				t.Errorf("%q keeps an accent in %q", s, folded)
			}
		}
		if again := text.Fold(folded); len([]rune(again)) > len([]rune(folded))*4 {
			t.Errorf("%q grows to %q", folded, again)
		}
	})
}

func ExampleFold() {
	fmt.Println(text.Fold("Camión"), text.Words("Peso neto (kg)"))
	// Output: camion peso neto kg
}
