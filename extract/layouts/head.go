package layouts

import "strings"

// attributes of a party that a layout prints, in the order of print.
func (s headed) attributes(d dice, p party, issuer bool) []string {
	likely := map[string]int{"contact": 20, "phone": 30, "fax": 8, "email": 25, "website": 8, "tax_id": 50, "register": 12}
	if issuer {
		likely = map[string]int{"phone": 65, "fax": 20, "email": 60, "website": 40, "tax_id": 60, "register": 35}
	}
	var all []string
	for _, a := range []string{"contact", "tax_id", "register", "phone", "fax", "email", "website"} {
		if _, known := p.facts[a]; known && d.chance(a, likely[a]) {
			all = append(all, a)
		}
	}
	return all
}

// address are the lines of a name and an address.
func (s headed) address(d dice, p party) []string {
	lines := []string{s.tell(p.facts["name"]), s.tell(p.facts["street"])}
	last := p.line
	for _, key := range []string{"zip", "city"} {
		if f, ok := p.facts[key]; ok {
			s.tell(f)
		}
	}
	if d.chance("country", 55) {
		country := p.facts["country"]
		if d.chance("country upper", 40) {
			country.text = strings.ToUpper(country.text)
			country.value = country.text
		}
		s.tell(country)
		if d.chance("country apart", 70) {
			return append(lines, last, country.text)
		}
		last += ", " + country.text
	}
	return append(lines, last)
}

// tellAddress notes an address whose lines are printed below each other, as one text.
func (s headed) tellAddress(p party, lines []string) {
	whole := strings.Join(lines, " ")
	s.tell(fact{key: p.role + ".address", value: whole, text: whole})
}

// known are the captioned attributes of a party.
func (s headed) known(p party, attributes []string) []pair {
	var all []pair
	for _, a := range attributes {
		all = append(all, pair{s.partyCaption(p, a), []fact{p.facts[a]}})
	}
	return all
}

// letterhead draws the issuer.
func (s headed) letterhead() {
	d := s.of("letterhead")
	p := s.deal.party(s.kind.issuer)
	align := pick(d, "align", []string{"L", "L", "C", "R"})
	if d.chance("logo", 35) {
		s.logo(d)
	}
	lines := s.address(d, p)
	if p.role == "declarant" || d.chance("role", 8) { // an agent's letterhead does not say what he is
		s.set("", 0.75)
		s.paragraph(s.caption(p.role), align)
	}
	s.set("B", d.size("name", 1.1, 1.9))
	s.paragraph(lines[0], align)
	s.set("", d.size("small", 0.8, 1))
	if d.chance("one line", 40) {
		s.paragraph(strings.Join(lines[1:], pick(d, "dot", []string{" · ", ", ", " - ", " | "})), align)
	} else {
		for _, l := range lines[1:] {
			s.paragraph(l, align)
		}
		s.tellAddress(p, lines[1:])
	}
	var ids []string
	for _, q := range s.known(p, s.attributes(d, p, true)) {
		ids = append(ids, s.label(q.caption)+" "+s.told(q))
	}
	if d.chance("ids in one line", 40) {
		s.paragraph(strings.Join(ids, "   "), align)
		return
	}
	for _, l := range ids {
		s.paragraph(l, align)
	}
}

// logo is a shape, or the trading name in large type.
func (s headed) logo(d dice) {
	h := d.size("height", 14, 34)
	switch d.n("shape", 3) {
	case 0:
		s.pdf.SetFillColor(60+d.n("red", 190), 60+d.n("green", 190), 60+d.n("blue", 190))
		s.pdf.Circle(s.x+h/2, s.y+h/2, h/2, "F")
	case 1:
		s.pdf.SetFillColor(60+d.n("red", 190), 60+d.n("green", 190), 60+d.n("blue", 190))
		s.pdf.Rect(s.x, s.y, h*1.6, h, "F")
	default:
		h = 0
		s.set("B", 2)
		s.ink(110)
		s.line(strings.ToLower(s.deal.party(s.kind.issuer).trade), "L")
		s.ink(0)
	}
	s.y += h + 3
}

// block draws a party with its role as a caption, or without.
func (s headed) block(role string) {
	d := s.of("parties") // parties of one document look alike
	p := s.deal.party(role)
	attributes := s.attributes(s.of("attributes "+role), p, false)
	caption := s.caption(role)
	switch d.n("form", 6) {
	case 0: // every attribute has its caption
		s.set("B", 1)
		s.paragraph(caption, "L")
		s.listed(d, s.full(p, attributes))
		return
	case 1: // the role stands left
		s.set("B", 0.9)
		stop := min(s.w*0.45, s.width(s.label(caption))+8)
		s.beside([]float64{stop / s.w, 1 - stop/s.w}, func() { s.set("B", 0.9); s.paragraph(s.label(caption), "L") },
			func() { s.partyLines(d, p, attributes) })
		return
	case 2: // no caption at all
		if role == s.kind.parties1() {
			break
		}
		fallthrough
	case 3:
		s.set(pick(d, "caption style", []string{"B", "", "B"}), d.size("caption size", 0.75, 1.1))
		s.paragraph(caption, "L")
		s.rule()
	default:
		s.set(pick(d, "caption style", []string{"B", "", "B"}), d.size("caption size", 0.75, 1.1))
		s.paragraph(s.label(caption), "L")
	}
	s.partyLines(d, p, attributes)
}

// parties1 is the first of the other parties, which a window of the envelope shows without a caption.
func (k kind) parties1() string {
	if len(k.parties) == 0 {
		return ""
	}
	return strings.TrimSuffix(k.parties[0], "?")
}

// partyLines draws a name, an address and captioned attributes.
func (s headed) partyLines(d dice, p party, attributes []string) {
	lines := s.address(s.of("address"), p)
	s.set(pick(d, "name", []string{"", "B"}), 1)
	s.paragraph(lines[0], "L")
	s.set("", 1)
	for _, l := range lines[1:] {
		s.paragraph(l, "L")
	}
	s.tellAddress(p, lines[1:])
	for _, q := range s.known(p, attributes) {
		s.paragraph(s.label(q.caption)+" "+s.told(q), "L")
	}
}

// full are all attributes of a party, the address among them, each with a caption.
func (s headed) full(p party, attributes []string) []pair {
	all := []pair{{s.caption1("@name", s.lang), []fact{p.facts["name"]}}, {s.caption1("@street", s.lang), []fact{p.facts["street"]}}}
	for _, key := range []string{"zip", "city", "country"} {
		if f, ok := p.facts[key]; ok {
			all = append(all, pair{s.caption1("@"+key, s.lang), []fact{f}})
		}
	}
	return append(all, s.known(p, attributes)...)
}

// heading draws the title, alone or with the number and date in it.
func (s headed) heading(meta []pair) []pair {
	d := s.of("heading")
	title := s.title()
	if len(meta) > 1 && d.chance("number in title", 15) {
		title += pick(d, "before number", []string{" ", " Nr. ", " No. ", " n. ", " # "}) + s.told(meta[0])
		meta = meta[1:]
	}
	s.set("B", d.size("size", 1.2, 2.2))
	s.paragraph(title, pick(d, "align", []string{"L", "C", "R", "L"}))
	s.skip(2)
	return meta
}
