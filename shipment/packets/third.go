package packets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// style holds what the papers of the third pool vary in beside their words.
type style struct {
	trading    int  // design of the seller's papers
	ordering   int  // of the buyer's
	lading     int  // of the transport document
	certifying int  // of the certificate
	layout     int  // order of columns
	merged     bool // quantity and unit share a cell
	inBelow    bool // code and origin stand below the description
	precise    bool // prices have four decimals
	fractions  bool // quantities have two
	ungrouped  bool // thousands are not set apart
	inBody     bool // the terms of freight stand in the body of the transport document
	narrow     bool // descriptions take two lines
	money      moneyPlace
}

// moneyPlace is where an invoice states its currency beside the amounts.
type moneyPlace int

const (
	moneyHeading moneyPlace = iota // above the columns
	moneySums                      // before each sum
	moneyCells                     // as a symbol at each amount
)

// The orders of columns of invoices and of packing lists.
var (
	thirdOrders = [][]string{
		{"line", "part", "goods", "code", "origin", "qty", "unit", "price", "amount"},
		{"part", "goods", "origin", "code", "qty", "unit", "price", "amount"},
		{"line", "qty", "unit", "part", "goods", "code", "origin", "price", "amount"},
		{"line", "goods", "part", "qty", "unit", "price", "amount", "code", "origin"},
	}
	thirdPackings = [][]string{
		{"cartons", "packages", "part", "goods", "qty", "unit", "net", "gross"},
		{"line", "part", "goods", "qty", "unit", "packages", "gross", "net"},
		{"cartons", "packages", "part", "goods", "qty", "unit", "net", "gross", "dims"},
		{"part", "goods", "packages", "qty", "unit", "net", "gross"},
	}
)

// packingKeys names the columns of a packing list, in their order.
func (d *deal) packingKeys() []string {
	return slices.DeleteFunc(slices.Clone(thirdPackings[d.layout]), func(k string) bool {
		return k == "packages" && d.layout == 2 && !d.sumsBelow // the ranges tell how many, and the sum below
	})
}

// third reports whether the packet is of the third pool.
func (d *deal) third() bool { return d.seed >= thirdSeed }

// restyle chooses how the papers of the third pool look.
func (d *deal) restyle() style {
	d.isoOrigins = d.pick(5) == 0
	if home := slices.Index(d.sources[d.Lang], d.origin); d.pick(3) > 0 { // most sell goods of their own country
		d.maker = d.makers[d.Lang][home]
		d.cargoShipper = d.maker
	}
	s := style{trading: designGrid + d.pick(5), lading: designLading + d.pick(2), certifying: []int{designNumbered, designNumbered, designGrid, designSheet}[d.pick(4)], layout: d.pick(4), money: moneyPlace(d.pick(3))}
	s.ordering = designGrid + (s.trading-designGrid+1+d.pick(4))%5
	s.merged, s.inBelow, s.precise, s.fractions, s.ungrouped, s.inBody, s.narrow = d.pick(3) == 0, d.pick(3) > 0, d.pick(4) == 0, d.pick(6) == 0, d.pick(8) == 0, d.pick(3) == 0, d.pick(3) == 0
	return s
}

func thirdDay(lang string, wording int, t time.Time, month string) string {
	short := string([]rune(month)[:3])
	switch lang + strconv.Itoa(wording) {
	case "en0":
		return fmt.Sprintf("%d %s %d", t.Day(), month, t.Year())
	case "en1":
		return fmt.Sprintf("%s. %02d, %d", strings.ToUpper(short), t.Day(), t.Year())
	case "en2":
		return t.Format("2006/01/02")
	case "es0":
		return t.Format("02.01.2006")
	case "es1":
		return fmt.Sprintf("%d de %s del %d", t.Day(), month, t.Year())
	case "es2":
		return fmt.Sprintf("%02d-%s-%d", t.Day(), short, t.Year())
	case "de0":
		return t.Format("02.01.06")
	case "de1":
		return fmt.Sprintf("%02d. %s %d", t.Day(), month, t.Year())
	}
	return t.Format("02-01-2006")
}

// place is the place of the terms of delivery.
func (d *deal) place() string {
	if !d.third() {
		return map[string]string{"FOB": "Hamburg", "FCA": "Frankfurt", "CIF": "Manzanillo", "EXW": "works", "DAP": "Monterrey"}[d.Incoterm]
	}
	port, airport, _ := d.ports()
	place := map[string]string{"FOB": port, "FCA": airport, "CIF": "Veracruz", "EXW": map[string]string{"en": "our factory", "es": "planta", "de": "ab Werk"}[d.Lang], "DAP": "Zapopan"}[d.Incoterm]
	if d.wording == 2 {
		place += " (Incoterms 2020)"
	}
	return place
}

// ports are where goods of makers of a language leave, and where they arrive.
func (d *deal) ports() (port, airport, arrival string) {
	leaving := map[string][]string{"en": {"Yokohama", "Osaka"}, "es": {"Guayaquil", "Montevideo"}, "de": {"Rotterdam", "Zürich"}}[d.Lang]
	return leaving[0], leaving[1], []string{"Veracruz", "Altamira", "Lázaro Cárdenas"}[d.number%3]
}

// money writes a sum, with its currency where the packet prints that beside sums.
func (d *deal) money(cents int) string {
	text := d.figure(cents, 2)
	switch {
	case !d.third() || d.style.money == moneyHeading:
		return text
	case d.style.money == moneySums && d.Lang == "de":
		return text + " " + d.Currency
	case d.style.money == moneySums:
		return d.Currency + " " + text
	case d.Currency == "EUR":
		return text + " €"
	}
	return "$" + text
}

func (d *deal) totalCaption() string {
	switch {
	case !d.third():
		return d.say("total") + " " + d.Currency
	case d.style.money == moneySums:
		return d.say("total")
	}
	return d.say("total") + " (" + d.Currency + ")"
}

// sumKey names the words for the last row of a packing list.
func (d *deal) sumKey() string {
	if d.third() {
		return "sum"
	}
	return "total"
}

// designOf is the design of a kind of paper of the third pool.
func (d *deal) designOf(kind string) int {
	switch kind {
	case "bill_of_lading", "air_waybill":
		return d.lading
	case "certificate_of_origin":
		return d.certifying
	case "purchase_order":
		return d.ordering
	}
	return d.trading
}

// dress gives a paper its design.
func (f *form) dress(d *deal) {
	f.design = d.designOf(f.kind)
	if f.kind == "other" {
		f.design = designGrid + (d.trading-designGrid+len(f.title))%5
	}
	if f.design == designLetter {
		f.footer = strings.ReplaceAll(d.say("footer"), `\n`, "\n")
	}
}

// thirdFill makes the table of a paper of the third pool.
func (f *form) thirdFill(d *deal, keys []string, values []map[string]string, sums map[string]string) {
	var below []string
	switch design := d.designOf(f.kind); {
	case design == designPrintout && f.kind != "certificate_of_origin":
		below = []string{"goods", "code", "origin"}
		f.belowHead = d.say("column goods")
	case (design == designLetter || design == designBand) && d.inBelow:
		below = []string{"code", "origin"}
	}
	below = slices.DeleteFunc(below, func(k string) bool { return !slices.Contains(keys, k) })
	merged := d.merged && slices.Contains(keys, "unit")
	keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
		return slices.Contains(below, k) || k == "unit" && merged
	})
	if f.belowAt = slices.Index(keys, "goods"); f.belowAt < 0 {
		f.belowAt = 1
	}
	for _, key := range keys {
		f.columns = append(f.columns, column{d.heading(f.kind, key), 0, slices.Contains(figureKeys, key)})
	}
	for _, row := range values {
		d.finish(row, merged)
		cells := make([]string, len(keys))
		for i, key := range keys {
			cells[i] = row[key]
		}
		f.rows = append(f.rows, cells)
		if len(below) > 0 {
			f.below = append(f.below, d.belowText(row, below))
		}
	}
	if sums == nil || !d.sumsBelow {
		return
	}
	f.footCaption = sums["goods"]
	for _, key := range keys {
		text := sums[key]
		if key == "goods" {
			text = ""
		}
		f.foot = append(f.foot, text)
	}
}

// heading is the heading of a column; those of amounts name the currency where the packet does so.
func (d *deal) heading(kind, key string) string {
	text := d.say("column " + key)
	if d.style.money == moneyHeading && (key == "price" || key == "amount") && kind == "commercial_invoice" {
		return text + map[bool]string{true: " (" + d.Currency + ")", false: "\n" + d.Currency}[d.number%2 == 0]
	}
	return text
}

// finish writes the figures of a row as the packet does.
func (d *deal) finish(row map[string]string, merged bool) {
	point := map[bool]string{true: ",", false: "."}[d.decimalComma]
	if d.fractions && row["qty"] != "" {
		row["qty"] += point + "00"
	}
	if merged {
		row["qty"] += " " + row["unit"]
	}
	if d.precise && row["price"] != "" {
		row["price"] += "00"
	}
	for _, key := range []string{"price", "amount"} {
		switch {
		case row[key] == "" || d.style.money != moneyCells:
		case d.Currency == "EUR":
			row[key] += " €"
		default:
			row[key] = "$" + row[key]
		}
	}
}

// belowText is the text below a row: the description on a line of its own, the rest beside each other with captions.
func (d *deal) belowText(row map[string]string, keys []string) string {
	var lines, rest []string
	for _, key := range keys {
		if key == "goods" {
			lines = append(lines, row[key])
		} else {
			rest = append(rest, d.say("column "+key)+": "+row[key])
		}
	}
	if len(rest) > 0 {
		lines = append(lines, strings.Join(rest, "   "))
	}
	return strings.Join(lines, "\n")
}

// thirdCargo is a transport document as carriers print it: a form of boxes, in English.
func (d *deal) thirdCargo(kind string) form {
	port, airport, arrival := d.ports()
	d = d.abroad()
	f := form{kind: kind, title: d.say(kind), issuer: d.carriers[d.number%2]}
	f.parties = []field{{d.say("bill_of_lading party"), d.cargoShipper.lines()}, {d.say("cargo consignee"), d.sent.lines()}, {d.say("notify"), d.buyer.lines()}}
	terms := d.say("collect")
	if d.prepaid {
		terms = d.say("prepaid")
	}
	sailed, from := d.day(d.date.AddDate(0, 0, 6)), port
	booking := field{d.say("booking"), "BKG" + strconv.Itoa(d.number*7+30011)}
	if kind == "air_waybill" {
		f.issuer, from = d.airlines[d.number%2], airport
		f.facts = []field{{d.say("air_waybill no"), fmt.Sprintf("230-%08d", 57000000+d.number)}, booking, {d.say("departure"), airport}, {d.say("flight"), "KR" + strconv.Itoa(d.number%90+700) + " / " + sailed}, {d.say("destination"), "MEX Ciudad de México"}}
	} else {
		vessel := []string{"MV CORAL HORIZON", "PACIFIC LARK", "NORDIC SPRUCE"}[d.number%3]
		f.facts = []field{{d.say("bill_of_lading no"), fmt.Sprintf("PCLMX%07d", 2600000+d.number)}, booking, {d.say("vessel"), vessel}, {d.say("voyage"), "0" + strconv.Itoa(d.number%90+10) + "E"}, {d.say("loading"), port}, {d.say("discharge"), arrival}, {d.say("delivery place"), arrival + ", Mexico"}, {d.say("aboard"), sailed}}
	}
	var goods []string
	for _, l := range d.Lines[:min(3, len(d.Lines))] {
		goods = append(goods, l.Description)
	}
	contents := strings.Join(goods, "\n")
	if len(d.Lines) > 3 {
		contents += "\nAND OTHER GOODS AS PER INVOICE"
	}
	if d.inBody {
		contents += "\n\n" + terms
	} else {
		f.boxes = append(f.boxes, field{d.say("freight terms"), terms})
	}
	gross, count := d.figure(d.cargoGross, 1)+" KGS", strconv.Itoa(d.cargoCount)+" "+d.say("cartons")
	row := map[string]string{"marks": "PCLU 730158-" + strconv.Itoa(d.number%10) + "\nSEAL " + strconv.Itoa(d.number+88000), "cargo packages": count, "contents": contents, "cargo gross": gross, "cargo volume": d.figure(d.cargoGross/2+7, 2) + " CBM"}
	keys := []string{"marks", "cargo packages", "contents", "cargo gross", "cargo volume"}
	if d.layout%2 == 1 {
		keys = []string{"cargo packages", "marks", "contents", "cargo gross", "cargo volume"}
	}
	issued := d.say("issued at")
	if kind == "air_waybill" {
		keys, issued = []string{"cargo packages", "cargo gross", "contents", "cargo volume"}, d.say("executed at")
	}
	f.fill(d, keys, []map[string]string{row}, nil)
	f.sums = []field{{d.say("total packages"), count}, {d.say("total gross"), gross}}
	f.boxes = append(f.boxes, field{issued, from + ", " + sailed})
	if kind == "bill_of_lading" {
		f.boxes = append(f.boxes, field{d.say("originals"), "THREE (3)"})
	}
	f.closing = []string{d.say("carrier signs")}
	if d.number%3 == 0 {
		f.overleaf = d.say("conditions")
	}
	return f
}

// numbered gives a certificate its further boxes, and its numbers where its design has them.
func (f *form) numbered(d *deal) {
	mode := "by sea"
	if d.airborne {
		mode = "by air"
	}
	f.parties[0].caption, f.parties[1].caption = d.say("certificate exporter"), d.say("certificate consignee")
	f.facts = append(f.facts, field{d.say("mode"), d.say(mode)}, field{d.say("remarks"), "---"})
	if d.certifying != designNumbered {
		return
	}
	n := 0
	next := func(text string) string {
		n++
		return fmt.Sprintf("%d. %s", n, text)
	}
	for i := range f.parties {
		f.parties[i].caption = next(f.parties[i].caption)
	}
	for i := range f.facts {
		if i > 1 { // the number and the date stand beside the title
			f.facts[i].caption = next(f.facts[i].caption)
		}
	}
	for i := range f.columns {
		f.columns[i].heading = next(f.columns[i].heading)
	}
	f.closing[0] = next(f.closing[0])
}
