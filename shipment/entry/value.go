package entry

import (
	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/shipment"
)

// centScale is the number of decimals of money.
const centScale = 2

// Basis names the measure by which an increment is shared among lines.
type Basis string

// The two bases. By weight every line needs one; otherwise its value counts.
const (
	BasisValue  Basis = "value"
	BasisWeight Basis = "weight"
)

// Terms hold the increments that the customs value of an entry adds to the prices of its lines, in the currency of the entry.
type Terms struct {
	Incoterm string
	// Freight, Insurance and Others are the increments; nil where none is given.
	Freight, Insurance, Others *decimal.Decimal
	// FreightBeside and InsuranceBeside say that an invoice prints such an amount beside its lines: no price of a line
	// holds it, whatever the incoterm, and whoever states how much it is.
	FreightBeside, InsuranceBeside bool
	// FreightParts and InsuranceParts are what each line bears, where invoices say it; nil shares the amount out.
	FreightParts, InsuranceParts []decimal.Decimal
	// Adjustments are charges less discounts that invoices print beside their lines, one for each line; nil for none.
	Adjustments []decimal.Decimal
	FreightBy   Basis
	// Export leaves every increment out: the value of an export is its price.
	Export bool
}

// Goods holds the figures from which the value of one line is computed.
type Goods struct {
	Price decimal.Decimal  // of the line, in the currency of the entry
	Kg    *decimal.Decimal // its weight, nil where it is not known
}

// LineValue is the customs value of a line, in the currency of the entry: Price + Adjustment + Freight + Insurance + Others.
type LineValue struct {
	Price, Adjustment, Freight, Insurance, Others, Customs decimal.Decimal
}

// Valuation is the customs value of an entry: that of its lines and their sums.
type Valuation struct {
	Lines []LineValue
	Total LineValue
	// Included names the increments that the price holds and that were given all the same: they are not added.
	Included []string
	// Missing names the increments that the price does not hold and that are not given.
	Missing []string
	// FreightBy is the basis that was used.
	FreightBy Basis
}

// Names of increments, as members of the facts of a shipment.
const (
	memberFreight   = "freight"
	memberInsurance = "insurance"
	memberOthers    = "other_increments"
	memberIncoterm  = "incoterm"
)

// Assess makes the customs value of an import (LA 64, 65): the price paid with what it costs to bring the goods to the
// border, as far as the price does not hold it. An increment is shared by value, or by weight where that is the basis.
// False where an amount is beyond what is held exactly, or where no line has a value to share by.
func Assess(lines []Goods, t Terms) (Valuation, bool) {
	v := Valuation{Lines: make([]LineValue, len(lines)), FreightBy: BasisValue}
	prices := make([]decimal.Decimal, len(lines))
	for i, line := range lines {
		v.Lines[i].Price, prices[i] = line.Price, line.Price
	}
	if t.Adjustments != nil && !t.Export {
		for i := range v.Lines {
			v.Lines[i].Adjustment = t.Adjustments[i]
		}
	}
	if !t.Export && !v.addIncrements(lines, prices, t) {
		return v, false
	}
	return v, v.sum()
}

func (v *Valuation) addIncrements(lines []Goods, prices []decimal.Decimal, t Terms) bool {
	freight, insurance, known := shipment.IncludesFreight(t.Incoterm)
	if !known {
		v.Missing = append(v.Missing, memberIncoterm)
	}
	byFreight := prices
	if t.FreightBy == BasisWeight {
		if kilograms := weights(lines); kilograms != nil {
			byFreight, v.FreightBy = kilograms, BasisWeight
		}
	}
	for _, one := range []struct {
		member   string
		amount   *decimal.Decimal
		included bool
		by       []decimal.Decimal
		parts    []decimal.Decimal
		part     func(*LineValue) *decimal.Decimal
	}{
		{memberFreight, t.Freight, freight && !t.FreightBeside, byFreight, t.FreightParts, func(l *LineValue) *decimal.Decimal { return &l.Freight }},
		{memberInsurance, t.Insurance, insurance && !t.InsuranceBeside, prices, t.InsuranceParts, func(l *LineValue) *decimal.Decimal { return &l.Insurance }},
		{memberOthers, t.Others, false, prices, nil, func(l *LineValue) *decimal.Decimal { return &l.Others }},
	} {
		switch {
		case one.amount == nil:
			if known && !one.included && one.member != memberOthers {
				v.Missing = append(v.Missing, one.member)
			}
		case one.included:
			if one.amount.IsPos() {
				v.Included = append(v.Included, one.member)
			}
		case one.amount.IsPos():
			shares := one.parts
			if shares == nil {
				shares = quote.Prorate(*one.amount, one.by)
			}
			if shares == nil {
				return false
			}
			for i, s := range shares {
				*one.part(&v.Lines[i]) = s
			}
		}
	}
	return true
}

// weights returns the weights of all lines, nil where one is not known.
func weights(lines []Goods) []decimal.Decimal {
	found := make([]decimal.Decimal, len(lines))
	for i, line := range lines {
		if line.Kg == nil || !line.Kg.IsPos() {
			return nil
		}
		found[i] = *line.Kg
	}
	return found
}

// sum adds the parts of every line and the lines of the entry.
func (v *Valuation) sum() bool {
	for i := range v.Lines {
		l := &v.Lines[i]
		total := decimal.Zero
		for _, part := range []decimal.Decimal{l.Price, l.Adjustment, l.Freight, l.Insurance, l.Others} {
			next, err := total.Add(part)
			if err != nil {
				return false
			}
			total = next
		}
		l.Customs = total
		for _, pair := range []struct{ whole, part *decimal.Decimal }{
			{&v.Total.Price, &l.Price}, {&v.Total.Adjustment, &l.Adjustment}, {&v.Total.Freight, &l.Freight},
			{&v.Total.Insurance, &l.Insurance}, {&v.Total.Others, &l.Others}, {&v.Total.Customs, &l.Customs},
		} {
			next, err := pair.whole.Add(*pair.part)
			if err != nil {
				return false
			}
			*pair.whole = next
		}
	}
	return true
}

// Converted expresses the customs values of the lines at a rate: value × rate, rounded half up to cents. Their sum is that
// of the entry, rounded once; what rounding leaves goes to the line of the greatest value. False where an amount is beyond
// what is held exactly.
func (v *Valuation) Converted(rate decimal.Decimal) (lines []decimal.Decimal, total decimal.Decimal, ok bool) {
	product, err := v.Total.Customs.Mul(rate)
	if err != nil {
		return nil, total, false
	}
	if total, ok = cents(product); !ok {
		return nil, total, false
	}
	lines = make([]decimal.Decimal, len(v.Lines))
	values, left, largest := make([]decimal.Decimal, len(v.Lines)), total, 0
	for i, l := range v.Lines {
		product, err := l.Customs.Mul(rate)
		if err != nil {
			return nil, total, false
		}
		if lines[i], ok = cents(product); !ok {
			return nil, total, false
		}
		if left, err = left.Sub(lines[i]); err != nil {
			return nil, total, false
		}
		if values[i] = l.Customs; l.Customs.Cmp(values[largest]) > 0 {
			largest = i
		}
	}
	if lines[largest], err = lines[largest].Add(left); err != nil {
		return nil, total, false
	}
	if lines[largest].IsNeg() { // thousands of lines of a fraction of a cent
		lines = quote.Prorate(total, values)
	}
	return lines, total, lines != nil
}

// cents rounds an amount of zero or more half up to cents.
func cents(d decimal.Decimal) (decimal.Decimal, bool) {
	raised, err := d.Add(decimal.MustNew(5, centScale+1))
	if err != nil {
		return decimal.Decimal{}, false
	}
	return raised.Trunc(centScale).Pad(centScale), true
}
