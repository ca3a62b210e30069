package api

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

const exampleToken = "mK3v0c9Xq2Rr7yT1uWz5aBdEfGhJkLmNpQrStUvWxYz"

var shareDocs = map[string]openapi.Operation{
	"share": {
		About: "Name a classification with open questions, whose 1 credit is reserved until it is answered, or a job whose result is shown, which costs nothing. The token is shown this once.",
		Body:  object{"classification_record_id": openapi.ExampleID, "expires_in_hours": 48, "language": "English", "message": "Please tell us what it is made of."},
	},
	"list-share-links":  {About: "With their answers, never their tokens."},
	"revoke-share-link": {About: "Its token is 410 from then on.", Values: object{"id": openapi.ExampleID}},
	"shared-questions":  {About: "For whoever has the token: the product, the questions, files and answers so far, and nothing else.", Values: object{"token": exampleToken}},
	"save-draft":        {About: "Takes the place of the draft before.", Values: object{"token": exampleToken}, Body: object{"answers": []object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"answer-share-link": {About: "A second time is 409. The job that refines the classification runs on by itself.", Values: object{"token": exampleToken}, Body: object{"answers": []object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"add-share-file":    {About: "Where the link allows files.", Values: object{"token": exampleToken}, Body: object{"file": sample.Path + "invoice.pdf"}},
	"drop-share-file":   {About: "Until the answers are sent.", Values: object{"token": exampleToken, "file_id": openapi.ExampleID}},
	"shared-info":       {About: "For whoever has the token: read-only.", Values: object{"token": exampleToken}},
}
