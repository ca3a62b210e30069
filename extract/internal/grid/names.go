package grid

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// What headings of columns add to a name.
var (
	taxedForm   = regexp.MustCompile(`(?i)\b(?:t\.?t\.?c\.?|h\.?t\.?|(?:excl|incl)\w*\.?\s+(?:btw|vat|mwst|iva|tva|tax|gst)|(?:sin|con|antes de)\s+iva|[sc]/iva)(?:\s|$)`)
	perForm     = regexp.MustCompile(`(?i)^(.+?)\s*(?:/|\bper\b|\bpor\b|\bx\b|\bje\b)\s*([^\s/]+)$`)
	numberSigns = regexp.MustCompile(`(?i)^(?:#|n[or°º]?\.?)$`)
)

// withoutTax is a heading less what it says of taxes: Montant TTC (€) is an amount.
func withoutTax(text string) string {
	return strings.TrimSpace(taxedForm.ReplaceAllString(want.WithoutParentheses(text), " "))
}

// isPerPackage finds the headings of what one package holds, such as Pairs/ctn: neither a number of
// packages nor what is in all of them.
func isPerPackage(d *Tabled, c *column) bool {
	m := perForm.FindStringSubmatch(c.Text)
	if m == nil {
		return false
	}
	counts := func(k *term.Concept) bool { return k.Kind == term.KindCount }
	packed := d.Dict.Bag(m[2])
	if !slices.ContainsFunc(d.Dict.Named(packed), counts) || len(d.Dict.Named(d.Dict.Bag(m[1]))) == 0 || d.Dict.Bag(m[1]).Has("number") {
		return false
	}
	what := d.Dict.Bag(m[1])
	if slices.ContainsFunc(d.Dict.Named(what), counts) && !what.Has("piece") {
		return false // Boxes / Pallets: two names
	}
	c.bag, c.Concepts, c.perPackage = what.Join(d.Dict.Bag("unit")), nil, true
	return true
}

// nameOfLine lets a heading such as Total pairs name what the line holds too: the total of its packages.
func nameOfLine(d *Tabled, c *column) {
	plain := c.bag.Without("total")
	if plain.Key == c.bag.Key {
		return
	}
	for _, k := range d.Dict.Named(plain) {
		if k.Kind.Numeric() && k.Kind != term.KindAmount && !slices.Contains(c.Concepts, k) {
			c.Concepts = append(slices.Clone(c.Concepts), k)
		}
	}
}

// readNumbering calls a first column under a bare sign for numbers that of the lines, where it counts them.
func readNumbering(d *Tabled, t *Table) {
	c := t.Columns[0]
	line := d.Dict.Concept("line_number")
	if !numberSigns.MatchString(c.Text) || line == nil || len(t.Rows) == 0 {
		return
	}
	last := 0
	for _, r := range t.Rows {
		n, err := strconv.Atoi(strings.Trim(page.Join(r.Words(0)), ".)"))
		if err != nil || n <= last {
			return
		}
		last = n
	}
	c.Concepts = []*term.Concept{line}
}
