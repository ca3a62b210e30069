package candidate

import (
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// way is how a value was found.
type way string

// The ways.
const (
	wayLabel      way = "label"
	wayForm       way = "form"
	wayCaption    way = "caption"
	wayBalance    way = "balance"    // of amounts that make one another
	wayTally      way = "tally"      // the total that other amounts prove
	wayDirect     way = "direct"     // a label that names party and property
	WayBlock      way = "block"      // the lines under the heading of a party
	wayLetterhead way = "letterhead" // the name that the top of the page shows most
	wayAddress    way = "address"    // the name above an address
	wayAddressee  way = "addressee"
	wayBare       way = "bare" // a label that names no party
	wayCompany    way = "company"
	wayTop        way = "top" // a line at the top of the page
	waySum        way = "sum"
	wayLoose      way = "loose"  // a form without a label
	wayNumber     way = "number" // what has the form of a tax number or is called one
	wayReach      way = "reach"  // a telephone number or an address of mail
	wayTown       way = "town"   // a line that prints a place
	wayLine       way = "line"   // a line above an address
	wayRate       way = "rate"
	wayCode       way = "code"    // a code behind a title, or apart
	WayMisread    way = "misread" // a caption that OCR has misread
	wayOffset     way = "offset"  // beside a caption, off its line
	wayAccount    way = "account" // what has the form of an account number
	wayHeader     way = "header"  // alone below the header of a table
	wayPrint      way = "print"   // beside a caption, whatever it looks like
	wayHeaded     way = "headed"  // a name below the heading of a party
	WayAlone      way = "alone"   // a name that stands alone
)

// Telling are the ways that tell a value so surely that the others count for less where one of them has an option.
func Telling() []way {
	return []way{wayLabel, wayForm, wayDirect, WayBlock, wayLetterhead, wayCaption, wayBalance, wayTally}
}

// GroupOf is the kind of thing a property asks for, coarsely.
func GroupOf(w *want.Want) string {
	switch w.Attr {
	case want.AttrName:
		return "name"
	case want.AttrAddress, want.AttrStreet:
		return "address"
	case want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry:
		return "piece"
	case want.AttrTaxID:
		return "tax id"
	case want.AttrPhone, want.AttrEmail, want.AttrContact:
		return "contact"
	case want.AttrNone:
	}
	switch w.Kind {
	case term.KindParty, term.KindPerson:
		return "name"
	case term.KindAddress:
		return "address"
	case term.KindTaxID:
		return "tax id"
	case term.KindAmount:
		return "amount"
	case term.KindPercent, term.KindNumber, term.KindQuantity, term.KindWeight, term.KindVolume, term.KindCount:
		return "number"
	case term.KindDate:
		return "date"
	case term.KindID, term.KindCode, term.KindContainer, term.KindHS, term.KindLine:
		return "id"
	case term.KindPlace, term.KindCountry, term.KindVessel:
		return "place"
	case term.KindCurrency, term.KindIncoterm, term.KindUnit, term.KindTime, term.KindPhone, term.KindEmail:
		return "form"
	case term.KindText:
	}
	return "text"
}

// SortOf tells amounts or dates of one kind apart, in one of few sorts that several fields share: an invoice's total
// and its subtotal are told apart by how they stand to the other amounts, whatever the field is called.
func SortOf(d *Finder, w *want.Want) string {
	if len(w.Concepts) == 0 {
		return "unknown"
	}
	if sort, ok := d.Dict.Group("sort of property").Is(w.Concepts[0].Concept.Name); ok {
		return sort
	}
	return "other"
}
