package want

import (
	"tariffdesk/extract/internal/term"
)

// PartyRoles are the words for roles and the concepts they stand for, in the order in which they
// win: a customer's billing name is that of whom is billed.
func PartyRoles() [][2]string {
	return [][2]string{{"billto", "bill_to"}, {"shipto", "ship_to"}, {"soldto", "soldto"}, {"remitto", "remit_to"}, {"notify", "notify_party"},
		{"consignee", "consignee"}, {"shipper", "shipper"}, {"producer", "producer"}, {"carrier", "carrier"}, {"deliveryagent", "delivery_agent"}, {"agent", "agent"},
		{"holder", "holder"}, {"guest", "guest"},
		{"authority", "authority"}, {"certifier", "certifier"}, {"seller", "seller"}, {"buyer", "buyer"}, {"exporter", "exporter"}, {"importer", "importer"}}
}

// partyOf tells whose property a leaf is, by its name, then by its title and description.
func partyOf(name, title, description, nested term.Bag) (string, Attr) {
	if ofPart(name) {
		return "", AttrNone
	}
	for _, b := range []term.Bag{name, title, description} {
		if ofPart(b) {
			continue
		}
		if b.Key == "" && (b.Key != name.Key || nested.Key == "") {
			continue // the object around it tells whose it is, not what
		}
		if role, a, ok := RoleIn(b.Join(nested)); ok {
			return role, a
		}
	}
	// A bare address, or the company with what is said of it, is the issuer's.
	bare, ok := attrOf(name)
	ok = ok && name.Key != "" // a name without a word that means anything says nothing of a party
	if ok && (bare == AttrAddress || bare == AttrName || bare == AttrPhone || bare == AttrEmail) && nested.Key == "" || ok && nested.Key == "name" && name.Key != "" {
		return "seller", bare
	}
	return "", AttrNone
}

// RoleIn is the party that words speak of and the property of it that they name; ok is false where they name none.
func RoleIn(b term.Bag) (string, Attr, bool) {
	for _, r := range PartyRoles() {
		if !b.Has(r[0]) {
			continue
		}
		var rest []string
		for _, o := range PartyRoles() {
			rest = append(rest, o[0])
		}
		if a, ok := attrOf(b.Without(rest...)); ok {
			return r[1], a, true
		}
		return "", AttrNone, false
	}
	return "", AttrNone, false
}

// ofPart reports whether words name a part of what is said of a party that is not understood, so that the whole is no answer: the
// second line of an address, its complement, a state's registration.
func ofPart(b term.Bag) bool {
	switch {
	case b.Has("address"):
		return b.Has("2") || b.Has("3") || b.Has("line2") || b.Has("line3") || b.Has("complement") || b.Has("type") || b.Has("district")
	case b.Has("state"):
		return b.Has("registration") || b.Has("register")
	}
	return false
}

// attrOf reads what is left of a name beside its role.
func attrOf(b term.Bag) (Attr, bool) {
	b = b.Without("detail", "info", "information", "party", "full", "legal", "data", "complete", "local")
	switch {
	case b.Key == "", b.Key == "name", b.Key == "tradename":
		return AttrName, true
	case b.Has("email"):
		return AttrEmail, true
	case b.Has("phone"):
		return AttrPhone, true
	case b.Has("tax"), b.Has("curp"):
		return AttrTaxID, b.Without("tax", "curp", "id", "number", "code", "registration", "register", "fiscal", "reference").Key == "" // no regime, no office
	case b.Has("postal", "code"):
		return AttrPostal, true
	case b.Has("country"):
		return AttrCountry, len(b.Words) <= 2
	case b.Has("city"):
		return AttrCity, len(b.Words) <= 2
	case b.Has("state"):
		return AttrState, len(b.Words) <= 2
	case b.Has("contact"):
		return AttrContact, len(b.Words) <= 2
	case b.Has("address"):
		return AttrAddress, len(b.Words) <= 2 || b.Key == "address name"
	}
	return AttrNone, false
}

// deliveredTo reads the object around a party's property that is called by the delivery alone as whom is delivered to: delivery.city.
func deliveredTo(dict *term.Dictionary, name, nested term.Bag) term.Bag {
	if _, _, named := RoleIn(nested); named || name.Key == "" || !nested.Has("delivery") || nested.Has("term", "agent") {
		return nested
	}
	if _, ok := attrOf(name); !ok {
		return nested
	}
	return nested.Without("delivery").Join(dict.Bag("ship to"))
}
