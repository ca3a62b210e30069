package grid

import (
	"regexp"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// namesCode tells a property for a product's code from one for the product.
var namesCode = regexp.MustCompile(`(?i)code|c[oó]digo|sku|number|n[uú]mero|clave|part|ref|_id$|_no$`)

// AsColumn prefers the readings that a name has in a table: an amount there is a line's, a number
// its item's.
func AsColumn(w *want.Want, d *Tabled) {
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
	w.Measure(d.Dict)
}

func columnOf(t *Table, concept string) int {
	for j, c := range t.Columns {
		if slices.ContainsFunc(c.Concepts, func(k *term.Concept) bool { return k.Name == concept }) {
			return j
		}
	}
	return -1
}

// DigitsBelow reports whether most cells of a column hold digits.
func (t *Table) DigitsBelow(at int) bool {
	with, filled := 0, 0
	for _, r := range t.Rows {
		if words := r.Words(at); len(words) > 0 {
			filled++
			if label.DigitsIn(words) {
				with++
			}
		}
	}
	return 2*with > filled
}
