package read

import (
	"slices"

	"tariffdesk/extract/internal/page"
)

// leastPairs are the neighbouring words that tell which way a page is read.
const leastPairs = 8

// layered makes a page of the words of a text layer, turned where its lines run down, up or to the
// left: a page that lies on its side or head. The words come in the order in which they are read.
func layered(number int, width, height float64, words []page.Word) *page.Page {
	if inside(words, height, width) > inside(words, width, height) {
		width, height = height, width // the program gives the size of a turned page before its turn
	}
	words = slices.DeleteFunc(words, func(w page.Word) bool { return !visible(w.Box, width, height) })
	var right, down, left, up int
	for i := 1; i < len(words); i++ {
		a, b := words[i-1].Box, words[i].Box
		switch {
		case b.OverlapY(a) > 0.7*min(a.Height(), b.Height()) && b.X0 > a.X1 && b.X0-a.X1 < a.Height():
			right++
		case b.OverlapY(a) > 0.7*min(a.Height(), b.Height()) && a.X0 > b.X1 && a.X0-b.X1 < a.Height():
			left++
		case b.OverlapX(a) > 0.7*min(a.Width(), b.Width()) && b.Y0 > a.Y1 && b.Y0-a.Y1 < a.Width() && slim(a) && slim(b):
			down++
		case b.OverlapX(a) > 0.7*min(a.Width(), b.Width()) && a.Y0 > b.Y1 && a.Y0-b.Y1 < a.Width() && slim(a) && slim(b):
			up++
		}
	}
	quarters := 0
	for i, n := range []int{right, up, left, down} { // quarters clockwise that make the lines run right
		if n > leastPairs && n > max(right, down, left, up)-1 && n > 2*right {
			quarters = i
		}
	}
	for range quarters {
		for i, w := range words {
			words[i].Box = page.Box{X0: height - w.Box.Y1, Y0: w.Box.X0, X1: height - w.Box.Y0, Y1: w.Box.X1}
		}
		width, height = height, width
	}
	return page.New(number, width, height, page.SourceText, words)
}

func inside(words []page.Word, width, height float64) int {
	n := 0
	for _, w := range words {
		if visible(w.Box, width, height) {
			n++
		}
	}
	return n
}

func visible(b page.Box, width, height float64) bool {
	return b.MidX() >= 0 && b.MidX() <= width && b.MidY() >= 0 && b.MidY() <= height
}

// slim reports whether a box is taller than it is wide.
func slim(b page.Box) bool { return b.Height() > b.Width() }
