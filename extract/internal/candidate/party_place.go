package candidate

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// dropOthers takes out the options that stand under the heading of a party of another side, and tells which of the others read
// like one of them.
func dropOthers(d *Finder, w *want.Want, all []*Option) []*Option {
	others := map[string]bool{}
	for _, o := range all {
		o.Under = d.RoleAt(o.Page, page.Bounds(o.Words))
		if underAnother(w, o) {
			others[value.Alnum(o.Text)] = true
		}
	}
	all = slices.DeleteFunc(all, func(o *Option) bool { return underAnother(w, o) })
	for _, o := range all {
		if others[value.Alnum(o.Text)] {
			o.Traits = append(o.Traits, Trait{"said elsewhere " + sheet.UnderOther, 1})
		}
	}
	return all
}

// underAnother reports whether an option stands under the heading of a party of another side, and no label of its own says
// whose it is.
func underAnother(w *want.Want, o *Option) bool {
	return LabelRole(o) == "" && Relation(w, o.Under) == sheet.UnderOther && ofTrade(w.Role) && ofTrade(o.Under)
}

// ofTrade reports whether a role is of one who sells or buys: a carrier or a holder may be either.
func ofTrade(role string) bool { return sheet.Side(role) == "seller" || sheet.Side(role) == "buyer" }

// LabelRole is the role of the party that an option's own label names; "" for none.
func LabelRole(o *Option) string {
	if o.Label == nil {
		return ""
	}
	role, _, _ := want.RoleIn(o.Label.Bag)
	return role
}

// Relation is how the role of a heading stands to that of a property's party.
func Relation(w *want.Want, role string) string {
	switch {
	case role == "":
		return sheet.UnderNone
	case role == w.Role:
		return sheet.UnderOwn
	case sheet.Side(role) == sheet.Side(w.Role):
		return sheet.UnderSide
	}
	return sheet.UnderOther
}

// GroupAt is the block of a page that a value stands in.
func (d *Finder) GroupAt(m *Match) int {
	if len(m.Words) > 0 {
		if at, ok := d.GroupsOf(m.Page).Of[m.Words[0].Box]; ok {
			return at
		}
	}
	return sheet.NoGroup
}

// Identifies reports whether a property tells one party from another.
func Identifies(a want.Attr) bool {
	switch a {
	case want.AttrNone, want.AttrName, want.AttrAddress, want.AttrStreet, want.AttrTaxID, want.AttrPhone, want.AttrEmail:
		return true
	case want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry, want.AttrContact:
	}
	return false
}

// Overlaps reports whether two matches share a word of print.
func Overlaps(a, b *Match) bool {
	c := sheet.Claims{}
	c.Add(a.Words)
	return c.Overlap(b.Words)
}
