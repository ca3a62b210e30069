package result

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// addedUp is a property of a list with the sum of its figures, and what outside lists may be that sum.
type addedUp struct {
	list   string
	wanted *want.Want
	sums   []*big.Rat // the second, of amounts whose rows name a rate of tax, is with the taxes
	totals []*want.Want
	own    bool // the total is called after the list: nothing is added to it or taken off
}

// addUp adds up the properties of a list that have a total outside lists.
func (f *sums) addUp(n *schema.Node, items []any, list string) (all []addedUp) {
	wants := f.itemWants(n.Items)
	for _, w := range wants {
		var totals []*want.Want
		own := false
		switch {
		case len(w.Path) != 1:
		case w.Is("amount"):
			totals = f.namedAfter(n)
			if own = len(totals) > 0; !own {
				totals = []*want.Want{f.named("subtotal"), f.named("total_amount")}
			}
		case w.Is("quantity"):
			totals = []*want.Want{f.named("total_quantity")}
		case w.IsAny("gross_weight", "net_weight", "volume"), w.Is("packages") && f.alike(w, f.named("packages")):
			totals = []*want.Want{f.named(w.Concepts[0].Concept.Name)}
		}
		totals = slices.DeleteFunc(totals, func(t *want.Want) bool {
			return t == nil || f.rat(t.Path) == nil || t.Unit.Contradicts(w.Unit) || w.Unit.Contradicts(t.Unit)
		})
		sum := summed(items, w.Path[0])
		if sum == nil || len(totals) == 0 {
			continue
		}
		a := addedUp{list, w, []*big.Rat{sum}, totals, own}
		if taxed := withTaxes(wants, items, w.Path[0]); w.Is("amount") && taxed != nil {
			a.sums = append(a.sums, taxed)
		}
		all = append(all, a)
	}
	return all
}

// namedAfter are the amounts outside lists that are called the total of a list: total_deductions of deductions.
func (f *sums) namedAfter(list *schema.Node) (all []*want.Want) {
	own := f.Doc.Dict.Tokens(list.Name)
	for _, w := range f.Wants {
		said := f.Doc.Dict.Tokens(w.Node.Name)
		rest := slices.DeleteFunc(slices.Clone(said), func(t string) bool { return t == "total" })
		if len(own) > 0 && len(rest) < len(said) && slices.Equal(rest, own) {
			all = append(all, w)
		}
	}
	return all
}

// withTaxes adds up amounts with the tax at the rate that each row names; nil where one names none.
func withTaxes(wants []*want.Want, items []any, amount string) *big.Rat {
	at := slices.IndexFunc(wants, func(w *want.Want) bool { return len(w.Path) == 1 && (w.Is("tax_rate") || w.Is("tax")) })
	if at < 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, item := range items {
		object, _ := item.(map[string]any)
		net, rate := RatOf(object[amount]), rateOf(wants[at], object[wants[at].Path[0]])
		if net == nil || rate == nil {
			return nil
		}
		sum.Add(sum, net)
		sum.Add(sum, new(big.Rat).Quo(new(big.Rat).Mul(net, rate), big.NewRat(100, 1)))
	}
	return sum
}

// rateOf is a rate of tax in percent, nil for none.
func rateOf(w *want.Want, v any) *big.Rat {
	switch v := v.(type) {
	case json.Number:
		if w.Is("tax_rate") {
			return RatOf(v)
		}
	case string:
		if text, ok := strings.CutSuffix(strings.TrimSpace(v), "%"); ok {
			if n, ok := value.ParseNumber(strings.TrimSpace(text), value.MarkUnknown); ok {
				return n.Rat()
			}
		}
	}
	return nil
}

// checkSums compares the figures of lists, added up, with those outside lists that say their sum. Of several properties with one total, one
// that makes it is enough, and so are lists that make it together.
func (f *sums) checkSums(all []addedUp) {
	for len(all) > 0 {
		first := all[0]
		of := func(a addedUp) bool { return a.totals[0] == first.totals[0] }
		f.checkSum(slices.DeleteFunc(slices.Clone(all), func(a addedUp) bool { return !of(a) }))
		all = slices.DeleteFunc(all, of)
	}
}

// checkSum reports sums of which none, nor all lists together, is one of their totals, where nothing explains the difference.
func (f *sums) checkSum(all []addedUp) {
	joint, lists := new(big.Rat), map[string]bool{}
	for _, a := range all {
		if slices.ContainsFunc(a.sums, func(sum *big.Rat) bool { return f.agrees(sum, a) }) {
			return
		}
		if !lists[a.list] {
			lists[a.list] = true
			joint.Add(joint, a.sums[0])
		}
	}
	last := all[len(all)-1] // what a line makes stands behind what it is made of
	sum := last.sums[0]
	if len(lists) > 1 {
		if sum = joint; f.agrees(sum, last) {
			return
		}
	}
	at := last.totals[0].Pointer
	f.sum(at, fmt.Sprintf("the lines add up to %s, and the total is %s", plain(sum), f.Found[at].Text))
}

// agrees reports whether a sum is one of its totals, or differs from one by what explains it.
func (f *sums) agrees(sum *big.Rat, a addedUp) bool {
	return slices.ContainsFunc(a.totals, func(t *want.Want) bool {
		whole := f.rat(t.Path)
		return near(sum, whole) || a.wanted.Is("amount") && !a.own && f.explained(new(big.Rat).Sub(whole, sum), f.extras(t))
	})
}

// alike reports whether a property of a list is called as one outside lists: pieces are not summed to cartons.
func (f *sums) alike(w, total *want.Want) bool {
	return total != nil && slices.ContainsFunc(f.Doc.Dict.Tokens(w.Node.Name), func(token string) bool { return slices.Contains(f.Doc.Dict.Tokens(total.Node.Name), token) })
}

// summed is the sum of a property of two or more items, nil where one lacks it.
func summed(items []any, name string) *big.Rat {
	if len(items) < 2 {
		return nil
	}
	sum := new(big.Rat)
	for _, item := range items {
		object, _ := item.(map[string]any)
		r := RatOf(object[name])
		if r == nil {
			return nil
		}
		sum.Add(sum, r)
	}
	return sum
}
