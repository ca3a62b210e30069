package extract

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// carrierWords are what the names of carriers say.
var carrierWords = regexp.MustCompile(`(?i)\b(?:lines?|naviera|shipping|mar[ií]tim[ao]s?|lloyd|container|ocean|cargo|airlines?|air|logistics?|log[ií]stica|freight|forwarding|transportes?|express)\b`)

// carrierIssues reports whether the letterhead is a carrier's: of a transport document, with a carrier's name.
func (d *document) carrierIssues() bool {
	ri, si, _ := d.letterhead(claims{})
	if ri < 0 {
		return false
	}
	switch term.DocumentKind(strings.ReplaceAll(d.kind, "_", " ")) {
	case "bill_of_lading", "airway_bill":
		return carrierWords.MatchString(d.spaced(ri, si).Text())
	}
	return false
}

// agentIssues reports whether the letterhead is a customs agent's or forwarder's, as of an account of outlays.
func (d *document) agentIssues() bool {
	ri, si, _ := d.letterhead(claims{})
	if ri < 0 {
		return false
	}
	name := d.spaced(ri, si).Text()
	return d.Dict.Bag(name).Has("agent") || brokersName.MatchString(name)
}

// headTaxLine finds a tax number behind its name anywhere in a line above what is the buyer's.
func (d *document) headTaxLine(w *want.Want) (match, bool) {
	p := d.Pages[0]
	for ri, r := range p.Rows {
		if w.Attr != want.AttrTaxID || r.Box.Y0 > label.HeadShare*p.Height {
			break
		}
		for si, s := range r.Segments {
			for _, l := range d.BySegment[label.At(0, ri, si)] {
				if role, _, ok := want.RoleIn(l.Bag); ok && role != "seller" && role != "exporter" && role != "shipper" {
					return match{}, false
				}
			}
			if words := d.taxName(s.Words); words != nil {
				if r, ok := d.Fit(term.KindTaxID, words, false); ok {
					return match{Value: r, page: 0, score: 0.7 * (0.6 + 0.4*page.Confidence(r.Words))}, true
				}
			}
		}
	}
	return match{}, false
}

// brokersName are the words of customs brokers' names.
var brokersName = regexp.MustCompile(`(?i)\baduanal(?:es)?\b|\bcustoms? (?:broker|agen)`)
