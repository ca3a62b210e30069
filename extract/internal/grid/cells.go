package grid

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Columns set close together: their headings stand hardly farther apart than words do, and only the print
// below them tells where one ends.
const (
	probedRows   = 12   // below a header
	wideSpace    = 1.6  // times the usual space: the gap between two headings, not within one
	wideGap      = 0.42 // line heights that it has at least
	gutterWidth  = 0.6  // line heights of white down the rows that divide an unknown heading
	crossedRows  = 8    // rows divided for each row whose print crosses a gutter
	enoughRows   = 3    // divided, below which a row that crosses ends the table
	valuesOfRow  = 2    // words with digits that make a row one of values
	reachOfCells = 1.0  // line heights by which cells may be wider than their heading
)

// headings cuts a segment of a header at the gutters between the columns below it. A gutter alone, under words
// that stand no farther apart than those of a text do, counts where most of the pieces name fields.
func headings(d *Tabled, p *page.Page, s page.Segment, body []page.Row) [][]page.Word {
	if len(s.Words) == 1 || len(body) == 0 {
		return [][]page.Word{s.Words}
	}
	known := known(d, page.Join(s.Words))
	pieces, certain, from := [][]page.Word(nil), true, 0
	for i := 1; i < len(s.Words); i++ {
		wide := apart(p, s.Words[i-1], s.Words[i])
		if known && !wide {
			continue
		}
		white := gutter(body, s.Box, (s.Words[i].Box.X0+s.Words[i-1].Box.X1)/2, reachOfCells*p.LineHeight)
		if wide && white > 0 || white > gutterWidth*p.LineHeight {
			pieces = append(pieces, s.Words[from:i:i])
			from, certain = i, certain && wide
		}
	}
	pieces = append(pieces, s.Words[from:])
	if certain || mostKnown(d, pieces) {
		return pieces
	}
	return [][]page.Word{s.Words}
}

// apart reports whether two words of a segment stand farther apart than words of one text do.
func apart(p *page.Page, a, b page.Word) bool {
	return b.Box.X0-a.Box.X1 > max(wideSpace*p.Space, wideGap*b.Box.Height())
}

// running reports whether the words of a segment are text that runs on, not cells that stand close.
func running(p *page.Page, s page.Segment) bool {
	for i := 1; i < len(s.Words); i++ {
		if apart(p, s.Words[i-1], s.Words[i]) {
			return false
		}
	}
	return true
}

// mostKnown reports whether most of the pieces of a heading name fields.
func mostKnown(d *Tabled, pieces [][]page.Word) bool {
	n := 0
	for _, words := range pieces {
		if known(d, page.Join(words)) {
			n++
		}
	}
	return 2*n > len(pieces)
}

// known reports whether a text names a field, or several.
func known(d *Tabled, text string) bool {
	return len(d.Dict.Named(d.Dict.Bag(text))) > 0 || len(d.Parts(text)) > 0
}

// gutter is how wide the white at x is that runs down between the print of rows below a segment; 0 where
// there is print across it, or none on one of its sides.
func gutter(rows []page.Row, under page.Box, x, reach float64) float64 {
	left, right := under.X0-reach, under.X1+reach
	divided, crossed, oneSided := 0, 0, 0
	for _, r := range rows {
		before, after, across := -1.0, -1.0, false
		for _, s := range r.Segments {
			for _, w := range s.Words {
				switch {
				case w.Box.X1 < under.X0-reach || w.Box.X0 > under.X1+reach:
				case w.Box.X0 < x-1 && w.Box.X1 > x+1:
					across = true
				case w.Box.MidX() < x:
					before = max(before, w.Box.X1)
				case after < 0 || w.Box.X0 < after:
					after = w.Box.X0
				}
			}
		}
		if across && crossed == 0 && divided >= enoughRows {
			return max(right-left, 0) // below the table
		}
		switch {
		case across:
			crossed++
		case before >= 0 && after >= 0:
			divided++
			left, right = max(left, before), min(right, after)
		case before >= 0 || after >= 0:
			oneSided++
		}
	}
	if divided == 0 || oneSided > 2*divided || crossedRows*crossed > divided {
		return 0
	}
	return max(right-left, 0)
}

// valueRows are the rows of values that stand below a row, as far as a table may reach.
func valueRows(p *page.Page, above int) []page.Row {
	var all []page.Row
	for ri := above + 1; ri < len(p.Rows) && len(all) < probedRows; ri++ {
		if p.Rows[ri].Box.Y0-p.Rows[ri-1].Box.Y1 > maxRowGap*p.LineHeight {
			break
		}
		values := 0
		for _, s := range p.Rows[ri].Segments {
			for _, w := range s.Words {
				if _, digits := value.Counts(w.Text); digits > 0 {
					values++
				}
			}
		}
		if values >= valuesOfRow {
			all = append(all, p.Rows[ri])
		}
	}
	return all
}
