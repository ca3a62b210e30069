package credit

// Product names a service that an organisation is charged for and limited by.
type Product string

// The metered products.
const (
	ProductClassification   Product = "classification"
	ProductExtraction       Product = "extraction"
	ProductQuote            Product = "quote"
	ProductDigitize         Product = "digitize"
	ProductMarketplaceQuote Product = "marketplace_quote"
)

// Products lists the products whose limits a subscription shows, in their public order.
func Products() []Product {
	return []Product{ProductClassification, ProductExtraction, ProductQuote, ProductDigitize, ProductMarketplaceQuote}
}

// UnitPrice is the price list: the amount for one classification or batch row, one page of
// extraction, one product of a quote, one digitized file, one marketplace checkout.
func (p Product) UnitPrice() Amount {
	switch p {
	case ProductClassification, ProductExtraction, ProductDigitize, ProductMarketplaceQuote:
		return One
	case ProductQuote:
		return One / 4
	}
	return 0
}

// Cost is the amount for a number of units.
func (p Product) Cost(units int) Amount { return p.UnitPrice() * Amount(units) }

// EntryKind says why a ledger entry changed a balance.
type EntryKind string

// The kinds of ledger entries. Grants and refunds are positive, charges and reservations negative;
// a release gives a reservation back.
const (
	EntryGrant   EntryKind = "grant"
	EntryCharge  EntryKind = "charge"
	EntryRefund  EntryKind = "refund"
	EntryReserve EntryKind = "reserve"
	EntryRelease EntryKind = "release"
)
