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
}

// balance is a net amount, its tax and their sum, all printed.
type balance struct{ net, tax, gross *printedAmount }

// What speaks for a balance.
const (
	namedSum      = 2.0 // a line calls the amount so
	readAlready   = 1.0 // its label has told it
	printedRate   = 2.0 // the tax is a percentage that is printed
	leastBalance  = 4.0
	balanceScore  = 0.93
	mostAmounts   = 300 // that are looked at
	mostTaxTenths = 4   // of the net amount
)

// balanced gives net amount, tax and total together, where net and tax that are printed add up to a total that is: what
// labels alone have told otherwise is taken back, and so is a deduction or a charge that was read from one of the three.
func (f *Chosen) balanced() {
	net, tax, gross := f.AmountsOf("subtotal"), f.AmountsOf("tax"), f.AmountsOf("total_amount")
	if len(net)+len(tax)+len(gross) < 2 && len(tax) == 0 && len(net) == 0 {
		return
	}
	b, ok := bestBalance(f.Doc, f.Read(net), f.Read(tax), f.Read(gross))
	if !ok {
		f.dropUnbalanced(net, tax, gross)
		return
	}
	f.setAmounts(net, b.net)
	f.setAmounts(tax, b.tax)
	f.setAmounts(gross, b.gross)
	for _, w := range slices.Concat(f.AmountsOf("discount"), f.AmountsOf("other_charges")) {
		if c := f.Read([]*want.Want{w}); c == b.net.cents || c == b.gross.cents {
			delete(f.Found, schema.Pointer(w.Path))
		}
	}
}

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

func (f *Chosen) setAmounts(wants []*want.Want, a *printedAmount) {
	for _, w := range wants {
		pointer := schema.Pointer(w.Path)
		if m := f.Found[pointer]; m != nil {
			if c, ok := sheet.Cents(m.Text); ok && c == a.cents {
				m.Score, m.Way = max(m.Score, balanceScore), wayBalance
				continue
			}
		}
		f.Found[pointer] = &Match{Value: reading.Value{Text: a.text, Words: a.words, Score: 1, Numeric: true}, Page: a.page, Score: balanceScore, Way: wayBalance}
	}
}

// dropUnbalanced takes out a tax that cannot be one: as large as what it is a part of.
func (f *Chosen) dropUnbalanced(net, tax, gross []*want.Want) {
	for _, base := range []int64{f.Read(net), f.Read(gross)} {
		for _, w := range tax {
			m := f.Found[schema.Pointer(w.Path)]
			if m == nil || base <= 0 {
				continue
			}
			if c, ok := sheet.Cents(m.Text); ok && c >= base {
				delete(f.Found, schema.Pointer(w.Path))
			}
		}
	}
}

// bestBalance is the balance that most speaks for, given what labels alone have told, in cents, 0 for nothing.
func bestBalance(d *Finder, net, tax, gross int64) (balance, bool) {
	all := amounts(d)
	by := map[int64]*printedAmount{}
	for _, a := range all {
		by[a.cents] = a
	}
	rates := rates(d)
	var best balance
	least := leastBalance
	for _, n := range all {
		for _, t := range all {
			g := by[n.cents+t.cents]
			if g == nil || t.cents <= 0 || 10*t.cents > mostTaxTenths*n.cents {
				continue
			}
			score := 0.0
			for _, p := range []struct {
				a    *printedAmount
				role string
				read int64
			}{{n, "subtotal", net}, {t, "tax", tax}, {g, "total", gross}} {
				if slices.Contains(p.a.roles, p.role) {
					score += namedSum
				}
				if p.a.cents == p.read {
					score += readAlready
				}
			}
			if slices.ContainsFunc(rates, func(r float64) bool { return isRate(n.cents, t.cents, r) }) {
				score += printedRate
			}
			if score > least || score == least && best.gross != nil && g.cents > best.gross.cents {
				best, least = balance{n, t, g}, score
			}
		}
	}
	return best, best.gross != nil
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
