package shipment

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// containerNumber is the number of a container: its owner's letters, and digits.
var containerNumber = regexp.MustCompile(`^[A-Z]{3}[UJZ]\s?\d{6}[\s-]?\d$`)

// weighContainers takes the gross weight of a transport document from its containers, where it prints no total and each container has
// its weight, and their packages in place of a total that counts the containers.
func (p *Paper) weighContainers(v values) {
	if !p.Type.Transport() {
		return
	}
	all, _ := v.data["containers"].([]any)
	var gross, packages Amount
	containers, whole := 0, true
	for i := range all {
		row, ok := all[i].(map[string]any)
		if !ok {
			continue
		}
		one := v.below(row, "/containers/"+strconv.Itoa(i))
		if !containerNumber.MatchString(one.text("container_number").Value) {
			continue
		}
		containers++
		if a := one.amount("packages"); a.Value != nil {
			packages = Amount{Value: plus(packages.Value, a.Value), Source: packages.Source.with(a.Source)}
		}
		a := one.weight("gross_weight_kg")
		if whole = whole && a.Value != nil; whole {
			gross = Amount{Value: plus(gross.Value, a.Value), Unit: a.Unit, Source: gross.Source.with(a.Source)}
		}
	}
	if p.GrossKg.Value == nil && rowSum(p, func(i *Item) Amount { return i.GrossKg }).Value == nil && whole && containers > 0 {
		p.GrossKg = gross
	}
	counted := decimal.MustNew(int64(containers), 0)
	if n := p.Packages.Value; n != nil && n.Cmp(counted) == 0 && packages.Value != nil && packages.Value.Cmp(counted) > 0 {
		p.Packages = packages
	}
}

// discountRows takes the discounts of rows together for that of a paper which prints none, where its total is that of its rows less them.
func (p *Paper) discountRows(v values) {
	rows, _ := v.data["line_items"].([]any)
	if p.Discount.Value != nil || p.Total.Value == nil {
		return
	}
	var off Amount
	for i := range rows {
		row, ok := rows[i].(map[string]any)
		if !ok {
			continue
		}
		if a := v.below(row, "/line_items/"+strconv.Itoa(i)).amount("discount"); a.Value != nil {
			off = Amount{Value: plus(off.Value, a.Value), Source: off.Source.with(a.Source)}
		}
	}
	sum := rowSum(p, func(i *Item) Amount { return i.Amount }).Value
	if off.Value == nil || !off.Value.IsPos() || sum == nil {
		return
	}
	for _, a := range []Amount{p.Freight, p.Insurance, p.Charges, p.Tax} {
		sum = plus(sum, a.Value)
	}
	if within(minus(sum, off.Value), p.Total.Value, cents(len(p.Items))) {
		p.Discount = off
	}
}

//go:embed titles.tsv
var titlesFile string

// isProforma reports whether the title of an invoice says that it is no final one.
func isProforma(title string) bool {
	for line := range strings.Lines(titlesFile) {
		if kind, phrase, _ := strings.Cut(strings.TrimSpace(line), "\t"); kind == "proforma" && strings.Contains(key(title), key(phrase)) {
			return true
		}
	}
	return false
}
