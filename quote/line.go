package quote

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// LineMeasureKind tells measures of a line apart.
type LineMeasureKind string

// The kinds of measures.
const (
	LineMeasureCompensatory LineMeasureKind = "compensatory"
	LineMeasureQuota        LineMeasureKind = "quota"
	LineMeasureSeason       LineMeasureKind = "season"
	LineMeasurePrice        LineMeasureKind = "estimated_price"
	LineMeasureOffices      LineMeasureKind = "customs_offices"
)

// LineMeasure is a measure that may concern goods of a line, beside duties, taxes and regulations.
type LineMeasure struct {
	Kind      LineMeasureKind  `json:"kind" enum:"compensatory,quota,season,estimated_price,customs_offices" doc:"What it is"`
	Name      string           `json:"name" doc:"What it concerns: the goods of an order, the quota, the price, the customs offices"`
	Origins   []string         `json:"origins" doc:"Names of the countries whose goods it concerns; empty for all"`
	LegalRef  string           `json:"legal_ref" doc:"Where it is published"`
	Until     tariff.Date      `json:"until" doc:"Its last day; empty where none is set"`
	Certainty tariff.Certainty `json:"certainty" enum:"verified,secondary,unconfirmed" doc:"How well it is known"`
}

// LineTrade lists what depends on origin in a line of Mexico: rates by agreement, and measures.
type LineTrade struct {
	Agreements []Agreement
	Measures   []LineMeasure
}

// Trade tells agreements and measures of a line of Mexico in force today; of other countries none is held.
func (e *Engine) Trade(code, country string, language Language) LineTrade {
	t := LineTrade{Agreements: []Agreement{}, Measures: []LineMeasure{}}
	code = tariff.DigitsOf(code)
	line, found := e.schedule.Line(code[:min(len(code), 8)])
	if country != SupportedCountry || !found {
		return t
	}
	t.Agreements = append(t.Agreements, e.table(line, Info{}, country, language).Agreements...)
	for rule := range e.rules.compensate.each(line.Code) {
		if rule.on(e.today()) {
			t.add(LineMeasure{LineMeasureCompensatory, rule.name.in(language), []string{e.CountryName(rule.origin, language)}, rule.legal, rule.term, rule.Certainty})
		}
	}
	for rule := range e.rules.quotas.each(line.Code) {
		if rule.on(e.today()) {
			t.add(LineMeasure{LineMeasureQuota, strings.TrimSpace(rule.name.in(language) + " " + rule.volume), countryNames(e, rule.origins, language), rule.legal, rule.To, rule.Certainty})
		}
	}
	for _, s := range e.rules.seasons[line.Code] {
		if s.on(e.today()) {
			t.add(LineMeasure{LineMeasureSeason, s.name.in(language) + " (" + s.from + " – " + s.to + ")", []string{}, s.Source, s.To, s.Certainty})
		}
	}
	for rule := range e.rules.prices.each(line.Code) {
		if rule.on(e.today()) {
			t.add(LineMeasure{LineMeasurePrice, rule.price.String() + " " + rule.currency + " / " + rule.per, []string{}, rule.legal, rule.To, rule.Certainty})
		}
	}
	for rule := range e.rules.offices.each(line.Code) {
		if rule.on(e.today()) && !slices.ContainsFunc(rule.except, func(prefix string) bool { return strings.HasPrefix(line.Code, prefix) }) {
			t.add(LineMeasure{LineMeasureOffices, strings.Join(rule.offices, ", "), []string{}, rule.legal, rule.To, rule.Certainty})
		}
	}
	return t
}

// add appends a measure; rows of one order that differ by exporter alone are one measure.
func (t *LineTrade) add(m LineMeasure) {
	if !slices.ContainsFunc(t.Measures, func(o LineMeasure) bool {
		return o.Kind == m.Kind && o.Name == m.Name && slices.Equal(o.Origins, m.Origins)
	}) {
		t.Measures = append(t.Measures, m)
	}
}

// countryNames are the names of countries by their codes.
func countryNames(e *Engine, codes []string, language Language) []string {
	names := []string{}
	for _, code := range codes {
		names = append(names, e.CountryName(code, language))
	}
	return names
}
