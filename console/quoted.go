package console

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tariffdesk/client"
	"tariffdesk/console/internal/number"
)

// quoteRecord is a quote as it was asked and answered.
type quoteRecord struct {
	client.QuoteRecord

	Request quoteRequest `json:"request"`
	Items   []quoteItem  `json:"items"`

	Form  string        `json:"-"`
	Asked []quotedGoods `json:"-"` // the products as they were asked, beside Items
	RRNA  bool          `json:"-"`
	Open  bool          `json:"-"` // something can be answered to improve it
}

// quoteRequest holds what was asked. Its products have the facts that rules ask for beside what the interface names.
type quoteRequest struct {
	client.QuoteRequest

	Products []map[string]json.RawMessage `json:"products"`
}

// quotedGoods is a product of a quote as it was asked.
type quotedGoods struct {
	productRow
	Improve []improvement
	Kept    []keptField // what was stated before, sent along again
}

// keptField is a fact that was stated.
type keptField struct{ Name, Value string }

// improvement is something that would make a quote surer, with the fields that answer it.
type improvement struct {
	Text   string
	Fields []improveField
}

// improveField is a field of the form that improves a quote.
type improveField struct {
	Name  string // within the form
	Field string // of the API; "detail" for words that join the description
	Kind  string // flag, number, text
	ID    string
}

// quoteItem is the quote of one product.
type quoteItem struct{ client.QuoteItem }

// Charges are duties and taxes in the order in which they are added up.
func (i quoteItem) Charges() []client.QuoteCharge { return slices.Concat(i.Tariffs, i.Taxes) }

// Savings reports whether an agreement's saving is known.
func (i quoteItem) Savings() bool {
	for _, a := range i.TradeAgreements {
		if a.Saving != nil {
			return true
		}
	}
	return false
}

func quoteAPI(id string) string { return "/api/v3/quoter_v2/quotes/" + url.PathEscape(id) }

func quoteResult(v *visit) error {
	var q quoteRecord
	if err := v.get(quoteAPI(v.r.PathValue("id")), nil, &q); err != nil {
		return err
	}
	q.Form = newFormID()
	for i, asked := range q.Request.Products {
		goods := quotedGoods{productRow: statedProduct(i, asked)}
		if i < len(q.Items) {
			goods.improve(q.Items[i].Suggestions)
			q.RRNA = q.RRNA || q.Items[i].RegulacionesRrna != nil
		}
		q.Open = q.Open || slices.ContainsFunc(goods.Improve, func(m improvement) bool { return len(m.Fields) > 0 })
		q.Asked = append(q.Asked, goods)
	}
	for len(q.Asked) < len(q.Items) {
		q.Asked = append(q.Asked, quotedGoods{productRow: newProduct(len(q.Asked))})
	}
	return v.page("quoted", q)
}

// statedProduct is a product of a request as fields of the form.
func statedProduct(index int, asked map[string]json.RawMessage) productRow {
	p := newProduct(index)
	for name, raw := range asked {
		var text string
		switch {
		case json.Unmarshal(raw, &text) == nil:
		case string(raw) == "true":
			text = "yes"
		case string(raw) == "false":
			text = "no"
		case string(raw) == "null":
		default:
			text = string(raw)
			if ambiguous, ok := errors.AsType[*number.AmbiguousError](readError(text)); ok {
				text = ambiguous.Decimal // it is a number of JSON, so the point stands before decimals
			}
		}
		p.Field[name] = text
	}
	return p
}

func readError(text string) error {
	_, err := number.Read(text)
	return err
}

var (
	// bracketed is where a suggestion names the fields that answer it.
	bracketed = regexp.MustCompile(`\s*\(([^()]*)\)`)
	// described asks for words in the description.
	described = regexp.MustCompile(`\s*[^.?]*\bproduct_description\.?\s*$`)
)

// improve turns suggestions into questions with fields. What names no field is shown as it is.
func (g *quotedGoods) improve(suggestions []string) {
	known := slices.Concat(productTexts()[3:], productNumbers(), factNumbers(), factFlags())
	used := map[string]bool{}
	for n, text := range suggestions {
		m := improvement{Text: text}
		for _, found := range bracketed.FindAllStringSubmatch(text, -1) {
			named := memberOrWord.FindAllString(found[1], -1)
			inside := slices.DeleteFunc(named, func(name string) bool { return !slices.Contains(known, name) })
			if len(inside) == 0 {
				continue
			}
			m.Text = strings.Replace(m.Text, found[0], "", 1)
			for _, name := range inside {
				if !used[name] {
					used[name] = true
					m.Fields = append(m.Fields, improveField{Name: g.name(name), Field: name, Kind: kindOf(name), ID: "i-" + g.name(name)})
				}
			}
		}
		if question := described.ReplaceAllString(m.Text, ""); question != m.Text && question != "" && n < maxDetails {
			name := g.name("detail") + "." + strconv.Itoa(n)
			m.Text = question
			m.Fields = append(m.Fields, improveField{Name: name, Field: "detail", Kind: "text", ID: "i-" + name})
		}
		g.Improve = append(g.Improve, m)
	}
	for _, name := range slices.Concat(productTexts(), productNumbers(), factNumbers(), factFlags()) {
		if value := g.Field[name]; value != "" && !used[name] {
			g.Kept = append(g.Kept, keptField{g.name(name), value})
		}
	}
}

// memberOrWord are the words of a bracket that may name a field.
var memberOrWord = regexp.MustCompile(`[a-z][a-z0-9_]*`)

func kindOf(name string) string {
	switch {
	case slices.Contains(factFlags(), name):
		return "flag"
	case slices.Contains(productTexts(), name):
		return "text"
	}
	return "number"
}

func quoteReport(v *visit) error {
	return passReport(v, quoteAPI(v.r.PathValue("id")), url.Values{"language": {v.language.Name()}})
}

// passReport passes the report of what an address of the API names on, as a page or as PDF.
func passReport(v *visit, named string, query url.Values) error {
	query.Set("format", "html")
	if v.query("format") == "pdf" {
		query.Set("format", "pdf")
	}
	return v.pass(call{method: http.MethodGet, path: named + "/report", query: query}, printed())
}

// printed are the headers of a page that the API prints: it brings its own style and runs no script.
func printed() http.Header {
	return http.Header{"Content-Security-Policy": {"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-modals"}}
}

// quotesData is a page of the quotes that are kept, under a filter.
type quotesData struct {
	formPage
	filtered
	Quotes  []client.QuoteSummary
	Partial bool // there are older ones that were not looked through
}

// The API lists quotes without a filter, so a page of them reads some pages of it: what lies beyond is on the next.
const (
	listed    = 25
	lookPages = 4
)

func quotesPage(v *visit) error {
	d := &quotesData{filtered: v.filter("100", "q", "direction", "from", "to")}
	keep := func(q client.QuoteSummary) bool {
		day := q.CreatedAt.UTC().Format(time.DateOnly)
		return matches(q.ProductDescription+" "+q.QuoteId.String(), d.Filter["q"]) && (d.Filter["direction"] == "" || d.Filter["direction"] == string(q.Direction)) &&
			(d.Filter["from"] == "" || day >= d.Filter["from"]) && (d.Filter["to"] == "" || day <= d.Filter["to"])
	}
	found, last, more, err := lookThrough(v, "/api/v3/quoter_v2/quotes", url.Values{}, keep, func(q client.QuoteSummary) string { return q.QuoteId.String() })
	if err != nil {
		return v.again(err, "quotes", d)
	}
	d.Quotes, d.Partial = found, more && len(found) < listed
	d.more(more, last)
	return v.page("quotes", d)
}

// lookThrough reads a list of the API from where the address says, and keeps what matches until a page is full. It looks
// at a bounded number of entries: last is where the next look begins, more whether there is anything left.
func lookThrough[T any](v *visit, path string, query url.Values, keep func(T) bool, id func(T) string) (found []T, last string, more bool, err error) {
	query.Set("limit", "100")
	last = v.query("starting_after")
	for range lookPages {
		if last != "" {
			query.Set("starting_after", last)
		}
		var list struct {
			Data    []T  `json:"data"`
			HasMore bool `json:"has_more"`
		}
		if err := v.get(path, query, &list); err != nil {
			return nil, "", false, err
		}
		for i, entry := range list.Data {
			last = id(entry)
			if keep(entry) {
				found = append(found, entry)
			}
			if len(found) == listed {
				return found, last, list.HasMore || i < len(list.Data)-1, nil
			}
		}
		if more = list.HasMore; !more {
			break
		}
	}
	return found, last, more, nil
}

// matches reports whether a text has every word that is looked for, whatever its case and accents.
func matches(text, words string) bool {
	folded := folding.Replace(strings.ToLower(text))
	for _, word := range strings.Fields(folding.Replace(strings.ToLower(words))) {
		if !strings.Contains(folded, word) {
			return false
		}
	}
	return true
}

var folding = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n")
