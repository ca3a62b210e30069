package tariffs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// Limits of a classification.
const (
	maxAttachments      = 10
	maxDescriptionChars = 50_000
	maxTextFileChars    = 20_000 // of each text file
	maxAnswersChars     = 60_000 // of the JSON of all answers
)

// classifyInput is a classification request. The query is declared for huma; the form is read and judged in Resolve,
// so that all problems are reported at once.
type classifyInput struct {
	wire.Common
	wire.Idempotent
	CountryCode    wire.Country `query:"country_code" required:"true" doc:"WORLD is the international six-digit system"`
	Model          string       `query:"model" enum:"fast,pro" default:"pro" doc:"pro asks the language model where one is configured; without one both find the same codes but for misspelt names"`
	TariffInfo     string       `query:"tariff_info" default:"true" doc:"Boolean: with duties, taxes and regulations"`
	UserIdentifier string       `query:"user_identifier" maxLength:"128" doc:"Your own identifier of who asks, 128 characters at most"`

	tariffInfo  bool
	form        *wire.Form
	description string
	language    string
	streaming   bool
	earlier     string // id of the classification that is refined, or ""
	answers     []classify.Answer
	refined     *jobs.Refined
	files       []wire.File
}

// Resolve implements huma.Resolver.
func (in *classifyInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	var err error
	if in.form, err = wire.ReadForm(ctx); err != nil {
		return append(errs, err)
	}
	in.readFields()
	if err := in.readFiles(handlersOf(gate.Of(ctx.Context())).Submits.Reads); err != nil {
		errs = append(errs, err)
	}
	in.readRefined()
	return append(errs, in.form.Errors()...)
}

func (in *classifyInput) readFields() {
	f := in.form
	in.tariffInfo = f.Note(wire.ParseBool("tariff_info", in.TariffInfo, true))
	in.description = f.Text("product_description", maxDescriptionChars)
	in.streaming = f.Bool("streaming", false)
	in.language = f.OneOf("language", "English", "Spanish")
	answered := f.Values.Get("answers") != "" && f.Values.Get("classification_record_id") != ""
	if in.description == "" && !answered && len(f.Files["image_files"])+len(f.Files["document_files"]) == 0 {
		f.Bad("product_description, image_files, document_files", "at least one of them is required, or answers with classification_record_id")
	}
}

// readFiles reads the files; those that are neither text nor of a type that reads accepts are refused.
func (in *classifyInput) readFiles(reads func(mediaType string) bool) error {
	for _, field := range []string{"image_files", "document_files"} {
		files, err := in.form.Read(field, maxAttachments)
		if err != nil {
			return err
		}
		for _, f := range files {
			switch {
			case field == "document_files" && f.IsText():
				in.form.CheckFileText(f)
			case field == "image_files" && !strings.HasPrefix(f.MediaType, "image/"):
				in.form.Bad(field, "the file %q is not an image", f.Name)
			case !reads(f.MediaType):
				in.form.Bad(field, "the file %q cannot be read: files of type %s are not supported", f.Name, f.MediaType)
			}
		}
		in.files = append(in.files, files...)
	}
	return nil
}

// readRefined reads which classification is refined, and by which answers.
func (in *classifyInput) readRefined() {
	in.earlier = in.form.Text("classification_record_id", 100)
	in.readAnswers()
	switch {
	case in.earlier == "" && in.answers != nil:
		in.form.Bad("classification_record_id", "answers need the id of the classification that asked")
	case in.earlier != "" && !wire.IsUUID(in.earlier):
		in.form.Bad("classification_record_id", "want the id of an earlier classification")
	}
}

// findRefined finds the classification that is refined; there may be none.
func (s *Handlers) findRefined(ctx context.Context, in *classifyInput) error {
	if in.earlier == "" {
		return nil
	}
	record, err := s.Store.Record(ctx, gate.Of(ctx).Caller.Organisation.ID, in.earlier)
	if err != nil {
		return err
	}
	return in.refine(record)
}

// refine joins the record with the answers to its questions. Short words beside it are part of the dialogue, long ones
// of the description.
func (in *classifyInput) refine(record jobs.Record) error {
	in.refined = &jobs.Refined{RecordID: record.ID, Description: record.ProductDescription, Earlier: record.Provenance}
	words := in.description
	if in.refined.Spoken = utf8.RuneCountInString(words) <= classify.MaxAnswer; !in.refined.Spoken {
		words = ""
	}
	dialogue, err := classify.Refine(record.Result, in.answers, words)
	if err != nil {
		return err
	}
	in.refined.Answers, err = json.Marshal(dialogue)
	return err
}

var errAnswers = errors.New("an answer has a question and an answer")

// readAnswers reads the answers to the questions of the record that is refined.
func (in *classifyInput) readAnswers() {
	said := in.form.Text("answers", maxAnswersChars)
	if said == "" {
		return
	}
	var all []map[string]string // matched exactly, which a struct's members are not
	err := wire.CheckJSON([]byte(said))
	if err == nil {
		err = json.Unmarshal([]byte(said), &all)
	}
	in.answers = []classify.Answer{}
	for _, a := range all {
		_, asks := a["question"]
		_, says := a["answer"]
		if len(a) != 2 || !asks || !says {
			err = errAnswers
		}
		in.answers = append(in.answers, classify.Answer{Question: a["question"], Answer: a["answer"]})
	}
	if err != nil {
		in.form.Bad("answers", `want JSON: [{"question": "…", "answer": "…"}]`)
	}
}

func (s *Handlers) registerClassify(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodPost, Path: "/api/v3/tariff/tariff-mini", ID: "classify", Tag: "tariff",
		Summary: "Classify a product: ranked codes with confidence, justification and open questions; 1 credit",
		Access:  gate.Current, Plan: worldOnFree, Multipart: true, Document: documentClassify,
	}, s.classify)
}

// worldOnFree refuses the plan free another country. An unknown one is left to validation.
func worldOnFree(c account.Caller, r *http.Request) error {
	code := r.URL.Query().Get("country_code")
	if !slices.Contains(tariff.Countries(), code) {
		return nil
	}
	return c.CheckCountry(code)
}

func documentClassify(op *huma.Operation, r huma.Registry) {
	openapi.FormFields(op, nil, map[string]*huma.Schema{
		"product_description":      openapi.TextField("The more of material, use, composition and presentation, the better"),
		"image_files":              openapi.FilesField("Supporting images, 20 MB each at most", maxAttachments),
		"document_files":           openapi.FilesField("Supporting documents, 20 MB each at most", maxAttachments),
		"streaming":                {Type: huma.TypeBoolean, Default: false, Description: "Answer with NDJSON lines of progress and the result"},
		"classification_record_id": openapi.TextField("An earlier classification to refine"),
		"answers": openapi.TextField(`Answers to questions of that classification: JSON [{"question": "its id or text", "answer": "…"}], 20 at most of 2,000 characters. ` +
			"An answer is the value or label of a choice, its letter, a number with unit, yes or no, \"I don't know\", or free text, and overrules the description where they contradict"),
		"language": {Type: huma.TypeString, Enum: []any{"English", "Spanish"}, Default: "English", Description: "Language of names, reasons and questions"},
	})
	openapi.BooleanParam(op, "tariff_info", true)
	submit.Answers[classify.Result](op, r)
	op.Responses["200"].Content[submit.NDJSONType] = &huma.MediaType{Schema: &huma.Schema{
		Description: "A line of the stream: progress lines, one final line, and record_saved where the call succeeded",
		OneOf:       []*huma.Schema{openapi.SchemaOf[submit.ProgressLine](r), openapi.SchemaOf[submit.FinalLine](r), openapi.SchemaOf[submit.SavedLine](r)},
	}}
}

func (s *Handlers) classify(ctx context.Context, in *classifyInput) (*submit.Answer, error) {
	if err := s.findRefined(ctx, in); err != nil {
		return nil, err
	}
	attachments, uploads, err := s.attach(ctx, in.files)
	if err != nil {
		return nil, err
	}
	fingerprint := in.fingerprint(gate.Of(ctx).Request)
	in.files = nil // stored: they are not kept while the call waits for its job
	kind := jobs.KindClassify
	if len(uploads) > 0 {
		kind = jobs.KindClassifyDocuments
	}
	return s.Submits.Submit(ctx, submit.Submission{
		Kind: kind, Units: 1, Uploads: uploads, UserIdentifier: in.UserIdentifier,
		Key: in.Idempotent, Fingerprint: fingerprint, Stream: in.streaming,
		Input: jobs.ClassifyInput{
			Description: in.description, CountryCode: string(in.CountryCode), Model: cmp.Or(in.Model, "pro"), TariffInfo: in.tariffInfo,
			Language: in.language, UserIdentifier: in.UserIdentifier, Refines: in.refined, Attachments: attachments, Streaming: in.streaming, RequestID: gate.Of(ctx).RequestID,
		},
	})
}

// attach stores files until their job has ended, all but text files, whose content goes with the job.
func (s *Handlers) attach(ctx context.Context, files []wire.File) (attachments []jobs.Attachment, uploads []string, err error) {
	for _, f := range files {
		a := jobs.Attachment{Name: f.Name, MediaType: f.MediaType, Kind: jobs.AttachmentDocument}
		if f.Field == "image_files" {
			a.Kind = jobs.AttachmentImage
		}
		if a.Kind == jobs.AttachmentDocument && f.IsText() {
			a.MediaType, a.Text = "text/plain", headOf(f.Content)
			attachments = append(attachments, a)
			continue
		}
		a.Key = "uploads/" + uuid.NewString()
		if err := s.Blobs.Put(ctx, a.Key, f.MediaType, f.Content); err != nil {
			s.Submits.Discard(ctx, uploads)
			return nil, nil, fail.Wrap(err, fail.CodeUnavailable, "uploads cannot be stored at the moment")
		}
		attachments, uploads = append(attachments, a), append(uploads, a.Key)
	}
	return attachments, uploads, nil
}

// headOf is the beginning of a text file. Only as many bytes as its characters may take are copied.
func headOf(content []byte) string {
	head := bytes.TrimSpace(content)
	return wire.FirstRunes(string(head[:min(len(head), maxTextFileChars*utf8.UTFMax)]), maxTextFileChars)
}

func (in *classifyInput) fingerprint(r *http.Request) []byte {
	if in.IdempotencyKey == "" {
		return nil
	}
	f := wire.NewFingerprint(r)
	f.Values(in.form.Values)
	for _, file := range in.files {
		f.File(file.Field, file.Content)
	}
	return f.Sum()
}
