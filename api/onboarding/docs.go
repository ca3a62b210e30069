package onboarding

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"create-verification": {
		About: "Makes a draft and runs the checks that need no documents. At most 5 a minute for a caller.",
		Body: openapi.Object{"country": "MEX", "legal_name": "Comercializadora Ejemplo, S.A. de C.V.", "tax_id": "CEJ120314KQ3", "external_id": "e-1",
			"representatives": []openapi.Object{{"name": "Adela Ruiz Fuentes"}}},
	},
	"list-verifications":             {About: "Newest first, or oldest first with `order=oldest`. Filters join."},
	"get-verification":               {About: "With the latest result of each check.", Values: openapi.Object{"id": openapi.ExampleID}},
	"verification-events":            {About: "Append-only: every move, check and document, with who did it.", Values: openapi.Object{"id": openapi.ExampleID}},
	"submit-verification":            {About: "From draft; a move that the state does not allow is 409 and names it.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{}, Also: []int{409}},
	"review-verification":            {About: "From submitted.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{}, Also: []int{409}},
	"approve-verification":           {About: "From review. Where a check has failed a reason is needed.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"reason": "documents seen in the original"}, Also: []int{409}},
	"reject-verification":            {About: "From review, with a reason.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"reason": "the address could not be confirmed"}, Also: []int{409}},
	"close-verification":             {About: "What was not decided. At most 5 a minute.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"reason": "withdrawn by the applicant"}, Also: []int{409}},
	"list-verification-documents":    {About: "Removed ones stay in the list, without their file.", Values: openapi.Object{"id": openapi.ExampleID}},
	"add-verification-document":      {About: "What it says is read and held against what was declared. At most 15 document operations a minute.", Values: openapi.Object{"id": openapi.ExampleID}, Body: openapi.Object{"file": sample.Path + "invoice.pdf", "kind": "proof_of_address"}, Also: []int{409}},
	"get-verification-document":      {About: "What it is and whether it was read.", Values: openapi.Object{"id": openapi.ExampleID, "doc_id": openapi.ExampleID}},
	"get-verification-document-file": {About: "As it was uploaded.", Values: openapi.Object{"id": openapi.ExampleID, "doc_id": openapi.ExampleID}, Also: []int{410}, Headers: []string{"Content-Disposition"}},
	"remove-verification-document":   {About: "Its file is deleted; that it was there stays in the events.", Values: openapi.Object{"id": openapi.ExampleID, "doc_id": openapi.ExampleID}, Also: []int{409}},
	"check-blacklists":               {About: "At least one of `tax_id` and `name`. The answer names the lists asked, with their dates. At most 10 a minute.", Body: openapi.Object{"country": "MEX", "tax_id": "CEJ120314KQ3"}},
	"list-blacklists":                {About: "Their sources, dates and sizes."},
	"receive-check-result": {About: "Signed by the provider with its secret. A message that was received before is told so and changes nothing. At most 50 a minute.",
		Values: openapi.Object{"provider": "kyb"}, Body: openapi.Object{"verification_id": openapi.ExampleID, "check": "sanctions", "outcome": "passed"}, Also: []int{401, 404, 409, 429}},
}
