package quoter

import "tariffdesk/api/openapi"

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"quote": {
		About: "Element i of the answer belongs to product i. Costs 0.25 credits a product, charged before the work and given back if it fails; regulations add nothing. " +
			"Rates are decimals (0.16 is 16 percent); what cannot be stated is null and named. A number of products other than 1 to 20 is 400, every other problem of the request 422, too few credits 403.",
		Values: openapi.Object{"country_code": "MEX", "include_rrna": true},
		Body: openapi.Object{"direction": "import", "language": "English", "products": []openapi.Object{{
			"product_description": "Men's knitted cotton T-shirt", "hscode_8digits": "61091003", "country": "China"}}},
		Headers: []string{"X-Quote-ID"},
	},
	"list-quotes":  {About: "Quotes that were answered. Pages go by `starting_after`, the last quote_id of the page before."},
	"get-quote":    {About: "The request as it was sent, the answer as it was given, and what the entry pays in all: charges owed once for an entry are counted once.", Values: openapi.Object{"quote_id": openapi.ExampleID}, Also: []int{409, 410}},
	"quote-report": {About: "A page to print, or a PDF; its figures are those of the stored answer.", Values: openapi.Object{"quote_id": openapi.ExampleID}, Also: []int{409, 410}},
	"marketplace-quote": {
		About: "Prices the parcel by each channel that is lawful for it and takes the best, or the one asked for. Costs nothing; valid 30 minutes.",
		Body: openapi.Object{"destination": "MEX", "provenance": "US", "channel": "auto", "language": "English", "currency": "USD", "exchange_rate": 17.5,
			"items": []openapi.Object{{"product_description": "Cotton T-shirt", "hscode_8digits": "61091003", "country": "US", "quantity": 2, "unit_value": 20}}},
	},
	"marketplace-checkout": {
		About:  "Costs 1 credit, once: repeated, it gives the same answer and is not charged. A quote that is not complete is 409 and not charged, unless the body says accept_incomplete; prohibited goods are refused always.",
		Values: openapi.Object{"quote_id": openapi.ExampleID},
		Body:   openapi.Object{"accept_incomplete": false},
		Also:   []int{402, 409, 410},
	},
	"get-checkout":    {About: "The figures as they were frozen: no later version of the tariff changes them.", Values: openapi.Object{"checkout_id": openapi.ExampleID}},
	"checkout-report": {About: "A page to print, or a PDF.", Values: openapi.Object{"checkout_id": openapi.ExampleID}},
}
