package read

import (
	"cmp"
	"context"
	"image"
	"slices"

	"tariffdesk/extract/internal/page"
)

// modeSparse looks for print wherever it stands, without columns or lines.
const modeSparse = "11"

// What of a picture was not read.
const (
	mostUnread  = 2    // words that may be left: a logo, a stamp
	unreadRow   = 3    // letters in a row that are a word
	likeHeight  = 0.6  // of the taller of two letters, that the other has at least in one word
	letterGap   = 1.2  // heights between the letters of a word at most
	sureAlone   = 0.60 // confidence of a word that the sparse reading alone has
	nearUnread  = 0.25 // of a word's height: letters this near to a word were read with it
	tallestWord = 3.0  // usual heights: taller print is drawn
	mostLetters = 8000 // of a page of few words: more are the dots of a picture
)

// completed adds to the reading of a picture what stands where it has no words, if letters there say that something was
// passed over: the layout of a receipt's columns is easily mistaken, and its amounts lost; captions in light grey are paper to a
// threshold between black and white.
func completed(ctx context.Context, g gray, p *page.Page, langs string) (*page.Page, error) {
	if len(p.Words) == 0 || len(p.Words) > fewEnough {
		return p, nil
	}
	passed := g.unread(p, g.darkLevel())
	if level, clean := g.faintLevel(); clean && passed <= mostUnread {
		if passed = g.unread(p, level); passed > mostUnread {
			g = g.inked(level)
		}
	}
	if passed <= mostUnread {
		return p, nil
	}
	sparse, err := tesseract(ctx, g, p.Number, modeSparse, langs)
	if err != nil {
		return p, err
	}
	words := slices.Clone(p.Words)
	for _, w := range sparse.Words {
		if w.Confidence >= sureAlone && len(over(nil, w.Box, p.Words, make([]bool, len(p.Words)))) == 0 {
			words = append(words, w)
		}
	}
	return page.New(p.Number, p.Width, p.Height, p.Source, words), nil
}

// unread counts words of letters, of what is darker than a level, that stand where a reading of the picture has none; 0 where a picture
// of dots has too many.
func (g gray) unread(p *page.Page, level byte) int {
	scale := pointsPer / g.dpi
	letters := g.letters(level)
	if len(letters) > mostLetters {
		return 0
	}
	var left []image.Rectangle
	for _, l := range letters {
		box := page.Box{X0: float64(l.Min.X) * scale, Y0: float64(l.Min.Y) * scale, X1: float64(l.Max.X) * scale, Y1: float64(l.Max.Y) * scale}
		if box.Height() > tallestWord*p.LineHeight || box.Height() < p.LineHeight/tallestWord {
			continue
		}
		if !slices.ContainsFunc(p.Words, func(w page.Word) bool { return near(w.Box, box) }) {
			left = append(left, l)
		}
	}
	slices.SortFunc(left, func(a, b image.Rectangle) int { return cmp.Compare(a.Min.X, b.Min.X) })
	words := 0
	taken := make([]bool, len(left))
	for i := range left {
		n := 1
		for last, j := left[i], i+1; j < len(left) && !taken[i]; j++ {
			if next := left[j]; !taken[j] && follows(last, next) {
				last, taken[j] = next, true
				n++
			}
		}
		if n >= unreadRow {
			words++
		}
	}
	return words
}

// near reports whether a letter stands in a word or at its edge.
func near(word, letter page.Box) bool {
	edge := nearUnread * word.Height()
	return letter.X1 > word.X0-edge && letter.X0 < word.X1+edge && letter.Y1 > word.Y0-edge && letter.Y0 < word.Y1+edge
}

// follows reports whether a letter stands right behind another in its line.
func follows(a, b image.Rectangle) bool {
	tall, low := max(a.Dy(), b.Dy()), min(a.Dy(), b.Dy())
	gap := float64(b.Min.X - a.Max.X)
	overlap := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
	return float64(low) >= likeHeight*float64(tall) && gap > -0.3*float64(tall) && gap < letterGap*float64(tall) && 2*overlap > low
}
