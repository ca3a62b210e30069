package candidate

import (
	"cmp"
	"regexp"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// printedAmount is an amount somewhere on the pages, with what its line or a label calls it.
type printedAmount struct {
	cents int64
	text  string // canonical
	roles []string
	words []page.Word
	page  int
	other bool // its line calls it freight, packing or another charge, and no tax
}

// balance is a net amount, its tax and their sum, all printed, with what speaks for it, and how much more than for the others.
type balance struct {
	net, tax, gross *printedAmount
	score, lead     float64
}

// What speaks for a balance.
const (
	namedSum      = 2.0 // a line calls the amount so
	printedRate   = 2.0 // the tax is a percentage that is printed
	leastBalance  = 4.0
	balanceScore  = 0.93
	mostBalances  = 3
	mostAmounts   = 300 // that are looked at
	mostTaxTenths = 4   // of the net amount
)

// AmountsOf are the wants of a field.
func (f *Chosen) AmountsOf(concept string) []*want.Want {
	var all []*want.Want
	for _, w := range f.Wants {
		if len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == concept && w.Kind.Numeric() {
			all = append(all, w)
		}
	}
	return all
}

// Read is the first value that wants were given, in cents; 0 for none.
func (f *Chosen) Read(wants []*want.Want) int64 {
	for _, w := range wants {
		if m := f.Found[schema.Pointer(w.Path)]; m != nil {
			if c, ok := sheet.Cents(m.Text); ok {
				return c
			}
		}
	}
	return 0
}

// balanceOptions offers the net amount, the tax or the total of the balances that most speaks for.
func balanceOptions(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	if len(w.Concepts) == 0 || !w.Kind.Numeric() {
		return
	}
	var of func(balance) *printedAmount
	switch w.Concepts[0].Concept.Name {
	case "subtotal":
		of = func(b balance) *printedAmount { return b.net }
	case "tax":
		of = func(b balance) *printedAmount { return b.tax }
	case "total_amount":
		of = func(b balance) *printedAmount { return b.gross }
	default:
		return
	}
	for i, b := range d.balances() {
		a := of(b)
		add(Match{Value: reading.Value{Text: a.text, Words: a.words, Score: 1, Numeric: true}, Page: a.page, Score: balanceScore}, wayBalance,
			Trait{"balance at", float64(i)}, Trait{"balance proof", b.score / leastBalance}, Trait{"balance lead", b.lead / leastBalance})
	}
}

// findBalances are the balances that most speaks for, the best first.
func (d *Finder) findBalances() []balance {
	all := amounts(d)
	by := map[int64]*printedAmount{}
	for _, a := range all {
		by[a.cents] = a
	}
	rates := rates(d)
	var found []balance
	for _, n := range all {
		for _, t := range all {
			g := by[n.cents+t.cents]
			if g == nil || t.cents <= 0 || t.other || 10*t.cents > mostTaxTenths*n.cents {
				continue
			}
			score := 0.0
			score += namedSum * (Flag(slices.Contains(n.roles, "subtotal")) + Flag(slices.Contains(t.roles, "tax")) + Flag(slices.Contains(g.roles, "total")))
			if slices.ContainsFunc(rates, func(r float64) bool { return isRate(n.cents, t.cents, r) }) {
				score += printedRate
			}
			if score >= leastBalance {
				found = append(found, balance{net: n, tax: t, gross: g, score: score})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b balance) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.gross.cents, a.gross.cents))
	})
	found = found[:min(len(found), mostBalances)]
	for i := range found {
		other := 0.0
		if i > 0 {
			other = found[0].score
		} else if len(found) > 1 {
			other = found[1].score
		}
		found[i].lead = found[i].score - other
	}
	return found
}

// isRate reports whether a tax is a percentage of a net amount, to a cent.
func isRate(net, tax int64, percent float64) bool {
	d := float64(net)*percent/100 - float64(tax)
	return max(d, -d) <= 1.5
}

var printedPercent = regexp.MustCompile(`(\d{1,2}(?:[.,]\d{1,2})?)\s?%`)

// rates are the percentages that the pages print.
func rates(d *Finder) []float64 {
	var all []float64
	for _, p := range d.Pages {
		for _, r := range p.Rows {
			for _, m := range printedPercent.FindAllStringSubmatch(r.Text(), -1) {
				if n, ok := value.ParseNumber(m[1], d.Mark); ok {
					percent, _ := n.Rat().Float64()
					all = append(all, percent)
				}
			}
		}
	}
	return all
}

// charged reports whether a line is of a charge beside the goods or a discount, and not of a tax.
func (d *Finder) charged(words []page.Word) bool {
	caption := page.Join(words)
	charge := slices.ContainsFunc(d.Dict.Group("charge").Find(caption), func(h term.Hit) bool { return h.Member != "duty" })
	return charge && !slices.ContainsFunc(d.Dict.Group("sum").Find(caption), func(h term.Hit) bool { return h.Member == "tax" })
}

// amounts are the amounts of money that the pages print, each once, the last ones first where there are too many.
func amounts(d *Finder) []*printedAmount {
	by := map[int64]*printedAmount{}
	var all []*printedAmount
	add := func(words []page.Word, pi int, role string) {
		text, mended := d.Money(page.Join(words), false)
		c, ok := sheet.Cents(text)
		if !ok || mended || c <= 0 {
			return
		}
		a := by[c]
		if a == nil {
			a = &printedAmount{cents: c, text: text}
			by[c], all = a, append(all, a)
		}
		if role != "" || len(a.roles) == 0 {
			a.words, a.page = words, pi
		}
		if role != "" && !slices.Contains(a.roles, role) {
			a.roles = append(a.roles, role)
		}
	}
	sums := d.Dict.Group("sum")
	for pi, p := range d.Pages {
		for _, r := range p.Rows {
			words := r.Words()
			charge := d.charged(words)
			role, caption := "", 0
			for i := range words {
				if _, digits := value.Counts(words[i].Text); digits == 0 {
					continue
				}
				if i > caption {
					if named := sums.Find(page.Join(words[caption:i])); len(named) > 0 {
						role = named[len(named)-1].Member
					}
				}
				caption = i + 1
				add(words[i:i+1], pi, role)
				if charge {
					text, _ := d.Money(words[i].Text, false)
					if c, ok := sheet.Cents(text); ok && by[c] != nil {
						by[c].other = true
					}
				}
			}
		}
	}
	for _, l := range d.Labels {
		role := ""
		switch {
		case label.HasConcept(l, "subtotal"):
			role = "subtotal"
		case label.HasConcept(l, "tax"):
			role = "tax"
		case label.HasConcept(l, "total_amount"), label.HasConcept(l, "amount_due"):
			role = "total"
		}
		if role == "" {
			continue
		}
		for _, c := range d.Candidates(l) {
			for _, w := range c.Words {
				add([]page.Word{w}, c.Page, role)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *printedAmount) int {
		return cmp.Or(cmp.Compare(len(b.roles), len(a.roles)), cmp.Compare(b.cents, a.cents))
	})
	return all[:min(len(all), mostAmounts)]
}
