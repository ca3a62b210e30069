package layouts

import "strings"

// till draws a receipt: one narrow column, a row an article, sums, tender.
func (s tillRoll) till() {
	d := s.of("till")
	p := s.deal.party("merchant")
	lines := s.address(d, p)
	align := pick(d, "align", []string{"C", "C", "L"})
	s.aboveName(d, p, align)
	s.set("B", d.size("name", 1, 1.6))
	s.paragraph(lines[0], align)
	s.set("", 1)
	if d.chance("register below the name", 25) {
		s.line(d.fill("register below the name", pick(d, "register form", []string{"(######-@)", "######-@", "(############)"})), align)
	}
	for _, l := range lines[1:] {
		s.paragraph(l, align)
	}
	s.tellAddress(p, lines[1:])
	for _, q := range s.known(p, s.attributes(d, p, true)) {
		s.paragraph(s.label(q.caption)+" "+s.told(q), align)
	}
	s.bar(d)
	if d.chance("title", 55) {
		s.paragraph(s.title(), align)
	}
	s.tillMeta(d)
	s.bar(d)
	records := make([]record, 0, len(s.deal.lines))
	for i := range s.deal.lines {
		records = append(records, s.tillLine(d, s.deal.lines[i]))
	}
	for _, r := range records {
		s.row("items", r)
	}
	s.bar(d)
	if d.chance("quantity", 25) {
		s.ends(s.label(s.caption("total_quantity")), s.tell(s.deal.fact("total_quantity")))
	}
	for _, q := range s.sumPairs() {
		if q.key() == "gross" {
			s.set("B", d.size("total", 1, 1.5))
		}
		s.ends(s.label(q.caption), s.told(q))
		s.set("", 1)
	}
	if d.chance("tender", 55) {
		for _, key := range []string{"cash", "change"} {
			s.ends(s.label(s.caption(key)), s.tell(s.deal.fact(key)))
		}
	}
	if d.chance("tax summary", 30) {
		s.bar(d)
		s.taxSummary(d)
		if d.chance("sum of taxes", 50) {
			s.set("", 1)
			s.line(s.label(s.caption("gross"))+"  "+s.deal.fact("net").text+"  "+s.deal.fact("tax").text, pick(d, "sum of taxes", []string{"L", "R"}))
		}
	}
	s.bar(d)
	for i := range d.between("sentences", 0, 2) {
		s.paragraph(s.say(d.of(string(rune('a'+i))), "legal"), align)
	}
	if d.chance("slogan", 40) {
		s.paragraph(s.say(d, "slogan"), align)
	}
}

// aboveName are lines that stand above the merchant's name: advertising, a number, the brand of the shop.
func (s tillRoll) aboveName(d dice, p party, align string) {
	s.set("", 1)
	if d.chance("number above", 15) {
		s.line(d.fill("number above", pick(d, "number form", []string{"#######", "# ##", "#### / ##"})), "L")
	}
	for i := range d.n("advertising", 9) - 5 {
		s.paragraph(s.say(d.of("advertising "+string(rune('a'+i))), pick(d.of(string(rune('a'+i))), "above", []string{"slogan", "legal"})), align)
	}
	if d.chance("brand", 25) {
		s.set("B", d.size("brand", 1, 1.9))
		s.paragraph(pick(d, "brand of", []string{p.trade, coin(d, "brand"), strings.ToUpper(coin(d, "brand")), coin(d, "brand") + " & " + coin(d, "second brand")}), align)
		s.set("", 1)
	}
}

// tillMeta are date, time, number and cashier, on one line or several, with captions or without.
func (s tillRoll) tillMeta(d dice) {
	keys := s.chosen(s.kind.always, s.kind.free)
	var line []string
	for _, key := range keys {
		f := s.deal.fact(key)
		bare := (key == "date" || key == "time") && d.chance("bare "+key, 45)
		words := s.label(s.caption(key)) + " " + s.tell(f)
		if bare {
			words = s.tell(f)
		}
		if d.chance("one line", 40) {
			line = append(line, words)
			continue
		}
		s.paragraph(words, "L")
	}
	if len(line) > 0 {
		s.paragraph(strings.Join(line, "  "), "L")
	}
}

// tillLine draws an article: on one line, or its name above quantity, price and amount.
func (s tillRoll) tillLine(d dice, l line) record {
	r := record{"i.description": l.facts["i.description"], "i.amount": l.facts["i.amount"]}
	name, amount := l.facts["i.description"].text, l.facts["i.amount"].text
	quantity, price := l.facts["i.quantity"], l.facts["i.price"]
	form := d.n("rows", 4)
	if s.has("i.code") && form == 3 {
		r["i.code"] = l.facts["i.code"]
		s.line(l.facts["i.code"].text, "L")
	}
	fits := s.width(name+"   "+amount) < s.w*0.95
	switch {
	case form == 0 && fits:
		s.ends(name, amount)
	case form == 1 && s.width("00 "+name+"   "+amount) < s.w*0.95:
		r["i.quantity"] = quantity
		s.ends(quantity.text+" "+name, amount)
	default:
		s.paragraph(name, "L")
		r["i.quantity"], r["i.price"] = quantity, price
		s.ends("  "+quantity.text+pick(d, "times", []string{" x ", " X ", " @ ", " * "})+price.text, amount)
	}
	return r
}

// ends writes one text at each edge.
func (s tillRoll) ends(left, right string) {
	for s.width(left+" "+right) > s.w && s.points > 5 {
		s.points *= 0.95
		s.pdf.SetFontSize(s.points)
	}
	s.put(s.x, s.y+s.points, left)
	s.line(right, "R")
}

// bar is a line across the paper, drawn or typed.
func (s tillRoll) bar(d dice) {
	s.set("", 1)
	switch d.n("bar", 4) {
	case 0:
		s.skip(3)
		s.rule()
	case 1:
		s.line(strings.Repeat("-", int(s.w/s.width("-"))), "L")
	case 2:
		s.line(strings.Repeat("=", int(s.w/s.width("="))), "L")
	default:
		s.skip(s.size1)
	}
}
