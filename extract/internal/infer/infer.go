package infer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/describe"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// leastTableFields is how many known columns make a table worth inferring.
const leastTableFields = 2

// InferSchema adds to a template what the document itself names: its labelled fields and its table.
func InferSchema(d *sheet.Sheet, template json.RawMessage, description string) (*schema.Schema, json.RawMessage, error) {
	root := describe.NewObject()
	if err := json.Unmarshal(template, root); err != nil {
		return nil, nil, fmt.Errorf("decode template: %w", err)
	}
	known := map[string]bool{}
	hasLines := false
	for name, p := range root.Properties.All() {
		known[d.Dict.Bag(name).Key] = true
		hasLines = hasLines || p.Type == "array"
	}
	for _, l := range d.Labels {
		if len(l.Concepts) == 0 || l.Given != nil || root.Properties.Len() >= describe.MaxGeneratedFields {
			continue
		}
		c := l.Concepts[0]
		if !l.Colon && !l.Whole && !formed(c.Kind) {
			continue // the beginning of a text, such as the street of an address
		}
		if known[d.Dict.Bag(c.Name).Key] && c.Name != taxID || c.Kind == term.KindLine || c.Name == "item_or_product" || c.Name == "description" {
			continue
		}
		for _, candidate := range d.Candidates(l) {
			if r, ok := d.Fit(c.Kind, candidate.Words, false); ok && r.Score*candidate.Score > 0.7 {
				describe.AddConcept(d.Dict, root.Properties, ownedName(d, c.Name, l.Page, page.Bounds(r.Words)))
				break
			}
		}
	}
	if !hasLines && len(d.Tables) > 0 {
		inferLines(d, root, description)
	}
	raw, err := json.Marshal(root)
	if err != nil {
		return nil, nil, fmt.Errorf("encode inferred schema: %w", err)
	}
	s, err := result.ParseSchema(raw)
	return s, raw, err
}

// inferLines adds the columns of the longest table.
func inferLines(d *sheet.Sheet, root *describe.Object, description string) {
	longest := d.Tables[0]
	for _, t := range d.Tables {
		if len(t.Rows)*len(t.Columns) > len(longest.Rows)*len(longest.Columns) {
			longest = t
		}
	}
	items := describe.NewObject()
	for i, c := range longest.Columns {
		switch {
		case len(c.Concepts) > 0:
			describe.AddConcept(d.Dict, items.Properties, describe.Namesake(d.Dict, c.Concepts, c.Text).Name)
		case len(c.Parts) > 0:
			for _, p := range c.Parts {
				describe.AddConcept(d.Dict, items.Properties, p.Concepts[0].Name)
			}
		default:
			name := describe.Snake(c.Text)
			if p := longest.Parts[0].Page; d.ReadByOCR(p) && !legible(wordsIn(d.Pages[p], c.Header())) {
				name = "" // it holds what it holds, whatever its header says
			}
			items.Properties.Put(cmp.Or(name, fmt.Sprintf("column_%d", i+1)), &describe.Property{Type: "string", Description: c.Text})
		}
	}
	if items.Properties.Len() >= leastTableFields {
		root.Properties.Put(describe.LinesName(term.DocumentKind(d.Kind+" "+description)), &describe.Property{Type: "array", Items: items})
	}
}

// taxID is the field of a tax number that does not say whose it is.
const taxID = "tax_id"

// ownedName is the name of a field at a place with the party that it is of: that of the heading over it, or who issues the document
// where it stands above all headings.
func ownedName(d *sheet.Sheet, name string, pi int, box page.Box) string {
	if name != taxID {
		return name
	}
	if role := d.RoleAt(pi, box); role != "" {
		return role + "_" + taxID
	}
	if slices.ContainsFunc(d.HeadingsOf(pi), func(h sheet.Heading) bool { return h.Box.Y0 < box.Y1 }) {
		return name
	}
	for _, role := range []string{"seller", "buyer", "carrier"} {
		if d.Issues(role) {
			return role + "_" + taxID
		}
	}
	return name
}

// How well a header is read at least that names a property.
const (
	leastName    = 0.8 // mean confidence of its words
	leastLetters = 3
)

// legible reports whether words that OCR read are those of a name: read surely, of letters, with a vowel each that is no abbreviation.
func legible(words []page.Word) bool {
	letters := 0
	for _, w := range words {
		n, digits := value.Counts(w.Text)
		if digits > 0 || n > longestShort && !strings.ContainsAny(value.Fold(w.Text), "aeiouy") {
			return false
		}
		letters += n
	}
	return letters >= leastLetters && page.Confidence(words) >= leastName
}

// longestShort are the letters of an abbreviation: QTY, HTS, No.
const longestShort = 4

// wordsIn are the words of a page within a box.
func wordsIn(p *page.Page, box page.Box) []page.Word {
	var all []page.Word
	for _, w := range p.Words {
		if x, y := w.Box.MidX(), w.Box.MidY(); x >= box.X0 && x <= box.X1 && y >= box.Y0 && y <= box.Y1 {
			all = append(all, w)
		}
	}
	return all
}

// formed reports whether the values of a kind have a form of their own.
func formed(k term.Kind) bool {
	return slices.Contains([]term.Kind{term.KindDate, term.KindAmount, term.KindWeight, term.KindPercent, term.KindTaxID, term.KindEmail, term.KindContainer, term.KindHS}, k)
}

// DropTwins takes out fields that were inferred and hold what another field holds already: what the
// caller named stays before what the description names and the document itself.
func DropTwins(f *result.Builder, example json.RawMessage) {
	object, _ := f.Value.(map[string]any)
	given := given(example)
	if object == nil {
		return
	}
	named := func(n *schema.Node) bool { return given[n.Name] }
	taken := sheet.Claims{}
	for _, own := range []bool{true, false} {
		f.Schema.Root.Properties = slices.DeleteFunc(f.Schema.Root.Properties, func(n *schema.Node) bool {
			m := f.Found[schema.Pointer([]string{n.Name})]
			if m == nil || named(n) != own {
				return false
			}
			if !own && taken.Overlap(m.Words) {
				delete(object, n.Name)
				delete(f.Found, schema.Pointer([]string{n.Name}))
				return true
			}
			taken.Add(m.Words)
			return false
		})
	}
}
