package quoter

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

type listQuotesInput struct{ wire.ListQuery }

// quoteSummary is a quote in a list.
type quoteSummary struct {
	QuoteID            string          `json:"quote_id" format:"uuid" doc:"Id of the quote"`
	CreatedAt          time.Time       `json:"created_at" doc:"When it was asked for"`
	Direction          quote.Direction `json:"direction" enum:"import,export" doc:"Whether the goods enter or leave Mexico"`
	Date               tariff.Date     `json:"date" doc:"The day whose rates apply"`
	Products           int             `json:"products" doc:"How many products it has"`
	ProductDescription string          `json:"product_description" doc:"Of the first product, its first 500 characters"`
	Total              *quote.Number   `json:"total" doc:"What the entry pays in MXN, as quote_total of the quote says; null where a part is not known"`
	Complete           bool            `json:"complete" doc:"Whether nothing is missing from the total"`
}

func (s *Handlers) listQuotes(ctx context.Context, in *listQuotesInput) (*wire.ListOutput[quoteSummary], error) {
	var found []quoteSummary
	err := s.Store.Quotes(ctx, gate.Of(ctx).Caller.Organisation.ID, jobs.Page{Limit: in.More(), StartingAfter: in.StartingAfter},
		func(j jobs.Job) error {
			summary, err := summaryOf(j)
			found = append(found, summary)
			return err
		})
	return wire.Page(in.ListQuery, found, err, func(q quoteSummary) quoteSummary { return q })
}

func summaryOf(j jobs.Job) (quoteSummary, error) {
	var asked struct {
		Body struct {
			Direction quote.Direction
			Date      tariff.Date
			Products  []struct {
				Description string `json:"product_description"`
			}
		}
	}
	if err := json.Unmarshal(j.Input, &asked); err != nil {
		return quoteSummary{}, fmt.Errorf("input of quote %s: %w", j.ID, err)
	}
	total, err := totalOf(j.ID, j.Result)
	if err != nil {
		return quoteSummary{}, err
	}
	summary := quoteSummary{
		QuoteID: j.ID, CreatedAt: j.CreatedAt.UTC(), Direction: asked.Body.Direction, Date: asked.Body.Date, Products: len(asked.Body.Products),
		Total: total.Total, Complete: total.Complete,
	}
	if summary.Date == "" { // the day on which the work was done
		at := j.CreatedAt
		if j.StartedAt != nil {
			at = *j.StartedAt
		}
		summary.Date = quote.DayOf(at)
	}
	if len(asked.Body.Products) > 0 {
		text := []rune(asked.Body.Products[0].Description)
		summary.ProductDescription = string(text[:min(len(text), 500)])
	}
	return summary, nil
}

// totalOf adds the items of a stored quote up.
func totalOf(id string, result json.RawMessage) (quote.Total, error) {
	var items []quote.Item
	if err := json.Unmarshal(result, &items); err != nil {
		return quote.Total{}, fmt.Errorf("result of quote %s: %w", id, err)
	}
	return quote.TotalOf(items), nil
}
