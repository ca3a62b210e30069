package layouts

import (
	"strings"
	"unicode"
)

// party is an invented company at an invented address.
type party struct {
	role  string
	place place
	facts map[string]fact // by attribute: name, street, zip, …
	line  string          // postal code and city as they end the address
	trade string          // the name without its legal form, as letterheads draw it
}

// coin makes a word that no language has.
func coin(d dice, name string) string {
	heads := []string{"Bra", "Tor", "Vel", "Mun", "Quis", "Zan", "Fel", "Dor", "Kes", "Lun", "Mar", "Ost", "Pri", "Rus", "Sil", "Tam", "Ulm", "Vor", "Wex", "Yar"}
	middles := []string{"di", "lo", "ma", "ne", "ro", "sta", "ti", "va", "bi", "ke", ""}
	tails := []string{"lar", "mex", "nor", "pan", "quel", "rin", "sko", "tec", "vik", "zent", "dal", "fort"}
	r := d.of(name)
	return pick(r, "head", heads) + pick(r, "middle", middles) + pick(r, "tail", tails)
}

// person is a name that nobody bears.
func person(d dice, name string) string { return coin(d, name+" first") + " " + coin(d, name+" last") }

// newParty invents the party of a role in a country.
func newParty(lib *library, d dice, role string, p place, lang string) party {
	name := coin(d, "name")
	if d.chance("double", 25) {
		name += pick(d, "join", []string{" & ", "-", " "}) + coin(d, "second")
	}
	if d.chance("trade", 65) {
		name += " " + pick(d, "trade word", lib.parts["trade"][p.lang])
	}
	full := name + " " + pick(d, "legal", p.legal)
	if d.chance("upper", 20) {
		full = strings.ToUpper(full)
	}
	city := pick(d, "city", p.cities)
	town, _, _ := strings.Cut(strings.ReplaceAll(city, " - ", ", "), ", ")
	zip := d.fill("zip", pick(d, "zip form", p.zips))
	host := strings.ToLower(latin(strings.Fields(name)[0]))
	domain := host + pick(d, "domain", []string{".example", ".test", ".example.com", "-group.example"})
	x := party{role: role, place: p, trade: name}
	line := d.fill("region", pick(d, "line form", p.lines))
	x.line = strings.NewReplacer("{zip}", zip, "{city}", city).Replace(line)
	x.facts = map[string]fact{}
	for key, text := range map[string]string{
		"name":     full,
		"street":   strings.ReplaceAll(pick(d, "street", lib.parts["street"][p.lang]), "{n}", d.fill("house", pick(d, "house form", []string{"#", "##", "###"}))),
		"zip":      zip,
		"city":     town,
		"country":  p.names[lang],
		"phone":    d.fill("phone", pick(d, "phone form", p.phones)),
		"fax":      d.fill("fax", p.phones[0]),
		"email":    pick(d, "mailbox", []string{"info", "sales", "office", "export", "kontakt", "ventas"}) + "@" + domain,
		"website":  "www." + domain,
		"tax_id":   d.fill("tax id", pick(d, "tax id form", p.taxID)),
		"register": d.fill("register", pick(d, "register form", p.register)),
		"contact":  person(d, "contact"),
		"iban":     d.fill("iban", p.account),
		"bic":      d.fill("bic", "@@@@"+p.code+"##XXX"),
		"bank":     coin(d, "bank") + " " + pick(d, "bank form", []string{"Bank", "Banco", "Kreditbank", "Banca", "Trust"}),
	} {
		if text != "" {
			x.facts[key] = fact{key: role + "." + key, value: text, text: text}
		}
	}
	if !strings.Contains(line, "{zip}") {
		delete(x.facts, "zip")
	}
	return x
}

// latin keeps the plain letters of a name.
func latin(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) && c < 128 {
			return c
		}
		return -1
	}, s)
}
