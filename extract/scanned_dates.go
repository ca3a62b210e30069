package extract

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// openDate is a date whose day and month may be exchanged.
var openDate = regexp.MustCompile(`\b(?:0?[1-9]|1[0-2])\s?[-/]\s?(?:0?[1-9]|1[0-2])\s?[-/]\s?(?:\d{4}|\d{2})\b`)

// americanPrint is what papers of the United States print beside their words: a telephone number, a state with its code.
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

// exchanged is a date with day and month exchanged, where no date tells which is which, and the document may
// be of the United States.
func (d *document) exchanged(w *want.Want, m match) (match, bool) {
	if w.Kind != term.KindDate || len(m.Words) == 0 || d.ordered() || d.Order == value.OrderMonthly || d.order.foreign || !d.order.american && !d.americanPaper(m.page) {
		return m, false
	}
	printed := openDate.FindString(page.Join(m.Words))
	if printed == "" {
		return m, false
	}
	first, ok := value.ParseDate(printed, value.OrderDayFirst)
	second, alsoOK := value.ParseDate(printed, value.OrderMonthly)
	switch {
	case !ok || !alsoOK || first.ISO == second.ISO:
		return m, false
	case m.Text == first.ISO:
		m.Text = second.ISO
	case m.Text == second.ISO:
		m.Text = first.ISO
	default:
		return m, false // as printed
	}
	return m, true
}

// ordered reports whether a date of the document tells in which order it writes day and month.
func (d *document) ordered() bool {
	if d.order == nil {
		var all strings.Builder
		american, foreign := false, false
		for _, p := range d.Pages {
			for _, r := range p.Rows {
				text := r.Text()
				all.WriteString(text)
				all.WriteByte('\n')
				said, _ := d.Dict.Group("paper").Has(text)
				foreign = foreign || said == ofAbroad
				american = american || said == ofAmerica || americanPrint.MatchString(text)
			}
		}
		d.order = &dateOrder{value.OrderOf(all.String()) != value.OrderUnknown, american, foreign}
	}
	return d.order.told
}

// dateOrder is what a document tells of how it writes dates.
type dateOrder struct{ told, american, foreign bool }

// americanPaper reports whether a page has the shape of paper of the United States.
func (d *document) americanPaper(pi int) bool {
	ratio := d.Pages[pi].Width / max(d.Pages[pi].Height, 1)
	return ratio > leastLetter && ratio < mostLetter
}

// orderTraits are what speaks for the order of day and month that a date was read in.
func (d *document) orderTraits(m match) []trait {
	printed := openDate.FindString(page.Join(m.Words))
	if printed == "" || d.ordered() {
		return nil
	}
	order := "day first"
	if monthly, ok := value.ParseDate(printed, value.OrderMonthly); ok && monthly.ISO == m.Text {
		order = "month first"
	}
	return []trait{{order, 1}, {order + " on American paper", flag(d.americanPaper(m.page))}, {order + " beside American print", flag(d.order.american)}}
}
