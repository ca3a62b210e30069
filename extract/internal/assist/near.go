package assist

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
	"tariffdesk/text"
)

// Bounds of a search for a print that OCR misread.
const (
	shortestNear = 8   // letters and digits; shorter texts are near to others by chance
	longestNear  = 200 // the cost grows with the square
	mostEdits    = 0.2 // of the letters and digits
	spotNear     = 0.6
)

// near finds the print on pictured pages that comes closest to a text which a model read off the picture.
func (p *prints) near(text string, pages []int) []spot {
	target := []rune(value.Alnum(text))
	if len(target) < shortestNear || len(target) > longestNear {
		return nil
	}
	most := int(mostEdits * float64(len(target)))
	var found []spot
	for _, at := range pages {
		for row := range p.pages[at].rows {
			for start := range p.pages[at].rows[row] {
				words, edits := p.nearest(p.column(at, row, start, len(target)+most), target, most)
				if words != nil {
					found, most = []spot{{at, row, words, spotNear}}, edits-1 // only what is closer from now on
				}
			}
		}
	}
	return found
}

// nearest tries the beginnings of a run of pieces; words is nil where none is within most edits.
func (p *prints) nearest(line pieces, target []rune, most int) (words []page.Word, edits int) {
	var read []rune
	for i, x := range line {
		if read = append(read, []rune(x.text)...); len(read) < len(target)-most {
			continue
		}
		if n := text.Distance(read, target); n <= most {
			words, edits, most = nil, n, n-1
			for _, y := range line[:i+1] {
				words = appendWord(words, y.word)
			}
		}
	}
	return words, edits
}

// column is a run of pieces of some length: from one piece to the end of its segment, then the segments
// below it.
func (p *prints) column(at, row, start, length int) (all pieces) {
	of := p.doc.Pages[at]
	line := p.pages[at].rows[row]
	above := of.Rows[row].Segments[line[start].seg].Box
	seg := line[start].seg
	line = line[start:]
	for n := 0; ; {
		for _, x := range line {
			if x.seg != seg {
				break
			}
			all = append(all, x)
			if n += len(x.text); n >= length {
				return all
			}
		}
		if row++; row == len(of.Rows) || of.Rows[row].Box.Y0-above.Y1 > label.FirstLineGap*of.LineHeight {
			return all
		}
		line = p.pages[at].rows[row]
		i := slices.IndexFunc(line, func(x piece) bool { return of.Rows[row].Segments[x.seg].Box.OverlapX(above) > 0 })
		if i < 0 {
			return all
		}
		seg, line = line[i].seg, line[i:]
		above = of.Rows[row].Segments[seg].Box
	}
}
