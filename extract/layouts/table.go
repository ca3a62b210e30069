package layouts

import (
	"slices"
	"strings"
)

// column is a column of the table that is drawn.
type column struct {
	key    string
	header string
	under  string // a second line of the header: the unit or the currency
	w      float64
	align  string
}

// columns are the keys of the layout's table, in its order.
func (g *design) columns() []string {
	d := g.of("columns")
	all := slices.Clone(g.kind.columns)
	share := d.between("share", 10, 65)
	for _, key := range g.kind.freeColumns {
		if d.chance(key, share) {
			all = append(all, key)
		}
	}
	rank := func(key string) int {
		switch key {
		case "i.pos":
			return 0
		case "i.date", "i.order":
			return 1
		case "i.code":
			return 2
		case "i.description":
			return 3
		case "i.quantity":
			return 6
		case "i.unit":
			return 7
		case "i.price":
			return 8
		case "i.discount":
			return 9
		case "i.tax_rate":
			return 10
		case "i.amount", "i.balance":
			return 12
		}
		return 5
	}
	if d.chance("quantity first", 25) {
		rank1 := rank
		rank = func(key string) int {
			if key == "i.quantity" || key == "i.unit" {
				return rank1(key) - 6
			}
			return rank1(key)
		}
	}
	if d.chance("any order", 15) {
		rank = func(key string) int { return int(d.roll("rank "+key) >> 33) }
	}
	slices.SortStableFunc(all, func(a, b string) int { return rank(a) - rank(b) })
	return all
}

// has reports whether the layout's table may have a column.
func (g *design) has(key string) bool { return slices.Contains(g.columns(), key) }

// table draws the lines of the deal.
func (s *sheet) table() {
	if len(s.deal.lines) == 0 {
		return
	}
	t := newTable(s)
	s.room(t.headTall() + 40)
	t.head()
	for i := range s.deal.lines {
		t.row(i)
	}
	t.close()
	s.totals(t)
	for _, r := range t.records {
		s.row(t.list, r)
	}
}

// table1 is the table while it is drawn.
type table1 struct {
	*sheet
	d        dice
	list     string
	cols     []column
	grouped  bool // price and amount under one heading
	extra    string
	style    int // of the rules
	type1    float64
	records  []record
	from     float64 // where the table began on this page
	repeated bool
	carried  decimal
}

func newTable(s *sheet) *table1 {
	t := &table1{sheet: s, d: s.of("table"), list: "items", type1: s.of("table").size("type", 0.78, 1)}
	if s.kind.name == "account_statement" {
		t.list = "entries"
	}
	t.style = t.d.n("rules", 7)
	t.repeated = t.d.chance("repeat the header", 75)
	for _, key := range s.design.columns() {
		t.cols = append(t.cols, t.column(key))
	}
	t.second()
	t.fit()
	return t
}

// column is the column of a key with its header.
func (t *table1) column(key string) column {
	c := column{key: key, header: t.caption(key), align: "R"}
	switch t.lib.fields[key].sort {
	case "text", "id", "date":
		c.align = "L"
	}
	if key == "i.description" {
		return c
	}
	switch t.d.n("alignment", 6) {
	case 0:
		c.align = "C"
	case 1:
		c.align = "L"
	}
	switch {
	case (key == "i.price" || key == "i.amount" || key == "i.base" || key == "i.tax") && t.d.chance("currency in header", 30):
		c.under = pick(t.d, "currency form", []string{"(" + t.currency + ")", t.currency, "in " + t.currency})
	case strings.HasSuffix(key, "weight") && !strings.Contains(strings.ToLower(c.header), "k") && t.d.chance("unit in header", 60):
		c.under = pick(t.d, "unit form", []string{"(KG)", "kg", "KGS"})
	}
	return c
}

// second chooses what is printed under the description instead of in a column.
func (t *table1) second() {
	if t.list != "items" || !t.d.chance("second line", 22) {
		return
	}
	t.extra = pick(t.d, "second line of", []string{"i.code", "i.hs", "i.lot", "i.order", "i.ean"})
	t.cols = slices.DeleteFunc(t.cols, func(c column) bool { return c.key == t.extra })
}

// fit shares the width out: as much as the cells need, the rest to the description; columns that find no
// room are left out.
func (t *table1) fit() {
	for {
		need, words := 0.0, 0
		for i := range t.cols {
			c := &t.cols[i]
			if c.key == "i.description" {
				words = i
				continue
			}
			c.w = t.natural(*c)
			need += c.w
		}
		if rest := t.w - need; rest >= t.w*0.2 || len(t.cols) <= 3 {
			t.cols[words].w = max(rest, 60)
			if t.d.chance("narrow table", 10) {
				t.cols[words].w *= 0.7
			}
			return
		}
		for i := len(t.cols) - 1; i >= 0; i-- {
			if slices.Contains(t.kind.freeColumns, t.cols[i].key) {
				t.cols = slices.Delete(t.cols, i, i+1)
				break
			}
			if i == 0 {
				t.cols[words].w = max(t.w-need, 60)
				return
			}
		}
	}
}

// natural is the width that the cells and the longest word of the header take.
func (t *table1) natural(c column) float64 {
	w := 0.0
	t.set("B", t.type1)
	for _, word := range append(strings.Fields(c.header), c.under) {
		w = max(w, t.width(word))
	}
	t.set("", t.type1)
	for _, l := range t.deal.lines {
		w = max(w, t.width(t.cellText1(c.key, l)))
	}
	return w + t.d.size("gap", 8, 18)
}

// cellText1 is the print of a cell.
func (t *table1) cellText1(key string, l line) string {
	s := l.facts[key].text
	if key == "i.quantity" && t.unitInQuantity() {
		s += " " + l.facts["i.unit"].text
	}
	return s
}

// unitInQuantity reports whether the unit is printed behind the quantity, having no column.
func (t *table1) unitInQuantity() bool {
	return t.list == "items" && t.d.chance("unit in quantity", 30) && !slices.ContainsFunc(t.cols, func(c column) bool { return c.key == "i.unit" })
}

func (t *table1) headers() ([][]string, int) {
	t.set(pick(t.d, "header style", []string{"B", "B", ""}), t.type1)
	tall := 0
	all := make([][]string, len(t.cols))
	for i, c := range t.cols {
		all[i] = t.wrap(c.header, c.w-3)
		if c.under != "" {
			all[i] = append(all[i], c.under)
		}
		tall = max(tall, len(all[i]))
	}
	return all, tall
}

func (t *table1) headTall() float64 {
	_, tall := t.headers()
	return float64(tall)*t.leading() + 4
}

// head draws the header row.
func (t *table1) head() {
	all, tall := t.headers()
	t.from = t.y
	if t.d.chance("group", 12) {
		t.group()
	}
	h := float64(tall)*t.leading() + 4
	shaded := t.style == 3 || t.d.chance("shaded header", 35)
	if shaded {
		t.pdf.SetFillColor(205, 205, 215)
		t.pdf.Rect(t.x, t.y, t.total(), h, "F")
	}
	x := t.x
	for i, c := range t.cols {
		lines := all[i]
		y := t.y
		if t.d.chance("header at the bottom", 40) {
			y += float64(tall-len(lines)) * t.leading()
		}
		align := c.align
		if t.d.chance("headers centred", 30) {
			align = "C"
		}
		save := t.y
		t.y = y
		t.cellText(lines, x, c.w, align)
		t.y = save
		if t.style == 0 || t.style == 1 {
			t.pdf.Rect(x, t.y, c.w, h, "D")
		}
		x += c.w
	}
	t.y += h
	if t.style == 2 || t.style == 3 || t.style == 4 {
		t.pdf.Line(t.x, t.y, x, t.y)
	}
	t.skip(1)
}

// group draws a heading over the last columns.
func (t *table1) group() {
	n := len(t.cols)
	if n < 4 {
		return
	}
	x := t.x
	for _, c := range t.cols[:n-2] {
		x += c.w
	}
	w := t.cols[n-2].w + t.cols[n-1].w
	t.cellText([]string{pick(t.d, "group heading", []string{t.currency, strings.ToUpper(coin(t.d, "group")), "A / B"})}, x, w, "C")
	t.y += t.leading() + 2
	t.pdf.Line(x, t.y, x+w, t.y)
}

func (t *table1) total() float64 {
	w := 0.0
	for _, c := range t.cols {
		w += c.w
	}
	return w
}

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
	t.x, t.w, t.from = x, w, t.y
	if t.repeated {
		t.head()
	}
	t.set("", t.type1)
	if carry {
		t.line(words[1%len(words)]+"   "+t.printMoney(t.carried, "{n}"), "R")
	}
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
