package entry_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
	"tariffdesk/tariff"
)

var loaded = sync.OnceValues(func() (*quote.Engine, error) {
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		return nil, err
	}
	rules, err := quote.LoadRules()
	if err != nil {
		return nil, err
	}
	return quote.New(schedule, rules), nil
})

func engine(t testing.TB) *quote.Engine {
	t.Helper()
	e, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func num(text string) *quote.Number {
	if text == "" {
		return nil
	}
	return &quote.Number{Decimal: decimal.MustParse(text)}
}

// bag is a line of leather handbags of China, IGI 25 %; laptop one of portable computers of Viet Nam, exempt.
func bag(value string) shipment.Line {
	return line("Leather handbag", "4202210100", "CN", value)
}

func laptop(value string) shipment.Line {
	return line("Portable computer", "8471300100", "VN", value)
}

func line(description, code, origin, value string) shipment.Line {
	return shipment.Line{
		Description: description, Origin: origin, Value: num(value), Currency: "USD", Quantity: num("10"), Unit: "pcs",
		Proposal: &shipment.Proposal{Code: code, Confidence: 0.95},
	}
}

// packet is a shipment of the 15th of June 2026 with 17.50 MXN for a dollar.
func packet(incoterm string, lines ...shipment.Line) *shipment.Shipment {
	for i := range lines {
		lines[i].ID, lines[i].Position, lines[i].Invoice = string(rune('a'+i)), i+1, "invoice"
	}
	return &shipment.Shipment{
		ID:     "s1",
		Facts:  shipment.Facts{Date: "2026-06-15", Incoterm: incoterm, ExchangeRate: num("17.50")}.WithDefaults(),
		Papers: []shipment.Paper{{ID: "invoice", Type: shipment.TypeInvoice, Number: shipment.Text{Value: "4711"}, Seller: shipment.Text{Value: "Bags & Co."}}},
		Lines:  lines,
	}
}

// with states the increments of a shipment; "" states none.
func with(sh *shipment.Shipment, freight, insurance, others string) *shipment.Shipment {
	sh.Facts.Freight, sh.Facts.Insurance, sh.Facts.OtherIncrements = num(freight), num(insurance), num(others)
	return sh
}

func price(t testing.TB, sh *shipment.Shipment, language quote.Language) (entry.Entry, []entry.Line) {
	t.Helper()
	p := entry.Pricer{Engine: func() *quote.Engine { return engine(t) }, Now: time.Now}
	priced, err := p.Price(context.Background(), sh, language)
	if err != nil {
		t.Fatalf("%v: %q", err, fail.As(err).Details)
	}
	sh.Priced = &priced
	e, lines, err := entry.Read(sh)
	if err != nil {
		t.Fatal(err)
	}
	return e, lines
}

func refused(t *testing.T, sh *shipment.Shipment) []string {
	t.Helper()
	p := entry.Pricer{Engine: func() *quote.Engine { return engine(t) }, Now: time.Now}
	_, err := p.Price(context.Background(), sh, quote.LanguageEnglish)
	if err == nil {
		t.Fatal("it is priced")
	}
	f := fail.As(err)
	if f.Code != fail.CodeValidation {
		t.Fatalf("%v", err)
	}
	return f.Details
}

// figures are what a hand computation gives, in MXN unless said otherwise.
type figures struct {
	customs  string // in the currency
	mxn, usd string
	duties   string
	taxes    string
	fees     string
	total    string
}

func (f figures) check(t *testing.T, e entry.Entry) {
	t.Helper()
	got := figures{shown(e.Value.Customs), shown(e.Value.MXN), shown(e.Value.USD), shown(e.Total.Duties), shown(e.Total.Taxes), shown(e.Total.Fees), shown(e.Total.Total)}
	if got != f {
		t.Errorf("got  %+v\nwant %+v", got, f)
	}
}

func shown(n *quote.Number) string {
	if n == nil {
		return "null"
	}
	return n.String()
}
