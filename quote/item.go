package quote

import (
	"encoding/json"
	"fmt"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Item is the quote of one product: one element of the answer.
type Item struct {
	Tariffs         []Charge      `json:"tariffs" doc:"Import or export duties; a mixed duty is two elements"`
	Taxes           []Charge      `json:"taxes" doc:"Taxes and fees, such as IVA, IEPS and DTA"`
	Restrictions    []Restriction `json:"restrictions" doc:"Prohibitions, permits, registers and compensatory duties, and whether each applies"`
	TradeAgreements []Agreement   `json:"trade_agreements" doc:"Agreements with the country, the one that saves most first"`
	Alternatives    []Alternative `json:"alternatives" doc:"Other ways to import the goods, by programmes of the importer"`
	Notes           []Note        `json:"notes" doc:"Legal notes of the line"`
	Unit            string        `json:"unit" doc:"Customs unit of measure in which the quantity is declared"`
	Suggestions     []string      `json:"suggestions" doc:"Facts that would make the answer more precise"`
	IEPS            bool          `json:"ieps" doc:"Whether the goods may be subject to IEPS"`
	NotEvaluated    []string      `json:"not_evaluated" doc:"What was not looked at, in words"`
	Amounts         *Amounts      `json:"amounts,omitempty" doc:"Totals in MXN; absent where no customs value was stated"`
	RRNA            []Regulation  `json:"regulaciones_rrna,omitempty" doc:"Non-tariff regulations; absent where they were not asked for"`
}

// RateType is the form of a charge.
type RateType string

// The forms of a charge. A mixed duty is two charges, one ad valorem and one specific.
const (
	RateTypeAdValorem  RateType = "ad_valorem"
	RateTypeSpecific   RateType = "specific"
	RateTypeExempt     RateType = "exempt"
	RateTypeProhibited RateType = "prohibited"
)

// Charge is a duty or a tax. Rate is a fraction for ad valorem charges and an amount of Currency
// for each PerUnit for specific ones; it is null where a missing fact decides it. Amount is in MXN,
// null where a fact is missing.
type Charge struct {
	RateType      RateType         `json:"rate_type" doc:"ad_valorem, specific, exempt or prohibited"`
	Rate          *Number          `json:"rate" doc:"Of ad_valorem a fraction (0.16 is 16 percent), of specific an amount in currency for each per_unit; null where a missing fact decides it"`
	Name          string           `json:"name" doc:"Name of the duty or tax, such as IGI or IVA"`
	Description   string           `json:"description" doc:"The charge in a sentence"`
	Reason        string           `json:"reason" doc:"Why this rate"`
	Base          string           `json:"base" doc:"What the rate is applied to"`
	Formula       string           `json:"formula" doc:"How the amount is worked out"`
	LegalRef      string           `json:"legal_ref" doc:"Where the law sets it"`
	EffectiveFrom tariff.Date      `json:"effective_from" doc:"First day in force"`
	EffectiveTo   *tariff.Date     `json:"effective_to" doc:"Last day in force; null for no end"`
	SourceVintage tariff.Date      `json:"source_vintage" doc:"The day as of which the rate stands"`
	Certainty     tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
	Amount        *Number          `json:"amount" doc:"In MXN; null where no value was stated or a fact is missing"`
	Currency      string           `json:"currency,omitempty" doc:"ISO 4217, of a specific rate; absent for other rates"`
	PerUnit       string           `json:"per_unit,omitempty" doc:"Unit of a specific rate; absent for other rates"`
}

// Applies is the outcome of a rule for a product.
type Applies string

// The three outcomes: the facts decide for, against, or do not decide.
const (
	AppliesYes Applies = "yes"
	AppliesNo  Applies = "no"
	AppliesMay Applies = "may_apply"
)

// Restriction is a prohibition, permit, register or compensatory duty, evaluated.
type Restriction struct {
	Name         string           `json:"name" doc:"Name of the restriction"`
	Key          string           `json:"key" doc:"Key in the customs declaration; empty where it has none"`
	Applies      Applies          `json:"applies" doc:"yes, no, or may_apply where a fact is missing"`
	Reason       string           `json:"reason" doc:"Why it applies or not"`
	DecidingFact string           `json:"deciding_fact" doc:"The fact that would decide; empty where it is decided"`
	Certainty    tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`

	automatic bool // a permit or notice that is given to who asks
}

// Agreement is a trade agreement the country is party to, the most saving one first.
type Agreement struct {
	Name             string           `json:"name" doc:"Name of the agreement"`
	Identifier       string           `json:"identifier" doc:"How the customs declaration (pedimento) names the agreement"`
	PreferentialRate *Number          `json:"preferential_rate" doc:"Rate under the agreement as a fraction; null where it is not known"`
	Preference       Preference       `json:"preference" doc:"What is known of the preference"`
	Status           string           `json:"status" doc:"Whether the agreement was applied, and otherwise what is missing"`
	Saving           *Number          `json:"saving" doc:"What the preference saves on the line, in MXN; null where no value was stated or the rate is not known"`
	DTA              string           `json:"dta" doc:"The customs processing fee (DTA) under the agreement: exempt, fixed or full"`
	Proof            string           `json:"proof" doc:"What proves the origin"`
	RuleOfOrigin     *OriginRule      `json:"rule_of_origin" doc:"Rule by which goods of the chapter originate; null where it is not known"`
	Certainty        tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
}

// OriginRule is the rule by which goods of the chapter originate, in our own words.
type OriginRule struct {
	Text      string           `json:"text" doc:"The rule in words"`
	LegalRef  string           `json:"legal_ref" doc:"Where the agreement sets it"`
	Certainty tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
}

// Note is a legal or regulatory remark.
type Note struct {
	Reference string `json:"reference" doc:"Article or number of the note"`
	Law       string `json:"law" doc:"The law that it stands in"`
	Detail    string `json:"detail" doc:"What it says"`
}

// Regulation is a non-tariff regulation (RRNA), evaluated.
type Regulation struct {
	Name        string           `json:"name" doc:"Name of the regulation"`
	Key         string           `json:"key" doc:"Key by Anexo 22, appendix 9, or the register"`
	Standard    string           `json:"standard" doc:"The permit or standard"`
	ScopeNote   string           `json:"scope_note" doc:"Which goods it covers"`
	Reason      string           `json:"reason" doc:"Why it applies or not"`
	Ambiguities []string         `json:"ambiguities" doc:"What the description leaves open; empty where nothing is"`
	Applies     Applies          `json:"applies" doc:"yes, no, or may_apply where a fact is missing"`
	Authority   string           `json:"authority" doc:"Who enforces it"`
	Certainty   tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
}

// Amounts are the totals of a product in MXN. What one pedimento pays once stands apart from what
// the line pays; PerUnit divides the line's total by the quantity.
type Amounts struct {
	Currency     string  `json:"currency" doc:"MXN"`
	CustomsValue *Number `json:"customs_value" doc:"Customs value in MXN; null where a rate of exchange is missing"`
	PerLine      *Number `json:"per_line" doc:"Duties and taxes of the line; null where a part is not known"`
	PerUnit      *Number `json:"per_unit" doc:"per_line divided by the quantity; null where either is not known"`
	PerPedimento *Number `json:"per_pedimento" doc:"What one declaration pays once, whatever its lines; null where it is not known"`
	Complete     bool    `json:"complete" doc:"Whether every charge that is due has an amount"`
}

// Number is an exact decimal that JSON shows as a number.
type Number struct{ decimal.Decimal }

// MarshalJSON writes the digits as they are, never an exponent or a float.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.Decimal.String()), nil }

// UnmarshalJSON reads a JSON number exactly.
func (n *Number) UnmarshalJSON(text []byte) error {
	var literal json.Number
	if err := json.Unmarshal(text, &literal); err != nil {
		return fmt.Errorf("number %s: %w", text, err)
	}
	value, err := decimal.Parse(literal.String())
	if err != nil { // a number of JSON fails by its size alone
		return fmt.Errorf("the number %s has more than 19 digits", clip(string(text)))
	}
	n.Decimal = value
	return nil
}

func number(d decimal.Decimal) *Number { return &Number{d.Trim(0)} }

// money shows two decimals.
func money(d decimal.Decimal) *Number { return &Number{d.Pad(2)} }

func openEnd(d tariff.Date) *tariff.Date {
	if d == "" {
		return nil
	}
	return &d
}
