package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// tie is what the amounts at the ends of a page's lines make one of them, whatever their lines call them.
type tie string

// The ties.
const (
	tiePaid  tie = "what was paid less the change" // both are printed right below it
	tieNet   tie = "net of a sum"
	tieTax   tie = "tax of a sum"
	tieGross tie = "sum of net and tax"
	tieAgain tie = "printed on several lines"
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
	of     map[int64][]tie   // by the amount in hundredths
	paid   map[page.Box]bool // by the first word, those below what was paid
	behind map[page.Box]bool // those with another amount before them in their line, as in a table of taxes
}

// ties are what the amounts of a page make each other.
func (d *document) ties(pi int) tied {
	if all, ok := d.tied[pi]; ok {
		return all
	}
	all := tied{map[int64][]tie{}, map[page.Box]bool{}, map[page.Box]bool{}}
	add := func(cents int64, t tie) {
		if !slices.Contains(all.of[cents], t) {
			all.of[cents] = append(all.of[cents], t)
		}
	}
	sums := d.sums(pi)
	paid := false
	for _, s := range sums {
		first := s.words[0].Box
		all.paid[first] = paid
		all.behind[first] = slices.ContainsFunc(d.Pages[pi].Rows[s.row].Words(), func(w page.Word) bool { return w.Box.X1 < first.X0 && moneyForm.MatchString(w.Text) })
		paid = paid || s.role == sumTender || s.role == sumChange
	}
	sums = sums[max(0, len(sums)-maxTallyItems):]
	lines := map[int64]int{}
	for _, s := range sums {
		lines[s.cents]++
	}
	for i, s := range sums {
		if lines[s.cents] > 1 {
			add(s.cents, tieAgain)
		}
		below := sums[i+1 : min(len(sums), i+1+paidBelow)]
		for j := range max(0, len(below)-1) {
			if below[j].cents-below[j+1].cents == s.cents {
				add(s.cents, tiePaid)
			}
		}
		for _, t := range sums {
			if share := 100 * t.cents; s.cents < tiedCents || share < leastTaxPercent*s.cents || share > mostTaxPercent*s.cents || lines[s.cents+t.cents] == 0 {
				continue
			}
			add(s.cents, tieNet)
			add(t.cents, tieTax)
			add(s.cents+t.cents, tieGross)
		}
	}
	d.tied[pi] = all
	return all
}

// tieTraits are what the other amounts of its page make an amount, and where it stands among them.
func (d *document) tieTraits(w *want.Want, o *option, own int64) []trait {
	name, ties := w.Concepts[0].Concept.Name, d.ties(o.page)
	var traits []trait
	for _, t := range ties.of[own] {
		traits = append(traits, trait{name + " is " + string(t), 1})
	}
	if len(o.Words) == 0 {
		return traits
	}
	first := o.Words[0].Box
	return append(traits, trait{name + " below what was paid", flag(ties.paid[first])}, trait{name + " behind another amount", flag(ties.behind[first])})
}
