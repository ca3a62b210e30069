package tariffs

import (
	"tariffdesk/api/openapi"
	"tariffdesk/api/sample"
)

// Docs describes the operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"classify": {
		About: "One of `product_description`, `image_files` and `document_files` is required; the more of material, use, composition and presentation is told, the better. " +
			"Costs 1 credit, charged before the work and given back if it fails. Where a fact is open, `required_questions` and `questions` ask for it: send the answers with `classification_record_id`. " +
			"With `streaming=true` the answer is a line of JSON at a time. A call that takes longer than the service waits is answered 202 with its job.",
		Values: openapi.Object{"country_code": "WORLD", "model": "fast"},
		Body:   openapi.Object{"product_description": "men's knitted cotton t-shirt"},
		Also:   []int{402, 404, 502},
	},
	"classify-workbook": {
		About: "Each row with a description costs 1 credit, what fails is given back row by row. Columns of descriptions and identifiers are found, or named. " +
			"The result is the workbook with codes, confidence, reasons and questions beside each row, or NDJSON.",
		Values: openapi.Object{"country_code": "WORLD", "model": "fast"},
		Body:   openapi.Object{"file": sample.Path + "goods.xlsx"},
		Also:   []int{402},
	},
	"classify-items": {
		About:  "Each item with a description costs 1 credit, what fails is given back item by item. Further members of an item become columns of the workbook.",
		Values: openapi.Object{"country_code": "WORLD", "model": "fast"},
		Body: openapi.Object{"items": []openapi.Object{
			{"id": "TS-10", "product_description": "men's knitted cotton t-shirt"}, {"id": "MG-05", "product_description": "porcelain coffee mug, 300 ml"}}},
		Also: []int{402},
	},
	"tariff-tables": {
		About:  "Takes 1 to 50,000 codes as JSON, or an .xlsx or .csv file with a column of them. Costs nothing.",
		Values: openapi.Object{"country_code": "MEX"},
		Body:   openapi.Object{"hscodes": []string{"61091003", "8471.60"}},
	},
	"search-tariff": {
		About:  "Finds headings, subheadings and lines by words in English or Spanish, best first, or by the first digits of a code, in order. It is a search of words: which code goods deserve, a classification decides.",
		Values: openapi.Object{"country_code": "MEX", "q": "cotton t-shirt"},
	},
	"get-tariff-code": {
		About:  "The path from the chapter down, the next level, what goods have to be, unit, duties and taxes of a line, and the codes of older editions. An unknown code is 404 and names near ones.",
		Values: openapi.Object{"country": "USA", "code": "8528.72.12"},
	},
	"import-precedents": {
		About: "A row has a description and a code of 6, 8 or 10 digits. Precedents of an organisation inform its own classifications alone; it keeps 200,000 at most. Costs nothing.",
		Body:  openapi.Object{"file": sample.Path + "precedents.csv"},
	},
	"get-precedents":    {About: "Goods that your organisation has classified itself: imported, or confirmed."},
	"search-rulings":    {About: "Published rulings by words, by the first digits of a code, or both.", Values: openapi.Object{"q": "comb of hard rubber"}},
	"delete-precedents": {About: "For owners and admins who are signed in. What was confirmed stays on its record."},
	"list-records": {
		About: "Filters join: a record has to pass all of them. Pages go by `starting_after`, the last id of the page before.",
	},
	"get-record": {About: "The record as it was answered, with the dialogue that refined it.", Values: openapi.Object{"classification_record_id": openapi.ExampleID}},
	"confirm-record": {
		About: "The code may have 6, 8 or 10 digits, dots allowed; one that the country's tariff does not hold is 422 and names the nearest. The decision counts down to its last digit for the same goods and for similar ones, " +
			"and leads the codes of the record from then on. Each stands in the history.",
		Values: openapi.Object{"classification_record_id": openapi.ExampleID}, Body: openapi.Object{"hscode": "6109.10", "reason": "confirmed by the broker"},
	},
	"undo-record": {
		About:  "The decision before it stands again, or none; the precedent of the one that is undone is withdrawn. 409 where nothing is decided.",
		Values: openapi.Object{"classification_record_id": openapi.ExampleID}, Body: openapi.Object{"reason": "decided on the wrong record"},
	},
	"confirm-records": {
		About: "Confirms what was suggested, for at most 1,000 classifications that have a code and no decision yet: where a filter finds more, nothing is decided and the answer is 422. `dry_run` only counts.",
		Body:  openapi.Object{"filter": openapi.Object{"country_code": "MEX", "confidence_from": 0.9}, "action": "suggested", "dry_run": true},
	},
	"record-report":  {About: "The dialogue, the path, reasons, evidence, alternatives, versions and request ids of a classification, to print or as a PDF.", Values: openapi.Object{"classification_record_id": openapi.ExampleID}},
	"record-history": {About: "Nobody can change it.", Values: openapi.Object{"classification_record_id": openapi.ExampleID}},
	"list-batch-rows": {
		About: "Filters join: a row has to pass all of them.",
	},
	"confirm-batch-row": {About: "As for a record. The id of a row is that of its batch and its number.", Values: openapi.Object{"row_id": openapi.ExampleID + ".2"}, Body: openapi.Object{"hscode": "6109.10", "reason": "confirmed by the broker"}},
	"undo-batch-row":    {About: "As for a record.", Values: openapi.Object{"row_id": openapi.ExampleID + ".2"}, Body: openapi.Object{"reason": "decided on the wrong row"}},
	"confirm-batch-rows": {
		About: "As for records. `job_id` names one batch.",
		Body:  openapi.Object{"filter": openapi.Object{"confidence_from": 0.9}, "action": "suggested", "dry_run": true},
	},
	"get-precedent":     {About: "The id is the `precedent_id` of a confirmed record or row, or of a step of its history.", Values: openapi.Object{"precedent_id": openapi.ExampleID}},
	"delete-precedent":  {About: "The goods inform classifications no more. What was decided stays on its record or row: `undo` takes that back, too.", Values: openapi.Object{"precedent_id": openapi.ExampleID}},
	"batch-row-history": {About: "Nobody can change it.", Values: openapi.Object{"row_id": openapi.ExampleID + ".2"}},
}
