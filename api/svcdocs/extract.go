package svcdocs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// Documents judges documents and schemas before anything is charged; *extract.Engine is one.
type Documents interface {
	// Count returns the pages of a file, or refuses it; Inspect looks at its text too.
	Count(ctx context.Context, file []byte) (extract.Info, error)
	Inspect(ctx context.Context, file []byte) (extract.Info, error)
	Check(r extract.Request) error
	GenerateSchema(documentType, description string) (schema json.RawMessage, notUnderstood []string, err error)
	// Corrected is data with changes that its schema takes; Learn and SchemaKept read the words that were kept with a result.
	Corrected(data, schema json.RawMessage, changes []extract.Change) (json.RawMessage, error)
	Learn(kept []byte, document int, c extract.Change) (extract.Taught, error)
	SchemaKept(kept []byte) (json.RawMessage, error)
	GenerateTableSchema(rows [][]string, headerRow int) (json.RawMessage, []extract.Column, error)
}

// documentInput is a document as an upload or as a URL.
type documentInput struct {
	form  *wire.Form
	file  wire.File
	empty bool // an upload of no bytes
	url   string
	info  extract.Info // zero where the pages were not counted
	units int          // pages that are read; 0 where they were not counted
	selection
}

// resolve reads and judges a document for callers who could pay the price of one. The fields of the form that only one
// operation has are read by fields.
func (in *documentInput) resolve(ctx huma.Context, price credit.Amount, key wire.Idempotent, fields func()) []error {
	if err := in.read(ctx); err != nil {
		return []error{err}
	}
	fields()
	var errs []error
	if err := in.judge(ctx.Context(), price, key); err != nil {
		errs = append(errs, err)
	}
	return append(errs, in.form.Errors()...)
}

// read reads the form and the file in it; what is wrong with them is noted in the form or returned.
func (in *documentInput) read(ctx huma.Context) (err error) {
	if in.form, err = wire.ReadForm(ctx); err != nil {
		return err
	}
	var files []wire.File
	uploads := in.form.Files["file_path"]
	if in.empty = len(uploads) == 1 && uploads[0].Size == 0; !in.empty {
		if files, err = in.form.Read("file_path", 1); err != nil {
			return err
		}
	}
	in.url = in.form.Text("file_url", 2048)
	switch {
	case len(uploads) > 0 && in.url != "":
		in.form.Invalid("file_path, file_url: only one of them may be given")
	case len(uploads) == 0 && in.url == "":
		in.form.Invalid("file_path, file_url: one of them is required")
	}
	if len(files) == 1 {
		in.file = files[0]
	}
	return nil
}

// judge counts the pages of the uploaded file, for callers who could pay for one. Of a call with a key
// nobody knows before it is submitted whether it repeats one that is paid.
func (in *documentInput) judge(ctx context.Context, price credit.Amount, key wire.Idempotent) error {
	switch {
	case in.empty:
		return fail.New(fail.CodeSvcDocsResource, "file_path: the file is empty")
	case len(in.file.Content) == 0, key.IdempotencyKey == "" && gate.Of(ctx).PoorerThan(price):
		return nil
	}
	return in.count(ctx)
}

// count counts pages within the process's bound of documents looked at at once.
func (in *documentInput) count(ctx context.Context) error {
	s := handlersOf(gate.Of(ctx))
	release, err := gate.Of(ctx).Turn(ctx, s.DocumentTurns)
	if err != nil {
		return err
	}
	defer release()
	if in.info, err = s.Documents.Count(extract.WithPassword(ctx, in.password), in.file.Content); err != nil {
		return wire.OfField(in.file.Field, err)
	}
	pages, err := extract.PagesWithin(in.pages, in.info.Pages)
	in.units = len(pages)
	return err
}

var errNoCredits = fail.New(fail.CodeSvcDocsCredit, "insufficient credits")

// fetch makes sure that the pages are known: it gets the file of a URL, for callers who could pay for
// one page of it, and for repeated calls. An upload whose pages were not counted is of a caller who could not.
func (in *documentInput) fetch(ctx context.Context, price credit.Amount, key wire.Idempotent) error {
	k := gate.Of(ctx)
	switch {
	case in.url == "" && in.info.Pages == 0:
		return errNoCredits
	case in.url == "":
		return nil
	}
	if key.IdempotencyKey == "" && k.PoorerThan(price) {
		return errNoCredits
	}
	got, err := submit.Download(ctx, handlersOf(k).Fetch, in.url)
	if err != nil {
		return wire.OfField("file_url", err)
	}
	in.file = wire.File{Field: "file_url", Name: got.Name, MediaType: wire.Sniff(got.Bytes), Content: got.Bytes}
	if len(got.Bytes) == 0 {
		return fail.New(fail.CodeSvcDocsResource, "file_url: the file is empty")
	}
	return in.count(ctx)
}

// store keeps the document until its job has ended.
func (in *documentInput) store(ctx context.Context) (key string, err error) {
	s := handlersOf(gate.Of(ctx))
	key = "uploads/" + uuid.NewString()
	if err := s.Blobs.Put(ctx, key, in.file.MediaType, in.file.Content); err != nil {
		return "", fail.Wrap(err, fail.CodeUnavailable, "uploads cannot be stored at the moment")
	}
	return key, nil
}

// fingerprint recognises a repeated request; JSON fields count by their meaning.
func (in *documentInput) fingerprint(r *http.Request, key wire.Idempotent) []byte {
	if key.IdempotencyKey == "" {
		return nil
	}
	f := wire.NewFingerprint(r)
	for _, name := range []string{"file_url", "json_data"} {
		f.Add(name)
		f.JSON([]byte(in.form.Values.Get(name)))
	}
	if in.url == "" {
		f.File("file_path", in.file.Content)
	}
	for _, field := range [][2]string{{"pages", in.chosen}, {"split", boolText(in.apart)}, {"password", in.password}} {
		if field[1] != "" { // a request without them has the fingerprint that it always had
			f.Add(field[0], field[1])
		}
	}
	return f.Sum()
}

// boolText is "" for false.
func boolText(v bool) string {
	if v {
		return "true"
	}
	return ""
}

// extractInput is an extraction.
type extractInput struct {
	wire.Common
	wire.Idempotent
	CountryCode    wire.Country `query:"country_code" default:"WORLD" doc:"Tariff in which the goods of the document are classified, where that is asked for"`
	JSONSchema     string       `query:"json_schema" default:"true" doc:"Boolean: json_response is a Draft 7 schema; else the fields are inferred"`
	Grounding      string       `query:"grounding" default:"false" doc:"Boolean: with page, box, text and confidence of each value"`
	Previews       string       `query:"previews" default:"false" doc:"Boolean: keep a picture of each of the first 30 pages as long as the result, see /api/v3/jobs/{job_id}/pages/{page}"`
	UserIdentifier string       `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`

	documentInput
	request  extract.Request
	saved    bool // the request names a schema that the organisation saved, which the handler finds
	previews bool
}

// extractForm is json_data.
type extractForm struct {
	DocumentType string          `json:"document_type"`
	Description  string          `json:"document_description"`
	Response     json.RawMessage `json:"json_response"`
}

// Resolve implements huma.Resolver: all problems are reported at once.
func (in *extractInput) Resolve(ctx huma.Context) []error {
	return append(in.Common.Resolve(ctx), in.resolve(ctx, credit.ProductExtraction.UnitPrice(), in.Idempotent, func() { in.readFields(ctx.Context()) })...)
}

// readFields reads what the form and the query hold beside the document.
func (in *extractInput) readFields(ctx context.Context) {
	schemaGiven := in.form.Note(wire.ParseBool("json_schema", in.JSONSchema, true))
	in.request.Infer = !schemaGiven
	in.request.Grounding = in.form.Note(wire.ParseBool("grounding", in.Grounding, false))
	in.previews = in.form.Note(wire.ParseBool("previews", in.Previews, false))
	in.readSelection()
	in.readData(handlersOf(gate.Of(ctx)))
}

// readData reads json_data: 400 where it is absent or no JSON object, 422 for what is in it.
func (in *extractInput) readData(s *Handlers) {
	text := strings.TrimSpace(in.form.Values.Get("json_data"))
	var data extractForm
	switch {
	case text == "" && len(in.form.Files["json_data"]) > 0:
		in.form.Bad("json_data", "want a field of JSON text, not a file")
		return
	case text == "":
		in.form.Bad("json_data", "required")
		return
	case len(text) > 2*extract.MaxSchemaBytes:
		in.form.Bad("json_data", "exceeds the limit of %d KB", 2*extract.MaxSchemaBytes>>10)
		return
	case !json.Valid([]byte(text)):
		in.form.Bad("json_data", "not JSON")
		return
	}
	if name := wire.RepeatedMember([]byte(text)); name != "" {
		in.form.Invalid(fmt.Sprintf("json_data: the member %q %s", wire.FirstRunes(name, 60), wire.Repeated))
		return
	}
	var members map[string]json.RawMessage // matched exactly, which a struct's are not
	err := json.Unmarshal([]byte(text), &members)
	for name, into := range map[string]any{"document_type": &data.DocumentType, "document_description": &data.Description, "json_response": &data.Response} {
		if raw, ok := members[name]; ok && err == nil {
			err = json.Unmarshal(raw, into)
		}
	}
	if err != nil {
		in.form.Invalid("json_data: want an object with the texts document_type and document_description and the object json_response")
		return
	}
	in.request.Schema, in.request.DocumentType, in.request.Description = data.Response, strings.TrimSpace(data.DocumentType), strings.TrimSpace(data.Description)
	for _, f := range [][2]string{{"document_type", in.request.DocumentType}, {"document_description", in.request.Description}} {
		switch {
		case f[1] == "":
			in.form.Invalid(f[0] + ": required")
		case len(f[1]) > extract.MaxDescription:
			in.form.Invalid(f[0] + ": too long")
		}
	}
	if empty(data.Response) {
		in.form.Invalid("json_response cannot be empty")
		return
	}
	name, err := schemaName(data.Response)
	if err != nil {
		in.form.Invalid("json_response: " + fail.As(err).Message)
		return
	}
	if schema, ok := builtin.Schema(name); ok {
		in.request.Schema, in.request.DocumentType = schema, extract.TypeOf(name, in.request.DocumentType)
	} else if in.saved = name != ""; in.saved {
		return
	}
	if err := s.Documents.Check(in.request); err != nil {
		for _, detail := range detailsOf(err) {
			in.form.Invalid(detail)
		}
	}
}

// findSchema finds the schema that the request names, where it is one that the organisation saved.
func (s *Handlers) findSchema(ctx context.Context, in *extractInput) error {
	if !in.saved {
		return nil
	}
	schema, err := s.named(ctx, in.request.Schema)
	if err == nil {
		in.request.Schema = schema
		err = s.Documents.Check(in.request)
	}
	return wire.OfField("json_response", err)
}

func detailsOf(err error) []string {
	if e := fail.As(err); len(e.Details) > 0 {
		return e.Details
	}
	return []string{"json_response: " + fail.As(err).Message}
}

// empty reports whether a schema is absent, null or an empty object, list or text.
func empty(raw json.RawMessage) bool {
	var compact bytes.Buffer
	if len(raw) == 0 || json.Compact(&compact, raw) != nil {
		return true
	}
	switch compact.String() {
	case "null", "{}", "[]", `""`:
		return true
	}
	return false
}

func (s *Handlers) extract(ctx context.Context, in *extractInput) (*submit.Answer, error) {
	if err := s.findSchema(ctx, in); err != nil {
		return nil, err
	}
	if err := in.fetch(ctx, credit.ProductExtraction.UnitPrice(), in.Idempotent); err != nil {
		return nil, err
	}
	key, passwordKey, uploads, err := in.kept(ctx)
	if err != nil {
		return nil, err
	}
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindExtract, Units: in.units, Uploads: uploads, UserIdentifier: in.UserIdentifier,
		Key: in.Idempotent, Fingerprint: in.fingerprint(gate.Of(ctx).Request, in.Idempotent),
		Input: jobs.ExtractInput{
			Key: key, Name: in.file.Name, Schema: in.request.Schema, DocumentType: in.request.DocumentType,
			Description: in.request.Description, Infer: in.request.Infer, Grounding: in.request.Grounding, Previews: in.previews,
			Pages: in.chosen, PasswordKey: passwordKey, Split: in.apart,
		},
	})
}

// digitizeInput is a document whose text is wanted.
type digitizeInput struct {
	wire.Common
	wire.Idempotent
	UserIdentifier string `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`

	documentInput
}

// Resolve implements huma.Resolver.
func (in *digitizeInput) Resolve(ctx huma.Context) []error {
	return append(in.Common.Resolve(ctx), in.resolve(ctx, credit.ProductDigitize.UnitPrice(), in.Idempotent, func() {})...)
}

func (s *Handlers) digitize(ctx context.Context, in *digitizeInput) (*submit.Answer, error) {
	if err := in.fetch(ctx, credit.ProductDigitize.UnitPrice(), in.Idempotent); err != nil {
		return nil, err
	}
	key, err := in.store(ctx)
	if err != nil {
		return nil, err
	}
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: jobs.KindDigitize, Units: 1, Uploads: []string{key}, UserIdentifier: in.UserIdentifier,
		Key: in.Idempotent, Fingerprint: in.fingerprint(gate.Of(ctx).Request, in.Idempotent),
		Input: jobs.DigitizeInput{Key: key, Name: in.file.Name},
	})
}
