package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
)

const quotesPath = "/api/v3/quoter_v2/quotes"

// bags are two products, each with IGI 25 % of 100,000.00 = 25,000.00.
const bags = `{"direction":"import","language":"English","date":"2026-06-15","products":[
	{"product_description":"leather handbag","hscode_8digits":"42022101","country":"China","customs_value":100000,"currency":"MXN","usd_exchange_rate":17.5,"quantity":100,"quantity_unit":"Pza"},
	{"product_description":"leather handbag, black","hscode_8digits":"42022101","country":"China","customs_value":100000,"currency":"MXN","usd_exchange_rate":17.5,"quantity":100,"quantity_unit":"Pza"}]}`

type quoteTotal struct {
	Duties       json.Number
	Taxes        json.Number
	Fees         json.Number
	Total        json.Number
	OncePerEntry []struct {
		Name   string
		Amount json.Number
	} `json:"once_per_entry"`
	Complete bool
}

type quoteListed struct {
	QuoteID     string `json:"quote_id"`
	CreatedAt   string `json:"created_at"`
	Direction   string
	Date        string
	Products    int
	Description string `json:"product_description"`
	Total       json.Number
	Complete    bool
}

// TestAQuoteTellsWhatItsEntryPays counts the prevalidation, which both products show, once: duties 2 × 25,000.00, DTA
// 8 per mille of 200,000.00 = 1,600.00, IVA 16 % of 2 × 125,800.00 = 40,256.00, prevalidation 350.00 + 56.00.
func TestAQuoteTellsWhatItsEntryPays(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	r := s.post(quotePath, s.key, bags).want(200)
	var kept struct {
		Items json.RawMessage
		Total quoteTotal `json:"quote_total"`
	}
	s.get(quotesPath+"/"+r.header.Get("X-Quote-ID"), s.key).want(200).decode(&kept)
	got := kept.Total
	if got.Duties != "50000.00" || got.Taxes != "40256.00" || got.Fees != "2006.00" || got.Total != "92262.00" {
		t.Errorf("%+v", got)
	}
	if len(got.OncePerEntry) != 2 || got.OncePerEntry[0].Name != "PRV" || got.OncePerEntry[0].Amount != "350.00" || got.OncePerEntry[1].Amount != "56.00" {
		t.Errorf("owed once: %+v", got.OncePerEntry)
	}
	if strings.TrimSpace(string(kept.Items)) != strings.TrimSpace(string(r.body)) {
		t.Error("the items are not those of the answer")
	}
	open := s.post(quotePath, s.key, quoteBody(1)).want(200)
	kept.Total = quoteTotal{Complete: true}
	s.get(quotesPath+"/"+open.header.Get("X-Quote-ID"), s.key).want(200).decode(&kept)
	if kept.Total.Complete || kept.Total.Total != "" {
		t.Errorf("without a value: %+v", kept.Total)
	}
}

func TestQuotesAreListedNewestFirstToTheirOrganisationAlone(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	first := s.post(quotePath, s.key, bags).want(200).header.Get("X-Quote-ID")
	second := s.post(quotePath, s.key, strings.Replace(quoteBody(1), `"import"`, `"export"`, 1)).want(200).header.Get("X-Quote-ID")
	var page struct {
		Data    []quoteListed
		HasMore bool `json:"has_more"`
	}
	s.get(quotesPath+"?limit=1", s.key).want(200).decode(&page)
	if len(page.Data) != 1 || !page.HasMore || page.Data[0].QuoteID != second || page.Data[0].Direction != "export" || page.Data[0].Total != "" || page.Data[0].Complete {
		t.Errorf("first page %+v", page)
	}
	if day := page.Data[0].Date; len(day) != len("2026-06-15") {
		t.Errorf("a quote without a date is of %q", day)
	}
	s.get(quotesPath+"?limit=1&starting_after="+second, s.key).want(200).decode(&page)
	if len(page.Data) != 1 || page.HasMore {
		t.Fatalf("second page %+v", page)
	}
	got := page.Data[0]
	if got.QuoteID != first || got.Direction != "import" || got.Date != "2026-06-15" || got.Products != 2 || got.Description != "leather handbag" || got.Total != "92262.00" || got.CreatedAt == "" {
		t.Errorf("%+v", got)
	}
	_, other := s.organisation(account.PlanPro, credit.One)
	s.get(quotesPath, other).want(200).decode(&page)
	if len(page.Data) != 0 || page.HasMore {
		t.Errorf("another organisation sees %+v", page)
	}
	s.get(quotesPath+"?starting_after="+first, other).fails(404, "NotFound", "starting_after")
	s.get(quotesPath+"?limit=101", s.key).want(400)
	s.get(quotesPath, "").want(401)
}

// TestOnlyAnsweredQuotesAreListed leaves a quote that failed and a job of another kind out.
func TestOnlyAnsweredQuotesAreListed(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	job := s.queued()
	s.get(quotesPath+"?starting_after="+job, s.key).fails(404, "NotFound", "starting_after")
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errors.New("broken")
	})
	if r := s.post(quotePath, s.key, quoteBody(1)); r.status < 500 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	var page struct{ Data []quoteListed }
	s.get(quotesPath, s.key).want(200).decode(&page)
	if len(page.Data) != 0 {
		t.Errorf("listed %+v", page.Data)
	}
}

// recordKin is what came of a record.
type recordKin struct{ Children, Quotes []string }

// quoteOf is a quote of products that name records; "" names none.
func quoteOf(records ...string) string {
	products := make([]string, len(records))
	for i, id := range records {
		field := ""
		if id != "" {
			field = `,"classification_record_id":"` + id + `"`
		}
		products[i] = `{"product_description":"leather handbag","hscode_8digits":"42022101","country":"China"` + field + `}`
	}
	return `{"direction":"import","language":"English","products":[` + strings.Join(products, ",") + `]}`
}

func TestARecordNamesTheQuotesOfItsGoods(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	bag := s.keepRecord(s.org.ID, "MEX", "leather handbag", "42022101", 0.9, false)
	belt := s.keepRecord(s.org.ID, "MEX", "leather belt", "42033001", 0.9, false)
	kin := func(id string) (k recordKin) {
		s.get("/api/v3/tariff/records/"+id, s.key).want(200).decode(&k)
		return k
	}
	if k := kin(bag); k.Quotes == nil || len(k.Quotes)+len(k.Children) != 0 {
		t.Errorf("before a quote: %+v", k)
	}
	first := s.post(quotePath, s.key, quoteOf(bag, "", bag)).want(200).header.Get("X-Quote-ID")
	second := s.post(quotePath, s.key, quoteOf(belt, strings.ToUpper(bag))).want(200).header.Get("X-Quote-ID")
	s.post(quotePath, s.key, quoteOf("")).want(200)
	if k := kin(bag); !slices.Equal(k.Quotes, []string{second, first}) {
		t.Errorf("%+v, want %s and %s", k, second, first)
	}
	if k := kin(belt); !slices.Equal(k.Quotes, []string{second}) {
		t.Errorf("%+v, want %s", k, second)
	}
	var kept struct {
		Request struct {
			Products []struct {
				ID string `json:"classification_record_id"`
			}
		}
	}
	s.get(quotesPath+"/"+first, s.key).want(200).decode(&kept)
	if kept.Request.Products[0].ID != bag {
		t.Errorf("the quote does not say its record: %+v", kept)
	}
	s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{}, errors.New("broken")
	})
	s.post(quotePath, s.key, quoteOf(belt))
	if k := kin(belt); len(k.Quotes) != 1 {
		t.Errorf("a quote that failed is listed: %+v", k)
	}
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET expires_at = now() - interval '1 second' WHERE id = $1`, first); err != nil {
		t.Fatal(err)
	}
	if k := kin(bag); !slices.Equal(k.Quotes, []string{second}) {
		t.Errorf("a quote that is kept no more is listed: %+v", k)
	}
}

func TestAQuoteNamesRecordsOfItsOrganisationAlone(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	org, other := s.organisation(account.PlanPro, credit.One)
	theirs := s.keepRecord(org.ID, "MEX", "leather handbag", "42022101", 0.9, false)
	mine := s.keepRecord(s.org.ID, "MEX", "leather handbag", "42022101", 0.9, false)
	const field = "products[1].classification_record_id"
	for name, id := range map[string]string{
		"another organisation's": theirs, "unknown": "019a3c1e-8d2b-7c44-9a51-2f6f0d8b7e10", "no UUID": "handbag", "too long": strings.Repeat("a", 37),
	} {
		t.Run(name, func(t *testing.T) {
			s.post(quotePath, s.key, quoteOf(mine, id)).fails(422, "SvcDocsValidationError", field)
		})
	}
	for name, value := range map[string]string{"a number": "7", "an object": "{}"} {
		body := strings.Replace(quoteOf("x"), `"x"`, value, 1)
		t.Run(name, func(t *testing.T) {
			s.post(quotePath, s.key, body).fails(422, "SvcDocsValidationError", "products[0].classification_record_id")
		})
	}
	s.post(quotePath, s.key, strings.Replace(quoteOf("", theirs), "import", "up", 1)).fails(422, "SvcDocsValidationError", "direction") // records are looked up once all else is right
	s.post(quotePath, s.key, strings.Replace(quoteOf(""), `"country"`, `"classification_record_id":null,"country"`, 1)).want(200)
	s.post(quotePath, other, quoteOf(theirs)).want(200)
	spanish := strings.Replace(quoteOf("", theirs), "English", "Spanish", 1)
	if body := s.post(quotePath, s.key, spanish).fails(422, "SvcDocsValidationError", field); !strings.Contains(strings.Join(body.Errors, " "), "no existe ese registro de clasificación") {
		t.Errorf("in Spanish: %q", body.Errors)
	}
}

func TestARecordNamesThoseThatRefineIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first := s.keepRecord(s.org.ID, "WORLD", "handbag", "420221", 0.6, true)
	second := s.keepRecord(s.org.ID, "WORLD", "handbag of leather", "420221", 0.9, false)
	third := s.keepRecord(s.org.ID, "WORLD", "handbag of plastics", "420222", 0.9, false)
	if err := s.store.Exec(t.Context(), `UPDATE classification_records SET parent_id = $1, created_at = now() - CASE WHEN id = $2 THEN interval '2 hours' ELSE interval '1 hour' END
		WHERE id IN ($2, $3)`, first, second, third); err != nil {
		t.Fatal(err)
	}
	var k recordKin
	s.get("/api/v3/tariff/records/"+first, s.key).want(200).decode(&k)
	if !slices.Equal(k.Children, []string{second, third}) {
		t.Errorf("children %v, want %s and %s", k.Children, second, third)
	}
	s.send("POST", "/api/v3/tariff/records/"+first+"/confirm", s.key, map[string]string{"hscode": "420221"}).want(200).decode(&k)
	if len(k.Children) != 2 {
		t.Errorf("after a confirmation: %+v", k)
	}
}
