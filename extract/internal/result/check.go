package result

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// Check compares what must agree: quantity times price with the amount of each line, the lines with
// the total, net with gross weight. What disagrees is reported and trusted less.
func (b *Builder) Check() {
	f := &sums{Builder: b}
	root, _ := f.Value.(map[string]any)
	if root == nil {
		return
	}
	f.checkTotals()
	f.eachArray(f.Schema.Root, root, nil, f.checkLines)
	var added []addedUp
	f.eachArray(f.Schema.Root, root, nil, func(n *schema.Node, items []any, path []string) {
		f.checkLineWeights(n, items, path)
		added = append(added, f.addUp(n, items, schema.Pointer(path))...)
	})
	f.checkSums(added)
}

// checkLineWeights compares the net with the gross weight of each line.
func (f *sums) checkLineWeights(n *schema.Node, items []any, path []string) {
	wants := f.itemWants(n.Items)
	gross := slices.IndexFunc(wants, func(w *want.Want) bool { return w.Is("gross_weight") })
	net := slices.IndexFunc(wants, func(w *want.Want) bool { return w.Is("net_weight") })
	if gross < 0 || net < 0 {
		return
	}
	for i := range items {
		f.checkWeights(wants[gross], wants[net], append(slices.Clone(path), strconv.Itoa(i)))
	}
}

// rat is the number found at a path, nil for none.
func (f *sums) rat(path []string) *big.Rat {
	m := f.Found[schema.Pointer(path)]
	if m == nil {
		return nil
	}
	return ratOf(m.Text)
}

// doubt lowers the confidence of a value and reports why.
func (f *sums) doubt(pointer, why string) {
	if m := f.Found[pointer]; m != nil {
		m.Score *= 0.6
	}
	f.Errors = append(f.Errors, pointer+": "+why)
}

func (f *Builder) eachArray(n *schema.Node, v any, path []string, do func(n *schema.Node, items []any, path []string)) {
	object, _ := v.(map[string]any)
	for _, p := range n.Properties {
		at := append(slices.Clone(path), p.Name)
		switch child := object[p.Name].(type) {
		case []any:
			if p.Items != nil && p.Items.Type == schema.TypeObject {
				do(p, child, at)
			}
		case map[string]any:
			f.eachArray(p, child, at, do)
		}
	}
}

// checkLines multiplies out each line, and repairs a decimal mark that OCR lost where the product
// leaves one reading only.
func (f *sums) checkLines(n *schema.Node, items []any, path []string) {
	quantity, price, amount := f.lineNames(n.Items)
	if amount == "" {
		return
	}
	var off []lineOff
	for i, item := range items {
		object, _ := item.(map[string]any)
		at := append(slices.Clone(path), strconv.Itoa(i))
		q, p, a := RatOf(object[quantity]), RatOf(object[price]), RatOf(object[amount])
		if quantity == "" || price == "" || q == nil || p == nil || a == nil {
			continue
		}
		product := new(big.Rat).Mul(q, p)
		if near(product, a) {
			continue
		}
		if repaired, ok := f.repair(object, at, []string{amount, price, quantity}, []*big.Rat{product, quotient(a, q), quotient(a, p)}); ok {
			f.doubt(schema.Pointer(append(at, repaired)), "the decimal mark was not legible and follows from quantity and price")
			continue
		}
		off = append(off, lineOff{at, [3]string{amount, quantity, price}, q, p, a, product, quotient(a, product)})
	}
	f.reportLines(off)
}

// decimals end a number whose decimal mark was read.
var decimals = regexp.MustCompile(`[.,]\d{1,2}\D*$`)

// repair shifts the decimal mark of one of the values so that it becomes what the others demand;
// its digits stay those printed. Only values read by OCR without a mark are touched, and none that is
// printed beyond the line too, as its sum.
func (f *sums) repair(object map[string]any, at, names []string, wanted []*big.Rat) (string, bool) {
	if !f.ocr() {
		return "", false
	}
	for i, name := range names {
		printed, ok := object[name].(json.Number)
		if !ok || wanted[i] == nil || !f.unmarked(append(slices.Clone(at), name)) {
			continue
		}
		for _, shift := range []int64{10, 100, 1000} {
			r := RatOf(printed)
			r.Quo(r, big.NewRat(shift, 1))
			if near(r, wanted[i]) {
				object[name] = json.Number(strings.TrimRight(strings.TrimRight(r.FloatString(6), "0"), "."))
				return name, true
			}
		}
	}
	return "", false
}

// unmarked reports whether the value at a path may have lost its decimal mark.
func (f *sums) unmarked(path []string) bool {
	m := f.Found[schema.Pointer(path)]
	if m == nil || m.Unlocated || decimals.MatchString(page.Join(m.Words)) {
		return false
	}
	return !slices.ContainsFunc(f.Wants, func(w *want.Want) bool {
		other := f.Found[schema.Pointer(w.Path)]
		return other != nil && w.Kind == term.KindAmount && other.Text == m.Text
	})
}

// ocr reports whether any page was read by OCR.
func (f *sums) ocr() bool {
	for _, p := range f.Doc.Pages {
		if p.Source == "ocr" {
			return true
		}
	}
	return false
}

func quotient(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Quo(a, b)
}

// near allows for rounding: a cent, or a thousandth of the value.
func near(a, b *big.Rat) bool {
	d := new(big.Rat).Sub(a, b)
	d.Abs(d)
	limit := new(big.Rat).Quo(new(big.Rat).Abs(b), big.NewRat(1000, 1))
	if cent := big.NewRat(1, 50); limit.Cmp(cent) < 0 {
		limit = cent
	}
	return d.Cmp(limit) <= 0
}

// RatOf returns a JSON number exactly, and nil for anything else.
func RatOf(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	return ratOf(string(n))
}

// lineNames are the properties of a line that hold quantity, unit price and amount, "" for none.
func (f *sums) lineNames(items *schema.Node) (quantity, price, amount string) {
	for _, w := range f.itemWants(items) {
		switch {
		case len(w.Path) != 1:
		case w.Is("quantity"):
			quantity = w.Path[0]
		case w.Is("unit_price"):
			price = w.Path[0]
		case w.Is("amount"):
			amount = w.Path[0]
		}
	}
	return quantity, price, amount
}

// maxRounds bounds the taking out of values that the schema refuses.
const maxRounds = 4

// conform takes out what the schema refuses, and reports it. What is required and absent stays
// absent: nothing is invented.
func (f *Builder) conform() {
	reported := map[string]bool{}
	for range maxRounds {
		changed := false
		for _, v := range f.Schema.Validate(f.Value) {
			if len(v.Missing) > 0 || len(v.Path) == 0 {
				continue
			}
			if f.remove(v.Path) {
				changed = true
				if !reported[v.Pointer] {
					f.Warn(doubt.Warning{Code: doubt.CodeMissing, Pointer: v.Pointer, Reason: doubt.ReasonAmbiguous, Message: "the value printed does not fit the schema: " + v.Reason})
					reported[v.Pointer] = true
				}
			}
		}
		if !changed {
			break
		}
	}
	for _, v := range f.Schema.Validate(f.Value) {
		for _, name := range v.Missing {
			if at := schema.Pointer(append(slices.Clone(v.Path), name)); len(v.Path) > 0 {
				f.Errors = append(f.Errors, at+": required by the schema, and not found in the document")
			}
		}
	}
}

// remove takes a leaf out of the result, or sets it to null where the schema wants it there.
func (f *Builder) remove(path []string) bool {
	at, node := f.Value, f.Schema.Root
	for i, name := range path {
		last := i == len(path)-1
		switch holder := at.(type) {
		case map[string]any:
			node = child(node, name)
			if node == nil {
				return false
			}
			if last {
				if _, ok := holder[name]; !ok {
					return false
				}
				delete(f.Found, schema.Pointer(path))
				if holder[name] == nil {
					return false
				}
				delete(holder, name)
				if node.Nullable && node.Required {
					holder[name] = nil
				}
				return true
			}
			at = holder[name]
		case []any:
			index, err := strconv.Atoi(name)
			if err != nil || index >= len(holder) || last || node.Items == nil {
				return false
			}
			node, at = node.Items, holder[index]
		default:
			return false
		}
	}
	return false
}

func child(n *schema.Node, name string) *schema.Node {
	for _, p := range n.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}
