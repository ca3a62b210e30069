package layouts

import "slices"

// sums adds up the lines of a deal.
type sums struct {
	facts map[string]fact
	order []string // as a totals block prints them
	taxes []record // base and tax by rate
}

func (s sums) fact(key string) (fact, bool) {
	f, ok := s.facts[key]
	return f, ok
}

// newSums adds the lines up, with charges the deal has.
func (x *deal) newSums() sums {
	s := sums{facts: map[string]fact{}}
	var lines, quantity decimal
	var weights [3]decimal
	packages := 0
	for _, l := range x.lines {
		lines, quantity = lines.plus(l.amount), quantity.plus(l.quantity)
		packages += l.packages
		for i := range weights {
			weights[i] = weights[i].plus(l.weights[i])
		}
	}
	s.facts["total_quantity"] = fact{value: quantity.number(), text: quantity.short(x.numbers)}
	s.facts["packages"] = x.plain(decimal{int64(packages), 0}, pick(x.design.dice, "unit of packages", []string{"", "", "CTN", "PKGS"}))
	unit := pick(x.design.dice, "unit of weights", []string{"", "kg", "KGS", "Kg"})
	for i, key := range []string{"net_weight", "gross_weight"} {
		s.facts[key] = x.plain(weights[i], unit)
	}
	s.facts["volume"] = x.plain(weights[2], pick(x.design.dice, "unit of volume", []string{"", "m3", "CBM"}))
	s.facts["subtotal"] = x.amount(lines)
	switch x.kind.sums {
	case "full", "fiscal", "till", "trade":
		x.addMoney(&s, lines)
	case "weights":
		s.order = []string{"total_quantity", "packages", "net_weight", "gross_weight", "volume"}
	}
	return s
}

// addMoney fills the chain from the lines to what is to be paid.
func (x *deal) addMoney(s *sums, lines decimal) {
	net := lines
	charge := func(key string, percent int, sign int64) {
		if !x.dice.chance(key, percent) || x.kind.sums == "till" {
			return
		}
		d := decimal{sign * int64(x.dice.between(key+" amount", 100, 9000)), x.places}
		net = net.plus(d)
		shown := d
		if sign < 0 && x.design.chance("discount without sign", 50) {
			shown = d.negative()
		}
		s.facts[key] = x.amount(shown)
		s.order = append(s.order, key)
	}
	charge("discount", 25, -1)
	charge("freight", 35, 1)
	charge("insurance", 10, 1)
	charge("packing", 12, 1)
	gross := net
	if x.kind.sums != "trade" {
		tax := x.addTaxes(s, lines, net)
		gross = net.plus(tax)
		s.facts["net"], s.facts["tax"] = x.amount(net), x.amount(tax)
		if len(s.order) > 0 {
			s.order = slices.Concat([]string{"subtotal"}, s.order, []string{"net"})
		} else {
			s.order = []string{"net"}
		}
		s.order = append(s.order, "tax")
	} else if len(s.order) > 0 {
		s.order = append([]string{"subtotal"}, s.order...)
	}
	s.facts["gross"] = x.amount(gross)
	s.order = append(s.order, "gross")
	if x.kind.name == "invoice" && x.dice.chance("prepaid", 15) {
		paid := gross.times(decimal{int64(pick(x.dice, "share paid", []int{30, 50, 100})), 2}).to(x.places)
		s.facts["prepaid"], s.facts["due"] = x.amount(paid), x.amount(gross.plus(paid.negative()))
		s.order = append(s.order, "prepaid", "due")
	}
	if x.kind.sums == "till" {
		bill := powerOfTen(x.places)
		tendered := decimal{(gross.units/bill/10 + 1) * 10 * bill, x.places}
		s.facts["cash"], s.facts["change"] = x.amount(tendered), x.amount(tendered.plus(gross.negative()))
	}
}

// addTaxes works out the tax by rate; charges belong to the first rate.
func (x *deal) addTaxes(s *sums, lines, net decimal) decimal {
	var total decimal
	for _, rate := range x.home.rates {
		var base decimal
		used := false
		for _, l := range x.lines {
			if l.rate == rate {
				base, used = base.plus(l.amount), true
			}
		}
		if rate == x.lines[0].rate {
			base = base.plus(net).plus(lines.negative())
		}
		if !used {
			continue
		}
		tax := base.times(percent(rate)).times(decimal{1, 2}).to(x.places)
		total = total.plus(tax)
		s.taxes = append(s.taxes, record{
			"i.tax_rate": {key: "i.tax_rate", value: percent(rate).number(), text: x.printRate(percent(rate), "rate in summary")},
			"i.base":     x.plain(base, ""),
			"i.tax":      x.plain(tax, ""),
		})
	}
	if len(s.taxes) == 1 {
		s.facts["tax_rate"] = s.taxes[0]["i.tax_rate"]
	}
	return total
}
