package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Scores of columns.
const (
	leastColumn = 0.5  // below it a column does not serve a property
	ownName     = 0.02 // more for a column called as the property, not only meaning the same
	leastShare  = 0.34 // of an item's properties must have a column
)

// namesCode tells a property for a product's code from one for the product.
var namesCode = regexp.MustCompile(`(?i)code|c[oó]digo|sku|number|n[uú]mero|clave|part|ref|_id$|_no$`)

// asColumn prefers the readings that a name has in a table: an amount there is a line's, a number
// its item's.
func (w *want) asColumn(d *document) {
	name := d.dict.Bag(w.node.Name)
	prefer := func(concept string) {
		if c := d.dict.Concept(concept); c != nil {
			w.concepts = append([]term.Scored{{Concept: c, Score: 1}}, slices.DeleteFunc(w.concepts, func(s term.Scored) bool { return s.Concept == c })...)
		}
	}
	switch name.Key {
	case "amount total", "total", "amount", "subtotal", "amount line", "price total", "item total", "item subtotal", "line total":
		prefer("amount")
	case "number", "item", "id", "item number":
		prefer("item_code")
	case "code":
		if len(w.concepts) == 0 || w.concepts[0].Concept.Name == "item_code" {
			prefer("item_code")
		}
	case "name", "item name", "product", "name product", "text", "detail":
		if w.node.Type == schema.TypeString && !namesCode.MatchString(w.node.Name) {
			prefer("description")
		}
	}
	if name.Has("type") && !name.Has("number") { // of a container, not the container
		w.concepts = slices.DeleteFunc(w.concepts, func(s term.Scored) bool { return s.Concept.Kind == term.KindContainer })
	}
	w.role, w.attr = "", attrNone
	w.dropUnfit()
	w.kind = w.kindOf()
}

// bestTable finds the table whose columns serve the wants best, and for each want its column, -1
// for none. array is the schema's array, nil for a list of single values.
func (d *document) bestTable(wants []*want, array *schema.Node) (*table, []int) {
	var best *table
	var bestColumns []int
	bestScore := 0.0
	for _, t := range d.tables {
		columns, score := d.assignColumns(wants, t)
		served := 0
		for _, c := range columns {
			if c >= 0 {
				served++
			}
		}
		if float64(served) < leastShare*float64(len(wants)) || array != nil && served < min(2, len(wants)) {
			continue
		}
		score += 0.02 * float64(min(len(t.rows), 20))
		if score > bestScore {
			best, bestColumns, bestScore = t, columns, score
		}
	}
	return best, bestColumns
}

// assignColumns gives each want its best column, the surest pairs first; a column of several names
// may serve several wants.
func (d *document) assignColumns(wants []*want, t *table) ([]int, float64) {
	columns := make([]int, len(wants))
	for i := range columns {
		columns[i] = -1
	}
	used := map[int]bool{}
	sum := 0.0
	for range wants {
		bestWant, bestColumn, bestScore := -1, -1, leastColumn
		for i, w := range wants {
			if columns[i] >= 0 {
				continue
			}
			for j, c := range t.columns {
				if used[j] {
					continue
				}
				if s := d.columnScore(w, t, j, c); s > bestScore {
					bestWant, bestColumn, bestScore = i, j, s
				}
			}
		}
		if bestWant < 0 {
			break
		}
		columns[bestWant] = bestColumn
		used[bestColumn] = len(t.columns[bestColumn].parts) == 0
		sum += bestScore
	}
	// A unit printed beside the quantity has no column of its own.
	for i, w := range wants {
		if columns[i] < 0 && w.kind == term.KindUnit {
			columns[i] = d.columnOf(t, "quantity")
		}
	}
	return columns, sum
}

func (d *document) columnOf(t *table, concept string) int {
	for j, c := range t.columns {
		if slices.ContainsFunc(c.concepts, func(k *term.Concept) bool { return k.Name == concept }) {
			return j
		}
	}
	return -1
}

// columnScore is how well a column serves a want: by its name, and by how many of its cells can be
// read as the wanted kind.
func (d *document) columnScore(w *want, t *table, at int, c *column) float64 {
	named := max(d.nameScore(w, c.bag, c.concepts), d.partScore(w, c.parts))
	if slices.ContainsFunc(w.bags, func(b weightedBag) bool { return b.bag.Key == c.bag.Key }) {
		named += ownName
	}
	if named < leastColumn {
		named = d.sharedWord(w, t, at)
	}
	if named < leastColumn {
		return 0
	}
	read, filled := 0, 0
	for _, r := range t.rows[:min(len(t.rows), 12)] {
		if len(r.cells[at]) == 0 {
			continue
		}
		filled++
		if _, ok := d.cell(w, t, r, at); ok {
			read++
		}
	}
	if filled == 0 {
		return named * 0.7
	}
	return named * (0.4 + 0.6*float64(read)/float64(filled)) * t.fitness(w, at) * c.fits(w)
}

// Factors of what the cells of a column look like.
const (
	asExpected   = 1.1
	unlikeColumn = 0.7
)

// rangeForm is a range of the numbers of packages: 1-20.
var rangeForm = regexp.MustCompile(`^\d+\s?(?:-|–|a|al|to|/)\s?\d+$`)

// fitness tells columns of like names apart by their cells: the number of a line counts up, a code
// has digits and few words, a description has words.
func (t *table) fitness(w *want, at int) float64 {
	counting, coded, worded, filled, ranged := true, 0, 0, 0, 0
	for i, r := range t.rows {
		text := page.Join(r.words(at))
		if text == "" {
			continue
		}
		filled++
		if rangeForm.MatchString(text) {
			ranged++
		}
		n, err := strconv.Atoi(strings.Trim(text, ".)"))
		counting = counting && err == nil && n >= i+1 && n <= 10*(i+1)
		switch letters, digits := value.Counts(text); {
		case letters > 3*digits && strings.Contains(text, " "):
			worded++
		case digits > 0:
			coded++
		}
	}
	most := func(n int) bool { return 2*n > filled }
	switch {
	case most(ranged) && w.node.Type != schema.TypeString:
		return unlikeColumn
	case most(ranged):
		return asExpected
	case w.kind == term.KindLine && counting, w.kind == term.KindText && most(worded), w.kind == term.KindID && most(coded) && !counting:
		return asExpected
	case w.kind == term.KindLine, w.kind == term.KindID && (most(worded) || counting), w.kind == term.KindText && most(coded):
		return unlikeColumn
	}
	return 1
}

// cell reads a want from a cell.
func (d *document) cell(w *want, t *table, r *tableRow, at int) (match, bool) {
	if at < 0 || len(r.cells[at]) == 0 {
		return match{}, false
	}
	lines := r.cells[at]
	words := r.words(at)
	if len(t.columns[at].parts) > 0 {
		words = d.shareOut(w, t.columns[at].parts, lines)
	}
	kind := w.kind
	if kind == term.KindID && !digitsIn(words) {
		if t.digitsBelow(at) && !(len(words) == 1 && upper(words[0].Text)) {
			return match{}, false // not a reference among references
		}
		kind = term.KindText
	}
	if kind == term.KindCode {
		kind = term.KindText
	}
	if kind.Numeric() && w.node.Type != schema.TypeString && t.columns[at].percent {
		words = withoutPercent(words)
	}
	got, ok := d.fit(kind, words, w.wantsPrinted())
	if !ok && kind != term.KindText && !kind.Numeric() && kind != term.KindDate && kind != term.KindUnit && kind != term.KindContainer {
		got, ok = d.fit(term.KindText, words, false)
		got.score *= 0.7
	}
	if !ok && kind.Numeric() && w.node.Type == schema.TypeString {
		got, ok = d.fit(term.KindText, words, false)
	}
	if !ok {
		return match{}, false
	}
	if w.node.Type == schema.TypeString && (kind == term.KindCount || kind == term.KindQuantity || kind == term.KindWeight || kind == term.KindVolume || kind == term.KindNumber) {
		got.text, got.words = trimText(page.Join(words)), words // 46 CTNS, 1-10
	}
	return match{reading: got, page: r.page, score: got.score * 0.95 * (0.6 + 0.4*page.Confidence(got.words))}, true
}

// digitsBelow reports whether most cells of a column hold digits.
func (t *table) digitsBelow(at int) bool {
	with, filled := 0, 0
	for _, r := range t.rows {
		if words := r.words(at); len(words) > 0 {
			filled++
			if digitsIn(words) {
				with++
			}
		}
	}
	return 2*with > filled
}

func digitsIn(words []page.Word) bool {
	return slices.ContainsFunc(words, func(w page.Word) bool { _, n := value.Counts(w.Text); return n > 0 })
}

// text is the string of a leaf, as its format and pattern want it.
func (d *document) text(n *schema.Node, m *match) string {
	if n.Format == "date-time" {
		return m.text + "T" + clockOf(m) + "Z"
	}
	return strings.Join(strings.Fields(m.text), " ")
}

func clockOf(m *match) string {
	if date, ok := value.ParseDate(page.Join(m.words), value.OrderUnknown); ok && date.Clock != "" {
		return date.Clock
	}
	return "00:00:00"
}
