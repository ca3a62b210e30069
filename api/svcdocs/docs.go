package svcdocs

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

// exampleSchema is a schema of the sample invoice.
const exampleSchema = `{"document_type":"invoice","document_description":"number, date and total of the invoice",` +
	`"json_response":{"type":"object","properties":{"invoice_number":{"type":"string","description":"Invoice number"},` +
	`"invoice_date":{"type":"string","format":"date"},"total":{"type":"number","description":"Total amount"}},"required":["invoice_number"]}}`

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"extract": {
		About: "Send exactly one of `file_path` and `file_url`. Pages are counted before the charge of 1 credit a page; a URL is fetched before it, and only for callers who could pay for a page. " +
			"`errors` of an answer names what could not be found or is doubtful. `file_url` may be " + sample.Path + "invoice.pdf, a sample of the service.",
		Body: openapi.Object{"json_data": exampleSchema, "file_url": sample.Path + "invoice.pdf"},
		Also: []int{402, 404, 502},
	},
	"digitize": {
		About: "Text and blocks (paragraphs, tables, pairs of key and value) of every page, each with its box as shares of the page. 1 credit a file, whatever its pages.",
		Body:  openapi.Object{"file_url": sample.Path + "invoice.pdf"},
		Also:  []int{402, 404, 502},
	},
	"split": {
		About: "Where each document of a file begins, what it is and what number it has. Copies are named as copies. Nothing else is read; `extract` with `split=auto` gives the data of each. 1 credit a file, whatever its pages.",
		Body:  openapi.Object{"file_url": sample.Path + "invoice.pdf"},
		Also:  []int{402, 404, 502},
	},
	"list-schemas": {About: "`extract` takes each by `json_response: {\"$builtin\": NAME}`. Costs nothing."},
	"get-schema":   {About: "One of the service or of your organization. Costs nothing.", Values: openapi.Object{"name": "commercial_invoice"}},
	"put-schema": {
		About: "Keeps or replaces it: 100 at most, under names of lower-case letters, digits and `_`. 409 for a name of the service's own.", Values: openapi.Object{"name": "supplier_invoice"},
		Body: openapi.Object{"json_schema": openapi.Object{"type": "object", "properties": openapi.Object{"total": openapi.Object{"type": "number"}}}},
	},
	"delete-schema":         {About: "Schemas of the service stay: 409.", Values: openapi.Object{"name": "supplier_invoice"}},
	"get-extraction-schema": {About: "Titles and order of the properties of document_data, such as an application needs to show them. A schema that $builtin named stands in full. Costs nothing.", Values: openapi.Object{"job_id": openapi.ExampleID}},
	"correct-extraction": {
		About: "Answers the corrected result, which `/result` gives from now on with `corrected`. The next document of the same issuer is read by the caption of each value. Costs nothing.", Values: openapi.Object{"job_id": openapi.ExampleID},
		Body: openapi.Object{"corrections": []any{openapi.Object{"pointer": "/total", "value": 1180.5}}},
	},
	"list-corrections":  {About: "What your organization has corrected, and the captions that documents are read by since."},
	"delete-correction": {About: "The result that it corrected stays as it is.", Values: openapi.Object{"id": openapi.ExampleID}},
	"generate-schema": {
		About: "Names of properties are in the language of the request. Costs nothing.",
		Body:  openapi.Object{"document_type": "invoice", "description": "commercial invoice with number, date, seller, and lines with description, quantity, unit price"},
	},
	"generate-excel-schema": {
		About: "Types are read from the first rows below the header. Costs nothing.",
		Body:  openapi.Object{"file": sample.Path + "goods.xlsx"},
	},
	"validate-schema": {
		About: "`valid` is the judgement of Draft 7 itself; `extractable` and `limits` tell what extract would say. Costs nothing.",
		Body:  openapi.Object{"json_schema": openapi.Object{"type": "object", "properties": openapi.Object{"total": openapi.Object{"type": "number"}}}},
	},
	"validate-file": {
		About: "Looks at the file for five seconds at most. A file that extract would refuse is answered with `valid: false` and the reason. Costs nothing.",
		Body:  openapi.Object{"file_url": sample.Path + "invoice.pdf"},
	},
}
