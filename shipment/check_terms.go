package shipment

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/quote"
)

// incoterms compares the incoterm with freight and insurance that are given, with the terms of other invoices and
// with the freight terms of the transport document.
func (i *inspection) incoterms() {
	if len(i.invoices) == 0 || i.Facts.Direction == quote.DirectionExport {
		return
	}
	c := Check{ID: "incoterm", Kind: CheckIncoterm, Status: StatusUnknown}
	term := i.settled.Incoterm
	for _, p := range i.invoices {
		if p.Incoterm.Value != "" {
			c.Values = append(c.Values, textOf(p, Words{"incoterm", "incoterm"}, p.Incoterm))
		}
	}
	freight, insurance, known := IncludesFreight(term)
	if !known {
		c.Text = Words{"No incoterm was found: whether the price includes freight and insurance is not known.", "No se encontró el incoterm: no se sabe si el precio incluye flete y seguro."}
		i.add(c)
		return
	}
	for _, p := range i.invoices {
		if other := readIncoterm(p.Incoterm.Value); other != "" && other != term {
			c.Status, c.Difference = StatusDiffers, term+" / "+other
			c.Text = Words{
				fmt.Sprintf("The operation is under %s, the %s says %s.", term, p.Title().English, other),
				fmt.Sprintf("La operación es %s y %s dice %s.", term, p.Title().Spanish, other),
			}
			i.add(c)
			return
		}
	}
	c.Status, c.Text = i.increments(term, freight, insurance)
	i.add(c)
	i.freightTerms(term, freight)
}

// increments says whether what the price leaves out is given, and what it includes is not given again.
func (i *inspection) increments(term string, freight, insurance bool) (Status, Words) {
	stated := func(member string, n *Number) bool {
		return n != nil && i.settled.From[member] == OriginStated && n.IsPos()
	}
	switch {
	case freight && stated("freight", i.settled.Freight):
		return StatusDiffers, Words{
			fmt.Sprintf("Freight is stated, but a price under %s includes it: it would count twice.", term),
			fmt.Sprintf("Se declara flete, pero un precio %s ya lo incluye: contaría dos veces.", term),
		}
	case insurance && stated("insurance", i.settled.Insurance):
		return StatusDiffers, Words{
			fmt.Sprintf("Insurance is stated, but a price under %s includes it: it would count twice.", term),
			fmt.Sprintf("Se declara seguro, pero un precio %s ya lo incluye: contaría dos veces.", term),
		}
	case !freight && i.settled.Freight == nil:
		return StatusUnknown, Words{
			fmt.Sprintf("A price under %s does not include the freight, and none is given: the customs value lacks it.", term),
			fmt.Sprintf("Un precio %s no incluye el flete y no se dio ninguno: falta en el valor en aduana.", term),
		}
	case !insurance && i.settled.Insurance == nil:
		return StatusUnknown, Words{
			fmt.Sprintf("A price under %s does not include insurance, and none is given: state 0 if the goods were not insured.", term),
			fmt.Sprintf("Un precio %s no incluye el seguro y no se dio ninguno: indique 0 si la mercancía no se aseguró.", term),
		}
	}
	return StatusOK, Words{fmt.Sprintf("Freight and insurance fit %s.", term), fmt.Sprintf("El flete y el seguro concuerdan con %s.", term)}
}

// freightTerms compares "prepaid" and "collect" of the transport document with who pays the freight under the term.
func (i *inspection) freightTerms(term string, included bool) {
	for _, p := range i.transport {
		prepaid, known := readFreightTerms(p.Prepaid.Value)
		if !known {
			continue
		}
		title := p.Title()
		c := Check{
			ID: "incoterm:" + p.ID, Kind: CheckIncoterm, Status: StatusOK, Values: []Compared{textOf(p, Words{"freight terms", "términos del flete"}, p.Prepaid)},
			Text: Words{fmt.Sprintf("The freight terms of the %s fit %s.", title.English, term), fmt.Sprintf("Los términos de flete de %s concuerdan con %s.", title.Spanish, term)},
		}
		if prepaid != included && !(prepaid && i.charged()) {
			c.Status, c.Difference = StatusDiffers, term+" / "+p.Prepaid.Value
			c.Text = Words{
				fmt.Sprintf("The %s says %q, which does not fit %s.", title.English, p.Prepaid.Value, term),
				fmt.Sprintf("El documento %s dice %q, lo que no concuerda con %s.", title.Spanish, p.Prepaid.Value, term),
			}
		}
		i.add(c)
	}
}

//go:embed freight_terms.tsv
var freightTerms string

// readFreightTerms reports whether a transport document says that the freight is prepaid; known is false where it says neither
// prepaid nor collect, or both.
func readFreightTerms(printed string) (prepaid, known bool) {
	text, collect := " "+fold(printed)+" ", false
	for line := range strings.Lines(freightTerms) {
		who, phrases, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for phrase := range strings.SplitSeq(phrases, ";") {
			if phrase = fold(phrase); phrase == "" || !strings.Contains(text, " "+phrase+" ") {
				continue
			}
			prepaid, collect = prepaid || who == "prepaid", collect || who == "collect"
		}
	}
	return prepaid, prepaid != collect
}

// charged reports whether an invoice charges the freight beside its goods, or something that may be it: the seller then pays the
// carrier under any term.
func (i *inspection) charged() bool {
	return slices.ContainsFunc(i.invoices, func(p *Paper) bool {
		return p.Freight.Value != nil && p.Freight.Value.IsPos() || p.Charges.Value != nil && p.Charges.Value.IsPos()
	})
}

// claims names papers that are missing for what is claimed: the certificate of a preference.
func (i *inspection) claims() {
	if i.Facts.Agreement != "" || i.Facts.HasCertificate {
		c := Check{ID: "missing:certificate", Kind: CheckMissing, Status: StatusOK, Text: Words{
			"The certificate of origin for the claimed preference is among the papers.", "El certificado de origen de la preferencia reclamada está entre los documentos.",
		}}
		for _, p := range i.certificates {
			c.Values = append(c.Values, textOf(p, p.Type.Name(), p.Number))
		}
		switch {
		case len(i.certificates) > 0:
		case i.Facts.HasCertificate:
			c.Status = StatusUnknown
			c.Text = Words{"The certificate of origin is stated, not on file.", "El certificado de origen se declara, pero no está en el expediente."}
		default:
			c.Status = StatusDiffers
			c.Text = Words{
				fmt.Sprintf("Preference under %s is claimed, and no certificate of origin is among the papers: it is not applied.", i.Facts.Agreement),
				fmt.Sprintf("Se reclama preferencia de %s y no hay certificado de origen entre los documentos: no se aplica.", i.Facts.Agreement),
			}
		}
		i.add(c)
	}
	for _, p := range i.certificates {
		i.period(p)
	}
}

// period checks that the operation lies within the days that a certificate covers.
func (i *inspection) period(p *Paper) {
	day := string(i.Facts.Date)
	if day == "" || p.From.Value == "" && p.Until.Value == "" {
		return
	}
	if p.Until.Value == "" && (p.Date.Value == "" || p.Date.Value == p.From.Value) { // one date alone is that of its issue
		return
	}
	title := p.Title()
	c := Check{ID: "certificate:" + p.ID, Kind: CheckCertificate, Status: StatusOK, Values: []Compared{
		textOf(p, Words{"from", "desde"}, p.From), textOf(p, Words{"until", "hasta"}, p.Until),
		{Name: Words{"day of the operation", "fecha de la operación"}, Value: day},
	}, Text: Words{fmt.Sprintf("The %s covers the day of the operation.", title.English), fmt.Sprintf("El %s cubre la fecha de la operación.", title.Spanish)}}
	if p.From.Value != "" && day < p.From.Value || p.Until.Value != "" && day > p.Until.Value {
		c.Status = StatusDiffers
		c.Text = Words{
			fmt.Sprintf("The %s does not cover %s, the day of the operation.", title.English, day),
			fmt.Sprintf("El %s no cubre el %s, la fecha de la operación.", title.Spanish, day),
		}
	}
	i.add(c)
}

// codes compares the code that a paper prints with the one in use, to the digits that both have. A printed code
// is shown, never taken.
func (i *inspection) codes() {
	i.perLine(CheckCode, func(n int) Words {
		return Words{fmt.Sprintf("The code on the paper agrees with the one in use on %d lines.", n), fmt.Sprintf("La fracción del documento concuerda con la usada en %d partidas.", n)}
	}, moreLines("have another code on the paper", "tienen otra fracción en el documento"), func(l *Line) (Check, bool) {
		printed, used := digits(l.PrintedCode), l.Code()
		if len(printed) < 4 || used == "" {
			return Check{}, false
		}
		c := Check{Status: StatusOK, Values: []Compared{
			{Paper: l.Invoice, Name: Words{"code on the paper", "fracción del documento"}, Value: printed, Source: l.place("printed_code")},
			{Name: Words{"code in use", "fracción usada"}, Value: used},
		}}
		n := min(len(printed), len(used), 6)
		if printed[:n] == used[:n] {
			return c, true
		}
		name := lineName(l)
		c.Status, c.Difference = StatusDiffers, printed+" / "+used
		c.Text = Words{
			fmt.Sprintf("The paper prints code %s for %s, the code in use is %s.", printed, name.English, used),
			fmt.Sprintf("El documento imprime la fracción %s para %s y la usada es %s.", printed, name.Spanish, used),
		}
		return c, true
	})
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// copies names papers that repeat another.
func (i *inspection) copies() {
	for n := range i.Papers {
		p := &i.Papers[n]
		first := i.Paper(p.CopyOf)
		if p.CopyOf == "" || first == nil {
			continue
		}
		i.add(Check{ID: "copy:" + p.ID, Kind: CheckCopy, Status: StatusOK, Papers: []string{p.ID, first.ID}, Text: Words{
			fmt.Sprintf("A copy of the %s was left out.", first.Title().English), fmt.Sprintf("Se dejó fuera una copia de %s.", first.Title().Spanish),
		}})
	}
}

// unread names what could not be read, and what is missing because of it.
func (i *inspection) unread() {
	for n := range i.Papers {
		p := &i.Papers[n]
		if p.Type != TypeUnread || p.Trouble == nil {
			continue
		}
		i.add(Check{ID: "unread:" + p.ID, Kind: CheckUnreadable, Status: StatusUnknown, Papers: []string{p.ID}, Text: *p.Trouble})
	}
}

// doubts names what reading was not sure of in a paper as a whole.
func (i *inspection) doubts() {
	for n := range i.Papers {
		p := &i.Papers[n]
		title, all := p.Title(), slices.Clone(p.Doubts)
		if p.Proforma {
			text := Words{"it is a proforma, no final invoice", "es una proforma, no la factura definitiva"}
			if p.SetAside {
				text = Words{"it is a proforma and was left out, since a final invoice is among the papers", "es una proforma y se dejó fuera, pues hay una factura definitiva entre los documentos"}
			}
			all = append(all, text)
		}
		for k, doubt := range all {
			i.add(Check{ID: fmt.Sprintf("doubt:%s:%d", p.ID, k), Kind: CheckDoubt, Status: StatusUnknown, Papers: []string{p.ID}, Text: Words{
				fmt.Sprintf("%s: %s.", capital(title.English), doubt.English), fmt.Sprintf("%s: %s.", capital(title.Spanish), doubt.Spanish),
			}})
		}
	}
}

// markCopies finds papers that repeat another: of one type and number, with the same data. Of papers that say
// little, nothing is taken for a copy.
func (s *Shipment) markCopies() {
	seen := map[string]string{}
	for n := range s.Papers {
		p := &s.Papers[n]
		if p.Type == TypeUnread || p.Type == TypeOther {
			continue
		}
		p.CopyOf = ""
		values := 0
		for _, t := range []Text{p.Number, p.Date, p.Seller, p.Buyer, p.Consignee} {
			if t.Value != "" {
				values++
			}
		}
		if values+len(p.Items) < 3 {
			continue
		}
		same := p.gist()
		if first, twice := seen[same]; twice {
			p.CopyOf = first
		} else {
			seen[same] = p.ID
		}
	}
}

// gist writes the content of a paper so that a copy of the paper gives the same text.
func (p *Paper) gist() string {
	parts := []string{string(p.Type), key(p.Number.Value), p.Date.Value, key(p.Seller.Value), shown(p.Total.Value), shown(p.GrossKg.Value), shown(p.Packages.Value)}
	if p.Number.Value == "" { // without a number all that is printed has to agree
		parts = append(parts, key(p.Buyer.Value), key(p.Consignee.Value))
	}
	for n := range p.Items {
		item := &p.Items[n]
		if p.Number.Value == "" || item.Quantity.Value == nil { // else figures tell enough, and scans spell words in many ways
			parts = append(parts, key(item.Description.Value), key(item.Part.Value))
		}
		parts = append(parts, shown(item.Quantity.Value), shown(item.Amount.Value))
	}
	return digest(parts...)
}
