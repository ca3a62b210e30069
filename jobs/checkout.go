package jobs

import (
	"encoding/json"
	"time"

	"tariffdesk/credit"
)

// MarketplaceQuote is a price of a parcel as it was answered. Once checked out it never changes.
type MarketplaceQuote struct {
	ID             string
	OrganisationID string
	Body           json.RawMessage
	ValidUntil     time.Time
	CheckoutID     string // "" until it is checked out
	CheckedOutAt   time.Time
}

// Checkout is the outcome of checking a quote out: the frozen quote, what this call charged and what
// is left.
type Checkout struct {
	Quote     MarketplaceQuote
	Charged   credit.Amount // zero where it had been checked out before
	Remaining credit.Amount
}

// NewCheckout asks for the checkout of a quote under an id of its own.
type NewCheckout struct {
	ID             string
	QuoteID        string
	OrganisationID string
	Now            time.Time
	Price          credit.Amount
	UserIdentifier string
}
