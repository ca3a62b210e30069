package extract

import (
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
)

// printing is how the words of a test's page are set: what a letter and a space take in width, in points.
type printing struct {
	source        page.Source
	confidence    float64
	letter, space float64
	words         []page.Word
	rulings       page.Rulings
}

// put sets text from x on, its words in print of a height.
func (p *printing) put(x, y, high float64, text string) {
	for _, w := range strings.Fields(text) {
		wide := p.letter * float64(len([]rune(w)))
		p.words = append(p.words, page.Word{Text: w, Box: page.Box{X0: x, Y0: y, X1: x + wide, Y1: y + high}, Confidence: p.confidence})
		x += wide + p.space
	}
}

// document is the page as the engine sees it.
func (p *printing) document(t *testing.T) *sheet.Sheet {
	t.Helper()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	model, err := grids.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	only := page.New(1, 600, 800, p.source, p.words)
	only.Rule(p.rulings)
	return sheet.New(grid.NewTabled(dict, []*page.Page{only}, "", model))
}
