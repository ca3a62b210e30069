package shipment

import (
	"fmt"

	"github.com/govalues/decimal"
)

var (
	nameTotal    = Words{"total", "total"}
	nameLines    = Words{"sum of the lines", "suma de las partidas"}
	nameSubtotal = Words{"subtotal", "subtotal"}
	nameAmount   = Words{"amount", "importe"}
	nameProduct  = Words{"quantity × price", "cantidad × precio"}
	nameInvoiced = Words{"invoiced", "facturado"}
	namePacked   = Words{"packed", "empacado"}
)

// sums compares the lines of each invoice with its subtotal, and with its total after what is printed between
// them: discount, freight, insurance, charges and tax.
func (i *inspection) sums() {
	for _, p := range i.invoices {
		c := Check{ID: "sum:" + p.ID, Kind: CheckSum, Status: StatusUnknown}
		var sum *Number
		priced := 0
		for n := range p.Items {
			if a := p.Items[n].Amount.Value; a != nil {
				sum = plus(sum, a)
				priced++
			}
		}
		title := p.Title()
		switch {
		case sum == nil || priced < len(p.Items):
			c.Text = Words{
				fmt.Sprintf("The lines of %s do not all have an amount: its total was not compared.", title.English),
				fmt.Sprintf("No todas las partidas de %s tienen importe: su total no se comparó.", title.Spanish),
			}
		case p.Total.Value == nil && p.Subtotal.Value == nil:
			c.Text = Words{
				fmt.Sprintf("No total was found on %s.", title.English),
				fmt.Sprintf("No se encontró el total de %s.", title.Spanish),
			}
		default:
			i.compareSum(&c, p, sum, priced)
		}
		if sum != nil {
			c.Values = append(c.Values, Compared{Paper: p.ID, Name: nameLines, Value: shown(sum)})
		}
		i.add(c)
	}
}

func (i *inspection) compareSum(c *Check, p *Paper, sum *Number, lines int) {
	tolerance, title := cents(lines), p.Title()
	stated, name := p.Total, nameTotal
	fits := p.Total.Value != nil && within(sum, p.Total.Value, tolerance)
	if p.Subtotal.Value != nil && !fits {
		stated, name = p.Subtotal, nameSubtotal
		fits = within(sum, p.Subtotal.Value, tolerance)
	}
	if fits && p.Total.Value != nil && p.Subtotal.Value != nil {
		if whole := i.withCharges(p, p.Subtotal.Value); !within(whole, p.Total.Value, cents(6)) && !within(sum, p.Total.Value, tolerance) {
			stated, name, sum, fits = p.Total, nameTotal, whole, false
		}
	}
	if !fits && p.Total.Value != nil {
		if whole := i.withCharges(p, sum); within(whole, p.Total.Value, tolerance) {
			fits, sum, stated, name = true, whole, p.Total, nameTotal
		}
	}
	c.Tolerance = tolerance.String()
	c.Values = append(c.Values, printedAs(p, name, stated, readCurrency(p.Currency.Value)))
	difference := minus(sum, stated.Value)
	c.Difference = shown(difference)
	if fits {
		c.Status = StatusOK
		c.Text = Words{
			fmt.Sprintf("The lines of %s add up to its %s, %s.", title.English, name.English, figure(stated.Value, "")),
			fmt.Sprintf("Las partidas de %s suman su %s, %s.", title.Spanish, name.Spanish, figure(stated.Value, "")),
		}
		return
	}
	c.Status = StatusDiffers
	c.Text = Words{
		fmt.Sprintf("The lines of %s add up to %s, its %s is %s: a difference of %s.", title.English, figure(sum, ""), name.English, figure(stated.Value, ""), figure(difference, "")),
		fmt.Sprintf("Las partidas de %s suman %s y su %s es %s: una diferencia de %s.", title.Spanish, figure(sum, ""), name.Spanish, figure(stated.Value, ""), figure(difference, "")),
	}
}

// withCharges is total = sum − discount + freight + insurance + other charges + tax.
func (i *inspection) withCharges(p *Paper, sum *Number) *Number {
	for _, a := range []Amount{p.Freight, p.Insurance, p.Charges, p.Tax} {
		sum = plus(sum, a.Value)
	}
	if d := p.Discount.Value; d != nil {
		return minus(sum, &Number{Decimal: d.Abs()})
	}
	return sum
}

// amounts compares quantity × price with the amount of each line. The price is rounded as it is printed, so that
// the product may be off by quantity × half of its last digit.
func (i *inspection) amounts() {
	i.perLine(CheckAmount, func(n int) Words {
		return Words{fmt.Sprintf("Quantity × price is the amount on %d lines.", n), fmt.Sprintf("Cantidad × precio es el importe en %d partidas.", n)}
	}, moreLines("do not multiply to their amount", "no multiplican su importe"), func(l *Line) (Check, bool) {
		if l.Quantity == nil {
			name := lineName(l)
			return Check{Status: StatusUnknown, Text: Words{
				fmt.Sprintf("No quantity was found on %s.", name.English), fmt.Sprintf("No se encontró la cantidad en %s.", name.Spanish),
			}}, true
		}
		if l.UnitPrice == nil || l.Value == nil {
			return Check{}, false
		}
		product, err := l.Quantity.Mul(l.UnitPrice.Decimal)
		if err != nil {
			return Check{}, false
		}
		tolerance := roundingOf(l)
		computed := &Number{Decimal: product.Round(4)}
		c := Check{Status: StatusOK, Tolerance: tolerance.Trim(0).String(), Difference: shown(minus(computed, l.Value))}
		if within(computed, l.Value, tolerance) {
			return c, true
		}
		c.Status = StatusDiffers
		c.Values = []Compared{
			{Paper: l.Invoice, Name: nameProduct, Value: shown(computed), Unit: l.Currency, Source: l.place("unit_price")},
			{Paper: l.Invoice, Name: nameAmount, Value: shown(l.Value), Unit: l.Currency, Source: l.place("value")},
		}
		name := lineName(l)
		c.Text = Words{
			fmt.Sprintf("On %s, %s × %s is %s, the amount is %s.", name.English, figure(l.Quantity, ""), figure(l.UnitPrice, ""), figure(computed, ""), figure(l.Value, "")),
			fmt.Sprintf("En %s, %s × %s es %s y el importe es %s.", name.Spanish, figure(l.Quantity, ""), figure(l.UnitPrice, ""), figure(computed, ""), figure(l.Value, "")),
		}
		if percent := discounted(computed, l.Value, tolerance); percent != "" {
			c.Status = StatusUnknown
			c.Text = Words{
				c.Text.English + " That is " + percent + " % less: the line may have a discount.", c.Text.Spanish + " Es " + percent + " % menos: la partida puede tener descuento.",
			}
		}
		return c, true
	})
}

// Discounts of a line that are looked for, in half percents.
const mostHalves = 120

// discounted is the discount in percent, whole or half, by which an amount is below quantity × price; "" where it is below by no such
// share. A line of an invoice may have one in a column of its own.
func discounted(product, amount *Number, tolerance decimal.Decimal) string {
	for halves := int64(1); halves <= mostHalves && amount.IsPos(); halves++ {
		percent := decimal.MustNew(5*halves, 1)
		off, err := product.Mul(percent)
		if err != nil {
			return ""
		}
		if off, err = off.Quo(decimal.Hundred); err != nil {
			return ""
		}
		if within(minus(product, &Number{Decimal: off}), amount, tolerance.Min(decimal.MustNew(1, 2))) {
			return percent.Trim(0).String()
		}
	}
	return ""
}

// roundingOf is quantity × half of the last digit of the price, and half a cent; a hundredth of the amount at most.
func roundingOf(l *Line) decimal.Decimal {
	half := decimal.MustNew(5, min(l.UnitPrice.Scale()+1, 18))
	off, err := l.Quantity.Mul(half)
	if err != nil {
		return decimal.MustNew(1, 2)
	}
	if most, err := l.Value.Abs().Mul(decimal.MustNew(1, 2)); err == nil {
		off = off.Min(most)
	}
	sum, err := off.Add(decimal.MustNew(5, 3))
	if err != nil {
		return off
	}
	return sum
}

func (l *Line) place(member string) *Source {
	if s, ok := l.Sources[member]; ok {
		return &s
	}
	return nil
}

func moreLines(english, spanish string) func(int) Words {
	return func(n int) Words {
		return Words{fmt.Sprintf("%d more lines %s.", n, english), fmt.Sprintf("%d partidas más %s.", n, spanish)}
	}
}

// quantities compares each invoiced line with the rows of the packing list that it was matched with, and names
// what stands on one of the two alone. A unit that measures something else is a difference.
func (i *inspection) quantities() {
	if len(i.lists) == 0 {
		return
	}
	rows := map[PackedOn]*Item{}
	for _, p := range i.lists {
		for n := range p.Items {
			rows[PackedOn{p.ID, p.Items[n].Row}] = &p.Items[n]
		}
	}
	used := map[PackedOn]bool{}
	if i.otherCounts(rows) {
		return
	}
	i.perLine(CheckQuantity, func(n int) Words {
		return Words{fmt.Sprintf("The packing list holds the invoiced quantity of %d lines.", n), fmt.Sprintf("La lista de empaque tiene la cantidad facturada de %d partidas.", n)}
	}, moreLines("differ from the packing list", "difieren de la lista de empaque"), func(l *Line) (Check, bool) {
		for _, at := range l.Packed {
			used[at] = true
		}
		return i.quantity(l, rows)
	})
	i.unpacked(used)
}

// leastStrange is how many lines have to differ, and fewAgree how many times as many as agree, before the quantities of packing lists are
// doubted as a whole.
const (
	leastStrange = 3
	fewAgree     = 10
)

// otherCounts says that the packing lists count something else than the invoices, where they agree on hardly any line: a column of packages,
// or of pieces in one, was read as quantities.
func (i *inspection) otherCounts(rows map[PackedOn]*Item) bool {
	c, strange, agreed := Check{ID: string(CheckQuantity), Kind: CheckQuantity, Status: StatusUnknown}, 0, 0
	for n := range i.Lines {
		compared, ok := i.quantity(&i.Lines[n], rows)
		switch {
		case !ok || compared.Status == StatusUnknown:
		case compared.Status == StatusOK:
			agreed++
		default:
			if strange++; strange == 1 {
				c.Values = compared.Values
			}
		}
	}
	if strange < max(leastStrange, fewAgree*agreed) {
		return false
	}
	c.Text = Words{
		fmt.Sprintf("The figures of the packing list differ from the invoiced quantity on %d lines and agree on %d: they may count packages or what one holds, and were not compared.", strange, agreed),
		fmt.Sprintf("Las cifras de la lista de empaque difieren de la cantidad facturada en %d partidas y coinciden en %d: pueden ser bultos o lo que contiene uno, y no se compararon.", strange, agreed),
	}
	i.add(c)
	return true
}

func (i *inspection) quantity(l *Line, rows map[PackedOn]*Item) (Check, bool) {
	name := lineName(l)
	invoiced := Compared{Paper: l.Invoice, Name: nameInvoiced, Value: shown(l.Quantity), Unit: l.Unit, Source: l.place("quantity")}
	if len(l.Packed) == 0 {
		if !i.itemised() {
			return Check{}, false
		}
		return Check{Status: StatusUnknown, Values: []Compared{invoiced}, Text: Words{
			fmt.Sprintf("%s was not found on the packing list.", capital(name.English)),
			fmt.Sprintf("%s no se encontró en la lista de empaque.", capital(name.Spanish)),
		}}, true
	}
	c := Check{Status: StatusUnknown, Values: []Compared{invoiced}, Tolerance: "0"}
	var sum *Number
	unit, whole := "", true
	for _, at := range l.Packed {
		item := rows[at]
		if item == nil || item.Quantity.Value == nil {
			whole = false
			continue
		}
		unit = item.Unit.Value
		sum = plus(sum, item.Quantity.Value)
		c.Values = append(c.Values, Compared{Paper: at.Paper, Name: namePacked, Value: shown(item.Quantity.Value), Unit: unit, Source: item.Quantity.Source})
	}
	if sum == nil || !whole || l.Quantity == nil {
		return Check{}, false
	}
	packed, comparable := sum.Decimal, unit == "" || l.Unit == "" || fold(unit) == fold(l.Unit)
	if !comparable {
		packed, comparable = i.dictionary.Convert(sum.Decimal, unit, l.Unit)
	}
	if comparable && packed.Cmp(l.Quantity.Decimal) == 0 {
		c.Status = StatusOK
		return c, true
	}
	c.Status = StatusDiffers
	if !comparable {
		c.Text = Words{
			fmt.Sprintf("%s: the invoice counts %s, the packing list %s; the units do not measure the same.", capital(name.English), figure(l.Quantity, l.Unit), figure(sum, unit)),
			fmt.Sprintf("%s: la factura cuenta %s y la lista de empaque %s; las unidades no miden lo mismo.", capital(name.Spanish), figure(l.Quantity, l.Unit), figure(sum, unit)),
		}
		return c, true
	}
	c.Difference = shown(minus(&Number{Decimal: packed}, l.Quantity))
	c.Text = Words{
		fmt.Sprintf("%s: invoice %s, packing list %s.", capital(name.English), figure(l.Quantity, l.Unit), figure(sum, unit)),
		fmt.Sprintf("%s: factura %s, lista de empaque %s.", capital(name.Spanish), figure(l.Quantity, l.Unit), figure(sum, unit)),
	}
	return c, true
}

// itemised reports whether a packing list prints goods with quantities, so that an absent line says something.
func (i *inspection) itemised() bool {
	n := 0
	for _, p := range i.lists {
		for k := range p.Items {
			if p.Items[k].Quantity.Value != nil {
				n++
			}
		}
	}
	return n > 0
}

// unpacked names the rows of packing lists that no invoiced line takes.
func (i *inspection) unpacked(used map[PackedOn]bool) {
	for _, p := range i.lists {
		named := 0
		for n := range p.Items {
			item := &p.Items[n]
			if used[PackedOn{p.ID, item.Row}] || item.Quantity.Value == nil || item.Description.Value == "" && item.Part.Value == "" || named == maxLineChecks {
				continue
			}
			named++
			text := item.Description.Value
			if text == "" {
				text = item.Part.Value
			}
			i.add(Check{
				ID: fmt.Sprintf("packed:%s:%d", p.ID, item.Row), Kind: CheckPacked, Status: StatusUnknown,
				Values: []Compared{{Paper: p.ID, Name: namePacked, Value: shown(item.Quantity.Value), Unit: item.Unit.Value, Source: item.Quantity.Source}},
				Text: Words{
					fmt.Sprintf("The packing list holds %s of %q, which no invoiced line was matched with.", figure(item.Quantity.Value, item.Unit.Value), text),
					fmt.Sprintf("La lista de empaque tiene %s de %q, que no corresponde a ninguna partida facturada.", figure(item.Quantity.Value, item.Unit.Value), text),
				},
			})
		}
	}
}
