package sheet

import (
	"math/big"
	"regexp"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// SumRole is the name of an amount at the end of a line.
type SumRole string

// The roles of amounts on a receipt.
const (
	SumOther    SumRole = ""
	SumTotal    SumRole = "total"
	SumSubtotal SumRole = "subtotal"
	sumTax      SumRole = "tax"
	sumRounding SumRole = "rounding"
	SumTender   SumRole = "tender"
	SumChange   SumRole = "change"
)

// sumRoles tell the role of a line by its caption, the more special first.
var sumRoles = []struct {
	role SumRole
	form *regexp.Regexp
}{
	{SumOther, regexp.MustCompile(`\b(?:qty|quantity|items?|articulos?|cantidad|saving|savings|ahorro|points?|puntos|discount|descuento|included|incluid[oa]s? en)\b`)},
	{SumTotal, regexp.MustCompile(`\b(?:net|nett) (?:total|amount|payable)\b`)},
	{SumSubtotal, regexp.MustCompile(`\b(?:sub|sous) ?-?tot|\b(?:excl\w*|before|sin iva|antes de|neto|net|base)\b`)},
	{sumRounding, regexp.MustCompile(`\b(?:adj|adjustment|rounding|redondeo|arrondi)\b`)},
	{SumTotal, regexp.MustCompile(`\b(?:total|totale|a pagar|payable|amount due|balance due|to pay)\b`)},
	{SumChange, regexp.MustCompile(`\b(?:change|cambio|vuelto|devuelta|rendu|resto)\b`)},
	{SumTender, regexp.MustCompile(`\b(?:cash|efectivo|visa|master ?card|debit|credit|debito|credito|card|tarjeta|payment|paid|pago|pagado|tender\w*|especes?|recibido|received|amex|contado)\b`)},
	{sumTax, regexp.MustCompile(`\b(?:tax|gst|vat|iva|igv|tva|mwst|impuestos?|sst|itbis)\b`)},
}

// taxTotal is a sum of taxes alone: no total of what is paid.
var taxTotal = regexp.MustCompile(`\btotal (?:de )?(?:tax|gst|vat|iva|igv|tva|impuestos?)\b`)

// mostCents is the largest amount, in hundredths, that is taken for money.
const mostCents = 1_000_000_000_000_000

// Sum is an amount at the end of a line.
type Sum struct {
	Role  SumRole
	Cents int64
	Text  string  // canonical
	Proof float64 // what the other amounts of its page say of it as the total
	// mended says that the printed digits have no decimal mark, and that two decimals are assumed.
	Mended bool
	Words  []page.Word
	Page   int
	Row    int
}

// What speaks for a total.
const (
	calledTotal   = 2.0 // its line says so
	paidExactly   = 3.0 // it equals the amount tendered less the change
	addsUp        = 2.5 // it is subtotal and tax, rounded or not
	rounded       = 3.0 // it is another total with the rounding of the till
	linesAddUp    = 2.0 // it is the sum of the lines above it
	saidAgain     = 1.0 // by another line that is called a total
	LeastTotal    = 2.0
	ProvenTotal   = 4.0 // enough to stand against the value beside a label
	missingMark   = 0.5 // less for digits without a decimal mark
	MaxTallyItems = 60
)

// Tally finds the total of a receipt by what its amounts have in common.
func (d *Sheet) Tally() (Sum, float64) {
	var best Sum
	bestScore := 0.0
	for pi := range d.Pages {
		sums := d.Sums(pi)
		for _, s := range sums {
			if s.Cents <= 0 || s.Role != SumTotal && s.Role != SumTender && s.Role != SumSubtotal {
				continue
			}
			if s.Proof > bestScore {
				best, bestScore = s, s.Proof
			}
		}
	}
	return best, bestScore
}

// pairedTotals are the amounts that pairs of others make on a page: what was tendered less its change, and a subtotal, by its line, with
// its tax.
type pairedTotals struct {
	Paid  []int64
	Added []Sum // by the line of the subtotal
}

// TotalsIn pairs sums to totals: what is tendered less the change, and a subtotal with its tax.
func TotalsIn(sums []Sum) pairedTotals {
	by := map[SumRole][]Sum{}
	for _, s := range sums {
		if len(by[s.Role]) < MaxTallyItems {
			by[s.Role] = append(by[s.Role], s)
		}
	}
	var all pairedTotals
	for _, o := range by[SumTender] {
		for _, c := range by[SumChange] {
			if !o.Mended && !c.Mended {
				all.Paid = append(all.Paid, o.Cents-c.Cents)
			}
		}
	}
	for _, o := range by[SumSubtotal] {
		for _, t := range by[sumTax] {
			if t.Cents > 0 {
				all.Added = append(all.Added, Sum{Cents: o.Cents + t.Cents, Row: o.Row})
			}
		}
	}
	return all
}

// totalScore weighs what the other amounts say of one that may be the total.
func totalScore(s Sum, sums []Sum, totals pairedTotals) float64 {
	score := 0.0
	if s.Role == SumTotal {
		score += calledTotal
	}
	if s.Mended {
		score -= missingMark
	}
	if slices.ContainsFunc(totals.Paid, func(cents int64) bool { return nearCents(cents, s.Cents) }) {
		score += paidExactly
	}
	if slices.ContainsFunc(totals.Added, func(o Sum) bool { return o.Row != s.Row && Abs(o.Cents-s.Cents) < coinCents }) {
		score += addsUp
	}
	if slices.ContainsFunc(sums, func(o Sum) bool { return o.Role == SumTotal && o.Row != s.Row && o.Cents == s.Cents }) {
		score += saidAgain
	}
	if s.Rounded(sums) {
		score += rounded
	}
	if s.Role == SumTotal && !s.below(sums) && s.isOfLines(sums) {
		score += linesAddUp
	}
	return score
}

// isOfLines reports whether an amount is the sum of several lines above it.
func (s Sum) isOfLines(sums []Sum) bool {
	n, lines := 0, int64(0)
	for _, o := range sums {
		if o.Role == SumOther && o.Row < s.Row && !o.Mended && n < MaxTallyItems {
			n, lines = n+1, lines+o.Cents
		}
	}
	return n > 1 && lines == s.Cents
}

// Value returns the amount exactly, in units and not in cents.
func (s Sum) Value() *big.Rat { return big.NewRat(s.Cents, 100) }

// below reports whether a larger total stands further down: what the lines add up to is the subtotal then.
func (s Sum) below(sums []Sum) bool {
	return slices.ContainsFunc(sums, func(o Sum) bool { return o.Role == SumTotal && o.Row > s.Row && o.Cents > s.Cents })
}

// Rounded reports whether a sum is a total after the rounding that is printed beside it. Signs are
// often left out, so that either direction counts.
func (s Sum) Rounded(sums []Sum) bool {
	if s.Role != SumTotal {
		return false
	}
	for _, r := range sums {
		if r.Role != sumRounding || r.Cents == 0 {
			continue
		}
		for _, o := range sums {
			if o.Row < s.Row && (o.Role == SumTotal || o.Role == SumSubtotal) && Abs(o.Cents-s.Cents) == r.Cents {
				return true
			}
		}
	}
	return false
}

// coinCents is the smallest coin that sums of cash are rounded to.
const coinCents = 5

// nearCents allows for the rounding of lines, in hundredths.
func nearCents(a, b int64) bool { return 1000*Abs(a-b) <= max(2000, Abs(b)) }

// readSums are the amounts at the ends of a page's lines, with what the lines call them.
func (d *Sheet) readSums(pi int) []Sum {
	p := d.Pages[pi]
	var all []Sum
	for ri, r := range p.Rows {
		words := r.Words()
		caption, amount := splitAmount(words)
		if len(amount) == 0 {
			continue
		}
		s := Sum{Words: amount, Page: pi, Row: ri}
		if s.Text, s.Mended = d.Money(page.Join(amount), p.Source == page.SourceOCR); s.Text == "" {
			continue
		}
		c, ok := Cents(s.Text)
		if !ok || Abs(c) > mostCents {
			continue
		}
		s.Cents = c
		s.Role = d.SumRoleOf(page.Join(caption))
		all = append(all, s)
	}
	totals := TotalsIn(all)
	for i := range all {
		all[i].Proof = totalScore(all[i], all, totals)
	}
	return all
}

// SumRoleOf is the role that a caption gives an amount, by the words of tills in English and Spanish, else by those of any language.
func (d *Sheet) SumRoleOf(caption string) SumRole {
	folded := value.Fold(caption)
	if taxTotal.MatchString(folded) {
		return sumTax
	}
	for _, r := range sumRoles {
		if r.form.MatchString(folded) {
			return r.role
		}
	}
	hits := d.Dict.Group("sum").Find(caption)
	if len(hits) == 0 || hits[len(hits)-1].Member == "other" {
		return SumOther
	}
	return SumRole(hits[len(hits)-1].Member)
}

var (
	moneyForm = regexp.MustCompile(`^[^\d]{0,4}(\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}|\d+[.,]\d{2})[^\d]{0,4}$`)
	// MisreadDigit finds a letter between a currency and the digits: RME4.25 has lost a digit.
	MisreadDigit = regexp.MustCompile(`^(?:RM|US\$|[$€£]|USD|EUR|MXN)\s?[A-Z]\d`)
	spacedCents  = regexp.MustCompile(`^[^\d]{0,4}(\d{1,4}) (\d{2})[^\d]{0,4}$`)
	bareDigits   = regexp.MustCompile(`^[^\d]{0,4}(\d{3,6})[^\d]{0,4}$`)
)

// splitAmount cuts a line before the amount that ends it; a word of a letter or two may follow it,
// such as the code of a tax.
func splitAmount(words []page.Word) (caption, amount []page.Word) {
	end := len(words)
	for end > 1 && len(words)-end < 2 {
		if _, digits := value.Counts(words[end-1].Text); digits > 0 {
			break
		}
		end--
	}
	if end < 1 {
		return words, nil
	}
	from := end - 1
	if from > 0 && spacedCents.MatchString(words[from-1].Text+" "+words[from].Text) && words[from].Box.X0-words[from-1].Box.X1 < 1.5*words[from].Box.Height() {
		from--
	}
	if _, digits := value.Counts(words[from].Text); digits == 0 {
		return words, nil
	}
	return words[:from], words[from:end]
}

// Money reads an amount of two decimals as a canonical number, "" for anything else. By OCR, the
// decimal mark may be lost.
func (d *Sheet) Money(text string, ocr bool) (canonical string, mended bool) {
	if m := moneyForm.FindStringSubmatch(text); m != nil && !MisreadDigit.MatchString(text) {
		if n, ok := value.ParseNumber(m[1], d.Mark); ok {
			return n.Text, false
		}
		return "", false
	}
	if !ocr {
		return "", false
	}
	if m := spacedCents.FindStringSubmatch(text); m != nil {
		return value.Trim(m[1], m[2], false), false
	}
	if m := bareDigits.FindStringSubmatch(text); m != nil {
		n := len(m[1])
		return value.Trim(m[1][:n-2], m[1][n-2:], false), true
	}
	return "", false
}

// ReadByOCR reports whether the words of a page come from OCR.
func (d *Sheet) ReadByOCR(pi int) bool { return d.Pages[pi].Source == page.SourceOCR }

// Cents is a canonical number in hundredths; ok is false for one that is no whole number of them.
func Cents(text string) (int64, bool) {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	r.Mul(r, big.NewRat(100, 1))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Abs returns a number without its sign.
func Abs[N int64 | float64](v N) N { return max(v, -v) }
