package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

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

func (r *Rules) readSimplified(row row) {
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
func (s simplified) covers(channel Channel, goods parcelGoods, provenance string, date tariff.Date) bool {
	return s.channel == channel && s.goods == goods && s.on(date) && (len(s.provenance) == 0 || slices.Contains(s.provenance, provenance))
}

// holds reports whether a customs value in USD lies within the row: above < value <= up to.
func (s simplified) holds(usd decimal.Decimal) bool {
	return (s.above == nil || usd.Cmp(*s.above) > 0) && usd.Cmp(*s.upTo) <= 0
}

// simplifiedFor is the row that prices goods, the one of the provenance before the one of every
// provenance; without relief only rows that need none.
func (r *Rules) simplifiedFor(channel Channel, goods parcelGoods, provenance string, usd decimal.Decimal, date tariff.Date, relief bool) (simplified, bool) {
	var found *simplified
	for i, s := range r.simplified {
		if !s.covers(channel, goods, provenance, date) || !s.holds(usd) || s.relief != "" && !relief {
			continue
		}
		if found == nil || len(found.provenance) == 0 && len(s.provenance) > 0 {
			found = &r.simplified[i]
		}
	}
	if found == nil {
		return simplified{}, false
	}
	return *found, true
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
