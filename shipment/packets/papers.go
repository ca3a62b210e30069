package packets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// figureKeys names the columns of figures.
var figureKeys = []string{"qty", "price", "amount", "packages", "net", "gross", "cargo packages", "cargo gross", "cargo volume"}

// form holds the parts that a paper prints, whatever its design.
type form struct {
	kind, title string // type of paper
	design      int
	issuer      firm // of the letterhead
	parties     []field
	facts       []field
	columns     []column
	rows        [][]string
	sums        []field
	closing     []string
	overleaf    string // small print on the next page
	stamp       string
	below       []string // text under each row, where a design has it
	belowHead   string   // its heading
	belowAt     int      // column whose left edge it keeps
	foot        []string // sums as the last row of the table, where a design draws it apart
	footCaption string
	boxes       []field // that follow the table
	footer      string  // at the end of each page
	size        float64 // of the table's print
	of          string  // what it is of the packet; of two papers that are the same thing the later is a copy
}

// field is a caption with its value.
type field struct{ caption, value string }

// column is a column of a table; width 0 takes what the others leave.
type column struct {
	heading string
	width   float64
	figures bool
}

func (f firm) lines() string {
	return strings.TrimSpace(strings.Join([]string{f.name, f.street, f.city}, "\n"))
}

// forms are the papers of the packet, in their order.
func (d *deal) forms() (all []form) {
	for _, kind := range d.kinds {
		original := kind
		if kind == "copy" {
			original = []string{"invoice", "packing_list", "certificate_of_origin"}[d.pick(3)]
			if !d.has(original) {
				original = "invoice"
			}
		}
		f := d.form(original)
		if f.of = original; f.kind == "other" {
			f.of = fmt.Sprint(len(all))
		}
		if kind == "copy" && d.pick(2) == 0 {
			f.stamp = d.say("copy")
		}
		if d.third() {
			f.dress(d)
		}
		all = append(all, f)
	}
	return all
}

func (d *deal) form(kind string) form {
	switch kind {
	case "invoice":
		return d.invoice(d.Invoice, d.date, d.Lines[:d.split], true)
	case "second invoice":
		return d.invoice(d.secondInvoice(), d.date.AddDate(0, 0, 3), d.Lines[d.split:], false)
	case "packing_list":
		return d.packingList()
	case "bill_of_lading", "air_waybill":
		return d.cargo(kind)
	case "certificate_of_origin":
		return d.certificate()
	case "purchase_order", "delivery_note":
		return d.trade(kind)
	case "insurance", "inspection", "letter", "data sheet":
		return d.other(kind)
	}
	return form{}
}

func (d *deal) secondInvoice() string { return d.Invoice + "B" }

func (d *deal) day(t time.Time) string {
	months := map[string]string{"en": "January February March April May June July August September", "es": "enero febrero marzo abril mayo junio julio agosto septiembre", "de": "Januar Februar März April Mai Juni Juli August September"}
	month := strings.Fields(months[d.Lang])[t.Month()-1]
	switch {
	case d.third():
		return thirdDay(d.Lang, d.wording, t, month)
	case d.wording == 0:
		return t.Format(time.DateOnly)
	case d.Lang == "en" && d.wording == 1:
		return fmt.Sprintf("%s %d, %d", month, t.Day(), t.Year())
	case d.Lang == "en":
		return t.Format("02-Jan-2006")
	case d.Lang == "es" && d.wording == 1:
		return fmt.Sprintf("%d de %s de %d", t.Day(), month, t.Year())
	case d.Lang == "es":
		return t.Format("02/01/2006")
	case d.wording == 1:
		return fmt.Sprintf("%d. %s %d", t.Day(), month, t.Year())
	}
	return t.Format("02.01.2006")
}

// figure writes a number of n decimals as the packet writes them.
func (d *deal) figure(value, decimals int) string {
	scale := 1
	for range decimals {
		scale *= 10
	}
	whole := strconv.Itoa(value / scale)
	group, point := ",", "."
	if d.decimalComma {
		group, point = ".", ","
	}
	for at := len(whole) - 3; at > 0 && !d.ungrouped; at -= 3 {
		whole = whole[:at] + group + whole[at:]
	}
	if decimals == 0 {
		return whole
	}
	return fmt.Sprintf("%s%s%0*d", whole, point, decimals, value%scale)
}

func (d *deal) country(iso string) string {
	for _, c := range d.sources[d.Lang] {
		if c.iso == iso && !d.isoOrigins {
			return c.in(d.Lang)
		}
	}
	return iso
}

func (d *deal) invoice(number string, date time.Time, lines []Line, first bool) form {
	f := form{kind: "commercial_invoice", title: d.say("invoice"), design: d.design, issuer: d.maker}
	f.parties = []field{{d.say("seller"), d.maker.lines()}, {d.say("buyer"), d.buyer.lines()}}
	if d.sent != d.buyer {
		f.parties = append(f.parties, field{d.say("consignee"), d.sent.lines()})
	}
	f.facts = []field{
		{d.say("invoice no"), number}, {d.say("invoice date"), d.day(date)}, {d.say("order ref"), fmt.Sprint("PO-", d.number)},
		{d.say("terms"), d.Incoterm + " " + d.place()}, {d.say("payment"), d.say("thirty days")}, {d.say("currency"), d.Currency},
	}
	values, total := d.invoiceRows(lines, first)
	whole := total
	if first {
		whole += d.wrongCents + d.FreightCents + d.InsuranceCents
	}
	sums := map[string]string{"goods": d.say("total"), "amount": d.money(whole)}
	if first && d.FreightCents > 0 {
		f.sums = []field{{d.say("subtotal"), d.money(total)}, {d.say("freight"), d.money(d.FreightCents)}, {d.say("insurance charge"), d.money(d.InsuranceCents)}}
		sums = nil
	}
	if f.fill(d, d.invoiceKeys(), values, sums); sums == nil || !d.sumsBelow {
		f.sums = append(f.sums, field{d.totalCaption(), d.money(whole)})
	}
	switch d.originBy {
	case originFact:
		f.facts = append(f.facts, field{d.say("origin"), d.origin.in(d.Lang)})
	case originSentence:
		f.closing = append(f.closing, fmt.Sprintf(d.say("of origin"), d.origin.in(d.Lang)))
	case originColumn:
	}
	f.closing = append(f.closing, d.say("we declare"), d.say("signed"))
	return f
}

// invoiceKeys names the columns of an invoice, in their order.
func (d *deal) invoiceKeys() []string {
	keys := []string{"line", "part", "goods", "code", "origin", "qty", "unit", "price", "amount"}
	drop := []string{}
	if d.originBy != originColumn {
		drop = append(drop, "origin")
	}
	if d.wording == 1 {
		drop = append(drop, "line")
	}
	if (d.wording+d.design)%2 == 0 {
		drop = append(drop, "code")
	}
	if d.design%2 == 1 {
		keys = []string{"line", "qty", "unit", "part", "goods", "code", "origin", "price", "amount"}
	}
	switch d.order {
	case 1:
		keys = []string{"line", "code", "goods", "part", "price", "qty", "unit", "amount", "origin"}
	case 2:
		keys = []string{"part", "line", "origin", "goods", "unit", "qty", "code", "price", "amount"}
	}
	if d.third() {
		keys = thirdOrders[d.layout]
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(drop, k) })
}

// invoiceRows gives the cells of the lines of an invoice, and their sum in cents.
func (d *deal) invoiceRows(lines []Line, first bool) (values []map[string]string, total int) {
	for i, l := range lines {
		amount := l.AmountCents()
		if first && i == d.WrongAmount {
			amount += WrongAmountCents
		}
		total += amount
		values = append(values, map[string]string{"line": strconv.Itoa(i + 1), "part": l.Part, "goods": l.Description, "code": l.Code[:4] + "." + l.Code[4:6], "origin": d.country(l.Origin), "qty": d.figure(l.Quantity, 0), "unit": l.Unit, "price": d.figure(l.PriceCents, 2), "amount": d.figure(amount, 2)})
	}
	return values, total
}

// fill makes the table; sums stand below its columns where the packet does so.
func (f *form) fill(d *deal, keys []string, values []map[string]string, sums map[string]string) {
	if d.third() {
		f.thirdFill(d, keys, values, sums)
		return
	}
	widths := map[string]float64{"line": 10, "part": 23, "code": 18, "origin": 20, "qty": 18, "unit": 15, "price": 22, "amount": 26, "packages": 20, "net": 24, "gross": 24, "marks": 34, "cargo packages": 18, "cargo gross": 26, "cargo volume": 24}
	for _, key := range keys {
		f.columns = append(f.columns, column{d.say("column " + key), widths[key], slices.Contains(figureKeys, key)})
	}
	if d.sumsBelow && sums != nil {
		values = append(values, sums)
	}
	for _, row := range values {
		cells := make([]string, len(keys))
		for i, key := range keys {
			cells[i] = row[key]
		}
		f.rows = append(f.rows, cells)
	}
}

func (d *deal) packingList() form {
	f := form{kind: "packing_list", title: d.say("packing_list"), design: d.design, issuer: d.maker}
	f.parties = []field{{d.say("shipper"), d.maker.lines()}, {d.say("consignee"), d.sent.lines()}}
	invoices := d.Invoice
	if d.split < len(d.Lines) {
		invoices += ", " + d.secondInvoice()
	}
	f.facts = []field{{d.say("packing_list no"), fmt.Sprint("PL", d.number+11)}, {d.say("date"), d.day(d.date)}, {d.say("invoice ref"), invoices}}
	keys := []string{"part", "goods", "qty", "unit", "packages", "net", "gross"}
	if d.wording == 1 {
		keys = []string{"packages", "part", "goods", "qty", "unit", "net", "gross"}
	}
	if d.third() {
		keys = d.packingKeys()
	}
	net, gross, packages := d.listNet, 0, 0
	values := make([]map[string]string, len(d.packing))
	for i, l := range d.packing {
		net, gross, packages = net+l.Net, gross+l.Gross, packages+l.Packages
		carton := fmt.Sprintf("%d-%d", packages-l.Packages+1, packages)
		values[i] = map[string]string{"part": l.Part, "goods": l.Description, "qty": d.figure(l.Quantity, 0), "unit": l.Unit, "packages": strconv.Itoa(l.Packages), "net": d.figure(l.Net, 1), "gross": d.figure(l.Gross, 1), "line": strconv.Itoa(i + 1), "cartons": carton, "dims": fmt.Sprintf("%d x %d x %d", 30+d.number%40, 25+d.number%30, 20+d.number%25)}
	}
	sums := map[string]string{"goods": d.say(d.sumKey()), "packages": strconv.Itoa(packages), "net": d.figure(net, 1), "gross": d.figure(gross, 1)}
	if f.fill(d, keys, values, sums); !d.sumsBelow {
		f.sums = []field{{d.say("total packages"), strconv.Itoa(packages)}, {d.say("total net"), d.figure(net, 1) + " kg"}, {d.say("total gross"), d.figure(gross, 1) + " kg"}}
	}
	f.closing = []string{d.say("signed")}
	return f
}

// abroad is the deal as carriers write it: in English.
func (d *deal) abroad() *deal {
	other := *d
	other.Lang, other.decimalComma = "en", false
	return &other
}

func (d *deal) cargo(kind string) form {
	if d.third() {
		return d.thirdCargo(kind)
	}
	d = d.abroad()
	f := form{kind: kind, title: d.say(kind), design: d.cargoForm, issuer: d.carriers[d.number%2]}
	f.parties = []field{{d.say("bill_of_lading party"), d.cargoShipper.lines()}, {d.say("consignee"), d.sent.lines()}, {d.say("notify"), d.buyer.lines()}}
	terms := d.say("collect")
	if d.prepaid {
		terms = d.say("prepaid")
	}
	sailed := d.day(d.date.AddDate(0, 0, 6))
	if kind == "air_waybill" {
		f.issuer = d.airlines[d.number%2]
		f.facts = []field{{d.say("air_waybill no"), fmt.Sprintf("172-%08d", 41000000+d.number)}, {d.say("departure"), "Frankfurt"}, {d.say("destination"), "Mexico City"}, {d.say("flight"), "AC 4" + strconv.Itoa(d.number%90+10) + " / " + sailed}, {d.say("freight terms"), terms}}
	} else {
		f.facts = []field{{d.say("bill_of_lading no"), fmt.Sprintf("TCLU%d", 700000+d.number)}, {d.say("vessel"), "MERIDIAN STAR"}, {d.say("voyage"), strconv.Itoa(d.number%90+10) + "W"}, {d.say("loading"), "Hamburg"}, {d.say("discharge"), "Manzanillo"}, {d.say("aboard"), sailed}, {d.say("freight terms"), terms}}
	}
	goods := d.Lines[0].Description
	if len(d.Lines) > 1 {
		goods += " and other goods"
	}
	row := map[string]string{"marks": "TCLU 482913-" + strconv.Itoa(d.number%10), "cargo packages": strconv.Itoa(d.cargoCount), "contents": goods, "cargo gross": d.figure(d.cargoGross, 1), "cargo volume": d.figure(d.cargoGross/2+7, 2)}
	f.fill(d, []string{"marks", "cargo packages", "contents", "cargo gross", "cargo volume"}, []map[string]string{row}, nil)
	f.sums = []field{{d.say("total packages"), strconv.Itoa(d.cargoCount)}, {d.say("total gross"), d.figure(d.cargoGross, 1) + " kg"}}
	f.closing = []string{d.say("carrier signs")}
	if d.number%3 == 0 {
		f.overleaf = d.say("conditions")
	}
	return f
}

func (d *deal) certificate() form {
	if d.number%2 == 0 {
		d = d.abroad()
	}
	lang := d.Lang
	f := form{kind: "certificate_of_origin", title: d.say("certificate_of_origin"), design: (d.cargoForm + 1) % d.designs(), issuer: d.chambers[d.number%2]}
	f.parties = []field{{d.say("seller"), d.maker.lines()}, {d.say("consignee"), d.buyer.lines()}}
	f.facts = []field{{d.say("certificate_of_origin no"), fmt.Sprint("CO-", d.number+5000)}, {d.say("date"), d.day(d.date.AddDate(0, 0, 2))}, {d.say("invoice ref"), d.certifiedRef}}
	keys := []string{"goods", "packages", "gross"}
	if d.originBy == originColumn {
		keys = []string{"goods", "origin", "packages", "gross"}
	} else {
		f.facts = append(f.facts, field{d.say("origin"), d.certified.in(lang)})
	}
	var values []map[string]string
	for _, l := range d.Lines {
		origin := l.Origin
		for _, c := range slices.Concat(d.sources["en"], d.sources["es"], d.sources["de"]) {
			if c.iso == l.Origin {
				origin = c.in(lang)
			}
		}
		values = append(values, map[string]string{"goods": l.Description, "origin": origin, "packages": strconv.Itoa(l.Packages), "gross": d.figure(l.Gross, 1)})
	}
	f.fill(d, keys, values, nil)
	f.closing = []string{d.say("certifies")}
	if d.third() {
		f.numbered(d)
	}
	return f
}

// trade is an order or a delivery note: the goods without their price, or with it.
func (d *deal) trade(kind string) form {
	f := form{kind: kind, title: d.say(kind), design: d.design, issuer: d.maker}
	f.facts = []field{{d.say(kind + " no"), fmt.Sprint("PO-", d.number)}, {d.say("date"), d.day(d.date.AddDate(0, -1, 0))}}
	keys, note := []string{"part", "goods", "qty", "unit", "price"}, "please deliver"
	if kind == "purchase_order" {
		f.issuer, f.design = d.buyer, (d.design+2)%d.designs()
		f.parties = []field{{d.say("seller"), d.maker.lines()}, {d.say("consignee"), d.sent.lines()}}
	} else {
		keys, note = []string{"part", "goods", "qty", "unit"}, "received"
		f.facts = []field{{d.say(kind + " no"), fmt.Sprint("LS", d.number+300)}, {d.say("date"), d.day(d.date.AddDate(0, 0, 1))}, {d.say("order ref"), fmt.Sprint("PO-", d.number)}}
		f.parties = []field{{d.say("consignee"), d.sent.lines()}}
	}
	var values []map[string]string
	for _, l := range d.Lines {
		values = append(values, map[string]string{"part": l.Part, "goods": l.Description, "qty": d.figure(l.Quantity, 0), "unit": l.Unit, "price": d.figure(l.PriceCents, 2)})
	}
	f.fill(d, keys, values, nil)
	f.closing = []string{d.say(note)}
	return f
}

// other is a paper that no entry is made of.
func (d *deal) other(kind string) form {
	f := form{kind: "other", title: d.say(kind), design: d.pick(d.designs()), issuer: d.maker}
	text := map[string]string{"insurance": "insured text", "inspection": "inspected text", "letter": "letter text", "data sheet": "sheet text"}[kind]
	f.closing = []string{d.say(text)}
	if kind == "data sheet" {
		l := d.Lines[d.pick(len(d.Lines))]
		f.facts = []field{{d.say("column part"), l.Part}, {d.say("column goods"), l.Description}}
		return f
	}
	f.facts = []field{{d.say("other no"), fmt.Sprint("R-", d.number+d.pick(900))}, {d.say("date"), d.day(d.date.AddDate(0, 0, 4))}, {d.say("invoice ref"), d.Invoice}}
	f.parties = []field{{d.say("consignee"), d.buyer.lines()}}
	return f
}
