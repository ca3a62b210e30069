package report

import (
	"fmt"
	"strings"
	"time"

	"tariffdesk/quote"
)

// Quote is the report of an answered quote request.
func Quote(id string, made time.Time, request quote.Request, items []quote.Item) Document {
	language := request.Language
	if language == "" {
		language = quote.LanguageSpanish
	}
	c := captionsIn(language)
	d := Document{
		Title: c.of("quote"), Subtitle: id, Language: language, Footer: c.of("footer"),
		Facts: []Fact{{c.of("created"), day(made)}, {c.of("direction"), c.of(string(request.Direction))}},
	}
	if request.Date != "" {
		d.Facts = append(d.Facts, Fact{c.of("date"), string(request.Date)})
	}
	for i, item := range items {
		if i < len(request.Products) {
			d.Sections = append(d.Sections, c.product(i+1, request.Products[i], item)...)
		}
	}
	return d
}

// product is everything the answer says of one product.
func (c captions) product(number int, p quote.Product, item quote.Item) []Section {
	head := Section{
		Title: fmt.Sprintf("%d. %s", number, p.Description),
		Facts: []Fact{{c.of("line"), dotted(p.HSCode)}, {c.of("country"), p.Country}, {c.of("unit"), item.Unit}},
	}
	if a := item.Amounts; a != nil {
		head.Facts = append(head.Facts, Fact{c.of("customs_value"), c.number(a.CustomsValue)}, Fact{c.of("per_line"), c.number(a.PerLine)},
			Fact{c.of("per_pedimento"), c.number(a.PerPedimento)}, Fact{c.of("complete"), c.answer(a.Complete)})
	}
	sections := []Section{head, c.charges(append(append([]quote.Charge{}, item.Tariffs...), item.Taxes...)), c.agreements(item), c.programmes(item)}
	sections = append(sections, c.restrictions(item), c.regulations(item))
	for _, list := range []struct {
		title string
		texts []string
	}{{"suggestions", item.Suggestions}, {"not_evaluated", item.NotEvaluated}} {
		sections = append(sections, Section{Title: c.of(list.title), Paragraphs: list.texts})
	}
	notes := Section{Title: c.of("notes")}
	for _, n := range item.Notes {
		notes.Paragraphs = append(notes.Paragraphs, n.Reference+" ("+n.Law+"): "+n.Detail)
	}
	return withContent(append(sections, notes))
}

func withContent(sections []Section) []Section {
	var kept []Section
	for _, s := range sections {
		if len(s.Rows)+len(s.Paragraphs)+len(s.Facts)+len(s.Prose) > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}

func (c captions) charges(list []quote.Charge) Section {
	s := Section{Title: c.of("charges"), Columns: []string{c.of("charge"), c.of("rate"), c.of("amount"), c.of("formula"), c.of("law")}}
	for _, charge := range list {
		s.Rows = append(s.Rows, []string{
			charge.Name, c.rate(charge), c.number(charge.Amount), strings.TrimSpace(charge.Formula + ". " + charge.Reason),
			fmt.Sprintf("%s; %s %s; %s", charge.LegalRef, c.of("vintage"), charge.SourceVintage, c.of(string(charge.Certainty))),
		})
	}
	return s
}

func (c captions) rate(charge quote.Charge) string {
	if charge.Rate == nil {
		return c.of("open")
	}
	if charge.PerUnit != "" {
		return charge.Rate.Decimal.String() + " " + charge.Currency + "/" + charge.PerUnit
	}
	return charge.Rate.Decimal.String()
}

func (c captions) agreements(item quote.Item) Section {
	s := Section{Title: c.of("agreements"), Columns: []string{c.of("name"), c.of("preference"), c.of("saving"), "DTA", c.of("law")}}
	for _, a := range item.TradeAgreements {
		s.Rows = append(s.Rows, []string{
			a.Name, a.Status, c.number(a.Saving), a.DTA,
			fmt.Sprintf("%s; %s %s; %s", a.Preference.LegalRef, c.of("vintage"), a.Preference.SourceVintage, c.of(string(a.Preference.Certainty))),
		})
	}
	return s
}

func (c captions) programmes(item quote.Item) Section {
	s := Section{Title: c.of("alternatives"), Columns: []string{c.of("name"), c.of("rate"), c.of("saving"), c.of("reason"), c.of("law")}}
	for _, a := range item.Alternatives {
		s.Rows = append(s.Rows, []string{
			strings.TrimSpace(string(a.Programme) + " " + a.Sector), c.number(a.Rate), c.number(a.Saving), a.Condition,
			fmt.Sprintf("%s; %s %s; %s", a.LegalRef, c.of("vintage"), a.SourceVintage, c.of(string(a.Certainty))),
		})
	}
	return s
}

func (c captions) restrictions(item quote.Item) Section {
	s := Section{Title: c.of("restrictions"), Columns: []string{c.of("name"), c.of("applies"), c.of("reason"), c.of("certainty")}}
	for _, r := range item.Restrictions {
		s.Rows = append(s.Rows, []string{r.Name + " (" + r.Key + ")", c.of(string(r.Applies)), r.Reason, c.of(string(r.Certainty))})
	}
	return s
}

func (c captions) regulations(item quote.Item) Section {
	s := Section{Title: c.of("regulations"), Columns: []string{c.of("name"), c.of("applies"), c.of("reason"), c.of("certainty")}}
	for _, r := range item.RRNA {
		s.Rows = append(s.Rows, []string{strings.TrimSpace(r.Standard + " " + r.Name), c.of(string(r.Applies)), r.Reason, c.of(string(r.Certainty))})
	}
	return s
}

// dotted writes a code of six digits or more as the tariff prints it.
func dotted(code string) string {
	code = strings.ReplaceAll(code, ".", "")
	if len(code) < 6 {
		return code
	}
	out := code[:4] + "." + code[4:6]
	for rest := code[6:]; rest != ""; rest = rest[min(2, len(rest)):] {
		out += "." + rest[:min(2, len(rest))]
	}
	return out
}
