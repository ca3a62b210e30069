package table

import (
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// What a header must say where cells alone prove nothing, and what makes texts the description of goods.
const (
	barelySaid   = 0.35 // likeness of names
	wordiest     = 1.5  // times as many letters as the next column that nothing names
	leastLetters = 8    // of the cells of a description
	mostlyText   = 0.6  // of its cells
	unitLetters  = 3.0  // of a unit that nobody knows
	described    = 3.0  // weight of the column that the cells make the description
)

// prove corrects weights in a list of goods by what cells can prove. A brand, a model or a serial number looks like any other word, so
// that a header must say it; descriptions are the longest texts of their table, whatever stands over them.
func prove(l List, g *Grid, vectors [][]Vector, weight [][]float64) {
	if !l.Trade() || len(g.Columns) < loneCells {
		return
	}
	coded := slices.ContainsFunc(l.Wants, func(w Want) bool { return w.concept() == conceptItemCode })
	for i, w := range l.Wants {
		if !w.needsName() || w.Kind == term.KindID && !coded { // of several codes the item's is the one that no header names
			continue
		}
		for j := range g.Columns {
			if v := vectors[i][j]; (v[FeatureBare] == 0 || w.Kind == term.KindCode || w.Kind == term.KindHS) && v.said() < barelySaid && v[FeatureHeld] < mostlyHeld {
				weight[i][j] = otherKind
			}
		}
	}
	unproven(l, g, vectors, weight)
	multiplies(l, g, vectors, weight)
	for i, w := range l.Wants {
		if w.concept() != conceptDescription {
			continue
		}
		if j := describing(i, g, vectors); j >= 0 {
			for k := range weight {
				if k != i {
					weight[k][j] = otherKind
				}
			}
			weight[i][j] = max(weight[i][j], described)
		}
		return
	}
}

// unproven keeps from figures and units the columns that neither a header nor their cells tell to be such: discounts weigh nothing,
// numbers of lines count up, and colours are no units. What a heading means as a whole is nothing else.
func unproven(l List, g *Grid, vectors [][]Vector, weight [][]float64) {
	for i, w := range l.Wants {
		for j, c := range g.Columns {
			if j < len(g.named) && g.named[j].otherThan(w, vectors[i][j]) {
				weight[i][j] = otherKind
				continue
			}
			if (w.numeric() || w.Kind == term.KindUnit) && g.coded(j) {
				weight[i][j] = otherKind
				continue
			}
			if w.Kind == term.KindLine && !counts(g, j) && vectors[i][j][FeatureConcept] < wellSaid {
				weight[i][j] = otherKind
			}
			if vectors[i][j].said() >= barelySaid || !Held(w.Unit, c.Units).None() {
				continue
			}
			if len(w.Concepts) == 0 && w.numeric() && vectors[i][j][FeatureBare] == 0 {
				weight[i][j] = otherKind // nothing is known of it, and the header says something else
				continue
			}
			switch {
			case w.beside():
				if vectors[i][j][FeatureBare] == 0 && vectors[i][j][FeatureProduct] < 1 {
					weight[i][j] = otherKind
				}
			case w.Kind == term.KindUnit:
				if vectors[i][j][FeatureHeld] < hardlyHeld && lettersOf(g, j, Row.first) > unitLetters && !l.besideQuantity(g, j) {
					weight[i][j] = otherKind
				}
			}
		}
	}
}

// numberLines keeps from the number of a line, where a figure is wanted, what does not number lines: bags and amounts are integers too.
func numberLines(l List, g *Grid, weight [][]float64) {
	for i, row := range weight {
		w := l.Wants[i]
		if len(w.Concepts) == 0 || w.Concepts[0].Concept.Kind != term.KindLine || !w.numeric() {
			continue
		}
		for j := range row {
			captioned := g.means(j, func(c *term.Concept) bool { return c.Kind == term.KindLine })
			if !(captioned && rises(g, j)) && !numbers(g, j) {
				row[j] = otherKind
			}
		}
	}
}

// means reports whether the heading of a column is a field for which is holds.
func (g *Grid) means(at int, is func(*term.Concept) bool) bool {
	return at < len(g.named) && slices.ContainsFunc(g.named[at].concepts, is)
}

// otherThan reports whether a heading means, as a whole, something else than what is wanted, or no figure where one is.
func (h *head) otherThan(w Want, v Vector) bool {
	return h.exact && (v[FeatureOther] == 1 || w.numeric() && !h.concepts[0].Kind.Numeric())
}

// coded reports whether the cells of a column are codes of letters and digits: references, not figures or units.
func (g *Grid) coded(at int) bool {
	coded, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		text := r.first(at)
		if text == "" {
			continue
		}
		filled++
		if _, digits := value.Counts(text); digits > 0 && codeForm.MatchString(text) {
			coded++
		}
	}
	return float64(coded) > mostlyHeld*float64(filled)
}

// beside reports whether a figure is wanted that tables have beside quantity, price and amount, so that its heading must say it.
func (w Want) beside() bool {
	switch w.Kind {
	case term.KindWeight, term.KindVolume, term.KindCount, term.KindPercent:
		return true
	case term.KindAmount:
		return w.concept() != conceptAmount && w.concept() != conceptPrice
	default:
		return false
	}
}

// besideQuantity reports whether a column stands beside the one that the arithmetic makes the quantity: what it counts in stands there,
// whatever it is called.
func (l List) besideQuantity(g *Grid, at int) bool {
	p := l.products(g)
	quantity := p.quantity
	if p.packed {
		quantity = p.amount
	}
	return quantity >= 0 && (at == quantity-1 || at == quantity+1)
}

// multiplies keeps columns whose cells multiply for quantity, price and amount, but where a header says that they are something else.
func multiplies(l List, g *Grid, vectors [][]Vector, weight [][]float64) {
	p := l.products(g)
	if p.amount < 0 {
		return
	}
	if p.packed {
		for i, w := range l.Wants {
			for _, j := range []int{p.quantity, p.price, p.amount} {
				if p.saysPacked(w, j) < 0 {
					weight[i][j] = otherKind
				}
			}
		}
		return
	}
	for i, w := range l.Wants {
		role := p.says(w, p.quantity) == 1 && w.Kind == term.KindQuantity || p.says(w, p.price) == 1 || p.says(w, p.amount) == 1
		if role || len(w.Concepts) == 0 {
			continue
		}
		for _, j := range []int{p.quantity, p.price, p.amount} {
			if vectors[i][j].said() < wellSaid {
				weight[i][j] = otherKind
			}
		}
	}
}

// Fields of goods: what they are, and their code.
const (
	conceptDescription = "description"
	conceptItemCode    = "item_code"
	conceptQuantity    = "quantity"
	conceptOrdered     = "quantity_ordered"
	conceptPrice       = "unit_price"
	conceptAmount      = "amount"
)

// needsName reports whether nothing in a cell tells that it is what is wanted.
func (w Want) needsName() bool {
	if w.numeric() || len(w.Concepts) == 0 || w.Concepts[0].Score < tradeSure {
		return false
	}
	switch w.Kind {
	case term.KindText:
		return w.concept() != conceptDescription
	case term.KindID:
		return w.concept() != conceptItemCode
	case term.KindHS, term.KindCode:
		return true
	default:
		return false
	}
}

// describing is the column whose texts are longest by far of those that no header names, -1 where there is none or where a header names
// a column of words as the description.
func describing(want int, g *Grid, vectors [][]Vector) int {
	best, most, next := -1, 0.0, 0.0
	for j, c := range g.Columns {
		v := vectors[want][j]
		if c.forms.share(FormText) < mostlyText {
			continue
		}
		if v.said() >= wellSaid {
			return -1
		}
		if v[FeatureHeldElse] > mostlyHeld || namedElse(want, j, vectors) {
			continue
		}
		letters := lettersOf(g, j, Row.Text)
		if letters > most {
			best, most, next = j, letters, most
		} else if letters > next {
			next = letters
		}
	}
	if most < leastLetters || most < wordiest*next {
		return -1
	}
	return best
}

// namedElse reports whether a header names another property.
func namedElse(want, column int, vectors [][]Vector) bool {
	for k := range vectors {
		if k != want && vectors[k][column].said() >= wellSaid {
			return true
		}
	}
	return false
}

// lettersOf is how many letters what is taken of a cell of a column has in the mean.
func lettersOf(g *Grid, at int, of func(r Row, column int) string) float64 {
	all, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		if letters, _ := value.Counts(of(r, at)); letters > 0 && !r.Total {
			all, filled = all+letters, filled+1
		}
	}
	return float64(all) / float64(max(filled, 1))
}
