package extract

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
)

// headsColumn reports whether lines are numbers one below the other: a column of which no single one
// belongs to the label above.
func headsColumn(lines [][]page.Word) bool {
	return len(lines) > 1 && isAmount(page.Join(lines[0])) && isAmount(page.Join(lines[1]))
}

// amountOnly is a number with its currency and nothing else.
var amountOnly = regexp.MustCompile(`^[-+(]?\s?(?:[A-Z]{3}|[A-Z]{0,3}[$€£¥]|RM)?\s?-?\d[\d.,' ]*[.,]\d{2,4}\)?\s?(?:[$€£¥]|[A-Z]{3})?-?$`)

func isAmount(text string) bool { return amountOnly.MatchString(text) }

// rightOf lists what stands right of a label in its row, and beside the first line of its caption.
func (d *sheet) rightOf(l *label, apart float64) []candidate {
	for _, at := range append([]place{l.place}, l.lines...) {
		if all := d.beside(l, at, apart); len(all) > 0 {
			return all
		}
	}
	return nil
}

// beside lists the values right of a place: its neighbour, and the amount that ends the row.
func (d *sheet) beside(l *label, at place, apart float64) []candidate {
	row := d.pages[at.page].Rows[at.row]
	next := at.segment + 1
	if next >= len(row.Segments) || d.beginsWithLabel(place{at.page, at.row, next}) {
		return nil
	}
	next = d.pastCode(l, row, next)
	s := row.Segments[next]
	score := 0.95
	if !l.colon {
		score = 0.88
	}
	gap := (s.Box.X0 - l.box.X1) / max(d.pages[at.page].Width, 1)
	c := candidate{words: s.Words, lines: [][]page.Word{s.Words}, place: placeRight, score: apart * (score - 0.15*gap), page: at.page}
	c.lines = append(c.lines, d.below(l, s.Box)...)
	all := []candidate{c}
	last := len(row.Segments) - 1
	if end := row.Segments[last]; last > next && isAmount(end.Text()) && digitsIn(s.Words) {
		for i := next + 1; i <= last; i++ {
			if d.beginsWithLabel(place{at.page, at.row, i}) {
				return all
			}
		}
		trust := endOfRow
		if strings.Contains(s.Text(), "%") {
			trust = pastRate
		}
		all = append(all, candidate{words: end.Words, lines: [][]page.Word{end.Words}, place: placeRowEnd, score: apart * trust, page: at.page})
	}
	return all
}

// paymentCode is the code of the form of payment that customs print before the amount of a duty.
var paymentCode = regexp.MustCompile(`^\d{1,2}$`)

// pastCode is the segment after the code of payment of a duty or tax, where one stands before its amount.
func (d *sheet) pastCode(l *label, row page.Row, next int) int {
	if len(l.concepts) == 0 || next+1 >= len(row.Segments) || !paymentCode.MatchString(row.Segments[next].Text()) || !valueLike(row.Segments[next+1].Text()) {
		return next
	}
	switch l.concepts[0].Name {
	case "dta", "prv", "tax", "duty":
		return next + 1
	}
	return next
}
