// Package entry turns the lines and facts of a shipment into the quote of one entry, and the quote back into lines and
// totals: customs value by incoterm, increments shared out to the cent, an agreement only with its certificate, what is owed
// once counted once, and what is missing where the total is not complete.
//
// It is pure: no HTTP, no SQL, no queue. It refuses to compute a duty (package quote does), to guess a rate of exchange or
// a value, and to add what a price holds already.
package entry

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
)

// Entry is an entry as it is priced.
type Entry struct {
	Direction    quote.Direction `json:"direction"`
	Date         tariff.Date     `json:"date"`
	Language     quote.Language  `json:"language"`
	Currency     string          `json:"currency"`
	ExchangeRate *quote.Number   `json:"exchange_rate"`     // MXN for one unit of the currency; null for MXN
	USDRate      *quote.Number   `json:"usd_exchange_rate"` // MXN for one US dollar; null where it is not known
	Incoterm     string          `json:"incoterm"`
	Value        Value           `json:"value"`
	FreightBy    Basis           `json:"freight_by"`    // what the freight was shared by
	Agreement    *Claim          `json:"agreement"`     // null where none is claimed and no certificate is there
	Notes        []string        `json:"notes"`         // what was assumed, and what was left out of the value
	NotEvaluated []string        `json:"not_evaluated"` // what the quote of no line evaluated; the rest stands with its line
	Missing      []string        `json:"missing"`       // what keeps the total from being complete
	Total        quote.Total     `json:"quote_total"`
	Complete     bool            `json:"complete"`
}

// Value is a customs value with its parts: the first six in the currency of the entry.
type Value struct {
	Price      *quote.Number `json:"price"`
	Adjustment *quote.Number `json:"adjustment"` // charges less discounts that the invoices print beside their lines
	Freight    *quote.Number `json:"freight"`
	Insurance  *quote.Number `json:"insurance"`
	Others     *quote.Number `json:"other_increments"`
	Customs    *quote.Number `json:"customs_value"`
	MXN        *quote.Number `json:"customs_value_mxn"`
	USD        *quote.Number `json:"customs_value_usd"` // null without a rate of the dollar
}

// Line is a line of the entry as it is priced.
type Line struct {
	ID          string        `json:"line_id"`
	Position    int           `json:"position"`
	Code        string        `json:"hscode"` // eight digits
	NICO        string        `json:"nico"`   // two digits, "" where the code has eight
	Description string        `json:"product_description" doc:"What the goods are"`
	Origin      string        `json:"origin"` // ISO 3166
	Seller      string        `json:"seller"`
	Quantity    *quote.Number `json:"quantity"`     // as invoiced
	Unit        string        `json:"unit"`         // UMC
	TariffUnits *quote.Number `json:"tariff_units"` // in the unit of the tariff; null where it is not known
	TariffUnit  string        `json:"tariff_unit"`  // UMT
	Value       Value         `json:"value"`
	Preference  Preference    `json:"preference"`  // whether an agreement was applied
	Certificate string        `json:"certificate"` // in words: on file, or stated and not on file; "" where none counts
	Identifier  string        `json:"identifier"`  // of the agreement that was applied, as the pedimento writes it
	Notes       []string      `json:"notes"`
	Duties      *quote.Number `json:"duties" doc:"IGI or IGE and compensatory duties, in MXN; null where not known"`
	Taxes       *quote.Number `json:"taxes" doc:"IVA, IEPS and ISAN, in MXN; null where not known"`
	Fees        *quote.Number `json:"fees"`  // its share of the DTA
	Total       *quote.Number `json:"total"` // duties, taxes and fees of the line; what is owed once stands apart
	Complete    bool          `json:"complete"`
	Quote       quote.Item    `json:"quote"`     // the line's quote in full
	Valuation   string        `json:"valuation"` // method of valuation, as the pedimento writes it
	RecordID    string        `json:"classification_record_id" doc:"Id of the classification; empty where a person gave the code alone"`
	Decided     bool          `json:"decided"` // a person decided the code
	Confidence  *float64      `json:"confidence" doc:"Probability that the proposed code is right, 0 to 1; null where a person decided"`
	NetKg       *quote.Number `json:"net_weight_kg"`
}

// Totals are the sums of an entry in MXN; null where a part is not known.
type Totals struct {
	Currency     string              `json:"currency"`
	Price        *quote.Number       `json:"price"`         // of the goods, in the currency
	Customs      *quote.Number       `json:"customs_value"` // in the currency
	CustomsMXN   *quote.Number       `json:"customs_value_mxn"`
	CustomsUSD   *quote.Number       `json:"customs_value_usd"`
	Duties       *quote.Number       `json:"duties" doc:"In MXN; null where a part is not known"`
	Taxes        *quote.Number       `json:"taxes" doc:"In MXN; null where a part is not known"`
	Fees         *quote.Number       `json:"fees" doc:"In MXN; null where a part is not known"`
	Total        *quote.Number       `json:"total"`
	OncePerEntry []quote.EntryCharge `json:"once_per_entry"`
	Complete     bool                `json:"complete"`
	Missing      []string            `json:"missing"`
}

// Pricer prices the entries of shipments with the tariff and rules of the moment.
type Pricer struct {
	Engine func() *quote.Engine
	Now    func() time.Time
}

// Price prices the entry of a shipment. Where a fact is missing without which nothing can be computed, or facts contradict
// each other, its error has the code of a validation and names each of them.
func (p Pricer) Price(ctx context.Context, sh *shipment.Shipment, language quote.Language) (shipment.Priced, error) {
	w := &work{sh: sh, engine: p.Engine(), language: language, facts: sh.Facts.WithDefaults(), settled: sh.Settle()}
	if w.day = w.facts.Date; w.day == "" {
		w.day = quote.DayOf(p.Now())
	}
	entry, lines, err := w.price(ctx)
	if err != nil {
		return shipment.Priced{}, err
	}
	return encoded(entry, lines)
}

func encoded(e Entry, lines []Line) (priced shipment.Priced, err error) {
	if priced.Quote, err = json.Marshal(e); err != nil {
		return priced, fmt.Errorf("encode entry: %w", err)
	}
	priced.Lines = make(map[string]json.RawMessage, len(lines))
	for _, l := range lines {
		if priced.Lines[l.ID], err = json.Marshal(l); err != nil {
			return priced, fmt.Errorf("encode line %d: %w", l.Position, err)
		}
	}
	totals := Totals{
		Currency: e.Currency, Price: e.Value.Price, Customs: e.Value.Customs, CustomsMXN: e.Value.MXN, CustomsUSD: e.Value.USD, Duties: e.Total.Duties,
		Taxes: e.Total.Taxes, Fees: e.Total.Fees, Total: e.Total.Total, OncePerEntry: e.Total.OncePerEntry, Complete: e.Complete, Missing: e.Missing,
	}
	if priced.Totals, err = json.Marshal(totals); err != nil {
		return priced, fmt.Errorf("encode totals: %w", err)
	}
	return priced, nil
}

// Read gives the entry and its lines, in the order of the shipment, back from what Price gave.
func Read(sh *shipment.Shipment) (e Entry, lines []Line, err error) {
	if sh.Priced == nil {
		return e, nil, fail.New(fail.CodeConflict, "the operation has no quotation yet")
	}
	if err := json.Unmarshal(sh.Priced.Quote, &e); err != nil {
		return e, nil, fmt.Errorf("read entry of %s: %w", sh.ID, err)
	}
	for i := range sh.Lines {
		text, priced := sh.Priced.Lines[sh.Lines[i].ID]
		if !priced {
			continue
		}
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return e, nil, fmt.Errorf("read line %d of %s: %w", sh.Lines[i].Position, sh.ID, err)
		}
		lines = append(lines, l)
	}
	return e, lines, nil
}

// work is the pricing of one entry.
type work struct {
	sh       *shipment.Shipment
	engine   *quote.Engine
	language quote.Language
	facts    shipment.Facts
	settled  shipment.Settled
	day      tariff.Date

	currency string
	rate     decimal.Decimal  // MXN for one unit of the currency
	usd      *decimal.Decimal // MXN for one US dollar
	value    Valuation
	mxn      []decimal.Decimal
	total    decimal.Decimal // MXN
	claim    *Claim
	notes    []string
	problems []string
}

func (w *work) price(ctx context.Context) (Entry, []Line, error) {
	prices := w.prices()
	w.money()
	if len(w.problems) > 0 {
		return Entry{}, nil, w.refusal()
	}
	if !w.valued(prices) {
		return Entry{}, nil, w.refusal()
	}
	w.claim = w.claimed()
	lines, request := w.lines()
	if len(w.problems) > 0 {
		return Entry{}, nil, w.refusal()
	}
	checked, err := w.engine.CheckEntry(request)
	if err != nil {
		return Entry{}, nil, inTermsOfLines(err)
	}
	items, err := w.engine.Quote(ctx, checked)
	if err != nil {
		return Entry{}, nil, err
	}
	total := quote.TotalOf(items)
	for i := range lines {
		lines[i].take(items[i])
	}
	return w.entry(lines, total), lines, nil
}

// problem keeps what stands in the way, in English, with the member it is about.
func (w *work) problem(field, format string, args ...any) {
	w.problems = append(w.problems, field+": "+fmt.Sprintf(format, args...))
}

// maxProblems bounds what one refusal names.
const maxProblems = 50

func (w *work) refusal() error {
	return fail.New(fail.CodeValidation, "the entry cannot be priced; errors names every fact").With(w.problems[:min(len(w.problems), maxProblems)]...)
}

// inTermsOfLines renames the members of a quote's products to those of lines.
func inTermsOfLines(err error) error {
	of := fail.As(err)
	if of == nil || of.Code == fail.CodeInternal {
		return err
	}
	names := strings.NewReplacer("products[", "lines[", "].hscode_8digits", "].code", "].country", "].origin", "].customs_value", "].value", "].product_description", "].description")
	details := make([]string, len(of.Details))
	for i, d := range of.Details {
		details[i] = names.Replace(d)
	}
	return fail.New(fail.CodeValidation, "the entry cannot be priced; errors names every fact").With(details...)
}

// say picks a sentence in the language of the entry.
func (w *work) say(english, spanish string, args ...any) string {
	if w.language == quote.LanguageEnglish {
		return fmt.Sprintf(english, args...)
	}
	return fmt.Sprintf(spanish, args...)
}
