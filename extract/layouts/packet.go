package layouts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// share is how often a kind of paper lies in a packet.
type share struct {
	kind    string
	percent int
	look    string // whose look it has: that of the maker of the goods, or its own
}

// looksLikeMaker is the look of papers that the maker of the goods writes.
const looksLikeMaker = "maker"

// packet is the papers of one deal: they share the parties, the goods, the numbers and the currency, those of the maker of the goods
// their look as well.
func (p *plan) packet(n int) []*document {
	all := dice{p.seed}.of(fmt.Sprint("packet ", n))
	lang := pick(all, "language", p.langs)
	b := bundle{dice: all, plan: p, lang: lang, look: all.of("look"), name: fmt.Sprintf("deal_%d_%05d", p.seed, n)}
	trade := p.lib.kind(p.lib.bundle[0].kind)
	b.add(trade, looksLikeMaker)
	b.first = b.papers[0].deal
	for i := range all.n("further invoices", 5) - 2 {
		b.number = i + 1
		b.add(trade, looksLikeMaker)
	}
	b.number = 0
	for i, one := range p.lib.bundle[1:] {
		if all.chance(fmt.Sprint("holds ", i), one.percent) {
			b.add(p.lib.kind(one.kind), one.look)
		}
	}
	if len(b.papers) == 1 {
		b.add(p.lib.kind(p.lib.bundle[1].kind), looksLikeMaker)
	}
	if all.chance("shuffled", 50) {
		slices.SortStableFunc(b.papers, func(x, y *document) int { return int(all.roll(x.id)>>33) - int(all.roll(y.id)>>33) })
	}
	return b.papers
}

// bundle is a packet in the making.
type bundle struct {
	dice
	plan   *plan
	lang   string
	look   dice
	name   string
	first  *deal // of the first invoice
	number int   // of a further invoice
	papers []*document
}

// add draws up a paper of a kind.
func (b *bundle) add(k kind, look string) {
	id := fmt.Sprintf("%s_%02d", b.name, len(b.papers))
	own := b.of(fmt.Sprint("paper ", len(b.papers)))
	of := own.of("look")
	if look == looksLikeMaker {
		of = b.look
	}
	g := newDesign(b.plan.lib, of, b.name+"-"+k.name, k, b.lang)
	g.bound = true
	if b.first == nil {
		d := &document{dice: own, design: g, id: id, packet: b.name}
		d.deal = b.deal(g, own, true)
		b.papers = append(b.papers, d)
		return
	}
	from := b.first.design
	g.home, g.numbers, g.places, g.currency, g.sign, g.money = from.home, from.numbers, from.places, from.currency, from.sign, from.money
	b.papers = append(b.papers, &document{dice: own, design: g, id: id, packet: b.name, deal: b.deal(g, own, b.number > 0)})
}

// deal is the deal as a paper tells it: the first one makes it up, the others repeat its goods, numbers and days.
func (b *bundle) deal(g *design, own dice, fresh bool) *deal {
	x := newDeal(g, own)
	if fresh && b.chance("many goods", 25) {
		x.longer(b.between("goods", 14, 60))
	}
	for i, group := range b.plan.lib.roles {
		at := g.home
		if i > 0 {
			at = pick(b.dice, "country "+group[0], b.plan.lib.places)
		}
		for _, role := range group {
			x.parties[role] = newParty(b.plan.lib, b.of("party "+group[0]), role, at, b.lang)
		}
	}
	if b.first == nil {
		return x
	}
	x.base = b.first.base
	if own.chance("another day", 40) {
		x.base = x.base.AddDate(0, 0, own.between("days", -20, 12))
	}
	if !fresh {
		x.lines = b.first.lines
		if len(x.lines) > 4 && own.chance("in short", 25) {
			x.lines = x.lines[:own.between("goods", 1, 4)]
		}
		x.sums = x.newSums()
	}
	shared := slices.Concat(b.first.kind.always, b.first.kind.free)
	for _, key := range shared {
		if _, summed := b.first.sums.fact(key); summed || fresh && key == shared[0] || b.plan.lib.fields[key].sort == "date" {
			continue
		}
		x.facts[key] = b.first.fact(key)
	}
	if !fresh {
		day := b.first.fact(shared[1])
		x.facts[shared[1]] = day
	}
	if len(g.kind.always) > 0 && own.chance("numbered like the invoice", 12) {
		number := b.first.fact(shared[0])
		number.key = g.kind.always[0]
		x.facts[number.key] = number
	}
	return x
}

// longer gives a deal so many lines.
func (x *deal) longer(n int) {
	x.lines = nil
	for i := range n {
		if x.kind.name == statement {
			x.lines = x.newEntries(n)
			break
		}
		x.lines = append(x.lines, x.newLine(i))
	}
	x.sums = x.newSums()
}

// long is an ordinary document of several pages.
func (p *plan) long(n int) *document {
	all := dice{p.seed}.of(fmt.Sprint("long ", n))
	kinds := slices.Concat(p.kinds, p.lib.prose)
	k := kinds[n%len(kinds)]
	for k.name == till {
		k = kinds[all.n("kind", len(kinds))]
	}
	g := newDesign(p.lib, all.of("design"), fmt.Sprintf("long-%s-%d-%d", k.name, p.seed, n), k, pick(all, "language", p.langs))
	g.bound, g.long = true, true
	d := &document{dice: all, design: g, id: fmt.Sprintf("long_%d_%06d", p.seed, n), deal: newDeal(g, all.of("deal"))}
	if len(d.deal.lines) > 0 {
		d.deal.longer(all.between("lines", 25, 140))
	}
	return d
}

// Kinds that are drawn otherwise than the rest.
const (
	till      = "receipt"
	statement = "account_statement"
	noSums    = "none"
)

// kind is a kind by its name.
func (l *library) kind(name string) kind {
	for _, k := range slices.Concat(l.kinds, l.prose) {
		if k.name == name {
			return k
		}
	}
	panic("no kind " + name) // the file of shares is read with the kinds
}

// running draws what stands at the top and the foot of the further pages of a document that is bound: nothing, a name, the title with
// the number, or the head anew.
func running(s headed) {
	d := s.of("running")
	n := s.pdf.PageNo()
	if d.chance("numbered", 65) {
		s.set("", 0.8)
		form := strings.NewReplacer("{n}", fmt.Sprint(n), "{m}", allPages).Replace(s.say(d, "page"))
		y := s.tall - 14
		if d.chance("numbered above", 20) {
			y = 16
		}
		s.put(pick(d, "side", []float64{s.margin, s.wide/2 - 20, s.wide - s.margin - 60}), y, form)
	}
	issuer := s.kind.issuer
	if issuer != "" && d.chance("line at the foot", 25) {
		s.set("", 0.65)
		s.put(s.margin, s.tall-24, strings.Join(s.address(s.of("foot line"), s.deal.party(issuer)), " · "))
	}
	if n == 1 || s.copying {
		return
	}
	number := ""
	if len(s.kind.always) > 0 {
		number = " " + s.deal.fact(s.kind.always[0]).text
	}
	switch d.n("top", 8) {
	case 0, 1:
		s.set(pick(d, "style", []string{"B", ""}), 0.9)
		s.line(s.title()+number, pick(d, "top side", []string{"L", "R", "C"}))
	case 2:
		if issuer != "" {
			s.set("B", 1)
			s.line(s.deal.party(issuer).facts["name"].text, "L")
			s.set("", 0.8)
			s.line(s.title()+number, "L")
		}
	case 3, 4: // the head anew
		if issuer != "" {
			s.letterhead()
		}
		var meta []pair
		if len(s.kind.always) > 0 {
			meta = s.metaPairs(s.kind.always[:min(2, len(s.kind.always))])
		}
		more := s.heading(meta)
		s.pairs("fields", more)
	case 5:
		s.set("B", 1.3)
		s.line(s.title()+" "+s.say(d, "continued"), "L")
	}
	s.skip(s.size1)
}

// allPages stands for the number of all pages until they are counted.
const allPages = "{nb}"

// prose draws letters, reports and contracts: chapters of sentences, those of longer ones on pages of their own.
func prose(s composed) {
	d := s.of("prose")
	if d.chance("letterhead", 75) {
		s.letterhead()
		s.skip(s.size1)
	}
	rest := s.heading(s.metaPairs(s.kind.always))
	s.pairs("fields", rest)
	if d.chance("addressee", 50) {
		s.blocks(s.roles())
	}
	s.skip(s.size1)
	chapters := d.between("chapters", 1, 3)
	if s.long {
		chapters = d.between("chapters of many", 4, 14)
	}
	for i := range chapters {
		one := s.deal.dice.of(fmt.Sprint("chapter ", i))
		if i > 0 && d.chance("chapters on their own pages", 40) {
			s.page()
		}
		s.room(60)
		if d.chance("chapters are headed", 60) {
			s.set("B", d.size("heading", 1.1, 2.1))
			heading := s.say(one, "chapter")
			if d.chance("chapters are numbered", 50) {
				heading = fmt.Sprint(i+1, ". ", heading)
			}
			s.paragraph(heading, "L")
			s.skip(3)
		}
		s.set("", 1)
		length := one.between("sentences", 1, 7)
		if s.long {
			length = one.between("sentences", 4, 30)
		}
		for j := range length {
			s.room(30)
			s.paragraph(sentence(s, one.of(fmt.Sprint("sentence ", j))), "L")
			if one.chance(fmt.Sprint("paragraph ", j), 30) {
				s.skip(s.size1)
			}
		}
		s.skip(s.size1)
	}
}

// sentence says something of the goods.
func sentence(s composed, d dice) string {
	return strings.NewReplacer("{noun}", s.say(d, "noun"), "{quality}", s.say(d, "quality")).Replace(s.say(d, "sentence"))
}

// overleaf is small print on a page of its own.
func overleaf(s composed) {
	d := s.of("overleaf")
	share := 12
	if s.kind.issuer == carrier {
		share = 35
	}
	if !d.chance("small print", share) {
		return
	}
	s.page()
	if d.chance("headed", 50) {
		s.set("B", 0.9)
		s.paragraph(s.say(d, "chapter"), pick(d, "align", []string{"L", "C"}))
	}
	for i := range d.between("clauses", 6, 40) {
		s.set("", 0.7)
		s.room(20)
		s.paragraph(fmt.Sprint(i+1, ". ", sentence(s, d.of(fmt.Sprint("clause ", i)))), "L")
	}
}

// carrier is the issuer of papers that have small print overleaf.
const carrier = "carrier"

// addProse reads a kind of paper that is text.
func (l *library) addProse(f []string) error {
	k := kind{name: f[0], issuer: f[1], parties: strings.Fields(f[2]), always: strings.Fields(f[3]), titles: map[string][]string{}, sums: noSums, prose: true}
	for i, lang := range languages() {
		if k.titles[lang] = list(f[4+i]); len(k.titles[lang]) == 0 {
			return fmt.Errorf("%s has no title in %s", f[0], lang)
		}
	}
	l.prose = append(l.prose, k)
	return nil
}

// addShare reads how often a kind of paper lies in a packet.
func (l *library) addShare(f []string) error {
	var s share
	if _, err := fmt.Sscan(strings.Join(f, " "), &s.kind, &s.percent, &s.look); err != nil {
		return fmt.Errorf("%s: %w", f[0], err)
	}
	known := map[string]bool{}
	for _, k := range slices.Concat(l.kinds, l.prose) {
		known[k.name] = true
	}
	if !known[s.kind] {
		return fmt.Errorf("%s is none of %v", s.kind, slices.Sorted(maps.Keys(known)))
	}
	l.bundle = append(l.bundle, s)
	return nil
}
