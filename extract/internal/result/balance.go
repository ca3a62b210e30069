package result

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Bounds of the amounts between the lines and the total.
const (
	mostBetween   = 6    // rows
	balancedScore = 0.65 // of charges that follow from the sums alone: given, and said to be checked
)

// balanceCharges takes the amounts between the lines and the total whose captions are not known as other charges, where the lines,
// the charges that are known and these amounts make the total to the cent: "Acarreo 713.00" above "Total 222,461.44".
func (f *sums) balanceCharges(n *schema.Node, items []any) {
	charges, total := f.named("other_charges"), f.named("total_amount")
	if charges == nil || total == nil || len(charges.Path) != 1 || f.Found[charges.Pointer] != nil {
		return
	}
	whole, at := f.rat(total.Path), f.Found[total.Pointer]
	lines := f.amountsOf(n, items)
	if whole == nil || lines == nil || at.Unlocated || len(at.Words) == 0 {
		return
	}
	rest := new(big.Rat).Sub(whole, lines)
	known := f.knownCharges(charges)
	for _, k := range known {
		rest.Sub(rest, k)
	}
	if rest.Sign() <= 0 {
		return
	}
	words, sum := f.between(at, lines, known)
	if len(words) == 0 || sum.Cmp(rest) != 0 {
		return
	}
	root, _ := f.Value.(map[string]any)
	text := plain(rest)
	root[charges.Path[0]] = json.Number(text)
	f.Found[charges.Pointer] = &candidate.Match{Value: reading.Value{Text: text, Words: words, Score: 1, Numeric: true}, Page: at.Page, Score: balancedScore}
}

// amountsOf adds up what the lines of a list cost; nil where one has no amount.
func (f *sums) amountsOf(n *schema.Node, items []any) *big.Rat {
	_, _, amount := f.lineNames(n.Items)
	if amount == "" || len(items) == 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, item := range items {
		object, _ := item.(map[string]any)
		r := RatOf(object[amount])
		if r == nil {
			return nil
		}
		sum.Add(sum, r)
	}
	return sum
}

// knownCharges are the charges that were found, discounts below zero.
func (f *sums) knownCharges(besides *want.Want) (all []*big.Rat) {
	for _, w := range f.Wants {
		if w == besides || !w.IsAny("tax", "freight", "insurance", "discount", "packing_charge") || len(all) == mostExtras {
			continue
		}
		r := f.rat(w.Path)
		if r == nil || r.Sign() == 0 {
			continue
		}
		if r = new(big.Rat).Abs(r); w.Is("discount") {
			r.Neg(r)
		}
		all = append(all, r)
	}
	return all
}

// farAside is how far from the edge of the total, in its heights, an amount of its column may begin or end.
const farAside = 2

func inColumn(a, b page.Box) bool {
	return min(math.Abs(a.X1-b.X1), math.Abs(a.X0-b.X0)) <= farAside*b.Height()
}

// between returns the amounts in the rows right above a total, below the sum of the lines, each behind a caption and none of those
// that are known, and their sum.
func (f *sums) between(total *candidate.Match, lines *big.Rat, known []*big.Rat) (words []page.Word, sum *big.Rat) {
	sum = new(big.Rat)
	rows, edge := f.Doc.Pages[total.Page].Rows, total.Words[len(total.Words)-1].Box
	at := slices.IndexFunc(rows, func(r page.Row) bool { return r.Box.OverlapY(total.Words[0].Box) > 0.5*total.Words[0].Box.Height() })
	for n := 1; n <= mostBetween && at-n >= 0; n++ {
		row := rows[at-n].Words()
		if len(rows[at-n].Segments) > 2 || len(row) < 2 {
			break
		}
		last := row[len(row)-1]
		amount, ok := value.ParseNumber(last.Text, f.Doc.Mark)
		if !ok || !label.IsFigure(last) || label.DigitsIn(row[:len(row)-1]) || !inColumn(last.Box, edge) {
			break
		}
		r := amount.Rat()
		if r.Cmp(lines) == 0 {
			break
		}
		if slices.ContainsFunc(known, func(k *big.Rat) bool { return new(big.Rat).Abs(k).Cmp(r) == 0 }) {
			continue
		}
		words, sum = append(words, last), sum.Add(sum, r)
	}
	return words, sum
}
