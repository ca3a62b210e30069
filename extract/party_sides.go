package extract

import (
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// side is the side of the trade that a role is on; roles of one side may be one party.
func side(role string) string {
	switch role {
	case "seller", "exporter", "shipper", "producer", "remit_to":
		return "seller"
	case "buyer", "bill_to", "soldto", "ship_to", "consignee", "importer", "notify_party":
		return "buyer"
	}
	return role
}

// parties takes out what was read twice: the same print is no name and no number of two sides. The surer one keeps it.
func (f *filling) parties() {
	for i, a := range f.wants {
		for _, b := range f.wants[i+1:] {
			x, y := f.found[schema.Pointer(a.Path)], f.found[schema.Pointer(b.Path)]
			if x == nil || y == nil || a.Role == "" || b.Role == "" || side(a.Role) == side(b.Role) || !identifies(a.Attr) || !identifies(b.Attr) || x.page != y.page {
				continue
			}
			if !overlaps(x, y) {
				continue
			}
			if x.score < y.score {
				delete(f.found, schema.Pointer(a.Path))
			} else {
				delete(f.found, schema.Pointer(b.Path))
			}
		}
	}
}

// identifies reports whether a property tells one party from another.
func identifies(a want.Attr) bool {
	switch a {
	case want.AttrNone, want.AttrName, want.AttrAddress, want.AttrStreet, want.AttrTaxID, want.AttrPhone, want.AttrEmail:
		return true
	case want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry, want.AttrContact:
	}
	return false
}

func overlaps(a, b *match) bool {
	c := claims{}
	c.add(*a)
	return c.overlap(*b)
}
