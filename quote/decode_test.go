package quote

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
)

const goodProduct = `{"product_description":"Laptop computer","hscode_8digits":"8471.30.01","country":"CN"}`

func bodyOf(products ...string) string {
	return `{"direction":"import","products":[` + strings.Join(products, ",") + `]}`
}

func with(fields string) string { return strings.TrimSuffix(goodProduct, "}") + "," + fields + "}" }

func TestDecodeReadsARequestWhole(t *testing.T) {
	t.Parallel()
	request, err := Decode([]byte(`{"direction":"export","language":"English","date":"2026-06-01","products":[` +
		with(`"customs_value":1234.5,"currency":"usd","exchange_rate":17.5,"quantity":3,"quantity_unit":"Pza","alcohol_degrees":12.5,"has_certificate_of_origin":true,"litres":null`) + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	p := request.Products[0]
	if request.Direction != DirectionExport || request.Language != LanguageEnglish || request.Date != "2026-06-01" ||
		p.HSCode != "84713001" || p.Currency != "USD" || p.CustomsValue.String() != "1234.5" ||
		p.Numbers[FactAlcoholDegrees].String() != "12.5" || !p.Flags[FactCertificate] {
		t.Errorf("%+v", request)
	}
	if _, stated := p.Numbers[FactLitres]; stated {
		t.Error("null is taken for a value")
	}
}

func TestDecodeNamesEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	_, err := Decode([]byte(`{"direction":"sideways","language":"French","date":"2026-02-30","colour":1,"products":[
		{"product_description":"","hscode_8digits":84713001,"country":"CN","customs_value":-1,"quantity":1e308,"used":"yes","extra":true},
		{"hscode_8digits":"84713001","hscode_8digits":"84713001","exchange_rate":"17"}]}`))
	failure := fail.As(err)
	if failure.Code != fail.CodeSvcDocsValidation {
		t.Fatalf("code %s", failure.Code)
	}
	for _, field := range []string{
		"direction", "language", "date", "colour", "products[0].product_description", "products[0].hscode_8digits",
		"products[0].customs_value", "products[0].quantity", "products[0].used", "products[0].extra",
		"products[1].hscode_8digits", "products[1].product_description", "products[1].country", "products[1].exchange_rate",
	} {
		if !slices.ContainsFunc(failure.Details, func(d string) bool { return strings.HasPrefix(d, field+": ") }) {
			t.Errorf("%s is not named in %q", field, failure.Details)
		}
	}
}

func TestDecodeRefusesWhatIsNoRequest(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(goodProduct+",", 20) + goodProduct
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for name, c := range map[string]struct {
		body string
		code fail.Code
	}{
		"empty":              {"", fail.CodeSvcDocsValidation},
		"malformed":          {`{"direction":`, fail.CodeSvcDocsValidation},
		"array":              {`[]`, fail.CodeSvcDocsValidation},
		"two values":         {bodyOf(goodProduct) + "{}", fail.CodeSvcDocsValidation},
		"products absent":    {`{"direction":"import"}`, fail.CodeSvcDocsValidation},
		"products null":      {`{"direction":"import","products":null}`, fail.CodeSvcDocsValidation},
		"no products":        {bodyOf(), fail.CodeBadRequest},
		"21 products":        {bodyOf(many), fail.CodeBadRequest},
		"21 and a fault":     {`{"direction":"up","products":[` + many + `]}`, fail.CodeBadRequest},
		"NaN":                {bodyOf(with(`"customs_value":NaN`)), fail.CodeSvcDocsValidation},
		"Infinity":           {bodyOf(with(`"customs_value":1e999`)), fail.CodeSvcDocsValidation},
		"1e308":              {bodyOf(with(`"customs_value":1e308`)), fail.CodeSvcDocsValidation},
		"negative":           {bodyOf(with(`"quantity":-5`)), fail.CodeSvcDocsValidation},
		"too many digits":    {bodyOf(with(`"customs_value":1.0000000000000000000001`)), fail.CodeSvcDocsValidation},
		"duplicate key":      {bodyOf(with(`"country":"US"`)), fail.CodeSvcDocsValidation},
		"duplicate root key": {`{"direction":"import","direction":"export","products":[` + goodProduct + `]}`, fail.CodeSvcDocsValidation},
		"extra field":        {bodyOf(with(`"price":5`)), fail.CodeSvcDocsValidation},
		"nested":             {bodyOf(with(`"country_of_origin":` + deep)), fail.CodeSvcDocsValidation},
		"bad encoding":       {bodyOf(strings.Replace(goodProduct, "Laptop", "Lapt\xffop", 1)), fail.CodeInvalidEncoding},
		"control characters": {bodyOf(strings.Replace(goodProduct, "Laptop", `Lap\u0000top`, 1)), fail.CodeSvcDocsValidation},
		"long description":   {bodyOf(strings.Replace(goodProduct, "Laptop", strings.Repeat("a", 10_001), 1)), fail.CodeSvcDocsValidation},
		"huge body":          {bodyOf(with(`"a":"` + strings.Repeat("a", 1<<20) + `"`)), fail.CodePayloadTooLarge},
	} {
		if _, err := Decode([]byte(c.body)); err == nil || fail.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

func TestReadNamesFormAndMeaningTogether(t *testing.T) {
	t.Parallel()
	e := setup(t)
	_, err := e.Read([]byte(`{"direction":"import","speed":1,"products":[
		{"product_description":"x","hscode_8digits":"847130019","country":"Atlantis"},
		{"product_description":"x","hscode_8digits":"8471AB01","country":"México"},
		{"product_description":"x","hscode_8digits":"85171202","country":"CN","quantity":0,"quantity_unit":"parsec","currency":"X1"},
		{"product_description":"x","hscode_8digits":"84713001","country":"CN","customs_value":99999999999,"currency":"USD","exchange_rate":18}]}`), "USA", false)
	failure := fail.As(err)
	if failure.Code != fail.CodeBadRequest || !strings.Contains(failure.Message, "MEX") {
		t.Errorf("%s %s", failure.Code, failure.Message)
	}
	for _, field := range []string{
		"country_code", "speed", "products[0].hscode_8digits", "products[0].country", "products[1].hscode_8digits", "products[1].country",
		"products[2].hscode_8digits", "products[2].quantity", "products[2].quantity_unit", "products[2].currency", "products[3].customs_value",
	} {
		if !slices.ContainsFunc(failure.Details, func(d string) bool { return strings.HasPrefix(d, field+": ") }) {
			t.Errorf("%s is not named in %q", field, failure.Details)
		}
	}
}

func TestProblemsOfAHostileBodyAreBounded(t *testing.T) {
	t.Parallel()
	var fields []string
	for i := range 500 {
		fields = append(fields, fmt.Sprintf(`"x%d":1`, i))
	}
	_, err := Decode([]byte(bodyOf(with(strings.Join(fields, ",")))))
	if details := fail.As(err).Details; len(details) != 101 || !strings.Contains(details[100], "400 more") {
		t.Errorf("%d problems, the last %q", len(details), details[len(details)-1])
	}
}

func TestUnsupportedCountryDecidesBeforeAMalformedBody(t *testing.T) {
	t.Parallel()
	_, err := setup(t).Read([]byte(`{`), "COL", false)
	if failure := fail.As(err); failure.Code != fail.CodeBadRequest || len(failure.Details) != 1 {
		t.Errorf("%v %q", err, failure.Details)
	}
}

func TestUnknownLineNamesNearOnes(t *testing.T) {
	t.Parallel()
	e := setup(t)
	_, err := e.Read([]byte(bodyOf(strings.Replace(goodProduct, "8471.30.01", "8471.30.99", 1))), SupportedCountry, false)
	if details := fail.As(err).Details; len(details) != 1 || !strings.Contains(details[0], "84713001") {
		t.Errorf("%q", details)
	}
}

func TestDateBeforeTheFirstDayNamesThatDay(t *testing.T) {
	t.Parallel()
	e := setup(t)
	body := strings.Replace(bodyOf(goodProduct), `"import",`, `"import","date":"2026-04-23",`, 1)
	_, err := e.Read([]byte(body), SupportedCountry, false)
	if details := fail.As(err).Details; len(details) != 1 || !strings.HasPrefix(details[0], "date: ") || !strings.Contains(details[0], "2026-04-24") {
		t.Errorf("%q", details)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(bodyOf(goodProduct)))
	f.Add([]byte(bodyOf(with(`"customs_value":1.5,"currency":"USD","exchange_rate":17,"used":true,"alcohol_degrees":40`))))
	f.Add([]byte(`{"direction":"export","date":"2026-06-01","products":[]}`))
	e := setup(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		request, err := e.Read(body, SupportedCountry, true)
		if err != nil {
			if fail.CodeOf(err) == fail.CodeInternal {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		text, err := json.Marshal(request.request)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(text)
		again.CountryCode, again.IncludeRRNA = request.request.CountryCode, request.request.IncludeRRNA
		if err != nil || !reflect.DeepEqual(again, request.request) {
			t.Fatalf("a request does not survive being kept: %s %v", text, err)
		}
		items, err := e.Quote(t.Context(), request)
		if err != nil || len(items) != len(request.request.Products) {
			t.Fatalf("a request that was read is not quoted: %d items, %v", len(items), err)
		}
	})
}

func ExampleDecode() {
	_, err := Decode([]byte(`{"direction":"import","products":[{"hscode_8digits":"84713001","country":"CN","weight":2}]}`))
	for _, detail := range fail.As(err).Details {
		fmt.Println(detail)
	}
	// Output:
	// products[0].weight: is not a known field
	// products[0].product_description: is required
}
