package infer

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// given are the fields that the caller's example names.
func given(example json.RawMessage) map[string]bool {
	all, inner := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(example, &all) == nil && json.Unmarshal(all["properties"], &inner) == nil && inner != nil {
		all = inner
	}
	names := map[string]bool{}
	for name := range all {
		names[name] = true
	}
	return names
}

// DropUnfit takes out fields that were inferred and whose values have not their form: nobody asked for them, so
// that a doubtful one only misleads.
func DropUnfit(f *result.Builder, example json.RawMessage) {
	object, _ := f.Value.(map[string]any)
	given := given(example)
	f.Schema.Root.Properties = slices.DeleteFunc(f.Schema.Root.Properties, func(n *schema.Node) bool {
		at := schema.Pointer([]string{n.Name})
		m := f.Found[at]
		if m == nil || given[n.Name] || !n.Leaf() {
			return false
		}
		if suits(f, n.Name, m) {
			return false
		}
		delete(object, n.Name)
		delete(f.Found, at)
		return true
	})
}

var (
	bankCode  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$`)
	currency  = regexp.MustCompile(`[$€£¥]|\b(?:EUR|USD|MXN|GBP|CHF|BRL)\b`)
	leastDial = 7 // digits of a telephone number
)

// suits reports whether a value has the form of its field.
func suits(f *result.Builder, name string, m *candidate.Match) bool {
	text := strings.TrimSpace(page.Join(m.Words))
	_, digits := value.Counts(text)
	c := f.Doc.Dict.Concept(strings.TrimSuffix(name, "_name"))
	switch name {
	case "iban":
		return sheet.IsIBAN(value.Alnum(text))
	case "swift_code":
		return bankCode.MatchString(strings.ToUpper(value.Alnum(text)))
	}
	if c == nil {
		return true
	}
	switch c.Kind {
	case term.KindPhone:
		return digits >= leastDial && !isDate(text)
	case term.KindEmail:
		return strings.Contains(text, "@")
	case term.KindID, term.KindTaxID, term.KindContainer:
		return digits > 0 && !isDate(text)
	case term.KindQuantity, term.KindCount, term.KindWeight, term.KindVolume:
		return !strings.HasPrefix(text, "-") && !currency.MatchString(text+" "+following(f, m))
	case term.KindParty, term.KindPerson, term.KindVessel:
		letters, _ := value.Counts(text)
		return letters > 2 && !isLabel(f, m)
	case term.KindText:
		return name != "bank_name" || !isLabel(f, m)
	default:
		return true
	}
}

func isDate(text string) bool {
	d, ok := value.ParseDate(text, value.OrderDayFirst)
	return ok && len(d.Printed) == len(text)
}

// isLabel reports whether a value is the caption of another field.
func isLabel(f *result.Builder, m *candidate.Match) bool {
	text := value.Fold(strings.Trim(page.Join(m.Words), " :."))
	return slices.ContainsFunc(f.Doc.Labels, func(l *label.Label) bool {
		return (l.Colon || l.Whole) && len(l.Concepts) > 0 && value.Fold(strings.Trim(l.Text, " :.")) == text
	})
}

// rowFrom are the words of a value's row from its first on.
func rowFrom(f *result.Builder, m *candidate.Match) []page.Word {
	if len(m.Words) == 0 {
		return nil
	}
	first := m.Words[0]
	if m.Page < 0 || m.Page >= len(f.Doc.Pages) {
		return nil
	}
	for _, r := range f.Doc.Pages[m.Page].Rows {
		words := r.Words()
		if i := slices.IndexFunc(words, func(w page.Word) bool { return w.Box == first.Box && w.Text == first.Text }); i >= 0 {
			return words[i:]
		}
	}
	return nil
}

// following is the word behind a value in its row, where it stands close.
func following(f *result.Builder, m *candidate.Match) string {
	words := rowFrom(f, m)
	if n := len(m.Words); n > 0 && n < len(words) && words[n].Box.X0-words[n-1].Box.X1 < 2*words[n-1].Box.Height() {
		return words[n].Text
	}
	return ""
}
