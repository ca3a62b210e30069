package quoter

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
)

// QuoteReader reads and checks the body of a quote request; *quote.Engine is one. Its errors name
// every field.
type QuoteReader interface {
	Read(body []byte, countryCode string, includeRRNA bool) (quote.Checked, error)
}

// maxQuoteBytes is ample for twenty products.
const maxQuoteBytes = 1 << 20

type quoteInput struct {
	wire.Common
	wire.Idempotent
	CountryCode    string `query:"country_code" default:"MEX" doc:"MEX, the only country whose duties are quoted"`
	IncludeRRNA    string `query:"include_rrna" default:"false" doc:"Boolean: with non-tariff regulations"`
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`
	RawBody        []byte `contentType:"application/json"`

	includeRRNA bool
	products    int
	records     []citedRecord
}

// citedRecord is a classification that a product of the request names.
type citedRecord struct {
	product int // its place, from 0
	id      string
}

// Resolve implements huma.Resolver. The body is read by the package that knows its rules, so that no rule stands
// twice.
func (in *quoteInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if mediaType, _, _ := mime.ParseMediaType(ctx.Header("Content-Type")); mediaType != "application/json" && mediaType != "" {
		return append(errs, fail.New(fail.CodeUnsupportedMedia, "Content-Type: want application/json"))
	}
	var p *wire.Problem
	if in.includeRRNA, p = wire.ParseBool("include_rrna", in.IncludeRRNA, false); p != nil {
		p.Code = fail.CodeSvcDocsValidation // as every problem of this endpoint but one
		errs = append(errs, p)
	}
	if in.CountryCode != quote.SupportedCountry {
		errs = append(errs, &wire.Problem{Code: fail.CodeSvcDocsValidation, Text: "country_code: only " + quote.SupportedCountry + " is supported"})
	}
	if p := wire.BodyTextProblem(in.RawBody); p != nil {
		if p.Code != fail.CodeInvalidEncoding {
			p.Code = fail.CodeSvcDocsValidation
		}
		return append(errs, p)
	}
	checked, err := handlersOf(gate.Of(ctx.Context())).Quotes.Read(in.RawBody, quote.SupportedCountry, in.includeRRNA)
	if err != nil {
		errs = append(errs, err)
	}
	in.products = len(checked.Request().Products)
	for i, p := range checked.Request().Products {
		if p.RecordID != "" {
			in.records = append(in.records, citedRecord{i, strings.ToLower(strings.TrimSpace(p.RecordID))})
		}
	}
	return errs
}

// checkRecords refuses classifications that the organisation does not have.
func (s *Handlers) checkRecords(ctx context.Context, records []citedRecord) error {
	if len(records) == 0 {
		return nil
	}
	var ids []string
	for _, r := range records {
		ids = append(ids, r.id)
	}
	held, err := s.Store.RecordsHeld(ctx, gate.Of(ctx).Caller.Organisation.ID, ids)
	if err != nil {
		return err
	}
	var problems []*wire.Problem
	for _, r := range records {
		if !slices.Contains(held, r.id) {
			problems = append(problems, &wire.Problem{
				Code: fail.CodeSvcDocsValidation,
				Text: fmt.Sprintf("products[%d].classification_record_id: no such classification record", r.product),
			})
		}
	}
	if len(problems) > 0 {
		return wire.Refusal(problems)
	}
	return nil
}

func (s *Handlers) registerQuote(to *route.Router) {
	if s.Quotes == nil {
		return
	}
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: "/api/v3/quoter_v2/new-quote", ID: "quote", Tag: "quoter",
		Summary: "Quote the duties, taxes and restrictions of 1 to 20 classified products; 0.25 credits a product",
		Access:  gate.Paid, RawBody: true, Strict: true, Validation: fail.CodeSvcDocsValidation, BodyBytes: maxQuoteBytes,
		Document: func(op *huma.Operation, r huma.Registry) {
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[quote.Request](r)}
			openapi.BooleanParam(op, "include_rrna", false)
			submit.Answers[[]quote.Item](op, r)
		},
	}, s.quote)
}

func (s *Handlers) quote(ctx context.Context, in *quoteInput) (*submit.Answer, error) {
	if err := s.checkRecords(ctx, in.records); err != nil {
		return nil, err
	}
	sub := submit.Submission{
		Kind: jobs.KindQuote, Units: in.products, UserIdentifier: in.UserIdentifier, Key: in.Idempotent,
		Input: jobs.QuoteInput{
			Body: in.RawBody, CountryCode: quote.SupportedCountry, IncludeRRNA: in.includeRRNA, UserIdentifier: in.UserIdentifier,
		},
	}
	if in.IdempotencyKey != "" {
		f := wire.NewFingerprint(gate.Of(ctx).Request)
		f.JSON(in.RawBody)
		sub.Fingerprint = f.Sum()
	}
	return s.Submits.Submit(ctx, sub)
}
