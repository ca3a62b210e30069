package papers

import (
	"slices"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

func TestAPageThatMayBeginAnotherPaperIsDoubtful(t *testing.T) {
	t.Parallel()
	d, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	var pages []*page.Page
	for n := range 2 {
		pages = append(pages, page.New(n+1, 600, 800, page.SourceText, []page.Word{
			{Text: "some", Box: page.Box{X0: 50, Y0: 50, X1: 90, Y1: 60}}, {Text: "plain", Box: page.Box{X0: 95, Y0: 50, X1: 140, Y1: 60}}, {Text: "words", Box: page.Box{X0: 145, Y0: 50, X1: 190, Y1: 60}},
		}))
	}
	for odds, want := range map[float64]struct {
		papers   int
		doubtful []int
	}{
		-5: {1, nil}, -1: {1, []int{1}}, 0.5: {2, []int{1}}, 5: {2, nil},
	} {
		m := NewModel()
		m.Begin[slices.Index(BeginTraits, TraitAlways)] = odds
		all := NewFinder(d, m).Find(pages)
		if last := all[len(all)-1]; len(all) != want.papers || !slices.Equal(last.Doubtful, want.doubtful) {
			t.Errorf("odds of %v: %d papers, doubtful pages %v", odds, len(all), last.Doubtful)
		}
	}
}
