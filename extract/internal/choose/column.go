package choose

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Figures that stand below each other.
const (
	sameEdge    = 0.6 // line heights within which edges are the same
	mostFigures = 400 // of a page
	fewAddends  = 3   // make no sum by chance; of two it is the last figure of its column
)

// toSum gives the probability of a figure of one line of goods to the sum below its column, where the total is wanted; nobody gets it
// where the sum is no option. A figure beside its own caption is no line of a column: net weight, tare and gross weight below each other.
func toSum(f *candidate.Chosen, w *want.Want, all []*candidate.Option, p []float64) {
	if !total(w) {
		return
	}
	figures := page.PerPage(func(pi int) []figure { return figuresOf(f.Doc.Pages[pi], f.Doc.Mark) })
	for i, o := range all {
		if p[i] == 0 || o.Page < 0 || o.Page >= len(f.Doc.Pages) || len(o.Words) == 0 || beside(o) {
			continue
		}
		sum, addend := sumOf(figures(o.Page), o.Words[0], f.Doc.Pages[o.Page].LineHeight)
		if !addend {
			continue
		}
		at := slices.IndexFunc(all, func(other *candidate.Option) bool {
			return other.Page == o.Page && slices.ContainsFunc(other.Words, func(word page.Word) bool { return word.Box == sum.Box })
		})
		if at >= 0 {
			p[at] += p[i]
		}
		p[i] = 0
	}
}

// ofItems gives nobody the cell of an item where a total is wanted: the first figure below "Debits" is no total of them, unless the same
// figure is said once more.
func ofItems(f *candidate.Chosen, w *want.Want, all []*candidate.Option, p []float64) {
	if !w.Kind.Numeric() || !saysTotal(f, w.Node.Name) {
		return
	}
	for i, o := range all {
		if p[i] == 0 || len(o.Words) == 0 || o.Label != nil && (beside(o) || saysTotal(f, o.Label.Text)) {
			continue
		}
		if slices.ContainsFunc(all, func(other *candidate.Option) bool { return other != o && other.Text == o.Text }) {
			continue
		}
		if f.Doc.OfItem(o.Page, o.Words[0]) {
			p[i] = 0
		}
	}
}

// saysTotal reports whether a text speaks of a total.
func saysTotal(f *candidate.Chosen, text string) bool {
	bag := f.Doc.Dict.Bag(text)
	return bag.Has("total") || bag.Has("subtotal")
}

// beside reports whether an option stands at the height of its caption.
func beside(o *candidate.Option) bool {
	return o.Label != nil && o.Label.Page == o.Page && o.Label.Box.OverlapY(o.Words[0].Box) > 0
}

// total reports whether the total of what lines measure or count is wanted.
func total(w *want.Want) bool {
	switch w.Kind {
	case term.KindWeight, term.KindVolume, term.KindCount, term.KindQuantity:
		return w.Kind.Numeric()
	default:
		return false
	}
}

// figure is a number on a page.
type figure struct {
	word page.Word
	rat  *big.Rat
}

// sumOf finds the figure below a word, in its column, that is the sum of the figures above it, of which the word is one.
func sumOf(figures []figure, word page.Word, height float64) (sum page.Word, addend bool) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= sameEdge*height }
	for _, edge := range []func(b page.Box) float64{
		func(b page.Box) float64 { return b.X1 },
		func(b page.Box) float64 { return b.X0 },
		func(b page.Box) float64 { return (b.X0 + b.X1) / 2 },
	} {
		var column []figure
		at := -1
		for _, o := range figures {
			if !near(edge(o.word.Box), edge(word.Box)) {
				continue
			}
			if o.word.Box == word.Box {
				at = len(column)
			}
			column = append(column, o)
		}
		if at < 0 {
			continue
		}
		if k := sumsUp(column, at); k >= 0 {
			return column[k].word, true
		}
	}
	return page.Word{}, false
}

// sumsUp is the figure that is the sum of those above it from some one on, two at least, of which one is at; -1 for none.
func sumsUp(column []figure, at int) int {
	for from := at; from >= 0; from-- {
		sum := new(big.Rat)
		for k := from; k < len(column); k++ {
			if k > at && column[k].rat.Cmp(sum) == 0 && sum.Sign() > 0 && (k >= from+fewAddends || k == from+fewAddends-1 && k == len(column)-1) {
				return k
			}
			sum.Add(sum, column[k].rat)
		}
	}
	return -1
}

// figuresOf are the numbers of a page that stand for themselves, from top to bottom.
func figuresOf(p *page.Page, mark value.Mark) []figure {
	var all []figure
	for _, r := range p.Rows {
		for _, s := range r.Segments {
			for _, word := range s.Words {
				if !strings.ContainsAny(word.Text, "0123456789") || len(all) >= mostFigures {
					continue
				}
				if n := value.ParseNumbers(word.Text, mark); len(n) == 1 && n[0].Printed == strings.TrimSpace(word.Text) {
					all = append(all, figure{word, n[0].Rat()})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b figure) int { return cmp.Compare(a.word.Box.Y0, b.word.Box.Y0) })
	return all
}
