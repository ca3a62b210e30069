package extract

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// role is what an amount at the end of a line is called there.
type sumRole string

// The roles of amounts on a receipt.
const (
	sumOther    sumRole = ""
	sumTotal    sumRole = "total"
	sumSubtotal sumRole = "subtotal"
	sumTax      sumRole = "tax"
	sumRounding sumRole = "rounding"
	sumTender   sumRole = "tender"
	sumChange   sumRole = "change"
)

// sumRoles tell the role of a line by its caption, the more special first.
var sumRoles = []struct {
	role sumRole
	form *regexp.Regexp
}{
	{sumOther, regexp.MustCompile(`\b(?:qty|quantity|items?|articulos?|cantidad|saving|savings|ahorro|points?|puntos|discount|descuento|included|incluid[oa]s? en)\b`)},
	{sumTotal, regexp.MustCompile(`\b(?:net|nett) (?:total|amount|payable)\b`)},
	{sumSubtotal, regexp.MustCompile(`\b(?:sub|sous) ?-?tot|\b(?:excl\w*|before|sin iva|antes de|neto|net|base)\b`)},
	{sumRounding, regexp.MustCompile(`\b(?:adj|adjustment|rounding|redondeo|arrondi)\b`)},
	{sumTotal, regexp.MustCompile(`\b(?:total|totale|a pagar|payable|amount due|balance due|to pay)\b`)},
	{sumChange, regexp.MustCompile(`\b(?:change|cambio|vuelto|devuelta|rendu|resto)\b`)},
	{sumTender, regexp.MustCompile(`\b(?:cash|efectivo|visa|master ?card|debit|credit|debito|credito|card|tarjeta|payment|paid|pago|pagado|tender\w*|especes?|recibido|received|amex|contado)\b`)},
	{sumTax, regexp.MustCompile(`\b(?:tax|gst|vat|iva|igv|tva|mwst|impuestos?|sst|itbis)\b`)},
}

// taxTotal is a sum of taxes alone: no total of what is paid.
var taxTotal = regexp.MustCompile(`\btotal (?:de )?(?:tax|gst|vat|iva|igv|tva|impuestos?)\b`)

// mostCents is the largest amount, in hundredths, that is taken for money.
const mostCents = 1_000_000_000_000_000

// sum is an amount at the end of a line.
type sum struct {
	role  sumRole
	cents int64
	text  string  // canonical
	proof float64 // what the other amounts of its page say of it as the total
	// mended says that the printed digits have no decimal mark, and that two decimals are assumed.
	mended bool
	words  []page.Word
	page   int
	row    int
}

// What speaks for a total.
const (
	calledTotal   = 2.0 // its line says so
	paidExactly   = 3.0 // it is what was tendered less the change
	addsUp        = 2.5 // it is subtotal and tax, rounded or not
	rounded       = 3.0 // it is another total with the rounding of the till
	linesAddUp    = 2.0 // it is the sum of the lines above it
	saidAgain     = 1.0 // by another line that is called a total
	leastTotal    = 2.0
	provenTotal   = 4.0 // enough to stand against the value beside a label
	missingMark   = 0.5 // less for digits without a decimal mark
	maxTallyItems = 60
)

// tally finds the total of a receipt by what its amounts have in common.
func (d *document) tally() (sum, float64) {
	var best sum
	bestScore := 0.0
	for pi := range d.Pages {
		sums := d.sums(pi)
		for _, s := range sums {
			if s.cents <= 0 || s.role != sumTotal && s.role != sumTender && s.role != sumSubtotal {
				continue
			}
			if s.proof > bestScore {
				best, bestScore = s, s.proof
			}
		}
	}
	return best, bestScore
}

// pairedTotals are the amounts that pairs of others make on a page: what was tendered less its change, and a subtotal, by its line, with
// its tax.
type pairedTotals struct {
	paid  []int64
	added []sum // by the line of the subtotal
}

func totalsIn(sums []sum) pairedTotals {
	by := map[sumRole][]sum{}
	for _, s := range sums {
		if len(by[s.role]) < maxTallyItems {
			by[s.role] = append(by[s.role], s)
		}
	}
	var all pairedTotals
	for _, o := range by[sumTender] {
		for _, c := range by[sumChange] {
			if !o.mended && !c.mended {
				all.paid = append(all.paid, o.cents-c.cents)
			}
		}
	}
	for _, o := range by[sumSubtotal] {
		for _, t := range by[sumTax] {
			if t.cents > 0 {
				all.added = append(all.added, sum{cents: o.cents + t.cents, row: o.row})
			}
		}
	}
	return all
}

// totalScore weighs what the other amounts say of one that may be the total.
func totalScore(s sum, sums []sum, totals pairedTotals) float64 {
	score := 0.0
	if s.role == sumTotal {
		score += calledTotal
	}
	if s.mended {
		score -= missingMark
	}
	if slices.ContainsFunc(totals.paid, func(cents int64) bool { return nearCents(cents, s.cents) }) {
		score += paidExactly
	}
	if slices.ContainsFunc(totals.added, func(o sum) bool { return o.row != s.row && abs(o.cents-s.cents) < coinCents }) {
		score += addsUp
	}
	if slices.ContainsFunc(sums, func(o sum) bool { return o.role == sumTotal && o.row != s.row && o.cents == s.cents }) {
		score += saidAgain
	}
	if s.rounded(sums) {
		score += rounded
	}
	if s.role == sumTotal && !s.below(sums) && s.isOfLines(sums) {
		score += linesAddUp
	}
	return score
}

// isOfLines reports whether an amount is the sum of several lines above it.
func (s sum) isOfLines(sums []sum) bool {
	n, lines := 0, int64(0)
	for _, o := range sums {
		if o.role == sumOther && o.row < s.row && !o.mended && n < maxTallyItems {
			n, lines = n+1, lines+o.cents
		}
	}
	return n > 1 && lines == s.cents
}

func (s sum) value() *big.Rat { return big.NewRat(s.cents, 100) }

// below reports whether a larger total stands further down: what the lines add up to is the subtotal then.
func (s sum) below(sums []sum) bool {
	return slices.ContainsFunc(sums, func(o sum) bool { return o.role == sumTotal && o.row > s.row && o.cents > s.cents })
}

// rounded reports whether a sum is a total after the rounding that is printed beside it. Signs are
// often left out, so that either direction counts.
func (s sum) rounded(sums []sum) bool {
	if s.role != sumTotal {
		return false
	}
	for _, r := range sums {
		if r.role != sumRounding || r.cents == 0 {
			continue
		}
		for _, o := range sums {
			if o.row < s.row && (o.role == sumTotal || o.role == sumSubtotal) && abs(o.cents-s.cents) == r.cents {
				return true
			}
		}
	}
	return false
}

// coinCents is the smallest coin that sums of cash are rounded to.
const coinCents = 5

// nearCents allows for the rounding of lines, in hundredths.
func nearCents(a, b int64) bool { return 1000*abs(a-b) <= max(2000, abs(b)) }

// sums are the amounts at the ends of a page's lines, with what the lines call them.
func (d *document) sums(pi int) []sum {
	if all, ok := d.summed[pi]; ok {
		return all
	}
	p := d.Pages[pi]
	var all []sum
	for ri, r := range p.Rows {
		words := r.Words()
		caption, amount := splitAmount(words)
		if len(amount) == 0 {
			continue
		}
		s := sum{words: amount, page: pi, row: ri}
		if s.text, s.mended = d.money(page.Join(amount), p.Source == page.SourceOCR); s.text == "" {
			continue
		}
		c, ok := cents(s.text)
		if !ok || abs(c) > mostCents {
			continue
		}
		s.cents = c
		s.role = d.sumRoleOf(page.Join(caption))
		all = append(all, s)
	}
	totals := totalsIn(all)
	for i := range all {
		all[i].proof = totalScore(all[i], all, totals)
	}
	d.summed[pi] = all
	return all
}

// sumRoleOf is the role that a caption gives an amount, by the words of tills in English and Spanish, else by those of any language.
func (d *document) sumRoleOf(caption string) sumRole {
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
		return sumOther
	}
	return sumRole(hits[len(hits)-1].Member)
}

var (
	moneyForm = regexp.MustCompile(`^[^\d]{0,4}(\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}|\d+[.,]\d{2})[^\d]{0,4}$`)
	// misreadDigit is a letter between a currency and the digits: RME4.25 has lost a digit.
	misreadDigit = regexp.MustCompile(`^(?:RM|US\$|[$€£]|USD|EUR|MXN)\s?[A-Z]\d`)
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

// money reads an amount of two decimals as a canonical number, "" for anything else. By OCR, the
// decimal mark may be lost.
func (d *document) money(text string, ocr bool) (canonical string, mended bool) {
	if m := moneyForm.FindStringSubmatch(text); m != nil && !misreadDigit.MatchString(text) {
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

// tallied gives a total that the other amounts of the document prove, or that no label gave.
func (d *document) tallied(w *want.Want, found match, ok bool) (match, bool) {
	if len(w.Concepts) == 0 || w.Concepts[0].Concept.Name != "total_amount" {
		return found, ok
	}
	s, score := d.tally()
	needed := leastTotal
	if ok && strings.ContainsAny(page.Join(found.Words), ".,") {
		needed = provenTotal
	}
	if score < needed || ok && !d.readByOCR(found.page) && d.endsLine(found) && !s.rounded(d.sums(s.page)) {
		return found, ok
	}
	if n, isNumber := value.ParseNumber(found.Text, value.MarkPoint); needed == provenTotal && isNumber && n.Rat().Cmp(s.value()) == 0 {
		return found, ok
	}
	m := match{page: s.page, score: min(0.9, 0.4+score/12)}
	m.Value = reading.Value{Text: s.text, Words: s.words, Score: 1, Numeric: !s.mended}
	if s.mended || strings.Contains(page.Join(s.words), " ") {
		m.Text, m.Numeric, m.Mended = s.value().FloatString(2), false, true
	} else if _, legible := printedNumber(&m, d.Mark); !legible { // marks of a pen or of dirt beside it
		m.Text, m.Numeric = s.value().FloatString(2), false
	}
	return m, true
}

// endsLine reports whether a value is an amount at the end of a line.
func (d *document) endsLine(m match) bool {
	return slices.ContainsFunc(d.sums(m.page), func(s sum) bool { return len(m.Words) > 0 && s.words[0].Box == m.Words[0].Box })
}

func (d *document) readByOCR(pi int) bool { return d.Pages[pi].Source == page.SourceOCR }
