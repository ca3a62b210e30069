package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// agreements lists the agreements with the country, the most saving one first. A preferential rate
// that is not confirmed stays null: it is never taken for zero.
func (q trade) agreements() {
	list := make([]ranked, 0, 4)
	for _, a := range q.rules.agreementsWith(q.country.iso2, q.line.Code, q.date) {
		list = append(list, q.rankedAgreement(a))
	}
	rank(list)
	for _, a := range list {
		q.item.TradeAgreements = append(q.item.TradeAgreements, q.agreementEntry(a))
	}
	if len(list) == 0 || q.barred {
		return
	}
	if _, stated := q.product.Flags[FactCertificate]; !stated {
		q.ask(FactCertificate)
	}
	open := slices.ContainsFunc(list, func(a ranked) bool { return !a.preference.settled() })
	if q.direction == DirectionImport && open {
		q.skip(q.voice.say("skip_preferences"))
	}
}

// rankedAgreement works out what an agreement saves: the duty it lowers and the fee it spares.
func (q trade) rankedAgreement(a agreement) ranked {
	if q.direction != DirectionImport { // what the country of destination grants is not known here
		return ranked{agreement: a, preference: Preference{
			Status: PreferenceUnknown, Certainty: tariff.CertaintyUnconfirmed, SourceVintage: q.rules.Vintage, LegalRef: a.law,
		}}
	}
	r := ranked{agreement: a, preference: q.preference(a)}
	if !r.preference.settled() || r.preference.Rate == nil {
		return r
	}
	due := q.valueTimes(r.preference.Rate.Decimal)
	if due == nil || q.general == nil {
		return r
	}
	spared, err := q.general.Sub(*due)
	if err != nil {
		return r
	}
	if spared.IsNeg() { // the general rate is always open to the importer
		spared = decimal.Zero
	}
	r.saving = sum(&spared, q.feeSaving(a.dta))
	return r
}

// feeSaving returns how much of the fee on this line alone proof of origin saves; nil where it depends on
// the other products of the pedimento.
func (q trade) feeSaving(effect dtaEffect) *decimal.Decimal {
	rate, known := q.rules.amountOn("dta_rate", q.date)
	minimum, bounded := q.rules.amountOn("dta_minimum", q.date)
	fixed, has := q.rules.amountOn("dta_fixed", q.date)
	if !known || !bounded || !has {
		return nil
	}
	full := q.valueTimes(rate.value)
	if full == nil {
		return nil
	}
	if full.Cmp(minimum.value) < 0 {
		full = &minimum.value
	}
	switch effect {
	case dtaExempt:
		return full
	case dtaFixed:
		spared, err := full.Sub(fixed.value)
		if err != nil || spared.IsNeg() {
			return &decimal.Zero
		}
		return &spared
	case dtaFull:
	}
	return &decimal.Zero
}

func (q trade) agreementEntry(a ranked) Agreement {
	status := q.voice.say("status_" + string(a.preference.Status))
	switch {
	case q.direction == DirectionExport:
		status = q.voice.say("status_export")
	case q.line.Import.Kind == tariff.RateFree:
		status = q.voice.say("status_general_free")
	}
	if a.scope.English != "" {
		a.preference.Note = strings.TrimSpace(a.scope.in(q.voice.language) + " " + a.preference.Note)
	}
	entry := Agreement{
		Name: a.title.in(q.voice.language), Identifier: a.identifier, Status: status, DTA: string(a.dta), Preference: a.preference,
		Proof: a.proof.in(q.voice.language), RuleOfOrigin: q.ruleOfOrigin(a.agreement), Certainty: a.Certainty,
	}
	if rate := a.preference.Rate; rate != nil && !a.preference.UpperBound && q.direction == DirectionImport {
		entry.PreferentialRate = rate
		if q.line.Import.Kind == tariff.RateAdValorem {
			entry.PreferentialRate = number(rate.Decimal.Min(q.line.Import.AdValorem)) // the general rate is always open
		}
	}
	if a.saving != nil {
		entry.Saving = money(*a.saving)
	}
	return entry
}

// remarks adds the notes of the line, what the quote leaves out, and notes of what was charged.
func (q *quotation) remarks(includeRRNA bool) {
	for rule := range q.rules.notes.each(q.line.Code) {
		if !rule.on(q.date) || !rule.directive.covers(q.direction) {
			continue
		}
		detail := rule.detail.in(q.voice.language)
		switch rule.kind {
		case noteRemark:
			q.item.Notes = append(q.item.Notes, Note{Reference: rule.reference, Law: rule.law, Detail: detail})
		case noteLimit:
			q.skip(detail)
		case noteRRNA:
			if includeRRNA {
				q.skip(detail)
			}
		}
	}
	if q.direction == DirectionImport && len(q.item.TradeAgreements) > 0 && q.line.Import.Kind != tariff.RateFree {
		q.item.Notes = append(q.item.Notes, Note{
			Reference: "Decreto DOF 29-12-2025", Law: "LIGIE", Detail: q.voice.say("note_mfn"),
		})
	}
	if q.line.Certainty != tariff.CertaintyVerified {
		q.item.Notes = append(q.item.Notes, Note{
			Reference: q.line.Code, Law: "LIGIE", Detail: q.voice.say("note_line_"+string(q.line.Certainty), "source", q.line.Source),
		})
	}
	if q.barred {
		q.skip(q.voice.say("skip_barred"))
	}
	if title := q.title(); title != "" {
		q.item.Notes = append(q.item.Notes, Note{Reference: q.line.Code, Law: "LIGIE", Detail: title})
	}
}

// title is the line's own name, where one has been written.
func (q *quotation) title() string {
	if q.voice.language == LanguageEnglish {
		return strings.TrimSpace(q.line.Title.English)
	}
	return strings.TrimSpace(q.line.Title.Spanish)
}
