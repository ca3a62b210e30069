package candidate

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
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

// fromAddressee reads the buyer, or of an order the seller, from the addressee of a letter: a block that no label names, of a
// name, a street and a town.
func fromAddressee(d *Finder, w *want.Want) (Match, bool) {
	if w.Role != d.Addressed() || len(d.Pages) == 0 || addresseeNamed(d) {
		return Match{}, false
	}
	issuer, _, _ := d.Letterhead()
	p := d.Pages[0]
	for ri, r := range p.Rows {
		if r.Box.Y0 > addresseeTop*p.Height {
			break
		}
		for si, s := range r.Segments {
			at := label.At(0, ri, si)
			if s.Box.X0 > addresseeRight*p.Width || !beginsAddressee(d, at, s, issuer) {
				continue
			}
			head := &label.Label{Place: at, Box: s.Box, To: len(s.Words), Whole: true, Weight: 1}
			lines := d.Below(head, s.Box)
			if !isAddress(lines) || issuer >= ri && issuer <= ri+len(lines) {
				continue
			}
			return fromBlock(d, w, sheet.PartyBlock{Lines: sheet.JoinName(append([][]page.Word{s.Words}, lines...)), Label: head, Score: addresseeScore})
		}
	}
	return Match{}, false
}

// addresseeNamed reports whether a label speaks of whom the document is written to.
func addresseeNamed(d *Finder) bool {
	if d.Addressed() == "seller" {
		return headed(d, "seller")
	}
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool {
		return label.HasConcept(l, "buyer") || label.HasConcept(l, "soldto") || label.HasConcept(l, "bill_to") || label.HasConcept(l, "consignee")
	})
}

// beginsAddressee reports whether a segment may be the name above an address: no label and no title,
// with nothing right above it but the row of the issuer, whose address stands there in small print.
func beginsAddressee(d *Finder, at label.Place, s page.Segment, issuer int) bool {
	text := reading.TrimText(s.Text())
	letters, digits := value.Counts(text)
	if letters < 4 || digits > 0 || len(s.Words) > 8 || len(d.BySegment[at]) > 0 || d.AfterColon(at) || sheet.NotAddress.MatchString(text) || sheet.TitleWords.MatchString(text) && !reading.CompanyForm.MatchString(text) {
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
		if letters, digits := value.Counts(text); sheet.TownLine.MatchString(text) && letters > digits {
			return true
		}
	}
	return false
}
