package svcdocs

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/extract"
	"tariffdesk/fail"
)

// registerExtract adds the endpoints of extraction, where the process has an engine for it.
func (s *Handlers) registerExtract(to *route.Router) {
	if s.Documents == nil {
		return
	}
	document := map[string]*huma.Schema{
		"file_path": {Type: huma.TypeString, Format: "binary", Description: "PDF, JPEG, PNG, TIFF, BMP or WEBP of at most 20 MB and 100 pages"},
		"file_url":  openapi.TextField("Where the document lies, instead of an upload"),
	}
	password := openapi.TextField("Of an encrypted PDF, at most 127 bytes; it is deleted with the upload")
	const tag, prefix = "svcdocs", "/api/v3/svcdocs/"
	base := route.Row{Method: http.MethodPost, Tag: tag, Access: gate.Paid, Validation: fail.CodeSvcDocsValidation}

	charged := base
	charged.Multipart = true
	charged.Path, charged.ID = prefix+"extract", "extract"
	charged.Summary = "Extract data from a document into the shape of a JSON Schema; 1 credit a page"
	charged.Document = func(op *huma.Operation, r huma.Registry) {
		fields := map[string]*huma.Schema{"json_data": openapi.TextField("JSON object: document_type, document_description, json_response (a Draft 7 schema)")}
		for name, f := range document {
			fields[name] = f
		}
		fields["pages"] = openapi.TextField("The pages that are read and charged, such as 1-3,5; all where absent")
		fields["password"] = password
		fields["split"] = &huma.Schema{Type: huma.TypeString, Enum: []any{"none", "auto"}, Description: "auto: each document of the file has its own data in `documents`; none where absent"}
		openapi.FormFields(op, []string{"json_data"}, fields)
		openapi.BooleanParam(op, "json_schema", true)
		openapi.BooleanParam(op, "grounding", false)
		openapi.BooleanParam(op, "previews", false)
		submit.Answers[extractAnswer](op, r)
	}
	route.Register(to, charged, s.extract)
	s.registerPreviews(to)

	charged.Path, charged.ID = prefix+"digitize", "digitize"
	charged.Summary = "Read a document as text and blocks; 1 credit a file"
	charged.Document = func(op *huma.Operation, r huma.Registry) {
		openapi.FormFields(op, nil, document)
		submit.Answers[digitizeAnswer](op, r)
	}
	route.Register(to, charged, s.digitize)

	charged.Path, charged.ID = prefix+"split", "split"
	charged.Summary = "Tell the documents of a file apart; 1 credit a file"
	charged.Document = func(op *huma.Operation, r huma.Registry) {
		openapi.FormFields(op, nil, map[string]*huma.Schema{"file_path": document["file_path"], "file_url": document["file_url"], "password": password})
		submit.Answers[splitAnswer](op, r)
	}
	route.Register(to, charged, s.split)

	s.registerSchemas(to)
	s.registerCorrections(to)

	free := base
	free.Limited, free.Access = true, gate.Current
	free.Path, free.ID, free.Summary = prefix+"generate-schema", "generate-schema", "Write a JSON Schema for a request in English, Spanish, Portuguese or German"
	route.Register(to, free, s.generateSchema)

	free.Path, free.ID, free.Summary, free.RawBody = prefix+"validate-schema", "validate-schema", "Judge a JSON Schema against Draft 7, and apart from that as extract would", true
	free.Document = func(op *huma.Operation, r huma.Registry) {
		op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[validateSchemaDoc](r)}
	}
	route.Register(to, free, s.validateSchema)

	free.RawBody, free.Multipart = false, true
	free.Path, free.ID, free.Summary = prefix+"validate-file", "validate-file", "Judge a document: type, pages, size"
	free.Document = func(op *huma.Operation, _ huma.Registry) { openapi.FormFields(op, nil, document) }
	route.Register(to, free, s.validateFile)

	free.Path, free.ID, free.Summary = prefix+"generate-excel-schema", "generate-excel-schema", "Write a JSON Schema for the columns of an .xlsx workbook"
	free.Document = func(op *huma.Operation, _ huma.Registry) {
		openapi.FormFields(op, []string{"file"}, map[string]*huma.Schema{
			"file":       {Type: huma.TypeString, Format: "binary", Description: "An .xlsx workbook of at most 20 MB"},
			"sheet":      openapi.TextField("The sheet; the first one where absent"),
			"header_row": {Type: huma.TypeInteger, Description: "The row of headers, from 1; found where absent"},
		})
	}
	route.Register(to, free, s.generateExcelSchema)
}

// extractAnswer documents the body of an extraction, which the worker writes.
type extractAnswer struct {
	Status       string                   `json:"status" enum:"success" doc:"success"`
	DocumentData json.RawMessage          `json:"document_data" doc:"In the shape of json_response"`
	BilledPages  int                      `json:"billed_pages" doc:"Pages that were read"`
	Corrected    []string                 `json:"corrected,omitempty" doc:"JSON pointers of the values that were corrected"`
	Documents    []extract.Document       `json:"documents" doc:"The documents that the file holds, one for an ordinary file"`
	Errors       []string                 `json:"errors,omitempty" doc:"What could not be found or is doubtful, each naming its field"`
	Warnings     []extract.Warning        `json:"warnings,omitempty" doc:"Doubts in a form that programs read"`
	Fields       map[string]extract.Field `json:"fields,omitempty" doc:"With grounding: JSON pointer of each value to its place"`
	Previews     []previewAnswer          `json:"previews,omitempty" doc:"With previews: the pages whose picture is kept"`
}

// digitizeAnswer documents the body of a digitized file.
type digitizeAnswer struct {
	Status      string             `json:"status" enum:"success" doc:"success"`
	Pages       []extract.PageText `json:"pages" doc:"Text of each page, in the order of the files"`
	BilledFiles int                `json:"billed_files" doc:"Files charged, 1 credit each; 0 where no page has print that can be read"`
	Errors      []string           `json:"errors,omitempty" doc:"That no page has print that can be read"`
	Warnings    []extract.Warning  `json:"warnings,omitempty" doc:"The same in a form that programs read"`
}

// Schemas are of what jobs of this subject leave.
func Schemas(r huma.Registry) []*huma.Schema {
	return []*huma.Schema{openapi.SchemaOf[extractAnswer](r), openapi.SchemaOf[digitizeAnswer](r), openapi.SchemaOf[splitAnswer](r)}
}
