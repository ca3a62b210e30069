package want

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// derivedScore is how far a role counts that the other properties of the schema tell.
const derivedScore = 0.9

// DeriveRoles finds out whose name a property asks for that no list of roles has: of a schema without a seller the one name beside
// those of customers, guests and holders is that of who issues the document (clinic_name, hotel_name, laboratory), and properties that
// begin with the same word are the issuer's too. The name of a person in care (patient, student, tenant) is the addressee's.
func DeriveRoles(dict *term.Dictionary, wants []*Want) {
	issued, addressed := false, false
	var issuers, addressees []*Want
	for _, w := range wants {
		if w.Role != "" && w.Attr == AttrName {
			issued = issued || isGroup(dict, "issuing role", w.Role)
			addressed = addressed || isGroup(dict, "addressed role", w.Role)
		}
		switch stem, ok := partyStem(dict, w); {
		case !ok:
		case isGroup(dict, "addressee", stem):
			addressees = append(addressees, w)
		default:
			issuers = append(issuers, w)
		}
	}
	if !issued && len(issuers) == 1 {
		take(dict, wants, issuers[0], "seller")
	}
	if !addressed && len(addressees) == 1 {
		take(dict, wants, addressees[0], "buyer")
	}
}

// isGroup reports whether a phrase of a list is a text.
func isGroup(dict *term.Dictionary, group, text string) bool {
	_, ok := dict.Group(group).Is(text)
	return ok
}

// partyStem is whose name a text property asks for, where no role is known: hotel of hotel_name; an organisation may stand alone.
func partyStem(dict *term.Dictionary, w *Want) (string, bool) {
	n := w.Node
	if w.Role != "" || n.Type != schema.TypeString || n.Format != "" || len(n.Enum) > 0 || len(w.Concepts) > 0 && w.Concepts[0].Score >= derivedScore {
		return "", false
	}
	tokens := dict.Tokens(n.Name)
	text := strings.Join(tokens, " ")
	if isGroup(dict, "organisation", text) || isGroup(dict, "addressee", text) {
		return text, true
	}
	kept := slices.DeleteFunc(slices.Clone(tokens), func(t string) bool { return isGroup(dict, "name", t) })
	if len(kept) == len(tokens) || len(kept) == 0 || len(kept) > 2 || slices.ContainsFunc(kept, func(t string) bool { return isGroup(dict, "no party", t) }) {
		return "", false
	}
	return strings.Join(kept, " "), true
}

// take gives a role to a property and to those that say more of the same party: hotel_phone beside hotel_name.
func take(dict *term.Dictionary, wants []*Want, of *Want, role string) {
	stem, _ := partyStem(dict, of)
	for _, w := range wants {
		rest, ok := strings.CutPrefix(strings.Join(dict.Tokens(w.Node.Name), " "), stem)
		attr, known := AttrName, true
		if w != of {
			attr, known = attrOf(dict.Bag(rest))
		}
		if !ok || !known || w.Role != "" || w != of && rest == "" {
			continue
		}
		w.Role, w.Attr = role, attr
		if c := dict.Concept(role); c != nil && attr == AttrName {
			w.Concepts = []term.Scored{{Concept: c, Score: derivedScore}}
		}
		w.Kind = w.KindOf()
	}
}

// documentDate is the field of the day that a document bears, whatever it is called.
const documentDate = "document_date"

// PartDates leaves the day of the document to the property that asks for it: the date of an order is that of its own document only
// where no other property is.
func PartDates(wants []*Want) {
	ofDocument := func(s term.Scored) bool { return s.Concept.Name == documentDate }
	for _, w := range wants {
		if len(w.Concepts) < 2 || !slices.ContainsFunc(w.Concepts, ofDocument) || !slices.ContainsFunc(wants, func(o *Want) bool {
			return o != w && (o.IsAny("invoice_date", "issue_date") || len(o.Concepts) == 1 && o.Is(documentDate))
		}) {
			continue
		}
		w.Concepts = slices.DeleteFunc(w.Concepts, ofDocument)
	}
}
