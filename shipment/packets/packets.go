// Package packets draws packets of trade papers for tests: invoices, packing lists, transport documents, certificates
// and data sheets in three languages, as text or as scans, with differences planted and told.
//
// It is for tests alone: all names, numbers and goods are made up. What it draws is decided by the number of the packet.
package packets

import (
	"fmt"
	"math/rand/v2"
)

// Difference is a planted contradiction between papers.
type Difference string

// The differences that are planted.
const (
	Sum       Difference = "sum"
	Amount    Difference = "amount"
	Quantity  Difference = "quantity"
	Packages  Difference = "packages"
	Gross     Difference = "gross_weight"
	Seller    Difference = "party"
	Origin    Difference = "origin"
	Reference Difference = "reference"
)

// Differences lists all of them.
func Differences() []Difference {
	return []Difference{Sum, Amount, Quantity, Packages, Gross, Seller, Origin, Reference}
}

// Line is a line of goods as the invoice states it.
type Line struct {
	Part        string
	Description string
	Quantity    int
	Unit        string
	PriceCents  int
	Origin      string // two letters
	Code        string
	NetKg       int
	GrossKg     int
	Packages    int
}

// AmountCents is quantity × price.
func (l Line) AmountCents() int { return l.Quantity * l.PriceCents }

// Paper is a paper of a packet.
type Paper struct {
	Type  string // as shipments call it
	Pages int
}

// Packet is a packet with what is true of it.
type Packet struct {
	Number  int
	PDF     []byte
	Papers  []Paper // in the order of the file
	Lines   []Line
	Planted []Difference
	Scan    bool
	Invoice string // its number
	Lang    string // en, es or de
}

// Unread reports whether a packet was kept aside while the checks were written: every third.
func Unread(number int) bool { return number%3 == 2 }

// Count is how many packets there are.
const Count = 60

// good is something that is traded.
type good struct {
	en, es, de  string
	unit        string
	low, high   int // price in cents
	code        string
	gramsOfUnit int
}

var goods = []good{
	{"Hexagon bolts of steel M8 x 40", "Tornillos hexagonales de acero M8 x 40", "Sechskantschrauben aus Stahl M8 x 40", "PCS", 8, 40, "73181599", 22},
	{"Cotton knitted T-shirts for men", "Camisetas de punto de algodón para hombre", "T-Shirts aus Baumwolle für Herren", "PCS", 180, 650, "61091003", 170},
	{"Cordless drills 18 V with battery", "Taladros inalámbricos 18 V con batería", "Akku-Bohrschrauber 18 V mit Akku", "PCS", 2900, 8900, "84672101", 1800},
	{"Ceramic floor tiles 60 x 60 cm", "Losetas cerámicas para piso 60 x 60 cm", "Bodenfliesen aus Keramik 60 x 60 cm", "M2", 450, 1800, "69072102", 18000},
	{"LED lamps E27 9 W", "Lámparas LED E27 9 W", "LED-Lampen E27 9 W", "PCS", 60, 210, "85395201", 60},
	{"Stainless steel kitchen knives", "Cuchillos de cocina de acero inoxidable", "Küchenmesser aus Edelstahl", "PCS", 220, 990, "82119102", 140},
	{"Rubber gaskets for pumps", "Juntas de caucho para bombas", "Gummidichtungen für Pumpen", "PCS", 12, 90, "40169304", 15},
	{"Wooden office chairs", "Sillas de oficina de madera", "Bürostühle aus Holz", "PCS", 3500, 9900, "94016999", 7200},
	{"Roasted coffee in bags of 1 kg", "Café tostado en bolsas de 1 kg", "Röstkaffee in Beuteln zu 1 kg", "KG", 700, 1500, "09012101", 1000},
	{"Plastic storage boxes 40 l", "Cajas de plástico para almacenar 40 l", "Aufbewahrungsboxen aus Kunststoff 40 l", "PCS", 210, 780, "39231003", 1400},
	{"Electric motors 1.5 kW three-phase", "Motores eléctricos 1.5 kW trifásicos", "Elektromotoren 1,5 kW dreiphasig", "PCS", 8900, 19900, "85015202", 16000},
	{"Leather handbags for women", "Bolsas de mano de cuero para mujer", "Handtaschen aus Leder für Damen", "PCS", 1900, 6900, "42022101", 600},
}

var (
	sellers = []string{"Shenzhen Hailong Hardware Co., Ltd.", "Ningbo Eastwind Trading Co., Ltd.", "Hartmann Werkzeuge GmbH", "Lakeside Industrial Supply Inc.", "Comercial Andina S.A.", "Saigon Mekong Export JSC"}
	buyers  = []string{"Ferretera del Bajío, S.A. de C.V.", "Comercializadora Puerto Norte, S.A. de C.V.", "Grupo Industrial Cuatro Ríos, S.A. de C.V.", "Importadora La Cumbre, S. de R.L. de C.V."}
	origins = []struct{ iso, en, es, de string }{{"CN", "China", "China", "China"}, {"DE", "Germany", "Alemania", "Deutschland"}, {"US", "United States", "Estados Unidos", "USA"}, {"VN", "Vietnam", "Vietnam", "Vietnam"}, {"CO", "Colombia", "Colombia", "Kolumbien"}}
)

// New makes packet number, from 0.
func New(number int) (Packet, error) {
	r := rand.New(rand.NewPCG(uint64(number), 20260504)) // drawn, not secret
	d := &deal{rand: r, Packet: Packet{Number: number, Lang: []string{"en", "es", "de"}[number%3*2%3]}}
	d.Scan = number%5 == 4
	d.make()
	if err := d.draw(); err != nil {
		return Packet{}, fmt.Errorf("packet %d: %w", number, err)
	}
	return d.Packet, nil
}

// deal is a packet in the making.
type deal struct {
	Packet

	rand                  *rand.Rand
	seller, buyer         string
	origin                int
	date                  string
	packing               []Line // as the packing list states them
	gross, packages       int    // of the packing list
	totalCents            int    // as printed
	wrongAmount           int    // line whose amount is printed wrong, -1 for none
	billSeller, billRef   string
	certified             string // origin as the certificate names it
	billGross, billCount  int
	certificate, airborne bool
	design                int
}

func (d *deal) pick(n int) int { return d.rand.IntN(n) }

func (d *deal) make() {
	d.seller, d.buyer, d.origin = sellers[d.pick(len(sellers))], buyers[d.pick(len(buyers))], d.pick(len(origins))
	d.Invoice = fmt.Sprintf("%s-%d", []string{"INV", "FE", "RE", "CI"}[d.pick(4)], 10000+d.pick(89999))
	d.date = fmt.Sprintf("2026-%02d-%02d", 5+d.pick(5), 1+d.pick(28))
	d.design, d.wrongAmount, d.airborne = d.pick(3), -1, d.pick(4) == 0
	order := d.rand.Perm(len(goods))
	for i := range 2 + d.pick(9) {
		g := goods[order[i%len(order)]]
		l := Line{Part: fmt.Sprintf("%c-%d", 'A'+rune(d.pick(26)), 100+d.pick(900)), Description: d.word(g.en, g.es, g.de), Unit: g.unit, Code: g.code, Origin: origins[d.origin].iso}
		l.Quantity = []int{10, 24, 50, 100, 120, 250, 400, 1000}[d.pick(8)]
		l.PriceCents = g.low + d.pick(g.high-g.low)
		l.NetKg = max(1, l.Quantity*g.gramsOfUnit/1000)
		l.Packages = 1 + d.pick(12)
		l.GrossKg = l.NetKg + l.Packages
		d.Lines = append(d.Lines, l)
	}
	d.packing = append([]Line(nil), d.Lines...)
	for _, l := range d.Lines {
		d.totalCents += l.AmountCents()
		d.gross += l.GrossKg
		d.packages += l.Packages
	}
	d.billSeller, d.billRef, d.certified, d.billGross, d.billCount = d.seller, d.Invoice, origins[d.origin].en, d.gross, d.packages
	d.certificate = d.pick(2) == 0
	d.plant()
}

func (d *deal) word(en, es, de string) string {
	switch d.Lang {
	case "es":
		return es
	case "de":
		return de
	}
	return en
}

// plant makes no, one or two papers contradict the others.
func (d *deal) plant() {
	all := Differences()
	order := d.rand.Perm(len(all))
	for _, i := range order[:d.pick(3)] {
		l := d.pick(len(d.Lines))
		switch all[i] {
		case Sum:
			d.totalCents += 1000 + d.pick(90000)
		case Amount:
			d.wrongAmount = l
		case Quantity:
			d.packing[l].Quantity += 1 + d.pick(9)
		case Packages:
			d.billCount += 1 + d.pick(3)
		case Gross:
			d.billGross = d.gross + max(5, d.gross/20)
		case Seller:
			d.billSeller = "Pacific Orient Forwarding Ltd."
		case Origin:
			d.certificate, d.certified = true, origins[(d.origin+1)%len(origins)].en
		case Reference:
			d.certificate = true
			d.billRef = d.Invoice[:len(d.Invoice)-2] + "07"
			if d.billRef == d.Invoice {
				d.billRef = d.Invoice[:len(d.Invoice)-2] + "08"
			}
		}
		d.Planted = append(d.Planted, all[i])
	}
}
