package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
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
	case "number", "id", "item number":
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

// columnOf is the column of a table that names a field, -1 for none.
func (d *document) columnOf(t *table, concept string) int {
	for j, c := range t.columns {
		if slices.ContainsFunc(c.concepts, func(k *term.Concept) bool { return k.Name == concept }) {
			return j
		}
	}
	return -1
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
