package layouts

import (
	"slices"
	"strings"
)

// design is a layout: everything documents of one look have in common.
type design struct {
	dice
	lib            *library
	id             string
	kind           kind
	lang, second   string // second: of captions in two languages, "" for one
	home           place
	font           string
	body           float64
	wide, tall     float64 // of the page, points
	margin         float64
	numbers        numerals
	dates          string
	currency, sign string
	places         int // of amounts
	money          string
	upper          bool
	colon          string
	bound          bool // its further pages have heads and feet of their own
	long           bool // it has several pages
}

func newDesign(lib *library, d dice, id string, k kind, lang string) *design {
	g := &design{dice: d, lib: lib, id: id, kind: k, lang: lang}
	var homes []place
	for _, p := range lib.places {
		if p.lang == lang {
			homes = append(homes, p)
		}
	}
	g.home = pick(d, "home", homes)
	if d.chance("two languages", 12) {
		if other := pick(d, "second language", languages()); other != lang {
			g.second = other
		}
	}
	g.font = pick(d, "font", []string{"Helvetica", "Helvetica", "Times", "Courier", "Go", "Go Mono", "Helvetica"})
	g.body = d.size("size", 7, 10.5)
	g.wide, g.tall = 595, 842
	if g.home.code == "US" || g.home.code == "MX" || d.chance("letter", 8) {
		g.wide, g.tall = 612, 792
	}
	if d.chance("landscape", 5) {
		g.wide, g.tall = g.tall, g.wide
	}
	g.margin = d.size("margin", 22, 62)
	g.dates = pick(d, "dates", dateForms(lang, g.home.code))
	g.upper = d.chance("upper", 18)
	g.colon = pick(d, "colon", []string{":", ":", "", "", " :", "."})
	g.currency = g.home.currency
	if k.sums == "trade" || k.name == "customs_declaration" {
		g.currency = pick(d, "currency", []string{"USD", "EUR", "USD", "GBP", g.currency})
	}
	g.numbers, g.places = conventions(d, g.home.code, g.currency)
	g.sign = map[string]string{"EUR": "€", "GBP": "£", "USD": "$", "MXN": "$", "BRL": "R$", "ARS": "$", "COP": "$", "CLP": "$", "PEN": "S/", "CHF": "Fr.", "INR": "Rs."}[g.currency]
	if g.font == "Courier" && g.sign == "€" {
		g.sign = "EUR"
	}
	g.money = pick(d, "money", []string{"{n}", "{n}", "{n}", "{s}{n}", "{s} {n}", "{c} {n}", "{n} {s}", "{n} {c}", "{n}{s}"})
	return g
}

// conventions are the numerals of a country and the places of its amounts.
func conventions(d dice, country, currency string) (numerals, int) {
	comma := []numerals{{".", ","}, {".", ","}, {"", ","}, {" ", ","}}
	point := []numerals{{",", "."}, {",", "."}, {"", "."}}
	places := 2
	if currency == "CLP" || currency == "COP" && d.chance("no cents", 60) {
		places = 0
	}
	switch {
	case country == "CH":
		return pick(d, "numerals", []numerals{{"'", "."}, {"'", "."}, {"", "."}}), places
	case slices.Contains([]string{"DE", "AT", "ES", "AR", "CO", "CL", "BR", "PT", "FR", "BE", "IT", "TR"}, country):
		return pick(d, "numerals", comma), places
	}
	return pick(d, "numerals", point), places
}

// amount is a sum of money as a field prints it.
func (g *design) amount(n decimal) fact {
	return fact{value: n.number(), text: g.printMoney(n, g.money)}
}

func (g *design) printMoney(n decimal, form string) string {
	return strings.NewReplacer("{n}", n.print(g.numbers), "{s}", g.sign, "{c}", g.currency).Replace(form)
}

// saysCurrency reports whether amounts are printed with the currency's code.
func (g *design) saysCurrency() bool { return strings.Contains(g.money, "{c}") }

// plain is a number without a currency.
func (g *design) plain(n decimal, unit string) fact {
	return fact{value: n.number(), text: strings.TrimSpace(n.print(g.numbers) + " " + unit)}
}

// caption returns the print beside a field.
func (g *design) caption(key string) string { return g.captionIn(key, g.caption1) }

func (g *design) captionIn(key string, one func(key, lang string) string) string {
	c := one(key, g.lang)
	if g.second != "" && !strings.HasPrefix(key, "@") {
		c += pick(g.dice, "between languages", []string{" / ", "/", " - "}) + one(key, g.second)
	}
	if g.upper {
		c = strings.ToUpper(c)
	}
	return c
}

func (g *design) caption1(key, lang string) string {
	return pick(g.dice, "caption "+key, g.lib.captions[key][lang])
}

// partyCaption returns the caption of a party's attribute; for a tax number the party's country decides.
func (g *design) partyCaption(p party, attribute string) string {
	switch attribute {
	case "tax_id":
		return pick(g.dice, "tax id "+p.place.code, p.place.taxCaption)
	case "register":
		return pick(g.dice, "register "+p.place.code, p.place.registerText)
	case "bank":
		return g.caption1("bank", g.lang)
	}
	return g.caption1("@"+attribute, g.lang)
}

// title is the document's title.
func (g *design) title() string {
	t := pick(g.dice, "title", g.kind.titles[g.lang])
	if g.second != "" {
		t += " / " + pick(g.dice, "title", g.kind.titles[g.second])
	}
	return t
}

// say is a part of speech of the layout's language.
func (g *design) say(d dice, part string) string { return pick(d, part, g.lib.parts[part][g.lang]) }
