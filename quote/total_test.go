package quote

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/govalues/decimal"
)

func TestTheTotalIsTheSumOfTheLinesAndOfWhatIsOwedOnce(t *testing.T) {
	t.Parallel()
	e := setup(t)
	r := rand.New(rand.NewPCG(7, 8))
	complete := 0
	for range 100 {
		items := mustQuote(t, e, sampleRequest(r, sampleLines(e), LanguageEnglish))
		total := TotalOf(items)
		want := &decimal.Zero
		for _, item := range items {
			want = sum(want, decimalOf(item.Amounts.PerLine))
		}
		want = sum(want, decimalOf(items[0].Amounts.PerPedimento))
		if got := decimalOf(total.Total); (got == nil) != (want == nil) || got != nil && got.Cmp(*want) != 0 {
			t.Fatalf("total %v, lines and pedimento %v", total.Total, want)
		}
		if total.Complete {
			complete++
		}
	}
	if complete == 0 {
		t.Error("no total is complete")
	}
}

// Two T-shirts of 50,000.00 and 25,000.00: IGI 17,500.00 + 8,750.00; DTA 75,000 × 0.008 = 600.00, shared 400.00 and
// 200.00; IVA (50,000 + 17,500 + 400) × 0.16 = 10,864.00 and (25,000 + 8,750 + 200) × 0.16 = 5,432.00; PRV 350.00 + 56.00.
func TestAnEntryOfTwoLinesPaysThePrevalidationOnce(t *testing.T) {
	t.Parallel()
	e := setup(t)
	shirt := func(value int64) Product {
		return Product{Description: "Cotton T-shirt", HSCode: "61091003", Country: "VN", CustomsValue: number(decimal.MustNew(value, 0))}
	}
	total := TotalOf(mustQuote(t, e, Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{shirt(50_000), shirt(25_000)}}))
	text, err := json.Marshal(total)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"duties":26250.00,"taxes":16296.00,"fees":1006.00,"total":43552.00,"once_per_entry":[{"name":"PRV","amount":350.00},{"name":"IVA/PRV","amount":56.00}],"complete":true}`
	if string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
}

func TestAProhibitionNamesTheRuleThatBars(t *testing.T) {
	t.Parallel()
	item := mustQuote(t, setup(t), Request{Direction: DirectionImport, Language: LanguageEnglish, Date: "2026-06-15", Products: []Product{
		{Description: "Carbofuran 5 % and carbosulfan", HSCode: "38089199", Country: "CN"}}})[0]
	charge := item.Tariffs[0]
	if charge.LegalRef != "Decreto DOF 04-09-2025" || !strings.Contains(charge.Reason, "carbofuran, carbosulfan") {
		t.Errorf("%+v", charge)
	}
}

func TestATotalIsNullWhereAPartIsNotKnown(t *testing.T) {
	t.Parallel()
	e := setup(t)
	value := number(decimal.MustNew(100_000, 0))
	for name, c := range map[string]struct {
		request Request
		total   string
	}{
		"prohibited":          {Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{Description: "carbofuran", HSCode: "38089199", Country: "CN", CustomsValue: value}}}, "null"},
		"without value":       {Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{Description: "laptop", HSCode: "84713001", Country: "CN"}}}, "null"},
		"amounts of 2027":     {Request{Direction: DirectionImport, Date: "2027-01-15", Products: []Product{{Description: "laptop", HSCode: "84713001", Country: "CN", CustomsValue: value}}}, "null"},
		"compensatory, open":  {Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{Description: "Extruded aluminium profile", HSCode: "76042101", Country: "CN", CustomsValue: value}}}, "null"},
		"two exports pay one": {Request{Direction: DirectionExport, Date: "2026-06-15", Products: []Product{{Description: "laptop", HSCode: "84713001", Country: "CN", CustomsValue: value}, {Description: "laptop", HSCode: "84713001", Country: "CN", CustomsValue: value}}}, "462.86"},
	} {
		if total := TotalOf(mustQuote(t, e, c.request)); shown(total.Total) != c.total || total.Complete == (c.total == "null") {
			t.Errorf("%s: %s, complete %v", name, shown(total.Total), total.Complete)
		}
	}
	if total := TotalOf(nil); total.Complete {
		t.Error("the total of nothing is complete")
	}
}

// english are words that no Spanish sentence holds, and names of fields where no field is meant.
var english = regexp.MustCompile(`\b(the|of|with|and|is|not|customs|stated|goods|exempt|rate|sugar|value|quantity|pieces|duty|only|where)\b|[a-z]+_[a-z_]+`)

// fieldsNamed are the places in which a sentence names fields of the request.
var fieldsNamed = regexp.MustCompile(`\((?:campos?|currency|exchange_rate|customs_value)[^)]*\)|product_description|campo \w+|lo considera: [^.]*|annex-21|estimated-prices|^(?:usd_)?exchange_rate: `)

func TestSpanishAnswersHoldNoEnglish(t *testing.T) {
	t.Parallel()
	e := setup(t)
	r := rand.New(rand.NewPCG(11, 12))
	found := map[string]bool{}
	for range 150 {
		request := sampleRequest(r, sampleLines(e), LanguageSpanish)
		for i := range request.Products {
			request.Products[i].Description = "mercancía"
		}
		for _, item := range mustQuote(t, e, request) {
			spoken(t, item, func(text string) {
				if word := english.FindString(fieldsNamed.ReplaceAllString(text, "")); word != "" && !found[text] {
					found[text] = true
					t.Errorf("%q holds %q", text, word)
				}
			})
		}
	}
}

// spoken hands every sentence of an item to check.
func spoken(t *testing.T, item Item, check func(string)) {
	t.Helper()
	text, err := json.Marshal(item)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	var walk func(key string, node any)
	walk = func(key string, node any) {
		switch node := node.(type) {
		case map[string]any:
			for k, child := range node {
				walk(k, child)
			}
		case []any:
			for _, child := range node {
				walk(key, child)
			}
		case string:
			switch key {
			case "description", "reason", "formula", "detail", "deciding_fact", "scope_note", "ambiguities", "suggestions", "not_evaluated", "proof", "note", "text", "condition", "per_unit", "status":
				check(node)
			}
		}
	}
	walk("", tree)
}
