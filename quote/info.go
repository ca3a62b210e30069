package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// Info is the tariff_info of a classification entry: what the line alone tells, without a product.
type Info struct {
	Unit          string          `json:"unit" doc:"Customs unit of measure in which quantities of the line are declared"`
	ImportDuty    []Charge        `json:"import_duty" doc:"Import duties; a mixed duty is two elements"`
	ExportDuty    []Charge        `json:"export_duty" doc:"Export duties; a mixed duty is two elements"`
	Taxes         []Charge        `json:"taxes" doc:"Taxes on the import, such as IVA and IEPS"`
	Regulations   []RegulationKey `json:"regulations" doc:"Non-tariff regulations of the line, and whether each applies"`
	SourceVintage tariff.Date     `json:"source_vintage" doc:"The day as of which the rates stand"`
	Foreign
}

// RegulationKey names a regulation that concerns a line.
type RegulationKey struct {
	Key     string  `json:"key" doc:"Key of the regulation in the customs declaration"`
	Name    string  `json:"name" doc:"Name of the regulation"`
	Applies Applies `json:"applies" doc:"yes, no, or may_apply where a fact is missing"`
	Reason  string  `json:"reason" doc:"Why it applies or not, or which fact is missing"`
}

// Table is a code as the tariff tables show it.
type Table struct {
	Chapter    string      `json:"hscode_2digits"`
	Heading    string      `json:"hscode_4digits"`
	Subheading string      `json:"hscode_6digits"`
	Line       string      `json:"hscode_8digits"`
	Suffixes   []string    `json:"hscode_10digits"`
	Agreements []Agreement `json:"trade_agreements"`
	Info
}

// TariffInfo tells unit and duty of a line in a country's tariff, and for Mexico also taxes and the
// keys of its regulations. A code of another length or without a line gives a NotFound error.
func (e *Engine) TariffInfo(code, country string, language Language) (Info, error) {
	return e.InfoFor(code, country, "", language)
}

// InfoFor is TariffInfo of goods that are described: the facts of the description decide which
// regulations apply.
func (e *Engine) InfoFor(code, country, description string, language Language) (Info, error) {
	schedule := e.schedule
	if country != SupportedCountry {
		schedule = e.others[country]
	}
	if schedule == nil {
		return Info{}, fail.Newf(fail.CodeBadRequest, "country %q has no tariff here", country)
	}
	digits := tariff.DigitsOf(code)
	line, found := schedule.Line(digits[:min(len(digits), 8)])
	if !found || len(digits) != 8 && len(digits) != 10 {
		return Info{}, fail.Newf(fail.CodeNotFound, "%s is no line of the tariff of %s", clip(code), country)
	}
	for _, suffix := range line.Suffixes() {
		if suffix.Code == digits {
			line.Unit = suffix.Unit
		}
	}
	q := e.plain(line, schedule, language)
	if description != "" {
		q.product.Description = description
		q.known = e.rules.know(q.product, q.date)
	}
	legal := lawOfDuty
	if country != SupportedCountry {
		legal = schedule.Source
	}
	info := Info{Unit: line.Unit, SourceVintage: schedule.Vintage, Taxes: []Charge{}, Regulations: []RegulationKey{}}
	info.ImportDuty = q.shown(nameIGI, line.Import, legal)
	info.ExportDuty = q.shown(nameIGE, line.Export, legal)
	if country == SupportedCountry {
		q.barred = q.barredByLine()
		q.taxInfo(&info)
		return info, nil
	}
	return info, q.foreign(&info, schedule)
}

// plain is a quotation of a line without product: it reads rules, decides nothing.
func (e *Engine) plain(line tariff.Line, schedule *tariff.Schedule, language Language) *quotation {
	if language == "" {
		language = LanguageSpanish
	}
	return &quotation{
		cc: &decimal.Zero, rules: e.rules, entry: &entry{}, lineText: tariff.Dotted(line.Code), voice: voice{rules: e.rules, language: language}, direction: DirectionImport,
		date: e.today(), vintage: schedule.Vintage, line: line, product: &Product{},
		known: &knowledge{product: &Product{}, facts: e.rules.facts}, country: &country{}, pedimento: nil,
		item: Item{NotEvaluated: []string{}, Suggestions: []string{}},
	}
}

// shown is a duty for display, never null: an unknown duty is an empty list, one of more than two
// parts shows its published arithmetic as formula and no rate.
func (q *quotation) shown(name string, rate tariff.Rate, legal string) []Charge {
	charges, _ := duties{q}.duty(name, rate, legal)
	if rate.Kind == tariff.RateCompound {
		charge := duties{q}.dutyCharge(name, RateTypeSpecific, legal)
		charge.Base, charge.Formula = baseValue, rate.Text
		charges = append(charges, charge)
	}
	if legal == lawOfDuty {
		return append([]Charge{}, charges...)
	}
	foreign := map[string]string{nameIGI: "import_duty", nameIGE: "export_duty"}[name]
	for i := range charges {
		charges[i].Name, charges[i].Description = foreign, q.voice.say("describe_"+foreign)
		charges[i].Formula = strings.Replace(charges[i].Formula, name, foreign, 1)
		charges[i].Reason = q.voice.say("reason_general", "code", q.lineText)
	}
	return append([]Charge{}, charges...)
}

// taxInfo adds IVA, the IEPS categories of the prefix and the keys of the regulations.
func (q *quotation) taxInfo(info *Info) {
	if !q.barred {
		taxation{q}.excise()
		taxation{q}.valueAddedTax()
		info.Taxes = append(info.Taxes, q.item.Taxes...)
	}
	for _, j := range (measures{q}).judgeRegulations() {
		name := strings.TrimSpace(strings.Join([]string{j.standard, j.name}, " "))
		known := slices.ContainsFunc(info.Regulations, func(r RegulationKey) bool { return r.Key == j.key && r.Name == name })
		if !known && j.outcome.applies != AppliesNo {
			info.Regulations = append(info.Regulations, RegulationKey{Key: j.key, Name: name, Applies: j.outcome.applies, Reason: measures{q}.reason(&j)})
		}
	}
}

// Table shows a Mexican code, of any length from a chapter on: its line where it has one, every line
// below it otherwise. An unknown code gives a NotFound error that names near lines.
func (e *Engine) Table(code string, language Language) ([]Table, error) {
	return e.TableIn(code, SupportedCountry, language)
}

// maxTableLines bounds what one code may unfold to; the largest heading has fewer lines.
const maxTableLines = 500

// TableIn is Table for the tariff of any country the engine holds.
func (e *Engine) TableIn(code, country string, language Language) ([]Table, error) {
	schedule := e.schedule
	if country != SupportedCountry {
		schedule = e.others[country]
	}
	if schedule == nil {
		return nil, fail.Newf(fail.CodeBadRequest, "country %q has no tariff here", country)
	}
	if code = tariff.DigitsOf(code); len(code) == 10 {
		code = code[:8]
	}
	lines := schedule.LinesOf(code)
	if len(code) < 2 || len(lines) == 0 || len(lines) > maxTableLines {
		return nil, fail.Newf(fail.CodeNotFound, "%s is no code of the tariff of %s; near: %s", clip(code), country, nearIn(schedule, code))
	}
	tables := make([]Table, 0, len(lines))
	for _, line := range lines {
		info, err := e.TariffInfo(line.Code, country, language)
		if err != nil {
			return nil, err
		}
		tables = append(tables, e.table(line, info, country, language))
	}
	return tables, nil
}

func (e *Engine) table(line tariff.Line, info Info, country string, language Language) Table {
	t := Table{
		Chapter: line.Code[:2], Heading: line.Code[:4], Subheading: line.Code[:6], Line: line.Code,
		Suffixes: []string{}, Agreements: []Agreement{}, Info: info,
	}
	for _, suffix := range line.Suffixes() {
		t.Suffixes = append(t.Suffixes, suffix.Code)
	}
	if country != SupportedCountry {
		return t
	}
	q := e.plain(line, e.schedule, language)
	for _, a := range e.rules.agreements {
		if a.on(q.date) && a.covers(line.Code) {
			t.Agreements = append(t.Agreements, trade{q}.agreementEntry(trade{q}.rankedAgreement(a)))
		}
	}
	return t
}

func nearIn(schedule *tariff.Schedule, code string) string {
	var codes []string
	for _, line := range schedule.Near(code, nearLimit) {
		codes = append(codes, line.Code)
	}
	if len(codes) == 0 {
		return "none"
	}
	return strings.Join(codes, ", ")
}

// ForeignRate is a special rate of the United States for goods that qualify under a programme.
type ForeignRate struct {
	Rate       string   `json:"rate" doc:"As published; free, or see with the place that sets it"`
	Programmes []string `json:"programmes" doc:"Programmes for which goods have to qualify, by their symbols in the tariff"`
}

// AdditionalDuty is a provision that charges a line beside its general rate.
type AdditionalDuty struct {
	Provision     string           `json:"provision" doc:"Code of the provision that imposes it"`
	Name          string           `json:"name" doc:"Name of the measure"`
	Effect        string           `json:"effect" doc:"What it adds: +25% of the customs value, +50% of the metal content, or floor 15%"`
	Origin        string           `json:"origin" doc:"Country of origin, ISO 3166; empty for every origin that its notes do not except"`
	EffectiveFrom tariff.Date      `json:"effective_from" doc:"First day in force"`
	EffectiveTo   *tariff.Date     `json:"effective_to" doc:"Last day in force; null for no end"`
	SourceVintage tariff.Date      `json:"source_vintage" doc:"The day as of which it stands"`
	Certainty     tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
}

// Foreign holds the members of tariff_info for lines outside Mexico, beside unit and duty.
type Foreign struct {
	SpecialRates     []ForeignRate    `json:"special_rates,omitempty" doc:"Rates for goods that qualify under a programme; absent where there are none"`
	Column2          *Column2         `json:"column_2,omitempty" doc:"Rate for origins without normal trade relations; absent where there is none"`
	AdditionalDuties []AdditionalDuty `json:"additional_duties,omitempty" doc:"Duties beside the general rate that are in force; absent where there are none"`
	NotHeld          []string         `json:"not_held,omitempty" doc:"What the service does not know of the line; absent where it knows all"`
}

// Column2 is the rate for origins without normal trade relations.
type Column2 struct {
	Rate    string   `json:"rate" doc:"The rate, as published"`
	Origins []string `json:"origins" doc:"Countries of origin that pay it, ISO 3166"`
}

// column2Origins are denied the rates of column 1 by general note 3(b).
var column2Origins = []string{"CUB", "PRK", "RUS", "BLR"}

// foreign completes the info of a line of another country.
func (q *quotation) foreign(info *Info, schedule *tariff.Schedule) error {
	info.NotHeld = []string{q.voice.say("not_held_" + strings.ToLower(schedule.Country))}
	if schedule.Country != "USA" {
		return nil
	}
	held, err := tariff.DutiesOfUSA(q.line.Code, q.date)
	if err != nil {
		return err
	}
	for _, s := range held.Special {
		info.SpecialRates = append(info.SpecialRates, ForeignRate(s))
	}
	if held.Column2 != "" {
		info.Column2 = &Column2{Rate: held.Column2, Origins: column2Origins}
	}
	for _, p := range held.Additional {
		duty := AdditionalDuty{
			Provision: p.Number, Name: p.Title.In(tariff.Language(q.voice.language)), Effect: p.Effect, Origin: p.Origin,
			EffectiveFrom: p.From, SourceVintage: held.AdditionalDay, Certainty: p.Certainty,
		}
		if p.To != "" {
			duty.EffectiveTo = &p.To
		}
		info.AdditionalDuties = append(info.AdditionalDuties, duty)
	}
	return nil
}
