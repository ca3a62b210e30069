package shipment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// DefaultConfirmBelow is the confidence below which a proposed code is decided by a person.
const DefaultConfirmBelow = 0.70

// Facts are stated by the caller of the shipment. What is absent is read from the papers.
type Facts struct {
	Direction       quote.Direction `json:"direction" enum:"import,export" doc:"Sense of the operation; import by default"`
	CountryCode     string          `json:"country_code" enum:"MEX" doc:"Country of the entry; only MEX"`
	Reference       string          `json:"reference,omitempty" doc:"Your own reference of the shipment"`
	Date            tariff.Date     `json:"date,omitempty" doc:"Day of the operation; today by default"`
	Currency        string          `json:"currency,omitempty" doc:"Currency of values and increments, where papers do not print it"`
	ExchangeRate    *Number         `json:"exchange_rate,omitempty" doc:"MXN for one unit of the currency"`
	USDRate         *Number         `json:"usd_exchange_rate,omitempty" doc:"MXN for one US dollar"`
	Incoterm        string          `json:"incoterm,omitempty" doc:"Incoterm of the sale"`
	Freight         *Number         `json:"freight,omitempty" doc:"Freight to the border that the price does not include, in the currency"`
	Insurance       *Number         `json:"insurance,omitempty" doc:"Insurance that the price does not include, in the currency"`
	OtherIncrements *Number         `json:"other_increments,omitempty" doc:"Other additions to the customs value, in the currency"`
	Agreement       string          `json:"agreement,omitempty" doc:"Agreement under which preference is claimed"`
	HasCertificate  bool            `json:"has_certificate_of_origin,omitempty" doc:"Whether you hold the certificate, where it is not among the papers"`
	WoodPackaging   *bool           `json:"wood_packaging,omitempty" doc:"Whether the shipment travels with wooden pallets, crates or dunnage"`
	Programs        []string        `json:"programs,omitempty" doc:"Programmes of the importer: PROSEC:II, REGLA_OCTAVA, IMMEX"`
	ConfirmBelow    *float64        `json:"confirm_below,omitempty" doc:"Confidence below which a person decides the code; 0.7 by default"`
}

// WithDefaults fills in what the caller left out.
func (f Facts) WithDefaults() Facts {
	if f.Direction == "" {
		f.Direction = quote.DirectionImport
	}
	if f.CountryCode == "" {
		f.CountryCode = quote.SupportedCountry
	}
	f.Currency, f.Incoterm = strings.ToUpper(strings.TrimSpace(f.Currency)), strings.ToUpper(strings.TrimSpace(f.Incoterm))
	return f
}

// Threshold is the confidence below which a person decides.
func (f Facts) Threshold() float64 {
	if f.ConfirmBelow == nil {
		return DefaultConfirmBelow
	}
	return *f.ConfirmBelow
}

// The limits of what may be stated.
const (
	maxReference = 200
	maxAgreement = 100
	maxPrograms  = 10
)

// Problems lists what is wrong with the facts, each naming its member; none for facts that hold.
func (f Facts) Problems() (problems []string) {
	add := func(member, format string, args ...any) {
		problems = append(problems, member+": "+fmt.Sprintf(format, args...))
	}
	if f.Direction != quote.DirectionImport && f.Direction != quote.DirectionExport {
		add("direction", "must be import or export")
	}
	if f.CountryCode != quote.SupportedCountry {
		add("country_code", "only MEX is supported")
	}
	if len([]rune(f.Reference)) > maxReference {
		add("reference", "must hold at most %d characters", maxReference)
	}
	if _, err := tariff.ParseDate(string(f.Date)); f.Date != "" && err != nil {
		add("date", "must be a day as YYYY-MM-DD")
	}
	if f.Currency != "" && !isLetters(f.Currency, 3) {
		add("currency", "must be a code of ISO 4217 with three letters")
	}
	if f.Incoterm != "" && !knownIncoterm(f.Incoterm) {
		add("incoterm", "must be one of %s", strings.Join(incoterms(), ", "))
	}
	for member, n := range map[string]*Number{"exchange_rate": f.ExchangeRate, "usd_exchange_rate": f.USDRate} {
		if n != nil && !n.IsPos() {
			add(member, "must be above zero")
		}
	}
	for member, n := range map[string]*Number{"freight": f.Freight, "insurance": f.Insurance, "other_increments": f.OtherIncrements} {
		if n != nil && (n.IsNeg() || n.Cmp(maxAmount) > 0) {
			add(member, "must be from 0 to %s", maxAmount)
		}
	}
	if len([]rune(f.Agreement)) > maxAgreement {
		add("agreement", "must hold at most %d characters", maxAgreement)
	}
	if len(f.Programs) > maxPrograms {
		add("programs", "must hold at most %d entries", maxPrograms)
	}
	if c := f.ConfirmBelow; c != nil && !(*c >= 0 && *c <= 1) {
		add("confirm_below", "must be from 0 to 1")
	}
	slices.Sort(problems)
	return problems
}

// maxAmount bounds every stated amount and quantity.
var maxAmount = decimal.MustNew(1_000_000_000_000, 0)

func isLetters(text string, n int) bool {
	return len(text) == n && strings.IndexFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// incotermRule says what a price under an incoterm includes, as far as a customs value asks.
type incotermRule struct{ freight, insurance bool }

// incotermRules follow Incoterms 2020, and 2010 for DAT. Under D terms the seller bears the risk up to the
// place, so that the price includes what the transport costs.
func incotermRules() map[string]incotermRule {
	return map[string]incotermRule{
		"EXW": {}, "FCA": {}, "FAS": {}, "FOB": {},
		"CFR": {freight: true}, "CPT": {freight: true},
		"CIF": {freight: true, insurance: true}, "CIP": {freight: true, insurance: true},
		"DAP": {freight: true, insurance: true}, "DPU": {freight: true, insurance: true},
		"DDP": {freight: true, insurance: true}, "DAT": {freight: true, insurance: true},
	}
}

// IncludesFreight reports what a price under an incoterm includes, and whether the term is known.
func IncludesFreight(incoterm string) (freight, insurance, known bool) {
	rule, known := incotermRules()[incoterm]
	return rule.freight, rule.insurance, known
}

func incoterms() (list []string) {
	for term := range incotermRules() {
		list = append(list, term)
	}
	slices.Sort(list)
	return list
}

func knownIncoterm(text string) bool {
	_, known := incotermRules()[text]
	return known
}

// readIncoterm finds the term in what a paper prints: "FOB Shanghai (Incoterms 2020)".
func readIncoterm(text string) string {
	for _, word := range strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if knownIncoterm(word) {
			return word
		}
	}
	return ""
}

// Origin says where a settled fact came from.
type Origin string

// The origins of a settled fact.
const (
	OriginStated Origin = "stated" // by the caller
	OriginPaper  Origin = "paper"
	OriginNone   Origin = ""
)

// Settled are the facts of the entry: what the caller states, else what the papers print.
type Settled struct {
	Currency  string
	Incoterm  string
	Freight   *Number
	Insurance *Number
	// Others are the other increments.
	Others *Number
	// From says where each came from, by member of Facts; a member without a value is absent.
	From map[string]Origin
	// Sources are the places on papers of what came from there.
	Sources map[string]Source
	// Certificate says that a certificate of origin is among the papers, Stated that the caller says to hold one.
	Certificate, Stated bool
	// Agreement as stated, else as the certificate names it.
	Agreement string
}

// Settle gives the facts of the entry. Freight and insurance that an invoice prints count once, from the first
// paper that prints them; invoices that print their own are added up.
func (s *Shipment) Settle() Settled {
	t := Settled{From: map[string]Origin{}, Sources: map[string]Source{}, Stated: s.Facts.HasCertificate}
	text := func(member, stated string, printed func(p *Paper) Text, fold func(string) string) string {
		if stated != "" {
			t.From[member] = OriginStated
			return stated
		}
		for _, p := range s.counted() {
			if found := printed(p); found.Value != "" && fold(found.Value) != "" {
				t.From[member] = OriginPaper
				if found.Source != nil {
					t.Sources[member] = *found.Source
				}
				return fold(found.Value)
			}
		}
		return ""
	}
	t.Currency = text("currency", s.Facts.Currency, func(p *Paper) Text { return p.Currency }, readCurrency)
	t.Incoterm = text("incoterm", s.Facts.Incoterm, func(p *Paper) Text { return p.Incoterm }, readIncoterm)
	t.Agreement = text("agreement", s.Facts.Agreement, func(p *Paper) Text { return p.Agreement }, strings.TrimSpace)
	t.Freight = s.increment(&t, "freight", s.Facts.Freight, func(p *Paper) Amount { return p.Freight })
	t.Insurance = s.increment(&t, "insurance", s.Facts.Insurance, func(p *Paper) Amount { return p.Insurance })
	t.Others = s.Facts.OtherIncrements
	if t.Others != nil {
		t.From["other_increments"] = OriginStated
	}
	for _, p := range s.Papers {
		t.Certificate = t.Certificate || p.Counts() && p.Type == TypeCertificate
	}
	return t
}

func (s *Shipment) increment(t *Settled, member string, stated *Number, printed func(*Paper) Amount) *Number {
	if stated != nil {
		t.From[member] = OriginStated
		return stated
	}
	var sum *Number
	for _, p := range s.counted() {
		a := printed(p)
		if a.Value == nil || !p.Type.Invoice() {
			continue
		}
		if a.Source != nil {
			t.Sources[member] = *a.Source
		}
		t.From[member] = OriginPaper
		sum = plus(sum, a.Value)
	}
	return sum
}

// counted are the papers that count, invoices first.
func (s *Shipment) counted() (list []*Paper) {
	for _, invoices := range []bool{true, false} {
		for i := range s.Papers {
			if p := &s.Papers[i]; p.Counts() && p.Type.Invoice() == invoices {
				list = append(list, p)
			}
		}
	}
	return list
}
