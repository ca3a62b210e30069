package extract

import (
	"regexp"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Where a letter shows its addressee: in the window of an envelope, without a caption.
const (
	addresseeTop    = 0.45 // of the page's height
	addresseeRight  = 0.55 // of its width
	leastAddressee  = 2    // lines below the name
	mostAddressee   = 6
	addresseeScore  = 0.6
	addresseeMargin = 0.8 // above the name, in heights of a line
)

// townLine is the last line of an address: a postal code and a place, in either order.
var townLine = regexp.MustCompile(`\pL.*\b\d{4,6}(?:-\d{3,4})?\b|\b\d{4,6}(?:-\d{3,4})?\b.*\pL{3}|\b[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b`)

// fromAddressee reads the buyer, or of an order the seller, from the addressee of a letter: a block that no label names, of a
// name, a street and a town.
func (d *document) fromAddressee(w *want.Want) (match, bool) {
	if w.Role != d.addressed() || len(d.Pages) == 0 || d.addresseeNamed() {
		return match{}, false
	}
	issuer, _, _ := d.letterhead(claims{})
	p := d.Pages[0]
	for ri, r := range p.Rows {
		if r.Box.Y0 > addresseeTop*p.Height {
			break
		}
		for si, s := range r.Segments {
			at := label.At(0, ri, si)
			if s.Box.X0 > addresseeRight*p.Width || !d.beginsAddressee(at, s, issuer) {
				continue
			}
			head := &label.Label{Place: at, Box: s.Box, To: len(s.Words), Whole: true, Weight: 1}
			lines := d.Below(head, s.Box)
			if !isAddress(lines) || issuer >= ri && issuer <= ri+len(lines) {
				continue
			}
			return d.fromBlock(w, block{lines: joinName(append([][]page.Word{s.Words}, lines...)), label: head, score: addresseeScore})
		}
	}
	return match{}, false
}

// addresseeNamed reports whether a label speaks of whom the document is written to.
func (d *document) addresseeNamed() bool {
	if d.addressed() == "seller" {
		return d.headed("seller")
	}
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool {
		return label.HasConcept(l, "buyer") || label.HasConcept(l, "soldto") || label.HasConcept(l, "bill_to") || label.HasConcept(l, "consignee")
	})
}

// beginsAddressee reports whether a segment may be the name above an address: no label and no title,
// with nothing right above it but the row of the issuer, whose address stands there in small print.
func (d *document) beginsAddressee(at label.Place, s page.Segment, issuer int) bool {
	text := reading.TrimText(s.Text())
	letters, digits := value.Counts(text)
	if letters < 4 || digits > 0 || len(s.Words) > 8 || len(d.BySegment[at]) > 0 || d.AfterColon(at) || notAddress.MatchString(text) || titleWords.MatchString(text) && !reading.CompanyForm.MatchString(text) {
		return false
	}
	if at.Row == 0 || at.Row-1 == issuer {
		return true
	}
	p := d.Pages[at.Page]
	for _, above := range p.Rows[at.Row-1].Segments {
		if above.Box.OverlapX(s.Box) > 0 && s.Box.Y0-above.Box.Y1 < addresseeMargin*p.LineHeight {
			return false
		}
	}
	return true
}

// isAddress reports whether the lines below a name are an address: the last or the one before it a town.
func isAddress(lines [][]page.Word) bool {
	if len(lines) < leastAddressee || len(lines) > mostAddressee {
		return false
	}
	for _, line := range lines[len(lines)-2:] {
		text := page.Join(line)
		if letters, digits := value.Counts(text); townLine.MatchString(text) && letters > digits {
			return true
		}
	}
	return false
}
