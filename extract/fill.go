package extract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// filling is the result in the making.
type filling struct {
	doc      *document
	schema   *schema.Schema
	request  Request
	value    any
	found    map[string]*match // by JSON pointer
	wants    []*want.Want      // of the leaves outside arrays
	taken    claims
	errors   []string
	isoDates bool
	grids    []*grids.Grid            // all tables of the document
	lists    map[string]*grids.Choice // those of arrays of objects, by JSON pointer
}

func newFilling(d *document, s *schema.Schema, r Request) *filling {
	return &filling{doc: d, schema: s, request: r, found: map[string]*match{}, taken: claims{}, isoDates: asksISO(s.Root)}
}

// asksISO reports whether any leaf is a date by its format: then all dates are written alike.
func asksISO(n *schema.Node) bool {
	if n.Items != nil && asksISO(n.Items) {
		return true
	}
	return n.Format == "date" || slices.ContainsFunc(n.Properties, asksISO)
}

// find finds the values and builds the result. Of those outside lists it leaves out what keep, which may be nil, takes
// out.
func (f *filling) find(keep func(*filling)) {
	f.gather(f.schema.Root, nil, nil)
	f.findLeaves()
	if keep != nil {
		keep(f)
	}
	f.chooseTables()
	f.value, _ = f.build(f.schema.Root, nil, nil)
	if f.value == nil {
		f.value = map[string]any{}
		if f.schema.Root.Type == schema.TypeArray {
			f.value = []any{}
		}
	}
}

// finish checks the result; what the schema refuses is taken out again.
func (f *filling) finish() {
	f.check()
	f.conform()
	f.reportMissing(f.schema.Root, f.value, nil)
}

// gather collects the leaves outside arrays.
func (f *filling) gather(n *schema.Node, path []string, outer []*schema.Node) {
	for _, p := range n.Properties {
		at := append(slices.Clone(path), p.Name)
		switch {
		case p.Leaf():
			w := want.New(f.doc.Dict, p, at, outer)
			w.IsoDates = f.isoDates
			f.wants = append(f.wants, w)
		case p.Type == schema.TypeObject:
			f.gather(p, at, append(slices.Clone(outer), p))
		}
	}
}

// findLeaves looks for the surest names first, so that a value with a label of its own is not taken
// by a field that only stands in for another.
func (f *filling) findLeaves() {
	f.doc.nameWanted(f.wants)
	order := slices.Clone(f.wants)
	best := map[*want.Want]float64{}
	for _, w := range order {
		for _, l := range f.doc.Labels {
			best[w] = max(best[w], f.doc.labelScore(w, l))
		}
	}
	slices.SortStableFunc(order, func(a, b *want.Want) int { return cmp.Compare(best[b], best[a]) })
	for _, w := range order {
		m, ok := f.doc.locate(w, f.taken)
		if !ok {
			continue
		}
		f.found[schema.Pointer(w.Path)] = &m
		f.taken.add(m)
		if m.Mended {
			f.errors = append(f.errors, schema.Pointer(w.Path)+": the decimal mark was not legible and follows from the other amounts")
		}
	}
	f.parties()
	f.balanced()
}

// locate finds one want, by the ways that suit it.
func (d *document) locate(w *want.Want, taken claims) (match, bool) {
	by := func(m match, way way) (match, bool) {
		m.way = way
		return m, true
	}
	if w.Role != "" {
		if m, ok := d.findParty(w, taken); ok {
			return by(m, wayParty)
		}
		if w.Attr != want.AttrName && w.Attr != want.AttrNone && w.Attr != want.AttrTaxID {
			return match{}, false
		}
	}
	m, ok := d.find(w, taken)
	if m, ok = d.tallied(w, m, ok); ok {
		return by(m, wayLabel)
	}
	if m, ok = d.byForm(w); ok {
		return by(m, wayForm)
	}
	m, ok = d.byCaption(w, taken)
	m.way = wayCaption
	return m, ok
}

// byOwnForm finds what its print tells: the number in a title, an air waybill's, the terms of freight.
func (d *document) byOwnForm(w *want.Want, concept string) (match, bool) {
	switch concept {
	case "airway_bill_number", "master_airway_bill_number":
		if m, ok := d.byPattern(airwayForm); ok {
			return m, ok
		}
	case "freight_terms":
		return d.byPattern(freightForm)
	case "iban":
		return d.account()
	case "swift_code":
		return d.bankCode()
	case "tax_rate":
		return d.rateOfTax()
	}
	if w.Kind == term.KindID {
		return d.fromTitle(concept)
	}
	return match{}, false
}

// byForm finds values that need no label, because their form or their place tells them.
func (d *document) byForm(w *want.Want) (match, bool) {
	if len(w.Concepts) == 0 {
		return match{}, false
	}
	switch name := w.Concepts[0].Concept.Name; name {
	case "subtotal":
		return d.firstTotal(w)
	case "period_start", "period_end":
		return d.periodEnd(w, name == "period_end")
	case "document_date", "issue_date", "invoice_date":
		if m, ok := d.dateBeside(w, name); ok {
			return m, true
		}
		return d.loneDate(w)
	case "currency":
		if m, ok := d.saidCurrency(); ok {
			return m, true
		}
		return d.loneCurrency()
	case "container_number":
		return d.loneForm(w)
	case "incoterm":
		return d.loneForm(w)
	case "port_of_loading", "port_of_discharge":
		return d.fromTo(w, name == "port_of_loading")
	case "time":
		return d.byPattern(clockForm)
	case "signatory_title":
		return d.postOfSigner(w)
	case "signatory":
		return d.namedSigner(w)
	case "tax_id", "seller_tax_id":
		return d.loneTaxID()
	}
	return d.byOwnForm(w, w.Concepts[0].Concept.Name)
}

// build makes the value of a node; ok is false where nothing of it was found.
func (f *filling) build(n *schema.Node, path []string, outer []*schema.Node) (any, bool) {
	switch n.Type {
	case schema.TypeObject:
		object, found := map[string]any{}, false
		for _, p := range n.Properties {
			at := append(slices.Clone(path), p.Name)
			inner := outer
			if p.Type == schema.TypeObject {
				inner = append(slices.Clone(outer), p)
			}
			v, ok := f.build(p, at, inner)
			switch {
			case ok:
				object[p.Name], found = v, true
			case p.Nullable && p.Required:
				object[p.Name] = nil
			case p.Type == schema.TypeArray && p.Required:
				object[p.Name] = []any{}
			}
		}
		return object, found || len(path) == 0
	case schema.TypeArray:
		return f.buildArray(n, path)
	case schema.TypeString, schema.TypeNumber, schema.TypeInteger, schema.TypeBoolean:
	}
	m := f.found[schema.Pointer(path)]
	if m == nil {
		return nil, false
	}
	v, ok := f.typed(n, m)
	if !ok {
		delete(f.found, schema.Pointer(path))
	}
	return v, ok
}

// fields are the places of all leaves of the result.
func (f *filling) fields() map[string]Field {
	all := map[string]Field{}
	for pointer, m := range f.found {
		if m.unlocated {
			all[pointer] = Field{Text: m.Text, Confidence: m.score, Source: sourceModel}
			continue
		}
		p := f.doc.Pages[m.page]
		all[pointer] = Field{
			Page: p.Number, Box: share(p, page.Bounds(m.Words)), Text: page.Join(m.Words),
			Confidence: float64(int(min(m.score, 0.99)*100+0.5)) / 100, Source: string(p.Source),
		}
	}
	return all
}

// typed turns a reading into a JSON value of the node's type.
func (f *filling) typed(n *schema.Node, m *match) (any, bool) {
	if len(n.Enum) > 0 {
		return f.doc.enumValue(n, m)
	}
	switch n.Type {
	case schema.TypeNumber:
		v, ok := f.number(m)
		if unsigned.MatchString(n.Description) {
			v = json.Number(strings.TrimPrefix(string(v), "-"))
		}
		return v, ok
	case schema.TypeInteger:
		v, ok := f.number(m)
		if !ok {
			return nil, false
		}
		if _, err := strconv.ParseInt(string(v), 10, 64); err != nil {
			return nil, false
		}
		return v, true
	case schema.TypeBoolean:
		return boolean(m.Text)
	case schema.TypeString, schema.TypeObject, schema.TypeArray:
		if printed, ok := printedNumber(m, f.doc.Mark); ok {
			return printed, true
		}
	}
	return f.doc.text(n, m), true
}

// unsigned is how schemas ask for the amount of a deduction without its sign.
var unsigned = regexp.MustCompile(`(?i)\b(?:sin signo|unsigned|without (?:the )?(?:minus )?sign|absolute|valor absoluto|as a positive)\b`)

// printedNumber writes a number that is wanted as text: as printed, less currency and words. Print whose name
// does not tell that it is an amount is one where its currency does.
func printedNumber(m *match, mark value.Mark) (string, bool) {
	n, ok := value.ParseNumber(page.Join(m.Words), mark)
	if !ok || n.Text != m.Text && !(label.IsAmount(m.Text) && strings.ContainsAny(m.Text, currencySigns)) || !m.Numeric && n.Text == m.Text {
		return "", false
	}
	return strings.Trim(n.Printed, currencySigns+" "), true
}

// currencySigns stand before or after an amount.
const currencySigns = "$€£¥"

func (f *filling) number(m *match) (json.Number, bool) {
	if m.Mended {
		return json.Number(m.Text), true
	}
	r, ok := f.doc.Fit(term.KindNumber, m.Words, false)
	if !ok {
		if r, ok = f.doc.Fit(term.KindPercent, m.Words, false); !ok {
			return "", false
		}
	}
	m.Text = r.Text
	return json.Number(r.Text), true
}

// reportMissing names the leaves that were not found.
func (f *filling) reportMissing(n *schema.Node, v any, path []string) {
	object, _ := v.(map[string]any)
	for _, p := range n.Properties {
		at := append(slices.Clone(path), p.Name)
		child := object[p.Name]
		switch {
		case child == nil:
			f.errors = append(f.errors, fmt.Sprintf("%s: not found in the document", schema.Pointer(at)))
		case p.Type == schema.TypeObject:
			f.reportMissing(p, child, at)
		}
	}
}
