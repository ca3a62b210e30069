package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Direction is the sense of the operation.
type Direction string

// The two directions.
const (
	DirectionImport Direction = "import"
	DirectionExport Direction = "export"
)

// Language is the language of every text in an answer.
type Language string

// The two languages; law names stay in Spanish in both.
const (
	LanguageSpanish Language = "Spanish"
	LanguageEnglish Language = "English"
)

// MaxProducts is the number of products one request may hold.
const MaxProducts = 20

// Request asks for the quote of 1 to 20 products that cross the border together. CountryCode and
// IncludeRRNA come from the query, the rest from the body.
type Request struct {
	CountryCode string      `json:"-"` // MEX, also when empty
	IncludeRRNA bool        `json:"-"`
	Direction   Direction   `json:"direction" doc:"import or export"`
	Language    Language    `json:"language,omitempty" doc:"Language of names and reasons: Spanish where absent, or English"`
	Date        tariff.Date `json:"date,omitempty" doc:"The day whose rates apply, as 2026-09-14; today in Mexico where absent"`
	Programs    []string    `json:"programs,omitempty" doc:"Programmes that the importer holds: PROSEC, PROSEC:II (a sector), REGLA_OCTAVA, IMMEX"`
	Products    []Product   `json:"products" doc:"1 to 20 products that cross the border together"`
}

// Product is one classified good. The optional facts turn rates into amounts and decide what the
// description leaves open.
type Product struct {
	Description string `json:"product_description" doc:"What the goods are"`
	HSCode      string `json:"hscode_8digits" doc:"Tariff line, eight digits; dots and spaces are accepted"`
	Country     string `json:"country" doc:"Country of origin of imports, of destination of exports: a name in Spanish or English, or an ISO code"`

	CustomsValue *Number         `json:"customs_value,omitempty" doc:"In currency, for the whole line; without it there are rates and no amounts"`
	Currency     string          `json:"currency,omitempty" doc:"ISO 4217; MXN where absent"`
	ExchangeRate *Number         `json:"exchange_rate,omitempty" doc:"MXN for one unit of currency; needed for any currency but MXN"`
	USDRate      *Number         `json:"usd_exchange_rate,omitempty" doc:"MXN for one US dollar, for charges that the law states in dollars; exchange_rate where the currency is USD"`
	Quantity     *Number         `json:"quantity,omitempty" doc:"In quantity_unit; specific duties and per_unit need it"`
	QuantityUnit string          `json:"quantity_unit,omitempty" doc:"Unit of the quantity; the customs unit of the line where absent"`
	Exporter     string          `json:"exporter,omitempty" doc:"Exporter or producer, on whom compensatory duties depend; the rate for all others where absent"`
	Agreement    string          `json:"agreement,omitempty" doc:"Agreement under which proof of origin is held; none is applied where absent"`
	RecordID     string          `json:"classification_record_id,omitempty" format:"uuid" doc:"The stored classification that the code comes from: the record then lists the quote"`
	Numbers      map[Fact]Number `json:"-"` // numeric facts by field name
	Flags        map[Fact]bool   `json:"-"` // yes-or-no facts by field name
}

// MarshalJSON writes the product as a body states it, facts among the fields, so that a request which
// was read can be kept and read again.
func (p Product) MarshalJSON() ([]byte, error) {
	type fields Product
	text, err := json.Marshal(fields(p))
	if err != nil || len(p.Numbers)+len(p.Flags) == 0 {
		return text, err
	}
	facts := make(map[Fact]any, len(p.Numbers)+len(p.Flags))
	for fact, n := range p.Numbers {
		facts[fact] = n
	}
	for fact, flag := range p.Flags {
		facts[fact] = flag
	}
	more, err := json.Marshal(facts)
	if err != nil {
		return nil, fmt.Errorf("facts of %s: %w", p.HSCode, err)
	}
	return slices.Concat(text[:len(text)-1], []byte{','}, more[1:]), nil
}

// Fact is a property of a product that rules ask for.
type Fact string

// Facts a caller may state as product fields of the same name.
const (
	FactCertificate     Fact = "has_certificate_of_origin"
	FactAlcoholDegrees  Fact = "alcohol_degrees"
	FactSugarKg         Fact = "sugar_content_kg"
	FactKcal            Fact = "kcal_per_100g"
	FactLitres          Fact = "litres"
	FactCigarettes      Fact = "cigarettes"
	FactToxicity        Fact = "toxicity_category"
	FactOctane          Fact = "octane"
	FactContainerLitres Fact = "container_litres"
	FactGoldPurity      Fact = "gold_purity"
	FactTonnes          Fact = "tonnes"
	FactUsed            Fact = "used"
	FactRetailPacked    Fact = "retail_packed"
	FactWoodPackaging   Fact = "wood_packaging"
	FactAddedSugar      Fact = "added_sugar"
	FactSweetener       Fact = "sweetener"
	FactHandmade        Fact = "handmade"
	FactElectric        Fact = "electric"
	FactVeterinary      Fact = "veterinary_use"
	FactAgricultural    Fact = "agricultural_use"
	FactRadio           Fact = "radio"
	FactDanger          Fact = "hazardous"
	FactListedSpecies   Fact = "listed_species"
	FactSectorRegister  Fact = "sector_registered"

	FactQuotaCertificate Fact = "quota_certificate" // of the Ministry of Economy, for the goods
	FactResearchUse      Fact = "research_use"      // by an authority or an academic institution
)

// numberFields are the numeric product fields and the greatest value that makes sense.
var numberFields = map[Fact]decimal.Decimal{
	FactAlcoholDegrees: decimal.MustNew(100, 0), FactSugarKg: decimal.MustNew(1_000_000_000, 0),
	FactKcal: decimal.MustNew(1000, 0), FactLitres: decimal.MustNew(1_000_000_000, 0),
	FactCigarettes: decimal.MustNew(10_000_000_000, 0), FactToxicity: decimal.MustNew(5, 0),
	FactOctane: decimal.MustNew(130, 0), FactContainerLitres: decimal.MustNew(1_000_000, 0),
	FactGoldPurity: decimal.MustNew(100, 0), FactTonnes: decimal.MustNew(1_000_000_000, 0),
}

// flagFields are the yes-or-no product fields.
var flagFields = map[Fact]bool{
	FactCertificate: true, FactUsed: true, FactRetailPacked: true, FactWoodPackaging: true,
	FactAddedSugar: true, FactSweetener: true, FactHandmade: true, FactElectric: true,
	FactVeterinary: true, FactAgricultural: true, FactRadio: true, FactDanger: true,
	FactListedSpecies: true, FactSectorRegister: true, FactQuotaCertificate: true, FactResearchUse: true,
}

// Facts lists the facts of goods that a caller may state, sorted.
func Facts() []Fact {
	return slices.Sorted(func(yield func(Fact) bool) {
		for fact := range numberFields {
			if !yield(fact) {
				return
			}
		}
		for fact := range flagFields {
			if !yield(fact) {
				return
			}
		}
	})
}

// GoodsFacts are facts of goods by the names of their fields. In JSON they are one object.
type GoodsFacts struct {
	Numbers map[Fact]Number
	Flags   map[Fact]bool
}

// Len is how many facts are stated.
func (g GoodsFacts) Len() int { return len(g.Numbers) + len(g.Flags) }

// Set states a fact, or with null takes it away. The problem, in English, is "" where it was taken.
func (g *GoodsFacts) Set(fact Fact, value json.RawMessage) (problem string) {
	limit, counted := numberFields[fact]
	switch {
	case !counted && !flagFields[fact]:
		return "is no fact of goods"
	case string(bytes.TrimSpace(value)) == "null":
		delete(g.Numbers, fact)
		delete(g.Flags, fact)
		return ""
	case !counted:
		var flag bool
		if json.Unmarshal(value, &flag) != nil {
			return "must be true or false"
		}
		if g.Flags == nil {
			g.Flags = map[Fact]bool{}
		}
		g.Flags[fact] = flag
		return ""
	}
	var n Number
	if json.Unmarshal(value, &n) != nil || n.IsNeg() || n.Cmp(limit) > 0 || n.Trim(0).Scale() > maxScale {
		return fmt.Sprintf("must be a number from 0 to %s with at most %d decimals", limit, maxScale)
	}
	if g.Numbers == nil {
		g.Numbers = map[Fact]Number{}
	}
	g.Numbers[fact] = n
	return ""
}

// MarshalJSON writes the facts as one object.
func (g GoodsFacts) MarshalJSON() ([]byte, error) {
	all := make(map[Fact]any, g.Len())
	for fact, n := range g.Numbers {
		all[fact] = n
	}
	for fact, flag := range g.Flags {
		all[fact] = flag
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON wrote; a fact that is not known is an error.
func (g *GoodsFacts) UnmarshalJSON(text []byte) error {
	var all map[Fact]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*g = GoodsFacts{}
	for fact, value := range all {
		if problem := g.Set(fact, value); problem != "" {
			return fmt.Errorf("%s: %s", fact, problem)
		}
	}
	return nil
}
