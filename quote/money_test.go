package quote

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
)

func TestAmountsAreRoundedHalfUpToCentavos(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0.00", "0.004": "0.00", "0.005": "0.01", "0.015": "0.02", "0.025": "0.03", "1.2349": "1.23", "1.235": "1.24",
		"99999999999.995": "100000000000.00", "7": "7.00",
	} {
		got, ok := centavos(decimal.MustParse(text))
		if !ok || got.String() != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestAProductOrSumWithAMissingPartIsMissing(t *testing.T) {
	t.Parallel()
	one := decimal.One
	if times(&one, nil) != nil || sum(&one, nil) != nil {
		t.Error("a missing part is taken for a number")
	}
	if got := times(&one, &one); got == nil || got.String() != "1.00" {
		t.Errorf("1 × 1 = %v", got)
	}
}

func TestQuantitiesConvertBetweenUnitsOfOneMeasure(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	for _, c := range []struct{ quantity, from, to, want string }{
		{"2.5", "t", "Kg", "2500.0"}, {"750", "ml", "L", "0.750"}, {"3", "docenas", "Pza", "36"}, {"4", "", "Kg", "4"}, {"5", "kilos", "Kg", "5"},
		{"6", "m2", "M²", "6"}, {"7", "Pza", "Kg", ""}, {"8", "parsec", "Kg", ""}, {"9", "Kg", "", ""},
	} {
		got, ok := rules.convert(decimal.MustParse(c.quantity), c.from, c.to)
		if ok != (c.want != "") || ok && got.Cmp(decimal.MustParse(c.want)) != 0 {
			t.Errorf("%s %s in %s: %s %v, want %s", c.quantity, c.from, c.to, got, ok, c.want)
		}
	}
}

// TestEveryMessageTheCodeSpeaksExists keeps a missing text from becoming an empty field.
func TestEveryMessageTheCodeSpeaksExists(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	spoken := regexp.MustCompile(`say\("([a-zA-Z_]+)"( ?\+)?`)
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spoken.FindAllStringSubmatch(string(text), -1) {
			if m[2] != "" || m[1] == "key" { // completed by a value
				continue
			}
			found++
			if _, known := rules.messages[m[1]]; !known {
				t.Errorf("%s: message %q does not exist", file, m[1])
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d messages found", found)
	}
	for _, key := range []string{
		"describe_IGI", "describe_IGE", "describe_import_duty", "describe_export_duty", "prohibited_import", "prohibited_export",
		"reason_prohibited_import", "reason_prohibited_export", "reason_cc_may_apply", "reason_cc_no", "scope_annex_all", "scope_annex_only",
		"scope_annex_except", "ambiguity_all", "ambiguity_only", "ambiguity_except", "note_line_secondary", "note_line_unconfirmed",
		"ask_value", "ask_exchange_rate", "not_held_usa", "not_held_col", "not_held_arg",
	} {
		if text := rules.messages[key]; text == nil || text.english.text == "" || text.spanish.text == "" {
			t.Errorf("message %q does not exist in both languages", key)
		}
	}
}

func TestRoundedPartsAddUpToTheRoundedSum(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ each, want string }{{"0.005", "0.50"}, {"0.525", "52.50"}, {"0.3333", "33.33"}, {"1", "100.00"}} {
		amounts := make([]decimal.Decimal, 100)
		for i := range amounts {
			amounts[i] = decimal.MustParse(c.each)
		}
		if total := sum(spread(amounts)...); total == nil || total.String() != c.want {
			t.Errorf("100 times %s is %v, want %s", c.each, total, c.want)
		}
	}
}

// A hundred items of 0.03 USD at 17.50 MXN are 52.50 MXN, not a hundred times 0.53; the courier's 33.5 % of
// them is 17.59, not a hundred times 0.18.
func TestItemsOfAParcelAreNotRoundedBeforeTheyAreAdded(t *testing.T) {
	t.Parallel()
	e := setup(t)
	p := parcelOf("CN", "0.03", "2026-06-15")
	for range 99 {
		p.Items = append(p.Items, p.Items[0])
	}
	q := mustParcel(t, e, p)
	if a := by(q, ChannelCourier); shown(a.Totals.Goods) != "52.50" || shown(a.Totals.Taxes) != "17.59" {
		t.Errorf("goods %s, taxes %s", shown(a.Totals.Goods), shown(a.Totals.Taxes))
	}
}

// FuzzMoney quotes amounts, rates and quantities as anybody may write them: none may panic, and a quote
// that comes out has sums of its parts.
func FuzzMoney(f *testing.F) {
	e := setup(f)
	f.Add("1000000000", "1000000000", "17.5", "17.5", "USD")
	f.Add("99999999999", "0.00000001", "1000000", "0.00000001", "EUR")
	f.Add("0.005", "1e9", "1", "20", "MXN")
	f.Add("1e400", "-1", "", "null", "JPY")
	f.Fuzz(func(t *testing.T, value, quantity, rate, usd, code string) {
		fuzzQuote(t, e, value, quantity, rate, usd, code)
		fuzzParcel(t, e, value, quantity, rate, usd, code)
	})
}

func fuzzQuote(t *testing.T, e *Engine, value, quantity, rate, usd, code string) {
	name, _ := json.Marshal(code)
	body := fmt.Sprintf(`{"direction":"import","date":"2026-06-15","products":[
		{"product_description":"x","hscode_8digits":"40122001","country":"CN","customs_value":%s,"quantity":%s,"exchange_rate":%s,"usd_exchange_rate":%s,"currency":%s},
		{"product_description":"car","hscode_8digits":"87032302","country":"CN","customs_value":%s,"quantity":%s}]}`, value, quantity, rate, usd, name, value, quantity)
	checked, err := e.Read([]byte(body), SupportedCountry, true)
	if err != nil {
		if fail.CodeOf(err) == fail.CodeInternal {
			t.Fatalf("no code: %v", err)
		}
		return
	}
	items, err := e.Quote(t.Context(), checked)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		for _, charge := range append(item.Tariffs, item.Taxes...) {
			if charge.Amount != nil && (charge.Amount.IsNeg() || charge.Amount.Scale() != 2) {
				t.Fatalf("%s: amount %s of %s", body, charge.Amount, charge.Name)
			}
		}
	}
}

func fuzzParcel(t *testing.T, e *Engine, value, quantity, rate, usd, code string) {
	numbers := make([]*Number, 4)
	for i, text := range []string{value, quantity, rate, usd} {
		n := &Number{}
		if n.UnmarshalJSON([]byte(text)) == nil {
			numbers[i] = n
		}
	}
	if numbers[0] == nil || numbers[1] == nil {
		return
	}
	item := ParcelItem{Description: "Cotton T-shirt", HSCode: "61091003", Country: "CN", Quantity: *numbers[1], UnitValue: *numbers[0]}
	q, err := e.Parcel(t.Context(), Parcel{
		Destination: "MEX", Provenance: "CN", Currency: code, ExchangeRate: numbers[2], USDRate: numbers[3], Date: "2026-06-15",
		Freight: numbers[2], Insurance: numbers[0], Items: []ParcelItem{item, item, item},
	}, nil)
	if err != nil {
		if fail.CodeOf(err) == fail.CodeInternal {
			t.Fatalf("no code: %v", err)
		}
		return
	}
	for _, a := range q.Alternatives {
		if a.Totals.Landed == nil {
			continue
		}
		parts := sum(decimalOf(a.Totals.Goods), decimalOf(a.Totals.Freight), decimalOf(a.Totals.Insurance), decimalOf(a.Totals.Duties), decimalOf(a.Totals.Taxes), decimalOf(a.Totals.Fees))
		if parts == nil || parts.Cmp(a.Totals.Landed.Decimal) != 0 {
			t.Fatalf("%s: %v is not the sum of its parts, %v", a.Channel, a.Totals.Landed, parts)
		}
	}
}

func TestMoneyThatCannotBeHeldIsRefusedByField(t *testing.T) {
	t.Parallel()
	e := setup(t)
	big := *number(decimal.MustNew(1_000_000_000, 0))
	p := parcelOf("CN", "1", "2026-06-15")
	p.Items[0].Quantity, p.Items[0].UnitValue = big, big
	_, err := e.Parcel(t.Context(), p, nil)
	if !hasDetail(err, "items[0].unit_value: exceeds") {
		t.Errorf("%v", fail.As(err).Details)
	}
	p = parcelOf("CN", "1", "2026-06-15")
	p.Freight = number(maxValue)
	if _, err = e.Parcel(t.Context(), p, nil); !hasDetail(err, "freight: exceeds") {
		t.Errorf("%v", fail.As(err).Details)
	}
	p = parcelOf("CN", "1", "2026-06-15")
	p.USDRate = number(decimal.MustParse("40"))
	if _, err = e.Parcel(t.Context(), p, nil); !hasDetail(err, "usd_exchange_rate: 40 MXN for one USD contradicts exchange_rate") {
		t.Errorf("%v", fail.As(err).Details)
	}
	p.Currency = "ABC"
	if _, err = e.Parcel(t.Context(), p, nil); !hasDetail(err, "currency: \"ABC\" is no currency") {
		t.Errorf("%v", fail.As(err).Details)
	}
	_, err = e.Check(Request{Direction: DirectionImport, Products: []Product{{
		Description: "x", HSCode: "84713001", Country: "CN", CustomsValue: number(maxValue), Currency: "USD", ExchangeRate: number(maxExchangeRate)}}})
	if !hasDetail(err, "products[0].customs_value: exceeds") {
		t.Errorf("%v", fail.As(err).Details)
	}
}

func hasDetail(err error, part string) bool {
	return err != nil && slices.ContainsFunc(fail.As(err).Details, func(d string) bool { return strings.HasPrefix(d, part) })
}

func TestUnitsOfOneMeasureConvertAndAmbiguousOnesDoNot(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	for _, c := range []struct{ quantity, from, to, want string }{
		{"2500", "g", "Kg", "2.5"}, {"2.5", "Kg", "G", "2500"}, {"3", "T", "kg", "3000"}, {"1500", "kg", "t", "1.5"}, {"24", "pieces", "Par", "12"},
		{"12", "pares", "Pza", "24"}, {"3", "dozen pairs", "Par", "36"}, {"3", "docenas", "Pza", "36"}, {"3", "docenas", "Par", ""}, {"2", "Mll", "Pza", "2000"},
		{"5", "cabezas", "Pza", "5"}, {"2", "m3", "L", "2000"}, {"1", "Barr", "L", "158.987294928"}, {"2", "lb", "Kg", "0.90718474"}, {"5", "ct", "G", "1"}, {"4", "Pza", "Kg", ""},
	} {
		got, ok := rules.convert(decimal.MustParse(c.quantity), c.from, c.to)
		if ok != (c.want != "") || ok && got.Cmp(decimal.MustParse(c.want)) != 0 {
			t.Errorf("%s %s in %s: %s %v, want %s", c.quantity, c.from, c.to, got, ok, c.want)
		}
	}
}
