package quote

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// season bounds the days of the operation in a line, or doubts goods of another line's season in it.
type season struct {
	Provision
	line, other string
	from, to    string // month and day, both inside; from after to passes the new year
	bound       bool   // the line holds in the season alone, the other one on all other days
	name        bilingual
}

func (r reader) readSeason(row row) {
	s := season{
		Provision: row.provision(), line: row.must("line"), other: row.must("other"), from: row.monthDay("from"), to: row.monthDay("to"),
		bound: row.choice("kind", "bound", "doubt") == "bound", name: row.bilingual("name"),
	}
	for _, other := range r.seasons[s.line] {
		if other.overlaps(s.Provision) {
			row.fault("line %s has two seasons on one day", s.line)
		}
	}
	r.seasons[s.line] = append(r.seasons[s.line], s)
}

func (r row) monthDay(column string) string {
	if _, err := time.Parse("01-02", r.must(column)); err != nil {
		r.fault("column %s: %q is no month and day, MM-DD", column, r.text(column))
	}
	return r.text(column)
}

// holds reports whether a day lies in the season.
func (s season) holds(date tariff.Date) bool {
	day := string(date)[len("2006-"):]
	if s.from <= s.to {
		return s.from <= day && day <= s.to
	}
	return s.from <= day || day <= s.to
}

// seasonOf is the season of a line on a day.
func (r *Rules) seasonOf(line string, date tariff.Date) (season, bool) {
	for _, s := range r.seasons[line] {
		if s.on(date) {
			return s, true
		}
	}
	return season{}, false
}

// inSeason is the line that holds on a day: the one asked for, or the one that takes its place.
func (r *Rules) inSeason(line string, date tariff.Date) string {
	if s, found := r.seasonOf(line, date); found && s.bound && !s.holds(date) {
		return s.other
	}
	return line
}

// inspectSeason refuses a line outside its season and names the one that holds.
func (r *Rules) inspectSeason(field, line string, date tariff.Date, p *problems) {
	if s, found := r.seasonOf(line, date); found && s.bound && !s.holds(date) {
		p.add(field, "%s holds for operations from %s to %s of a year (month-day); on %s the same goods stand in line %s",
			tariff.Dotted(line), s.from, s.to, date, tariff.Dotted(s.other))
	}
}

// doubtSeason says that goods may stand in a line that is not theirs in this season.
func (q measures) doubtSeason() {
	if s, found := q.rules.seasonOf(q.line.Code, q.date); found && !s.bound && s.holds(q.date) {
		q.suggest(q.voice.say("season_doubt", "goods", s.name.in(q.voice.language), "other", tariff.Dotted(s.other), "code", q.lineText))
	}
}

// quota is a tariff quota: a lower duty for goods with a certificate.
type quota struct {
	Provision
	id      string
	origins []string // ISO codes, empty for any
	rate    *decimal.Decimal
	volume  string
	name    bilingual
	legal   string
}

func (r reader) readQuota(row row) {
	held := row.choice("held", "yes", "no") == "yes"
	one := quota{
		Provision: row.provision(), id: row.must("id"), rate: row.fraction("rate"), volume: row.text("volume"), name: row.bilingual("name"), legal: row.must("legal_ref"),
	}
	if row.must("origins") != "*" {
		one.origins = row.list("origins")
	}
	if held != (one.rate != nil) {
		row.fault("%s: a quota that is held has a rate, and no other has", one.id)
	}
	prefixes := row.prefixes("prefixes")
	for _, prefix := range prefixes {
		for _, other := range r.quotas.byPrefix[prefix] {
			if held && other.rate != nil && other.overlaps(one.Provision) && (len(other.origins) == 0 || len(one.origins) == 0 || slices.Equal(other.origins, one.origins)) {
				row.fault("%s overlaps %s: %s has two quotas on one day", one.id, other.id, prefix)
			}
		}
	}
	r.quotas.add(prefixes, one)
}

// ProgrammeQuota is the alternative of a tariff quota; it hangs on a certificate, not on a programme.
const ProgrammeQuota Programme = "CUPO"

// keyQuota is the certificate of quota of Anexo 22, appendix 9.
const keyQuota = "CP"

// quotaOf is the held quota of the line, origin and day; nil where there is none. Quotas that are known to
// exist, and those that have ended without a known successor, are named in what was not evaluated.
func (q duties) quotaOf() *quota {
	if q.direction != DirectionImport {
		return nil
	}
	var found, last *quota
	for one := range q.rules.quotas.each(q.line.Code) {
		if len(one.origins) > 0 && !slices.Contains(one.origins, q.country.iso2) {
			continue
		}
		name := one.name.in(q.voice.language)
		switch {
		case one.on(q.date) && one.rate != nil:
			found = one
		case one.on(q.date):
			q.skip(q.voice.say("skip_quota", "quota", name, "legal", one.legal))
		case one.ended(q.date):
			last = one
		}
	}
	if found == nil && last != nil {
		q.open = true
		q.skip(q.voice.say("skip_quota_ended", "quota", last.name.in(q.voice.language), "date", string(last.To)))
	}
	return found
}

// quotaDuty charges IGI = customs value × rate of the quota where its certificate is stated, and shows the
// rate as an alternative otherwise. True where it charged.
func (q duties) quotaDuty() bool {
	one := q.quotaOf()
	if one == nil || q.barred {
		return false
	}
	q.known.mark(FactQuotaCertificate)
	has := q.known.stated(FactQuotaCertificate)
	restriction := Restriction{
		Name: q.voice.say("quota_certificate", "quota", one.name.in(q.voice.language)), Key: keyQuota, Applies: AppliesMay, Certainty: one.Certainty,
		Reason:       q.voice.say("reason_quota", "rate", percent(*one.rate), "volume", one.volume, "date", string(one.To), "legal", one.legal),
		DecidingFact: q.voice.label(FactQuotaCertificate),
	}
	switch has {
	case answerYes:
		restriction.Applies = AppliesYes
	case answerNo:
		restriction.Applies = AppliesNo
	case answerUnknown:
		q.ask(FactQuotaCertificate)
	}
	q.item.Restrictions = append(q.item.Restrictions, restriction)
	if has != answerYes {
		q.item.Alternatives = append(q.item.Alternatives, q.quotaAlternative(*one))
		return false
	}
	kind := RateTypeAdValorem
	if one.rate.IsZero() {
		kind = RateTypeExempt
	}
	charge := q.charge(nameIGI, kind, one.Provision, one.legal)
	charge.Rate, charge.Base, charge.Description = number(*one.rate), baseValue, q.voice.say("describe_IGI")
	charge.Reason = restriction.Reason
	charge.Formula = q.voice.say("formula_ad_valorem", "duty", nameIGI, "rate", percent(*one.rate))
	q.igi = q.valueTimes(*one.rate)
	charge.Amount = moneyOrNil(q.igi)
	q.item.Tariffs = append(q.item.Tariffs, charge)
	return true
}

// quotaAlternative is the duty inside the quota; saving = IGI of the general rate − customs value × rate.
func (q duties) quotaAlternative(one quota) Alternative {
	a := Alternative{
		Programme: ProgrammeQuota, Rate: number(*one.rate), LegalRef: one.legal, SourceVintage: q.rules.Vintage, Certainty: one.Certainty,
		Condition: q.voice.say("programme_CUPO", "quota", one.name.in(q.voice.language), "volume", one.volume, "date", string(one.To)),
	}
	if due := q.valueTimes(*one.rate); due != nil && q.general != nil {
		if spared, err := q.general.Sub(*due); err == nil && !spared.IsNeg() {
			a.Saving = money(spared)
		}
	}
	return a
}

// estimatedPrice is a price under which the import needs a guarantee.
type estimatedPrice struct {
	Provision
	price         decimal.Decimal
	currency, per string
	legal         string
}

// customsOffices are the offices that alone clear goods, Anexo 21.
type customsOffices struct {
	Provision
	condition
	directive Direction
	offices   []string
	legal     string
}

func (r reader) readEstimatedPrice(row row) {
	price := row.number("price")
	if price == nil || !price.IsPos() {
		row.fault("column price is empty")
		return
	}
	one := estimatedPrice{Provision: row.provision(), price: *price, currency: row.choice("currency", "USD", "MXN"), per: row.must("per"), legal: row.must("legal_ref")}
	if _, known := r.units[fold(one.per)]; !known {
		row.fault("column per: %q is no known unit", one.per)
	}
	r.prices.add(row.prefixes("prefixes"), one)
}

func (r reader) readCustomsOffices(row row) {
	one := customsOffices{
		Provision: row.provision(), condition: condition{except: row.prefixes("except")}, directive: row.direction(),
		offices: row.list("offices"), legal: row.must("legal_ref"),
	}
	if len(one.offices) == 0 {
		row.fault("column offices is empty")
	}
	r.offices.add(row.prefixes("prefixes"), one)
}

// Keys of what the annexes of prices and offices demand; Anexo 22 has none for them.
const (
	keyEstimatedPrice = "PRECIO-ESTIMADO"
	keyOffices        = "ADUANA-EXCLUSIVA"
)

// annexes evaluates estimated prices and exclusive customs offices. A table without rows evaluates nothing,
// and says so.
func (q measures) annexes(includeRRNA bool) {
	if len(q.rules.offices.byPrefix) == 0 && includeRRNA {
		q.skip(q.voice.say("skip_offices"))
	}
	for one := range q.rules.offices.each(q.line.Code) {
		if one.on(q.date) && one.directive.covers(q.direction) && one.covers(q.line.Code) {
			q.item.Restrictions = append(q.item.Restrictions, Restriction{
				Name: q.voice.say("exclusive_offices", "offices", strings.Join(one.offices, ", ")), Key: keyOffices, Applies: AppliesYes,
				Reason: q.voice.say("reason_line", "code", q.lineText) + " " + one.legal, Certainty: one.Certainty,
			})
			break
		}
	}
	if q.direction != DirectionImport {
		return
	}
	if len(q.rules.prices.byPrefix) == 0 && includeRRNA {
		q.skip(q.voice.say("skip_estimated"))
	}
	for one := range q.rules.prices.each(q.line.Code) {
		if one.on(q.date) {
			q.estimated(*one)
			break
		}
	}
}

// estimated compares the value of one unit with its estimated price; the guarantee is of the contributions on
// the difference (LA 84-A, 86-A-I).
func (q measures) estimated(one estimatedPrice) {
	price := fmt.Sprintf("%s %s/%s", one.price, one.currency, one.per)
	r := Restriction{
		Name: q.voice.say("estimated_price", "price", price), Key: keyEstimatedPrice, Applies: AppliesMay, Certainty: one.Certainty,
		Reason: q.voice.say("reason_estimated_may", "legal", one.legal), DecidingFact: q.voice.say("fact_unit_value"),
	}
	rate := &decimal.One
	if one.currency == codeUSD {
		rate = q.product.usdRate()
	}
	if least := times(&one.price, rate, q.quantityIn(one.per)); least != nil && q.value != nil {
		r.Applies, r.DecidingFact = AppliesNo, ""
		r.Reason = q.voice.say("reason_estimated_no", "legal", one.legal)
		if q.value.Cmp(*least) < 0 {
			r.Applies, r.Reason = AppliesYes, q.voice.say("reason_estimated_yes", "legal", one.legal)
		}
	}
	q.item.Restrictions = append(q.item.Restrictions, r)
}
