package quote

import (
	"context"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// Channel is how a parcel enters.
type Channel string

// The channels; with ChannelAuto the cheapest lawful one is taken.
const (
	ChannelCourier   Channel = "courier"
	ChannelPostal    Channel = "postal"
	ChannelPedimento Channel = "pedimento"
	ChannelAuto      Channel = "auto"
)

// ConsigneeType says who receives a parcel.
type ConsigneeType string

// The two kinds of consignees, each under two names.
const (
	ConsigneePerson     ConsigneeType = "person"
	ConsigneeIndividual ConsigneeType = "individual"
	ConsigneeCompany    ConsigneeType = "company"
	ConsigneeBusiness   ConsigneeType = "business"
)

// MaxParcelItems is the number of items one parcel may hold.
const MaxParcelItems = 100

// Parcel is one consignment with its items, as a shop asks about it at its checkout. Money is in Currency.
type Parcel struct {
	Destination  string        `json:"destination" enum:"MEX" doc:"MEX, the only destination"`
	Provenance   string        `json:"provenance" maxLength:"100" doc:"Country the parcel comes from, a name or an ISO code"`
	Channel      Channel       `json:"channel,omitempty" enum:"courier,postal,pedimento,auto" doc:"How it enters; auto, where absent, takes the cheapest lawful channel"`
	Channels     []Channel     `json:"channels,omitempty" enum:"courier,postal,pedimento" minItems:"1" maxItems:"3" doc:"Those that the shop uses, in place of channel: the cheapest lawful one of them is taken"`
	Consignee    ConsigneeType `json:"consignee_type,omitempty" enum:"person,individual,company,business" default:"person" doc:"Who receives the parcel: a person (or individual) or a company (or business)"`
	Language     Language      `json:"language,omitempty" enum:"Spanish,English" default:"Spanish" doc:"Language of names and reasons"`
	Currency     string        `json:"currency" minLength:"3" maxLength:"3" doc:"ISO 4217, of every amount of the request"`
	ExchangeRate *Number       `json:"exchange_rate,omitempty" nullable:"true" doc:"MXN for one unit of currency; not for MXN"`
	USDRate      *Number       `json:"usd_exchange_rate,omitempty" nullable:"true" doc:"MXN for one US dollar, where currency is neither USD nor has it as its rate"`
	Freight      *Number       `json:"freight,omitempty" nullable:"true" doc:"To the border, for the whole parcel"`
	Insurance    *Number       `json:"insurance,omitempty" nullable:"true" doc:"To the border, for the whole parcel; none where absent"`
	Discount     *Number       `json:"discount,omitempty" nullable:"true" doc:"Of the seller, off the price of all goods; it lowers the customs value"`
	SellerFee    *Number       `json:"seller_fee,omitempty" nullable:"true" doc:"Of the seller to the buyer for a service apart from the goods; outside the customs value"`
	CarrierFee   *Number       `json:"carrier_fee,omitempty" nullable:"true" doc:"Of the carrier to the buyer for the clearance; outside the customs value"`
	Buyer        string        `json:"buyer_currency,omitempty" minLength:"3" maxLength:"3" doc:"ISO 4217: the totals are shown in it too"`
	BuyerRate    *Number       `json:"buyer_exchange_rate,omitempty" nullable:"true" doc:"MXN for one unit of buyer_currency, where no other rate of the request states it"`
	Date         tariff.Date   `json:"date,omitempty" doc:"Day of entry, YYYY-MM-DD; today where absent"`
	Items        []ParcelItem  `json:"items" minItems:"1" maxItems:"100" doc:"The goods of the parcel"`
}

// ParcelItem is one kind of goods of a parcel.
type ParcelItem struct {
	Description string  `json:"product_description" minLength:"1" maxLength:"10000" doc:"What the goods are"`
	HSCode      string  `json:"hscode_8digits,omitempty" maxLength:"20" doc:"Classified from the description where absent"`
	Country     string  `json:"country" maxLength:"100" doc:"Origin of the goods"`
	Quantity    Number  `json:"quantity" doc:"Number of pieces"`
	UnitValue   Number  `json:"unit_value" doc:"Price of one, in currency"`
	Exporter    string  `json:"exporter,omitempty" maxLength:"200" doc:"Compensatory duties depend on it"`
	Alcohol     *Number `json:"alcohol_degrees,omitempty" nullable:"true" doc:"Alcohol by volume of drinks, in percent; absent of other goods"`
	Used        *bool   `json:"used,omitempty" nullable:"true" doc:"Used or reconditioned goods; new where absent"`
}

// ParcelQuote is the price of a parcel at the border, in MXN, by every channel.
type ParcelQuote struct {
	Channel      Channel             `json:"channel" doc:"The channel that the totals are of"`
	Alternatives []ParcelAlternative `json:"alternatives" doc:"Every channel with what it costs, the cheapest lawful one first"`
	Items        []ParcelLine        `json:"items" doc:"The goods with what each pays, in the order of the request"`
	Totals       ParcelTotals        `json:"totals" doc:"Sums in MXN"`
	Buyer        *BuyerTotals        `json:"buyer_totals,omitempty" doc:"The totals in the buyer's currency, where one was named"`
	Complete     bool                `json:"complete" doc:"Whether no part of the totals is missing"`
	Certainty    tariff.Certainty    `json:"certainty" doc:"The least sure of what the price rests on"`
	Reasons      []string            `json:"reasons" doc:"Why this channel"`
	Currency     string              `json:"currency" doc:"MXN"`
	Date         tariff.Date         `json:"date" doc:"The day whose rates apply"`
	ValueUSD     *Number             `json:"customs_value_usd" doc:"Customs value in US dollars, which decides the channel; null where a rate of exchange is missing"`
	Vintage      tariff.Date         `json:"source_vintage" doc:"The day as of which the rates stand"`
}

// ParcelAlternative is a channel with what it costs, or why it is not open.
type ParcelAlternative struct {
	Channel   Channel          `json:"channel" doc:"courier, postal or pedimento"`
	Lawful    bool             `json:"lawful" doc:"Whether the parcel may enter by it"`
	Rate      *Number          `json:"rate" doc:"The global rate as a fraction; null where none is charged"`
	Codes     string           `json:"codes" doc:"Codes of the simplified regime to be declared; empty where there are none"`
	LegalRef  string           `json:"legal_ref" doc:"Where the law sets it"`
	Totals    ParcelTotals     `json:"totals" doc:"Sums in MXN"`
	Complete  bool             `json:"complete" doc:"Whether no part of the totals is missing"`
	Certainty tariff.Certainty `json:"certainty" doc:"The least sure of what the price rests on"`
	Reasons   []string         `json:"reasons" doc:"Why the channel is open or not"`
	Vintage   tariff.Date      `json:"source_vintage" doc:"The day as of which the rates stand"`

	lines []parcelCharge
}

// ParcelTotals are sums in MXN; null where a part is not known.
type ParcelTotals struct {
	Goods      *Number `json:"goods" doc:"Price of the goods before the discount"`
	Discount   *Number `json:"discount" doc:"Taken off the price of the goods"`
	Freight    *Number `json:"freight" doc:"Freight to the border"`
	Insurance  *Number `json:"insurance" doc:"Insurance to the border"`
	Duties     *Number `json:"duties" doc:"IGI and compensatory duties; null where a part is not known"`
	Taxes      *Number `json:"taxes" doc:"IVA, IEPS and ISAN, or the global rate; null where a part is not known"`
	Fees       *Number `json:"fees" doc:"DTA, and prevalidation with its IVA; null where a part is not known"`
	SellerFee  *Number `json:"seller_fee" doc:"Fee of the seller"`
	CarrierFee *Number `json:"carrier_fee" doc:"Fee of the carrier"`
	Landed     *Number `json:"landed" doc:"All together; null where a part is not known"`
}

// ParcelLine is an item with what it pays by the channel of the quote.
type ParcelLine struct {
	Description  string           `json:"product_description" doc:"What the goods are"`
	HSCode       string           `json:"hscode_8digits" doc:"Tariff line, digits alone; empty where none was found"`
	LineStatus   string           `json:"line_status" doc:"stated, classified, to be confirmed or unknown"`
	Confidence   *float64         `json:"confidence" doc:"Probability that the classified line is right, 0 to 1; null for a stated one"`
	Country      string           `json:"country" doc:"Country of origin"`
	CustomsValue *Number          `json:"customs_value" doc:"Customs value in MXN; null where a rate of exchange is missing"`
	Rate         *Number          `json:"rate" doc:"The global rate as a fraction; null where none is charged"`
	Duties       *Number          `json:"duties" doc:"In MXN; null where not known"`
	Taxes        *Number          `json:"taxes" doc:"In MXN; null where not known"`
	LegalRef     string           `json:"legal_ref" doc:"Where the law sets the rate"`
	Certainty    tariff.Certainty `json:"certainty" doc:"How sure it is: verified, or what remains to be confirmed"`
	Charges      []Charge         `json:"charges" doc:"Duties and taxes of the pedimento; empty of other channels"`
	Restrictions []Restriction    `json:"restrictions" doc:"Prohibitions, permits and registers, and whether each applies"`
	Prohibited   bool             `json:"prohibited" doc:"Whether the import is prohibited; such a parcel is never checked out"`
	Suggestions  []string         `json:"suggestions" doc:"Facts that would make the answer more precise"`
}

// parcelCharge is a charge of a channel on one item.
type parcelCharge struct {
	rate          *decimal.Decimal
	duties, taxes *decimal.Decimal
	legal         string
	certainty     tariff.Certainty
}

// Guess is a line that a description may mean.
type Guess struct {
	Code       string // eight digits, fewer where the description does not tell the line
	Confidence float64
}

// Classifier finds lines from descriptions and compares both. It answers within milliseconds.
type Classifier interface {
	// Guess returns the best line for a description, an empty code where there is none.
	Guess(ctx context.Context, description string) (Guess, error)
	// Contradicts returns the line that a description means instead of code, false where both go together.
	Contradicts(ctx context.Context, description, code string) (Guess, bool)
}

// surely is the confidence from which a classified line needs no mark.
const surely = 0.70

// simplified is a row of the procedures for parcels.
type simplified struct {
	Provision
	channel     Channel
	goods       parcelGoods
	provenance  []string // ISO codes, empty for any
	above, upTo *decimal.Decimal
	rate        *decimal.Decimal // nil where it is not held
	relief      string
	codes       string
	legal       string
	name        bilingual
}

// parcelGoods are the kinds of goods with rates of their own.
type parcelGoods string

const (
	goodsAll         parcelGoods = "all"
	goodsAlcoholLow  parcelGoods = "alcohol_low"
	goodsAlcoholMid  parcelGoods = "alcohol_mid"
	goodsAlcoholHigh parcelGoods = "alcohol_high"
	goodsCigarettes  parcelGoods = "cigarettes"
	goodsCigars      parcelGoods = "cigars"
)

// reliefDTA marks a relief under which the DTA stays due.
const reliefDTA = "dta"

func (r reader) readSimplified(row row) {
	s := simplified{
		Provision: row.provision(), channel: Channel(row.choice("channel", string(ChannelCourier), string(ChannelPostal))),
		goods: parcelGoods(row.choice("goods", string(goodsAll), string(goodsAlcoholLow), string(goodsAlcoholMid),
			string(goodsAlcoholHigh), string(goodsCigarettes), string(goodsCigars))),
		above: row.number("above"), upTo: row.number("up_to"), rate: row.number("rate"),
		relief: row.choice("relief", "", "yes", reliefDTA), codes: row.must("codes"), legal: row.must("legal_ref"), name: row.bilingual("name"),
	}
	if row.must("provenance") != "*" {
		s.provenance = row.list("provenance")
	}
	if s.upTo == nil {
		row.fault("column up_to is empty")
	}
	r.simplified = append(r.simplified, s)
}

// covers reports whether the row is for the goods of a provenance on a day.
func (s *simplified) covers(channel Channel, goods parcelGoods, provenance string, date tariff.Date) bool {
	return s.channel == channel && s.goods == goods && s.on(date) && (len(s.provenance) == 0 || slices.Contains(s.provenance, provenance))
}

// holds reports whether a customs value in USD lies within the row: above < value <= up to.
func (s *simplified) holds(usd decimal.Decimal) bool {
	return (s.above == nil || usd.Cmp(*s.above) > 0) && usd.Cmp(*s.upTo) <= 0
}

// simplifiedFor is the row that prices goods, the one of the provenance before the one of every
// provenance; without relief only rows that need none. Nil where there is none.
func (r *Rules) simplifiedFor(channel Channel, goods parcelGoods, provenance string, usd decimal.Decimal, date tariff.Date, relief bool) *simplified {
	var found *simplified
	for i := range r.simplified {
		s := &r.simplified[i]
		if !s.covers(channel, goods, provenance, date) || !s.holds(usd) || s.relief != "" && !relief {
			continue
		}
		if found == nil || len(found.provenance) == 0 && len(s.provenance) > 0 {
			found = s
		}
	}
	return found
}

// simplifiedLimit is the greatest value of a channel on a day, nil where it has no rule.
func (r *Rules) simplifiedLimit(channel Channel, date tariff.Date) *decimal.Decimal {
	var limit *decimal.Decimal
	for i, s := range r.simplified {
		if s.channel == channel && s.on(date) && (limit == nil || s.upTo.Cmp(*limit) > 0) {
			limit = r.simplified[i].upTo
		}
	}
	return limit
}

// goodsOf sorts goods by the rates of RGCE 3.7.6; drinks whose degrees are not known are taken at the
// highest rate of their heading's ordinary case.
func goodsOf(code string, degrees *decimal.Decimal) parcelGoods {
	switch {
	case strings.HasPrefix(code, "240220"):
		return goodsCigarettes
	case strings.HasPrefix(code, "2402"), strings.HasPrefix(code, "2403"):
		return goodsCigars
	case degrees == nil && strings.HasPrefix(code, "2203"):
		return goodsAlcoholLow
	case !slices.ContainsFunc([]string{"2203", "2204", "2205", "2206", "2208"}, func(p string) bool { return strings.HasPrefix(code, p) }):
		return goodsAll
	case degrees == nil || degrees.Cmp(decimal.MustNew(20, 0)) > 0:
		return goodsAlcoholHigh
	case degrees.Cmp(decimal.MustNew(14, 0)) > 0:
		return goodsAlcoholMid
	}
	return goodsAlcoholLow
}
