package label

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
)

// headsColumn reports whether lines are numbers one below the other: a column of which no single one
// belongs to the label above.
func headsColumn(lines [][]page.Word) bool {
	return len(lines) > 1 && IsAmount(page.Join(lines[0])) && IsAmount(page.Join(lines[1]))
}

// amountOnly is a number with its currency and nothing else.
var amountOnly = regexp.MustCompile(`^[-+(]?\s?(?:[A-Z]{3}|[A-Z]{0,3}[$€£¥]|RM)?\s?-?\d[\d.,' ]*[.,]\d{2,4}\)?\s?(?:[$€£¥]|[A-Z]{3})?-?$`)

// IsAmount reports whether a text is an amount and nothing else.
func IsAmount(text string) bool { return amountOnly.MatchString(text) }

// rightOf lists what stands right of a label in its row, and beside the first line of its caption.
func rightOf(d *Sheet, l *Label, apart float64) []Candidate {
	for _, at := range append([]Place{l.Place}, l.lines...) {
		if all := beside(d, l, at, apart); len(all) > 0 {
			return all
		}
	}
	return nil
}

// beside lists the values right of a place: its neighbour, and the amount that ends the row.
func beside(d *Sheet, l *Label, at Place, apart float64) []Candidate {
	row := d.Pages[at.Page].Rows[at.Row]
	next := at.Segment + 1
	if next+1 < len(row.Segments) && row.Segments[next].Text() == ":" {
		next++ // the colon of a column of captions stands apart
	}
	if next >= len(row.Segments) || d.BeginsWithLabel(Place{at.Page, at.Row, next}) {
		return nil
	}
	next = d.PastCode(l, row, next)
	s := row.Segments[next]
	score := 0.95
	if !l.Colon {
		score = 0.88
	}
	gap := (s.Box.X0 - l.Box.X1) / max(d.Pages[at.Page].Width, 1)
	c := Candidate{Words: s.Words, Lines: [][]page.Word{s.Words}, Place: PlaceRight, Score: apart * (score - 0.15*gap), Page: at.Page}
	c.Lines = append(c.Lines, d.Below(l, s.Box)...)
	all := []Candidate{c}
	last := len(row.Segments) - 1
	if end := row.Segments[last]; last > next && IsAmount(end.Text()) && DigitsIn(s.Words) {
		for i := next + 1; i <= last; i++ {
			if d.BeginsWithLabel(Place{at.Page, at.Row, i}) {
				return all
			}
		}
		trust := endOfRow
		if strings.Contains(s.Text(), "%") {
			trust = pastRate
		}
		all = append(all, Candidate{Words: end.Words, Lines: [][]page.Word{end.Words}, Place: PlaceRowEnd, Score: apart * trust, Page: at.Page})
	}
	return all
}

// paymentCode is the code of the form of payment that customs print before the amount of a duty.
var paymentCode = regexp.MustCompile(`^\d{1,2}$`)

// PastCode is the segment after the code of payment of a duty or tax, where one stands before its amount.
func (d *Sheet) PastCode(l *Label, row page.Row, next int) int {
	if len(l.Concepts) == 0 || next+1 >= len(row.Segments) || !paymentCode.MatchString(row.Segments[next].Text()) || !ValueLike(row.Segments[next+1].Text()) {
		return next
	}
	switch l.Concepts[0].Name {
	case "dta", "prv", "tax", "duty":
		return next + 1
	}
	return next
}
