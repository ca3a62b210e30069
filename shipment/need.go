package shipment

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// NeedKind names the kind of fact or decision a shipment waits for.
type NeedKind string

// The kinds of needs.
const (
	NeedDuplicate    NeedKind = "duplicate"        // the same files came with an earlier shipment
	NeedInvoice      NeedKind = "invoice"          // none among the papers
	NeedSeveral      NeedKind = "shipments"        // papers of several shipments
	NeedCurrencies   NeedKind = "currency"         // invoices in several currencies
	NeedConflict     NeedKind = "invoice_conflict" // two invoices with one number and different totals
	NeedTooMany      NeedKind = "too_many_lines"
	NeedCode         NeedKind = "code"   // of a line
	NeedValue        NeedKind = "value"  // of a line
	NeedOrigin       NeedKind = "origin" // of a line
	NeedDescription  NeedKind = "description"
	NeedExchangeRate NeedKind = "exchange_rate"
	NeedFacts        NeedKind = "facts" // that the quotation asks for
)

// Choice is an answer that a need offers.
type Choice struct {
	Value string `json:"value"`
	Label Words  `json:"label"`
}

// Need is something that a person has to say.
type Need struct {
	ID      string   `json:"id"`
	Kind    NeedKind `json:"kind"`
	Line    string   `json:"line,omitempty"`
	Text    Words    `json:"text"`
	Choices []Choice `json:"choices,omitempty"`
}

// The answers that several needs offer.
const (
	ChoiceGoOn = "go_on"
	ChoiceAll  = "all"
)

// Duplicate asks about a shipment whose files came before, unless it was answered.
func (s *Shipment) Duplicate(earlier string) []Need {
	id := "duplicate:" + earlier
	if earlier == "" || s.Answers[id] != "" {
		return nil
	}
	return []Need{{
		ID: id, Kind: NeedDuplicate,
		Text: Words{
			fmt.Sprintf("The same files came with operation %s. Continue to read them again, which is charged, or cancel this operation.", earlier),
			fmt.Sprintf("Los mismos archivos llegaron con la operación %s. Continúe para leerlos de nuevo, lo que se cobra, o cancele esta operación.", earlier),
		},
		Choices: []Choice{{ChoiceGoOn, Words{"Read them again", "Leerlos de nuevo"}}},
	}}
}

// AskPapers lists what the papers as a whole leave open: no invoice, several shipments, currencies, invoices that
// contradict each other. Answers set papers aside, so that it is called before the lines are gathered.
func (s *Shipment) AskPapers() (needs []Need) {
	s.markCopies()
	for i := range s.Papers {
		s.Papers[i].SetAside = false
	}
	s.leaveProformas()
	needs = append(needs, s.conflicts()...)
	needs = append(needs, s.several()...)
	needs = append(needs, s.currencies()...)
	needs = append(needs, s.goodless()...)
	if len(s.invoices()) == 0 {
		needs = append(needs, Need{ID: "invoice", Kind: NeedInvoice, Text: Words{
			"No invoice that could be read is among the papers: send the operation again with it.",
			"No hay ninguna factura legible entre los documentos: envíe la operación de nuevo con ella.",
		}})
	}
	return needs
}

// leaveProformas sets proforma invoices aside where a final one is among the papers.
func (s *Shipment) leaveProformas() {
	if !slices.ContainsFunc(s.invoices(), func(p *Paper) bool { return !p.Proforma }) {
		return
	}
	for _, p := range s.invoices() {
		p.SetAside = p.Proforma
	}
}

// goodless asks about invoices with an amount and no goods that could be read, beside others that have some: their goods would be missing
// without a word.
func (s *Shipment) goodless() (needs []Need) {
	some := slices.ContainsFunc(s.invoices(), func(p *Paper) bool { return len(p.Items) > 0 })
	for _, p := range s.invoices() {
		id := "goods:" + p.ID
		if !some || len(p.Items) > 0 || p.worth() == nil || s.Answers[id] != "" {
			continue
		}
		title, worth := p.Title(), figure(p.worth(), readCurrency(p.Currency.Value))
		needs = append(needs, Need{ID: id, Kind: NeedInvoice, Text: Words{
			fmt.Sprintf("No goods were found on the %s of %s: send the operation again with a sharper copy, or go on without them.", title.English, worth),
			fmt.Sprintf("No se encontró mercancía en %s por %s: envíe la operación de nuevo con una copia más nítida, o continúe sin ella.", title.Spanish, worth),
		}, Choices: []Choice{{ChoiceGoOn, Words{"Go on without its goods", "Continuar sin su mercancía"}}}})
	}
	return needs
}

func (s *Shipment) invoices() (list []*Paper) {
	for _, p := range s.counted() {
		if p.Type.Invoice() {
			list = append(list, p)
		}
	}
	return list
}

// conflicts finds invoices with one number and seller, and different totals.
func (s *Shipment) conflicts() (needs []Need) {
	by := map[string][]*Paper{}
	var order []string
	for _, p := range s.invoices() {
		if k := key(p.Number.Value); k != "" && p.worth() != nil {
			if by[k] == nil {
				order = append(order, k)
			}
			by[k] = append(by[k], p)
		}
	}
	for _, k := range order {
		list := by[k]
		if !slices.ContainsFunc(list, func(p *Paper) bool { return !equal(p.worth(), list[0].worth()) }) {
			continue
		}
		n := Need{ID: "invoice_conflict:" + k, Kind: NeedConflict, Text: Words{
			fmt.Sprintf("Invoice %s is among the papers %d times with different totals. Which one holds?", list[0].Number.Value, len(list)),
			fmt.Sprintf("La factura %s está %d veces entre los documentos con totales distintos. ¿Cuál vale?", list[0].Number.Value, len(list)),
		}}
		for _, p := range list {
			label := figure(p.worth(), readCurrency(p.Currency.Value))
			n.Choices = append(n.Choices, Choice{p.ID, Words{"Total " + label, "Total " + label}})
		}
		answer := s.Answers[n.ID]
		if !slices.ContainsFunc(n.Choices, func(c Choice) bool { return c.Value == answer }) {
			needs = append(needs, n)
			continue
		}
		for _, p := range list {
			p.SetAside = p.ID != answer
		}
	}
	return needs
}

// worth returns the amount of an invoice: its total, else its subtotal, else the sum of its rows; nil where it prints none.
func (p *Paper) worth() *Number {
	if p.Total.Value != nil {
		return p.Total.Value
	}
	if p.Subtotal.Value != nil {
		return p.Subtotal.Value
	}
	var sum *Number
	for i := range p.Items {
		if amount := p.Items[i].Amount.Value; amount != nil {
			sum = plus(sum, amount)
		}
	}
	return sum
}

// several asks which shipment is meant where invoices go to buyers that are not alike, or two transport documents
// of one kind with numbers of their own carry them. "all" says that it is one operation all the same.
func (s *Shipment) several() []Need {
	invoices := s.invoices()
	if len(invoices) < 2 {
		return nil
	}
	different := ""
	for _, p := range invoices[1:] {
		if a, b := invoices[0].Buyer.Value, p.Buyer.Value; a != "" && b != "" && !likeParties(a, b) {
			different = "buyer"
		}
	}
	transports := map[string]bool{}
	for _, p := range s.counted() {
		if p.Type.Transport() && p.Number.Value != "" {
			transports[string(p.Type)+key(p.Number.Value)] = true
		}
	}
	if different == "" && len(transports) < 2 {
		return nil
	}
	n := Need{ID: "shipments", Kind: NeedSeveral, Text: Words{
		"The papers seem to belong to several shipments. Which invoice is this operation's?",
		"Los documentos parecen ser de varios embarques. ¿Cuál factura es de esta operación?",
	}}
	for _, p := range invoices {
		who := p.Buyer.Value
		n.Choices = append(n.Choices, Choice{p.ID, Words{
			strings.TrimSpace(p.Title().English + " " + who), strings.TrimSpace(p.Title().Spanish + " " + who),
		}})
	}
	n.Choices = append(n.Choices, Choice{ChoiceAll, Words{"All of them: it is one operation", "Todas: es una sola operación"}})
	answer := s.Answers[n.ID]
	switch {
	case answer == ChoiceAll:
		return nil
	case !slices.ContainsFunc(n.Choices, func(c Choice) bool { return c.Value == answer }):
		return []Need{n}
	}
	s.keepOne(answer, invoices)
	return nil
}

// keepOne sets the other invoices aside, the papers that quote them alone, and those that name parties of another invoice and none of
// this one's.
func (s *Shipment) keepOne(id string, invoices []*Paper) {
	kept := s.Paper(id)
	var others []string
	for _, p := range invoices {
		if p.ID != id {
			p.SetAside = true
			others = append(others, p.Number.Value)
		}
	}
	for _, p := range s.counted() {
		if p.Type.Invoice() {
			continue
		}
		if len(p.Invoices) > 0 {
			quoted := p.Invoices[0].Value
			p.SetAside = quotes(quoted, others) && !quotes(quoted, []string{kept.Number.Value})
			continue
		}
		p.SetAside = !p.sharesParty(kept) && slices.ContainsFunc(invoices, func(o *Paper) bool { return o.ID != id && p.sharesParty(o) })
	}
}

// sharesParty reports whether two papers name one seller, or one buyer or consignee.
func (p *Paper) sharesParty(o *Paper) bool {
	like := func(a, b Text) bool { return a.Value != "" && b.Value != "" && likeParties(a.Value, b.Value) }
	return like(p.Seller, o.Seller) || like(p.Buyer, o.Buyer) || like(p.Consignee, o.Consignee) || like(p.Consignee, o.Buyer) || like(p.Buyer, o.Consignee)
}

// currencies asks which invoices count where they are in several currencies.
func (s *Shipment) currencies() []Need {
	invoices := s.invoices()
	var seen []string
	for _, p := range invoices {
		if c := readCurrency(p.Currency.Value); c != "" && !slices.Contains(seen, c) {
			seen = append(seen, c)
		}
	}
	if len(seen) < 2 {
		return nil
	}
	n := Need{ID: "currency", Kind: NeedCurrencies, Text: Words{
		"The invoices are in several currencies: " + strings.Join(seen, ", ") + ". An operation is valued in one: which of them belong to it? Send the others as another one.",
		"Las facturas están en varias monedas: " + strings.Join(seen, ", ") + ". Una operación se valora en una sola: ¿cuáles son de esta? Envíe las otras como otra operación.",
	}}
	for _, c := range seen {
		n.Choices = append(n.Choices, Choice{c, Words{"Those in " + c + " alone", "Solo las que están en " + c}})
	}
	answer := s.Answers[n.ID]
	if !slices.Contains(seen, answer) {
		return []Need{n}
	}
	for _, p := range invoices {
		if c := readCurrency(p.Currency.Value); c != "" && c != answer {
			p.SetAside = true
		}
	}
	return nil
}

// AskGoods lists what lines lack before they can be classified: a description.
func (s *Shipment) AskGoods() (needs []Need) {
	for i := range s.Lines {
		if l := &s.Lines[i]; l.Description == "" && l.Decision == nil {
			needs = append(needs, s.ask(l, NeedDescription, Words{"say what the goods are", "diga qué mercancía es"}))
		}
	}
	return needs
}

// AskCodes lists the lines whose code a person has to decide: none was found, or one below the threshold.
func (s *Shipment) AskCodes() (needs []Need) {
	threshold := s.Facts.Threshold()
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Decided(threshold) || l.Description == "" {
			continue
		}
		text := Words{"no code was found: state one, or describe the goods better", "no se encontró fracción: indíquela o describa mejor la mercancía"}
		if l.Proposal != nil && l.Proposal.Code != "" {
			text = Words{
				fmt.Sprintf("the code %s is uncertain (%.0f %%): confirm or correct it", tariff.Dotted(l.Proposal.Code), 100*l.Proposal.Confidence),
				fmt.Sprintf("la fracción %s es dudosa (%.0f %%): confírmela o corríjala", tariff.Dotted(l.Proposal.Code), 100*l.Proposal.Confidence),
			}
		}
		n := s.ask(l, NeedCode, text)
		if l.Proposal != nil {
			for _, c := range l.Proposal.Candidates {
				label := strings.TrimSpace(tariff.Dotted(c.Code) + " " + c.Name)
				n.Choices = append(n.Choices, Choice{c.Code, Words{label, label}})
			}
		}
		needs = append(needs, n)
	}
	return needs
}

// AskValues lists what lines lack before they can be quoted: a value above zero, an origin.
func (s *Shipment) AskValues() (needs []Need) {
	for i := range s.Lines {
		l := &s.Lines[i]
		switch {
		case l.Value == nil:
			needs = append(needs, s.ask(l, NeedValue, Words{"no value was found", "no se encontró su valor"}))
		case !l.Value.IsPos():
			needs = append(needs, s.ask(l, NeedValue, Words{"its value is " + shown(l.Value) + ": state the value for customs, also of goods that are free of charge", "su valor es " + shown(l.Value) + ": indique el valor para la aduana, también de mercancía sin cargo"}))
		}
		if l.Origin == "" {
			text := Words{"its origin is not printed", "su origen no está impreso"}
			if l.OriginPrinted != "" {
				text = Words{fmt.Sprintf("%q stands for its origin, which names no country", l.OriginPrinted), fmt.Sprintf("en su origen dice %q, que no nombra ningún país", l.OriginPrinted)}
			}
			needs = append(needs, s.ask(l, NeedOrigin, text))
		}
	}
	return needs
}

// ask makes the need of a line.
func (s *Shipment) ask(l *Line, kind NeedKind, text Words) Need {
	name := lineName(l)
	return Need{ID: string(kind) + ":" + l.ID, Kind: kind, Line: l.ID, Text: Words{
		capital(name.English) + ": " + text.English + ".", capital(name.Spanish) + ": " + text.Spanish + ".",
	}}
}

// Answer keeps the choice of a need; its error is in English and names what is wrong.
func (s *Shipment) Answer(id, choice string) error {
	at := slices.IndexFunc(s.Needs, func(n Need) bool { return n.ID == id })
	if at < 0 {
		return fmt.Errorf("no open need has the id %q", id)
	}
	need := s.Needs[at]
	if !slices.ContainsFunc(need.Choices, func(c Choice) bool { return c.Value == choice }) {
		return fmt.Errorf("%q is no choice of the need %q", choice, id)
	}
	if s.Answers == nil {
		s.Answers = map[string]string{}
	}
	s.Answers[id] = choice
	return nil
}
