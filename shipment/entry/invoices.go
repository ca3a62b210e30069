package entry

import (
	"math/bits"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/shipment"
)

// beside holds the charges that invoices print outside their lines.
type beside struct {
	adjustments        []decimal.Decimal // charges less discounts, one for each line of the entry
	freight, insurance printed
	open               []string // ids of invoices whose total their parts do not explain
	stated             []string // ids of invoices whose charges are the freight or insurance that the caller states
	charged            []string // ids of invoices with charges of their own where the caller states freight or insurance too
}

// printed is an increment as invoices print it, shared out to the lines of each by value. One on an invoice without lines,
// such as that of a carrier, is shared out to all lines.
type printed struct {
	all    []decimal.Decimal // every amount
	beside []decimal.Decimal // those that stand beside the lines
	some   bool              // some stand beside the lines
	inside bool              // some do not
}

// add shares an amount of an invoice out to its lines.
func (p *printed) add(amount decimal.Decimal, of []int, prices []decimal.Decimal, besideLines bool) bool {
	if len(of) == 0 {
		of, besideLines = everyLine(len(prices)), true
	}
	weights := make([]decimal.Decimal, len(of))
	for n, i := range of {
		weights[n] = prices[i]
	}
	shares := quote.Prorate(amount, weights)
	if shares == nil {
		return false
	}
	p.some, p.inside = p.some || besideLines, p.inside || !besideLines
	for n, i := range of {
		var err error
		if p.all[i], err = p.all[i].Add(shares[n]); err != nil {
			return false
		}
		if !besideLines {
			continue
		}
		if p.beside[i], err = p.beside[i].Add(shares[n]); err != nil {
			return false
		}
	}
	return true
}

func everyLine(n int) []int {
	of := make([]int, n)
	for i := range of {
		of[i] = i
	}
	return of
}

// parts of an invoice that may stand beside its lines.
const (
	partDiscount = iota
	partCharges
	partFreight
	partInsurance
	partTax
	allParts
)

// besideLines finds out from the totals of invoices what stands beside their lines: goods of 1,000 with freight of 80 and a
// total of 1,080 are goods without freight; with a total of 1,000 the lines hold it. False where a sum is beyond what is
// held exactly.
func besideLines(sh *shipment.Shipment, prices []decimal.Decimal) (beside, bool) {
	zeros := func() []decimal.Decimal { return make([]decimal.Decimal, len(prices)) }
	b := beside{adjustments: zeros(), freight: printed{all: zeros(), beside: zeros()}, insurance: printed{all: zeros(), beside: zeros()}}
	for i := range sh.Papers {
		p := &sh.Papers[i]
		if !p.Counts() || !p.Type.Invoice() {
			continue
		}
		of, sum, ok := linesOf(sh, p.ID, prices)
		if !ok {
			return b, false
		}
		amounts := partsOf(p)
		taken, explained := explain(p.Total.Value, sum, amounts, len(of))
		if !explained {
			b.open = append(b.open, p.ID)
		}
		switch {
		case !taken[partCharges]:
		case isStated(sh.Facts, *amounts[partCharges]): // it would count twice
			taken[partCharges], b.stated = false, append(b.stated, p.ID)
		case positive(sh.Facts.Freight) || positive(sh.Facts.Insurance):
			b.charged = append(b.charged, p.ID)
		}
		if !b.adjust(of, prices, amounts, taken) {
			return b, false
		}
		if a := amounts[partFreight]; a != nil && !b.freight.add(*a, of, prices, taken[partFreight]) {
			return b, false
		}
		if a := amounts[partInsurance]; a != nil && !b.insurance.add(*a, of, prices, taken[partInsurance]) {
			return b, false
		}
	}
	return b, true
}

func positive(n *shipment.Number) bool { return n != nil && n.IsPos() }

// isStated reports whether charges are the freight, the insurance or both that the caller states: invoices print them under captions
// of many kinds.
func isStated(f shipment.Facts, charges decimal.Decimal) bool {
	freight, insurance := decimalOf(f.Freight), decimalOf(f.Insurance)
	is := func(d *decimal.Decimal) bool { return d != nil && d.IsPos() && d.Cmp(charges) == 0 }
	if is(freight) || is(insurance) {
		return true
	}
	if freight == nil || insurance == nil {
		return false
	}
	both, err := freight.Add(*insurance)
	return err == nil && is(&both)
}

// linesOf are the places of the lines of an invoice and the sum of their prices.
func linesOf(sh *shipment.Shipment, paper string, prices []decimal.Decimal) (of []int, sum decimal.Decimal, ok bool) {
	for i := range sh.Lines {
		if sh.Lines[i].Invoice != paper {
			continue
		}
		of = append(of, i)
		next, err := sum.Add(prices[i])
		if err != nil {
			return nil, sum, false
		}
		sum = next
	}
	return of, sum, true
}

// partsOf are the amounts above zero that an invoice prints, by part; nil for none.
func partsOf(p *shipment.Paper) (amounts [allParts]*decimal.Decimal) {
	for part, printed := range map[int]shipment.Amount{
		partDiscount: p.Discount, partCharges: p.Charges, partFreight: p.Freight, partInsurance: p.Insurance, partTax: p.Tax,
	} {
		if printed.Value == nil || printed.Value.IsZero() {
			continue
		}
		amount := printed.Value.Abs() // a discount is printed with a sign or without one
		amounts[part] = &amount
	}
	return amounts
}

// explain finds the parts that make the total of an invoice of the sum of its lines: as many as fit. Without a total a
// discount and charges are taken for parts beside the lines. False where no choice of parts gives the total.
func explain(total *shipment.Number, sum decimal.Decimal, amounts [allParts]*decimal.Decimal, lines int) (taken [allParts]bool, ok bool) {
	if total == nil {
		taken[partDiscount], taken[partCharges] = amounts[partDiscount] != nil, amounts[partCharges] != nil
		return taken, true
	}
	tolerance := decimal.MustNew(max(1, int64(lines)/2), centScale)
	best := -1
	for choice := range 1 << allParts {
		if best >= 0 && bits.OnesCount(uint(choice)) <= bits.OnesCount(uint(best)) || !fits(choice, total.Decimal, sum, amounts, tolerance) {
			continue
		}
		best = choice
	}
	for part := range taken {
		taken[part] = best >= 0 && best>>part&1 == 1
	}
	return taken, best >= 0
}

// fits reports whether the sum with the chosen parts is the total; a choice names amounts that are printed alone.
func fits(choice int, total, sum decimal.Decimal, amounts [allParts]*decimal.Decimal, tolerance decimal.Decimal) bool {
	reached := sum
	for part, amount := range amounts {
		if choice>>part&1 == 0 {
			continue
		}
		if amount == nil {
			return false
		}
		step := *amount
		if part == partDiscount {
			step = step.Neg()
		}
		next, err := reached.Add(step)
		if err != nil {
			return false
		}
		reached = next
	}
	difference, err := reached.Sub(total)
	return err == nil && difference.Abs().Cmp(tolerance) <= 0
}

// adjust shares charges and a discount of an invoice out to its lines. A discount above their price is left out.
func (b *beside) adjust(of []int, prices []decimal.Decimal, amounts [allParts]*decimal.Decimal, taken [allParts]bool) bool {
	weights := make([]decimal.Decimal, len(of))
	sum := decimal.Zero
	for n, i := range of {
		weights[n] = prices[i]
		next, err := sum.Add(prices[i])
		if err != nil {
			return false
		}
		sum = next
	}
	for _, part := range []int{partDiscount, partCharges} {
		amount := amounts[part]
		if !taken[part] || amount == nil || len(of) == 0 || part == partDiscount && amount.Cmp(sum) > 0 {
			continue
		}
		shares := quote.Prorate(*amount, weights)
		if shares == nil {
			continue
		}
		for n, i := range of {
			share := shares[n]
			if part == partDiscount {
				share = share.Neg()
			}
			next, err := b.adjustments[i].Add(share)
			if err != nil {
				return false
			}
			b.adjustments[i] = next
		}
	}
	return true
}
