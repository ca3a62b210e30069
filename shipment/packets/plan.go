package packets

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// deal is a packet in the making.
type deal struct {
	Packet
	cast
	style

	rand               *rand.Rand
	seed               uint64
	wording            int
	design, cargoForm  int // of the seller's papers, and of the others
	maker, buyer, sent firm
	decimalComma       bool
	originBy           originPlace
	origin             country
	date               time.Time
	split              int // lines of the first invoice; the rest stand on a second one
	airborne           bool
	repeatHead, paged  bool
	sumsBelow          bool // in the table, below their columns
	isoOrigins         bool // origins of lines are printed by their two letters
	order              int  // of the columns of an invoice
	number             int  // of the papers that have none of their own
	kinds              []string

	packing      []Line // as the packing list states them
	wrongCents   int    // by how much the printed total is off
	listNet      int    // added to the net weight of the packing list
	cargoShipper firm
	cargoGross   int
	cargoCount   int
	certified    country
	certifiedRef string
	prepaid      bool
}

// originPlace is where an invoice states the origin.
type originPlace int

const (
	originColumn originPlace = iota
	originFact
	originSentence
)

func (d *deal) pick(n int) int { return d.rand.IntN(n) }

// say is the wording of a caption in the language of the packet, or in English where that has none.
func (d *deal) say(key string) string {
	for _, lang := range []string{d.Lang, "en"} {
		if all := d.words[key+" "+lang]; all != nil && d.seed == 0 {
			return all[d.wording]
		} else if all != nil {
			return all[d.mixed(key, len(all))]
		}
	}
	panic("no words for " + key)
}

// mixed is one of n for a caption, the same on all papers of a packet.
func (d *deal) mixed(key string, n int) int {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, key, d.Number, d.seed)
	return int(h.Sum64() >> 1 % uint64(n))
}

// designs is how many designs there are.
func (d *deal) designs() int {
	if d.seed == 0 {
		return designStacked
	}
	return allDesigns // papers of the third pool change theirs afterwards
}

// plan decides what a packet says.
func plan(number int, seed uint64) *deal {
	d := &deal{rand: rand.New(rand.NewPCG(uint64(number), 20261127+seed)), seed: seed, cast: castOf(seed)} // drawn, not secret
	d.Packet = Packet{Number: number, Lang: languages[(number+number/3+number/9)%3], Scan: number/3%3 == 1, Currency: "USD", WrongAmount: -1}
	d.wording, d.design, d.cargoForm, d.originBy = d.pick(3), d.pick(d.designs()), d.pick(d.designs()), originPlace(d.pick(3))
	d.decimalComma = d.Lang == "de" || d.Lang == "es" && d.pick(3) == 0
	d.repeatHead, d.paged, d.sumsBelow, d.airborne = d.pick(2) == 0, d.pick(3) > 0, d.pick(3) == 0, d.pick(4) == 0
	if d.Lang == "de" {
		d.Currency = "EUR"
	}
	d.Incoterm = []string{"FOB", "FCA", "CIF", "EXW", "DAP"}[d.pick(5)]
	d.maker, d.origin = d.makers[d.Lang][d.pick(3)], d.sources[d.Lang][d.pick(3)]
	d.buyer, d.sent = d.buyers[d.pick(3)], d.buyers[0]
	if d.sent = d.buyer; d.pick(3) == 0 {
		d.sent = d.warehouses[d.pick(2)]
	}
	d.date = time.Date(2026, time.Month(3+d.pick(6)), 1+d.pick(28), 0, 0, 0, 0, time.UTC)
	d.number = 1000 + d.pick(8000)
	d.Invoice = fmt.Sprintf("%s%d", []string{"INV-", "A", "EXP/26/", "26-"}[d.pick(4)], 10000+d.pick(80000))
	d.lines()
	d.gather()
	d.cargoShipper, d.certified, d.certifiedRef, d.packing = d.maker, d.origin, d.Invoice, slices.Clone(d.Lines)
	for _, l := range d.Lines {
		d.cargoGross, d.cargoCount = d.cargoGross+l.Gross, d.cargoCount+l.Packages
	}
	d.prepaid = d.Incoterm == "CIF" || d.Incoterm == "DAP"
	if (d.Incoterm == "FOB" || d.Incoterm == "FCA") && d.pick(3) == 0 && d.split == len(d.Lines) {
		d.FreightCents, d.InsuranceCents = 10000+100*d.pick(900), 2000+100*d.pick(60)
		d.prepaid = true
	}
	if seed > 0 {
		d.isoOrigins, d.order = d.pick(3) == 0, d.pick(3)
	}
	if d.third() {
		d.style = d.restyle()
	}
	d.plant()
	return d
}

// lines makes the goods: few on most invoices, over several pages on some.
func (d *deal) lines() {
	n := 2 + d.pick(9)
	if d.pick(5) == 0 {
		n = 22 + d.pick(30)
	}
	order := d.rand.Perm(len(d.goods))
	code := d.rand.IntN(2)
	for i := range n {
		g := d.goods[order[i%len(d.goods)]]
		at := func(column int) int { v, _ := strconv.Atoi(g[column]); return v }
		l := Line{Part: fmt.Sprintf("%c%c-%d", 'A'+rune(d.pick(26)), 'A'+rune(d.pick(26)), 100+d.pick(9000)), Description: g[slices.Index(languages, d.Lang)], Unit: d.say(g[3]), Code: g[7], DutyPercent: at(8), Origin: d.origin.iso}
		if i >= len(d.goods) || code == 0 && d.pick(3) == 0 {
			l.Description += ", " + []string{"mod. ", "type ", "ref. "}[d.pick(3)] + strconv.Itoa(10+d.pick(90))
		}
		if d.originBy == originColumn && d.pick(3) == 0 {
			l.Origin = d.sources[d.Lang][d.pick(3)].iso
		}
		l.Quantity = []int{12, 25, 48, 100, 150, 240, 500, 1200}[d.pick(8)]
		l.PriceCents = at(4) + d.pick(at(5)-at(4))
		l.Net = max(1, l.Quantity*at(6)/100)
		l.Packages = 1 + d.pick(14)
		l.Gross = l.Net + 4*l.Packages + l.Net/50
		d.Lines = append(d.Lines, l)
	}
	if d.split = len(d.Lines); len(d.Lines) > 3 && d.pick(5) == 0 {
		d.split = 2 + d.pick(len(d.Lines)-3)
	}
}

// gather chooses the papers: 2 to 12, the invoice first.
func (d *deal) gather() {
	n := 2 + d.Number*5%11
	cargo := "bill_of_lading"
	if d.airborne {
		cargo = "air_waybill"
	}
	d.kinds = []string{"invoice"}
	if d.split < len(d.Lines) {
		d.kinds = append(d.kinds, "second invoice")
	}
	d.kinds = append(d.kinds, "packing_list", cargo, "certificate_of_origin")
	rest := []string{"purchase_order", "delivery_note", "data sheet", "data sheet", "insurance", "inspection", "letter", "copy", "copy", "data sheet"}
	for _, i := range d.rand.Perm(len(rest)) {
		d.kinds = append(d.kinds, rest[i])
	}
	d.kinds = d.kinds[:max(n, slices.Index(d.kinds, "packing_list"))]
	if d.pick(3) == 0 { // as they came out of the envelope
		d.rand.Shuffle(len(d.kinds), func(a, b int) { d.kinds[a], d.kinds[b] = d.kinds[b], d.kinds[a] })
	}
}

func (d *deal) has(kind string) bool { return slices.Contains(d.kinds, kind) }

// plant makes no, one or two papers contradict the others.
func (d *deal) plant() {
	all := Differences()
	wanted := d.pick(3)
	for _, i := range d.rand.Perm(len(all)) {
		if len(d.Planted) < wanted && d.plants(all[i]) {
			d.Planted = append(d.Planted, all[i])
		}
	}
}

// plants makes a difference, where the papers are there that it is between.
func (d *deal) plants(difference Difference) bool {
	l := d.pick(d.split)
	list, certificate := d.has("packing_list"), d.has("certificate_of_origin")
	cargo := d.has("bill_of_lading") || d.has("air_waybill")
	switch {
	case difference == Sum:
		d.wrongCents += 1000 + d.pick(90000)
	case difference == Amount && d.WrongAmount < 0:
		d.WrongAmount = l
	case difference == Quantity && list && !slices.Contains(d.Planted, Unit):
		d.packing[l].Quantity += 1 + d.pick(9)
	case difference == Unit && list && !slices.Contains(d.Planted, Quantity):
		d.packing[l].Unit = "m2"
	case difference == Packages && list && cargo:
		d.cargoCount += 1 + d.pick(3)
	case difference == Gross && list && cargo:
		d.cargoGross += max(50, d.cargoGross/20)
	case difference == Net && list:
		for _, l := range d.Lines {
			d.listNet += l.Gross - l.Net
		}
		d.listNet += 500
	case difference == Party && cargo:
		d.cargoShipper = d.stranger
	case difference == Origin && certificate && d.originBy != originColumn:
		d.certified = country{"PE", "Peru", "Perú", "Peru"}
	case difference == Reference && certificate && d.split == len(d.Lines):
		d.certifiedRef = d.Invoice[:len(d.Invoice)-2] + map[bool]string{true: "08", false: "07"}[strings.HasSuffix(d.Invoice, "07")]
	case difference == Freight && cargo && d.FreightCents == 0:
		d.prepaid = !d.prepaid
	default:
		return false
	}
	return true
}
