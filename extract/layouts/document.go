package layouts

import (
	"fmt"
	"slices"
)

// plan says which documents a run makes.
type plan struct {
	lib   *library
	seed  uint64
	scans int
	kinds []kind
	langs []string
}

func newPlan(lib *library, o Options) (*plan, error) {
	p := &plan{lib: lib, seed: o.Seed, scans: o.Scans, langs: o.Langs}
	if len(p.langs) == 0 {
		p.langs = languages()
	}
	for _, lang := range p.langs {
		if !slices.Contains(languages(), lang) {
			return nil, fmt.Errorf("language %q is none of %v", lang, languages())
		}
	}
	var known []string
	for _, k := range lib.kinds {
		known = append(known, k.name)
		if len(o.Kinds) == 0 || slices.Contains(o.Kinds, k.name) {
			p.kinds = append(p.kinds, k)
		}
	}
	for _, name := range o.Kinds {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("kind %q is none of %v", name, known)
		}
	}
	return p, nil
}

// documents are all that a run makes.
func (p *plan) documents(o Options) (all []*document) {
	if o.Packets+o.Long == 0 {
		for i := range o.Count {
			all = append(all, p.document(i))
		}
		return all
	}
	for i := range o.Packets {
		all = append(all, p.packet(i)...)
	}
	for i := range o.Long {
		all = append(all, p.long(i))
	}
	return all
}

// document is one that is to be drawn.
type document struct {
	dice
	*design
	id      string
	packet  string
	deal    *deal
	scanned bool
	sheet   *sheet
}

// document is the i-th of the plan. Neighbours share a layout.
func (p *plan) document(i int) *document {
	n := i / perLayout
	all := dice{p.seed}
	of := all.of(fmt.Sprint("layout ", n))
	k := p.kinds[n%len(p.kinds)]
	if n%3 == 2 && len(p.kinds) > 1 { // invoices are asked for most
		k = p.kinds[0]
	}
	lang := p.langs[(n/2+n/len(p.kinds))%len(p.langs)]
	g := newDesign(p.lib, of, fmt.Sprintf("made-%s-%s-%d-%d", k.name, lang, p.seed, n), k, lang)
	if k.name == till {
		g.wide, g.margin = g.dice.size("till width", 160, 250), g.dice.size("till margin", 6, 16)
		g.tall = longPaper
	}
	one := all.of(fmt.Sprint("document ", i))
	return &document{dice: one, design: g, id: fmt.Sprintf("made_%d_%06d", p.seed, i), deal: newDeal(g, one), scanned: one.chance("scan", p.scans)}
}

// longPaper is paper that no receipt fills, points.
const longPaper = 6000

// draw makes the PDF. A till's paper is cut where the print ends.
func (d *document) draw() (content []byte, pages int, err error) {
	s := newSheet(d.design, d.deal)
	s.all()
	if d.tall == longPaper {
		d.tall = s.y + d.margin
		s = newSheet(d.design, d.deal)
		s.all()
	}
	if _, printed := s.said["gross"]; printed && s.saysCurrency() {
		s.tell(d.deal.fact("currency"))
	}
	d.sheet = s
	if d.kind.name != till && !d.bound && s.chance("copies", 4) {
		s.copying = true
		s.page()
		s.all()
	}
	return s.out()
}

// all draws the document once.
func (s *sheet) all() {
	whole := composed{footed{headedOn(s)}}
	switch {
	case s.kind.name == till:
		tillRoll{whole}.till()
	case s.kind.name == "form":
		freeForm{whole.headed}.form()
	case s.kind.name == "table":
		freeForm{whole.headed}.tables()
	case s.kind.prose:
		prose(whole)
	default:
		whole.compose()
	}
	if s.bound && !s.kind.prose {
		overleaf(whole)
	}
}
