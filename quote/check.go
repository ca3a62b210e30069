package quote

import (
	"cmp"
	"fmt"
	"strings"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// SupportedCountry is the only country quoted.
const SupportedCountry = "MEX"

// Checked is a request that was inspected against one edition of tariff and rules. Read and Check alone
// make one; the steps behind them take it and inspect nothing again.
type Checked struct {
	request Request
	engine  *Engine
	entry   bool // by CheckEntry
}

// Request returns the request that was checked.
func (c Checked) Request() Request { return c.request }

// Read decodes a body and checks it against tariff and rules, so that the caller of an invalid
// request learns every problem at once and before anything is charged.
func (e *Engine) Read(body []byte, countryCode string, includeRRNA bool) (Checked, error) {
	request, problems, err := decode(body)
	if err != nil {
		if countryCode != "" && countryCode != SupportedCountry { // the earlier class decides
			return Checked{}, unsupportedCountry(clip(countryCode)).With(fail.As(err).Details...)
		}
		return Checked{}, err
	}
	request.CountryCode, request.IncludeRRNA = countryCode, includeRRNA
	return e.inspected(request, problems)
}

// MaxEntryLines is the number of lines one entry may hold.
const MaxEntryLines = 2000

// Check inspects a request that was not decoded by Read; its error names every problem.
func (e *Engine) Check(request Request) (Checked, error) { return e.check(request, MaxProducts) }

// CheckEntry inspects the request of an entry: it may hold MaxEntryLines products. Their codes were classified or
// decided before, so that a quote does not compare descriptions with lines again.
func (e *Engine) CheckEntry(request Request) (Checked, error) {
	checked, err := e.check(request, MaxEntryLines)
	checked.entry = true
	return checked, err
}

func (e *Engine) check(request Request, limit int) (Checked, error) {
	p := &problems{count: len(request.Products), limit: limit}
	if p.count == 0 || p.count > limit {
		p.badRequest = true
		p.add("products", "must hold 1 to %d products, it holds %d", limit, p.count)
	}
	if request.Direction != DirectionImport && request.Direction != DirectionExport {
		p.add("direction", "must be import or export")
	}
	if request.Language != "" && request.Language != LanguageSpanish && request.Language != LanguageEnglish {
		p.add("language", "must be Spanish or English")
	}
	for i, product := range request.Products {
		prefix := fmt.Sprintf("products[%d].", i)
		p.filled(prefix+"product_description", product.Description)
		p.filled(prefix+"hscode_8digits", product.HSCode)
		p.filled(prefix+"country", product.Country)
	}
	return e.inspected(request, p)
}

func (e *Engine) inspected(request Request, p *problems) (Checked, error) {
	e.inspect(&request, p)
	if err := p.err(); err != nil {
		return Checked{}, err
	}
	return Checked{request: request, engine: e}, nil
}

// inspect adds the problems that only tariff and rules can show. What decoding left empty has been
// reported already.
func (e *Engine) inspect(request *Request, p *problems) {
	if request.CountryCode != "" && request.CountryCode != SupportedCountry {
		p.unsupported = clip(request.CountryCode)
		p.add("country_code", "%q is not supported; supported: %s", p.unsupported, SupportedCountry)
	}
	date := request.Date
	if date == "" {
		date = e.today()
	}
	known := rates{}
	for i := range request.Products {
		prefix := fmt.Sprintf("products[%d].", i)
		e.inspectProduct(prefix, &request.Products[i], date, p)
		known.compare(prefix, &request.Products[i], p)
	}
}

func (e *Engine) inspectProduct(prefix string, product *Product, date tariff.Date, p *problems) {
	if product.HSCode != "" {
		e.inspectCode(prefix+"hscode_8digits", tariff.DigitsOf(product.HSCode), date, p)
	}
	if product.Country != "" {
		found, known := e.rules.countries.find(product.Country)
		switch {
		case !known:
			p.add(prefix+"country", "%q is no country known by name or ISO code", clip(product.Country))
		case found.iso2 == "MX":
			p.add(prefix+"country", "must be the other country of the operation, not Mexico")
		}
	}
	e.inspectAgreement(prefix, product, date, p)
	e.inspectFacts(prefix, product, p)
}

// AgreementWith reports whether an agreement that a text names, any where it is "", is in force with a country for a line
// on a day. The identifier is the one of the pedimento, "" where several agreements are meant.
func (e *Engine) AgreementWith(country, code string, date tariff.Date, name string) (identifier string, found bool) {
	with, known := e.rules.countries.find(country)
	if !known {
		return "", false
	}
	list := e.rules.agreementsWith(with.iso2, tariff.DigitsOf(code), date)
	switch {
	case name == "" && len(list) == 1:
		return list[0].identifier, true
	case name == "":
		return "", len(list) > 0
	}
	one, named := agreementNamed(list, name)
	return one.identifier, named
}

// inspectAgreement reports an agreement that Mexico does not have with the country for the goods.
func (e *Engine) inspectAgreement(prefix string, product *Product, date tariff.Date, p *problems) {
	found, known := e.rules.countries.find(product.Country)
	if product.Agreement == "" || !known {
		return
	}
	list := e.rules.agreementsWith(found.iso2, tariff.DigitsOf(product.HSCode), date)
	if _, named := agreementNamed(list, product.Agreement); named {
		return
	}
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.name
	}
	p.add(prefix+"agreement", "%q is no agreement with %s for this line on %s; there are: %s",
		clip(product.Agreement), found.iso2, date, cmp.Or(strings.Join(names, ", "), "none"))
}

// nearLimit is how many lines an unknown code names.
const nearLimit = 6

func (e *Engine) inspectCode(field, code string, date tariff.Date, p *problems) {
	if len(code) != 8 || strings.Trim(code, "0123456789") != "" {
		hint := ""
		if length := len(code); length >= 4 && strings.Trim(code, "0123456789") == "" {
			hint = "; near: " + nearIn(e.schedule, code[:min(length, 8)])
		}
		p.add(field, "must have exactly 8 digits%s", hint)
		return
	}
	line, found := e.lineOn(code, date)
	if !found {
		p.add(field, "%s is no line of the tariff of %s; near: %s", code, e.schedule.Vintage, nearIn(e.schedule, code))
		return
	}
	e.rules.inspectSeason(field, code, date, p)
	if date < line.From {
		p.add("date", "the rates of %s are covered from %s on, not on %s", code, e.firstDay(line), date)
	}
}

func (e *Engine) inspectFacts(prefix string, product *Product, p *problems) {
	if product.Currency != "" {
		e.inspectCurrency(prefix+"currency", product.Currency, p)
	}
	p.positive(prefix+"exchange_rate", product.ExchangeRate)
	p.positive(prefix+"usd_exchange_rate", product.USDRate)
	p.positive(prefix+"quantity", product.Quantity)
	if product.QuantityUnit != "" {
		if _, known := e.rules.units[fold(product.QuantityUnit)]; !known {
			p.add(prefix+"quantity_unit", "%q is no known unit", clip(product.QuantityUnit))
		}
	}
	if product.CustomsValue == nil || product.CustomsValue.IsNeg() {
		if product.CustomsValue != nil {
			p.add(prefix+"customs_value", "must not be negative")
		}
		return
	}
	if value, known := product.valueMXN(); known && (value == nil || value.Cmp(maxValue) > 0) {
		p.add(prefix+"customs_value", "exceeds %s MXN", maxValue)
	}
}

func (e *Engine) inspectCurrency(field, code string, p *problems) {
	if _, known := e.rules.currencies[code]; !known {
		p.add(field, "%q is no currency of ISO 4217", clip(code))
	}
}

func (p *problems) filled(field, value string) {
	if strings.TrimSpace(value) == "" {
		p.add(field, "is required")
	}
}

func (p *problems) positive(field string, n *Number) {
	if n != nil && !n.IsPos() {
		p.add(field, "must be greater than zero")
	}
}

func isCurrency(code string) bool {
	return len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// unsupportedCountry is the error for a country whose duties are not quoted.
func unsupportedCountry(code string) *fail.Error {
	return fail.Newf(fail.CodeBadRequest, "country_code %q is not supported; supported: %s", code, SupportedCountry)
}
