package api_test

import (
	"context"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/store/storetest"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

const quotePath = "/api/v3/quoter_v2/new-quote"

// quoting is a service whose worker quotes as the product does.
func quoting(t *testing.T) *service {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	engine := quote.New(schedule, rules)
	s := setup(t, func(_ *api.Config, d *api.Deps) { d.Quotes = engine })
	s.handle(func(ctx context.Context, j jobs.Job, _ func(jobs.Progress)) (jobs.Outcome, error) {
		return worker.Quotation{Engine: engine}.Handle(ctx, worker.Task{Job: j})
	})
	return s
}

func quoteBody(products int) string {
	const product = `{"product_description":"leather handbag","hscode_8digits":"42022101","country":"China"}`
	return `{"direction":"import","language":"English","products":[` + strings.TrimSuffix(strings.Repeat(product+",", products), ",") + `]}`
}

func TestAQuoteAnswersItemsInOrderAndChargesByProduct(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	for products, charged := range map[int]string{1: "0.25", 2: "0.5", 20: "5"} {
		var items []map[string]any
		r := s.post(quotePath+"?include_rrna=1", s.key, quoteBody(products)).want(200).decode(&items)
		if len(items) != products || r.header.Get("X-Credits-Charged") != charged {
			t.Errorf("%d items, charged %q", len(items), r.header.Get("X-Credits-Charged"))
		}
		if _, ok := items[0]["tariffs"]; !ok {
			t.Errorf("item %v", items[0])
		}
	}
	storetest.CheckInvariants(t, s.store)
}

func TestAQuoteRefuses400ForTheNumberOfProductsAndTheCountryAnd422ForTheRest(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	for name, c := range map[string]struct {
		query, body string
		status      int
		code        string
		mentions    []string
	}{
		"no products":      {"", quoteBody(0), 400, "BadRequest", []string{"products"}},
		"21 products":      {"", quoteBody(21), 400, "BadRequest", []string{"products"}},
		"products absent":  {"", `{"direction":"import"}`, 422, "SvcDocsValidationError", []string{"products"}},
		"empty body":       {"", "", 422, "SvcDocsValidationError", nil},
		"malformed":        {"", `{"direction"`, 422, "SvcDocsValidationError", nil},
		"unknown field":    {"", strings.Replace(quoteBody(1), `"direction"`, `"colour":1,"direction"`, 1), 422, "SvcDocsValidationError", []string{"colour"}},
		"short code":       {"", strings.Replace(quoteBody(1), "42022101", "4202", 1), 422, "SvcDocsValidationError", []string{"hscode_8digits"}},
		"country":          {"?country_code=USA", quoteBody(1), 422, "SvcDocsValidationError", []string{"country_code: only MEX is supported"}},
		"boolean and body": {"?include_rrna=maybe", `{"direction":"up","products":[{}]}`, 422, "SvcDocsValidationError", []string{"include_rrna", "direction", "product_description"}},
		"not UTF-8":        {"", strings.Replace(quoteBody(1), "leather", "caf\xe9", 1), 400, "InvalidEncoding", nil},
		"NUL":              {"", strings.Replace(quoteBody(1), "leather", `a\u0000`, 1), 422, "SvcDocsValidationError", []string{"NUL"}},
		"user identifier":  {"?user_identifier=" + strings.Repeat("u", 129), quoteBody(1), 422, "SvcDocsValidationError", []string{"user_identifier"}},
		"too large":        {"", strings.Repeat(" ", 1<<20) + quoteBody(1), 413, "PayloadTooLarge", nil},
	} {
		t.Run(name, func(t *testing.T) { s.post(quotePath+c.query, s.key, c.body).fails(c.status, c.code, c.mentions...) })
	}
	r := s.formRequest(quotePath, part{field: "direction", value: "import"})
	s.do1(r, s.key).fails(415, "UnsupportedMediaType", "application/json")
	if storetest.Balance(t, s.store, s.org.ID) != 100*credit.One {
		t.Error("a refusal was charged")
	}
}

func TestAQuoteNeedsAPaidPlanAndCredits(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	free, _ := s.organisation(account.PlanFree, credit.One)
	s.post(quotePath, s.signIn(free.ID, account.RoleOwner).Access, quoteBody(0)).fails(403, "Forbidden", "plan")
	_, poor := s.organisation(account.PlanPro, credit.One/4)
	s.post(quotePath, poor, quoteBody(2)).fails(403, "Forbidden", "insufficient credits")
	s.post(quotePath, poor, quoteBody(1)).want(200)
	s.post(quotePath, "", quoteBody(1)).fails(401, "Unauthorized")
}

func TestTheSameQuoteInOtherWordsIsTheSameRequest(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	ask := func(body string) *response {
		r := s.request("POST", quotePath, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "q")
		return s.do1(r, s.key)
	}
	ask(`{"direction":"import","products":[{"product_description":"leather handbag","hscode_8digits":"42022101","country":"China","customs_value":100}]}`).want(200)
	same := ask(`{"products": [{"customs_value":1.0e2,"country":"China","hscode_8digits":"42022101","product_description":"leather\u0020handbag"}], "direction":"import"}`).want(200)
	if same.header.Get("Idempotent-Replayed") != "true" {
		t.Error("not replayed")
	}
	ask(strings.Replace(quoteBody(1), "import", "export", 1)).fails(422, "SvcDocsValidationError", "Idempotency-Key")
}
