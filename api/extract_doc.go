package api

import (
	"encoding/json"
	"net/http"

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
	}
	register(s, charged, s.extract)
	s.registerPreviews()

	charged.path, charged.id = prefix+"digitize", "digitize"
	charged.summary = "Read a document as text and blocks; 1 credit a file"
	charged.document = func(op *huma.Operation, r huma.Registry) {
		formFields(op, nil, document)
		answers[digitizeAnswer](op, r)
	}
	register(s, charged, s.digitize)

	free := base
	free.limited, free.access = true, accessCurrent
	free.path, free.id, free.summary = prefix+"generate-schema", "generate-schema", "Write a JSON Schema for a request in English, Spanish, Portuguese or German"
	register(s, free, s.generateSchema)

	free.path, free.id, free.summary, free.rawBody = prefix+"validate-schema", "validate-schema", "Judge a JSON Schema against Draft 7, and apart from that as extract would", true
	free.document = func(op *huma.Operation, r huma.Registry) {
		op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: schemaOf[validateSchemaDoc](r)}
	}
	register(s, free, s.validateSchema)

	free.rawBody, free.multipart = false, true
	free.path, free.id, free.summary = prefix+"validate-file", "validate-file", "Judge a document: type, pages, size"
	free.document = func(op *huma.Operation, _ huma.Registry) { formFields(op, nil, document) }
	register(s, free, s.validateFile)

	free.path, free.id, free.summary = prefix+"generate-excel-schema", "generate-excel-schema", "Write a JSON Schema for the columns of an .xlsx workbook"
	free.document = func(op *huma.Operation, _ huma.Registry) {
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
