package share

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"share": {
		About: "Name a classification with open questions, whose 1 credit is reserved until it is answered, or a job whose result is shown, which costs nothing. The token is shown this once.",
		Body:  openapi.Object{"classification_record_id": openapi.ExampleID, "expires_in_hours": 48, "language": "English", "message": "Please tell us what it is made of."},
	},
	"list-share-links":  {About: "With their answers, never their tokens."},
	"revoke-share-link": {About: "Its token is 410 from then on.", Values: openapi.Object{"id": openapi.ExampleID}},
	"shared-questions":  {About: "For whoever has the token: the product, the questions, files and answers so far, and nothing else.", Values: openapi.Object{"token": openapi.ExampleToken}},
	"save-draft":        {About: "Takes the place of the draft before.", Values: openapi.Object{"token": openapi.ExampleToken}, Body: openapi.Object{"answers": []openapi.Object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"answer-share-link": {About: "A second time is 409. The job that refines the classification runs on by itself.", Values: openapi.Object{"token": openapi.ExampleToken}, Body: openapi.Object{"answers": []openapi.Object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"add-share-file":    {About: "Where the link allows files.", Values: openapi.Object{"token": openapi.ExampleToken}, Body: openapi.Object{"file": sample.Path + "invoice.pdf"}},
	"drop-share-file":   {About: "Until the answers are sent.", Values: openapi.Object{"token": openapi.ExampleToken, "file_id": openapi.ExampleID}},
	"shared-info":       {About: "For whoever has the token: read-only.", Values: openapi.Object{"token": openapi.ExampleToken}},
	"share-operation": {About: "The link shows papers, goods, codes and sums, never what the service was paid nor notes from inside. It ends when it expires or is revoked; after the operation was deleted it answers 410.",
		Values: openapi.Object{"operation_id": openapi.ExampleID}, Body: openapi.Object{"expires_in_hours": 72, "language": "English"}},
}
