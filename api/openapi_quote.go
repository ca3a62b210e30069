package api

var quoteDocs = map[string]operationDoc{
	"quote": {
		about: "Element i of the answer belongs to product i. Costs 0.25 credits a product, charged before the work and given back if it fails; regulations add nothing. " +
			"Rates are decimals (0.16 is 16 percent); what cannot be stated is null and named. A number of products other than 1 to 20 is 400, every other problem of the request 422, too few credits 403.",
		values: object{"country_code": "MEX", "include_rrna": true},
		body: object{"direction": "import", "language": "English", "products": []object{{
			"product_description": "Men's knitted cotton T-shirt", "hscode_8digits": "61091003", "country": "China"}}},
		headers: []string{"X-Quote-ID"},
	},
	"get-quote":    {about: "The request as it was sent, and the answer as it was given.", values: object{"quote_id": exampleID}, also: []int{409, 410}},
	"quote-report": {about: "A page to print, or a PDF; its figures are those of the stored answer.", values: object{"quote_id": exampleID}, also: []int{409, 410}},
	"marketplace-quote": {
		about: "Prices the parcel by each channel that is lawful for it and takes the best, or the one asked for. Costs nothing; valid 30 minutes.",
		body: object{"destination": "MEX", "provenance": "US", "channel": "auto", "language": "English", "currency": "USD", "exchange_rate": 17.5,
			"items": []object{{"product_description": "Cotton T-shirt", "hscode_8digits": "61091003", "country": "US", "quantity": 2, "unit_value": 20}}},
	},
	"marketplace-checkout": {
		about:  "Costs 1 credit, once: repeated, it gives the same answer and is not charged.",
		values: object{"quote_id": exampleID},
		also:   []int{402, 409, 410},
	},
	"get-checkout":    {about: "The figures as they were frozen: no later version of the tariff changes them.", values: object{"checkout_id": exampleID}},
	"checkout-report": {about: "A page to print, or a PDF.", values: object{"checkout_id": exampleID}},
}
