package quoter

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/printout"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
)

// ParcelPricer prices parcels; its errors name every field.
type ParcelPricer interface {
	Parcel(ctx context.Context, p quote.Parcel) (quote.ParcelQuote, error)
}

// parcelValidity is how long a price may be checked out.
const parcelValidity = 30 * time.Minute

// maxParcelBytes is ample for a hundred items.
const maxParcelBytes = 2 << 20

type parcelInput struct {
	wire.Common
	Body quote.Parcel
}

// ParcelBody is a marketplace quote.
type ParcelBody struct {
	QuoteID    string    `json:"quote_id" format:"uuid" doc:"Id of the quote, to check it out by until valid_until"`
	ValidUntil time.Time `json:"valid_until" doc:"Until when it may be checked out"`
	quote.ParcelQuote
}

type parcelOutput struct {
	ContentType string `header:"Content-Type"`
	Body        func(huma.Context)
}

// checkoutBody is a frozen quote.
type checkoutBody struct {
	CheckoutID   string    `json:"checkout_id" format:"uuid" doc:"Id of the checkout"`
	CheckedOutAt time.Time `json:"checked_out_at" doc:"When the prices were frozen"`
	ParcelBody
}

type checkoutOrder struct {
	wire.Common
	QuoteID        string `path:"quote_id" doc:"Id of the parcel's quote"`
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`
	// A repeated checkout returns the same checkout: the key is accepted and adds nothing.
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"255" doc:"Adds nothing: a checkout repeated is the same checkout"`
	Body           *struct {
		AcceptIncomplete bool `json:"accept_incomplete,omitempty" doc:"Check the quote out although it is not complete; goods that are prohibited are refused all the same"`
	}
}

type checkoutInput struct {
	wire.Common
	CheckoutID string `path:"checkout_id" doc:"Id of the checkout"`
}

type checkoutOutput struct {
	ContentType string `header:"Content-Type"`
	Charged     string `header:"X-Credits-Charged"`
	Remaining   string `header:"X-Credits-Remaining"`
	Body        func(huma.Context)
}

func (s *Handlers) registerMarketplace(to *route.Router) {
	if s.Parcels == nil {
		return
	}
	const path = "/api/v3/marketplace"
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/quotes", ID: "marketplace-quote", Tag: "marketplace",
		Summary: "Price a parcel of 1 to 100 items at the Mexican border, by every channel; free, valid 30 minutes",
		Access:  gate.Current, Limited: true, BodyBytes: maxParcelBytes,
		Document: func(op *huma.Operation, r huma.Registry) { documentAnswer[ParcelBody](op, r, "200") }}, s.parcel)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/quotes/{quote_id}/checkout", ID: "marketplace-checkout", Tag: "marketplace",
		Summary: "Freeze a quote; 1 credit, once", Access: gate.Paid, Find: s.findParcel, Status: http.StatusCreated,
		Document: func(op *huma.Operation, r huma.Registry) { documentAnswer[checkoutBody](op, r, "201") }}, s.checkOut)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/checkouts/{checkout_id}", ID: "get-checkout", Tag: "marketplace",
		Summary: "A frozen quote", Access: gate.Current, Find: s.findCheckout,
		Document: func(op *huma.Operation, r huma.Registry) { documentAnswer[checkoutBody](op, r, "200") }}, s.getCheckout)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/checkouts/{checkout_id}/report", ID: "checkout-report", Tag: "marketplace",
		Summary: "A frozen quote to print", Access: gate.Current, Find: s.findCheckout, Document: printout.Document}, s.checkoutReport)
}

// documentAnswer documents an answer that is written as it is stored, as a T.
func documentAnswer[T any](op *huma.Operation, r huma.Registry, status string) {
	op.Responses[status] = &huma.Response{Description: "The price of the parcel, as it is kept",
		Content: map[string]*huma.MediaType{"application/json": {Schema: openapi.SchemaOf[T](r)}}}
}

func (s *Handlers) findParcel(ctx huma.Context, k *gate.Call) error {
	found, err := s.Store.MarketplaceQuote(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("quote_id"))
	k.SetFound(found)
	return err
}

func (s *Handlers) findCheckout(ctx huma.Context, k *gate.Call) error {
	found, err := s.Store.Checkout(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("checkout_id"))
	k.SetFound(found)
	return err
}

func (s *Handlers) parcel(ctx context.Context, in *parcelInput) (*parcelOutput, error) {
	priced, err := s.Parcels.Parcel(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("id of a marketplace quote: %w", err)
	}
	body := ParcelBody{QuoteID: id.String(), ValidUntil: s.Now().UTC().Add(parcelValidity).Truncate(time.Second), ParcelQuote: priced}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("marketplace quote %s: %w", body.QuoteID, err)
	}
	err = s.Store.SaveMarketplaceQuote(ctx, jobs.MarketplaceQuote{
		ID: body.QuoteID, OrganisationID: gate.Of(ctx).Caller.Organisation.ID, Body: text, ValidUntil: body.ValidUntil,
	})
	return &parcelOutput{ContentType: "application/json", Body: submit.RawBody(http.StatusOK, text)}, err
}

func (s *Handlers) checkOut(ctx context.Context, in *checkoutOrder) (*checkoutOutput, error) {
	now := s.Now().UTC().Truncate(time.Microsecond)
	if err := mayCheckOut(gate.Found[jobs.MarketplaceQuote](ctx), in.Body != nil && in.Body.AcceptIncomplete, now); err != nil {
		return nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("id of a checkout: %w", err)
	}
	done, err := s.Store.CheckOut(ctx, jobs.NewCheckout{
		ID: id.String(), QuoteID: in.QuoteID, OrganisationID: gate.Of(ctx).Caller.Organisation.ID, Now: now,
		Price: credit.ProductMarketplaceQuote.Cost(1), UserIdentifier: in.UserIdentifier,
	})
	if err != nil {
		return nil, jobs.CheckoutError(err)
	}
	body, err := frozen(done.Quote)
	if err != nil {
		return nil, err
	}
	return &checkoutOutput{
		ContentType: "application/json", Charged: done.Charged.String(), Remaining: done.Remaining.String(), Body: submit.RawBody(http.StatusCreated, body),
	}, nil
}

// mayCheckOut refuses a quote of prohibited goods, and one that is not complete unless that is accepted; nothing is
// charged. A quote never changes, so that the answer holds until the store freezes it. What was checked out stays so,
// and what has expired is the store's to refuse.
func mayCheckOut(q jobs.MarketplaceQuote, accepted bool, now time.Time) error {
	if q.CheckoutID != "" || now.After(q.ValidUntil) {
		return nil
	}
	var body ParcelBody
	if err := json.Unmarshal(q.Body, &body); err != nil {
		return fmt.Errorf("body of marketplace quote %s: %w", q.ID, err)
	}
	var prohibited []string
	for i, item := range body.Items {
		if item.Prohibited {
			prohibited = append(prohibited, fmt.Sprintf("items[%d]: the import is prohibited", i))
		}
	}
	switch {
	case len(prohibited) > 0:
		return fail.New(fail.CodeConflict, "the parcel holds prohibited goods and cannot be checked out; nothing was charged").With(prohibited...)
	case !body.Complete && !accepted:
		return fail.New(fail.CodeConflict, "the quote is not complete and nothing was charged: state what its reasons name and ask anew, or say accept_incomplete: true").
			With("accept_incomplete: must be true to check out a quote with complete: false")
	}
	return nil
}

func (s *Handlers) getCheckout(ctx context.Context, _ *checkoutInput) (*checkoutOutput, error) {
	k := gate.Of(ctx)
	body, err := frozen(gate.Found[jobs.MarketplaceQuote](ctx))
	if err != nil {
		return nil, err
	}
	return &checkoutOutput{
		ContentType: "application/json", Charged: "0", Remaining: credit.Amount(k.Caller.Organisation.Balance).String(), Body: submit.RawBody(http.StatusOK, body),
	}, nil
}

// frozen is the stored body, byte for byte, with the checkout before it: no later version of the
// program or of the tariff changes a figure.
func frozen(q jobs.MarketplaceQuote) ([]byte, error) {
	head, err := json.Marshal(struct {
		CheckoutID   string    `json:"checkout_id"`
		CheckedOutAt time.Time `json:"checked_out_at"`
	}{q.CheckoutID, q.CheckedOutAt.UTC()})
	if err != nil || len(q.Body) < 2 || q.Body[0] != '{' {
		return nil, fail.Wrap(err, fail.CodeInternal, "the checkout cannot be shown")
	}
	return append(append(head[:len(head)-1:len(head)-1], ','), q.Body[1:]...), nil
}
