package console

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/console/internal/form"
	"tariffdesk/console/internal/number"
)

func quoteRoutes() []route {
	return []route{
		{pattern: "GET /app/quote", handle: quotePage},
		{pattern: "POST /app/quote", handle: quote},
		{pattern: "GET /app/quotes", handle: quotesPage},
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
	Summary   *summary // of what was refused
	Left      int      // lines of a document that the form has no room for
}

// productRow is a product of the form. Index numbers its fields; it has gaps where rows were removed.
type productRow struct {
	Index  int
	Field  map[string]string // by the API's names; facts of yes or no are "yes" and "no"
	Errors map[string]string
	Asked  map[string]*number.AmbiguousError // numbers that read two ways
	More   bool                              // a detail is filled in
	Facts  bool                              // a fact is
}

// productTexts and productNumbers are the fields of a product under the API's names.
func productTexts() []string {
	return []string{"product_description", "hscode_8digits", "country", "currency", "quantity_unit", "exporter", "agreement", "classification_record_id"}
}

func productNumbers() []string {
	return []string{"customs_value", "exchange_rate", "usd_exchange_rate", "quantity"}
}

// factNumbers and factFlags are what rules ask of a product beyond them.
func factNumbers() []string {
	return []string{"alcohol_degrees", "sugar_content_kg", "kcal_per_100g", "litres", "container_litres", "cigarettes", "tonnes", "toxicity_category", "octane", "gold_purity"}
}

func factFlags() []string {
	return []string{
		"has_certificate_of_origin", "used", "radio", "wood_packaging", "listed_species", "retail_packed", "electric", "hazardous", "veterinary_use",
		"agricultural_use", "added_sugar", "sweetener", "handmade", "sector_registered", "quota_certificate", "research_use",
	}
}

func newProduct(index int) productRow {
	return productRow{Index: index, Field: map[string]string{}, Errors: map[string]string{}, Asked: map[string]*number.AmbiguousError{}}
}

// name is the name of a field of the row in the form.
func (p productRow) name(field string) string { return field + "." + strconv.Itoa(p.Index) }

func quotePage(v *visit) error {
	d := &quoteData{Form: newFormID(), Direction: "import", Language: v.language.Name(), RRNA: true, Products: []productRow{newProduct(0)}}
	if id := v.query("extraction"); id != "" {
		d.Products = nil
		if err := d.quotedLines(v, id); err != nil {
			return err
		}
		if len(d.Products) > 0 {
			return v.page("quote", d)
		}
		d.Products = []productRow{newProduct(0)}
	}
	p := &d.Products[0]
	for _, name := range slices.Concat(productTexts(), productNumbers()) {
		p.Field[name] = v.query(name)
	}
	if id := v.query("record"); id != "" { // what was said and answered comes along
		var of record
		if err := v.get(recordAPI(id), nil, &of); err != nil {
			return err
		}
		p.Field["product_description"], p.Field["classification_record_id"] = of.Told(), of.ClassificationRecordId.String()
		if best := (&recordData{Record: of, Best: first(of.Result.HscodesArray)}).Chosen(); p.Field["hscode_8digits"] == "" {
			p.Field["hscode_8digits"] = best
		}
	}
	line := strings.Map(digit, p.Field["hscode_8digits"])
	p.Field["hscode_8digits"] = line[:min(len(line), 8)]
	return v.page("quote", d)
}

// first is the first of a list, nil of an empty one.
func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// digit drops what is no digit.
func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// quote asks for the quote, or changes the rows of the form: both are buttons of it.
func quote(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	do, which, _ := strings.Cut(v.field("do"), ":")
	d := readQuote(v, do == "read", which)
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
	if problems := d.unread(v); len(problems) > 0 {
		return d.refusedWith(v, &refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError"}, problems)
	}
	return d.send(v)
}

// readQuote reads the rows in the order of their numbers. Where a reading of an ambiguous number was chosen, which is
// the field and the reading, parted by "=".
func readQuote(v *visit, chose bool, which string) *quoteData {
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
		d.Products = append(d.Products, readProduct(v, i, chose, which))
	}
	if len(d.Products) == 0 {
		d.Products = []productRow{newProduct(0)}
	}
	return d
}

func readProduct(v *visit, index int, chose bool, which string) productRow {
	p := newProduct(index)
	for _, name := range slices.Concat(productTexts(), factFlags()) {
		p.Field[name] = v.field(p.name(name))
	}
	for _, name := range slices.Concat(productNumbers(), factNumbers()) {
		typed := v.field(p.name(name))
		if reading, ok := strings.CutPrefix(which, p.name(name)+"="); ok && chose {
			typed = reading
		}
		p.Field[name] = typed
		if typed == "" {
			continue
		}
		read, err := number.Read(typed)
		if ambiguous, ok := errors.AsType[*number.AmbiguousError](err); ok {
			p.Asked[name] = ambiguous
		} else if err == nil {
			p.Field[name] = read
		}
	}
	for n := range maxDetails { // what was answered in words belongs to the description
		if detail := v.field(p.name("detail") + "." + strconv.Itoa(n)); detail != "" {
			p.Field["product_description"] += ", " + detail
		}
	}
	p.More = slices.ContainsFunc(slices.Concat(productTexts()[3:], productNumbers()), func(name string) bool { return p.Field[name] != "" && name != "classification_record_id" })
	p.Facts = slices.ContainsFunc(slices.Concat(factNumbers(), factFlags()), func(name string) bool { return p.Field[name] != "" })
	return p
}

// maxDetails is how many questions of a product are answered in words at once.
const maxDetails = 12

// unread are the numbers that cannot be taken as they were typed.
func (d *quoteData) unread(v *visit) (problems []form.Problem) {
	for i := range d.Products {
		p := &d.Products[i]
		for _, name := range slices.Concat(productNumbers(), factNumbers()) {
			typed := p.Field[name]
			if typed == "" {
				continue
			}
			text := v.t("quote.no_number")
			if p.Asked[name] != nil {
				text = v.t("quote.two_ways", typed)
			} else if _, err := number.Read(typed); err == nil {
				continue
			}
			p.Errors[name] = text
			problems = append(problems, form.Problem{Field: p.name(name), Text: text})
		}
	}
	return problems
}

// body is the form as the API reads it.
func (d *quoteData) body() ([]byte, error) {
	type fields = map[string]any
	products := make([]fields, 0, len(d.Products))
	for _, p := range d.Products {
		f := fields{}
		for _, name := range productTexts()[:3] {
			f[name] = p.Field[name]
		}
		for _, name := range productTexts()[3:] {
			if value := p.Field[name]; value != "" {
				f[name] = value
			}
		}
		for _, name := range slices.Concat(productNumbers(), factNumbers()) {
			if value := p.Field[name]; value != "" {
				f[name] = json.Number(strings.TrimRight(value, "."))
			}
		}
		for _, name := range factFlags() {
			if value := p.Field[name]; value != "" {
				f[name] = value != "no"
			}
		}
		products = append(products, f)
	}
	request := fields{"direction": d.Direction, "language": d.Language, "products": products}
	if d.Date != "" {
		request["date"] = d.Date
	}
	return json.Marshal(request)
}

func (d *quoteData) send(v *visit) error {
	body, err := d.body()
	if err != nil {
		return err
	}
	query := url.Values{"country_code": {"MEX"}, "include_rrna": {strconv.FormatBool(d.RRNA)}}
	got, err := v.ask(call{
		method: http.MethodPost, path: "/api/v3/quoter_v2/new-quote", query: query, body: strings.NewReader(string(body)), length: int64(len(body)),
		contentType: "application/json", key: onceKey(v, []part{{field: query.Encode(), value: string(body)}}),
	})
	if r := refused(err); r != nil && r.Status != http.StatusUnauthorized && r.Status != http.StatusNotFound {
		return d.refusedWith(v, r, d.place(r))
	}
	if err != nil {
		return err
	}
	if id := got.header.Get("X-Quote-ID"); id != "" && got.status == http.StatusOK {
		return v.redirect("/app/quotes/" + url.PathEscape(id))
	}
	return toJob(v, got)
}

// place gives each product what is wrong with it: problems begin "products[1].country: ".
func (d *quoteData) place(r *refusal) (problems []form.Problem) {
	for _, problem := range r.Problems() {
		where, _, _ := strings.Cut(problem.Field, ", ")
		problem.Field = where
		for i, p := range d.Products {
			if field, ok := strings.CutPrefix(where, "products["+strconv.Itoa(i)+"]."); ok {
				p.Errors[field] = problem.Text
				problem.Field = p.name(field)
			}
		}
		problems = append(problems, problem)
	}
	return problems
}

// refusedWith shows the form once more with what is wrong.
func (d *quoteData) refusedWith(v *visit, r *refusal, problems []form.Problem) error {
	d.refuse(r)
	fields := map[string]form.Field{"date": {ID: "f-date", Label: v.t("quote.date")}}
	for i, p := range d.Products {
		of := ""
		if len(d.Products) > 1 {
			of = v.t("quote.product_number", i+1) + ", "
		}
		for _, name := range slices.Concat(productTexts(), productNumbers(), factNumbers(), factFlags()) {
			fields[p.name(name)] = form.Field{ID: "f-" + p.name(name), Label: of + quoteLabel(v, name)}
		}
	}
	for i, p := range problems {
		labels := map[string]form.Field{}
		for _, name := range slices.Concat(productTexts(), productNumbers(), factNumbers(), factFlags()) {
			labels[name] = form.Field{Label: quoteLabel(v, name)}
		}
		problems[i].Text = named(p.Text, labels)
	}
	s := newSummary(r, problems, fields)
	d.Summary = &s
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	return v.pageStatus(r.Status, "quote", d)
}

// quoteLabel returns the form's label of a field of the API.
func quoteLabel(v *visit, name string) string { return v.t("product." + name) }
