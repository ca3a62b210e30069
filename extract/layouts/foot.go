package layouts

import (
	"strings"
)

// foot draws what follows: bank, words of law, signature, stamp; then the foot of every page.
func (s footed) foot() {
	d := s.of("foot")
	issuer := s.deal.party(s.kind.issuer)
	banked := false
	var bank []pair
	if _, has := issuer.facts["iban"]; has && s.kind.sums == "full" && d.chance("bank", 50) {
		banked = true
		for _, a := range []string{"bank", "iban", "bic"} {
			bank = append(bank, pair{s.partyCaption(issuer, a), []fact{issuer.facts[a]}})
		}
	}
	footer := d.chance("columns at the foot", 35)
	if banked && !footer {
		s.room(50)
		s.pairs("bank", bank)
	}
	s.set("", d.size("small", 0.65, 0.9))
	for i := range d.n("sentences", 4) {
		s.room(30)
		s.paragraph(s.say(d.of("sentence "+string(rune('0'+i))), "legal"), pick(d, "align", []string{"L", "L", "C"}))
	}
	if s.kind.sums == "full" && d.chance("instalments", 10) {
		s.instalments(d)
	}
	if d.chance("bars", 8) {
		s.bars(d)
	}
	if d.chance("signature", 25) {
		s.room(50)
		s.skip(26)
		s.put(s.x+s.w*0.6, s.y, "____________________")
		s.skip(s.leading())
		s.put(s.x+s.w*0.62, s.y, pick(d, "signed", []string{"Signature", coin(d, "signed"), ""}))
	}
	if d.chance("stamp", 10) {
		s.stamp(d)
	}
	if footer {
		s.footer(d, issuer, bank)
	}
	s.set("", 0.7)
	if !s.bound && d.chance("page number", 50) {
		form := s.say(d, "page")
		n := decimal{int64(s.pdf.PageCount()), 0}.print(numerals{})
		s.put(pick(d, "page number at", []float64{s.margin, s.wide/2 - 20, s.wide - s.margin - 50}), s.tall-12, strings.NewReplacer("{n}", n, "{m}", n).Replace(form))
	}
	if d.chance("slogan", 15) {
		s.put(s.margin+80, s.tall-22, s.say(d, "slogan"))
	}
}

// footer sets the issuer's details in columns at the foot of the page.
func (s footed) footer(d dice, issuer party, bank []pair) {
	s.room(55)
	s.set("", d.size("footer type", 0.6, 0.75))
	s.x, s.y, s.w = s.margin, s.bottom-14, s.wide-2*s.margin
	s.rule()
	ids := s.known(issuer, s.attributes(d, issuer, true))
	captioned := func(all []pair) func() {
		return func() {
			for _, p := range all {
				s.line(s.label(p.caption)+" "+s.told(p), "L")
			}
		}
	}
	half := len(ids) / 2
	columns := []func(){func() {
		for _, l := range s.address(d, issuer) {
			s.line(l, "L")
		}
	}, captioned(ids[:half]), captioned(ids[half:])}
	if len(bank) > 0 {
		columns = append(columns, captioned(bank))
	}
	shares := make([]float64, len(columns))
	for i := range shares {
		shares[i] = 1 / float64(len(columns))
	}
	s.beside(shares, columns...)
}

// instalments is a small table of days and amounts that nobody asks for.
func (s footed) instalments(d dice) {
	s.room(80)
	w := s.w * 0.2
	n := d.between("instalments", 2, 4)
	day := s.deal.base
	for i := range n + 1 {
		s.set([]string{"B", ""}[min(i, 1)], 0.85)
		left, right := s.caption1("due_date", s.lang), s.caption1("i.amount", s.lang)
		if i > 0 {
			day = day.AddDate(0, 1, 0)
			left = s.deal.day(day).text
			right = s.printMoney(decimal{int64(d.between("instalment", 1000, 90_000)), s.places}, "{n}")
		}
		s.cellText([]string{left}, s.x, w, "L")
		s.cellText([]string{right}, s.x+w, w, "R")
		s.y += s.leading() + 1
	}
	s.skip(s.size1)
}

// bars look like a bar code, with its digits below or without.
func (s footed) bars(d dice) {
	s.room(50)
	s.pdf.SetFillColor(0, 0, 0)
	x := s.x
	for i := range 60 {
		w := float64(1+d.n("bar "+string(rune('0'+i)), 3)) * 0.7
		if i%2 == 0 {
			s.pdf.Rect(x, s.y, w, 24, "F")
		}
		x += w
	}
	s.y += 26
	if d.chance("digits", 60) {
		s.set("", 0.7)
		s.line(d.fill("digits of bars", "#############"), "L")
	}
}

// stamp lays a word across the page.
func (s footed) stamp(d dice) {
	s.pdf.TransformBegin()
	s.pdf.TransformRotate(d.size("turn", -30, 40), s.wide/2, s.tall/2)
	s.set("B", d.size("stamp", 3, 6))
	s.pdf.SetTextColor(225, 190, 190)
	s.put(s.wide/2-s.width("ORIGINAL")/2, s.tall/2, s.say(d, "mark"))
	s.ink(0)
	s.pdf.TransformEnd()
}
