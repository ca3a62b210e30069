package layouts

import (
	"fmt"
	"slices"
)

// papersOfPacket is how many papers a packet has.
const papersOfPacket = 6

// packet is what papers about one deal have in common: their parties, the forms of their numbers, and the look of those of one
// issuer.
type packet struct {
	dice
	id   string
	home place // of the seller
}

// paper is the i-th document of a plan of packets. Papers share the dice of their facts, so that they name the same goods and
// numbers.
func (p *plan) paper(i int) *document {
	n, at := i/papersOfPacket, i%papersOfPacket
	all := dice{p.seed}
	in := &packet{dice: all.of(fmt.Sprint("packet ", n)), id: fmt.Sprintf("packet-%d-%d", p.seed, n)}
	lang := pick(in.dice, "language", p.langs)
	invoice := "commercial_invoice"
	if in.chance("plain invoice", 50) {
		invoice = "invoice"
	}
	names := []string{invoice, "packing_list", pick(in.dice, "cargo", []string{"bill_of_lading", "bill_of_lading", "air_waybill"})}
	rest := []string{"certificate_of_origin", "purchase_order", "delivery_note", "form", "table", "customs_declaration", invoice, "form", "packing_list", "bill_of_lading"}
	slices.SortFunc(rest, func(a, b string) int { return int(in.roll(a)>>33) - int(in.roll(b)>>33) })
	names = append(names, rest[:papersOfPacket-len(names)]...)
	if in.chance("shuffled", 50) {
		slices.SortFunc(names, func(a, b string) int { return int(in.roll("order "+a)>>33) - int(in.roll("order "+b)>>33) })
	}
	k := p.kinds[slices.IndexFunc(p.kinds, func(k kind) bool { return k.name == names[at] })]
	look, facts := in.dice.of("look"), in.dice.of("facts")
	in.home = newDesign(p.lib, look, "", k, lang).home
	if k.issuer != "seller" && k.issuer != "shipper" || in.chance("own look "+k.name, 25) {
		look = in.of("look of " + k.name)
		if k.issuer == "carrier" && in.chance("carriers write English", 60) && slices.Contains(p.langs, "en") {
			lang = "en"
		}
	}
	if slices.Contains(names[:at], names[at]) { // another one of its kind
		facts = in.of(fmt.Sprint("facts ", at))
	}
	g := newDesign(p.lib, look, fmt.Sprintf("%s-%s", in.id, k.name), k, lang)
	g.packet = in
	return &document{dice: facts, design: g, id: fmt.Sprintf("paper_%d_%06d", p.seed, i), deal: newDeal(g, facts), scanned: in.chance("scan", p.scans)}
}

// party is who plays a role in all papers of the packet; false for a role that each paper has of its own.
func (in *packet) party(x *deal, role string) (party, bool) {
	switch role {
	case "seller", "shipper", "exporter":
		return newParty(x.lib, in.of("seller"), role, in.home, x.lang), true
	case "buyer", "consignee", "importer":
		return newParty(x.lib, in.of("buyer"), role, pick(in.dice, "country of buyer", x.lib.places), x.lang), true
	}
	return party{}, false
}
