package account

import (
	"time"
)

// Overview is an organisation with what it was granted and has used.
type Overview struct {
	Organisation Organisation
	Granted      int64 // hundredths of a credit; granted less used is the balance
	Used         int64
	Products     map[string]ProductUse // by product; absent where nothing was used and nothing limits
}

// ProductUse holds the use of a product and its limit, in hundredths of a credit.
type ProductUse struct {
	Used  int64
	Limit *int64 // nil for none
}

// UsageQuery asks what an organisation used in a span of time.
type UsageQuery struct {
	OrganisationID string
	From, To       time.Time // From counts, To does not
	UserIdentifier string    // "" for all
}

// UsageDay holds the use of one product on one day (UTC). Refunds are deducted on the day they were given.
type UsageDay struct {
	Date    time.Time
	Product string
	Credits int64 // hundredths; negative where a day refunds more than it charges
	Calls   int
}
