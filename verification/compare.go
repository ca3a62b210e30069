package verification

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"tariffdesk/verification/name"
	"tariffdesk/verification/taxid"
)

// Reading is the content of a document.
type Reading struct {
	Fields map[string]Place // by the names of Schema
	Lines  []Place          // of its first pages
}

// FirstPages is how many pages a document's title, ids and names are looked for on, line by line.
const FirstPages = 3

// Place is a text where it stands.
type Place struct {
	Text string
	Page int
	Box  [4]float64
}

// comparison sets a reading beside what was declared.
type comparison struct {
	v      Verification
	d      Document
	r      Reading
	now    time.Time
	checks []Check
}

// Compare are the checks of a document: whether it is what it is said to be, how old it is, and each
// of its facts beside the declared one, with its place.
func Compare(v Verification, d Document, r Reading, now time.Time) []Check {
	c := &comparison{v: v, d: d, r: r, now: now}
	p := paperOf(d.Kind)
	c.kind(p)
	for _, fact := range p.Compares {
		switch fact {
		case "tax_id":
			c.taxID()
		case "legal_name":
			c.legalName()
		case "address":
			c.address()
		case "issued_on":
			c.age(p.MaxAgeMonths)
		case "representative":
			c.representative()
		}
	}
	return c.checks
}

func (c *comparison) add(check string, outcome Outcome, detail, declared string, at Place) {
	made := Check{Name: check, Subject: SubjectCompany, Outcome: outcome, Detail: detail, Declared: declared, Found: at.Text, DocumentID: c.d.ID, CheckedAt: c.now}
	if at.Page > 0 {
		made.Page, made.Box = at.Page, &at.Box
	}
	c.checks = append(c.checks, made)
}

func (c *comparison) kind(p paper) {
	for _, line := range c.r.Lines {
		words := name.Fold(line.Text)
		for _, title := range p.Titles {
			if within(words, strings.Fields(title)) {
				c.add(CheckDocumentKind, OutcomePassed, "The document shows what it is.", string(p.Kind), line)
				return
			}
		}
	}
	for _, other := range papers() {
		for _, line := range c.r.Lines[:min(len(c.r.Lines), 10)] {
			words := name.Fold(line.Text)
			if other.Kind != p.Kind && slices.ContainsFunc(other.Titles, func(t string) bool { return len(strings.Fields(t)) > 1 && within(words, strings.Fields(t)) }) {
				c.add(CheckDocumentKind, OutcomeFailed, fmt.Sprintf("The document looks like another kind: %s.", other.Kind), string(p.Kind), line)
				return
			}
		}
	}
	c.add(CheckDocumentKind, OutcomeWarning, "Nothing on the document's first pages shows that it is of this kind.", string(p.Kind), Place{})
}

// within reports whether some words stand among others, one behind the other.
func within(words, wanted []string) bool {
	if len(wanted) == 0 {
		return false
	}
	for i := 0; i+len(wanted) <= len(words); i++ {
		if slices.Equal(words[i:i+len(wanted)], wanted) {
			return true
		}
	}
	return false
}

// idLike are pieces of a line that may be a tax id of one of the countries.
var idLike = regexp.MustCompile(`[A-ZÑ&]{3,4}[- ]?\d{6}[- ]?[A-Z0-9]{3}|\d{2}-\d{8}-\d|\d{1,3}(?:\.\d{3}){2,3}-\d|\d{6,12}-\d|\d{2}-\d{7}|\b\d{9,11}\b`)

const maxIDs = 50 // of a document that are looked at

func (c *comparison) taxID() {
	var others []Place
	for _, line := range c.r.Lines {
		for _, piece := range idLike.FindAllString(strings.ToUpper(line.Text), maxIDs) {
			id, err := taxid.Parse(c.v.Country, piece)
			if err != nil || len(others) > maxIDs {
				continue
			}
			found := Place{Text: id.Shown, Page: line.Page, Box: line.Box}
			if id.Value == c.v.TaxID {
				c.add(CheckDocumentTaxID, OutcomePassed, "The document shows the declared id.", c.v.TaxIDShown, found)
				return
			}
			others = append(others, found)
		}
	}
	field := c.r.Fields[FieldTaxID]
	id, err := taxid.Parse(c.v.Country, field.Text)
	switch {
	case err == nil && id.Value == c.v.TaxID:
		c.add(CheckDocumentTaxID, OutcomePassed, "The document shows the declared id.", c.v.TaxIDShown, field)
	case err == nil:
		c.add(CheckDocumentTaxID, OutcomeFailed, "The document shows another id.", c.v.TaxIDShown, field)
	case len(others) > 0:
		c.add(CheckDocumentTaxID, OutcomeFailed, "The document shows another id.", c.v.TaxIDShown, others[0])
	default:
		c.add(CheckDocumentTaxID, OutcomeUnknown, "No id could be read.", c.v.TaxIDShown, Place{})
	}
}

// The likeness from which two names are the same, or worth a look.
const (
	sameName = 0.95
	likeName = 0.8
)

func (c *comparison) legalName() {
	if at, ok := c.stands(c.v.LegalName); ok {
		c.add(CheckDocumentName, OutcomePassed, "The document shows the declared name.", c.v.LegalName, at)
		return
	}
	field := c.r.Fields[FieldLegalName]
	if field.Text == "" || c.title(field.Text) {
		c.add(CheckDocumentName, OutcomeUnknown, "The declared name was not read, and no other in its place.", c.v.LegalName, Place{})
		return
	}
	c.like(CheckDocumentName, c.v.LegalName, field)
}

// like compares a name that a document gives with the declared one.
func (c *comparison) like(check, declared string, found Place) {
	score := name.Likeness(declared, found.Text)
	switch {
	case score >= sameName:
		c.add(check, OutcomePassed, "The document shows the declared name.", declared, found)
	case score >= likeName:
		c.add(check, OutcomeWarning, "The document shows a like name.", declared, found)
	default:
		c.add(check, OutcomeFailed, "The document shows another name.", declared, found)
	}
	c.checks[len(c.checks)-1].Score = score
}

// stands finds a name in a line of the document.
func (c *comparison) stands(wanted string) (Place, bool) {
	words := name.Fold(wanted)
	for _, line := range c.r.Lines {
		if within(name.Fold(line.Text), words) {
			return line, true
		}
	}
	return Place{}, false
}

// title reports whether a text is the title of a document and not the name of anybody.
func (c *comparison) title(text string) bool {
	words := name.Fold(text)
	return slices.ContainsFunc(papers(), func(p paper) bool {
		return slices.ContainsFunc(p.Titles, func(t string) bool { return within(words, strings.Fields(t)) })
	})
}

// likeAddress is lower than for names: of an address each register leaves out another part.
const likeAddress = 0.6

func (c *comparison) address() {
	field := c.r.Fields[FieldAddress]
	switch {
	case field.Text == "":
		c.add(CheckDocumentAddress, OutcomeUnknown, "No address could be read.", c.v.Address, Place{})
	case c.v.Address == "":
		c.add(CheckDocumentAddress, OutcomeUnknown, "No address was declared with which this one could be compared.", "", field)
	default:
		score := name.Likeness(c.v.Address, field.Text)
		if score >= likeAddress {
			c.add(CheckDocumentAddress, OutcomePassed, "The document shows the declared address.", c.v.Address, field)
		} else {
			c.add(CheckDocumentAddress, OutcomeFailed, "The document shows another address.", c.v.Address, field)
		}
		c.checks[len(c.checks)-1].Score = score
	}
}

func (c *comparison) age(months int) {
	field := c.r.Fields[FieldIssuedOn]
	issued, err := time.Parse(time.DateOnly, field.Text)
	switch {
	case err != nil:
		c.add(CheckDocumentAge, OutcomeUnknown, "The day of issue could not be read.", "", Place{})
	case issued.After(c.now.AddDate(0, 0, 1)):
		c.add(CheckDocumentAge, OutcomeFailed, "The day of issue has not come yet.", "", field)
	case months > 0 && issued.Before(c.now.AddDate(0, -months, 0)):
		c.add(CheckDocumentAge, OutcomeWarning, fmt.Sprintf("The document is older than %d months.", months), "", field)
	default:
		c.add(CheckDocumentAge, OutcomePassed, "The document is recent.", "", field)
	}
}

func (c *comparison) representative() {
	if len(c.v.Representatives) == 0 {
		c.add(CheckDocumentSigner, OutcomeUnknown, "No representative was declared.", "", c.r.Fields[FieldRepresentative])
		return
	}
	var declared []string
	for _, r := range c.v.Representatives {
		if at, ok := c.allWords(r.Name); ok {
			c.add(CheckDocumentSigner, OutcomePassed, "The document names the declared representative.", r.Name, at)
			return
		}
		declared = append(declared, r.Name)
	}
	field := c.r.Fields[FieldRepresentative]
	if field.Text == "" || c.title(field.Text) {
		c.add(CheckDocumentSigner, OutcomeUnknown, "No declared representative was read.", strings.Join(declared, "; "), Place{})
		return
	}
	best := slices.MaxFunc(declared, func(a, b string) int {
		return int(1000 * (name.Likeness(a, field.Text) - name.Likeness(b, field.Text)))
	})
	c.like(CheckDocumentSigner, best, field)
}

// nearLines is over how many lines a card may print the parts of a name.
const nearLines = 4

// allWords finds a person's name: cards print its parts in lines of their own, the surnames first.
func (c *comparison) allWords(wanted string) (Place, bool) {
	words := name.Fold(wanted)
	for i, first := range c.r.Lines {
		var near []string
		for _, line := range c.r.Lines[i:min(i+nearLines, len(c.r.Lines))] {
			if line.Page == first.Page {
				near = append(near, name.Fold(line.Text)...)
			}
		}
		missing := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(near, w) })
		if !missing && len(words) > 1 {
			return first, true
		}
	}
	return Place{}, false
}
