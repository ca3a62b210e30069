package shipment

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"create-operation": {
		About: "The files may hold several papers each; they are told apart, recognised and read. Nothing is charged by the call itself: each page costs 1 credit when it is read, " +
			"each line that is classified 1 (back where it gets no code), each line that is quoted 0.25. Too few credits stop the operation in needs_credits. " +
			"Files are uploaded, named by file_urls, or both. A file that is encrypted is listed as unread; one that is corrupt is refused.",
		Body: openapi.Object{"files": []any{sample.Path + "invoice.pdf"}, "operation": `{"direction":"import","reference":"A-1","exchange_rate":17.5,"usd_exchange_rate":17.5}`},
	},
	"list-operations": {About: "Pages go by `starting_after`, the last operation_id of the page before."},
	"get-operation":   {About: "Sentences follow Accept-Language. Checks stand with the worst first; boxes are shares of the page from its top left.", Values: openapi.Object{"operation_id": openapi.ExampleID}},
	"change-operation": {About: "Members that are absent stay, null takes one away. Only in a state of rest; the change counts when the operation continues.", Values: openapi.Object{"operation_id": openapi.ExampleID},
		Body: openapi.Object{"incoterm": "FOB", "freight": 350, "insurance": 40}},
	"change-operation-line": {About: "Takes the version of the line by If-Match or the member version: a stale one is 409 with the line as it stands. Without one the last change wins, and the trail keeps both. A code costs no classification. Facts that a question of the quote names are stated as facts, the producer as exporter.",
		Values: openapi.Object{"operation_id": openapi.ExampleID, "line_id": "l1"}, Body: openapi.Object{"code": "61091003", "version": 1}, Also: []int{415}},
	"continue-operation": {About: "From needs_input, needs_credits, failed, or ready to quote again. Lines whose facts did not change are not charged again. The question about files that came before is answered by going on.",
		Values: openapi.Object{"operation_id": openapi.ExampleID}, Body: openapi.Object{"answers": []openapi.Object{{"id": "currency", "choice": "USD"}}}},
	"cancel-operation":     {About: "Steps that run end by themselves and keep their charge.", Values: openapi.Object{"operation_id": openapi.ExampleID}},
	"close-operation":      {About: "From a state of rest. Files are kept 30 days longer.", Values: openapi.Object{"operation_id": openapi.ExampleID}},
	"delete-operation":     {About: "Share links of the operation answer 410 afterwards. The jobs of its steps stay in the ledger.", Values: openapi.Object{"operation_id": openapi.ExampleID}},
	"get-operation-page":   {About: "Drawn from the file, which is kept until 30 days after the end, 180 days at most.", Values: openapi.Object{"operation_id": openapi.ExampleID, "paper_id": "p1", "page": 1}, Also: []int{503}},
	"get-operation-report": {About: "JSON is the operation as it stands; the other formats need a quotation.", Values: openapi.Object{"operation_id": openapi.ExampleID}, Also: []int{503}},
}
