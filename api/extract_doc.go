package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

// registerExtract adds the endpoints of extraction, where the process has an engine for it.
func (s *Server) registerExtract() {
	if s.Documents == nil {
		return
	}
	document := map[string]*huma.Schema{
		"file_path": {Type: huma.TypeString, Format: "binary", Description: "PDF, JPEG, PNG, TIFF, BMP or WEBP of at most 20 MB and 100 pages"},
		"file_url":  textField("Where the document lies, instead of an upload"),
	}
	const tag, prefix = "svcdocs", "/api/v3/svcdocs/"
	base := route{method: http.MethodPost, tag: tag, access: accessPaid, validation: fail.CodeSvcDocsValidation}

	charged := base
	charged.multipart = true
	charged.path, charged.id = prefix+"extract", "extract"
	charged.summary = "Extract data from a document into the shape of a JSON Schema; 1 credit a page"
	charged.document = func(op *huma.Operation, r huma.Registry) {
		fields := map[string]*huma.Schema{"json_data": textField("JSON object: document_type, document_description, json_response (a Draft 7 schema)")}
		for name, f := range document {
			fields[name] = f
		}
		formFields(op, []string{"json_data"}, fields)
		booleanParam(op, "json_schema", true)
		booleanParam(op, "grounding", false)
		booleanParam(op, "previews", false)
		answers[extractAnswer](op, r)
		example(op, extractExample)
		refusals(op, r, slices.Concat(documentRefusals(), chargedRefusals(), []refused{
			{fail.CodeSvcDocsValidation, "json_data or its schema", []string{"document_type: required", "json_response: /properties/total/type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"}},
		}))
	}
	register(s, charged, s.extract)
	s.registerPreviews()

	charged.path, charged.id = prefix+"digitize", "digitize"
	charged.summary = "Read a document as text and blocks; 1 credit a file"
	charged.document = func(op *huma.Operation, r huma.Registry) {
		formFields(op, nil, document)
		answers[digitizeAnswer](op, r)
		refusals(op, r, slices.Concat(documentRefusals(), chargedRefusals(), []refused{
			{fail.CodeSvcDocsValidation, "both or neither of file and URL", []string{"file_path, file_url: one of them is required"}},
		}))
	}
	register(s, charged, s.digitize)

	free := base
	free.limited = true
	free.path, free.id, free.summary = prefix+"generate-schema", "generate-schema", "Write a JSON Schema for a text that names fields"
	free.document = func(op *huma.Operation, r huma.Registry) {
		example(op, `{"json_schema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"invoice_number":{"type":"string","description":"Number"},"invoice_date":{"type":"string","format":"date","description":"Date"},"line_items":{"type":"array","items":{"type":"object","properties":{"quantity":{"type":"number","description":"Quantity"}}}}}}}`)
		refusals(op, r, append(freeRefusals(), refused{fail.CodeSvcDocsValidation, "no field is named", []string{"description: name the fields, such as: commercial invoice with number, date, seller, and lines with description, quantity, unit price"}}))
	}
	register(s, free, s.generateSchema)

	free.path, free.id, free.summary, free.rawBody = prefix+"validate-schema", "validate-schema", "Judge a JSON Schema against Draft 7", true
	free.document = func(op *huma.Operation, r huma.Registry) {
		op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: schemaOf[validateSchemaDoc](r)}
		example(op, `{"valid":false,"errors":["/properties/total/pattern: the regular expression is not supported: it must be RE2, without lookahead, lookbehind or backreferences"]}`)
		refusals(op, r, append(freeRefusals(), refused{fail.CodeSvcDocsValidation, "no schema to judge", []string{"json_schema: required"}}))
	}
	register(s, free, s.validateSchema)

	free.rawBody, free.multipart = false, true
	free.path, free.id, free.summary = prefix+"validate-file", "validate-file", "Judge a document: type, pages, size"
	free.document = func(op *huma.Operation, r huma.Registry) {
		formFields(op, nil, document)
		example(op, `{"valid":true,"type":"pdf","media_type":"application/pdf","pages":2,"size_bytes":170588,"has_text_layer":true,"encrypted":false,"errors":[]}`)
		refusals(op, r, append(freeRefusals(), refused{fail.CodeSvcDocsResource, "the URL cannot be reached", nil},
			refused{fail.CodeSvcDocsValidation, "both or neither of file and URL", []string{"file_path, file_url: one of them is required"}}))
	}
	register(s, free, s.validateFile)

	free.path, free.id, free.summary = prefix+"generate-excel-schema", "generate-excel-schema", "Write a JSON Schema for the columns of an .xlsx workbook"
	free.document = func(op *huma.Operation, r huma.Registry) {
		example(op, `{"json_schema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"items":{"type":"array","description":"Rows of the sheet","items":{"type":"object","properties":{"quantity":{"type":"integer","description":"Cantidad"}}}}}},"columns":[{"header":"Cantidad","property":"quantity","type":"integer","examples":["4","2","10"]}]}`)
		refusals(op, r, append(freeRefusals(), refused{fail.CodeSvcDocsResource, "no .xlsx workbook, or not the sheet named", nil},
			refused{fail.CodeSvcDocsValidation, "no file, or no header", []string{"header_row: no header in row 2"}}))
		formFields(op, []string{"file"}, map[string]*huma.Schema{
			"file":       {Type: huma.TypeString, Format: "binary", Description: "An .xlsx workbook of at most 20 MB"},
			"sheet":      textField("The sheet; the first one where absent"),
			"header_row": {Type: huma.TypeInteger, Description: "The row of headers, from 1; found where absent"},
		})
	}
	register(s, free, s.generateExcelSchema)
}

// extractAnswer documents the body of an extraction, which the worker writes.
type extractAnswer struct {
	Status       string                   `json:"status" enum:"success"`
	DocumentData json.RawMessage          `json:"document_data" doc:"In the shape of json_response"`
	BilledPages  int                      `json:"billed_pages"`
	Errors       []string                 `json:"errors,omitempty" doc:"What could not be found or is doubtful, each naming its field"`
	Fields       map[string]extract.Field `json:"fields,omitempty" doc:"With grounding: JSON pointer of each value to its place"`
	Previews     []previewAnswer          `json:"previews,omitempty" doc:"With previews: the pages whose picture is kept"`
}

// digitizeAnswer documents the body of a digitized file.
type digitizeAnswer struct {
	Status      string             `json:"status" enum:"success"`
	Pages       []extract.PageText `json:"pages"`
	BilledFiles int                `json:"billed_files"`
}

const extractExample = `{"status":"success","document_data":{"invoice_number":"EX-20772","total":367938.21},"billed_pages":1,"errors":["/due_date: not found in the document"],` +
	`"fields":{"/invoice_number":{"page":1,"box":[0.4656,0.1675,0.5296,0.1784],"text":"EX-20772","confidence":0.98,"source":"text"}}}`

// example shows a success of an operation.
func example(op *huma.Operation, body string) {
	if answer := op.Responses["200"].Content["application/json"]; answer != nil {
		answer.Example = json.RawMessage(body)
	}
}

// refused is a way in which an operation refuses.
type refused struct {
	code   fail.Code
	when   string
	errors []string
}

// chargedRefusals are of what costs credits, and runs as a job.
func chargedRefusals() []refused {
	return []refused{
		{fail.CodeSvcDocsCredit, "insufficient credits", nil},
		{fail.CodeSvcDocsNotFound, "the document is gone before it was read; refunded", nil},
		{fail.CodeConflict, "another request waits on the Idempotency-Key", nil},
		{fail.CodeSvcDocsLimit, "the subscription's limit for the product", nil},
		{fail.CodeSvcDocsProcessing, "AI processing failed: no page of the document has readable text; refunded", nil},
		{fail.CodeUnavailable, "the service is not available at the moment", nil},
	}
}

// documentRefusals are of what takes a document.
func documentRefusals() []refused {
	return []refused{
		{fail.CodeSvcDocsResource, "the file is empty, corrupt, encrypted, over a limit, or no document; or the URL cannot be reached", nil},
		{fail.CodePayloadTooLarge, "a file exceeds the limit of 20 MB", nil},
		{fail.CodeUnsupportedMedia, "want multipart/form-data", nil},
	}
}

// freeRefusals are of what costs nothing.
func freeRefusals() []refused {
	return []refused{
		{fail.CodePayloadTooLarge, "the body or a file exceeds its limit", nil},
		{fail.CodeUnsupportedMedia, "another media type", nil},
		{fail.CodeRateLimited, errTooFast.Message, nil},
		{fail.CodeUnavailable, "the service is not available at the moment", nil},
	}
}

// refusals documents errors with an example of each.
func refusals(op *huma.Operation, r huma.Registry, all []refused) {
	for _, e := range all {
		code := status(e.code)
		key := strconv.Itoa(code)
		op.Responses[key] = &huma.Response{
			Description: http.StatusText(code) + ", " + string(e.code) + ": " + e.when,
			Content: map[string]*huma.MediaType{"application/json": {
				Schema: schemaOf[errorBody](r),
				Example: errorBody{Type: e.code, Message: slices.Concat(e.errors, []string{e.when})[0], StatusCode: code, Errors: e.errors,
					RequestID: "f9f409e8-e403-4140-9edb-081340e1f606"},
			}},
		}
	}
}
