package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// namesCode tells a property for a product's code from one for the product.
var namesCode = regexp.MustCompile(`(?i)code|c[oó]digo|sku|number|n[uú]mero|clave|part|ref|_id$|_no$`)

// asColumn prefers the readings that a name has in a table: an amount there is a line's, a number
// its item's.
func asColumn(w *want.Want, d *document) {
	name := d.Dict.Bag(w.Node.Name)
	prefer := func(concept string) {
		if c := d.Dict.Concept(concept); c != nil {
			w.Concepts = append([]term.Scored{{Concept: c, Score: 1}}, slices.DeleteFunc(w.Concepts, func(s term.Scored) bool { return s.Concept == c })...)
		}
	}
	switch name.Key {
	case "amount total", "total", "amount", "subtotal", "amount line", "price total", "item total", "item subtotal", "line total":
		prefer("amount")
	case "number", "item", "id", "item number":
		prefer("item_code")
	case "code":
		if len(w.Concepts) == 0 || w.Concepts[0].Concept.Name == "item_code" {
			prefer("item_code")
		}
	case "name", "item name", "product", "name product", "text", "detail":
		if w.Node.Type == schema.TypeString && !namesCode.MatchString(w.Node.Name) {
			prefer("description")
		}
	}
	if name.Has("type") && !name.Has("number") { // of a container, not the container
		w.Concepts = slices.DeleteFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Kind == term.KindContainer })
	}
	w.Role, w.Attr = "", want.AttrNone
	w.DropUnfit()
	w.Kind = w.KindOf()
}

func (d *document) columnOf(t *table, concept string) int {
	for j, c := range t.columns {
		if slices.ContainsFunc(c.concepts, func(k *term.Concept) bool { return k.Name == concept }) {
			return j
		}
	}
	return -1
}

// cell reads a want from a cell.
func (d *document) cell(w *want.Want, t *table, r *tableRow, at int) (match, bool) {
	if at < 0 || len(r.cells[at]) == 0 {
		return match{}, false
	}
	lines := r.cells[at]
	words := r.words(at)
	if len(t.columns[at].parts) > 0 {
		words = d.shareOut(w, t.columns[at].parts, lines)
	}
	kind := w.Kind
	if kind == term.KindID && !label.DigitsIn(words) {
		if t.digitsBelow(at) && !(len(words) == 1 && reading.Upper(words[0].Text)) {
			return match{}, false // not a reference among references
		}
		kind = term.KindText
	}
	if kind == term.KindCode {
		kind = term.KindText
	}
	if kind.Numeric() && w.Node.Type != schema.TypeString && t.columns[at].percent {
		words = withoutPercent(words)
	}
	got, ok := d.Fit(kind, words, wantsPrinted(w))
	if !ok && kind != term.KindText && !kind.Numeric() && kind != term.KindDate && kind != term.KindUnit && kind != term.KindContainer {
		got, ok = d.Fit(term.KindText, words, false)
		got.Score *= 0.7
	}
	if !ok && kind.Numeric() && w.Node.Type == schema.TypeString {
		got, ok = d.Fit(term.KindText, words, false)
	}
	if !ok {
		return match{}, false
	}
	if w.Node.Type == schema.TypeString && (kind == term.KindCount || kind == term.KindQuantity || kind == term.KindWeight || kind == term.KindVolume || kind == term.KindNumber) {
		got.Text, got.Words = reading.TrimText(page.Join(words)), words // 46 CTNS, 1-10
	}
	return match{Value: got, page: r.page, score: got.Score * 0.95 * (0.6 + 0.4*page.Confidence(got.Words))}, true
}

// digitsBelow reports whether most cells of a column hold digits.
func (t *table) digitsBelow(at int) bool {
	with, filled := 0, 0
	for _, r := range t.rows {
		if words := r.words(at); len(words) > 0 {
			filled++
			if label.DigitsIn(words) {
				with++
			}
		}
	}
	return 2*with > filled
}

// text is the string of a leaf, as its format and pattern want it.
func (d *document) text(n *schema.Node, m *match) string {
	if n.Format == "date-time" {
		return m.Text + "T" + clockOf(m) + "Z"
	}
	return strings.Join(strings.Fields(m.Text), " ")
}

func clockOf(m *match) string {
	if date, ok := value.ParseDate(page.Join(m.Words), value.OrderUnknown); ok && date.Clock != "" {
		return date.Clock
	}
	return "00:00:00"
}
