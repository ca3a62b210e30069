package extract

import (
	"strings"

	"tariffdesk/extract/internal/label"
)

// titleSize is how large the print of a title is, in heights of a line.
const titleSize = 1.2

// issues reports whether a role may be that of who wrote the document: of an order the buyer, of all else who sells or sends.
func (d *document) issues(role string) bool {
	if d.isOrder() {
		return role == "buyer"
	}
	return role == "seller" || role == "exporter" || role == "shipper" || role == "authority"
}

// addressed is the role of whom a letter of the document is written to.
func (d *document) addressed() string {
	if d.isOrder() {
		return "seller"
	}
	return "buyer"
}

// isOrder reports whether the document is an order or its change, which the buyer writes, by what the caller calls it or its title.
func (d *document) isOrder() bool {
	if d.isAnOrder == nil {
		orders := d.Dict.Group("written by")
		_, named := orders.Is(strings.ReplaceAll(d.kind, "_", " "))
		ordered := named || d.kind == "" && d.titledOrder()
		d.isAnOrder = &ordered
	}
	return *d.isAnOrder
}

// titledOrder reports whether large print at the head of the first page is the title of an order.
func (d *document) titledOrder() bool {
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
