package extract

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// way is how a value was found.
type way string

// The ways.
const (
	wayParty   way = "party"
	wayLabel   way = "label"
	wayForm    way = "form"
	wayCaption way = "caption"
	wayBalance way = "balance"
	// Those of options that the rules did not choose.
	wayDirect     way = "direct"     // a label that names party and property
	wayBlock      way = "block"      // the lines under the heading of a party
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
	wayMisread    way = "misread" // a caption that OCR has misread
	wayOffset     way = "offset"  // beside a caption, off its line
	wayAccount    way = "account" // what has the form of an account number
	wayHeader     way = "header"  // alone below the header of a table
	wayPrint      way = "print"   // beside a caption, whatever it looks like
	wayHeaded     way = "headed"  // a name below the heading of a party
)

// leastProbable is the probability of being right below which a value is left out: what is more likely wrong than right is worse than none.
const leastProbable = 0.5

// Observation is what may be the value of a property outside lists, with the evidence for and against it.
type Observation struct {
	Path     []string // of the property
	Value    any      // as it would be given
	Evidence []confidence.Feature
}

// Observe lists for each property of a request's schema outside lists all that may be its value. It is what the choice
// among them is fitted on. Errors as of Extract.
func (e *Engine) Observe(ctx context.Context, r Request) ([]Observation, error) {
	s, _, err := e.wanted(Request{Schema: r.Schema})
	if err != nil {
		return nil, err
	}
	pages, _, err := e.reader.Pages(ctx, r.File, MaxPages, nil)
	if err != nil {
		return nil, err
	}
	d := newDocument(e.dict, pages, r.DocumentType, r.Description)
	d.model = e.tables
	f := newFilling(d, s, r)
	f.gather(s.Root, nil, nil)
	f.findLeaves()
	options := map[*want.Want][]*option{}
	for _, w := range f.wants {
		options[w] = f.options(w)
	}
	f.decide(e.values, options) // the last choice knows what the others chose
	var all []Observation
	for _, w := range f.wants {
		for _, o := range options[w] {
			m := o.match
			if v, ok := f.typed(w.Node, &m); ok {
				all = append(all, Observation{w.Path, v, f.evidenceOf(w, o, options[w])})
			}
		}
	}
	return all, nil
}

// evidence says how a value was found, what kind of thing it is and what stands beside it.
func (f *filling) evidence(w *want.Want, m *match) []confidence.Feature {
	var all []confidence.Feature
	add := func(name string, v float64) { all = append(all, confidence.Feature{Name: name, Value: v}) }
	is := func(name string, holds bool) {
		if holds {
			add(name, 1)
		}
	}
	group := groupOf(w)
	score := min(m.score, 1)
	add("always", 1)
	add("score", score)
	is("score low", score < 0.55)
	is("score high", score >= 0.85)
	is("way "+string(m.way), true)
	is("group "+group, true)
	add("group "+group+" score", score)
	is("group "+group+" way "+string(m.way), true)
	is("own label", m.own)
	poorly := 1 - page.Confidence(m.Words)
	add("read poorly", poorly)
	if f.doc.readByOCR(m.page) {
		add("read by ocr", 1)
		add("group "+group+" by ocr", 1)
		add("group "+group+" read poorly", poorly)
		add("length by ocr", math.Log1p(float64(len(page.Join(m.Words)))))
	}
	is("mended", m.Mended)
	is("on a later page", m.page > 0)
	add("words", math.Log1p(float64(len(m.Words))))
	named := 0.0
	if len(w.Concepts) > 0 {
		named = w.Concepts[0].Score
	}
	add("named", named)
	is("unknown", len(w.Concepts) == 0 && w.Role == "")
	is("role "+w.Role, w.Role != "")
	add("shared", float64(f.shared(w, m)))
	text := page.Join(m.Words)
	letters, digits := value.Counts(text)
	switch group {
	case "name":
		is("name with a legal form", reading.CompanyForm.MatchString(reading.TrimText(text)))
		is("name with digits", digits > 0)
		is("name with a colon", strings.ContainsAny(text, ":;|"))
		is("name of one word", len(m.Words) == 1)
		is("name in print of a title", titleWords.MatchString(text))
	case "amount":
		is("amount without decimals", !strings.ContainsAny(m.Text, "."))
		is("amount of nothing", strings.Trim(m.Text, "0.") == "")
	case "id", "tax id":
		is("id without digits", digits == 0)
		is("id of few digits", digits > 0 && digits < 4 && letters == 0)
		is("id of many digits", digits > 11 && letters == 0)
		is("id with blanks", strings.Contains(m.Text, " "))
		if group == "tax id" {
			is("tax id with a country before it", vatForm.MatchString(strings.ReplaceAll(m.Text, " ", "")))
			is("tax id with a country before it, as asked", asksVAT(w) && vatForm.MatchString(strings.ReplaceAll(m.Text, " ", "")))
			is("tax id with marks", strings.ContainsAny(m.Text, "./-"))
		}
	case "text", "place":
		is("text long", len(m.Words) > 6)
		is("text with digits", digits > 0)
	}
	return all
}

// groupOf is the kind of thing a property asks for, coarsely.
func groupOf(w *want.Want) string {
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

// shared is how many other properties, of other things, were read from the same print.
func (f *filling) shared(w *want.Want, m *match) int {
	n := 0
	for _, o := range f.wants {
		other := f.found[o.Pointer]
		if o == w || other == nil || other.page != m.page || len(o.Concepts) > 0 && len(w.Concepts) > 0 && o.Concepts[0].Concept == w.Concepts[0].Concept && o.Role == w.Role {
			continue
		}
		if slices.ContainsFunc(m.Words, func(a page.Word) bool {
			return slices.ContainsFunc(other.Words, func(b page.Word) bool { return a.Box == b.Box })
		}) {
			n++
		}
	}
	return n
}

// Kinds names by JSON pointer what each property of a schema outside lists asks for, coarsely: name, address, amount, date … It
// is what figures are counted by. Errors as of Extract for a schema that is not accepted.
func (e *Engine) Kinds(raw json.RawMessage) (map[string]string, error) {
	s, err := parseSchema(raw)
	if err != nil {
		return nil, err
	}
	f := newFilling(&document{Sheet: label.NewSheet(e.dict, nil)}, s, Request{})
	f.gather(s.Root, nil, nil)
	all := map[string]string{}
	for _, w := range f.wants {
		all[schema.Pointer(w.Path)] = groupOf(w)
	}
	return all, nil
}
