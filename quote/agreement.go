package quote

import (
	"cmp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// dtaEffect tells how proof of origin under an agreement changes the customs processing fee.
type dtaEffect string

const (
	dtaExempt dtaEffect = "exempt" // RGCE 5.1.4
	dtaFixed  dtaEffect = "fixed"  // RGCE 5.1.5
	dtaFull   dtaEffect = "full"
)

// agreement is a trade agreement of Mexico.
type agreement struct {
	Provision
	name       string // the key of the other tables
	title      bilingual
	aliases    []string // folded, the name among them
	members    []string // ISO 3166-1 alpha-2
	prefixes   []string // the only goods it concerns, empty for all
	law        string
	identifier string
	proof      bilingual
	scope      bilingual // what it covers, where not everything
	dta        dtaEffect
	order      int
}

func (r reader) readAgreement(row row) {
	a := agreement{
		Provision: row.provision(), name: row.must("name"), title: row.bilingual("title"), members: row.list("members"),
		prefixes: row.prefixes("prefixes"), law: row.must("law"), identifier: row.must("identifier"), proof: row.bilingual("proof"),
		dta:   dtaEffect(row.choice("dta", string(dtaExempt), string(dtaFixed), string(dtaFull))),
		order: len(r.agreements),
	}
	for _, alias := range append(row.list("aliases"), a.name, a.title.English, a.title.Spanish) {
		a.aliases = append(a.aliases, agreementKey(alias))
	}
	if row.text("scope_en") != "" {
		a.scope = row.bilingual("scope")
	}
	if len(a.members) == 0 {
		row.fault("agreement %s has no members", a.name)
	}
	r.agreements = append(r.agreements, a)
}

// agreementKey folds what people write for an agreement to its letters and digits.
func agreementKey(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, fold(text))
}

// covers reports whether the agreement concerns goods of a line.
func (a agreement) covers(code string) bool {
	return len(a.prefixes) == 0 || slices.ContainsFunc(a.prefixes, func(prefix string) bool { return strings.HasPrefix(code, prefix) })
}

// agreementsWith lists the agreements in force with a country on a day that concern a line.
func (r *Rules) agreementsWith(iso2, code string, date tariff.Date) []agreement {
	var found []agreement
	for _, a := range r.agreements {
		if a.on(date) && slices.Contains(a.members, iso2) && a.covers(code) {
			found = append(found, a)
		}
	}
	return found
}

// agreementNamed finds the agreement a request names among those with a country.
func agreementNamed(list []agreement, text string) (agreement, bool) {
	key := agreementKey(text)
	for _, a := range list {
		if slices.Contains(a.aliases, key) {
			return a, true
		}
	}
	return agreement{}, false
}

// ranked is an agreement with what it does to the duty of a product, and what it would save.
type ranked struct {
	agreement
	preference Preference
	saving     *decimal.Decimal // MXN, nil where rate or value is not known
}

// rank orders agreements by what they save: known savings first and the greatest first, then what is
// known of the duty, then the effect on the DTA, then the order of the table.
func rank(list []ranked) {
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(compareSavings(a.saving, b.saving), cmp.Compare(a.preference.Status.rank(), b.preference.Status.rank()),
			cmp.Compare(a.dta.rank(), b.dta.rank()), cmp.Compare(a.order, b.order))
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

// originRule says in words when goods of a chapter or heading originate under an agreement.
type originRule struct {
	Provision
	agreement string
	text      bilingual
	legal     string
}

func (r reader) readOriginRule(row row) {
	r.origin.add(row.prefixes("prefixes"), originRule{
		Provision: row.provision(), agreement: row.must("agreement"), text: row.bilingual("text"), legal: row.must("legal_ref"),
	})
}

// ruleOfOrigin is the rule of the longest prefix that is known for the line, nil where none is.
func (q trade) ruleOfOrigin(a agreement) *OriginRule {
	for rule := range q.rules.origin.each(q.line.Code) {
		if rule.agreement == a.name && rule.on(q.date) {
			return &OriginRule{Text: rule.text.in(q.voice.language), LegalRef: rule.legal, Certainty: rule.Certainty}
		}
	}
	return nil
}
