package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"tariffdesk/jobs"
	"tariffdesk/quote"
)

// Quoter reads and answers quotes.
type Quoter interface {
	Read(body []byte, countryCode string, includeRRNA bool) (quote.Checked, error)
	Quote(ctx context.Context, checked quote.Checked) ([]quote.Item, error)
}

// Quotation does quote jobs.
type Quotation struct{ Engine Quoter }

// Handle quotes every product of the request; item i belongs to product i.
func (q Quotation) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.QuoteInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of quote job %s: %w", t.Job.ID, err)
	}
	checked, err := q.Engine.Read(in.Body, in.CountryCode, in.IncludeRRNA)
	if err != nil {
		return jobs.Outcome{}, err
	}
	items, err := q.Engine.Quote(ctx, checked)
	if err != nil {
		return jobs.Outcome{}, err
	}
	result, err := json.Marshal(items)
	if err != nil {
		return jobs.Outcome{}, fmt.Errorf("result of quote job %s: %w", t.Job.ID, err)
	}
	return jobs.Outcome{Result: result, QuotedRecords: recordsOf(checked.Request())}, nil
}

// recordsOf are the classifications that the products name, each once.
func recordsOf(request quote.Request) []string {
	var ids []string
	for _, p := range request.Products {
		if p.RecordID != "" && !slices.Contains(ids, p.RecordID) {
			ids = append(ids, p.RecordID)
		}
	}
	return ids
}
