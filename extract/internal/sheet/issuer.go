package sheet

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/term"
)

// titleSize is how large the print of a title is, in heights of a line.
const titleSize = 1.2

// Issues reports whether a role may be that of who wrote the document: of an order the buyer, of all else who sells or sends.
func (d *Sheet) Issues(role string) bool {
	if d.isOrder() {
		return role == "buyer"
	}
	return role == "seller" || role == "exporter" || role == "shipper" || role == "authority"
}

// Addressed is the role of whom a letter of the document is written to.
func (d *Sheet) Addressed() string {
	if d.isOrder() {
		return "seller"
	}
	return "buyer"
}

// readIsOrder reports whether the document is an order or its change, which the buyer writes, by what the caller calls it or its title.
func (d *Sheet) readIsOrder() bool {
	orders := d.Dict.Group("written by")
	_, named := orders.Is(strings.ReplaceAll(d.Kind, "_", " "))
	return named || d.Kind == "" && titledOrder(d)
}

// titledOrder reports whether large print at the head of the first page is the title of an order.
func titledOrder(d *Sheet) bool {
	if len(d.Pages) == 0 {
		return false
	}
	p := d.Pages[0]
	for _, r := range p.Rows {
		if r.Box.Y0 > label.HeadShare*p.Height {
			break
		}
		for _, s := range r.Segments {
			if _, ok := d.Dict.Group("written by").Begins(s.Text()); ok && s.Box.Height() > titleSize*p.LineHeight && !strings.Contains(s.Text(), ":") {
				return true
			}
		}
	}
	return false
}

// carrierWords matches words in the names of carriers.
var carrierWords = regexp.MustCompile(`(?i)\b(?:lines?|naviera|shipping|mar[ií]tim[ao]s?|lloyd|container|ocean|cargo|airlines?|air|logistics?|log[ií]stica|freight|forwarding|transportes?|express)\b`)

// CarrierIssues reports whether the letterhead is a carrier's: of a transport document, with a carrier's name.
func (d *Sheet) CarrierIssues() bool {
	ri, si, _ := d.Letterhead()
	if ri < 0 {
		return false
	}
	switch term.DocumentKind(strings.ReplaceAll(d.Kind, "_", " ")) {
	case "bill_of_lading", "airway_bill":
		return carrierWords.MatchString(d.Spaced(ri, si).Text())
	}
	return false
}

// AgentIssues reports whether the letterhead is a customs agent's or forwarder's, as of an account of outlays.
func (d *Sheet) AgentIssues() bool {
	ri, si, _ := d.Letterhead()
	if ri < 0 {
		return false
	}
	name := d.Spaced(ri, si).Text()
	return d.Dict.Bag(name).Has("agent") || brokersName.MatchString(name)
}

// brokersName are the words of customs brokers' names.
var brokersName = regexp.MustCompile(`(?i)\baduanal(?:es)?\b|\bcustoms? (?:broker|agen)`)
