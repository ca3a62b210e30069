package entry

import (
	"fmt"
	"strings"

	"tariffdesk/quote"
)

// Grouped offers the items that an entry may be filed with: lines of one tariff line, origin, seller, unit and price of a
// unit, under one preference, share an item. Each group keeps the order of its lines and stands where its first one does. A
// line without a quantity stands alone, since its price of a unit is not known.
func Grouped(lines []Line) [][]Line {
	var groups [][]Line
	place := map[string]int{}
	for _, l := range lines {
		key, known := l.groupKey()
		if i, found := place[key]; known && found {
			groups[i] = append(groups[i], l)
			continue
		}
		if known {
			place[key] = len(groups)
		}
		groups = append(groups, []Line{l})
	}
	return groups
}

// priceDecimals is how exactly prices of a unit are compared.
const priceDecimals = 4

func (l Line) groupKey() (string, bool) {
	if l.Quantity == nil || !l.Quantity.IsPos() || l.Value.Price == nil {
		return "", false
	}
	each, err := l.Value.Price.Quo(l.Quantity.Decimal)
	if err != nil {
		return "", false
	}
	return fmt.Sprint(l.Code, "\t", l.NICO, "\t", l.Origin, "\t", strings.ToLower(l.Seller), "\t", strings.ToLower(l.Unit), "\t", l.Preference, "\t", each.Round(priceDecimals).Trim(0)), true
}

// Merged is a group as one line: the first one, with quantities, values and charges added up. A sum is null where one of its
// parts is.
func Merged(group []Line) Line {
	m := group[0]
	m.Quote.Tariffs, m.Quote.Taxes = append([]quote.Charge{}, m.Quote.Tariffs...), append([]quote.Charge{}, m.Quote.Taxes...)
	for _, l := range group[1:] {
		m.Quantity, m.TariffUnits, m.NetKg = plus(m.Quantity, l.Quantity), plus(m.TariffUnits, l.TariffUnits), plus(m.NetKg, l.NetKg)
		m.Value = Value{
			Price: plus(m.Value.Price, l.Value.Price), Adjustment: plus(m.Value.Adjustment, l.Value.Adjustment), Freight: plus(m.Value.Freight, l.Value.Freight),
			Insurance: plus(m.Value.Insurance, l.Value.Insurance), Others: plus(m.Value.Others, l.Value.Others), Customs: plus(m.Value.Customs, l.Value.Customs),
			MXN: plus(m.Value.MXN, l.Value.MXN), USD: plus(m.Value.USD, l.Value.USD),
		}
		m.Duties, m.Taxes, m.Fees, m.Total = plus(m.Duties, l.Duties), plus(m.Taxes, l.Taxes), plus(m.Fees, l.Fees), plus(m.Total, l.Total)
		m.Quote.Tariffs, m.Quote.Taxes = append(m.Quote.Tariffs, l.Quote.Tariffs...), append(m.Quote.Taxes, l.Quote.Taxes...)
		m.Complete = m.Complete && l.Complete
	}
	return m
}

// plus adds numbers; nil where one is.
func plus(a, b *quote.Number) *quote.Number {
	if a == nil || b == nil {
		return nil
	}
	sum, err := a.Add(b.Decimal)
	if err != nil {
		return nil
	}
	return &quote.Number{Decimal: sum}
}
