package extract

import (
	"regexp"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// block is the lines that stand for a party: its name first, then its address and numbers.
type block struct {
	lines [][]page.Word
	label *label.Label
	page  int
	score float64
}

// findParty finds a property of a party: under a label of its own, in the block of the party, near
// its heading, or for the issuer in the letterhead.
func (d *document) findParty(w *want.Want, taken claims) (match, bool) {
	direct, found := d.directParty(w)
	if found && direct.score > 0.8 {
		return direct, true
	}
	for _, b := range d.partyBlocks(w.Role) {
		if found && direct.score >= b.score {
			return direct, true
		}
		if m, ok := d.fromBlock(w, b); ok && m.score >= leastScore {
			return m, true
		}
	}
	if found {
		return direct, true
	}
	if w.Role == "carrier" && d.carrierIssues() && (w.Attr == want.AttrName || w.Attr == want.AttrNone) || w.Role == "agent" && d.agentIssues() {
		if m, ok := d.fromLetterhead(w, taken); ok {
			return m, true
		}
	}
	var head match
	var headed bool
	if d.issues(w.Role) && (w.Role == "seller" || !d.headed(w.Role)) {
		if head, headed = d.fromLetterhead(w, taken); headed && d.headedByCompany(taken) {
			return head, true
		}
	}
	if m, ok := d.fromAddress(w); ok {
		return m, true
	}
	if headed {
		return head, true
	}
	if m, ok := d.onlyOne(w); ok {
		return m, true
	}
	return d.fromAddressee(w)
}

// headed reports whether a label of the document heads the block of a role.
func (d *document) headed(role string) bool {
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool { return label.HasConcept(l, role) && l.Whole && l.Given == nil })
}

// onlyOne reads a label such as "RFC" that names no party, where the document has one of it only.
func (d *document) onlyOne(w *want.Want) (match, bool) {
	bag := d.Dict.Bag(string(w.Attr))
	var only *label.Label
	for _, l := range d.Labels {
		if l.Bag.Key != bag.Key || l.Given != nil {
			continue
		}
		if only != nil {
			return match{}, false
		}
		only = l
	}
	if only == nil {
		return match{}, false
	}
	for _, c := range d.Candidates(only) {
		if m, ok := d.read(w, only, c); ok {
			m.score *= 0.65
			return m, m.score >= leastScore
		}
	}
	return match{}, false
}

// directParty reads a label that names role and property both, such as "customer name".
func (d *document) directParty(w *want.Want) (match, bool) {
	var best match
	for _, l := range d.Labels {
		role, a, ok := want.RoleIn(l.Bag)
		if !ok || role != w.Role || a != w.Attr || l.Bag.Key == roleWord(role) || l.Bag.Has("name", "address") {
			continue
		}
		for _, c := range d.Candidates(l) {
			if m, ok := d.read(w, l, c); ok && m.score > best.score {
				best = m
			}
		}
	}
	return best, best.score >= leastScore
}

func roleWord(role string) string {
	for _, r := range want.PartyRoles() {
		if r[1] == role {
			return r[0]
		}
	}
	return ""
}

// partyBlocks are the blocks under labels of a role, then of the roles that may stand for it.
func (d *document) partyBlocks(role string) []block {
	concept := d.Dict.Concept(role)
	if concept == nil {
		return nil
	}
	var all []block
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
				if numberOnly(c.Lines) || l.Vague && !namesParty(c.Lines) || c.Place == label.PlaceInline && !l.Colon && len(c.Words) > 0 && label.DigitsIn(c.Words[:1]) {
					continue // Store 0087
				}
				all = append(all, block{lines: joinName(c.Lines), label: l, page: c.Page, score: score * c.Score * l.Weight})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b block) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return all
}

// numberOnly reports whether the first of lines is a number, which is no party's name: Customer: 2.
func numberOnly(lines [][]page.Word) bool {
	if len(lines) == 0 {
		return false
	}
	letters, digits := value.Counts(page.Join(lines[0]))
	return letters == 0 && digits > 0
}

// namesParty reports whether lines are those of a party, not of a place or date: a company's name, or
// a name with an address below it.
func namesParty(lines [][]page.Word) bool {
	if len(lines) == 0 {
		return false
	}
	first := page.Join(lines[0])
	if _, digits := value.Counts(first); reading.CompanyForm.MatchString(reading.TrimText(first)) {
		return true
	} else if digits > 0 {
		return false
	}
	return len(lines) > 1 && (addressWord.MatchString(page.Join(lines[1])) || reading.PostalForm.MatchString(page.Join(lines[1])))
}

var (
	notAddress = regexp.MustCompile(`(?i)^\W*(?:[tl]el|phone|fax|e-?mail|correo|www|http|rfc|nit|ruc|cuit|vat|tax|gst|reg|co\.? ?(?:no|reg)\b|company ?(?:no|reg)|attn|contact|mobile|cel|id\b|cif|nif|ein|eori|abn|curp|iec|website|web|rut|usci|registro|no\. de)`)
	registered = regexp.MustCompile(`^\W*(?i:\(?(?:co\.? ?|company ?)?(?:no|reg|reg\.? ?no)\b\.?[\s:.]*)?(?:\([A-Z]{0,3}\d{3,12}[-–/]{0,2}[A-Z\d]{0,2}|[A-Z]{0,3}\d{5,12}[-–/]{1,2}[A-Z]{1,2}|[A-Z]{1,3}\d{6,12}|\d{7,12})\)?\W*$`)
)

// fromBlock reads the wanted property from a block.
func (d *document) fromBlock(w *want.Want, b block) (match, bool) {
	m := match{page: b.page, score: b.score}
	switch w.Attr {
	case want.AttrName, want.AttrNone:
		if len(b.lines) > 0 && reading.CompanyForm.MatchString(reading.TrimText(page.Join(unregistered(b.lines[0])))) {
			if r, ok := d.Fit(term.KindParty, unregistered(b.lines[0]), false); ok {
				m.Value = r
				return m, true
			}
		}
		if r, ok := d.attributeNear(w, b, "name"); ok {
			return r, true
		}
		for _, line := range b.lines[:min(2, len(b.lines))] {
			if r, ok := d.Fit(term.KindParty, unregistered(line), false); ok && party.Names(line, d.Dict) {
				m.Value = r
				return m, true
			}
			if d.ofPlace(line) {
				break // the name stands elsewhere
			}
		}
	case want.AttrAddress:
		if r, ok := d.attributeNear(w, b, "address"); ok {
			return r, true
		}
		return d.addressOf(b.lines[min(1, len(b.lines)):], m)
	case want.AttrTaxID, want.AttrPhone, want.AttrEmail:
		if r, ok := d.attributeNear(w, b, string(w.Attr)); ok {
			return r, true
		}
		return d.formIn(w, b, m)
	case want.AttrStreet, want.AttrCity, want.AttrState, want.AttrPostal, want.AttrCountry, want.AttrContact:
		for _, name := range []string{nameOf(w.Attr), string(want.AttrAddress)} {
			if r, ok := d.attributeNear(w, b, name); ok {
				return r, true
			}
		}
		return d.pieceOfAddress(w, b.lines[min(1, len(b.lines)):], m)
	}
	return match{}, false
}

// ofPlace reports whether a line is of an address: a street with its number, or a place.
func (d *document) ofPlace(line []page.Word) bool {
	streets := d.Dict.Group("street")
	_, street := streets.Has(page.Join(line))
	_, town := party.Town(line, streets)
	return town || street && label.DigitsIn(line)
}

// nameOf is what labels call a property of a party.
func nameOf(a want.Attr) string {
	if a == want.AttrStreet {
		return string(want.AttrAddress)
	}
	return string(a)
}
