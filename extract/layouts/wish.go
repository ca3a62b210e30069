package layouts

import (
	"slices"
	"strings"
)

// wish is a request an integrator might make of a document: some of what it says, some of what it does not, in a
// style of their own.
type wish struct {
	dice
	sheet  *sheet
	lib    *library
	lang   string // of the properties' names
	asWord string // snake, camel, pascal, words, upper: how names are written
	nest   string // nested, prefix, suffix: how attributes of a party are named
	says   string // none, own, other: descriptions
	labels bool   // properties are named as the paper does
	nulls  bool
	prints bool // amounts are asked for as texts
}

func newWish(d *document) *wish {
	r := d.dice.of("wish")
	w := &wish{dice: r, sheet: d.sheet, lib: d.lib, lang: pick(r, "names", []string{"en", "en", "en", "es", "es", "de"})}
	w.asWord = pick(r, "word", []string{"snake", "snake", "camel", "camel", "pascal", "words", "upper"})
	w.nest = pick(r, "nest", []string{"nested", "nested", "prefix", "prefix", "suffix"})
	w.says = pick(r, "says", []string{"none", "own", "own", "other", "title"})
	free := d.kind.issuer == ""
	w.labels = free || r.chance("labels", 10)
	w.nulls = r.chance("nulls", 12)
	w.prints = r.chance("prints", 6)
	return w
}

func (w *wish) style() string {
	if w.labels {
		return "labels_" + w.says
	}
	return strings.Join([]string{w.lang, w.asWord, w.nest, w.says}, "_")
}

// schema is the schema and what a reader should find.
func (w *wish) schema() (schema, expected *object) {
	schema, expected = newObject(), newObject()
	schema.set("type", "object")
	properties := schema.child("properties")
	for _, key := range w.asked() {
		w.leaf(properties, expected, key)
	}
	for _, list := range w.lists() {
		w.list(properties, expected, list)
	}
	if w.chance("required", 15) && len(expected.names) > 0 {
		schema.set("required", expected.names[:1])
	}
	if w.chance("closed", 60) {
		schema.set("additionalProperties", false)
	}
	return schema, expected
}

// asked are the fields asked for: most of what was printed, and some that nothing like it was.
func (w *wish) asked() []string {
	share := w.between("share", 25, 100)
	var all []string
	printed := map[string]bool{}
	for key := range w.sheet.said {
		printed[w.kin(key)] = true
		if w.chance("ask "+key, share) {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	if w.sheet.kind.issuer != "" {
		for i := range w.n("absent", 4) {
			key := w.of("absent").of(string(rune('0' + i)))
			name := pick(key, "field", w.lib.order)
			f := w.lib.fields[name]
			if f.kin != "" && f.sort != "role" && f.sort != "list" && !strings.HasPrefix(name, "i.") && f.sort != "currency" && !printed[f.kin] && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	if len(all) == 0 && len(w.sheet.lists) == 0 {
		for key := range w.sheet.said {
			all = append(all, key)
		}
		slices.Sort(all)
		all = all[:min(1, len(all))]
	}
	slices.SortStableFunc(all, func(a, b string) int { return int(w.roll("at "+a)>>33) - int(w.roll("at "+b)>>33) })
	return all
}

// kin is the family of a field within which a reader may take one for the other.
func (w *wish) kin(key string) string {
	if f, known := w.lib.fields[key]; known {
		return f.kin
	}
	return key
}

// leaf adds a field to the schema, and its value to what is expected.
func (w *wish) leaf(properties, expected *object, key string) {
	f, name, says := w.describe(key)
	into, out := properties, expected
	if role, attribute, of := w.member(key); of && w.nest == "nested" && !w.labels {
		group := w.name(w.lib.fields[role])
		parent, fresh := into.values[group].(*object)
		if !fresh {
			parent = into.child(group)
			parent.set("type", "object")
		}
		into = parent.child("properties")
		name = w.name(w.lib.fields["@"+attribute])
		if _, said := w.sheet.said[key]; said {
			out = expected.child(group)
		}
	}
	if _, taken := into.values[name]; taken || name == "" {
		return
	}
	node := w.node(f, says)
	into.set(name, node)
	if fact, said := w.sheet.said[key]; said {
		out.set(name, w.value(f, fact))
	}
}

// node is the schema of a leaf.
func (w *wish) node(f field, says string) *object {
	n := newObject()
	kind := "string"
	if f.sort == "number" && !w.prints {
		kind = "number"
	}
	n.set("type", kind)
	if w.nulls {
		n.set("type", []string{kind, "null"})
	}
	if f.sort == "date" {
		n.set("format", "date")
	}
	if f.sort == "currency" && w.chance("enum", 40) {
		n.set("enum", []string{"EUR", "USD", "GBP", "MXN", "BRL", "CHF", "ARS", "CLP", "COP", "PEN", "INR"})
		if w.nulls {
			n.set("enum", []any{"EUR", "USD", "GBP", "MXN", "BRL", "CHF", "ARS", "CLP", "COP", "PEN", "INR", nil})
		}
	}
	switch {
	case says == "" || w.says == "none":
	case w.says == "title":
		n.set("title", says)
	default:
		n.set("description", says)
	}
	return n
}

// value returns the value that a leaf should hold: the decimal, the day or the print.
func (w *wish) value(f field, said fact) any {
	if f.sort == "number" && w.prints {
		return printOf(said, w.sheet.design)
	}
	return said.value
}

// printOf is the print of a number less its currency, unit and per cent.
func printOf(f fact, g *design) string {
	s := f.text
	for _, mark := range []string{g.currency, g.sign} {
		if mark != "" {
			s = strings.ReplaceAll(s, mark, "")
		}
	}
	return strings.TrimSpace(s)
}
