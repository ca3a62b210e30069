package quote

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// sample quotes lines from all over the tariff with facts that give every charge its amount.
func sampleRequest(r *rand.Rand, lines []tariff.Line, language Language) Request {
	countries := []string{"CN", "US", "DE", "JP", "CL", "BR", "CO", "GB", "IL", "VN"}
	words := []string{"new", "used", "with sugar", "sugar free", "electric", "in bulk", "for animals", "snack", "wine 12% vol", "pesticide category 3"}
	request := Request{Direction: DirectionImport, Language: language, Date: "2026-06-15", IncludeRRNA: true}
	for range 5 {
		value := decimal.MustNew(1+r.Int64N(1_000_000_000), 2)
		quantity := decimal.MustNew(1+r.Int64N(100_000), 0)
		rate := decimal.MustNew(175_000+r.Int64N(10_000), 4)
		request.Products = append(request.Products, Product{
			Description: "goods " + words[r.IntN(len(words))] + " " + words[r.IntN(len(words))],
			HSCode:      lines[r.IntN(len(lines))].Code, Country: countries[r.IntN(len(countries))],
			CustomsValue: number(value), USDRate: number(rate), Quantity: number(quantity),
			Numbers: map[Fact]Number{
				FactSugarKg: {quantity}, FactLitres: {quantity}, FactCigarettes: {quantity}, FactTonnes: {quantity},
				FactAlcoholDegrees: {decimal.MustNew(r.Int64N(60), 0)}, FactToxicity: {decimal.MustNew(1+r.Int64N(5), 0)},
				FactOctane: {decimal.MustNew(87, 0)}, FactKcal: {decimal.MustNew(r.Int64N(600), 0)},
			},
			Flags: map[Fact]bool{FactCertificate: r.IntN(2) == 0},
		})
	}
	return request
}

func sampleLines(e *Engine) []tariff.Line {
	var lines []tariff.Line
	for line := range e.schedule.Lines() {
		if line.Import.Kind != tariff.RateProhibited && line.From <= "2026-04-24" && e.rules.inSeason(line.Code, "2026-06-15") == line.Code {
			lines = append(lines, line)
		}
	}
	return lines
}

func mustQuote(t testing.TB, e *Engine, request Request) []Item {
	t.Helper()
	checked, err := e.Check(request)
	if err != nil {
		t.Fatal(err, fail.As(err).Details)
	}
	items, err := e.Quote(context.Background(), checked)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

func TestTotalsNeverFallWhenADutyRises(t *testing.T) {
	t.Parallel()
	e := setup(t)
	higher := raised(t, e)
	r := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 200 {
		request := sampleRequest(r, sampleLines(e), LanguageEnglish)
		low, high := mustQuote(t, e, request), mustQuote(t, higher, request)
		for i := range low {
			if low[i].Amounts.PerLine == nil {
				continue
			}
			compared++
			if high[i].Amounts.PerLine == nil || high[i].Amounts.PerLine.Cmp(low[i].Amounts.PerLine.Decimal) < 0 {
				t.Fatalf("%s: total falls from %s to %s", request.Products[i].HSCode, shown(low[i].Amounts.PerLine), shown(high[i].Amounts.PerLine))
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d totals compared", compared)
	}
}

// raised is e with five points more on every ad valorem duty.
func raised(t *testing.T, e *Engine) *Engine {
	t.Helper()
	five := decimal.MustNew(5, 2)
	text := string(e.schedule.Encode())
	var b strings.Builder
	for row := range strings.Lines(text) {
		cells := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if len(cells) > 2 && !strings.HasPrefix(row, "#") && strings.Contains(cells[2], "%") {
			rate, err := tariff.ParseRate(cells[2])
			if err != nil {
				t.Fatal(err)
			}
			if rate.AdValorem, err = rate.AdValorem.Add(five); err != nil {
				t.Fatal(err)
			}
			cells[2] = rate.String()
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	schedule, err := tariff.OpenSchedule([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return New(schedule, e.rules)
}

func TestLanguageChangesNoNumber(t *testing.T) {
	t.Parallel()
	e := setup(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		request := sampleRequest(r, sampleLines(e), LanguageEnglish)
		english := mustQuote(t, e, request)
		request.Language = LanguageSpanish
		spanish := mustQuote(t, e, request)
		for i := range english {
			if !reflect.DeepEqual(figuresOf(t, english[i]), figuresOf(t, spanish[i])) {
				t.Fatalf("%s differs by language", request.Products[i].HSCode)
			}
		}
	}
}

// figuresOf is an item without the texts that are written in a language.
func figuresOf(t *testing.T, item Item) any {
	t.Helper()
	text, err := json.Marshal(item)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	return withoutTexts(tree)
}

func withoutTexts(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		for key, value := range v {
			switch key {
			case "description", "reason", "formula", "detail", "deciding_fact", "scope_note", "ambiguities", "suggestions", "not_evaluated", "status", "proof", "note", "text", "condition", "per_unit":
				delete(v, key)
			case "name":
				if _, isCharge := v["rate_type"]; !isCharge {
					delete(v, key)
				}
			default:
				v[key] = withoutTexts(value)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutTexts(v[i])
		}
	}
	return tree
}

func TestPreferentialRateNeverExceedsTheGeneralOne(t *testing.T) {
	t.Parallel()
	base := setup(t)
	rules := *base.rules
	preferences := map[string]*prefixed[preferenceRule]{}
	provision := Provision{From: "2020-01-01", Source: "test", Certainty: tariff.CertaintyVerified}
	for i, name := range []string{"T-MEC", "TIPAT", "TLC Chile", "TLCUEM", "AAE Japón"} {
		preferences[name] = &prefixed[preferenceRule]{}
		for chapter := 1; chapter < 98; chapter++ {
			prefix := string([]byte{byte('0' + chapter/10), byte('0' + chapter%10)})
			rate := decimal.MustNew(int64((i*7+chapter*3)%60), 2)
			preferences[name].add([]string{prefix}, preferenceRule{
				Provision: provision, agreement: name, prefixes: []string{prefix}, status: PreferenceReduced, rate: &rate, vintage: "2020-01-01",
			})
		}
	}
	rules.preference = preferences
	e := New(base.schedule, &rules)
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		request := sampleRequest(r, sampleLines(e), LanguageEnglish)
		for i, item := range mustQuote(t, e, request) {
			line, _ := e.schedule.Line(request.Products[i].HSCode)
			checkRanking(t, line, item)
		}
	}
}

// checkRanking checks one item: confirmed rates stay below the general one, savings fall from the
// first agreement to the last.
func checkRanking(t *testing.T, line tariff.Line, item Item) {
	t.Helper()
	code := line.Code
	last := (*Number)(nil)
	for _, a := range item.TradeAgreements {
		if a.PreferentialRate != nil && line.Import.Kind == tariff.RateAdValorem && a.PreferentialRate.Cmp(line.Import.AdValorem) > 0 {
			t.Errorf("%s %s: %s exceeds %s", code, a.Name, a.PreferentialRate, line.Import)
		}
		if a.Saving != nil && a.Saving.IsNeg() {
			t.Errorf("%s %s: negative saving %s", code, a.Name, a.Saving)
		}
		if last != nil && a.Saving != nil && a.Saving.Cmp(last.Decimal) > 0 {
			t.Errorf("%s: %s saves more than the one before it", code, a.Name)
		}
		if a.Saving != nil {
			last = a.Saving
		}
	}
}

func TestSharesOfTheFeeAddUpToTheFee(t *testing.T) {
	t.Parallel()
	e := setup(t)
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		request := Request{Direction: DirectionImport, Date: "2026-06-15"}
		total := decimal.Zero
		for range 1 + r.IntN(20) {
			value := decimal.MustNew(r.Int64N(1_000_000), 2)
			total, _ = total.Add(value)
			request.Products = append(request.Products, Product{Description: "x", HSCode: "84713001", Country: "CN", CustomsValue: number(value)})
		}
		eight := decimal.MustNew(8, 3)
		fee := times(&total, &eight)
		if minimum := decimal.MustParse("461.61"); fee.Cmp(minimum) < 0 {
			fee = &minimum
		}
		paid := decimal.Zero
		for _, item := range mustQuote(t, e, request) {
			paid, _ = paid.Add(item.Taxes[0].Amount.Decimal)
		}
		if paid.Cmp(*fee) != 0 {
			t.Fatalf("shares add up to %s, the fee is %s", paid, fee)
		}
	}
}

func TestEveryOpenLineOfTheTariffIsQuotedBothWays(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, direction := range []Direction{DirectionImport, DirectionExport} {
		for line := range e.schedule.Lines() {
			if e.rules.inSeason(line.Code, "2026-06-15") != line.Code {
				continue
			}
			items := mustQuote(t, e, Request{
				Direction: direction, Date: "2026-06-15", Language: LanguageSpanish, IncludeRRNA: true,
				Products: []Product{{Description: "mercancía", HSCode: line.Code, Country: "US"}},
			})
			item := items[0]
			if len(item.Tariffs) == 0 && line.Code != "24041101" { // the one line whose export duty is not held
				t.Errorf("%s %s has no duty", direction, line.Code)
			}
			text, err := json.Marshal(item)
			if err != nil || strings.Contains(string(text), "{") && strings.Contains(string(text), "\"\",\"reason\":\"\"") {
				t.Errorf("%s %s: %v", direction, line.Code, err)
			}
			for _, c := range append(item.Tariffs, item.Taxes...) {
				if c.Description == "" || c.Reason == "" || c.LegalRef == "" || c.EffectiveFrom == "" || !c.Certainty.Known() ||
					strings.Contains(c.Reason+c.Formula, "{") {
					t.Errorf("%s %s: incomplete charge %+v", direction, line.Code, c)
				}
			}
		}
	}
}
