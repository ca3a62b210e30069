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
func (s composed) table() {
	if len(s.deal.lines) == 0 {
		return
	}
	t := newTable(s.summed)
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
	summed
	d        dice
	list     string
	cols     []column
	extra    string
	style    int // of the rules
	type1    float64
	records  []record
	from     float64 // where the table began on this page
	repeated bool
	carried  decimal
}

func newTable(s summed) *table1 {
	t := &table1{summed: s, d: s.of("table"), list: "items", type1: s.of("table").size("type", 0.78, 1)}
	if s.kind.name == statement {
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
