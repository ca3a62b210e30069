package result

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// What explains a difference of sums.
const (
	mostExtras  = 6   // amounts of the schema that are added or taken off
	mostJoined  = 3   // of them beside an amount of the pages that nobody asked for
	mostPrinted = 300 // such amounts
	sameRatio   = 2   // lines that differ by one ratio have one discount or tax
)

// sums compares the figures of a result with each other.
type sums struct {
	*Builder
	amounts []*big.Rat // that the document prints, once they were asked for
}

// named returns the first want outside lists that is a field.
func (f *sums) named(concept string) *want.Want {
	for _, w := range f.Wants {
		if w.Is(concept) {
			return w
		}
	}
	return nil
}

// sum reports figures that do not agree.
func (f *sums) sum(pointer, message string) {
	f.Warn(doubt.Warning{Code: doubt.CodeSum, Pointer: pointer, Message: message})
}

// distrust lowers the confidence of a value that disagrees with another.
func (f *sums) distrust(pointer string) {
	if m := f.Found[pointer]; m != nil {
		m.Score *= 0.6
	}
}

// checkTotals compares net with gross weights, and the net amount and its tax with the total.
func (f *sums) checkTotals() {
	for _, gross := range f.Wants {
		for _, net := range f.Wants {
			if gross.Is("gross_weight") && net.Is("net_weight") && slices.Equal(gross.Path[:len(gross.Path)-1], net.Path[:len(net.Path)-1]) {
				f.checkWeights(gross, net, nil)
			}
		}
	}
	f.checkTax()
}

// checkWeights reports a net weight above the gross weight of one object; at is where it lies.
func (f *sums) checkWeights(gross, net *want.Want, at []string) {
	units := !gross.Unit.None() && !net.Unit.None()
	g, n := f.measured(gross, at, units), f.measured(net, at, units)
	if g == nil || n == nil || n.Cmp(g) <= 0 || near(n, g) {
		return
	}
	grossAt, netAt := schema.Pointer(append(slices.Clone(at), gross.Path...)), schema.Pointer(append(slices.Clone(at), net.Path...))
	f.sum(netAt, fmt.Sprintf("the net weight %s is above the gross weight %s", f.Found[netAt].Text, f.Found[grossAt].Text))
	f.distrust(netAt)
	f.distrust(grossAt)
}

// measured is a figure that was found, in kilograms where units are to be told apart; nil for none.
func (f *sums) measured(w *want.Want, at []string, units bool) *big.Rat {
	m := f.Found[schema.Pointer(append(slices.Clone(at), w.Path...))]
	if m == nil {
		return nil
	}
	text := m.Text
	if kilograms, ok := unit.Convert(text, w.Unit, unit.Of("KGM")); ok && units {
		text = kilograms
	}
	return ratOf(text)
}

// checkTax reports a net amount and a tax that do not make the total, and a tax that is not the rate of the net amount.
func (f *sums) checkTax() {
	net, tax, total := f.named("subtotal"), f.named("tax"), f.named("total_amount")
	if net == nil || tax == nil {
		return
	}
	n, t := f.rat(net.Path), f.rat(tax.Path)
	if n == nil || t == nil {
		return
	}
	extras := f.extras(net, tax, total)
	if rate := f.named("tax_rate"); rate != nil {
		if r := f.rat(rate.Path); r != nil && r.Sign() > 0 && !f.ofRate(n, t, r, extras) {
			f.sum(tax.Pointer, fmt.Sprintf("the tax %s is not %s %% of the net amount %s", f.Found[tax.Pointer].Text, f.Found[rate.Pointer].Text, f.Found[net.Pointer].Text))
		}
	}
	if total == nil || f.rat(total.Path) == nil {
		return
	}
	sum, whole := new(big.Rat).Add(n, t), f.rat(total.Path)
	if near(sum, whole) || near(n, whole) || f.explained(new(big.Rat).Sub(whole, sum), extras) || f.explained(new(big.Rat).Sub(whole, n), extras) {
		return
	}
	f.sum(total.Pointer, fmt.Sprintf("the net amount %s and the tax %s do not add up to the total %s", f.Found[net.Pointer].Text, f.Found[tax.Pointer].Text, f.Found[total.Pointer].Text))
}

// ofRate reports whether a tax is a rate of a net amount, of that less or more what is taken off or added, or included in it.
func (f *sums) ofRate(net, tax, rate *big.Rat, extras []*big.Rat) bool {
	if rate.Cmp(big.NewRat(1, 1)) < 0 {
		rate = new(big.Rat).Mul(rate, big.NewRat(100, 1)) // 0.16
	}
	base := new(big.Rat).Quo(new(big.Rat).Mul(tax, big.NewRat(100, 1)), rate)
	slack := new(big.Rat).Quo(net, big.NewRat(100, 1)) // rounding line by line
	off := new(big.Rat).Sub(base, net)
	return new(big.Rat).Abs(off).Cmp(slack) <= 0 || near(base, new(big.Rat).Sub(net, tax)) || f.explained(off, extras)
}

// extras are the amounts outside lists, besides some, that may be added to a sum or taken off it.
func (f *sums) extras(besides ...*want.Want) []*big.Rat {
	var all []*big.Rat
	for _, w := range f.Wants {
		if slices.Contains(besides, w) || !w.IsAny("tax", "freight", "insurance", "discount", "packing_charge", "other_charges", "deposit", "rounding", "withholding", "tip", "previous_balance", "duty") {
			continue
		}
		if r := f.rat(w.Path); r != nil && r.Sign() != 0 && len(all) < mostExtras {
			all = append(all, r)
		}
	}
	return all
}

// explained reports whether a difference is made by some of the extras, each added or taken off, and an amount that
// the document prints besides.
func (f *sums) explained(difference *big.Rat, extras []*big.Rat) bool {
	if difference.Sign() == 0 || made(difference, extras) {
		return true
	}
	extras = extras[:min(len(extras), mostJoined)]
	return slices.ContainsFunc(f.printedAmounts(), func(printed *big.Rat) bool {
		return made(new(big.Rat).Sub(difference, printed), extras) || made(new(big.Rat).Add(difference, printed), extras)
	})
}

// made reports whether some of the extras, each added or taken off, make a difference.
func made(difference *big.Rat, extras []*big.Rat) bool {
	if len(extras) == 0 {
		return difference.Sign() == 0 || new(big.Rat).Abs(difference).Cmp(big.NewRat(1, 50)) <= 0
	}
	rest := extras[1:]
	return made(difference, rest) || made(new(big.Rat).Sub(difference, extras[0]), rest) || made(new(big.Rat).Add(difference, extras[0]), rest)
}

// printedAmounts are the amounts that the document prints with decimals, each once.
func (f *sums) printedAmounts() []*big.Rat {
	if f.amounts != nil {
		return f.amounts
	}
	f.amounts = []*big.Rat{}
	seen := map[string]bool{}
	for _, p := range f.Doc.Pages {
		for _, w := range p.Words {
			if len(f.amounts) == mostPrinted || !label.IsFigure(w) || !strings.ContainsAny(w.Text, ".,") {
				continue
			}
			if n, ok := value.ParseNumber(w.Text, f.Doc.Mark); ok && !seen[n.Text] {
				seen[n.Text] = true
				f.amounts = append(f.amounts, new(big.Rat).Abs(n.Rat()))
			}
		}
	}
	return f.amounts
}

// lineOff is a line whose quantity and price do not make its amount.
type lineOff struct {
	at                     []string  // of the item
	names                  [3]string // of its amount, quantity and price
	quantity, price        *big.Rat
	amount, product, ratio *big.Rat
}

// reportLines reports the lines whose quantity and price do not make their amount, save where a figure of the line, a discount or a
// tax, explains it, or one discount or tax is that of several lines.
func (f *sums) reportLines(all []lineOff) {
	for _, l := range all {
		alike := 0
		for _, o := range all {
			if l.ratio != nil && o.ratio != nil && near(new(big.Rat).Mul(l.ratio, big.NewRat(1000, 1)), new(big.Rat).Mul(o.ratio, big.NewRat(1000, 1))) {
				alike++
			}
		}
		discounted := l.ratio != nil && l.ratio.Cmp(leastDiscounted) >= 0 && l.ratio.Cmp(mostTaxed) <= 0
		if discounted && alike >= sameRatio || f.inRow(l) {
			continue
		}
		at, q, p, product, a := schema.Pointer(append(slices.Clone(l.at), l.names[0])), plain(l.quantity), plain(l.price), plain(l.product), plain(l.amount)
		if n := l.pricedPer(); n > 0 {
			f.sum(at, fmt.Sprintf("quantity %s times unit price %s is %s, and the amount printed is %s: the price may be that of %d", q, p, product, a, n))
			continue
		}
		f.sum(at, fmt.Sprintf("quantity %s times unit price %s is %s, and the amount printed is %s", q, p, product, a))
	}
}

// Shares of quantity times price that a discount or a tax of all lines leaves.
var (
	leastDiscounted = big.NewRat(1, 4)
	mostTaxed       = big.NewRat(2, 1)
)

// pricedPer is of how many pieces the printed price is, where that explains a line; 0 where it does not.
func (l lineOff) pricedPer() int64 {
	for _, pieces := range []int64{10, 12, 100, 1000} {
		if near(new(big.Rat).Quo(l.product, big.NewRat(pieces, 1)), l.amount) {
			return pieces
		}
	}
	return 0
}

// inRow reports whether another figure in the row of a line explains its amount: a percentage or an amount taken off or added, one
// percentage after the other, what the price is per, or another quantity, of what is delivered of an order.
func (f *sums) inRow(l lineOff) bool {
	var own []page.Word
	for _, name := range l.names {
		if m := f.Found[schema.Pointer(append(slices.Clone(l.at), name))]; m != nil {
			own = append(own, m.Words...)
		}
	}
	m := f.Found[schema.Pointer(append(slices.Clone(l.at), l.names[0]))]
	if m == nil || len(m.Words) == 0 {
		return false
	}
	box := m.Words[0].Box
	hundred := big.NewRat(100, 1)
	for _, r := range f.Doc.Pages[m.Page].Rows {
		if r.Box.OverlapY(box) < 0.5*box.Height() {
			continue
		}
		if near(lessEach(l.product, page.Join(r.Words()), f.Doc.Mark), l.amount) {
			return true
		}
		for _, w := range r.Words() {
			n, ok := value.ParseNumber(strings.Trim(w.Text, "%"), f.Doc.Mark)
			if !ok || !label.DigitsIn([]page.Word{w}) || slices.Contains(own, w) {
				continue
			}
			x := new(big.Rat).Abs(n.Rat())
			share := new(big.Rat).Quo(new(big.Rat).Mul(l.product, x), hundred)
			for _, made := range []*big.Rat{new(big.Rat).Sub(l.product, share), new(big.Rat).Add(l.product, share), new(big.Rat).Sub(l.product, x), new(big.Rat).Add(l.product, x),
				new(big.Rat).Mul(l.quantity, x), new(big.Rat).Mul(l.price, x), quotient(l.product, x)} {
				if made != nil && x.Cmp(l.amount) != 0 && x.Cmp(l.price) != 0 && x.Cmp(l.quantity) != 0 && near(made, l.amount) {
					return true
				}
			}
		}
	}
	return false
}

// rates are the percentages of a row that are taken off one after the other: 15+5, or 50 % and 10 % in columns of their own.
var rates = regexp.MustCompile(`\d{1,2}(?:[.,]\d{1,2})?(?:\s?%?(?:\s?\+\s?\d{1,2}(?:[.,]\d{1,2})?)+|\s?%)`)

// lessEach is a product less each percentage of a row.
func lessEach(product *big.Rat, row string, mark value.Mark) *big.Rat {
	rest := new(big.Rat).Set(product)
	for _, run := range rates.FindAllString(row, -1) {
		for one := range strings.SplitSeq(strings.ReplaceAll(run, "%", ""), "+") {
			if n, ok := value.ParseNumber(strings.TrimSpace(one), mark); ok {
				rest.Mul(rest, new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(n.Rat(), big.NewRat(100, 1))))
			}
		}
	}
	return rest
}

// plain writes a decimal with no more digits than it has, six decimals at most.
func plain(r *big.Rat) string {
	return strings.TrimRight(strings.TrimRight(r.FloatString(6), "0"), ".")
}

func ratOf(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}
