package layouts

import (
	"strings"
)

// line is an article or a movement of a deal.
type line struct {
	facts    map[string]fact
	quantity decimal
	amount   decimal
	rate     string
	weights  [3]decimal // net, gross, volume
	packages int
}

// newLines invents the rows of the document's table.
func (x *deal) newLines() []line {
	n := x.dice.between("rows", 1, 9)
	if x.dice.chance("many rows", 12) {
		n = x.dice.between("number of rows", 15, 60)
	}
	switch x.kind.name {
	case "bill_of_lading", "air_waybill", "certificate_of_origin":
		n = x.dice.between("rows", 1, 4)
	case statement:
		return x.newEntries(n + 3)
	}
	var all []line
	for i := range n {
		all = append(all, x.newLine(i))
	}
	return all
}

// newLine invents row i.
func (x *deal) newLine(i int) line {
	d := x.dice.of("line").of(string(rune('0' + i)))
	l := line{facts: map[string]fact{}, rate: x.home.rates[0]}
	if len(x.home.rates) > 1 && x.dice.chance("two rates", 35) {
		l.rate = pick(d, "rate", x.home.rates[:2])
	}
	l.quantity = pick(d, "quantity form", []decimal{{int64(d.between("one", 1, 12)), 0}, {int64(d.between("hundreds", 10, 2500)), 0}, {int64(d.between("part", 5, 9999)), 1}})
	if x.kind.sums == "till" || x.design.chance("whole quantities", 60) {
		l.quantity = decimal{int64(d.between("one", 1, 40)), 0}
	}
	if x.kind.sums == "till" {
		l.quantity = decimal{int64(d.between("till", 1, 3)), 0}
	}
	price := decimal{int64(d.between("price", 20, 90_000)), x.places}
	if x.kind.sums == "till" {
		price.units = int64(d.between("till price", 45, 7000)) * powerOfTen(x.places) / 100
		price.units = max(price.units, 1)
	} else if x.design.chance("long prices", 12) {
		price = decimal{int64(d.between("price", 2000, 9_000_000)), x.places + 2}
	}
	gross := l.quantity.times(price)
	l.amount = gross.to(x.places)
	if x.has("i.discount") {
		percent := int64(pick(d, "discount", []int{0, 0, 5, 10, 20}))
		l.amount = gross.times(decimal{100 - percent, 2}).to(x.places)
		l.facts["i.discount"] = x.plain(decimal{percent, 0}, "")
	}
	l.packages = d.between("packages", 1, 60)
	net := decimal{int64(d.between("net", 100, 900_000)), 2}
	l.weights = [3]decimal{net, net.times(decimal{int64(d.between("tare", 102, 125)), 2}).to(2), {int64(d.between("volume", 50, 30_000)), 3}}
	x.fill(&l, d, i, price)
	return l
}

// fill writes the row's facts.
func (x *deal) fill(l *line, d dice, i int, price decimal) {
	g := x.design
	short := l.quantity.short(g.numbers)
	if g.chance("quantity places", 25) {
		short = l.quantity.to(pick(g.dice, "places of quantity", []int{2, 3, 1})).print(g.numbers)
	}
	l.facts["i.quantity"] = fact{value: l.quantity.number(), text: short}
	l.facts["i.ordered"] = fact{value: l.quantity.plus(decimal{5, 0}).number(), text: l.quantity.plus(decimal{5, 0}).short(g.numbers)}
	cell := pick(g.dice, "money in cells", []string{"{n}", "{n}", "{n}", "{s}{n}", "{n} {s}", "{s} {n}", "{c} {n}"})
	l.facts["i.price"] = fact{value: price.number(), text: g.printMoney(price, cell)}
	l.facts["i.amount"] = fact{value: l.amount.number(), text: g.printMoney(l.amount, cell)}
	rate := percent(l.rate)
	l.facts["i.tax_rate"] = fact{value: rate.number(), text: g.printRate(rate, "rate in cells")}
	l.facts["i.net_weight"] = g.plain(l.weights[0], "")
	l.facts["i.gross_weight"] = g.plain(l.weights[1], "")
	l.facts["i.volume"] = g.plain(l.weights[2], "")
	l.facts["i.packages"] = g.plain(decimal{int64(l.packages), 0}, "")
	l.facts["i.date"] = x.day(x.base.AddDate(0, 0, d.between("day", 1, 40)))
	for key, s := range map[string]string{
		"i.pos":         pick(g.dice, "positions", []func(int) string{func(n int) string { return decimal{int64(n), 0}.print(g.numbers) }, func(n int) string { return decimal{int64(n * 10), 0}.print(numerals{}) }, func(n int) string { return zeros(n) }})(i + 1),
		"i.code":        d.fill("code", pick(g.dice, "code form", []string{"######", "@@-####", "@@@####-#", "###.####", "#######", "@#####", "##-####-##"})),
		"i.description": x.article(d),
		"i.unit":        x.unit(d),
		"i.lot":         d.fill("lot", pick(g.dice, "lot form", []string{"L#####", "######", "@@##-###"})),
		"i.order":       d.fill("order", pick(g.dice, "order in rows", []string{"45########", "PO-####", "######/##"})),
		"i.colour":      strings.ToUpper(coin(d, "colour")[:3]) + d.fill("shade", "-##"),
		"i.size":        pick(d, "size", []string{"S", "M", "L", "XL", "40x30x20", "120 x 80", "10x15 cm"}),
		"i.origin":      pick(d, "origin", []string{pick(d, "country", x.lib.places).names[x.lang], pick(d, "country", x.lib.places).code}),
		"i.hs":          d.fill("hs", pick(g.dice, "hs form", []string{"########", "####.##.##", "####.##", "######"})),
		"i.ean":         d.fill("ean", "#############"),
	} {
		l.facts[key] = text(s)
	}
}

// unit is the row's unit, often one for the whole document.
func (x *deal) unit(d dice) string {
	if x.dice.chance("one unit", 60) {
		return x.design.say(x.dice, "unit")
	}
	return x.design.say(d, "unit")
}

func zeros(n int) string {
	s := decimal{int64(n), 0}.print(numerals{})
	return strings.Repeat("0", max(0, 3-len(s))) + s
}

// article composes the name of a ware, short or long enough to wrap.
func (x *deal) article(d dice) string {
	noun, quality := x.design.say(d, "noun"), x.design.say(d, "quality")
	out := strings.ToUpper(noun[:1]) + noun[1:]
	if noun[0] > 127 { // a letter of two bytes stays as it is
		out = noun
	}
	if d.chance("named", 50) {
		out += " " + coin(d, "brand")
	}
	out += pick(d, "before quality", []string{" ", ", "}) + quality
	if d.chance("long", 25) {
		out += " (" + x.design.say(d.of("more"), "quality") + ") " + d.fill("type", "@@ ###")
	}
	if x.design.chance("upper wares", 30) {
		out = strings.ToUpper(out)
	}
	return out
}

// percent reads a rate of places.tsv.
func percent(s string) decimal {
	whole, fraction, _ := strings.Cut(s, ".")
	d := decimal{0, len(fraction)}
	for _, c := range whole + fraction {
		d.units = d.units*10 + int64(c-'0')
	}
	return d
}

func (g *design) printRate(rate decimal, where string) string {
	return pick(g.dice, where, []func() string{
		func() string { return rate.short(g.numbers) + "%" },
		func() string { return rate.short(g.numbers) + " %" },
		func() string { return rate.to(2).print(g.numbers) },
		func() string { return rate.short(g.numbers) },
	})()
}

// newEntries invents the movements of an account.
func (x *deal) newEntries(n int) []line {
	balance := decimal{int64(x.dice.between("opening", 10_000, 9_000_000)), 2}
	x.facts["opening_balance"] = x.amount(balance)
	var debits, credits decimal
	day := x.base.AddDate(0, 0, offset(x.dice, "period_start"))
	var all []line
	for i := range n {
		d := x.dice.of("entry").of(string(rune('0' + i)))
		amount := decimal{int64(d.between("amount", 100, 400_000)), 2}
		l := line{facts: map[string]fact{}}
		if d.chance("credit", 40) {
			balance, credits = balance.plus(amount), credits.plus(amount)
			l.facts["i.credit"] = x.plain(amount, "")
		} else {
			balance, debits = balance.plus(amount.negative()), debits.plus(amount)
			l.facts["i.debit"] = x.plain(amount, "")
		}
		day = day.AddDate(0, 0, d.n("days", 3))
		l.facts["i.date"] = x.day(day)
		l.facts["i.balance"] = x.plain(balance, "")
		l.facts["i.description"] = text(x.design.say(d, "entry") + " " + coin(d, "who"))
		l.facts["i.reference"] = text(d.fill("reference", pick(x.design.dice, "entry reference", []string{"#######", "@@####", "###-###"})))
		all = append(all, l)
	}
	x.facts["closing_balance"], x.facts["debits"], x.facts["credits"] = x.amount(balance), x.amount(debits), x.amount(credits)
	for _, key := range []string{"opening_balance", "closing_balance", "debits", "credits"} {
		f := x.facts[key]
		f.key = key
		x.facts[key] = f
	}
	return all
}
