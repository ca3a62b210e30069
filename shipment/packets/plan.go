package packets

import (
	_ "embed" // words and goods
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed words.tsv
var wordFile string

//go:embed words_other.tsv
var otherWordFile string

//go:embed goods.tsv
var goodsFile string

// languages lists the languages of packets, in the order of the columns of goods.
var languages = []string{"en", "es", "de"}

// table splits the rows of an embedded file.
func table(file string) (rows [][]string) {
	for line := range strings.Lines(file) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// wordings are the wordings of each caption and language.
func wordings(file string) map[string][]string {
	all := map[string][]string{}
	for _, row := range table(file) {
		all[row[0]+" "+row[1]] = strings.Split(row[2], "|")
	}
	return all
}

type country struct{ iso, en, es, de string }

func (c country) in(lang string) string {
	return []string{c.en, c.es, c.de}[slices.Index(languages, lang)]
}

// firm is a name with its address.
type firm struct{ name, street, city string }

// The makers of each language with the countries that their goods are of.
var (
	makers = map[string][]firm{
		"en": {{"Xiamen Goldleaf Industries Co., Ltd.", "88 Huli Avenue, Bldg 7", "Xiamen 361006, China"}, {"Mekong Delta Exports JSC", "14 Nguyen Hue Street", "Ho Chi Minh City, Vietnam"}, {"Prairie Home Supply Inc.", "2100 Commerce Drive", "Omaha, NE 68102, USA"}},
		"es": {{"Manufacturas del Cauca S.A.S.", "Carrera 8 No. 22-41", "Cali, Colombia"}, {"Talleres Ribera Norte, S.L.", "Polígono Las Eras, nave 12", "50014 Zaragoza, España"}, {"Comercial Altiplano Ltda.", "Av. Industrial 540", "Medellín, Colombia"}},
		"de": {{"Brenner & Söhne GmbH", "Fabrikstraße 19", "73730 Esslingen, Deutschland"}, {"Alpenwerk Handels AG", "Salzburger Straße 4", "5020 Salzburg, Österreich"}, {"Nordlicht Technik GmbH & Co. KG", "Am Hafen 3", "20457 Hamburg, Deutschland"}},
	}
	sources = map[string][]country{
		"en": {{"CN", "China", "China", "China"}, {"VN", "Vietnam", "Vietnam", "Vietnam"}, {"IN", "India", "India", "Indien"}},
		"es": {{"CO", "Colombia", "Colombia", "Kolumbien"}, {"ES", "Spain", "España", "Spanien"}, {"BR", "Brazil", "Brasil", "Brasilien"}},
		"de": {{"DE", "Germany", "Alemania", "Deutschland"}, {"AT", "Austria", "Austria", "Österreich"}, {"IT", "Italy", "Italia", "Italien"}},
	}
	otherMakers = map[string][]firm{
		"en": {{"Hanseong Precision Corporation", "27 Teheran-ro", "Seoul, Korea"}, {"Formosa Bright Ltd.", "No. 5, Zhongshan Rd.", "Taichung, Taiwan"}, {"Chao Phraya Trading Co., Ltd.", "Rama IV Road 909", "Bangkok, Thailand"}},
		"es": {{"Andes Manufactura SpA", "Camino Lo Boza 120", "Santiago, Chile"}, {"Rioplatense de Insumos S.A.", "Av. Belgrano 3300", "Buenos Aires, Argentina"}, {"Maya Textil, S.A.", "Zona 12, 4-50", "Guatemala, Guatemala"}},
		"de": {{"Weichsel Werke Sp. z o.o.", "ul. Portowa 8", "80-001 Danzig, Polen"}, {"Moldau Maschinen s.r.o.", "Nádražní 14", "Prag, Tschechien"}, {"Pannon Fertigung Kft.", "Gyár utca 2", "Győr, Ungarn"}},
	}
	otherSources = map[string][]country{
		"en": {{"KR", "South Korea", "Corea del Sur", "Südkorea"}, {"TW", "Taiwan", "Taiwán", "Taiwan"}, {"TH", "Thailand", "Tailandia", "Thailand"}},
		"es": {{"CL", "Chile", "Chile", "Chile"}, {"AR", "Argentina", "Argentina", "Argentinien"}, {"GT", "Guatemala", "Guatemala", "Guatemala"}},
		"de": {{"PL", "Poland", "Polonia", "Polen"}, {"CZ", "Czech Republic", "República Checa", "Tschechien"}, {"HU", "Hungary", "Hungría", "Ungarn"}},
	}
	buyers     = []firm{{"Importadora Tres Cumbres, S.A. de C.V.", "Av. Universidad 1200, Col. Del Valle", "03100 Ciudad de México, México"}, {"Distribuidora Bahía Azul, S. de R.L. de C.V.", "Blvd. Costero 455", "22880 Ensenada, B.C., México"}, {"Grupo Ferrelar del Norte, S.A. de C.V.", "Calle Zaragoza 77 Sur", "64000 Monterrey, N.L., México"}}
	warehouses = []firm{{"Almacenes Fiscales del Centro, S.A.", "Km 14.5 Carretera a Toluca", "50010 Toluca, México"}, {"Bodegas Unidas de Manzanillo, S.A.", "Puerto Interior, Lote 9", "28219 Manzanillo, Col., México"}}
	stranger   = firm{"Harbour Star Forwarding Pte. Ltd.", "1 Anson Quay", "Singapore 079903"}
	carriers   = []firm{{"Transoceanic Container Line", "Pier 4, Harbour Road", "Rotterdam"}, {"Blue Meridian Shipping", "Queens Wharf 11", "Hong Kong"}}
	airlines   = []firm{{"Aeroandes Cargo", "Cargo Terminal 2", "Bogotá"}, {"Condor Freight Airways", "Air Cargo Center 40", "Frankfurt"}}
	chambers   = []firm{{"Chamber of Industry and Trade", "Market Square 1", ""}, {"Export Promotion Council", "Trade House, 3rd floor", ""}}
)

// deal is a packet in the making.
type deal struct {
	Packet

	rand               *rand.Rand
	seed               uint64
	words              map[string][]string
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
	makers             map[string][]firm
	sources            map[string][]country
	number             int // of the papers that have none of their own
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
	return allDesigns
}

// plan decides what a packet says.
func plan(number int, seed uint64) *deal {
	d := &deal{rand: rand.New(rand.NewPCG(uint64(number), 20261127+seed)), seed: seed, words: wordings(wordFile), makers: makers, sources: sources} // drawn, not secret
	if seed > 0 {
		d.words, d.makers, d.sources = wordings(otherWordFile), otherMakers, otherSources
	}
	d.Packet = Packet{Number: number, Lang: languages[(number+number/3+number/9)%3], Scan: number/3%3 == 1, Currency: "USD", WrongAmount: -1}
	d.wording, d.design, d.cargoForm, d.originBy = d.pick(3), d.pick(d.designs()), d.pick(d.designs()), originPlace(d.pick(3))
	d.decimalComma = d.Lang == "de" || d.Lang == "es" && d.pick(3) == 0
	d.repeatHead, d.paged, d.sumsBelow, d.airborne = d.pick(2) == 0, d.pick(3) > 0, d.pick(3) == 0, d.pick(4) == 0
	if d.Lang == "de" {
		d.Currency = "EUR"
	}
	d.Incoterm = []string{"FOB", "FCA", "CIF", "EXW", "DAP"}[d.pick(5)]
	d.maker, d.origin = d.makers[d.Lang][d.pick(3)], d.sources[d.Lang][d.pick(3)]
	d.buyer, d.sent = buyers[d.pick(3)], buyers[0]
	if d.sent = d.buyer; d.pick(3) == 0 {
		d.sent = warehouses[d.pick(2)]
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
	d.plant()
	return d
}

// lines makes the goods: few on most invoices, over several pages on some.
func (d *deal) lines() {
	n := 2 + d.pick(9)
	if d.pick(5) == 0 {
		n = 22 + d.pick(30)
	}
	goods := table(goodsFile)
	order := d.rand.Perm(len(goods))
	code := d.rand.IntN(2)
	for i := range n {
		g := goods[order[i%len(goods)]]
		at := func(column int) int { v, _ := strconv.Atoi(g[column]); return v }
		l := Line{Part: fmt.Sprintf("%c%c-%d", 'A'+rune(d.pick(26)), 'A'+rune(d.pick(26)), 100+d.pick(9000)), Description: g[slices.Index(languages, d.Lang)], Unit: d.say(g[3]), Code: g[7], DutyPercent: at(8), Origin: d.origin.iso}
		if i >= len(goods) || code == 0 && d.pick(3) == 0 {
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
		d.cargoShipper = stranger
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
