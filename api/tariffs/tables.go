package tariffs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// tablesInput is a list of codes, as JSON or as a file.
type tablesInput struct {
	wire.Common
	CountryCode    wire.Country `query:"country_code" required:"true" doc:"Tariff whose tables are wanted"`
	UserIdentifier string       `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`
	Language       string       `query:"language" enum:"English,Spanish" default:"English" doc:"Language of the titles"`

	codes  []string
	nested bool // something among them is neither text nor a number
}

// tablesDoc documents the JSON body.
type tablesDoc struct {
	HSCodes []string `json:"hscodes" minItems:"1" maxItems:"50000" doc:"2 to 10 digits; dots and spaces are accepted; a short code stands for all lines below it"`
}

// Resolve implements huma.Resolver.
func (in *tablesInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if mediaType, _, _ := mime.ParseMediaType(ctx.Header("Content-Type")); mediaType == "multipart/form-data" {
		return append(errs, in.readFile(ctx)...)
	}
	if err := wire.WantJSON(ctx); err != nil {
		return append(errs, fail.New(fail.CodeUnsupportedMedia, "Content-Type: want application/json or multipart/form-data"))
	}
	return append(errs, in.readJSON(ctx)...)
}

func (in *tablesInput) readJSON(ctx huma.Context) []error {
	body, err := io.ReadAll(io.LimitReader(gate.Of(ctx.Context()).Request.Body, wire.MaxFileBytes+1))
	switch {
	case err != nil:
		return []error{cmp.Or(wire.BodyProblem(err), error(wire.BadField("body", "cannot be read")))}
	case len(body) > wire.MaxFileBytes:
		return []error{fail.Newf(fail.CodePayloadTooLarge, "the request body exceeds the limit of %d MB", wire.MaxFileBytes>>20)}
	}
	if p := wire.BodyTextProblem(body); p != nil {
		return []error{p}
	}
	var unknown []error
	err = wire.Members(body, func(name string, value *wire.Values) error {
		if name == "hscodes" {
			in.codes, in.nested = nil, false
			return wire.Elements(value, in.addCode)
		}
		if len(unknown) < maxItemProblems {
			unknown = append(unknown, &wire.Problem{Code: fail.CodeValidation, Text: wire.FirstRunes(name, maxFieldNameChars) + ": unknown field"})
		}
		return wire.Skip(value)
	})
	switch {
	case errors.Is(err, wire.ErrShape), err == nil && in.nested:
		return append(unknown, &wire.Problem{Code: fail.CodeValidation, Text: "hscodes: want an array of text"})
	case errors.Is(err, errTooManyItems):
		return []error{wire.BadField("hscodes", "more than %d codes, the limit", maxBatchRows)}
	case errors.Is(err, wire.ErrLargeValue):
		return []error{wire.BadField("body", "%s", wire.ErrLargeValue)}
	case err != nil:
		return []error{wire.Unread(err)}
	}
	return append(unknown, in.check("hscodes")...)
}

// maxListedCodes bounds what is held until repetitions are dropped.
const maxListedCodes = 4 * maxBatchRows

func (in *tablesInput) addCode(i int, raw json.RawMessage) error {
	switch {
	case i == maxListedCodes:
		return errTooManyItems
	case raw[0] == '{' || raw[0] == '[' || bytes.Equal(raw, []byte("null")):
		in.nested = true
		return nil
	}
	in.codes = append(in.codes, strings.Trim(string(raw), `"`))
	return nil
}

func (in *tablesInput) readFile(ctx huma.Context) []error {
	f, err := wire.ReadForm(ctx)
	if err != nil {
		return []error{err}
	}
	if in.Language = cmp.Or(strings.TrimSpace(f.Values.Get("language")), in.Language); in.Language != "" {
		in.Language = f.OneOf("language", "English", "Spanish")
	}
	files, err := f.Read("file", 1)
	switch {
	case err != nil:
		return []error{err}
	case len(f.Files["file"]) == 0:
		f.Bad("file", "an .xlsx or .csv file of codes is required")
	case len(files) == 1:
		release, err := gate.Of(ctx.Context()).Turn(ctx.Context(), handlersOf(gate.Of(ctx.Context())).WorkbookTurns)
		if err != nil {
			return []error{err}
		}
		defer release()
		if in.codes, err = codesOf(ctx.Context(), files[0]); err != nil {
			return append(f.Errors(), named("file", err))
		}
		return append(f.Errors(), in.check("file")...)
	}
	return f.Errors()
}

// check bounds the codes and drops repetitions.
func (in *tablesInput) check(field string) []error {
	seen := map[string]bool{}
	in.codes = slices.DeleteFunc(in.codes, func(code string) bool {
		key := tariff.DigitsOf(code)
		if key == "" {
			key = code
		}
		repeated := seen[key]
		seen[key] = true
		return repeated
	})
	switch {
	case len(in.codes) == 0:
		return []error{&wire.Problem{Code: fail.CodeValidation, Text: field + ": at least one code is required"}}
	case len(in.codes) > maxBatchRows:
		return []error{wire.BadField(field, "more than %d codes, the limit", maxBatchRows)}
	case slices.ContainsFunc(in.codes, func(code string) bool { return utf8.RuneCountInString(code) > 40 }):
		return []error{&wire.Problem{Code: fail.CodeValidation, Text: field + ": a code is longer than 40 characters"}}
	}
	return nil
}

// codesOf reads the codes of a workbook or a text file: its column that looks most like codes.
func codesOf(ctx context.Context, f wire.File) ([]string, error) {
	if f.IsText() && !strings.EqualFold(f.Name[max(0, len(f.Name)-5):], ".xlsx") {
		if p := wire.TextProblem("file", string(f.Content)); p != nil {
			return nil, fail.New(p.Code, p.Text)
		}
		table, err := excel.ReadCSV(f.Content)
		if err != nil {
			return nil, err
		}
		return excel.Codes(table)
	}
	ctx, cancel := excel.Timed(ctx, handlersOf(gate.Of(ctx)).ReadTime)
	defer cancel()
	book, err := excel.Open(excel.Within(ctx, bytes.NewReader(f.Content)), int64(len(f.Content)))
	if err != nil {
		return nil, err
	}
	rows, err := book.Rows("")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // only read
	return excel.Codes(rows)
}

func (s *Handlers) registerTables(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: "/api/v3/tariff/tariff-tables", ID: "tariff-tables", Tag: "tariff",
		Summary: "Look up hierarchy, unit, duties, taxes, agreements and regulations of codes as a job; no credits",
		Access:  gate.Current, Plan: worldOnFree, Limited: true, BodyBytes: wire.MaxFileBytes, Status: http.StatusAccepted,
		Document: func(op *huma.Operation, r huma.Registry) {
			openapi.FormFields(op, []string{"file"}, map[string]*huma.Schema{
				"file": {Type: huma.TypeString, Format: "binary", Description: "An .xlsx or .csv file with a column of codes"},
			})
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[tablesDoc](r)}
			submit.AnswersJob(op, r)
		},
	}, s.tariffTables)
}

func (s *Handlers) tariffTables(ctx context.Context, in *tablesInput) (*submit.Answer, error) {
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindTables, Units: len(in.codes), UserIdentifier: in.UserIdentifier, Batch: true,
		Input: jobs.TablesInput{CountryCode: string(in.CountryCode), Language: cmp.Or(in.Language, "English"), Codes: in.codes},
	})
}
