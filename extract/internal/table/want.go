package table

import (
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// Want is a property of a list's items: what is known of it without any document.
type Want struct {
	Node     *schema.Node
	Names    []string // its name with those of the objects around it, its title and its description
	Bags     []term.Bag
	Concepts []term.Scored // the fields of trade documents that it may be, best first
	Kind     term.Kind
	Order    int // among the properties of its object as the caller wrote them
}

// numeric reports whether a number is wanted.
func (w Want) numeric() bool {
	return w.Node.Type == schema.TypeNumber || w.Node.Type == schema.TypeInteger
}

// concept is the field that the want most likely is, "" for none.
func (w Want) concept() string {
	if len(w.Concepts) == 0 {
		return ""
	}
	return w.Concepts[0].Concept.Name
}

// List is an array of the schema: the wants of its items.
type List struct {
	Path  []string
	Wants []Want
}

// trade reports whether the list asks for goods, whose sums are no items: a price, an amount, a quantity and a
// name or code beside them.
func (l List) trade() bool {
	n := 0
	for _, w := range l.Wants {
		switch w.concept() {
		case "unit_price", "amount", "quantity", "description", "item_code", "item_or_product", "hs_code", "packages", "tax_rate", "net_weight", "gross_weight":
			n++
		}
	}
	return 2*n >= len(l.Wants)
}
