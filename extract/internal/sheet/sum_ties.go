package sheet

import (
	"slices"

	"tariffdesk/extract/internal/page"
)

// Tie names the sum that the amounts at the ends of a page's lines form with one of them, whatever their lines call them.
type Tie string

// The ties.
const (
	TiePaid  Tie = "what was paid less the change" // both are printed right below it
	TieNet   Tie = "net of a sum"
	TieTax   Tie = "tax of a sum"
	TieGross Tie = "sum of net and tax"
	TieAgain Tie = "printed on several lines"
)

// Where amounts make another.
const (
	paidBelow       = 4   // lines with amounts below a total, down to the change
	leastTaxPercent = 2   // of the net amount
	mostTaxPercent  = 30  // of the net amount
	tiedCents       = 100 // of a net amount, at least
)

// tied are the amounts at the ends of a page's lines in what they have to do with each other.
type tied struct {
	Of     map[int64][]Tie   // by the amount in hundredths
	Paid   map[page.Box]bool // by the first word, those below what was paid
	Behind map[page.Box]bool // those with another amount before them in their line, as in a table of taxes
}

// readTies finds the sums among the amounts of a page.
func (d *Sheet) readTies(pi int) tied {
	all := tied{map[int64][]Tie{}, map[page.Box]bool{}, map[page.Box]bool{}}
	add := func(cents int64, t Tie) {
		if !slices.Contains(all.Of[cents], t) {
			all.Of[cents] = append(all.Of[cents], t)
		}
	}
	sums := d.Sums(pi)
	paid := false
	for _, s := range sums {
		first := s.Words[0].Box
		all.Paid[first] = paid
		all.Behind[first] = slices.ContainsFunc(d.Pages[pi].Rows[s.Row].Words(), func(w page.Word) bool { return w.Box.X1 < first.X0 && moneyForm.MatchString(w.Text) })
		paid = paid || s.Role == SumTender || s.Role == SumChange
	}
	sums = sums[max(0, len(sums)-MaxTallyItems):]
	lines := map[int64]int{}
	for _, s := range sums {
		lines[s.Cents]++
	}
	for i, s := range sums {
		if lines[s.Cents] > 1 {
			add(s.Cents, TieAgain)
		}
		below := sums[i+1 : min(len(sums), i+1+paidBelow)]
		for j := range max(0, len(below)-1) {
			if below[j].Cents-below[j+1].Cents == s.Cents {
				add(s.Cents, TiePaid)
			}
		}
		for _, t := range sums {
			if share := 100 * t.Cents; s.Cents < tiedCents || share < leastTaxPercent*s.Cents || share > mostTaxPercent*s.Cents || lines[s.Cents+t.Cents] == 0 {
				continue
			}
			add(s.Cents, TieNet)
			add(t.Cents, TieTax)
			add(s.Cents+t.Cents, TieGross)
		}
	}
	return all
}
