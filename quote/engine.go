// Package quote answers what crossing the Mexican border costs and requires: for a tariff line, a
// description and a country it gives duties, taxes, restrictions, agreements, notes and non-tariff
// regulations, each with its legal source, its period and how certain it is.
//
// The law lives in quote/data as dated rows; the package owns their meaning and the arithmetic. It
// refuses to guess: a rate without a source is not printed, an undecided fact becomes a question,
// and what was left out is named. It knows no HTTP, no credits and no storage.
package quote

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"tariffdesk/tariff"
)

// Engine quotes with one version of the Mexican schedule and of the rules. It is immutable and safe
// for concurrent use; a new version is a new Engine.
type Engine struct {
	schedule *tariff.Schedule
	others   map[string]*tariff.Schedule
	rules    *Rules
	now      func() time.Time

	classifier Classifier // nil: descriptions are not compared with lines
}

// Option changes an Engine at construction.
type Option func(*Engine)

// WithNow replaces the clock that gives a request without a date its day.
func WithNow(now func() time.Time) Option { return func(e *Engine) { e.now = now } }

// WithSchedules adds the schedules of other countries, whose duty and unit TariffInfo and Table show.
func WithSchedules(schedules ...*tariff.Schedule) Option {
	return func(e *Engine) {
		for _, s := range schedules {
			e.others[s.Country] = s
		}
	}
}

// New returns an engine for the Mexican schedule and rules.
func New(schedule *tariff.Schedule, rules *Rules, options ...Option) *Engine {
	e := &Engine{schedule: schedule, rules: rules, others: map[string]*tariff.Schedule{}, now: time.Now}
	for _, option := range options {
		option(e)
	}
	return e
}

// mexicoCity has been six hours behind UTC all year round since daylight saving ended in 2022. The
// day of an operation is the day there.
var mexicoCity = time.FixedZone("America/Mexico_City", -6*60*60)

func (e *Engine) today() tariff.Date { return DayOf(e.now()) }

// DayOf is the day in Mexico City at a moment: the date of a quote that states none.
func DayOf(at time.Time) tariff.Date { return tariff.Date(at.In(mexicoCity).Format(time.DateOnly)) }

// Quote answers a checked request: item i belongs to product i. A request that another edition checked is
// inspected against this one: its errors are those of Check.
func (e *Engine) Quote(ctx context.Context, checked Checked) ([]Item, error) {
	if checked.engine != e {
		var err error
		check := e.Check
		if checked.entry {
			check = e.CheckEntry
		}
		if checked, err = check(checked.request); err != nil {
			return nil, err
		}
	}
	return e.price(ctx, checked.request, func(ctx context.Context, q *quotation) {
		q.doubtRates()
		if !checked.entry {
			e.compareGoods(ctx, q)
		}
	})
}

// price quotes the products of a request that has been checked, however many cross together; each is
// handed to after at its end.
func (e *Engine) price(ctx context.Context, request Request, after func(context.Context, *quotation)) ([]Item, error) {
	shipment := e.newShipment(request)
	items := make([]Item, len(shipment.products))
	for i, q := range shipment.products {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("quote product %d: %w", i, err)
		}
		q.run(shipment.dta[i], request.IncludeRRNA)
		after(ctx, q)
		items[i] = q.item
	}
	return items, nil
}

// shipment is the products of a request: they cross under one pedimento.
type shipment struct {
	products []*quotation
	dta      []dtaShare
}

// entry holds what is the same for every product of a request, written once, and memory that one product
// leaves to the next.
type entry struct {
	judged []judged // of the product at work
	prv    []Charge // the prevalidation and its IVA; nil until one product needs them
	fee    *Charge  // the DTA of goods without an effect on it, without its amount
	iva    string   // the formula of the general rate
	ccDay  string   // as of when the orders stand
}

func (e *Engine) newShipment(request Request) *shipment {
	s := &shipment{}
	date := request.Date
	if date == "" {
		date = e.today()
	}
	shared := &entry{}
	work := make([]quotation, len(request.Products))
	s.products = make([]*quotation, len(request.Products))
	for i := range request.Products {
		s.products[i] = &work[i]
		e.begin(&work[i], request, &request.Products[i], date, shared)
	}
	s.dta = e.rules.shareDTA(s.products)
	return s
}

// WithClassifier lets the engine compare what a description means with the line it is quoted in.
func WithClassifier(c Classifier) Option { return func(e *Engine) { e.classifier = c } }

// compareGoods says so where the description means another line. It refuses nothing: the line is the
// caller's, and the duty of it is marked as to be confirmed.
func (e *Engine) compareGoods(ctx context.Context, q *quotation) {
	if e.classifier == nil {
		return
	}
	other, contradicted := e.classifier.Contradicts(ctx, q.product.Description, q.line.Code)
	if !contradicted {
		return
	}
	confidence := strconv.FormatFloat(other.Confidence, 'f', 2, 64)
	text := q.voice.say("goods_contradict", "code", q.lineText, "other", tariff.Dotted(other.Code), "confidence", confidence)
	q.suggest(text)
	q.item.Notes = append(q.item.Notes, Note{Reference: q.line.Code, Law: "LIGIE, reglas generales", Detail: text})
	for i := range q.item.Tariffs {
		q.item.Tariffs[i].Certainty = q.item.Tariffs[i].Certainty.Worse(tariff.CertaintyUnconfirmed)
	}
}
