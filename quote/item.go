package quote

import (
	"encoding/json"
	"fmt"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Item is the quote of one product: one element of the answer.
type Item struct {
	Tariffs         []Charge      `json:"tariffs"`
	Taxes           []Charge      `json:"taxes"`
	Restrictions    []Restriction `json:"restrictions"`
	TradeAgreements []Agreement   `json:"trade_agreements"`
	Alternatives    []Alternative `json:"alternatives"` // by programmes of the importer
	Notes           []Note        `json:"notes"`
	Unit            string        `json:"unit"`
	Suggestions     []string      `json:"suggestions"`
	IEPS            bool          `json:"ieps"`
	NotEvaluated    []string      `json:"not_evaluated"`
	Amounts         *Amounts      `json:"amounts,omitempty"`           // where a customs value is given
	RRNA            []Regulation  `json:"regulaciones_rrna,omitempty"` // where asked for
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
	RateType      RateType         `json:"rate_type"`
	Rate          *Number          `json:"rate"`
	Name          string           `json:"name"`
	Description   string           `json:"description"`
	Reason        string           `json:"reason"`
	Base          string           `json:"base"`
	Formula       string           `json:"formula"`
	LegalRef      string           `json:"legal_ref"`
	EffectiveFrom tariff.Date      `json:"effective_from"`
	EffectiveTo   *tariff.Date     `json:"effective_to"`
	SourceVintage tariff.Date      `json:"source_vintage"`
	Certainty     tariff.Certainty `json:"certainty"`
	Amount        *Number          `json:"amount"`
	Currency      string           `json:"currency,omitempty"`
	PerUnit       string           `json:"per_unit,omitempty"`
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
	Name         string           `json:"name"`
	Key          string           `json:"key"`
	Applies      Applies          `json:"applies"`
	Reason       string           `json:"reason"`
	DecidingFact string           `json:"deciding_fact"`
	Certainty    tariff.Certainty `json:"certainty"`

	automatic bool // a permit or notice that is given to who asks
}

// Agreement is a trade agreement the country is party to, the most saving one first.
type Agreement struct {
	Name             string           `json:"name"`
	Identifier       string           `json:"identifier"` // declared in the pedimento
	PreferentialRate *Number          `json:"preferential_rate"`
	Preference       Preference       `json:"preference"`
	Status           string           `json:"status"`
	Saving           *Number          `json:"saving"` // MXN for the line
	DTA              string           `json:"dta"`    // exempt, fixed or full
	Proof            string           `json:"proof"`
	RuleOfOrigin     *OriginRule      `json:"rule_of_origin"` // null where it is not known
	Certainty        tariff.Certainty `json:"certainty"`
}

// OriginRule is the rule by which goods of the chapter originate, in our own words.
type OriginRule struct {
	Text      string           `json:"text"`
	LegalRef  string           `json:"legal_ref"`
	Certainty tariff.Certainty `json:"certainty"`
}

// Note is a legal or regulatory remark.
type Note struct {
	Reference string `json:"reference"`
	Law       string `json:"law"`
	Detail    string `json:"detail"`
}

// Regulation is a non-tariff regulation (RRNA), evaluated.
type Regulation struct {
	Name        string           `json:"name"`
	Key         string           `json:"key"` // Anexo 22, appendix 9, or the register
	Standard    string           `json:"standard"`
	ScopeNote   string           `json:"scope_note"`
	Reason      string           `json:"reason"`
	Ambiguities []string         `json:"ambiguities"`
	Applies     Applies          `json:"applies"`
	Authority   string           `json:"authority"`
	Certainty   tariff.Certainty `json:"certainty"`
}

// Amounts are the totals of a product in MXN. What one pedimento pays once stands apart from what
// the line pays; PerUnit divides the line's total by the quantity.
type Amounts struct {
	Currency     string  `json:"currency"`
	CustomsValue *Number `json:"customs_value"`
	PerLine      *Number `json:"per_line"`
	PerUnit      *Number `json:"per_unit"`
	PerPedimento *Number `json:"per_pedimento"`
	Complete     bool    `json:"complete"` // every charge that is due has an amount
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
