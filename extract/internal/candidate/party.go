package candidate

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// headed reports whether a label of the document heads the block of a role.
func headed(d *Finder, role string) bool {
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool { return label.HasConcept(l, role) && l.Whole && l.Given == nil })
}

// directParty reads a label that names role and property both, such as "customer name".
func directParty(d *Finder, w *want.Want) (Match, bool) {
	var best Match
	for _, l := range d.Labels {
		role, a, ok := want.RoleIn(l.Bag)
		if !ok || role != w.Role || a != w.Attr || l.Bag.Key == roleWord(role) || l.Bag.Has("name", "address") {
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := read(d, w, l, c); ok && m.Score > best.Score {
				best = m
			}
		}
	}
	return best, best.Score >= LeastScore
}

func roleWord(role string) string {
	for _, r := range want.PartyRoles() {
		if r[1] == role {
			return r[0]
		}
	}
	return ""
}

// PartyBlocks are the blocks under labels of a role, then of the roles that may stand for it.
func (d *Finder) PartyBlocks(role string) []sheet.PartyBlock {
	concept := d.Dict.Concept(role)
	if concept == nil {
		return nil
	}
	var all []sheet.PartyBlock
	for i, name := range append([]string{role}, concept.Fallbacks...) {
		score := 1.0
		if i > 0 {
			score = 0.8 - 0.07*float64(i)
		}
		for _, l := range d.Labels {
			if !label.HasConcept(l, name) || l.Given != nil {
				continue
			}
			candidates := d.Candidates(l)
			if len(candidates) == 0 && l.Whole {
				candidates = []label.Candidate{{Place: label.PlaceBelow, Score: 0.8, Page: l.Page}} // its labels tell the rest
			}
			for _, c := range candidates {
				if sheet.NumberOnly(c.Lines) || l.Vague && !namesParty(c.Lines) || c.Place == label.PlaceInline && !l.Colon && len(c.Words) > 0 && label.DigitsIn(c.Words[:1]) {
					continue // Store 0087
				}
				all = append(all, sheet.PartyBlock{Lines: sheet.JoinName(c.Lines), Label: l, Page: c.Page, Score: score * c.Score * l.Weight})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sheet.PartyBlock) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return all
}

// namesParty reports whether lines are those of a party, not of a place or date: a company's name, or
// a name with an address below it.
func namesParty(lines [][]page.Word) bool {
	if len(lines) == 0 {
		return false
	}
	first := page.Join(lines[0])
	if reading.CompanyForm.MatchString(reading.TrimText(first)) {
		return true
	}
	return len(lines) > 1 && (sheet.AddressWord.MatchString(page.Join(lines[1])) || reading.PostalForm.MatchString(page.Join(lines[1])))
}

// fromBlock reads the wanted property from a block.
func fromBlock(d *Finder, w *want.Want, b sheet.PartyBlock) (Match, bool) {
	m := Match{Page: b.Page, Score: b.Score}
	switch w.Attr {
	case want.AttrName, want.AttrNone:
		if len(b.Lines) > 0 && reading.CompanyForm.MatchString(reading.TrimText(page.Join(sheet.Unregistered(b.Lines[0])))) {
			if r, ok := d.Fit(term.KindParty, sheet.Unregistered(b.Lines[0]), false); ok {
				m.Value = r
				return m, true
			}
		}
		if r, ok := attributeNear(d, w, b, "name"); ok {
			return r, true
		}
		for _, line := range b.Lines[:min(2, len(b.Lines))] {
			if r, ok := d.Fit(term.KindParty, sheet.Unregistered(line), false); ok && party.Names(line, d.Dict) {
				m.Value = r
				return m, true
			}
			if ofPlace(d, line) {
				break // the name stands elsewhere
			}
		}
	case want.AttrAddress:
		if r, ok := attributeNear(d, w, b, "address"); ok {
			return r, true
		}
		return addressOf(d, b.Lines[min(1, len(b.Lines)):], m)
	case want.AttrTaxID, want.AttrPhone, want.AttrEmail:
		if r, ok := attributeNear(d, w, b, string(w.Attr)); ok {
			return r, true
		}
		return formIn(d, w, b, m)
	case want.AttrStreet, want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry, want.AttrContact:
		for _, name := range []string{NameOf(w.Attr), string(want.AttrAddress)} {
			if r, ok := attributeNear(d, w, b, name); ok {
				return r, true
			}
		}
		return pieceOfAddress(d, w, b.Lines[min(1, len(b.Lines)):], m)
	}
	return Match{}, false
}

// ofPlace reports whether a line is of an address: a street with its number, or a place.
func ofPlace(d *Finder, line []page.Word) bool {
	streets := d.Dict.Group("street")
	_, street := streets.Has(page.Join(line))
	_, town := party.Town(line, streets)
	return town || street && label.DigitsIn(line)
}

// NameOf returns the name of a property of a party in labels.
func NameOf(a want.Attr) string {
	if a == want.AttrStreet {
		return string(want.AttrAddress)
	}
	return string(a)
}

// fromLetterhead reads the issuer's name and address from the top of the first page.
func fromLetterhead(d *Finder, w *want.Want) (Match, bool) {
	ri, si, score := d.Letterhead()
	if ri < 0 {
		return Match{}, false
	}
	name := d.Spaced(ri, si)
	m := Match{Page: 0, Score: score}
	switch w.Attr {
	case want.AttrName, want.AttrNone:
		words := d.WholeName(ri, si)
		r, ok := d.Fit(term.KindParty, words, false)
		m.Value = r
		m.Score *= 0.6 + 0.4*page.Confidence(words)
		return m, ok
	case want.AttrAddress:
		r, ok := d.Fit(term.KindAddress, slices.Concat(d.HeadAddress(ri, name)...), false)
		m.Value = r
		m.Score *= 0.9
		return m, ok
	case want.AttrTaxID, want.AttrPhone, want.AttrEmail:
		if m, ok := headTaxID(d, w); ok {
			return m, true
		}
		return formIn(d, w, sheet.PartyBlock{Lines: nil, Label: &label.Label{Place: label.At(0, ri, si), Box: name.Box}, Page: 0, Score: score}, m)
	case want.AttrStreet, want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry:
		return pieceOfAddress(d, w, d.HeadAddress(ri, name), m)
	case want.AttrContact:
	}
	return Match{}, false
}

// headTaxID reads the tax number at the top of the first page that stands above what is the buyer's.
func headTaxID(d *Finder, w *want.Want) (Match, bool) {
	bag := d.Dict.Bag(string(w.Attr))
	if m, ok := headTaxLine(d, w); ok {
		return m, true
	}
	for _, l := range d.Labels {
		switch {
		case l.Page > 0 || l.Box.Y0 > label.HeadShare*d.Pages[0].Height || l.Given != nil:
			return Match{}, false
		case label.HasConcept(l, "buyer") || label.HasConcept(l, "bill_to") || label.HasConcept(l, "soldto"):
			return Match{}, false
		case l.Bag.Key != bag.Key || w.Attr != want.AttrTaxID:
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := read(d, w, l, c); ok {
				m.Score *= 0.8
				return m, m.Score >= LeastScore
			}
		}
	}
	return Match{}, false
}

// headTaxLine finds a tax number behind its name anywhere in a line above what is the buyer's.
func headTaxLine(d *Finder, w *want.Want) (Match, bool) {
	p := d.Pages[0]
	for ri, r := range p.Rows {
		if w.Attr != want.AttrTaxID || r.Box.Y0 > label.HeadShare*p.Height {
			break
		}
		for si, s := range r.Segments {
			for _, l := range d.BySegment[label.At(0, ri, si)] {
				if role, _, ok := want.RoleIn(l.Bag); ok && role != "seller" && role != "exporter" && role != "shipper" {
					return Match{}, false
				}
			}
			if words := taxName(d, s.Words); words != nil {
				if r, ok := d.Fit(term.KindTaxID, words, false); ok {
					return Match{Value: r, Page: 0, Score: 0.7 * (0.6 + 0.4*page.Confidence(r.Words))}, true
				}
			}
		}
	}
	return Match{}, false
}
