package table

import (
	"math"
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Mark is one thing that speaks for or against a row's being an item of a list, from -1 to 1.
type Mark int

// The marks of a row of a table whose columns are assigned.
const (
	MarkServed  Mark = iota // properties with a column that have a cell
	MarkUsual               // cells, over how many a row of the table fills in the middle
	MarkTyped               // cells of numbers that hold one
	MarkLike                // cells of the form that most of their column have
	MarkTotal               // it says that it sums
	MarkBelow               // it stands below such a row
	MarkAdds                // columns of numbers that hold the sum of the rows above
	MarkProduct             // quantity × price = amount holds, or does not
	MarkLone                // the table has no other row
	MarkWords               // it holds words alone where numbers are wanted
	MarkBias
	marks
)

// Marks holds the marks of a row.
type Marks [marks]float64

func (v Marks) of(o Marks) float64 {
	sum := 0.0
	for i := range v {
		sum += v[i] * o[i]
	}
	return sum
}

// Sums are told by the rows above that they add up.
const (
	leastAdded = 2     // such rows
	sumSlack   = 0.006 // by which a printed sum may differ
)

// class returns the class of forms that stand in one column.
func (f Form) class() int {
	switch {
	case f.figure():
		return 1
	case f == FormDate:
		return 2
	case f == FormCode:
		return 3
	case f == FormText:
		return 4
	}
	return 0
}

// MarksOf are the marks of the rows of a table, given the column of each want, -1 for none.
func MarksOf(l List, g *Grid, columns []int) []Marks {
	all := make([]Marks, len(g.Rows))
	usual, products := g.usual(), g.multiplied()
	var tokens []string
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		for _, j := range columns {
			if j >= 0 {
				tokens = append(tokens, r.Text(j))
			}
		}
	}
	mark := value.MarkOf(tokens)
	common := commonForms(g)
	sums, added, below := make([]float64, len(g.Columns)), 0, false
	last := g.lastFull(common)
	for i, r := range g.Rows {
		v := &all[i]
		assigned, served, numbers, typed, like, added2, summed := 0, 0, 0, 0, 0, 0, 0
		amounts := map[int]float64{}
		for k, j := range columns {
			if j < 0 {
				continue
			}
			assigned++
			form := formOf(r.first(j))
			if form != FormBlank {
				served++
			}
			if form.class() == common[j] {
				like++
			}
			if !l.Wants[k].numeric() {
				continue
			}
			numbers++
			n := figure(r.top(j), mark)
			if form.figure() || n != 0 {
				typed++
			}
			if n == 0 {
				continue
			}
			amounts[j] = n
			added2++
			if math.Abs(n-sums[j]) < sumSlack {
				summed++
			}
		}
		if assigned > 0 {
			v[MarkServed] = float64(served) / float64(assigned)
			v[MarkLike] = float64(like) / float64(assigned)
		}
		v[MarkUsual] = min(float64(r.filled())/max(usual, 1), 1)
		v[MarkTyped] = 1
		if numbers > 0 {
			v[MarkTyped] = float64(typed) / float64(numbers)
			if typed == 0 {
				v[MarkWords] = 1
			}
		}
		if added >= leastAdded && added2 > 0 || added == 1 && added2 > 1 {
			v[MarkAdds] = float64(summed) / float64(added2)
		}
		if below {
			v[MarkBelow] = 1
		}
		if r.Total {
			v[MarkTotal], below = 1, i > last // of an item or a group where items follow
		}
		v[MarkProduct] = products.holds(r, mark)
		if len(g.Rows) == 1 {
			v[MarkLone] = 1
		}
		v[MarkBias] = 1
		added++
		for j, n := range amounts {
			sums[j] += n
		}
	}
	return all
}

// lastFull is the index of the last row that fills as many cells as is usual, each of the form of its column; -1 for none.
func (g *Grid) lastFull(common []int) int {
	usual := int(g.usual())
	for i, r := range slices.Backward(g.Rows) {
		like := 0
		for j := range r.Cells {
			if form := formOf(r.first(j)); form != FormBlank && form.class() == common[j] {
				like++
			}
		}
		if !r.Total && like >= max(usual, leastFull) {
			return i
		}
	}
	return -1
}

// leastFull is how many cells of the form of their columns a row has at least that is an item beyond doubt.
const leastFull = 3

// commonForms is the class of forms that most filled cells of each column have.
func commonForms(g *Grid) []int {
	all := make([]int, len(g.Columns))
	for j, c := range g.Columns {
		var n [5]int
		for f, count := range c.forms {
			if class := Form(f).class(); class > 0 {
				n[class] += count
			}
		}
		for class := range n {
			if n[class] > n[all[j]] {
				all[j] = class
			}
		}
	}
	return all
}

// holds is 1 where the columns that multiply do in a row, -1 where they do not, 0 where one of them says nothing.
func (p products) holds(r Row, mark value.Mark) float64 {
	if p.amount < 0 {
		return 0
	}
	a, b, c := figure(r.top(p.quantity), mark), figure(r.top(p.price), mark), figure(r.top(p.amount), mark)
	if a == 0 || b == 0 || c == 0 {
		return 0
	}
	if math.Abs(a*b-c) < tolerance*abs(c)+0.006 {
		return 1
	}
	return -1
}

// items are the rows of a table that a list asks for: all of a table of figures, of goods those that are probably items.
func (m Model) items(dict *term.Dictionary, l List, g *Grid, columns []int) []Row {
	if !l.Trade() {
		return g.Rows
	}
	var all []Row
	for i, v := range MarksOf(l, g, columns) {
		sum := (v[MarkAdds] == 1 || v[MarkBelow] == 1) && v[MarkServed] < 1 // it adds up all above or stands below its sum, and lacks something
		switch {
		case m.Rows.of(v) > 0 && !sum:
			all = append(all, g.Rows[i])
		case len(all) > 0:
			all[len(all)-1] = restated(dict, l, columns, all[len(all)-1], g.Rows[i])
		}
	}
	return all
}

// restated is an item with the figure of a line below it that says a property in its own words, in place of what stands in the column:
// the net value of goods with a discount. A total of all items may be called as one of theirs is; it is more than theirs.
func restated(dict *term.Dictionary, l List, columns []int, item, below Row) Row {
	var said term.Bag
	figures := 0
	for j := range below.Cells {
		switch form := formOf(below.Text(j)); {
		case form.figure():
			figures++
		case form == FormText && said.Key == "":
			said = dict.Bag(below.Text(j))
		}
	}
	if figures != 1 || said.Key == "" {
		return item
	}
	for k, w := range l.Wants {
		j := columns[k]
		if j < 0 || !w.numeric() || len(w.Bags) == 0 || w.Bags[0].Key != said.Key || !formOf(below.Text(j)).figure() {
			continue
		}
		mark := value.MarkOf([]string{item.Text(j), below.Text(j)})
		if own := figure(item.top(j), mark); own == 0 || abs(figure(below.top(j), mark)) > abs(own) {
			continue
		}
		item.Cells = slices.Clone(item.Cells)
		item.Cells[j] = below.Cells[j]
	}
	return item
}
