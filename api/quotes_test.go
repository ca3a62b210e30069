package api_test

import (
	"context"
	"encoding/json"
	"errors"
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
