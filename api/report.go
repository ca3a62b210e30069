package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

// ReportFormat is how a report is written.
type ReportFormat struct {
	Format string `query:"format" enum:"html,pdf" default:"html"`
}

type reportOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

type quoteRecordInput struct {
	wire.Common
	QuoteID string `path:"quote_id"`
}

type quoteReportInput struct {
	wire.Common
	ReportFormat
	QuoteID string `path:"quote_id"`
}

type checkoutReportInput struct {
	wire.Common
	ReportFormat
	CheckoutID string `path:"checkout_id"`
	Language   string `query:"language" enum:"Spanish,English" default:"Spanish" doc:"Of the captions; the texts of the quote stay in its own"`
}

// quoteRecord is a quote as it was asked and answered.
type quoteRecord struct {
	QuoteID   string          `json:"quote_id" format:"uuid"`
	CreatedAt time.Time       `json:"created_at"`
	Request   json.RawMessage `json:"request"`
	Items     json.RawMessage `json:"items"`
}

type quoteRecordOutput struct{ Body quoteRecord }

func (s *Server) registerQuoteRecords() {
	if s.Quotes == nil {
		return
	}
	const path = "/api/v3/quoter_v2/quotes/{quote_id}"
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: path, ID: "get-quote", Tag: "quoter",
		Summary: "A quote of the last 30 days, by the X-Quote-ID of its answer", Access: gate.Current, Find: s.findQuote}, s.quoteRecord)
	route.Register(s.router, route.Row{Method: http.MethodGet, Path: path + "/report", ID: "quote-report", Tag: "quoter",
		Summary: "A quote to print", Access: gate.Current, Find: s.findQuote, Document: documentReport}, s.quoteReport)
}

func documentReport(op *huma.Operation, _ huma.Registry) {
	text := &huma.Schema{Type: huma.TypeString}
	op.Responses["200"] = &huma.Response{Description: "The report", Content: map[string]*huma.MediaType{
		"text/html": {Schema: text}, "application/pdf": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}
}

// findQuote finds the job behind a quote: another kind of job is no quote.
func (s *Server) findQuote(ctx huma.Context, k *gate.Call) error {
	found, err := s.Jobs.Get(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("quote_id"))
	k.SetFound(found)
	if err == nil && found.Kind != jobs.KindQuote {
		err = fail.New(fail.CodeNotFound, "no such quote")
	}
	return err
}

func (s *Server) quoteRecord(ctx context.Context, _ *quoteRecordInput) (*quoteRecordOutput, error) {
	j := gate.Found[jobs.Job](ctx)
	result, err := resultOf(j)
	if err != nil {
		return nil, err
	}
	var in jobs.QuoteInput
	if err := json.Unmarshal(j.Input, &in); err != nil {
		return nil, fmt.Errorf("input of quote %s: %w", j.ID, err)
	}
	return &quoteRecordOutput{quoteRecord{QuoteID: j.ID, CreatedAt: j.CreatedAt.UTC(), Request: in.Body, Items: result}}, nil
}

func (s *Server) quoteReport(ctx context.Context, in *quoteReportInput) (*reportOutput, error) {
	j := gate.Found[jobs.Job](ctx)
	result, err := resultOf(j)
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
	return printed(report.Quote(j.ID, j.CreatedAt, request, items), in.Format, "quote-"+j.ID)
}

func (s *Server) checkoutReport(ctx context.Context, in *checkoutReportInput) (*reportOutput, error) {
	q := gate.Found[jobs.MarketplaceQuote](ctx)
	var body ParcelBody
	if err := json.Unmarshal(q.Body, &body); err != nil {
		return nil, fmt.Errorf("body of checkout %s: %w", q.CheckoutID, err)
	}
	d := report.Parcel(q.CheckoutID, q.ID, q.CheckedOutAt, quote.Language(in.Language), body.ParcelQuote)
	return printed(d, in.Format, "checkout-"+q.CheckoutID)
}

type recordReportInput struct {
	wire.Common
	ReportFormat
	RecordID string `path:"classification_record_id"`
	Language string `query:"language" enum:"Spanish,English" doc:"Of the captions, that of the classification unless given; its reasons stay in the language they were given in"`
}

func (s *Server) recordReport(ctx context.Context, in *recordReportInput) (*reportOutput, error) {
	k := gate.Of(ctx)
	r := gate.Found[jobs.Record](ctx)
	p := r.Provenance
	c := report.Classification{
		ID: r.ID, ParentID: r.ParentID, Organisation: k.Caller.Organisation.Name, Country: r.CountryCode, Model: r.Model, Language: tariff.Language(p.Language),
		Description: r.ProductDescription, Attachments: p.Attachments, AskedAt: p.AskedAt, MadeAt: r.CreatedAt, RequestIDs: p.RequestIDs,
		Tariff: p.Versions.Tariff, Knowledge: p.Versions.Knowledge, Program: p.Versions.Program, Confirmed: r.ConfirmedHSCode, ConfirmedAt: r.ConfirmedAt,
	}
	if len(p.Attachments) > 0 {
		c.Description = wire.FirstRunes(r.ProductDescription, p.Written)
		c.Attached = strings.TrimLeft(r.ProductDescription[len(c.Description):], ". ")
	}
	if err := json.Unmarshal(r.Result, &c.Result); err != nil {
		return nil, fmt.Errorf("result of record %s: %w", r.ID, err)
	}
	language := cmp.Or(tariff.Language(in.Language), c.Language, tariff.LanguageEnglish)
	return printed(report.Opinion(c, language), in.Format, "opinion-"+r.ID)
}

// printed writes a report; its page runs no script and loads nothing.
func printed(d report.Document, format, name string) (*reportOutput, error) {
	var b bytes.Buffer
	out := &reportOutput{ContentType: "text/html; charset=utf-8", Disposition: "inline; filename=" + name + ".html", Policy: "default-src 'none'; style-src 'unsafe-inline'"}
	write := d.HTML
	if format == "pdf" {
		out.ContentType, out.Disposition, write = "application/pdf", "inline; filename="+name+".pdf", d.PDF
	}
	if err := write(&b); err != nil {
		return nil, err
	}
	out.Body = b.Bytes()
	return out, nil
}
