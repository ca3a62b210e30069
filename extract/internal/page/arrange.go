package page

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// The distances that tell words, segments and rows apart, in heights of the words concerned.
const (
	sameRowOverlap = 0.5  // of the smaller height, for two words to stand in one row
	muchTaller     = 4.0  // times the height of a row: a watermark's letter over it, which is no word of it
	segmentGap     = 0.95 // a wider gap splits a row into segments
	spacesApart    = 1.6  // times the usual space: no narrower gap splits a row
	letterGap      = 1.5  // widths of a letter: no narrower gap splits a row, for print may be set wide
	fewLetters     = 3    // a shorter word does not tell how wide a letter is
	widestSpace    = 1.6  // line heights that a space between words can be
	fewGaps        = 12   // too few to tell what is usual
	narrowSpace    = 0.25 // of all gaps are no wider than the space of running text: others part columns
)

// New returns a page with its words arranged into rows and segments.
func New(number int, width, height float64, source Source, words []Word) *Page {
	p := &Page{Number: number, Width: width, Height: height, Source: source, Words: words}
	p.LineHeight = medianHeight(words)
	p.layOut()
	return p
}

// layOut arranges the words of a page into rows.
func (p *Page) layOut() {
	p.Rows, p.Space = arrange(p.Words, p.LineHeight, &p.Rulings)
	if p.Source != SourceText {
		return
	}
	inner, ok := leading(p.Rows, p.LineHeight)
	levelOpen := func(rows []Row) []Row {
		if !ok {
			return rows
		}
		return level(rows, inner, p.LineHeight)
	}
	if len(p.Rulings.Across) == 0 {
		p.Rows = levelOpen(p.Rows)
	} else {
		p.Rows = p.Rulings.ruled(p.Rows, p.LineHeight, levelOpen)
	}
	p.Rows = unbroken(p.Rows, p.LineHeight)
}

func medianHeight(words []Word) float64 {
	if len(words) == 0 {
		return 10
	}
	heights := make([]float64, len(words))
	for i, w := range words {
		heights[i] = w.Box.Height()
	}
	slices.Sort(heights)
	return max(heights[len(heights)/2], 1)
}

// arrange gathers words into rows by their vertical overlap with the middle of the row, so that a
// tall title does not chain lines of small print together. space is the usual one between words.
func arrange(words []Word, line float64, rulings *Rulings) (_ []Row, space float64) {
	order := slices.Clone(words)
	slices.SortStableFunc(order, func(a, b Word) int { return cmp.Compare(a.Box.MidY(), b.Box.MidY()) })
	var open []*band
	var rows []*band
	for _, w := range order {
		best, bestOverlap := -1, 0.0
		for i, b := range open {
			overlap := min(w.Box.Y1, b.y1) - max(w.Box.Y0, b.y0)
			share := overlap / max(min(w.Box.Height(), b.y1-b.y0), 0.1)
			if share >= sameRowOverlap && share > bestOverlap && b.tallAs(w) && !b.collides(w) {
				best, bestOverlap = i, share
			}
		}
		if best >= 0 {
			open[best].add(w)
			continue
		}
		b := &band{}
		b.add(w)
		rows = append(rows, b)
		open = append(open, b)
		open = slices.DeleteFunc(open, func(b *band) bool { return b.y1 < w.Box.MidY()-3*max(line, w.Box.Height()) })
	}
	result := make([]Row, 0, len(rows))
	gaps := spaces(rows, line)
	usual := quantile(gaps, 0.5)
	for _, b := range rows {
		result = append(result, b.row(spacesApart*usual, rulings))
	}
	slices.SortStableFunc(result, func(a, b Row) int { return cmp.Compare(a.Box.MidY(), b.Box.MidY()) })
	return result, quantile(gaps, narrowSpace)
}

// band is a row in the making; its extent is the mean of its words'.
type band struct {
	words  []Word
	y0, y1 float64
}

func (b *band) add(w Word) {
	n := float64(len(b.words))
	b.y0 = (b.y0*n + w.Box.Y0) / (n + 1)
	b.y1 = (b.y1*n + w.Box.Y1) / (n + 1)
	b.words = append(b.words, w)
}

// tallAs reports whether a word is about as tall as the band, so that both may stand in one row.
func (b *band) tallAs(w Word) bool {
	own, other := b.y1-b.y0, w.Box.Height()
	return max(own, other) <= muchTaller*max(min(own, other), 1)
}

// collides reports whether w would lie over a word of the band: stacked small print, not one row.
func (b *band) collides(w Word) bool {
	for _, o := range b.words {
		if w.Box.OverlapX(o.Box) > 0.5*min(w.Box.Width(), o.Box.Width()) && w.Box.OverlapY(o.Box) < 0.6*min(w.Box.Height(), o.Box.Height()) {
			return true
		}
	}
	return false
}

// spaces are the gaps between words that may belong together, in order: wide in monospaced print.
func spaces(rows []*band, line float64) []float64 {
	var gaps []float64
	for _, b := range rows {
		b.sort()
		for i := 1; i < len(b.words); i++ {
			if g := b.words[i].Box.X0 - b.words[i-1].Box.X1; g > 0 && g < widestSpace*line {
				gaps = append(gaps, g)
			}
		}
	}
	slices.Sort(gaps)
	return gaps
}

// quantile is 0 where there are too few gaps to tell what is usual.
func quantile(gaps []float64, share float64) float64 {
	if len(gaps) < fewGaps {
		return 0
	}
	return gaps[int(share*float64(len(gaps)))]
}

func (b *band) sort() {
	slices.SortStableFunc(b.words, func(a, c Word) int { return cmp.Compare(a.Box.X0, c.Box.X0) })
}

// row cuts the band at its wide gaps, none narrower than least, and at drawn lines.
func (b *band) row(least float64, rulings *Rulings) Row {
	r := Row{Box: Bounds(b.words)}
	from := 0
	for i := 1; i <= len(b.words); i++ {
		if i < len(b.words) && !rulings.part(b.words[i-1], b.words[i]) && b.words[i].Box.X0-b.words[i-1].Box.X1 <= max(least, letterGap*min(pitch(b.words[i-1]), pitch(b.words[i])), segmentGap*min(medianHeight(b.words[from:i]), b.words[i].Box.Height()*1.6)) {
			continue
		}
		words := b.words[from:i:i]
		r.Segments = append(r.Segments, Segment{Words: words, Box: Bounds(words)})
		from = i
	}
	return r
}

// pitch is the width of a letter of a word with the white behind it; 0 for a word too short to tell.
func pitch(w Word) float64 {
	n := utf8.RuneCountInString(w.Text)
	if n < fewLetters {
		return 0
	}
	return w.Box.Width() / float64(n)
}
