package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

func quoteRoutes() []route {
	return []route{
		{pattern: "GET /app/quote", handle: quotePage},
		{pattern: "POST /app/quote", handle: quote},
		{pattern: "GET /app/quotes/{id}", handle: quoteResult},
		{pattern: "GET /app/quotes/{id}/report", handle: quoteReport},
	}
}

// maxProducts is how many products a quote takes.
const maxProducts = 20

// quoteData is the form of a quote as it was filled in.
type quoteData struct {
	formPage
	Form      string
	Direction string
	Language  string
	Date      string
	RRNA      bool
	Products  []productRow
}

// productRow is a product of the form. Index numbers its fields; it has gaps where rows were removed.
type productRow struct {
	Index  int
	Field  map[string]string
	Flag   map[string]bool
	Errors map[string]string
	More   bool // a detail is filled in
}

// productTexts and productNumbers are the fields of a product under the API's names.
func productTexts() []string {
	return []string{"product_description", "hscode_8digits", "country", "currency", "quantity_unit", "exporter", "agreement"}
}

func productNumbers() []string {
	return []string{"customs_value", "exchange_rate", "usd_exchange_rate", "quantity"}
}

func newProduct(index int) productRow {
	return productRow{Index: index, Field: map[string]string{}, Flag: map[string]bool{}}
}

func quotePage(v *visit) error {
	d := &quoteData{Form: newFormID(), Direction: "import", Language: v.language.Name(), RRNA: true, Products: []productRow{newProduct(0)}}
	for _, name := range []string{"product_description", "hscode_8digits", "country"} {
		d.Products[0].Field[name] = v.query(name)
	}
	if len(d.Products[0].Field["hscode_8digits"]) > 8 {
		d.Products[0].Field["hscode_8digits"] = d.Products[0].Field["hscode_8digits"][:8]
	}
	return v.page("quote", d)
}

// quote asks for the quote, or changes the rows of the form: both are buttons of it.
func quote(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d := v.quoteForm()
	do, which, _ := strings.Cut(v.field("do"), ".")
	switch do {
	case "add":
		if n := len(d.Products); n < maxProducts {
			d.Products = append(d.Products, newProduct(d.Products[n-1].Index+1))
		}
		return v.page("quote", d)
	case "remove":
		if len(d.Products) > 1 {
			d.Products = slices.DeleteFunc(d.Products, func(p productRow) bool { return strconv.Itoa(p.Index) == which })
		}
		return v.page("quote", d)
	}
	return v.sendQuote(d)
}

// quoteForm reads the rows in the order of their numbers.
func (v *visit) quoteForm() *quoteData {
	d := &quoteData{
		Form: newFormID(), Direction: v.field("direction"), Language: v.field("language"), Date: v.field("date"), RRNA: v.field("include_rrna") != "",
	}
	var rows []int
	for name := range v.r.PostForm {
		if n, ok := strings.CutPrefix(name, "country."); ok {
			if i, err := strconv.Atoi(n); err == nil && i >= 0 && i < 10_000 {
				rows = append(rows, i)
			}
		}
	}
	slices.Sort(rows)
	for _, i := range rows[:min(len(rows), maxProducts+1)] { // one too many is refused by the API
		p := newProduct(i)
		for _, name := range slices.Concat(productTexts(), productNumbers()) {
			p.Field[name] = v.field(name + "." + strconv.Itoa(i))
			p.More = p.More || p.Field[name] != "" && !slices.Contains(productTexts()[:3], name)
		}
		p.Flag["has_certificate_of_origin"] = v.field("has_certificate_of_origin."+strconv.Itoa(i)) != ""
		d.Products = append(d.Products, p)
	}
	if len(d.Products) == 0 {
		d.Products = []productRow{newProduct(0)}
	}
	return d
}

// body is the form as the API reads it; numbers go as they were typed, so that the API judges them.
func (d *quoteData) body() ([]byte, error) {
	type fields = map[string]any
	products := make([]fields, 0, len(d.Products))
	for _, p := range d.Products {
		f := fields{"product_description": p.Field["product_description"], "hscode_8digits": p.Field["hscode_8digits"], "country": p.Field["country"]}
		for _, name := range productTexts()[3:] {
			if value := p.Field[name]; value != "" {
				f[name] = value
			}
		}
		for _, name := range productNumbers() {
			if value := strings.ReplaceAll(p.Field[name], ",", ""); value != "" {
				f[name] = numberOrText(value)
			}
		}
		if p.Flag["has_certificate_of_origin"] {
			f["has_certificate_of_origin"] = true
		}
		products = append(products, f)
	}
	request := fields{"direction": d.Direction, "language": d.Language, "products": products}
	if d.Date != "" {
		request["date"] = d.Date
	}
	return json.Marshal(request)
}

// numberOrText is a JSON number where text is one.
func numberOrText(text string) any {
	if json.Valid([]byte(text)) && strings.Trim(text, "0123456789.-") == "" {
		return json.Number(text)
	}
	return text
}

func (v *visit) sendQuote(d *quoteData) error {
	body, err := d.body()
	if err != nil {
		return err
	}
	query := url.Values{"country_code": {"MEX"}, "include_rrna": {strconv.FormatBool(d.RRNA)}}
	got, err := v.ask(call{
		method: http.MethodPost, path: "/api/v3/quoter_v2/new-quote", query: query, body: strings.NewReader(string(body)), length: int64(len(body)),
		contentType: "application/json", key: v.once([]part{{field: query.Encode(), value: string(body)}}),
	})
	if err != nil {
		return d.again(v, err)
	}
	if id := got.header.Get("X-Quote-ID"); id != "" && got.status == http.StatusOK {
		return v.redirect("/app/quotes/" + url.PathEscape(id))
	}
	return v.toJob(got)
}

// place gives each product what is wrong with it: problems begin "products[1].country: ".
func (d *quoteData) place(r *refusal) {
	for _, problem := range r.Errors {
		where, text, _ := strings.Cut(problem, ": ")
		for i := range d.Products {
			if field, ok := strings.CutPrefix(where, "products["+strconv.Itoa(i)+"]."); ok {
				if d.Products[i].Errors == nil {
					d.Products[i].Errors = map[string]string{}
				}
				d.Products[i].Errors[field] = text
			}
		}
	}
}

// quoteRecord is a quote as it was asked and answered.
type quoteRecord struct {
	ID        string    `json:"quote_id"`
	CreatedAt time.Time `json:"created_at"`
	Request   struct {
		Direction string `json:"direction"`
		Date      string `json:"date"`
		Products  []struct {
			Description string `json:"product_description"`
			HSCode      string `json:"hscode_8digits"`
			Country     string `json:"country"`
			Quantity    amount `json:"quantity"`
			Unit        string `json:"quantity_unit"`
			Value       amount `json:"customs_value"`
			Currency    string `json:"currency"`
		} `json:"products"`
	} `json:"request"`
	Items []quoteItem `json:"items"`
}

// quoteItem is the quote of one product.
type quoteItem struct {
	Tariffs      []charge `json:"tariffs"`
	Taxes        []charge `json:"taxes"`
	Restrictions []struct {
		Name      string `json:"name"`
		Key       string `json:"key"`
		Applies   string `json:"applies"`
		Reason    string `json:"reason"`
		Deciding  string `json:"deciding_fact"`
		Certainty string `json:"certainty"`
	} `json:"restrictions"`
	Agreements []struct {
		Name       string  `json:"name"`
		Identifier string  `json:"identifier"`
		Rate       *amount `json:"preferential_rate"`
		Preference struct {
			Status     string  `json:"status"`
			Rate       *amount `json:"rate"`
			UpperBound bool    `json:"upper_bound"`
			Certainty  string  `json:"certainty"`
			LegalRef   string  `json:"legal_ref"`
			Note       string  `json:"note"`
		} `json:"preference"`
		Status string  `json:"status"`
		Saving *amount `json:"saving"`
		DTA    string  `json:"dta"`
		Proof  string  `json:"proof"`
		Origin *struct {
			Text     string `json:"text"`
			LegalRef string `json:"legal_ref"`
		} `json:"rule_of_origin"`
	} `json:"trade_agreements"`
	Notes []struct {
		Reference string `json:"reference"`
		Law       string `json:"law"`
		Detail    string `json:"detail"`
	} `json:"notes"`
	Unit         string   `json:"unit"`
	Suggestions  []string `json:"suggestions"`
	NotEvaluated []string `json:"not_evaluated"`
	Amounts      *struct {
		Currency     string  `json:"currency"`
		CustomsValue *amount `json:"customs_value"`
		PerLine      *amount `json:"per_line"`
		PerUnit      *amount `json:"per_unit"`
		PerPedimento *amount `json:"per_pedimento"`
		Complete     bool    `json:"complete"`
	} `json:"amounts"`
	RRNA []struct {
		Name        string   `json:"name"`
		Key         string   `json:"key"`
		Standard    string   `json:"standard"`
		Scope       string   `json:"scope_note"`
		Reason      string   `json:"reason"`
		Ambiguities []string `json:"ambiguities"`
		Applies     string   `json:"applies"`
		Authority   string   `json:"authority"`
		Certainty   string   `json:"certainty"`
	} `json:"regulaciones_rrna"`
}

// Charges are duties and taxes in the order in which they are added up.
func (i quoteItem) Charges() []charge { return slices.Concat(i.Tariffs, i.Taxes) }

// Savings reports whether an agreement's saving is known.
func (i quoteItem) Savings() bool {
	for _, a := range i.Agreements {
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
	return v.page("quoted", q)
}

func quoteReport(v *visit) error { return v.passReport(quoteAPI(v.r.PathValue("id"))) }

// passReport passes the report of what an address of the API names on, as a page or as PDF.
func (v *visit) passReport(named string) error {
	query := url.Values{"format": {"html"}}
	if v.query("format") == "pdf" {
		query.Set("format", "pdf")
	}
	return v.pass(call{method: http.MethodGet, path: named + "/report", query: query}, printed())
}

// printed are the headers of a page that the API prints: it brings its own style and runs no script.
func printed() http.Header {
	return http.Header{"Content-Security-Policy": {"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-modals"}}
}

// again shows the form once more with what the API refused; other errors are the route's.
func (d *quoteData) again(v *visit, err error) error {
	r := refused(err)
	if r == nil || r.Status == http.StatusUnauthorized || r.Status == http.StatusNotFound {
		return err
	}
	d.place(r)
	d.refuse(r)
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	return v.pageStatus(r.Status, "quote", d)
}
