package onboarding

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/verification"
)

// documentBody is a document of a verification with what it was compared to.
type documentBody struct {
	ID             string                     `json:"id" format:"uuid" doc:"Id of the document"`
	VerificationID string                     `json:"verification_id" format:"uuid" doc:"The verification that it belongs to"`
	Kind           verification.DocumentKind  `json:"kind" doc:"What the document is, as stated when it was added"`
	Name           string                     `json:"name" doc:"Name of the file, as it was sent"`
	MediaType      string                     `json:"media_type" doc:"Media type, by content"`
	Size           int                        `json:"size_bytes" doc:"Size of the file in bytes"`
	Pages          int                        `json:"pages" doc:"Pages of the file; 0 until it was read"`
	State          verification.DocumentState `json:"state" enum:"reading,read,failed,removed" doc:"reading, then read or failed; removed once its file was deleted"`
	Problem        *string                    `json:"problem" doc:"Why it could not be read"`
	Checks         []verification.Check       `json:"checks" doc:"Each fact beside the declared one, with page and box"`
	CreatedAt      time.Time                  `json:"created_at" doc:"When it was added"`
	ReadAt         *time.Time                 `json:"read_at" doc:"When it was read; null until then"`
	RemovedAt      *time.Time                 `json:"removed_at" doc:"When its file was deleted; null while it is kept"`
}

type documentOutput struct {
	Status int
	Body   documentBody
}

type documentsOutput struct {
	Body struct {
		Data    []documentBody `json:"data" doc:"Documents of the verification, in the order in which they were added"`
		HasMore bool           `json:"has_more" doc:"Whether another page follows"`
	}
}

func newDocumentBody(l language.Language, d verification.Document, checks []verification.Check) documentBody {
	d.Problem, _ = language.Text(l, d.Problem)
	b := documentBody{ID: d.ID, VerificationID: d.VerificationID, Kind: d.Kind, Name: d.Name, MediaType: d.MediaType, Size: d.Size, Pages: d.Pages,
		State: d.State, Problem: wire.OrNull(d.Problem), Checks: []verification.Check{}, CreatedAt: d.CreatedAt.UTC(), ReadAt: wire.UTC(d.ReadAt), RemovedAt: wire.UTC(d.RemovedAt)}
	for _, c := range checks {
		if c.DocumentID == d.ID {
			b.Checks = append(b.Checks, c)
		}
	}
	toldIn(l, b.Checks)
	return b
}

func (s *Handlers) registerOnboardingDocuments(to *route.Router, at func(method, path, id string, of limit.Operation, summary string) route.Row, one string) {
	if s.Documents == nil {
		return
	}
	add := at(http.MethodPost, one+"/documents", "add-verification-document", limit.OpDocument, "Add a document, read it and compare it with what was declared; 15 document operations a minute")
	add.Multipart, add.Status = true, http.StatusCreated
	add.Document = func(op *huma.Operation, r huma.Registry) {
		var kinds []any
		for _, kind := range verification.DocumentKinds() {
			kinds = append(kinds, string(kind))
		}
		openapi.FormFields(op, []string{"file", "kind"}, map[string]*huma.Schema{
			"file": {Type: huma.TypeString, Format: "binary", Description: "PDF, JPEG, PNG, TIFF, BMP or WEBP; at most 20 MB and 100 pages"},
			"kind": {Type: huma.TypeString, Enum: kinds, Description: "What the document is"},
		})
		op.Responses["202"] = &huma.Response{Description: "Accepted; it is still being read", Content: map[string]*huma.MediaType{"application/json": {Schema: openapi.SchemaOf[documentBody](r)}}}
	}
	route.Register(to, add, s.addDocument)
	route.Register(to, at(http.MethodGet, one+"/documents", "list-verification-documents", limit.OpQuery, "The documents of a verification"), s.listDocuments)
	route.Register(to, at(http.MethodGet, one+"/documents/{doc_id}", "get-verification-document", limit.OpQuery, "A document with its checks"), s.getDocument)
	file := at(http.MethodGet, one+"/documents/{doc_id}/file", "get-verification-document-file", limit.OpQuery, "The document as it was sent")
	file.Document = documentFile
	route.Register(to, file, s.getDocumentFile)
	remove := at(http.MethodDelete, one+"/documents/{doc_id}", "remove-verification-document", limit.OpDocument, "Delete a document and what was read of it")
	remove.Status = http.StatusNoContent
	route.Register(to, remove, s.removeDocument)
}

// addDocumentInput is a document as it is sent.
type addDocumentInput struct {
	wire.Common
	ID   string `path:"id" format:"uuid" doc:"Id of the verification"`
	file wire.File
	kind verification.DocumentKind
	info extract.Info
}

// Resolve implements huma.Resolver. The file is looked at here, by its content: what cannot be read is refused at once.
func (in *addDocumentInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	f, err := wire.ReadForm(ctx)
	if err != nil {
		return append(errs, err)
	}
	if in.kind, err = verification.ParseDocumentKind(f.Text("kind", 64)); err != nil {
		errs = append(errs, err)
	}
	files, err := f.Read("file", 1)
	switch {
	case err != nil:
		return append(errs, err)
	case len(f.Files["file"]) == 0:
		f.Bad("file", "a document is required")
	case len(files) == 1:
		in.file = files[0]
		if in.info, err = countPages(ctx.Context(), gate.Of(ctx.Context()), in.file.Content); err != nil {
			errs = append(errs, fail.Wrap(err, fail.CodeOf(err), "file: "+fail.As(err).Message))
		}
	}
	return append(errs, f.Errors()...)
}

// countPages looks at a document within the process's bound of documents looked at at once.
func countPages(ctx context.Context, k *gate.Call, content []byte) (extract.Info, error) {
	release, err := k.Turn(ctx, handlersOf(k).DocumentTurns)
	if err != nil {
		return extract.Info{}, err
	}
	defer release()
	return handlersOf(k).Documents.Count(ctx, content)
}

// documentBlob keeps documents apart from uploads, which their job deletes.
const documentBlob = "verifications/"

func (s *Handlers) addDocument(ctx context.Context, in *addDocumentInput) (*documentOutput, error) {
	k := gate.Of(ctx)
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("id of a document: %w", err)
	}
	d := verification.Document{
		ID: id.String(), VerificationID: gate.Found[verification.Verification](ctx).ID, OrganisationID: gate.Found[verification.Verification](ctx).OrganisationID, Kind: in.kind,
		Name: in.file.Name, MediaType: in.info.MediaType, Size: len(in.file.Content), Pages: in.info.Pages, Blob: documentBlob + id.String(),
	}
	if err := s.Onboarding.AddDocument(ctx, d, mover(k)); err != nil {
		return nil, err
	}
	if err := s.Blobs.Put(ctx, d.Blob, d.MediaType, in.file.Content); err != nil {
		return nil, fail.Wrap(err, fail.CodeUnavailable, "documents cannot be stored at the moment")
	}
	ticket, err := s.Jobs.Submit(ctx, jobs.Submission{OrganisationID: d.OrganisationID, Kind: jobs.KindVerificationDocument, Units: 1,
		Input: jobs.VerificationInput{DocumentID: d.ID}})
	if err != nil {
		return nil, err
	}
	k.Job = ticket.Job.ID
	k.Unload()
	s.untilRead(ctx, ticket)
	out, err := s.document(ctx, d.VerificationID, d.ID)
	if err == nil && out.Body.State == verification.DocumentReading {
		out.Status = http.StatusAccepted
	}
	return out, err
}

// untilRead waits for a document's job within SyncWait; the document shows how far it came.
func (s *Handlers) untilRead(ctx context.Context, t jobs.Ticket) {
	waiting, cancel := s.Submits.UntilDrained(ctx, s.SyncWait)
	defer cancel()
	for waiting.Err() == nil {
		j, err := s.Jobs.Watch(waiting, t.Job.OrganisationID, t.Job.ID)
		if err != nil || j.State.Terminal() {
			return
		}
	}
}

func (s *Handlers) document(ctx context.Context, verificationID, id string) (*documentOutput, error) {
	d, err := s.Onboarding.VerificationDocument(ctx, verificationID, id)
	if err != nil {
		return nil, err
	}
	checks, err := s.Onboarding.VerificationChecks(ctx, []string{verificationID})
	return &documentOutput{Status: http.StatusCreated, Body: newDocumentBody(language.Of(ctx), d, checks[verificationID])}, err
}

type documentPathInput struct {
	wire.Common
	ID    string `path:"id" format:"uuid" doc:"Id of the verification"`
	DocID string `path:"doc_id" format:"uuid" doc:"Id of the document"`
}

func (s *Handlers) getDocument(ctx context.Context, _ *documentPathInput) (*documentOutput, error) {
	d := gate.Found[verification.Document](ctx)
	out, err := s.document(ctx, d.VerificationID, d.ID)
	if err == nil {
		out.Status = http.StatusOK
	}
	return out, err
}

func (s *Handlers) listDocuments(ctx context.Context, _ *verificationInput) (*documentsOutput, error) {
	id := gate.Found[verification.Verification](ctx).ID
	found, err := s.Onboarding.VerificationDocuments(ctx, id)
	if err != nil {
		return nil, err
	}
	checks, err := s.Onboarding.VerificationChecks(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	out := &documentsOutput{}
	out.Body.Data = []documentBody{}
	for _, d := range found {
		out.Body.Data = append(out.Body.Data, newDocumentBody(language.Of(ctx), d, checks[id]))
	}
	return out, nil
}

// documentFile documents the forms that a document may have.
func documentFile(op *huma.Operation, _ huma.Registry) {
	op.Responses["200"].Content = map[string]*huma.MediaType{}
	for _, mediaType := range []string{"application/pdf", "image/jpeg", "image/png", "image/tiff", "image/bmp", "image/webp"} {
		op.Responses["200"].Content[mediaType] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
}

type fileOutput struct {
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	Policy       string `header:"Content-Security-Policy"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

// getDocumentFile gives the bytes as they came, in a sandbox: they are a stranger's.
func (s *Handlers) getDocumentFile(ctx context.Context, _ *documentPathInput) (*fileOutput, error) {
	d := gate.Found[verification.Document](ctx)
	if d.State == verification.DocumentRemoved || d.Blob == "" {
		return nil, fail.New(fail.CodeGone, "the document was deleted")
	}
	r, err := s.Blobs.Open(ctx, d.Blob)
	if err != nil {
		return nil, err
	}
	defer closing(r)
	content, err := limited(r)
	if err != nil {
		return nil, fmt.Errorf("read document %s: %w", d.ID, err)
	}
	extension := strings.TrimPrefix(d.MediaType[strings.LastIndexByte(d.MediaType, '/')+1:], "x-")
	return &fileOutput{ContentType: d.MediaType, Disposition: fmt.Sprintf(`inline; filename="%s.%s"`, d.ID, extension),
		Policy: "sandbox; default-src 'none'", CacheControl: "private, no-store", Body: content}, nil
}

func (s *Handlers) removeDocument(ctx context.Context, _ *documentPathInput) (*struct{}, error) {
	k := gate.Of(ctx)
	d := gate.Found[verification.Document](ctx)
	if err := s.Onboarding.RemoveDocument(ctx, d, mover(k)); err != nil {
		return nil, err
	}
	if err := s.Blobs.Delete(ctx, d.Blob); err != nil { // the janitor tries again
		s.Log.WarnContext(ctx, "document not deleted", "error", err)
		return nil, nil //nolint:nilnil // 204
	}
	return nil, s.Onboarding.ForgetBlob(ctx, d.Blob)
}
