package extract

import (
	"tariffdesk/extract/internal/term"
)

// partyRoles are the words for roles and the concepts they stand for, in the order in which they
// win: a customer's billing name is that of whom is billed.
func partyRoles() [][2]string {
	return [][2]string{{"billto", "bill_to"}, {"shipto", "ship_to"}, {"soldto", "soldto"}, {"remitto", "remit_to"}, {"notify", "notify_party"},
		{"consignee", "consignee"}, {"shipper", "shipper"}, {"producer", "producer"}, {"carrier", "carrier"}, {"deliveryagent", "delivery_agent"}, {"agent", "agent"},
		{"holder", "holder"}, {"guest", "guest"},
		{"authority", "authority"}, {"certifier", "certifier"}, {"seller", "seller"}, {"buyer", "buyer"}, {"exporter", "exporter"}, {"importer", "importer"}}
}

// partyOf tells whose property a leaf is, by its name, then by its title and description.
func (d *document) partyOf(name, title, description, nested term.Bag) (string, attr) {
	for _, b := range []term.Bag{name, title, description} {
		if role, a, ok := roleIn(b.Join(nested)); ok {
			return role, a
		}
	}
	// A bare address, or the company, of a receipt or letter is the issuer's.
	bare, ok := attrOf(name)
	if ok && (bare == attrAddress || bare == attrName || bare == attrPhone || bare == attrEmail) && nested.Key == "" {
		return "seller", bare
	}
	return "", attrNone
}

func roleIn(b term.Bag) (string, attr, bool) {
	for _, r := range partyRoles() {
		if !b.Has(r[0]) {
			continue
		}
		var rest []string
		for _, o := range partyRoles() {
			rest = append(rest, o[0])
		}
		if a, ok := attrOf(b.Without(rest...)); ok {
			return r[1], a, true
		}
		return "", attrNone, false
	}
	return "", attrNone, false
}

// attrOf reads what is left of a name beside its role.
func attrOf(b term.Bag) (attr, bool) {
	b = b.Without("detail", "info", "information", "party", "full", "legal", "data", "complete")
	switch {
	case b.Key == "", b.Key == "name":
		return attrName, true
	case b.Has("email"):
		return attrEmail, true
	case b.Has("phone"):
		return attrPhone, true
	case b.Has("tax"), b.Has("curp"):
		return attrTaxID, len(b.Words) <= 3
	case b.Has("postal", "code"):
		return attrPostal, true
	case b.Has("country"):
		return attrCountry, len(b.Words) <= 2
	case b.Has("city"):
		return attrCity, len(b.Words) <= 2
	case b.Has("state"):
		return attrState, len(b.Words) <= 2
	case b.Has("contact"):
		return attrContact, len(b.Words) <= 2
	case b.Has("address"):
		return attrAddress, len(b.Words) <= 2 || b.Key == "address name"
	}
	return attrNone, false
}
