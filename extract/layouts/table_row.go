package layouts

import "strings"

// row draws a line of the deal.
func (t *table1) row(i int) {
	l := t.deal.lines[i]
	t.set("", t.type1)
	cells, tall := make([][]string, len(t.cols)), 1
	r := record{}
	for j, c := range t.cols {
		if f, ok := l.facts[c.key]; ok {
			r[c.key] = f
			cells[j] = t.wrap(t.cellText1(c.key, l), max(c.w-3, 20))
			if c.key != "i.description" {
				cells[j] = []string{t.cellText1(c.key, l)}
			}
		}
		if c.key == "i.quantity" && t.unitInQuantity() {
			r["i.unit"] = l.facts["i.unit"]
		}
		if c.key == "i.description" && t.extra != "" {
			r[t.extra] = l.facts[t.extra]
			cells[j] = append(cells[j], t.label(t.caption1(t.extra, t.lang))+" "+l.facts[t.extra].text)
		}
		tall = max(tall, len(cells[j]))
	}
	h := float64(tall)*t.leading() + t.d.size("air", 0, 7)
	t.turn(h)
	if t.d.chance("sections", 8) && i%4 == 0 {
		t.set("B", t.type1)
		t.line(strings.ToUpper(coin(t.deal.dice, "section "+string(rune('0'+i)))), "L")
		t.set("", t.type1)
	}
	t.frame(i, h)
	x := t.x
	for j, c := range t.cols {
		t.cellText(cells[j], x, c.w, c.align)
		x += c.w
	}
	t.y += h
	t.carried = t.carried.plus(l.amount)
	t.records = append(t.records, r)
	if t.kind.sums == "full" && i%4 == 3 && i+1 < len(t.deal.lines) && t.d.chance("subtotals", 7) {
		t.inTable(t, pair{t.caption("subtotal"), []fact{{text: t.printMoney(t.carried, "{n}")}}})
	}
}

// frame draws the rules or the shade of a row.
func (t *table1) frame(i int, h float64) {
	switch t.style {
	case 0:
		x := t.x
		for _, c := range t.cols {
			t.pdf.Rect(x, t.y, c.w, h, "D")
			x += c.w
		}
	case 3:
		if i%2 == 1 {
			t.pdf.SetFillColor(240, 240, 240)
			t.pdf.Rect(t.x, t.y, t.total(), h, "F")
		}
	case 4:
		t.pdf.SetDrawColor(160, 160, 160)
		t.pdf.Line(t.x, t.y+h, t.x+t.total(), t.y+h)
		t.pdf.SetDrawColor(0, 0, 0)
	}
}

// turn goes to the next page, with the sum carried forward and the header repeated where the layout does.
func (t *table1) turn(h float64) {
	if t.y+h < t.bottom-t.leading() {
		return
	}
	carry := t.kind.sums == "full" && t.d.chance("carried forward", 30)
	words := t.lib.parts["carried"][t.lang]
	if carry {
		t.line(words[0]+"   "+t.printMoney(t.carried, "{n}"), "R")
	}
	t.sides()
	x, w := t.x, t.w
	t.page()
	if !t.bound {
		t.again()
	}
	t.x, t.w = x, w
	t.from = t.y
	if t.repeated {
		t.head()
	}
	t.set("", t.type1)
	if carry {
		t.line(words[1%len(words)]+"   "+t.printMoney(t.carried, "{n}"), "R")
	}
}

// again prints the top of a further page: the title and the number, the issuer's name, the
// page, or nothing.
func (t *table1) again() {
	t.set("", 0.8)
	n := decimal{int64(t.pdf.PageNo()), 0}.print(numerals{})
	switch t.d.n("top of pages", 4) {
	case 0:
		if len(t.kind.always) > 0 {
			t.line(t.title()+" "+t.deal.fact(t.kind.always[0]).text, pick(t.d, "top side", []string{"L", "R"}))
		}
	case 1:
		if t.kind.issuer != "" {
			t.line(t.deal.party(t.kind.issuer).facts["name"].text, "L")
		}
	case 2:
		t.line(strings.NewReplacer("{n}", n, "{m}", n).Replace(t.say(t.d, "page")), "R")
	}
	t.skip(t.size1 / 2)
}

// sides rules the columns down the page where the layout has lines between them only.
func (t *table1) sides() {
	if t.style != 1 {
		return
	}
	x := t.x
	for _, c := range t.cols {
		t.pdf.Line(x, t.from, x, t.y)
		x += c.w
	}
	t.pdf.Line(x, t.from, x, t.y)
	t.pdf.Line(t.x, t.y, x, t.y)
}

func (t *table1) close() {
	if t.style == 1 && t.d.chance("blank to the foot", 40) && t.y < t.bottom-220 {
		t.y += t.d.size("blank", 30, 110)
	}
	t.sides()
	if t.style == 2 || t.style == 4 {
		t.pdf.Line(t.x, t.y, t.x+t.total(), t.y)
	}
	t.skip(t.size1 / 2)
}
