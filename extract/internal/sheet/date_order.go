package sheet

import (
	"regexp"

	"tariffdesk/extract/internal/value"
)

// OpenDate is a date whose day and month may be exchanged.
var OpenDate = regexp.MustCompile(`\b(?:0?[1-9]|1[0-2])\s?[-/]\s?(?:0?[1-9]|1[0-2])\s?[-/]\s?(?:\d{4}|\d{2})\b`)

// americanPrint matches signs of the United States beside words: a telephone number, a state with its code.
var americanPrint = regexp.MustCompile(`\(\d{3}\) ?\d{3}-\d{4}|\b[A-Z]{2}\.?,? \d{5}(?:-\d{4})?\b|\b\d{3}-\d{3}-\d{4}\b`)

// The members of the list of words that tell whether a paper is of the United States.
const (
	ofAmerica = "american"
	ofAbroad  = "foreign"
)

// The paper of the United States is wider for its height than that of the rest of the world.
const (
	leastLetter = 0.75
	mostLetter  = 0.80
)

// findDateOrder reads what a document tells of how it writes dates.
func (d *Sheet) findDateOrder() dateOrder {
	american, foreign := false, false
	for _, p := range d.Pages {
		for _, r := range p.Rows {
			text := r.Text()
			said, _ := d.Dict.Group("paper").Has(text)
			foreign = foreign || said == ofAbroad
			american = american || said == ofAmerica || americanPrint.MatchString(text)
		}
	}
	return dateOrder{american, foreign}
}

// dateOrder holds the signs in a document of how it writes dates.
type dateOrder struct{ American, Foreign bool }

// ExchangedDate is the date that a print may be too, with day and month exchanged, where nothing in the document tells their order.
func (d *Sheet) ExchangedDate(print, iso string) (other string, ok bool) {
	o := d.DateOrder()
	printed := OpenDate.FindString(print)
	first, _ := value.ParseDate(printed, value.OrderDayFirst)
	second, _ := value.ParseDate(printed, value.OrderMonthly)
	if first.ISO == second.ISO || d.Told || o.Foreign || d.Spanish || d.Order == value.OrderMonthly || o.American && iso == second.ISO {
		return "", false
	}
	switch iso {
	case first.ISO:
		return second.ISO, true
	case second.ISO:
		return first.ISO, true
	}
	return "", false
}

// AmericanPaper reports whether a page has the shape of paper of the United States.
func (d *Sheet) AmericanPaper(pi int) bool {
	ratio := d.Pages[pi].Width / max(d.Pages[pi].Height, 1)
	return ratio > leastLetter && ratio < mostLetter
}
