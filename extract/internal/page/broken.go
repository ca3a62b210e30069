package page

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// A code that the width of its column broke at a hyphen, and its rest in the line below.
var (
	brokenCode = regexp.MustCompile(`^[A-Z0-9][A-Z0-9./-]*[A-Z0-9./]-$`)
	restOfCode = regexp.MustCompile(`^[A-Z0-9]+(?:-[A-Z0-9]+)*$`)
	hasDigit   = regexp.MustCompile(`\d`)
	plainForm  = regexp.MustCompile(`^[0-9.]+-$`) // maybe an amount with its sign behind it: 500-
	checkForm  = regexp.MustCompile(`^\d{6}-\d$`) // the number of a container with its check digit
)

// sameEdge is how far, in line heights, edges stand apart that a column aligns.
const sameEdge = 0.1

// unbroken joins codes that a line breaks at their hyphen with their rest, which begins the line below in the same column: R-2026- over
// 30917. A word that a line breaks is no code and stays as it is.
func unbroken(rows []Row, height float64) []Row {
	for i := 0; i+1 < len(rows); i++ {
		for k := range rows[i].Segments {
			s := &rows[i].Segments[k]
			last := s.Words[len(s.Words)-1]
			if !brokenCode.MatchString(last.Text) {
				continue
			}
			at, word := restBelow(rows[i+1], s.Words, height)
			if at < 0 {
				continue
			}
			rest := &rows[i+1].Segments[at]
			joined := last
			joined.Text, joined.Box, joined.Confidence = last.Text+rest.Words[word].Text, last.Box.Union(rest.Words[word].Box), min(last.Confidence, rest.Words[word].Confidence)
			s.Words = append(slices.Clone(s.Words[:len(s.Words)-1]), joined)
			if rest.Words = slices.Delete(slices.Clone(rest.Words), word, word+1); len(rest.Words) > 0 {
				rest.Box = Bounds(rest.Words)
			} else {
				rows[i+1].Segments = slices.Delete(slices.Clone(rows[i+1].Segments), at, at+1)
			}
		}
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return len(r.Segments) == 0 })
}

// restBelow is the segment of a row, and the word in it, that goes on with the code at the end of words: it begins where one of them
// does, as lines of a cell do, or ends where they do. segment is below 0 for none.
func restBelow(below Row, words []Word, height float64) (segment, word int) {
	last := words[len(words)-1]
	near := func(a, b float64) bool { return math.Abs(a-b) <= sameHeight*height }
	leftAligned := func(w, last Word) bool { // as codes are set, and amounts are not
		return math.Abs(w.Box.X0-last.Box.X0) < sameEdge*height && math.Abs(w.Box.X1-last.Box.X1) > sameEdge*height && !strings.Contains(last.Text, ".")
	}
	for at, s := range below.Segments {
		for k, w := range s.Words {
			goesOn := near(w.Box.X1, last.Box.X1) || slices.ContainsFunc(words, func(o Word) bool { return near(w.Box.X0, o.Box.X0) })
			if goesOn && w.Box.Y0-last.Box.Y1 < lineBreak*height && w.Box.Y0 > last.Box.Y0 && restOfCode.MatchString(w.Text) && (!plainForm.MatchString(last.Text) || checkForm.MatchString(last.Text+w.Text) || leftAligned(w, last)) && (hasDigit.MatchString(last.Text) || hasDigit.MatchString(w.Text)) {
				return at, k
			}
		}
	}
	return -1, 0
}
