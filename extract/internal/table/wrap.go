package table

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/page"
)

// How the lines of a cell go on.
const (
	indented  = 0.35 // line heights right of the first line: what is said besides
	smaller   = 0.9  // of the height of the first line's print
	wrapSlack = 0.6  // line heights by which a word is taken to fit
)

// aside begins what a cell says besides: a caption with its value, a bullet, a price.
var aside = regexp.MustCompile(`^(?:[•·*▪–-]|[=-]>)\s|^\(?\p{L}[\p{L}\s./-]{0,28}\s?:|^#\s|@|^\d+\s?[xX]\s`)

// Says are the lines of a cell that say what it is about: its first line, and those that go on from it. Captions with
// values of their own, notes in smaller print and what is indented are left out, and all below them; so is what stands
// below a value. Digits that the width of the column broke are one word again.
func (g *Grid) Says(r Row, column int) [][]page.Word {
	lines := r.Cells[column]
	if len(lines) < 2 || len(lines[0]) == 0 {
		return lines
	}
	if all := page.Unbroken(lines); hsForm.MatchString(page.Join(all)) && g.codes(column) {
		return [][]page.Word{all}
	}
	if f := formOf(page.Join(lines[0])); f.numeric() || f == FormDate || f == FormCode {
		return g.broken(lines, column)
	}
	first := page.Bounds(lines[0])
	height := print(lines[0])
	for i := 1; i < len(lines); i++ {
		here := page.Bounds(lines[i])
		text := page.Join(lines[i])
		fits := page.Bounds(lines[i-1]).X1+lines[i][0].Box.Width()+wrapSlack*height < g.Columns[column].reach
		switch {
		case aside.MatchString(text), print(lines[i]) < smaller*height:
			return lines[:i]
		case here.X0 > first.X0+indented*height && math.Abs(here.MidX()-first.MidX()) > indented*height && fits && !goesOn(text):
			return lines[:i]
		}
	}
	return lines
}

// codes reports whether the cells of a column, with all their lines, are codes of the tariff.
func (g *Grid) codes(column int) bool {
	n, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		if text := r.Text(column); text != "" && !r.Total {
			filled++
			if hsForm.MatchString(text) {
				n++
			}
		}
	}
	return 2*n > filled
}

// digitsForm is the rest of a number or code that a line broke.
var digitsForm = regexp.MustCompile(`^\d{1,5}$`)

// broken is the first line of a value with the digits that its column had no room for.
func (g *Grid) broken(lines [][]page.Word, column int) [][]page.Word {
	words := slices.Clone(lines[0])
	last := &words[len(words)-1]
	width := last.Box.Width() / float64(max(len([]rune(last.Text)), 1))
	for _, line := range lines[1:] {
		full := last.Box.X1+width >= g.Columns[column].reach
		if len(line) != 1 || !full || !digitsForm.MatchString(line[0].Text) {
			break
		}
		last.Text += line[0].Text
		last.Box = last.Box.Union(line[0].Box)
	}
	return [][]page.Word{words}
}

// print is the height of the print of words.
func print(words []page.Word) float64 {
	most := 0.0
	for _, w := range words {
		most = max(most, w.Box.Height())
	}
	return most
}

// goesOn reports whether a line begins in the middle of a sentence.
func goesOn(text string) bool {
	first := []rune(strings.TrimSpace(text))[0]
	return unicode.IsLower(first) || first == '('
}
