package extract

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// given are the fields that the caller's example names.
func (f *filling) given() map[string]bool {
	all, inner := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(f.request.Schema, &all) == nil && json.Unmarshal(all["properties"], &inner) == nil && inner != nil {
		all = inner
	}
	names := map[string]bool{}
	for name := range all {
		names[name] = true
	}
	return names
}

// dropUnfit takes out fields that were inferred and whose values have not their form: nobody asked for them, so
// that a doubtful one only misleads. An account number that was cut at its gaps is completed first.
func (f *filling) dropUnfit() {
	object, _ := f.value.(map[string]any)
	given := f.given()
	f.schema.Root.Properties = slices.DeleteFunc(f.schema.Root.Properties, func(n *schema.Node) bool {
		at := schema.Pointer([]string{n.Name})
		m := f.found[at]
		if m == nil || given[n.Name] || !n.Leaf() {
			return false
		}
		if n.Name == "iban" {
			if words := f.wholeIBAN(m); words != nil {
				m.Words, m.Text = words, page.Join(words)
				object[n.Name] = m.Text
			}
		}
		if f.formed(n.Name, m) {
			return false
		}
		delete(object, n.Name)
		delete(f.found, at)
		return true
	})
}

var (
	bankCode  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$`)
	currency  = regexp.MustCompile(`[$€£¥]|\b(?:EUR|USD|MXN|GBP|CHF|BRL)\b`)
	leastDial = 7 // digits of a telephone number
)

// formed reports whether a value has the form of its field.
func (f *filling) formed(name string, m *match) bool {
	text := strings.TrimSpace(page.Join(m.Words))
	_, digits := value.Counts(text)
	c := f.doc.Dict.Concept(strings.TrimSuffix(name, "_name"))
	switch name {
	case "iban":
		return isIBAN(value.Alnum(text))
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
		return !strings.HasPrefix(text, "-") && !currency.MatchString(text+" "+f.following(m))
	case term.KindParty, term.KindPerson, term.KindVessel:
		letters, _ := value.Counts(text)
		return letters > 2 && !f.isLabel(m)
	case term.KindText:
		return name != "bank_name" || !f.isLabel(m)
	default:
		return true
	}
}

func isDate(text string) bool {
	d, ok := value.ParseDate(text, value.OrderDayFirst)
	return ok && len(d.Printed) == len(text)
}

// isLabel reports whether a value is the caption of another field.
func (f *filling) isLabel(m *match) bool {
	text := value.Fold(strings.Trim(page.Join(m.Words), " :."))
	return slices.ContainsFunc(f.doc.Labels, func(l *label.Label) bool {
		return (l.Colon || l.Whole) && len(l.Concepts) > 0 && value.Fold(strings.Trim(l.Text, " :.")) == text
	})
}

// rowFrom are the words of a value's row from its first on.
func (f *filling) rowFrom(m *match) []page.Word {
	if len(m.Words) == 0 {
		return nil
	}
	first := m.Words[0]
	if m.page < 0 || m.page >= len(f.doc.Pages) {
		return nil
	}
	for _, r := range f.doc.Pages[m.page].Rows {
		words := r.Words()
		if i := slices.IndexFunc(words, func(w page.Word) bool { return w.Box == first.Box && w.Text == first.Text }); i >= 0 {
			return words[i:]
		}
	}
	return nil
}

// following is the word behind a value in its row, where it stands close.
func (f *filling) following(m *match) string {
	words := f.rowFrom(m)
	if n := len(m.Words); n > 0 && n < len(words) && words[n].Box.X0-words[n-1].Box.X1 < 2*words[n-1].Box.Height() {
		return words[n].Text
	}
	return ""
}

// wholeIBAN are the words of the account number that begins with a value, nil for none: it is printed in groups,
// whose gaps may be taken for the borders of columns.
func (f *filling) wholeIBAN(m *match) []page.Word {
	words, text := f.rowFrom(m), ""
	for i, w := range words {
		text += value.Alnum(w.Text)
		if isIBAN(text) {
			return words[:i+1]
		}
		if len(text) > longestIBAN {
			break
		}
	}
	return nil
}

// The lengths of an account number by ISO 13616.
const (
	shortestIBAN = 15
	longestIBAN  = 34
)

// isIBAN judges an account number, folded and without gaps, by its check digits: the country and they moved
// to the end, letters as 10 to 35, the whole is 1 modulo 97.
func isIBAN(text string) bool {
	if len(text) < shortestIBAN || len(text) > longestIBAN {
		return false
	}
	rest := 0
	for i, c := range text[4:] + text[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'a' && c <= 'z' && i != len(text)-1 && i != len(text)-2:
			rest = (rest*100 + int(c-'a') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1 && text[0] >= 'a' && text[1] >= 'a'
}
