package quote

import (
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// claim is the preference a product is imported under: proof of origin is stated, and the agreement
// is named or can only be one.
type claim struct {
	stated     bool // proof of origin is stated and there is an agreement with the country
	open       bool // the agreement is not named and matters
	agreement  agreement
	preference Preference
}

// claimed settles the claim of an import. Without a named agreement one is taken where no other can
// cost less: the only one, or one under which the duty is free and no other spares more of the DTA.
func (q trade) claimed() claim {
	if !q.product.Flags[FactCertificate] || q.direction != DirectionImport {
		return claim{}
	}
	list := q.rules.agreementsWith(q.country.iso2, q.line.Code, q.date)
	if named, found := agreementNamed(list, q.product.Agreement); found {
		return claim{stated: true, agreement: named, preference: q.preference(named)}
	}
	if len(list) == 0 {
		return claim{}
	}
	best := claim{stated: true, agreement: list[0], preference: q.preference(list[0])}
	for _, a := range list[1:] {
		p := q.preference(a)
		if p.Status.rank() < best.preference.Status.rank() || p.Status == best.preference.Status && a.dta.rank() < best.agreement.dta.rank() {
			best.agreement, best.preference = a, p
		}
	}
	if len(list) == 1 {
		return best
	}
	best.open = best.preference.Status != PreferenceFree
	for _, a := range list {
		best.open = best.open || a.dta.rank() < best.agreement.dta.rank()
	}
	return best
}

// preference returns the duty under an agreement; a duty that is free for all is free under it too.
func (q trade) preference(a agreement) Preference {
	if q.line.Import.Kind == tariff.RateFree {
		return Preference{
			Status: PreferenceFree, Rate: number(decimal.Zero), Certainty: q.line.Certainty, SourceVintage: q.vintage,
			LegalRef: lawOfDuty, Note: q.voice.say("status_free"),
		}
	}
	return q.rules.preferenceFor(a, q.country.iso2, q.line.Code, q.date, q.voice.language)
}

// preferentialDuty replaces the general duty where proof of origin is stated: nothing where the
// agreement frees the line, the lower of both where a rate is known, the general duty where the line
// is excluded, no amount where the preference is not known. False leaves the general duty.
func (q duties) preferentialDuty() bool {
	c := q.claim
	if !c.stated || q.barred || q.line.Import.Kind == tariff.RateFree || q.line.Import.Kind == tariff.RateProhibited {
		return false
	}
	title := c.agreement.title.in(q.voice.language)
	switch {
	case c.open:
		q.undecidedDuty(q.voice.say("reason_preference_open"))
		q.suggest(q.voice.say("ask_agreement", "agreements", q.agreementTitles()))
	case c.preference.Status == PreferenceExcluded:
		q.skip(q.voice.say("skip_preference_excluded", "agreement", title, "note", c.preference.Note))
		return false
	case !c.preference.settled():
		q.undecidedDuty(strings.TrimSpace(q.voice.say("reason_preference_unknown", "agreement", title, "note", c.preference.Note)))
		q.skip(q.voice.say("skip_preference_unknown", "agreement", title, "code", q.lineText))
	default:
		return q.knownPreference(title)
	}
	return true
}

func (q duties) agreementTitles() string {
	var titles []string
	for _, a := range q.rules.agreementsWith(q.country.iso2, q.line.Code, q.date) {
		titles = append(titles, a.title.in(q.voice.language))
	}
	return strings.Join(titles, ", ")
}

// preferenceCharge begins the charge of a duty under a claim.
func (q duties) preferenceCharge(kind RateType) Charge {
	p := q.claim.preference
	charge := q.charge(nameIGI, kind, Provision{From: q.line.From, Certainty: p.Certainty}, p.LegalRef)
	charge.SourceVintage, charge.Base = p.SourceVintage, baseValue
	charge.Description = q.voice.say("describe_IGI")
	return charge
}

// knownPreference charges IGI = customs value × preferential rate, rounded half up to centavos, where
// the rate lies below the general one; the general one is always open to the importer.
func (q duties) knownPreference(title string) bool {
	rate := q.claim.preference.Rate.Decimal
	general := q.line.Import
	if general.Kind == tariff.RateAdValorem && rate.Cmp(general.AdValorem) >= 0 {
		return false
	}
	kind := RateTypeAdValorem
	if rate.IsZero() {
		kind = RateTypeExempt
	}
	charge := q.preferenceCharge(kind)
	charge.Rate = number(rate)
	charge.Reason = strings.TrimSpace(q.voice.say("reason_preference", "agreement", title, "note", q.claim.preference.Note))
	charge.Formula = q.voice.say("formula_ad_valorem", "duty", nameIGI, "rate", percent(rate))
	q.igi = q.valueTimes(rate)
	charge.Amount = moneyOrNil(q.igi)
	q.item.Tariffs = append(q.item.Tariffs, charge)
	return true
}

// undecidedDuty shows a duty whose rate is not known: no rate, no amount, and no total above it.
func (q duties) undecidedDuty(reason string) {
	charge := q.preferenceCharge(RateTypeAdValorem)
	charge.Reason, charge.Certainty = reason, tariff.CertaintyUnconfirmed
	charge.Formula = q.voice.say("formula_ad_valorem", "duty", nameIGI, "rate", q.voice.say("rate_preferential"))
	q.item.Tariffs, q.igi = append(q.item.Tariffs, charge), nil
}
