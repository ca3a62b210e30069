package shipment

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/tariff"
	partyname "tariffdesk/verification/name"
)

// currencies compares the currency of invoices and of what the caller states.
func (i *inspection) currencies() {
	c := Check{ID: "currency", Kind: CheckCurrency, Status: StatusUnknown, Text: Words{
		"No currency was found on the invoices.", "No se encontró la moneda en las facturas.",
	}}
	var seen []string
	note := func(v Compared, code string) {
		if code == "" {
			return
		}
		v.Value = code
		c.Values = append(c.Values, v)
		if !slices.Contains(seen, code) {
			seen = append(seen, code)
		}
	}
	if i.Facts.Currency != "" {
		note(Compared{Name: Words{"stated", "declarada"}}, i.Facts.Currency)
	}
	for _, p := range i.invoices {
		note(textOf(p, Words{"currency", "moneda"}, p.Currency), readCurrency(p.Currency.Value))
	}
	switch {
	case len(seen) == 1:
		c.Status, c.Text = StatusOK, Words{"All values are in " + seen[0] + ".", "Todos los valores están en " + seen[0] + "."}
	case len(seen) > 1:
		c.Status, c.Difference = StatusDiffers, strings.Join(seen, " / ")
		c.Text = Words{"The papers state different currencies: " + strings.Join(seen, ", ") + ".", "Los documentos indican monedas distintas: " + strings.Join(seen, ", ") + "."}
	}
	if len(i.invoices) > 0 {
		i.add(c)
	}
}

// leastParty is the likeness from which two names are taken for one party's.
const leastParty = 0.75

// parties compares seller and buyer over all papers. A consignee stands for the buyer where a paper names none, unless another
// paper has the same consignee: goods are often sent to a warehouse or a broker.
func (i *inspection) parties() {
	i.party("seller", Words{"seller", "vendedor"}, func(p *Paper) Text { return p.Seller })
	i.party("buyer", Words{"buyer", "comprador"}, func(p *Paper) Text {
		if p.Buyer.Value == "" && !i.consigned(p) {
			return p.Consignee
		}
		return p.Buyer
	})
}

// consigned reports whether another paper names the consignee of a paper as its consignee: the goods then go to a warehouse or a
// broker, whoever buys them.
func (i *inspection) consigned(p *Paper) bool {
	return slices.ContainsFunc(i.counted(), func(o *Paper) bool {
		return o.ID != p.ID && o.Consignee.Value != "" && (o.Buyer.Value == "" || !likeParties(o.Buyer.Value, o.Consignee.Value)) && likeParties(o.Consignee.Value, p.Consignee.Value)
	})
}

// consignee reports whether a name is that of the consignee of a paper whose buyer is another.
func (i *inspection) consignee(p *Paper, name Text) bool {
	return p.Consignee.Value != "" && !likeParties(p.Consignee.Value, p.Buyer.Value) && likeParties(p.Consignee.Value, name.Value)
}

func (i *inspection) party(id string, role Words, of func(*Paper) Text) {
	c := Check{ID: "party:" + id, Kind: CheckParty, Status: StatusOK}
	var first *Paper
	var others []string
	for _, p := range i.counted() {
		switch p.Type {
		case TypeInvoice, TypeCFDI, TypePackingList, TypeBillOfLading, TypeAirWaybill, TypeCertificate:
		case TypePedimento, TypePurchaseOrder, TypeReceipt, TypeDeliveryNote, TypeOther, TypeUnread:
			continue
		}
		t := of(p)
		if t.Value == "" {
			continue
		}
		c.Values = append(c.Values, textOf(p, role, t))
		if first == nil {
			first = p
			continue
		}
		if !likeParties(of(first).Value, t.Value) {
			if p.printsName(of(first).Value) || i.consignee(first, t) { // another party of the paper was taken for this one
				c.Values = c.Values[:len(c.Values)-1]
				continue
			}
			others = append(others, fmt.Sprintf("%q", t.Value))
		}
	}
	switch {
	case first == nil || len(c.Values) < 2:
		return
	case len(others) > 0:
		c.Status, c.Difference = StatusDiffers, strings.Join(others, ", ")
		title := first.Title()
		c.Text = Words{
			fmt.Sprintf("The %s on the %s is %q, on other papers %s.", role.English, title.English, of(first).Value, strings.Join(others, ", ")),
			fmt.Sprintf("El %s en %s es %q, y en otros documentos %s.", role.Spanish, title.Spanish, of(first).Value, strings.Join(others, ", ")),
		}
	default:
		c.Text = Words{
			fmt.Sprintf("The %s is the same on %d papers.", role.English, len(c.Values)),
			fmt.Sprintf("El %s es el mismo en %d documentos.", role.Spanish, len(c.Values)),
		}
	}
	i.add(c)
}

// likeParties reports whether two names are taken for one party's.
func likeParties(a, b string) bool { return partyname.Likeness(a, b) >= leastParty || inside(a, b) }

// inside reports whether all words of the shorter name stand in the longer one: a bill of lading prints name and
// address in one box.
func inside(a, b string) bool {
	short, long := partyname.Fold(a), partyname.Fold(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 {
		return false
	}
	for _, word := range short {
		if !slices.Contains(long, word) {
			return false
		}
	}
	return true
}

// origins compares the origin of each line with the certificate and with the agreement that is claimed.
func (i *inspection) origins() {
	if len(i.certificates) == 0 || i.otherOrigin() {
		return
	}
	i.perLine(CheckOrigin, func(n int) Words {
		return Words{fmt.Sprintf("The certificate states the origin of %d lines.", n), fmt.Sprintf("El certificado confirma el origen de %d partidas.", n)}
	}, moreLines("differ from the certificate in origin", "difieren del certificado en el origen"), func(l *Line) (Check, bool) {
		certified, at, source := i.certified(l)
		if certified == "" {
			return Check{}, false
		}
		c := Check{Status: StatusOK, Values: []Compared{
			{Paper: l.Invoice, Name: Words{"origin of the line", "origen de la partida"}, Value: l.Origin, Source: l.place("origin")},
			{Paper: at, Name: Words{"certified origin", "origen certificado"}, Value: certified, Source: source},
		}}
		name := lineName(l)
		switch l.Origin {
		case certified:
			return c, true
		case "":
			c.Status = StatusUnknown
			c.Text = Words{
				fmt.Sprintf("The origin of %s is not printed; the certificate states %s.", name.English, certified),
				fmt.Sprintf("El origen de %s no está impreso; el certificado indica %s.", name.Spanish, certified),
			}
		default:
			c.Status, c.Difference = StatusDiffers, l.Origin+" / "+certified
			c.Text = Words{
				fmt.Sprintf("The origin of %s is %s, on the certificate %s.", name.English, l.Origin, certified),
				fmt.Sprintf("El origen de %s es %s, y en el certificado %s.", name.Spanish, l.Origin, certified),
			}
		}
		return c, true
	})
}

// otherOrigin says once that the certificate states another origin than all lines have, where they are at least leastStrange.
func (i *inspection) otherOrigin() bool {
	var c Check
	own, other, lines := "", "", 0
	for n := range i.Lines {
		l := &i.Lines[n]
		certified, at, source := i.certified(l)
		switch {
		case certified == "":
			continue
		case l.Origin == "" || l.Origin == certified || lines > 0 && (l.Origin != own || certified != other):
			return false
		}
		if own, other, lines = l.Origin, certified, lines+1; lines == 1 {
			c.Values = []Compared{
				{Paper: l.Invoice, Name: Words{"origin of the line", "origen de la partida"}, Value: l.Origin, Source: l.place("origin")},
				{Paper: at, Name: Words{"certified origin", "origen certificado"}, Value: certified, Source: source},
			}
		}
	}
	if lines < leastStrange {
		return false
	}
	c.ID, c.Kind, c.Status, c.Difference = string(CheckOrigin), CheckOrigin, StatusDiffers, own+" / "+other
	c.Text = Words{
		fmt.Sprintf("The origin of all %d lines is %s, on the certificate %s.", lines, own, other),
		fmt.Sprintf("El origen de las %d partidas es %s, y en el certificado %s.", lines, own, other),
	}
	i.add(c)
	return true
}

// certified is the origin that a certificate states for a line: of its row for the same goods, else of the whole.
func (i *inspection) certified(l *Line) (iso, paper string, source *Source) {
	part, own := key(l.Part), words(l.Description)
	for _, p := range i.certificates {
		best, found := 0.0, Text{}
		for n := range p.Items {
			item := &p.Items[n]
			like := alike(own, words(item.Description.Value))
			if item.names(part) {
				like = 1
			}
			if like >= leastAlike && like > best && item.Origin.Value != "" {
				best, found = like, item.Origin
			}
		}
		if found.Value == "" {
			found = p.Origin
		}
		if iso, known := i.dictionary.Country(found.Value); known {
			return iso, p.ID, found.Source
		}
	}
	return "", "", nil
}

// references compares the invoice number and date that other papers quote with those of the invoices.
func (i *inspection) references() {
	if len(i.invoices) == 0 {
		return
	}
	for _, p := range i.counted() {
		if p.Type.Invoice() || len(p.Invoices) == 0 {
			continue
		}
		i.quoted(p)
		if p.InvoiceOn.Value != "" {
			i.quotedDate(p)
		}
	}
}

func (i *inspection) quoted(p *Paper) {
	title := p.Title()
	c := Check{ID: "reference:number:" + p.ID, Kind: CheckReference, Status: StatusOK}
	var numbers, strange []string
	for _, inv := range i.invoices {
		if inv.Number.Value != "" {
			numbers = append(numbers, inv.Number.Value)
			c.Values = append(c.Values, textOf(inv, Words{"invoice number", "número de factura"}, inv.Number))
		}
	}
	cited := slices.ContainsFunc(numbers, p.printsNumber) // under whatever caption
	own := key(p.Number.Value)
	for _, t := range p.Invoices {
		c.Values = append(c.Values, textOf(p, Words{"invoice that it quotes", "factura que cita"}, t))
		if !quotes(t.Value, numbers) && !cited {
			strange = append(strange, t.Value)
		}
	}
	switch {
	case len(numbers) == 0:
		c.Status = StatusUnknown
		c.Text = Words{fmt.Sprintf("The %s quotes an invoice, but no invoice number was found.", title.English), fmt.Sprintf("El documento %s cita una factura, pero no se encontró el número de ninguna.", title.Spanish)}
	case len(strange) > 0 && p.Type != TypeCertificate && (own == "" || own == key(strange[0])):
		c.Status = StatusUnknown
		c.Text = Words{
			fmt.Sprintf("The %s prints %s, which may be its own number; the invoice is %s.", title.English, strings.Join(strange, ", "), strings.Join(numbers, ", ")),
			fmt.Sprintf("El documento %s imprime %s, que puede ser su propio número; la factura es %s.", title.Spanish, strings.Join(strange, ", "), strings.Join(numbers, ", ")),
		}
	case len(strange) > 0:
		c.Status, c.Difference = StatusDiffers, strings.Join(strange, ", ")
		c.Text = Words{
			fmt.Sprintf("The %s quotes invoice %s; the invoice is %s.", title.English, strings.Join(strange, ", "), strings.Join(numbers, ", ")),
			fmt.Sprintf("El documento %s cita la factura %s; la factura es %s.", title.Spanish, strings.Join(strange, ", "), strings.Join(numbers, ", ")),
		}
	default:
		c.Text = Words{fmt.Sprintf("The %s quotes the invoice.", title.English), fmt.Sprintf("El documento %s cita la factura.", title.Spanish)}
	}
	i.add(c)
}

// quotes reports whether a printed reference names one of the numbers; it may name several: "INV-1, INV-2".
func quotes(text string, numbers []string) bool {
	printed := key(text)
	for _, n := range numbers {
		if k := key(n); k != "" && (printed == k || len(k) >= 4 && strings.Contains(printed, k)) {
			return true
		}
	}
	return false
}

// isDay reports whether a date was read as YYYY-MM-DD: others cannot be compared.
func isDay(text string) bool {
	_, err := tariff.ParseDate(text)
	return err == nil
}

func (i *inspection) quotedDate(p *Paper) {
	c := Check{ID: "reference:date:" + p.ID, Kind: CheckReference, Status: StatusUnknown}
	for _, inv := range i.invoices {
		if !isDay(inv.Date.Value) || !isDay(p.InvoiceOn.Value) || !quotes(p.Invoices[0].Value, []string{inv.Number.Value}) {
			continue
		}
		title := p.Title()
		c.Values = []Compared{textOf(inv, Words{"invoice date", "fecha de la factura"}, inv.Date), textOf(p, Words{"date that it quotes", "fecha que cita"}, p.InvoiceOn)}
		c.Status = StatusOK
		c.Text = Words{fmt.Sprintf("The %s quotes the date of the invoice.", title.English), fmt.Sprintf("El documento %s cita la fecha de la factura.", title.Spanish)}
		if inv.Date.Value != p.InvoiceOn.Value {
			c.Status, c.Difference = StatusDiffers, inv.Date.Value+" / "+p.InvoiceOn.Value
			c.Text = Words{
				fmt.Sprintf("The %s dates the invoice %s; the invoice is of %s.", title.English, p.InvoiceOn.Value, inv.Date.Value),
				fmt.Sprintf("El documento %s fecha la factura el %s; la factura es del %s.", title.Spanish, p.InvoiceOn.Value, inv.Date.Value),
			}
		}
		if c.Status == StatusDiffers && p.Date.Value == "" { // the one date of a paper may be its own
			c.Status = StatusUnknown
			c.Text = Words{
				fmt.Sprintf("The %s prints one date, %s; the invoice is of %s.", title.English, p.InvoiceOn.Value, inv.Date.Value),
				fmt.Sprintf("El documento %s imprime una sola fecha, %s; la factura es del %s.", title.Spanish, p.InvoiceOn.Value, inv.Date.Value),
			}
		}
		i.add(c)
		return
	}
}
