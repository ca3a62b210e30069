package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// quotation is the work on one product.
type quotation struct {
	rules      *Rules
	entry      *entry
	lineText   string // the line as the tariff prints it
	voice      voice
	direction  Direction
	date       tariff.Date
	vintage    tariff.Date
	line       tariff.Line
	until      tariff.Date // the last day of the line's duty, where it has ended
	country    *country
	product    *Product
	known      *knowledge
	value      *decimal.Decimal // MXN
	quantity   *decimal.Decimal // in the line's unit
	igi        *decimal.Decimal
	cc         *decimal.Decimal // compensatory duties
	dta        *decimal.Decimal
	ieps       *decimal.Decimal
	isan       *decimal.Decimal
	iva        *decimal.Decimal
	pedimento  *decimal.Decimal
	general    *decimal.Decimal // IGI without a preference
	claim      claim
	programmes []string
	barred     bool    // the operation is prohibited
	ban        *judged // the rule that prohibits it, nil where the tariff itself does
	asksUsed   bool    // a restriction of the line is for used goods
	open       bool    // a tax depends on a fact that is missing and is not in the totals
	item       Item
}

// The phases of the work on a product, each a view of it with the methods of its own.
type (
	measures struct{ *quotation } // restrictions and non-tariff regulations
	duties   struct{ *quotation } // IGI and IGE, under a preference or a quota where one is claimed
	taxation struct{ *quotation } // DTA, IEPS, ISAN, IVA and the prevalidation
	trade    struct{ *quotation } // agreements and programmes
)

func (e *Engine) begin(q *quotation, request Request, product *Product, date tariff.Date, shared *entry) {
	line, _ := e.lineOn(product.HSCode, date)
	found, _ := e.rules.countries.find(product.Country)
	language := request.Language
	if language == "" {
		language = LanguageSpanish
	}
	*q = quotation{
		rules: e.rules, entry: shared, voice: voice{rules: e.rules, language: language}, direction: request.Direction,
		date: date, vintage: e.schedule.Vintage, line: line, country: found, product: product,
		known: e.rules.know(product, date), pedimento: &decimal.Zero, lineText: tariff.Dotted(line.Code),
	}
	if until, vintage := e.endOf(product.HSCode, date); vintage != "" && q.direction == DirectionImport {
		q.until, q.vintage = until, vintage
	}
	q.value, _ = product.valueMXN()
	if product.Quantity != nil {
		if converted, ok := e.rules.convert(product.Quantity.Decimal, product.QuantityUnit, line.Unit); ok {
			q.quantity = &converted
		}
	}
	q.programmes = request.Programs
	q.known.tell(factIMMEX, has(request.Programs, ProgrammeIMMEX, ""))
	q.claim = trade{q}.claimed()
}

// What an ordinary import has: DTA, IVA, the prevalidation and its IVA, and a few questions and limits.
const (
	usualTaxes = 4
	usualTexts = 4
)

// run fills the item in the order of the law: duty, fee, excise, car tax, value added tax.
func (q *quotation) run(share dtaShare, includeRRNA bool) {
	q.item = Item{
		Tariffs: []Charge{}, Taxes: make([]Charge, 0, usualTaxes), TradeAgreements: []Agreement{}, Alternatives: []Alternative{},
		Notes: []Note{}, Suggestions: make([]string, 0, usualTexts), NotEvaluated: make([]string, 0, usualTexts), Unit: q.line.Unit,
	}
	judged := measures{q}.judgeRegulations()
	q.item.Restrictions = make([]Restriction, 0, len(judged)+1)
	measures{q}.bar(judged)
	measures{q}.restrict(judged)
	if q.direction == DirectionImport {
		duties{q}.importDuty()
		q.compensatoryDuties()
		if !q.barred {
			taxation{q}.importTaxes(share)
		}
	} else {
		duties{q}.exportDuty()
		if !q.barred {
			taxation{q}.exportTaxes(share)
		}
	}
	measures{q}.annexes(includeRRNA)
	measures{q}.doubtSeason()
	trade{q}.agreements()
	trade{q}.alternatives()
	q.remarks(includeRRNA)
	q.totals()
	if includeRRNA {
		q.item.RRNA = measures{q}.regulations(judged)
	}
	measures{q}.inquire(judged, includeRRNA)
	q.assume()
	q.sayUnread()
	q.sayEnded()
	if q.date > q.vintage {
		q.skip(q.voice.say("skip_vintage", "schedule", string(q.vintage), "rules", string(q.rules.Vintage)))
	}
}

func (q taxation) importTaxes(share dtaShare) {
	q.chargeDTA(share)
	q.excise()
	q.carTax()
	q.valueAddedTax()
	q.prevalidation()
}

// suggest adds a question once.
func (q *quotation) suggest(text string) {
	if !slices.Contains(q.item.Suggestions, text) {
		q.item.Suggestions = append(q.item.Suggestions, text)
	}
}

// ask adds the question of a fact, naming the field that answers it.
func (q *quotation) ask(fact Fact) {
	if fact != "" {
		q.suggest(q.voice.question(fact))
	}
}

// skip names something that was left out.
func (q *quotation) skip(text string) {
	if !slices.Contains(q.item.NotEvaluated, text) {
		q.item.NotEvaluated = append(q.item.NotEvaluated, text)
	}
}

// tax adds a charge to the taxes.
func (q *quotation) tax(charge Charge) { q.item.Taxes = append(q.item.Taxes, charge) }

// charge begins a charge with what its provision says.
func (q *quotation) charge(name string, kind RateType, p Provision, legal string) Charge {
	return Charge{
		Name: name, RateType: kind, LegalRef: legal, EffectiveFrom: p.From, EffectiveTo: openEnd(p.To),
		SourceVintage: q.rules.Vintage, Certainty: p.Certainty,
	}
}

// assume says that the goods are taken for new where a rule of the line asks for used ones.
func (q *quotation) assume() {
	if q.direction == DirectionImport && q.known.told(FactUsed) == answerUnknown && q.asksUsed {
		q.item.Notes = append(q.item.Notes, Note{Reference: string(FactUsed), Law: "", Detail: q.voice.say("assume_new")})
	}
}

// sayUnread tells stated facts that changed nothing, so that nobody relies on them.
func (q *quotation) sayUnread() {
	if q.barred {
		return
	}
	list := q.known.unread()
	if q.product.Exporter != "" && !slices.ContainsFunc(q.item.Restrictions, func(r Restriction) bool { return r.Key == nameCC }) {
		list = append(list, "exporter")
	}
	if q.product.Agreement != "" && !q.product.Flags[FactCertificate] {
		list = append(list, "agreement")
	}
	if len(list) > 0 {
		q.suggest(q.voice.say("fact_unread", "fields", strings.Join(list, ", ")))
	}
}

// sayEnded names the amounts that ended before the day of the quote without a known successor.
func (q *quotation) sayEnded() {
	last := q.rules.amountsEnded(q.date)
	if last != "" {
		q.skip(q.voice.say("skip_amounts", "date", string(last)))
	}
}

// totals sums what has been found. A null sum says that a fact is missing.
func (q *quotation) totals() {
	if q.product.Quantity != nil && q.quantity == nil && q.line.Unit != "" {
		q.suggest(q.voice.say("quantity_unused", "stated", q.product.QuantityUnit, "unit", q.line.Unit))
	}
	if q.value == nil {
		key := "ask_value"
		if q.product.CustomsValue != nil {
			key = "ask_exchange_rate"
		}
		q.suggest(q.voice.say(key, "currency", q.product.Currency))
		return
	}
	line := sum(q.igi, q.cc, q.dta, q.ieps, q.isan, q.iva)
	if q.direction == DirectionExport {
		line = q.igi
	}
	amounts := &Amounts{Currency: "MXN", CustomsValue: money(*q.value), Complete: line != nil && q.pedimento != nil && !q.barred && !q.open}
	if q.barred {
		q.item.Amounts = amounts
		return
	}
	if line != nil {
		amounts.PerLine = money(*line)
	}
	if q.pedimento != nil {
		amounts.PerPedimento = money(*q.pedimento)
	}
	if line != nil && q.quantity != nil {
		if each, err := line.Quo(*q.quantity); err == nil {
			if rounded, ok := centavos(each); ok {
				amounts.PerUnit = money(rounded)
			}
		}
	}
	q.item.Amounts = amounts
}
