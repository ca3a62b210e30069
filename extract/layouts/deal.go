package layouts

import (
	"fmt"
	"strings"
	"time"
)

// fact is something a document says: the field, its value as JSON has it, and the print.
type fact struct {
	key   string
	value any
	text  string
}

// record is a row of a list, by the names of its columns.
type record map[string]fact

// deal holds the facts that a document states. They are made when they are asked for and stay the same.
type deal struct {
	dice
	*design
	parties map[string]party
	facts   map[string]fact
	base    time.Time
	lines   []line
	sums    sums
}

func newDeal(g *design, d dice) *deal {
	x := &deal{dice: d, design: g, parties: map[string]party{}, facts: map[string]fact{}}
	x.base = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, d.n("day", 4500))
	if !g.kind.prose {
		x.lines = x.newLines()
	}
	x.sums = x.newSums()
	return x
}

// party is who plays a role; the issuer is of the layout's country.
func (x *deal) party(role string) party {
	if p, known := x.parties[role]; known {
		return p
	}
	at := x.home
	abroad := x.kind.sums == "trade" || x.kind.sums == noSums && x.kind.name != statement
	if role != x.kind.issuer && (x.dice.chance("abroad "+role, 25) || abroad && x.dice.chance("abroad "+role, 70)) {
		at = pick(x.dice, "country "+role, x.lib.places)
	}
	d := x.dice.of("party " + role)
	if role == x.kind.issuer { // documents of one layout have one issuer
		d = x.design.dice.of("issuer")
	}
	p := newParty(x.lib, d, role, at, x.lang)
	x.parties[role] = p
	return p
}

// fact is the value of a field of the document's head or foot.
func (x *deal) fact(key string) fact {
	if f, known := x.facts[key]; known {
		return f
	}
	f := x.invent(key)
	f.key = key
	x.facts[key] = f
	return f
}

func text(s string) fact { return fact{value: s, text: s} }

func (x *deal) invent(key string) fact {
	if f, ok := x.sums.fact(key); ok {
		return f
	}
	switch x.lib.fields[key].sort {
	case "date":
		return x.day(x.base.AddDate(0, 0, offset(x.dice, key)))
	case "currency":
		return text(x.currency)
	case "id":
		return text(x.id(key))
	case "number":
		return x.measure(key)
	}
	return text(x.words(key))
}

func (x *deal) day(day time.Time) fact {
	return fact{value: day.Format(time.DateOnly), text: printDate(day, x.dates, x.lang)}
}

// offset is how many days from the document's date another date lies.
func offset(d dice, key string) int {
	switch key {
	case "due_date", "valid_until":
		return d.between("offset "+key, 7, 120)
	case "arrival_date":
		return d.between("offset "+key, 2, 40)
	case "order_date":
		return -d.between("offset "+key, 2, 60)
	case "period_start":
		return -d.between("offset "+key, 28, 92)
	case "period_end":
		return -d.n("offset "+key, 2)
	case "delivery_date", "onboard_date":
		return d.between("offset "+key, -9, 9)
	}
	return 0
}

// id is a number of a field in the form its layout gives it.
func (x *deal) id(key string) string {
	switch key {
	case "container":
		return x.dice.fill(key, "@@@U#######")
	case "hs":
		return x.dice.fill(key, pick(x.design.dice, "hs form", []string{"########", "####.##.##", "####.##", "######"}))
	case "access_key":
		return x.dice.fill(key, pick(x.design.dice, key, []string{strings.TrimSpace(strings.Repeat("#### ", 11)), strings.Repeat("#", 44),
			"########-@@@@-####-@#@#-############", "##############"}))
	case "truck_plate":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"@@@-####", "@@ @@ ###", "@@###@@", "##-@@@-#"}))
	case "awb.number":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"###-########", "### #### ####"}))
	case "declaration.number":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"## ## #### #######", "##@@##############@#", "###-#######-#", "##/#######-#"}))
	case "flight":
		return x.dice.fill(key, "@@###")
	case "serie":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"#", "@", "00#", "@@"}))
	case "account":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"#########", "####-######-#", "## #### ####"}))
	}
	year := x.base.Format(pick(x.design.dice, "year "+key, []string{"2006", "06"}))
	form := pick(x.design.dice, "form "+key, []string{"######", "@@-%Y-####", "%Y/####", "@@@#####", "###-%Y", "########", "%Y-#####", "@-####/##", "@@ ######", "#.###.###", "@@/@@@/%Y/###", "#####"})
	return x.dice.fill(key, strings.ReplaceAll(form, "%Y", year))
}

// words are the texts of fields that are neither numbers nor dates.
func (x *deal) words(key string) string {
	for part, fields := range map[string]string{"term": "payment_terms", "method": "payment_method", "mode": "transport_mode", "freight": "freight_terms",
		"nature": "nature", "criterion": "criterion"} {
		if fields == key {
			return pick(x.dice, key, x.lib.parts[part][x.lang])
		}
	}
	other := pick(x.dice, key, x.lib.places)
	city, _, _ := strings.Cut(pick(x.dice, key+" city", other.cities), ", ")
	if x.dice.chance(key+" upper", 40) {
		city = strings.ToUpper(city)
	}
	switch key {
	case "origin", "destination", "export_country":
		return other.names[x.lang]
	case "incoterm":
		term := pick(x.dice, key, []string{"FOB", "CIF", "EXW", "DAP", "FCA", "CPT", "CIP", "DDP", "CFR"})
		return pick(x.design.dice, key, []string{term, term + " " + city, term + " " + city + " (Incoterms 2020)"})
	case "pol", "pod", "receipt_place", "delivery_place":
		return pick(x.design.dice, "port form", []string{city, city + ", " + strings.ToUpper(other.names[x.lang]), city + ", " + other.code})
	case "issue_place":
		return city
	case "vessel":
		return strings.ToUpper(pick(x.dice, key, []string{"MV ", "MS ", ""}) + coin(x.dice, key))
	case "originals":
		return pick(x.dice, key, []string{"3", "THREE (3)", "3/3", "ZERO", "2"})
	case "contact", "cashier":
		return person(x.dice, key)
	case "regime":
		return pick(x.dice, key, []string{"A1", "IM 4", "EX 1", "40 00", "C1", "IMD"})
	case "office":
		return x.dice.fill(key, pick(x.design.dice, key, []string{"##-#", "DE00####", "###", "####"})) + pick(x.design.dice, key+" place", []string{"", " " + city})
	case "time":
		return clock(x.dice.of(key))
	case "marks":
		return strings.ToUpper(coin(x.dice, key)) + fmt.Sprintf(" %d-%d", 1, x.dice.between(key+" to", 2, 900))
	case "project":
		return coin(x.dice, key) + x.dice.fill(key+" n", " ##")
	}
	return coin(x.dice, key)
}

// measure is a number of the head that no line adds up to.
func (x *deal) measure(key string) fact {
	d := decimal{int64(x.dice.between(key, 1000, 90_000_000)), 2}
	switch key {
	case "exchange_rate":
		d = decimal{int64(x.dice.between(key, 80_000, 250_000)), 4}
	case "duty", "insurance", "packing":
		d = decimal{int64(x.dice.between(key, 500, 90_000)), 2}
	}
	return x.amount(d)
}
