package quote

import (
	"cmp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// dtaEffect is what proof of origin under an agreement does to the customs processing fee.
type dtaEffect string

const (
	dtaExempt dtaEffect = "exempt" // RGCE 5.1.4
	dtaFixed  dtaEffect = "fixed"  // RGCE 5.1.5
	dtaFull   dtaEffect = "full"
)

// agreement is a trade agreement of Mexico.
type agreement struct {
	Provision
	name       string
	members    []string // ISO 3166-1 alpha-2
	identifier string
	proof      bilingual
	scope      bilingual // what it covers, where not everything
	dta        dtaEffect
	order      int
}

// preference is a preferential rate that has been confirmed for a line or prefix.
type preference struct {
	Provision
	agreement string
	prefixes  []string
	rate      decimal.Decimal
}

func (r *Rules) readAgreement(row row) {
	a := agreement{
		Provision: row.provision(), name: row.must("name"), members: row.list("members"),
		identifier: row.must("identifier"), proof: row.bilingual("proof"),
		dta:   dtaEffect(row.choice("dta", string(dtaExempt), string(dtaFixed), string(dtaFull))),
		order: len(r.agreements),
	}
	if row.text("scope_en") != "" {
		a.scope = row.bilingual("scope")
	}
	if len(a.members) == 0 {
		row.fault("agreement %s has no members", a.name)
	}
	r.agreements = append(r.agreements, a)
}

func (r *Rules) readPreference(row row) {
	p := preference{Provision: row.provision(), agreement: row.must("agreement"), prefixes: row.prefixes("prefixes")}
	if rate := row.number("rate"); rate != nil {
		p.rate = *rate
	} else {
		row.fault("preference of %s has no rate", p.agreement)
	}
	r.preference = append(r.preference, p)
}

// agreementsWith lists the agreements in force with a country on a day.
func (r *Rules) agreementsWith(iso2 string, date tariff.Date) []agreement {
	var found []agreement
	for _, a := range r.agreements {
		if a.on(date) && slices.Contains(a.members, iso2) {
			found = append(found, a)
		}
	}
	return found
}

func (r *Rules) preferenceFor(name, code string, date tariff.Date) (decimal.Decimal, bool) {
	for _, p := range r.preference {
		if p.agreement == name && p.on(date) &&
			slices.ContainsFunc(p.prefixes, func(prefix string) bool { return strings.HasPrefix(code, prefix) }) {
			return p.rate, true
		}
	}
	return decimal.Decimal{}, false
}

// ranked is an agreement with what it would save on a product.
type ranked struct {
	agreement
	rate   *decimal.Decimal // confirmed preferential rate, never above the general one
	saving *decimal.Decimal // MXN, nil where rate or value is not known
}

// rank orders agreements by what they save: known savings first and the greatest first, then the
// effect on the DTA, then the order of the table.
func rank(list []ranked) {
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(compareSavings(a.saving, b.saving), cmp.Compare(a.dta.rank(), b.dta.rank()), cmp.Compare(a.order, b.order))
	})
}

func compareSavings(a, b *decimal.Decimal) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return b.Cmp(*a)
}

func (d dtaEffect) rank() int { return slices.Index([]dtaEffect{dtaExempt, dtaFixed, dtaFull}, d) }
