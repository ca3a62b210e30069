package label

import (
	"maps"
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// lines is a page of lines one under the other, from is where each begins.
func lines(from func(i int) float64, texts ...string) *page.Page {
	const letter, space, high, apart = 5, 3, 10, 14
	var words []page.Word
	for i, text := range texts {
		x, y := from(i), float64(apart*i)
		for _, w := range strings.Fields(text) {
			wide := letter * float64(len(w))
			words = append(words, page.Word{Text: w, Box: page.Box{X0: x, Y0: y, X1: x + wide, Y1: y + high}, Confidence: 1})
			x += wide + space
		}
	}
	return page.New(1, 600, 800, page.SourceText, words)
}

// TestCaptionsWithoutColonsAreReadWhereARunOfThemTellsOfAParty holds each caption with its value, and that fewer than three things of a
// party, or lines that begin apart, are prose.
func TestCaptionsWithoutColonsAreReadWhereARunOfThemTellsOfAParty(t *testing.T) {
	t.Parallel()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	edge := func(int) float64 { return 30 }
	for name, c := range map[string]struct {
		from  func(i int) float64
		texts []string
		want  map[string]string
	}{
		"a form of an authority":        {edge, []string{"ADDRESS 4 Mill Lane", "CITY Leeds", "PHONE 0113 555"}, map[string]string{"ADDRESS": "4 Mill Lane", "CITY": "Leeds", "PHONE": "0113 555"}},
		"the longest name":              {edge, []string{"COMPANY NAME Vela Ltd", "POSTAL CODE 75001", "CITY Leeds"}, map[string]string{"COMPANY NAME": "Vela Ltd", "POSTAL CODE": "75001", "CITY": "Leeds"}},
		"a value that begins as a name": {edge, []string{"CITY Port Louis", "COUNTRY Mauritius", "PHONE 230 555"}, map[string]string{"CITY": "Port Louis", "COUNTRY": "Mauritius", "PHONE": "230 555"}},
		"a caption among other words":   {edge, []string{"CITY Leeds", "BORDER COUNTRY Wales", "EMAIL none"}, nil},
		"two things alone":              {edge, []string{"CITY Port Louis", "COUNTRY Mauritius"}, nil},
		"one thing three times":         {edge, []string{"CITY Leeds", "CITY York", "CITY Hull"}, nil},
		"lines that begin apart":        {func(i int) float64 { return 30 + 40*float64(i) }, []string{"CITY Leeds", "COUNTRY Wales", "EMAIL none at all"}, nil},
		"no line":                       {edge, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := map[string]string{}
			for _, l := range NewSheet(dict, []*page.Page{lines(c.from, c.texts...)}).Labels {
				got[l.Text] = page.Join(l.Inline)
			}
			if !maps.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
