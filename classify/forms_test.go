package classify

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// sameGoods is a row of forms.tsv: a name of goods with what they are of, and the headings that are right.
type sameGoods struct {
	language, name, before, noun string
	headings                     []string
}

func readForms(t *testing.T) (rows []sameGoods) {
	t.Helper()
	content, err := os.ReadFile("testdata/forms.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 5 {
			rows = append(rows, sameGoods{f[0], f[1], f[2], f[3], strings.Split(f[4], ",")})
		}
	}
	return rows
}

// forms says the goods in every form, the one that is usual in a name first.
func (g sameGoods) forms() (out []string) {
	if g.language == "en" {
		out = []string{
			g.before + " " + g.name, g.name + ", " + g.before, g.name + ", " + g.noun, g.name + " made of " + g.noun, g.name + " made from " + g.noun, g.name + " of " + g.noun,
			g.name + " in " + g.noun, g.name + " (" + g.noun + ")", g.name + " [" + g.noun + "]", g.name + " - " + g.noun,
		}
	} else {
		out = []string{
			g.name + " de " + g.noun, g.name + ", " + g.noun, g.name + ", de " + g.noun, g.name + " hecho de " + g.noun, g.name + " fabricada en " + g.noun, g.name + " en " + g.noun,
			g.name + " (" + g.noun + ")", g.name + " - " + g.noun,
		}
	}
	usual := out[0]
	first := []rune(usual)
	first[0] = unicode.ToUpper(first[0])
	title := []rune(usual)
	for i := range title {
		if i == 0 || title[i-1] == ' ' {
			title[i] = unicode.ToUpper(title[i])
		}
	}
	return append(out, string(first), string(title), strings.ToUpper(usual))
}

// TestTheFormOfWordsMovesNoGoods says goods and their material in a dozen forms each: all have one heading and, but for few, one
// confidence.
func TestTheFormOfWordsMovesNoGoods(t *testing.T) {
	t.Parallel()
	const near, leastRows, leastNear, leastRight = 0.05, 230, 0.98, 0.97
	e := embeddedEngine(t)
	rows, alike, right := readForms(t), 0, 0
	for _, goods := range rows {
		forms := goods.forms()
		usual := suggestions(t, e, forms[0])[0]
		heading, same := usual.Subheading.Code[:4], true
		for _, form := range forms[1:] {
			s := suggestions(t, e, form)[0]
			if s.Subheading.Code[:4] != heading {
				t.Errorf("%q is of heading %s, %q of %s", forms[0], heading, form, s.Subheading.Code[:4])
			}
			if math.Abs(s.Confidence-usual.Confidence) > near {
				t.Logf("%q %.2f, %q %.2f", forms[0], usual.Confidence, form, s.Confidence)
				same = false
			}
		}
		if same {
			alike++
		}
		if slices.Contains(goods.headings, heading) {
			right++
		} else {
			t.Logf("%q is of heading %s at %.2f", forms[0], heading, usual.Confidence)
		}
	}
	if n := float64(len(rows)); len(rows) < leastRows || float64(alike) < leastNear*n || float64(right) < leastRight*n {
		t.Errorf("of %d rows %d have one confidence and %d the right heading", len(rows), alike, right)
	}
}

// TestGoodsOfAStatedMaterialGoToTheHeadingOfIt holds the right headings of goods whose name alone is of another material.
func TestGoodsOfAStatedMaterialGoToTheHeadingOfIt(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for said, want := range map[string]string{
		"shot glass, ceramic":            "6912",
		"Ceramic shot glass":             "6912",
		"shot glass made of ceramic":     "6912",
		"shot glass of porcelain":        "6911",
		"wooden shot glass":              "4419",
		"plastic wine glass":             "3924",
		"copper nails":                   "7415",
		"copa de vino de plástico":       "3924",
		"vaso tequilero de barro":        "6912",
		"congeladas fresas":              "0811",
		"garbage bags plastic":           "3923",
		"guitar":                         "9202",
		"jug made of glass, with handle": "7013",
		"knife with handle of wood":      "8211",
		"window glass":                   "7005",
	} {
		if got := suggestions(t, e, said)[0].Subheading.Code; !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}
