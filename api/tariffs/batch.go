package tariffs

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
)

// BatchQuery holds the parameters that all batches of classifications share with a single one.
type BatchQuery struct {
	wire.Common
	wire.Idempotent
	CountryCode    wire.Country `query:"country_code" required:"true" doc:"WORLD is the international six-digit system"`
	Model          string       `query:"model" enum:"fast,pro" default:"pro" doc:"fast, or pro, which is more precise"`
	TariffInfo     string       `query:"tariff_info" default:"true" doc:"Boolean: with duties, taxes and regulations"`
	UserIdentifier string       `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`
	Language       string       `query:"language" enum:"English,Spanish" default:"English" doc:"Of names, justifications, questions and the workbook's own headers"`

	tariffInfo bool
}

func (q *BatchQuery) resolve(ctx huma.Context) []error {
	errs := q.Common.Resolve(ctx)
	var p *wire.Problem
	if q.tariffInfo, p = wire.ParseBool("tariff_info", q.TariffInfo, true); p != nil {
		errs = append(errs, p)
	}
	return errs
}

// xlsxInput is a workbook of products. The form is read and judged in Resolve, so that all problems are reported at
// once.
type xlsxInput struct {
	BatchQuery
	Preview string `query:"preview" default:"false" doc:"Boolean: shows what would be read and charged, and does nothing"`

	form        *wire.Form
	file        wire.File
	products    *products
	preview     bool
	headerRow   *int
	reviewBelow *float64
}

// Resolve implements huma.Resolver.
func (in *xlsxInput) Resolve(ctx huma.Context) []error {
	errs := in.resolve(ctx)
	var err error
	if in.form, err = wire.ReadForm(ctx); err != nil {
		return append(errs, err)
	}
	if in.form.Values.Get("language") != "" {
		in.Language = in.form.OneOf("language", "English", "Spanish")
	}
	var p *wire.Problem
	if in.preview, p = wire.ParseBool("preview", in.Preview, false); p != nil {
		errs = append(errs, p)
	}
	in.readNumbers()
	files, err := in.form.Read("file", 1)
	if err != nil {
		return append(errs, err)
	}
	if len(in.form.Files["file"]) == 0 {
		in.form.Bad("file", "an .xlsx workbook is required")
	}
	if len(files) == 1 {
		in.file = files[0]
		errs = append(errs, in.readProducts(ctx.Context())...)
	}
	return append(errs, in.form.Errors()...)
}

// maxHeaderRow is the last row of any sheet.
const maxHeaderRow = 1 << 20

// readNumbers reads the fields of the form that are numbers.
func (in *xlsxInput) readNumbers() {
	if s := in.form.Text("header_row", maxFieldNameChars); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > maxHeaderRow {
			in.form.Bad("header_row", "want the number of a row, from 1 to %d, or 0 for none", maxHeaderRow)
		}
		in.headerRow = &n
	}
	if s := in.form.Text("review_below", maxFieldNameChars); s != "" {
		var p *wire.Problem
		in.reviewBelow, p = share("review_below", s)
		in.form.Note(true, p)
	}
}

func (s *Handlers) registerBatch(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: "/api/v3/tariff/xlsx", ID: "classify-workbook", Tag: "tariff",
		Summary: "Classify the rows of an .xlsx workbook as a job; 1 credit a row that has a description",
		Access:  gate.Current, Plan: worldOnFree, Multipart: true, Status: http.StatusAccepted,
		Document: func(op *huma.Operation, r huma.Registry) {
			openapi.FormFields(op, []string{"file"}, map[string]*huma.Schema{
				"file":               {Type: huma.TypeString, Format: "binary", Description: "An .xlsx workbook of at most 20 MB, 50,000 rows and 256 columns"},
				"sheet":              openapi.TextField("The sheet; found where absent"),
				"description_column": openapi.TextField("Header or letter of the column of descriptions; found where absent"),
				"id_column":          openapi.TextField("Header or letter of the column of your identifiers"),
				"header_row":         {Type: huma.TypeInteger, Minimum: new(0.0), Description: "Number of the row that names the columns, as the sheet shows it; 0 where none does; found where absent"},
				"code_column":        openapi.TextField("Header or letter of a column of codes: the result compares them with what was found"),
				"review_below":       {Type: huma.TypeNumber, Minimum: new(0.0), Maximum: new(1.0), Default: jobs.ReviewBelow, Description: "Rows of a lower confidence are on the sheet of what to review"},
				"language":           {Type: huma.TypeString, Enum: []any{"English", "Spanish"}, Default: "English", Description: "Language of names, reasons and questions"},
			})
			submit.AnswersJob(op, r)
			op.Responses["200"] = &huma.Response{
				Description: "With preview: what would be read and charged",
				Content:     map[string]*huma.MediaType{"application/json": {Schema: openapi.SchemaOf[previewBody](r)}},
			}
		},
	}, s.classifyWorkbook)
	s.registerItems(to)
	s.registerTables(to)
}

func (s *Handlers) classifyWorkbook(ctx context.Context, in *xlsxInput) (*submit.Answer, error) {
	if in.preview {
		return in.products.preview(ctx)
	}
	var fingerprint []byte
	if in.IdempotencyKey != "" {
		f := wire.NewFingerprint(gate.Of(ctx).Request)
		f.Values(in.form.Values)
		f.File(in.file.Field, in.file.Content)
		fingerprint = f.Sum()
	}
	in.products.input.Name = in.file.Name
	return s.submitBatch(ctx, in.BatchQuery, in.products, in.file.Content, fingerprint)
}

// submitBatch keeps the workbook until the job has ended, charges its rows and answers 202.
func (s *Handlers) submitBatch(ctx context.Context, q BatchQuery, p *products, workbook []byte, fingerprint []byte) (*submit.Answer, error) {
	key, err := s.Submits.Keep(ctx, submit.WorkbookType, workbook)
	if err != nil {
		return nil, err
	}
	in := p.input
	in.CountryCode, in.Model, in.TariffInfo = string(q.CountryCode), cmp.Or(q.Model, "pro"), q.tariffInfo
	in.Language, in.UserIdentifier, in.Source = cmp.Or(q.Language, "English"), q.UserIdentifier, key
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindBatch, Units: p.charged, Input: in, Uploads: []string{key}, Chunks: p.chunks,
		UserIdentifier: q.UserIdentifier, Key: q.Idempotent, Fingerprint: fingerprint, Batch: true,
	})
}
