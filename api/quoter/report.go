package quoter

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/printout"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/report"
)

type quoteRecordInput struct {
	wire.Common
	QuoteID string `path:"quote_id" doc:"Id of the quote"`
}

type quoteReportInput struct {
	wire.Common
	printout.ReportFormat
	QuoteID    string `path:"quote_id" doc:"Id of the quote"`
	Client     string `query:"client" maxLength:"200" doc:"For whom the quote is; the sheet leaves a line to fill in where it is absent"`
	PreparedBy string `query:"prepared_by" maxLength:"200" doc:"Who answers for it, the organisation where absent"`
}

type checkoutReportInput struct {
	wire.Common
	printout.ReportFormat
	CheckoutID string `path:"checkout_id" doc:"Id of the checkout"`
	Language   string `query:"language" enum:"Spanish,English" default:"Spanish" doc:"Of the captions; the texts of the quote stay in its own"`
}

// quoteRecord is a quote as it was asked and answered.
type quoteRecord struct {
	QuoteID   string          `json:"quote_id" format:"uuid" doc:"Id of the quote"`
	CreatedAt time.Time       `json:"created_at" doc:"When it was asked for"`
	Request   json.RawMessage `json:"request" doc:"The request as it was sent"`
	Items     json.RawMessage `json:"items" doc:"One quote for each product, in the order of the request"`
	Total     quote.Total     `json:"quote_total" doc:"What the entry pays, all products together"`
}

type quoteRecordOutput struct{ Body quoteRecord }

func (s *Handlers) registerQuoteRecords(to *route.Router) {
	if s.Quotes == nil {
		return
	}
	const list = "/api/v3/quoter_v2/quotes"
	route.Register(to, route.Row{Method: http.MethodGet, Path: list, ID: "list-quotes", Tag: "quoter",
		Summary: "The organisation's quotes of the last 30 days, newest first", Access: gate.Current, Find: gate.StartsAfter(s.Store, jobs.ListQuotes)}, s.listQuotes)
	const path = list + "/{quote_id}"
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "get-quote", Tag: "quoter",
		Summary: "A quote of the last 30 days, by the X-Quote-ID of its answer", Access: gate.Current, Find: s.findQuote}, s.quoteRecord)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/report", ID: "quote-report", Tag: "quoter",
		Summary: "A quote to print", Access: gate.Current, Find: s.findQuote, Document: printout.Document}, s.quoteReport)
}

// findQuote finds the job behind a quote: another kind of job is no quote.
func (s *Handlers) findQuote(ctx huma.Context, k *gate.Call) error {
	found, err := s.Jobs.Get(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("quote_id"))
	k.SetFound(found)
	if err == nil && found.Kind != jobs.KindQuote {
		err = fail.New(fail.CodeNotFound, "no such quote")
	}
	return err
}

func (s *Handlers) quoteRecord(ctx context.Context, _ *quoteRecordInput) (*quoteRecordOutput, error) {
	j := gate.Found[jobs.Job](ctx)
	result, err := submit.ResultOf(j)
	if err != nil {
		return nil, err
	}
	var in jobs.QuoteInput
	if err := json.Unmarshal(j.Input, &in); err != nil {
		return nil, fmt.Errorf("input of quote %s: %w", j.ID, err)
	}
	total, err := totalOf(j.ID, result)
	if err != nil {
		return nil, err
	}
	return &quoteRecordOutput{quoteRecord{QuoteID: j.ID, CreatedAt: j.CreatedAt.UTC(), Request: in.Body, Items: result, Total: total}}, nil
}

func (s *Handlers) quoteReport(ctx context.Context, in *quoteReportInput) (*printout.Output, error) {
	j := gate.Found[jobs.Job](ctx)
	result, err := submit.ResultOf(j)
	if err != nil {
		return nil, err
	}
	var input jobs.QuoteInput
	if err := json.Unmarshal(j.Input, &input); err != nil {
		return nil, fmt.Errorf("input of quote %s: %w", j.ID, err)
	}
	request, err := quote.Decode(input.Body)
	if err != nil {
		return nil, fmt.Errorf("body of quote %s: %w", j.ID, err)
	}
	var items []quote.Item
	if err := json.Unmarshal(result, &items); err != nil {
		return nil, fmt.Errorf("result of quote %s: %w", j.ID, err)
	}
	preparer := cmp.Or(in.PreparedBy, gate.Of(ctx).Caller.Organisation.Name)
	sheet := report.Sheet{ID: j.ID, Made: j.CreatedAt, Client: in.Client, Preparer: preparer, Request: request, Items: items}
	return printout.Print(report.Quote(sheet), in.ReportFormat, "quote-"+j.ID)
}

func (s *Handlers) checkoutReport(ctx context.Context, in *checkoutReportInput) (*printout.Output, error) {
	q := gate.Found[jobs.MarketplaceQuote](ctx)
	var body ParcelBody
	if err := json.Unmarshal(q.Body, &body); err != nil {
		return nil, fmt.Errorf("body of checkout %s: %w", q.CheckoutID, err)
	}
	d := report.Parcel(q.CheckoutID, q.ID, q.CheckedOutAt, quote.Language(in.Language), body.ParcelQuote)
	return printout.Print(d, in.ReportFormat, "checkout-"+q.CheckoutID)
}
