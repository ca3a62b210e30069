package api

var onboardingDocs = map[string]operationDoc{
	"create-verification": {
		about: "Makes a draft and runs the checks that need no documents. At most 5 a minute for a caller.",
		body: object{"country": "MEX", "legal_name": "Comercializadora Ejemplo, S.A. de C.V.", "tax_id": "CEJ120314KQ3", "external_id": "e-1",
			"representatives": []object{{"name": "Adela Ruiz Fuentes"}}},
	},
	"list-verifications":             {about: "Newest first, or oldest first with `order=oldest`. Filters join."},
	"get-verification":               {about: "With the latest result of each check.", values: object{"id": exampleID}},
	"verification-events":            {about: "Append-only: every move, check and document, with who did it.", values: object{"id": exampleID}},
	"submit-verification":            {about: "From draft; a move that the state does not allow is 409 and names it.", values: object{"id": exampleID}, body: object{}, also: []int{409}},
	"review-verification":            {about: "From submitted.", values: object{"id": exampleID}, body: object{}, also: []int{409}},
	"approve-verification":           {about: "From review. Where a check has failed a reason is needed.", values: object{"id": exampleID}, body: object{"reason": "documents seen in the original"}, also: []int{409}},
	"reject-verification":            {about: "From review, with a reason.", values: object{"id": exampleID}, body: object{"reason": "the address could not be confirmed"}, also: []int{409}},
	"close-verification":             {about: "What was not decided. At most 5 a minute.", values: object{"id": exampleID}, body: object{"reason": "withdrawn by the applicant"}, also: []int{409}},
	"list-verification-documents":    {about: "Removed ones stay in the list, without their file.", values: object{"id": exampleID}},
	"add-verification-document":      {about: "What it says is read and held against what was declared. At most 15 document operations a minute.", values: object{"id": exampleID}, body: object{"file": samplesPath + "invoice.pdf", "kind": "proof_of_address"}, also: []int{409}},
	"get-verification-document":      {about: "What it is and whether it was read.", values: object{"id": exampleID, "doc_id": exampleID}},
	"get-verification-document-file": {about: "As it was uploaded.", values: object{"id": exampleID, "doc_id": exampleID}, also: []int{410}, headers: []string{"Content-Disposition"}},
	"remove-verification-document":   {about: "Its file is deleted; that it was there stays in the events.", values: object{"id": exampleID, "doc_id": exampleID}, also: []int{409}},
	"check-blacklists":               {about: "At least one of `tax_id` and `name`. The answer names the lists asked, with their dates. At most 10 a minute.", body: object{"country": "MEX", "tax_id": "CEJ120314KQ3"}},
	"list-blacklists":                {about: "Their sources, dates and sizes."},
	"receive-check-result": {about: "Signed by the provider with its secret. A message that was received before is told so and changes nothing. At most 50 a minute.",
		values: object{"provider": "kyb"}, body: object{"verification_id": exampleID, "check": "sanctions", "outcome": "passed"}, also: []int{401, 404, 409, 429}},
}
