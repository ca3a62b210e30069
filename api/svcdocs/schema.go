package svcdocs

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/excel"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/language"
)

type generateSchemaInput struct {
	wire.Common
	Body struct {
		DocumentType string `json:"document_type,omitempty" maxLength:"200" doc:"Kind of document, such as invoice"`
		Description  string `json:"description" minLength:"1" maxLength:"10000" doc:"Such as: commercial invoice with number, date, seller, and for each line the description, quantity and unit price. Types, choices and units may stand beside a field: paid (yes/no), status (open or closed), weight in kg. Names of properties are in the language of the request"`
	}
}

type generateSchemaOutput struct {
	Body struct {
		JSONSchema    json.RawMessage `json:"json_schema" doc:"A Draft 7 schema"`
		NotUnderstood []string        `json:"not_understood" doc:"What of the description names no field, as written; may be empty"`
	}
}

func (s *Handlers) generateSchema(_ context.Context, in *generateSchemaInput) (*generateSchemaOutput, error) {
	schema, lost, err := s.Documents.GenerateSchema(in.Body.DocumentType, in.Body.Description)
	if err != nil {
		return nil, err
	}
	out := &generateSchemaOutput{}
	out.Body.JSONSchema, out.Body.NotUnderstood = schema, append([]string{}, lost...)
	return out, nil
}

type validateSchemaInput struct {
	wire.Common
	RawBody []byte `contentType:"application/json"`

	schema json.RawMessage
}

// validateSchemaDoc documents the body.
type validateSchemaDoc struct {
	JSONSchema json.RawMessage `json:"json_schema" doc:"The schema to judge"`
}

// Resolve implements huma.Resolver. The body is read by hand: any JSON may stand for a schema.
func (in *validateSchemaInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if err := wire.WantJSON(ctx); err != nil {
		return append(errs, err)
	}
	if p := wire.BodyTextProblem(in.RawBody); p != nil {
		return append(errs, p)
	}
	if err := wire.CheckJSON(in.RawBody); err != nil {
		return append(errs, &wire.Problem{Code: fail.CodeSvcDocsValidation, Text: "body: " + err.Error()})
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(in.RawBody, &body); err != nil {
		return append(errs, &wire.Problem{Code: fail.CodeBadRequest, Text: "body: not a JSON object"})
	}
	for name := range body {
		if name != "json_schema" {
			errs = append(errs, &wire.Problem{Code: fail.CodeSvcDocsValidation, Text: name + ": unexpected property"})
		}
	}
	in.schema = body["json_schema"]
	if in.schema == nil {
		errs = append(errs, &wire.Problem{Code: fail.CodeSvcDocsValidation, Text: "json_schema: required"})
	}
	return errs
}

type validateSchemaOutput struct {
	Body struct {
		Valid       bool     `json:"valid" doc:"Whether Draft 7 allows it"`
		Errors      []string `json:"errors" doc:"What Draft 7 forbids, each naming its place"`
		Extractable bool     `json:"extractable" doc:"Whether extract takes it"`
		Limits      []string `json:"limits" doc:"What of it extract refuses though Draft 7 allows it: other drafts, references to other documents, recursion, expressions beyond RE2, sizes over a limit"`
	}
}

func (s *Handlers) validateSchema(ctx context.Context, in *validateSchemaInput) (*validateSchemaOutput, error) {
	schema, err := s.named(ctx, in.schema)
	if err != nil {
		return nil, wire.OfField("json_schema", err)
	}
	j := extract.JudgeSchema(schema)
	out := &validateSchemaOutput{}
	out.Body.Valid, out.Body.Extractable = j.Valid, j.Extractable
	l := language.Of(ctx)
	out.Body.Errors, out.Body.Limits = append([]string{}, language.Texts(l, j.Errors)...), append([]string{}, language.Texts(l, j.Limits)...)
	return out, nil
}

// excelSchemaInput is a workbook whose columns become a schema.
type excelSchemaInput struct {
	wire.Common
	form   *wire.Form
	file   wire.File
	sheet  string
	header int
}

// Resolve implements huma.Resolver.
func (in *excelSchemaInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	var err error
	if in.form, err = wire.ReadForm(ctx); err != nil {
		return append(errs, err)
	}
	files, err := in.form.Read("file", 1)
	if err != nil {
		return append(errs, err)
	}
	switch {
	case len(in.form.Files["file"]) == 0:
		in.form.Invalid("file: an .xlsx workbook is required")
	case len(files) == 1:
		in.file = files[0]
	}
	in.sheet = in.form.Text("sheet", 100)
	if row := strings.TrimSpace(in.form.Values.Get("header_row")); row != "" {
		if in.header, err = strconv.Atoi(row); err != nil || in.header < 1 || in.header > extract.SampleRows {
			in.form.Invalid("header_row: want a row from 1 to " + strconv.Itoa(extract.SampleRows))
		}
	}
	return append(errs, in.form.Errors()...)
}

type excelSchemaOutput struct {
	Body struct {
		JSONSchema json.RawMessage  `json:"json_schema" doc:"A Draft 7 schema: an object whose items are the rows"`
		Columns    []extract.Column `json:"columns" doc:"Columns of the sheet that the schema was made from, from left to right"`
	}
}

func (s *Handlers) generateExcelSchema(ctx context.Context, in *excelSchemaInput) (*excelSchemaOutput, error) {
	release, err := gate.Of(ctx).Turn(ctx, s.WorkbookTurns)
	if err != nil {
		return nil, err
	}
	defer release()
	rows, err := sampleRows(ctx, in.file.Content, in.sheet)
	if err != nil {
		return nil, wire.OfField("file", asResource(err))
	}
	out := &excelSchemaOutput{}
	out.Body.JSONSchema, out.Body.Columns, err = s.Documents.GenerateTableSchema(rows, in.header)
	return out, err
}

// asResource names what a workbook may lack as extraction does.
func asResource(err error) error {
	if e := fail.As(err); e.Code == fail.CodeBadRequest {
		return fail.Wrap(err, fail.CodeSvcDocsResource, e.Message)
	}
	return err
}

// Bounds of what is looked at of a sheet.
const (
	sampleText = 16 << 20 // bytes of text; rows beyond are no part of the sample
	sampleCell = 1_000    // characters of a cell: longer text is text all the same
)

// sampleRows reads the beginning of a sheet; row n of the sheet is element n-1.
func sampleRows(ctx context.Context, workbook []byte, sheet string) ([][]string, error) {
	ctx, cancel := excel.Timed(ctx, handlersOf(gate.Of(ctx)).ReadTime)
	defer cancel()
	book, err := excel.Open(excel.Within(ctx, bytes.NewReader(workbook)), int64(len(workbook)))
	if err != nil {
		return nil, err
	}
	rows, err := book.Rows(sheet)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // only read
	var all [][]string
	for text := 0; len(all) < extract.SampleRows && text < sampleText; {
		r, ok, err := rows.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		for len(all) < min(r.Number-1, extract.SampleRows) {
			all = append(all, nil)
		}
		all = append(all, textsOf(r.Cells))
		for _, c := range r.Cells {
			text += len(c.Text) * (1 + c.Across)
		}
	}
	return all, nil
}

// textsOf are the texts of cells; the text of one that is merged across columns stands in all of them.
func textsOf(cells []excel.Cell) (texts []string) {
	for i, c := range cells {
		for len(texts) <= i+c.Across {
			texts = append(texts, "")
		}
		for at := i; at <= i+c.Across && !c.Empty(); at++ {
			texts[at] = wire.FirstRunes(c.Shown(), sampleCell)
		}
	}
	return texts
}

// validateFileInput is a document to be judged.
type validateFileInput struct {
	wire.Common
	documentInput
}

// Resolve implements huma.Resolver.
func (in *validateFileInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if err := in.read(ctx); err != nil {
		return append(errs, err)
	}
	return append(errs, in.form.Errors()...)
}

// inspectTime bounds the look at a document, its text layer included. A file that takes five seconds of the processor is
// refused before: what takes longer than this waits for a busy server.
const inspectTime = 20 * time.Second

var errBusy = fail.New(fail.CodeUnavailable, "the server is too busy to look at the document: send it again")

func (s *Handlers) inspect(ctx context.Context, content []byte) (extract.Info, error) {
	release, err := gate.Of(ctx).Turn(ctx, s.DocumentTurns)
	if err != nil {
		return extract.Info{}, err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, inspectTime, errBusy)
	defer cancel()
	return s.Documents.Inspect(ctx, content)
}

type validateFileOutput struct {
	Body struct {
		Valid        bool     `json:"valid" doc:"Whether extract would take the file"`
		Type         string   `json:"type" doc:"pdf, jpeg, png, tiff, bmp, webp; empty for anything else"`
		MediaType    string   `json:"media_type" doc:"Media type, by content"`
		Pages        int      `json:"pages" doc:"Pages of the document; an image counts as one"`
		SizeBytes    int      `json:"size_bytes" doc:"Size of the file in bytes"`
		HasTextLayer bool     `json:"has_text_layer" doc:"Whether its text can be read without recognition"`
		Encrypted    bool     `json:"encrypted" doc:"Whether it needs a password"`
		Errors       []string `json:"errors" doc:"Why extraction would refuse it"`
	}
}

func (s *Handlers) validateFile(ctx context.Context, in *validateFileInput) (*validateFileOutput, error) {
	if in.url != "" {
		got, err := submit.Download(ctx, s.Fetch, in.url)
		if err != nil {
			return nil, err
		}
		in.file.Content = got.Bytes
	}
	info, err := s.inspect(ctx, in.file.Content)
	out := &validateFileOutput{}
	b := &out.Body
	b.Valid, b.Type, b.MediaType, b.Pages = err == nil, info.Type, info.MediaType, info.Pages
	b.SizeBytes, b.HasTextLayer, b.Encrypted, b.Errors = len(in.file.Content), info.HasTextLayer, info.Encrypted, []string{}
	if err != nil {
		e := fail.As(err)
		if e.Code != fail.CodeSvcDocsResource && e.Code != fail.CodeSvcDocsValidation && e.Code != fail.CodePayloadTooLarge {
			return nil, err
		}
		b.Errors = language.Texts(language.Of(ctx), []string{e.Message})
	}
	return out, nil
}
