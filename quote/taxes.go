package quote

import (
	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// ivaRule names goods whose import pays no IVA.
type ivaRule struct {
	Provision
	condition
	id    string
	name  bilingual
	legal string
	limit numericLimit
}

// iepsRule is one rate of the IEPS. Rules of one category exclude each other by a number, such as
// the degrees of alcohol.
type iepsRule struct {
	Provision
	condition
	id, category string
	name         bilingual
	legal        string
	adValorem    *decimal.Decimal
	quota        *decimal.Decimal
	per          string // unit of the quota
	quantity     Fact   // the field that counts it
	limit        numericLimit
	presumed     presumption // while the number is not known
}

// presumption is how a rate is charged while the number that picks it is missing.
type presumption string

const (
	presumedNot   presumption = ""      // it stays open
	presumedByLaw presumption = "yes"   // the law takes the limit as reached where no label says otherwise
	presumedUsual presumption = "usual" // the ordinary case of such goods, said as an assumption
)

// numericLimit bounds a rule by a number: above < number <= upTo, an absent bound being open.
type numericLimit struct {
	fact        Fact
	above, upTo *decimal.Decimal
}

func (r row) limit() numericLimit {
	l := numericLimit{fact: Fact(r.text("number")), above: r.number("above"), upTo: r.number("up_to")}
	if (l.fact == "") != (l.above == nil && l.upTo == nil) {
		r.fault("columns number, above and up_to belong together")
	}
	return l
}

// holds reports whether the number lies within; unknown where the product does not tell.
func (l numericLimit) holds(known *knowledge) answer {
	if l.fact == "" {
		return answerYes
	}
	n, told := known.number(l.fact)
	switch {
	case !told:
		return answerUnknown
	case l.above != nil && n.Cmp(*l.above) <= 0, l.upTo != nil && n.Cmp(*l.upTo) > 0:
		return answerNo
	}
	return answerYes
}

// isanBracket is one step of the tax on new cars, on the price of one vehicle.
type isanBracket struct {
	Provision
	above decimal.Decimal
	fixed decimal.Decimal
	rate  decimal.Decimal
}

// isanGoods says which vehicles the tax on new cars reaches.
type isanGoods struct {
	Provision
	condition
	id     string
	exempt bool
	name   bilingual
	legal  string
}

func (r reader) readTaxes(table func(string, func(row))) {
	table("iva.tsv", func(row row) {
		r.iva.add(row.prefixes("prefixes"), ivaRule{
			Provision: row.provision(), condition: row.condition(), id: row.must("id"),
			name: row.bilingual("name"), legal: row.must("legal_ref"), limit: row.limit(),
		})
	})
	table("ieps.tsv", func(row row) {
		rule := iepsRule{
			Provision: row.provision(), condition: row.condition(), id: row.must("id"),
			category: row.must("category"), name: row.bilingual("name"), legal: row.must("legal_ref"),
			adValorem: row.number("ad_valorem"), quota: row.number("quota"), per: row.text("per"),
			quantity: Fact(row.text("quantity")), limit: row.limit(),
			presumed: presumption(row.choice("presumed", string(presumedNot), string(presumedByLaw), string(presumedUsual))),
		}
		if rule.adValorem == nil && rule.quota == nil || rule.quota != nil && (rule.per == "" || rule.quantity == "") {
			row.fault("%s needs a rate, and a quota its unit and quantity", rule.id)
		}
		r.ieps.add(row.prefixes("prefixes"), rule)
	})
	table("isan.tsv", func(row row) {
		above, fixed, rate := row.number("above"), row.number("fixed"), row.number("rate")
		if above == nil || fixed == nil || rate == nil {
			row.fault("a bracket needs above, fixed and rate")
			return
		}
		r.isan = append(r.isan, isanBracket{Provision: row.provision(), above: *above, fixed: *fixed, rate: *rate})
	})
	table("isan_goods.tsv", func(row row) {
		r.isanGoods.add(row.prefixes("prefixes"), isanGoods{
			Provision: row.provision(), condition: row.condition(), id: row.must("id"),
			exempt: row.choice("treatment", "taxed", "exempt") == "exempt", name: row.bilingual("name"), legal: row.must("legal_ref"),
		})
	})
	table("compensatory.tsv", r.readCompensatory)
}

// isanOn returns the brackets of a day, the lowest first.
func (r *Rules) isanOn(date tariff.Date) []isanBracket {
	var found []isanBracket
	for _, bracket := range r.isan {
		if bracket.on(date) {
			found = append(found, bracket)
		}
	}
	return found
}
