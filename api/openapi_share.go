package api

const exampleToken = "mK3v0c9Xq2Rr7yT1uWz5aBdEfGhJkLmNpQrStUvWxYz"

var shareDocs = map[string]operationDoc{
	"share": {
		about: "Name a classification with open questions, whose 1 credit is reserved until it is answered, or a job whose result is shown, which costs nothing. The token is shown this once.",
		body:  object{"classification_record_id": exampleID, "expires_in_hours": 48, "language": "English", "message": "Please tell us what it is made of."},
	},
	"list-share-links":  {about: "With their answers, never their tokens."},
	"revoke-share-link": {about: "Its token is 410 from then on.", values: object{"id": exampleID}},
	"shared-questions":  {about: "For whoever has the token: the product, the questions, files and answers so far, and nothing else.", values: object{"token": exampleToken}},
	"save-draft":        {about: "Takes the place of the draft before.", values: object{"token": exampleToken}, body: object{"answers": []object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"answer-share-link": {about: "A second time is 409. The job that refines the classification runs on by itself.", values: object{"token": exampleToken}, body: object{"answers": []object{{"question": "Is it upholstered?", "answer": "yes"}}}},
	"add-share-file":    {about: "Where the link allows files.", values: object{"token": exampleToken}, body: object{"file": samplesPath + "invoice.pdf"}},
	"drop-share-file":   {about: "Until the answers are sent.", values: object{"token": exampleToken, "file_id": exampleID}},
	"shared-info":       {about: "For whoever has the token: read-only.", values: object{"token": exampleToken}},
}
