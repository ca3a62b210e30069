package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// Sheet is the content of a printed quote. Client and Preparer may be empty: the page leaves a line to fill in.
type Sheet struct {
	ID       string
	Made     time.Time
	Client   string // for whom the quote is
	Preparer string // who answers for it
	Request  quote.Request
	Items    []quote.Item
}

// validDays bounds how long a printed quote is valid, where none of its rates ends earlier.
const validDays = 30

// Quote is the printed sheet of a quote: parties, one table of lines, one total, one table of charges and one of
// measures. What an entry pays once stands in the total alone.
func Quote(q Sheet) Document {
	language := cmp.Or(q.Request.Language, quote.LanguageSpanish)
	c := captionsIn(language)
	q.Items = q.Items[:min(len(q.Items), len(q.Request.Products))]
	s := sheetOf{captions: c, Sheet: q}
	return Document{
		Title: c.of("quote"), Subtitle: q.ID, Language: language, Footer: c.of("footer"),
		Facts:      s.head(),
		Signatures: []string{c.of("signature_preparer"), c.of("signature_client")},
		Sections: WithContent([]Section{
			s.lines(), s.total(), s.charges(), s.agreements(), s.programmes(), s.measures(), s.missing(), s.assumptions(),
			{Title: c.of("not_evaluated"), Paragraphs: s.each(func(i quote.Item) []string { return i.NotEvaluated })},
			s.notes(),
		}),
	}
}

// sheetOf writes the sections of a sheet in one language.
type sheetOf struct {
	captions
	Sheet
}

// head names the parties, the operation and the rates of exchange.
func (s sheetOf) head() []Fact {
	facts := []Fact{
		{s.of("client"), cmp.Or(s.Client, blank)}, {s.of("preparer"), cmp.Or(s.Preparer, blank)}, {s.of("created"), day(s.Made)},
		{s.of("direction"), s.of(string(s.Request.Direction))},
	}
	if s.Request.Date != "" {
		facts = append(facts, Fact{s.of("date"), string(s.Request.Date)})
	}
	if until := s.validUntil(); until != "" {
		facts = append(facts, Fact{s.of("valid"), until})
	}
	var rates []string
	for _, p := range s.Request.Products {
		if p.ExchangeRate != nil && p.Currency != "" {
			rates = append(rates, fmt.Sprintf("1 %s = %s MXN", p.Currency, quantity(p.ExchangeRate)))
		}
		if p.USDRate != nil && p.Currency != "USD" {
			rates = append(rates, fmt.Sprintf("1 USD = %s MXN", quantity(p.USDRate)))
		}
	}
	slices.Sort(rates)
	facts = append(facts, Fact{s.of("currency"), "MXN"})
	if rates = slices.Compact(rates); len(rates) > 0 {
		facts = append(facts, Fact{s.of("exchange"), strings.Join(rates, "; ")})
	}
	return facts
}

// blank is a line to fill in by hand.
const blank = "______________________________"

// validUntil is the last day on which every rate shown is in force, 30 days from the making at most. It is empty
// where a rate had ended when the quote was made: such a quote is of its day alone.
func (s sheetOf) validUntil() string {
	until := s.Made.UTC().AddDate(0, 0, validDays).Format(time.DateOnly)
	for _, item := range s.Items {
		for _, charge := range slices.Concat(item.Tariffs, item.Taxes) {
			if charge.EffectiveTo != nil && string(*charge.EffectiveTo) < until {
				until = string(*charge.EffectiveTo)
			}
		}
	}
	if until < s.Made.UTC().Format(time.DateOnly) {
		return ""
	}
	return until
}

// lines is one row a product.
func (s sheetOf) lines() Section {
	t := Section{Title: s.of("lines"), Figures: []int{4, 5, 6, 7},
		Columns: []string{"#", s.of("product"), s.of("line"), s.of("country"), s.of("quantity"), s.of("customs_value"), s.duty(), s.of("line_total")}}
	for i, item := range s.Items {
		p := s.Request.Products[i]
		value, perLine := s.of("open"), s.of("open")
		if a := item.Amounts; a != nil {
			value, perLine = s.money(a.CustomsValue), s.money(a.PerLine)
		}
		count := "-"
		if p.Quantity != nil {
			count = quantity(p.Quantity) + " " + cmp.Or(p.QuantityUnit, item.Unit)
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), p.Description, tariff.Dotted(p.HSCode), p.Country, count, value, s.dutyRate(item), perLine})
	}
	return t
}

func (s sheetOf) duty() string {
	if s.Request.Direction == quote.DirectionExport {
		return "IGE"
	}
	return "IGI"
}

// dutyRate joins the parts of a mixed duty.
func (s sheetOf) dutyRate(item quote.Item) string {
	var rates []string
	for _, charge := range item.Tariffs {
		if charge.Name == s.duty() {
			rates = append(rates, s.rate(charge))
		}
	}
	return strings.Join(rates, " + ")
}

// total shows the amount that the entry pays, all lines together. A charge that is due once is counted once.
func (s sheetOf) total() Section {
	total := quote.TotalOf(s.Items)
	t := Section{Title: s.of("entry_total"), Columns: []string{s.of("charge"), s.of("amount")}, Figures: []int{1}}
	for _, one := range []struct {
		key   string
		value *quote.Number
	}{{"duties", total.Duties}, {"taxes", total.Taxes}, {"fees_all", total.Fees}} {
		t.Rows = append(t.Rows, []string{s.of(one.key), s.money(one.value)})
	}
	var once []string
	for _, charge := range total.OncePerEntry {
		once = append(once, charge.Name+" "+s.money(charge.Amount))
	}
	if len(once) > 0 {
		t.Rows[2][0] += " (" + s.of("once") + ": " + strings.Join(once, ", ") + ")"
	}
	t.Rows = append(t.Rows, []string{s.of("entry_total"), s.money(total.Total)})
	t.Total = true
	if !total.Complete {
		t.Paragraphs = []string{s.of("incomplete")}
	}
	return t
}

// charges is one row a charge and line; what is owed once for the entry stands in the total. Formulas and reasons
// follow once, however many lines share them.
func (s sheetOf) charges() Section {
	t := Section{Title: s.of("charges"), Figures: []int{2, 3},
		Columns: []string{"#", s.of("charge"), s.of("rate"), s.of("amount"), s.of("law")}}
	for i, item := range s.Items {
		once := map[string]bool{}
		for _, charge := range quote.TotalOf([]quote.Item{item}).OncePerEntry {
			once[charge.Name] = true
		}
		for _, charge := range slices.Concat(item.Tariffs, item.Taxes) {
			if !once[charge.Name] {
				t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), charge.Name, s.rate(charge), s.money(charge.Amount),
					s.source(charge.LegalRef, string(charge.SourceVintage), string(charge.Certainty))})
			}
		}
	}
	t.Paragraphs = s.each(func(i quote.Item) []string {
		var texts []string
		for _, charge := range slices.Concat(i.Tariffs, i.Taxes) {
			text := strings.TrimSpace(charge.Formula + ". " + charge.Reason)
			if !strings.HasPrefix(text, charge.Name) {
				text = charge.Name + ": " + text
			}
			texts = append(texts, text)
		}
		return texts
	})
	return t
}

func (s sheetOf) agreements() Section {
	t := Section{Title: s.of("agreements"), Columns: []string{"#", s.of("name"), s.of("preference"), s.of("saving"), "DTA", s.of("law")}, Figures: []int{3}}
	for i, item := range s.Items {
		for _, a := range item.TradeAgreements {
			t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), a.Name, a.Status, s.money(a.Saving), s.of("dta_" + a.DTA),
				s.source(a.Preference.LegalRef, string(a.Preference.SourceVintage), string(a.Preference.Certainty))})
		}
	}
	return t
}

func (s sheetOf) programmes() Section {
	t := Section{Title: s.of("alternatives"), Columns: []string{"#", s.of("name"), s.of("rate"), s.of("saving"), s.of("reason"), s.of("law")}, Figures: []int{2, 3}}
	for i, item := range s.Items {
		for _, a := range item.Alternatives {
			rate := s.of("open")
			if a.Rate != nil {
				rate = rateOf(*a.Rate)
			}
			t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), strings.TrimSpace(string(a.Programme) + " " + a.Sector), rate, s.money(a.Saving), a.Condition,
				s.source(a.LegalRef, string(a.SourceVintage), string(a.Certainty))})
		}
	}
	return t
}

// measure is one row of the table of measures, with the lines it stands for.
type measure struct {
	name, reason, certainty string
	applies                 quote.Applies
	lines                   []int
	codes                   []string // tariff lines, which the reason may name
}

// codePlace stands for a tariff line in a reason while the reasons of several lines are compared.
const codePlace = "\x00"

// measures is one table of prohibitions, permits, registers, duties in question and standards. A measure that a
// restriction and a regulation both tell stands once; what does not apply is named below the table.
func (s sheetOf) measures() Section {
	var list []*measure
	add := func(m measure, line int) {
		for _, held := range list {
			if held.name == m.name && held.applies == m.applies && (held.reason == m.reason || m.applies == quote.AppliesNo) {
				if !slices.Contains(held.lines, line) {
					held.lines = append(held.lines, line)
				}
				for _, code := range m.codes {
					if !slices.Contains(held.codes, code) {
						held.codes = append(held.codes, code)
					}
				}
				return
			}
		}
		m.lines, m.codes = []int{line}, slices.Clone(m.codes)
		list = append(list, &m)
	}
	for i, item := range s.Items {
		code := tariff.Dotted(s.Request.Products[i].HSCode)
		general := func(reason string) string { return strings.ReplaceAll(reason, code, codePlace) } // alike for all lines
		codes := []string{code}
		for _, r := range item.Restrictions {
			add(measure{r.Name, general(r.Reason), s.of(string(r.Certainty)), r.Applies, nil, codes}, i+1)
		}
		for _, r := range item.RRNA {
			add(measure{strings.TrimSpace(r.Standard + " " + r.Name), general(r.Reason), s.of(string(r.Certainty)), r.Applies, nil, codes}, i+1)
		}
	}
	order := []quote.Applies{quote.AppliesYes, quote.AppliesMay, quote.AppliesNo}
	slices.SortStableFunc(list, func(a, b *measure) int {
		return cmp.Compare(slices.Index(order, a.applies), slices.Index(order, b.applies))
	})
	t := Section{Title: s.of("measures"), Columns: []string{"#", s.of("name"), s.of("applies"), s.of("reason"), s.of("certainty")}}
	var absent []string
	for _, m := range list {
		if m.applies == quote.AppliesNo {
			absent = append(absent, m.name+" ("+numbers(m.lines)+")")
			continue
		}
		t.Rows = append(t.Rows, []string{numbers(m.lines), m.name, s.of(string(m.applies)), strings.ReplaceAll(m.reason, codePlace, strings.Join(m.codes, ", ")), m.certainty})
	}
	if len(absent) > 0 {
		t.Prose = []string{s.of("not_applicable") + ": " + strings.Join(absent, "; ") + "."}
	}
	return t
}

// missing lists the facts that were not stated, with the measures that each would decide, and the questions.
func (s sheetOf) missing() Section {
	t := Section{Title: s.of("suggestions"), Columns: []string{"#", s.of("fact"), s.of("decides")},
		Paragraphs: s.each(func(i quote.Item) []string { return i.Suggestions })}
	type fact struct {
		lines    []int
		measures []string
	}
	facts := map[string]*fact{}
	var names []string
	for i, item := range s.Items {
		for _, r := range item.Restrictions {
			if r.Applies != quote.AppliesMay || r.DecidingFact == "" {
				continue
			}
			f := facts[r.DecidingFact]
			if f == nil {
				f = &fact{}
				facts[r.DecidingFact] = f
				names = append(names, r.DecidingFact)
			}
			if !slices.Contains(f.lines, i+1) {
				f.lines = append(f.lines, i+1)
			}
			if !slices.Contains(f.measures, r.Name) {
				f.measures = append(f.measures, r.Name)
			}
		}
	}
	for _, name := range names {
		t.Rows = append(t.Rows, []string{numbers(facts[name].lines), name, strings.Join(facts[name].measures, "; ")})
	}
	return t
}

// assumptions lists the facts that the quote takes from the client, and those it presumes.
func (s sheetOf) assumptions() Section {
	t := Section{Title: s.of("assumptions"), Paragraphs: []string{s.of("assumed_facts")}}
	t.Paragraphs = append(t.Paragraphs, s.each(func(i quote.Item) []string {
		var texts []string
		for _, n := range i.Notes {
			if n.Law == "" {
				texts = append(texts, n.Detail)
			}
		}
		return texts
	})...)
	return t
}

func (s sheetOf) notes() Section {
	return Section{Title: s.of("notes"), Paragraphs: s.each(func(i quote.Item) []string {
		var texts []string
		for _, n := range i.Notes {
			if n.Law != "" {
				texts = append(texts, reference(n.Reference)+" ("+n.Law+"): "+n.Detail)
			}
		}
		return texts
	})}
}

// reference dots a tariff line and leaves other references as they are.
func reference(text string) string {
	if len(text) == 8 && strings.Trim(text, "0123456789") == "" {
		return tariff.Dotted(text)
	}
	return text
}

// each collects texts of the items once, with the lines they belong to where these are not all.
func (s sheetOf) each(texts func(quote.Item) []string) []string {
	var order []string
	lines := map[string][]int{}
	for i, item := range s.Items {
		for _, text := range texts(item) {
			if lines[text] == nil {
				order = append(order, text)
			}
			if !slices.Contains(lines[text], i+1) {
				lines[text] = append(lines[text], i+1)
			}
		}
	}
	for i, text := range order {
		if len(lines[text]) < len(s.Items) {
			order[i] = "(" + numbers(lines[text]) + ") " + text
		}
	}
	return order
}

func numbers(lines []int) string {
	texts := make([]string, len(lines))
	for i, n := range lines {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ", ")
}

// WithContent leaves sections without content out.
func WithContent(sections []Section) []Section {
	var kept []Section
	for _, s := range sections {
		if len(s.Rows)+len(s.Paragraphs)+len(s.Facts)+len(s.Prose) > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}

// charges is the table of one product's charges.
func (c captions) charges(list []quote.Charge) Section {
	s := Section{Title: c.of("charges"), Columns: []string{c.of("charge"), c.of("rate"), c.of("amount"), c.of("formula"), c.of("law")}, Figures: []int{1, 2}}
	for _, charge := range list {
		s.Rows = append(s.Rows, c.charge(charge))
	}
	return s
}

// charge is name, rate, amount, formula with reason, and source.
func (c captions) charge(charge quote.Charge) []string {
	return []string{charge.Name, c.rate(charge), c.money(charge.Amount), strings.TrimSpace(charge.Formula + ". " + charge.Reason),
		c.source(charge.LegalRef, string(charge.SourceVintage), string(charge.Certainty))}
}

// source is a law with the day of the source and how certain it is.
func (c captions) source(law, vintage, certainty string) string {
	return fmt.Sprintf("%s; %s %s; %s", law, c.of("vintage"), vintage, c.of(certainty))
}

// rate is a percentage, or an amount of a currency for a unit. The DTA is told per mil, as the law does.
func (c captions) rate(charge quote.Charge) string {
	switch {
	case charge.RateType == quote.RateTypeProhibited:
		return c.of("prohibited")
	case charge.Rate == nil:
		return c.of("open")
	case charge.PerUnit != "":
		return quantity(charge.Rate) + " " + charge.Currency + "/" + charge.PerUnit
	case charge.RateType == quote.RateTypeSpecific:
		return c.money(charge.Rate) + " " + charge.Currency
	case charge.RateType == quote.RateTypeExempt:
		return c.of("exempt")
	case charge.Name == "DTA":
		if mil, err := charge.Rate.Decimal.Mul(decimal.Thousand); err == nil {
			return mil.Trim(0).String() + " " + c.of("per_mil")
		}
	}
	return rateOf(*charge.Rate)
}

// rateOf writes a fraction as people do: 0.35 is 35 %.
func rateOf(n quote.Number) string {
	hundredfold, err := n.Decimal.Mul(decimal.Hundred)
	if err != nil {
		return n.Decimal.String()
	}
	return hundredfold.Trim(0).String() + " %"
}

// money is an amount in pesos with thousands apart and two decimals at least.
func (c captions) money(n *quote.Number) string {
	if n == nil {
		return c.of("open")
	}
	return Grouped(n.Decimal.Pad(2))
}

// quantity is a number with thousands apart and no idle zeros.
func quantity(n *quote.Number) string { return Grouped(n.Decimal.Trim(0)) }

// Grouped sets thousands apart by commas, as is the custom in Mexico: 1234567.5 is 1,234,567.5.
func Grouped(d decimal.Decimal) string {
	whole, fraction, found := strings.Cut(d.String(), ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if found {
		whole += "." + fraction
	}
	return sign + whole
}
