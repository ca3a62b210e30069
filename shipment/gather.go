package shipment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// Gather makes the lines of the entry from the invoices that count, with what the packing lists add. Lines that
// were made before keep what persons decided and what they were classified as; lines of a paper that does not
// count any more go. False where there are more lines than a shipment may have.
func (s *Shipment) Gather(d Dictionary) bool {
	var invoices, lists []*Paper
	for _, p := range s.counted() {
		switch {
		case p.Type.Invoice():
			invoices = append(invoices, p)
		case p.Type == TypePackingList:
			lists = append(lists, p)
		}
	}
	invoiced, packed := rowsOf(invoices), rowsOf(lists)
	if len(invoiced) > MaxLines {
		return false
	}
	matched := match(invoiced, packed)
	kept, next := map[string]Line{}, 1
	for _, l := range s.Lines {
		kept[fmt.Sprint(l.Invoice, "/", l.Row)] = l
		if n, err := strconv.Atoi(strings.TrimPrefix(l.ID, "l")); err == nil {
			next = max(next, n+1)
		}
	}
	s.Lines = nil
	for i, r := range invoiced {
		l, before := kept[fmt.Sprint(r.paper.ID, "/", r.item.Row)]
		if !before {
			l = newLine(r, matched[i], packed, d)
			l.ID, l.Version = fmt.Sprint("l", next), 1
			next++
		}
		l.Position = len(s.Lines) + 1
		s.Lines = append(s.Lines, l)
	}
	s.prorateWeights()
	return true
}

func newLine(r row, matched []int, packed []row, d Dictionary) Line {
	item := r.item
	l := Line{
		Description: item.Description.Value, Part: item.Part.Value, Order: item.Order.Value,
		Quantity: item.Quantity.Value, Unit: item.Unit.Value, UnitPrice: item.UnitPrice.Value, Value: item.Amount.Value,
		Currency: readCurrency(r.paper.Currency.Value), NetKg: item.NetKg.Value, GrossKg: item.GrossKg.Value,
		Packages: item.Packages.Value, Invoice: r.paper.ID, Row: item.Row, PrintedCode: item.Code.Value, Sources: map[string]Source{},
	}
	l.from("description", item.Description.Source)
	l.from("part_number", item.Part.Source)
	l.from("quantity", item.Quantity.Source)
	l.from("unit", item.Unit.Source)
	l.from("unit_price", item.UnitPrice.Source)
	l.from("value", item.Amount.Source)
	l.from("net_weight_kg", item.NetKg.Source)
	l.from("gross_weight_kg", item.GrossKg.Source)
	l.from("printed_code", item.Code.Source)
	if l.Value == nil && l.Quantity != nil && l.UnitPrice != nil {
		if product, err := l.Quantity.Mul(l.UnitPrice.Decimal); err == nil {
			l.Value = &Number{Decimal: product.Round(2)}
		}
	}
	for _, p := range matched {
		l.Packed = append(l.Packed, PackedOn{packed[p].paper.ID, packed[p].item.Row})
	}
	l.addPacked(matched, packed)
	if l.Description == "" {
		l.Description = l.Part
	}
	l.origin(r, matched, packed, d)
	return l
}

func (l *Line) from(member string, source *Source) {
	if source != nil {
		l.Sources[member] = *source
	}
}

// addPacked takes from the packing list what the invoice does not print.
func (l *Line) addPacked(matched []int, packed []row) {
	take := func(member string, into **Number, of func(*Item) *Number, source func(*Item) *Source) {
		if *into != nil || len(matched) == 0 {
			return
		}
		var sum *Number
		for _, p := range matched {
			n := of(packed[p].item)
			if n == nil {
				return // of a part of the goods: no sum
			}
			sum = plus(sum, n)
		}
		*into = sum
		if len(matched) == 1 {
			l.from(member, source(packed[matched[0]].item))
		}
	}
	take("net_weight_kg", &l.NetKg, func(i *Item) *Number { return i.NetKg.Value }, func(i *Item) *Source { return i.NetKg.Source })
	take("gross_weight_kg", &l.GrossKg, func(i *Item) *Number { return i.GrossKg.Value }, func(i *Item) *Source { return i.GrossKg.Source })
	take("packages", &l.Packages, func(i *Item) *Number { return i.Packages.Value }, func(i *Item) *Source { return i.Packages.Source })
	for _, p := range matched {
		if l.Description == "" {
			l.Description = packed[p].item.Description.Value
			l.from("description", packed[p].item.Description.Source)
		}
	}
}

// origin takes the origin of the row, of the packing list, or of the invoice as a whole: the first that names a country. What else is
// printed in its place is kept to be asked about.
func (l *Line) origin(r row, matched []int, packed []row, d Dictionary) {
	candidates := []Text{r.item.Origin}
	for _, p := range matched {
		candidates = append(candidates, packed[p].item.Origin)
	}
	candidates = append(candidates, r.paper.Origin)
	for _, p := range matched {
		candidates = append(candidates, packed[p].paper.Origin)
	}
	for _, text := range candidates {
		iso, known := d.Country(text.Value)
		known = known && !l.mayBeUnit(text.Value, d)
		if text.Value != "" && !known && l.OriginPrinted == "" {
			l.OriginPrinted = text.Value
		}
		if known {
			l.Origin = iso
			l.from("origin", text.Source)
			return
		}
	}
}

// mayBeUnit reports whether a text that names a country rather names a unit, read from the column beside: "KG" is Kyrgyzstan too. It
// is the line's unit, or may be where the line has none.
func (l *Line) mayBeUnit(text string, d Dictionary) bool {
	return fold(text) == fold(l.Unit) || l.Unit == "" && d.KnowsUnit(text)
}

// prorateWeights shares out the weights that the papers print for the whole alone: net weight by quantity where
// all lines count in one unit, else by value; gross weight by net weight. Such weights are marked.
func (s *Shipment) prorateWeights() {
	for i := range s.Lines {
		l := &s.Lines[i]
		if slices.Contains(l.Prorated, "net_weight_kg") {
			l.NetKg = nil
		}
		if slices.Contains(l.Prorated, "gross_weight_kg") {
			l.GrossKg = nil
		}
		l.Prorated = nil
	}
	net, gross := s.totalWeight(func(p *Paper) Amount { return p.NetKg }), s.totalWeight(func(p *Paper) Amount { return p.GrossKg })
	s.shareOut("net_weight_kg", net, func(l *Line) **Number { return &l.NetKg }, s.quantityOrValue())
	s.shareOut("gross_weight_kg", gross, func(l *Line) **Number { return &l.GrossKg }, func(l *Line) *Number { return l.NetKg })
}

// totalWeight is the one total of a weight: of the packing lists together, else of a transport document, else of
// the invoices.
func (s *Shipment) totalWeight(of func(*Paper) Amount) *Number {
	groups := []func(PaperType) bool{
		func(t PaperType) bool { return t == TypePackingList },
		func(t PaperType) bool { return t.Transport() },
		func(t PaperType) bool { return t.Invoice() },
	}
	for _, in := range groups {
		var sum *Number
		for _, p := range s.counted() {
			if in(p.Type) {
				sum = plus(sum, of(p).Value)
			}
		}
		if sum != nil {
			return sum
		}
	}
	return nil
}

func (s *Shipment) quantityOrValue() func(*Line) *Number {
	for i := range s.Lines {
		if l := &s.Lines[i]; l.Quantity == nil || fold(l.Unit) != fold(s.Lines[0].Unit) {
			return func(l *Line) *Number { return l.Value }
		}
	}
	return func(l *Line) *Number { return l.Quantity }
}

// shareOut gives the lines without a weight their shares of what the others leave of the total.
func (s *Shipment) shareOut(member string, total *Number, weight func(*Line) **Number, by func(*Line) *Number) {
	if total == nil {
		return
	}
	left := total
	var lines []*Line
	var weights []decimal.Decimal
	for i := range s.Lines {
		l := &s.Lines[i]
		if n := *weight(l); n != nil {
			left = minus(left, n)
			continue
		}
		n := by(l)
		if n == nil || n.IsNeg() {
			return
		}
		lines, weights = append(lines, l), append(weights, n.Decimal)
	}
	if left == nil || !left.IsPos() || len(lines) == 0 {
		return
	}
	for i, n := range prorate(left.Decimal, weights, 3) {
		*weight(lines[i]), lines[i].Prorated = n, append(lines[i].Prorated, member)
	}
}
