package quote

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// goldenCase is a situation worked out by hand: its arithmetic stands beside what is expected.
type goldenCase struct {
	Name        string            `json:"name"`
	Law         string            `json:"law"`
	Arithmetic  []string          `json:"arithmetic"`
	Direction   string            `json:"direction"`
	Language    string            `json:"language"`
	Date        string            `json:"date"`
	Country     string            `json:"country_code"`
	IncludeRRNA bool              `json:"include_rrna"`
	Programs    []string          `json:"programs"`
	Products    []json.RawMessage `json:"products"`
	Expect      []goldenItem      `json:"expect"`
	Error       *struct {
		Code    fail.Code `json:"code"`
		Details []string  `json:"details"`
		Says    []string  `json:"mentions"`
	} `json:"error"`
	QuoteTotal json.RawMessage `json:"quote_total"`
}

type goldenItem struct {
	Tariffs      [][4]*string       `json:"tariffs"` // name, rate type, rate, amount
	Taxes        [][4]*string       `json:"taxes"`
	IEPS         *bool              `json:"ieps"`
	PerLine      string             `json:"per_line"`
	PerPedimento string             `json:"per_pedimento"`
	PerUnit      string             `json:"per_unit"`
	Complete     *bool              `json:"complete"`
	Alternatives *[][3]string       `json:"alternatives"` // programme, rate, saving
	Restrictions map[string]Applies `json:"restrictions"`
	Absent       []string           `json:"absent"`
	NotThat      map[string]Applies `json:"absent_restriction"`
	NotRRNA      []string           `json:"absent_rrna_yes"`
	Texts        []string           `json:"texts"`    // parts that some text of the answer says
	NoTexts      []string           `json:"no_texts"` // and that none says
	Agreements   []string           `json:"agreements"`
	Savings      map[string]string  `json:"savings"`
	RRNA         map[string]Applies `json:"rrna_applies"`
	AbsentRRNA   []string           `json:"absent_rrna"`
	Suggestions  []string           `json:"suggestions"`
	Unasked      []string           `json:"no_suggestions"`
	NotEvaluated []string           `json:"not_evaluated"`
	Certainty    tariff.Certainty   `json:"certainty"`
}

func TestGoldenCasesComeOutAsTheLawSays(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for file, atLeast := range map[string]int{"cases.json": 173, "broker.json": 75} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []goldenCase
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(err)
		}
		if len(cases) < atLeast {
			t.Fatalf("%s: %d cases, want %d or more", file, len(cases), atLeast)
		}
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				c.check(t, e)
			})
		}
	}
}

func (c goldenCase) check(t *testing.T, e *Engine) {
	fields := map[string]any{"direction": c.Direction, "language": c.Language, "date": c.Date, "products": c.Products}
	if c.Programs != nil {
		fields["programs"] = c.Programs
	}
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	country := c.Country
	if country == "" {
		country = SupportedCountry
	}
	request, err := e.Read(body, country, c.IncludeRRNA)
	if c.Error != nil {
		c.checkError(t, err)
		return
	}
	if err != nil {
		t.Fatalf("%v %v", err, fail.As(err).Details)
	}
	items, err := e.Quote(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range c.Expect {
		want.check(t, items[i])
	}
	if t.Failed() {
		t.Logf("%s\n%s", c.Law, strings.Join(c.Arithmetic, "\n"))
	}
}

func (c goldenCase) checkError(t *testing.T, err error) {
	if err == nil {
		t.Fatal("no error")
	}
	failure := fail.As(err)
	if failure.Code != c.Error.Code {
		t.Errorf("code %s, want %s", failure.Code, c.Error.Code)
	}
	for _, field := range c.Error.Details {
		if !slices.ContainsFunc(failure.Details, func(d string) bool { return strings.HasPrefix(d, field+": ") }) {
			t.Errorf("no detail for %s in %q", field, failure.Details)
		}
	}
	contain(t, "errors", failure.Details, c.Error.Says)
}

func (want goldenItem) check(t *testing.T, item Item) {
	t.Helper()
	if want.Tariffs != nil {
		compareCharges(t, "tariffs", item.Tariffs, want.Tariffs)
	}
	if want.Taxes != nil {
		compareCharges(t, "taxes", item.Taxes, want.Taxes)
	}
	if want.IEPS != nil && item.IEPS != *want.IEPS {
		t.Errorf("ieps %v", item.IEPS)
	}
	if want.PerLine != "" && shown(item.Amounts.PerLine) != want.PerLine {
		t.Errorf("per line %s, want %s", shown(item.Amounts.PerLine), want.PerLine)
	}
	if want.PerPedimento != "" && shown(item.Amounts.PerPedimento) != want.PerPedimento {
		t.Errorf("per pedimento %s, want %s", shown(item.Amounts.PerPedimento), want.PerPedimento)
	}
	if want.PerUnit != "" && shown(item.Amounts.PerUnit) != want.PerUnit {
		t.Errorf("per unit %s, want %s", shown(item.Amounts.PerUnit), want.PerUnit)
	}
	if want.Complete != nil && item.Amounts.Complete != *want.Complete {
		t.Errorf("complete %v", item.Amounts.Complete)
	}
	if want.Certainty != "" && item.Tariffs[0].Certainty != want.Certainty {
		t.Errorf("certainty %s, want %s", item.Tariffs[0].Certainty, want.Certainty)
	}
	want.checkRules(t, item)
}

func (want goldenItem) checkRules(t *testing.T, item Item) {
	t.Helper()
	for key, applies := range want.Restrictions {
		if !slices.ContainsFunc(item.Restrictions, func(r Restriction) bool { return r.Key == key && r.Applies == applies }) {
			t.Errorf("no restriction %s: %s in %+v", key, applies, item.Restrictions)
		}
	}
	for _, key := range want.Absent {
		if slices.ContainsFunc(item.Restrictions, func(r Restriction) bool { return r.Key == key }) {
			t.Errorf("restriction %s should be absent", key)
		}
	}
	for key, applies := range want.NotThat {
		if slices.ContainsFunc(item.Restrictions, func(r Restriction) bool { return r.Key == key && r.Applies == applies }) {
			t.Errorf("restriction %s: %s should be absent", key, applies)
		}
	}
	for _, code := range want.NotRRNA {
		if slices.ContainsFunc(item.RRNA, func(r Regulation) bool { return r.Standard == code && r.Applies == AppliesYes }) {
			t.Errorf("regulation %s should not apply", code)
		}
	}
	if want.Alternatives != nil {
		found := [][3]string{}
		for _, a := range item.Alternatives {
			found = append(found, [3]string{string(a.Programme), shown(a.Rate), shown(a.Saving)})
		}
		if !slices.Equal(found, *want.Alternatives) {
			t.Errorf("alternatives %v, want %v", found, *want.Alternatives)
		}
	}
	want.checkTexts(t, item)
	for code, applies := range want.RRNA {
		if !slices.ContainsFunc(item.RRNA, func(r Regulation) bool { return r.Standard == code && r.Applies == applies }) {
			t.Errorf("no regulation %s: %s in %+v", code, applies, item.RRNA)
		}
	}
	for _, code := range want.AbsentRRNA {
		if slices.ContainsFunc(item.RRNA, func(r Regulation) bool { return r.Standard == code }) {
			t.Errorf("regulation %s should be absent", code)
		}
	}
	for _, part := range want.Unasked {
		if slices.ContainsFunc(item.Suggestions, func(s string) bool { return strings.Contains(s, part) }) {
			t.Errorf("%q should not be asked: %q", part, item.Suggestions)
		}
	}
	if want.Agreements != nil {
		names := []string{}
		for _, a := range item.TradeAgreements {
			name, _, _ := strings.Cut(a.Name, " (")
			names = append(names, name)
		}
		if !slices.Equal(names, want.Agreements) {
			t.Errorf("agreements %q, want %q", names, want.Agreements)
		}
	}
	for name, saving := range want.Savings {
		if !slices.ContainsFunc(item.TradeAgreements, func(a Agreement) bool { return strings.HasPrefix(a.Name, name) && shown(a.Saving) == saving }) {
			t.Errorf("%s does not save %s: %+v", name, saving, item.TradeAgreements)
		}
	}
	contain(t, "suggestions", item.Suggestions, want.Suggestions)
	contain(t, "not_evaluated", item.NotEvaluated, want.NotEvaluated)
}

func (want goldenItem) checkTexts(t *testing.T, item Item) {
	t.Helper()
	if len(want.Texts)+len(want.NoTexts) == 0 {
		return
	}
	all, err := json.Marshal(item)
	if err != nil {
		t.Fatal(err)
	}
	contain(t, "answer", []string{string(all)}, want.Texts)
	for _, part := range want.NoTexts {
		if strings.Contains(string(all), part) {
			t.Errorf("%q stands in %s", part, all)
		}
	}
}

func contain(t *testing.T, field string, texts, parts []string) {
	t.Helper()
	for _, part := range parts {
		if !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, part) }) {
			t.Errorf("%s: nothing mentions %q in %q", field, part, texts)
		}
	}
}

func compareCharges(t *testing.T, field string, charges []Charge, want [][4]*string) {
	t.Helper()
	if len(charges) != len(want) {
		t.Errorf("%s: %d charges, want %d: %+v", field, len(charges), len(want), charges)
		return
	}
	for i, w := range want {
		c := charges[i]
		if c.Name != *w[0] || string(c.RateType) != *w[1] || shown(c.Rate) != orNone(w[2]) || shown(c.Amount) != orNone(w[3]) {
			t.Errorf("%s %d: %s %s %s %s, want %s %s %s %s", field, i,
				c.Name, c.RateType, shown(c.Rate), shown(c.Amount), *w[0], *w[1], orNone(w[2]), orNone(w[3]))
		}
	}
}

func shown(n *Number) string {
	if n == nil {
		return "null"
	}
	return n.Decimal.String()
}

func orNone(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}
