package api

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
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"

	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// tablesInput is a list of codes, as JSON or as a file.
type tablesInput struct {
	Common
	CountryCode    string `query:"country_code" required:"true" enum:"MEX,COL,USA,ARG,WORLD"`
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"For your own tracking"`
	Language       string `query:"language" enum:"English,Spanish" default:"English"`

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
	if err := wantJSON(ctx); err != nil {
		return append(errs, fail.New(fail.CodeUnsupportedMedia, "Content-Type: want application/json or multipart/form-data"))
	}
	return append(errs, in.readJSON(ctx)...)
}

func (in *tablesInput) readJSON(ctx huma.Context) []error {
	body, err := io.ReadAll(io.LimitReader(humaecho.Unwrap(ctx).Request().Body, maxFileBytes+1))
	switch {
	case err != nil:
		return []error{cmp.Or(bodyProblem(err), error(badField("body", "cannot be read")))}
	case len(body) > maxFileBytes:
		return []error{fail.Newf(fail.CodePayloadTooLarge, "the request body exceeds the limit of %d MB", maxFileBytes>>20)}
	}
	if p := bodyTextProblem(body); p != nil {
		return []error{p}
	}
	var unknown []error
	err = members(body, func(name string, value *values) error {
		if name == "hscodes" {
			in.codes, in.nested = nil, false
			return elements(value, in.addCode)
		}
		if len(unknown) < maxItemProblems {
			unknown = append(unknown, &problem{fail.CodeValidation, firstRunes(name, maxFieldNameChars) + ": unknown field"})
		}
		return skip(value)
	})
	switch {
	case errors.Is(err, errShape), err == nil && in.nested:
		return append(unknown, &problem{fail.CodeValidation, "hscodes: want an array of text"})
	case errors.Is(err, errTooManyItems):
		return []error{badField("hscodes", "more than %d codes, the limit", maxBatchRows)}
	case errors.Is(err, errLargeValue):
		return []error{badField("body", "%s", errLargeValue)}
	case err != nil:
		return []error{unread(err)}
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
	f, err := readForm(ctx)
	if err != nil {
		return []error{err}
	}
	if in.Language = cmp.Or(strings.TrimSpace(f.values.Get("language")), in.Language); in.Language != "" {
		in.Language = f.oneOf("language", "English", "Spanish")
	}
	files, err := f.read("file", 1)
	switch {
	case err != nil:
		return []error{err}
	case len(f.files["file"]) == 0:
		f.bad("file", "an .xlsx or .csv file of codes is required")
	case len(files) == 1:
		release, err := callOf(ctx.Context()).turn(ctx.Context(), callOf(ctx.Context()).server.workbooks)
		if err != nil {
			return []error{err}
		}
		defer release()
		if in.codes, err = codesOf(ctx.Context(), files[0]); err != nil {
			return append(f.errors(), named("file", err))
		}
		return append(f.errors(), in.check("file")...)
	}
	return f.errors()
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
		return []error{&problem{fail.CodeValidation, field + ": at least one code is required"}}
	case len(in.codes) > maxBatchRows:
		return []error{badField(field, "more than %d codes, the limit", maxBatchRows)}
	case slices.ContainsFunc(in.codes, func(code string) bool { return utf8.RuneCountInString(code) > 40 }):
		return []error{&problem{fail.CodeValidation, field + ": a code is longer than 40 characters"}}
	}
	return nil
}

// codesOf reads the codes of a workbook or a text file: its column that looks most like codes.
func codesOf(ctx context.Context, f file) ([]string, error) {
	if f.isText() && !strings.EqualFold(f.name[max(0, len(f.name)-5):], ".xlsx") {
		if p := textProblem("file", string(f.content)); p != nil {
			return nil, fail.New(p.code, p.text)
		}
		table, err := excel.ReadCSV(f.content)
		if err != nil {
			return nil, err
		}
		return excel.Codes(table)
	}
	ctx, cancel := excel.Timed(ctx, callOf(ctx).server.cfg.ReadTime)
	defer cancel()
	book, err := excel.Open(excel.Within(ctx, bytes.NewReader(f.content)), int64(len(f.content)))
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

func (s *Server) registerTables() {
	register(s, route{
		method: http.MethodPost, path: "/api/v3/tariff/tariff-tables", id: "tariff-tables", tag: "tariff",
		summary: "Look up hierarchy, unit, duties, taxes, agreements and regulations of codes as a job; no credits",
		access:  accessCurrent, plan: worldOnFree, limited: true, bodyBytes: maxFileBytes, status: http.StatusAccepted,
		document: func(op *huma.Operation, r huma.Registry) {
			formFields(op, []string{"file"}, map[string]*huma.Schema{
				"file": {Type: huma.TypeString, Format: "binary", Description: "An .xlsx or .csv file with a column of codes"},
			})
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: schemaOf[tablesDoc](r)}
			answersJob(op, r)
		},
	}, s.tariffTables)
}

func (s *Server) tariffTables(ctx context.Context, in *tablesInput) (*answer, error) {
	return s.submitAndAnswer(ctx, submission{
		kind: jobs.KindTables, units: len(in.codes), userIdentifier: in.UserIdentifier, batch: true,
		input: jobs.TablesInput{CountryCode: in.CountryCode, Language: cmp.Or(in.Language, "English"), Codes: in.codes},
	})
}
