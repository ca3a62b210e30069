package share

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

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
	"tariffdesk/language"
	"tariffdesk/quote"
)

// What the holder of a share link's token may see and do: the product and the questions of one classification, or one
// result, and nothing else.

type sharedInput struct {
	wire.Common
	Token string `path:"token" maxLength:"100" doc:"Token of the share link, the last part of its address"`
}

// sharedQuestionsBody holds the questions for somebody without an account.
type sharedQuestionsBody struct {
	ProductDescription string          `json:"product_description" doc:"What the goods are, as described"`
	Language           string          `json:"language" enum:"Spanish,English" doc:"Language of the questions"`
	Message            *string         `json:"message" doc:"Words of whoever made the link; null where there are none"`
	Questions          []questionBody  `json:"questions" doc:"The open questions, the one that decides most first"`
	AllowFiles         bool            `json:"allow_files" doc:"Whether files may be sent with the answers"`
	MaxFiles           int             `json:"max_files" doc:"How many files may be sent; 0 where none may"`
	Files              []shareFileBody `json:"files" doc:"Files sent so far"`
	Draft              []AnswerBody    `json:"draft" doc:"Answers that were saved and not sent"`
	ExpiresAt          time.Time       `json:"expires_at" doc:"From when the link no longer works"`
}

type sharedQuestionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         sharedQuestionsBody
}

type answersInput struct {
	wire.Common
	Token string `path:"token" maxLength:"100" doc:"Token of the share link, the last part of its address"`
	Body  struct {
		Answers []AnswerBody `json:"answers" maxItems:"20" doc:"An answer for each question that can be answered; 20 at most"`
	}
}

type receivedBody struct {
	Status string `json:"status" enum:"received" doc:"received: the answers were taken, and the link is closed"`
}

type sharedInfoBody struct {
	Kind       jobs.Kind        `json:"kind" enum:"classify,quote,shipment" doc:"What is shown: a classification, a quote or a shipment"`
	Language   string           `json:"language" enum:"Spanish,English" doc:"Language of the page, as the link says"`
	Status     jobs.State       `json:"status" doc:"State of its job"`
	CreatedAt  time.Time        `json:"created_at" doc:"When it was asked for"`
	FinishedAt *time.Time       `json:"finished_at" doc:"When it ended; null until then"`
	ExpiresAt  time.Time        `json:"expires_at" doc:"From when the link no longer works"`
	Result     json.RawMessage  `json:"result" doc:"The answer of the classification or quote; null for a link of questions, which shows no codes"`
	Asked      *sharedAskedBody `json:"asked" doc:"Of a link of questions; null for a result"`
	Operation  *sharedShipment  `json:"operation" doc:"Of a link of an operation; null for others"`
	Product    string           `json:"product_description" doc:"Description of the goods"`
	Products   []sharedProduct  `json:"products" doc:"Of a quote, as they were asked"`
	Total      *quote.Total     `json:"quote_total" doc:"Of a quote: what the whole entry pays"`
}

// languageOf is the language of a link; links of results were made without one before, and are shown in Spanish.
func languageOf(l jobs.Link) string { return cmp.Or(l.Language, string(language.Spanish)) }

// sharedProduct is a product of a quote that is shown.
type sharedProduct struct {
	Description string        `json:"product_description" doc:"What the goods are, as described"`
	HSCode      string        `json:"hscode" doc:"Tariff line, eight digits"`
	Country     string        `json:"country" doc:"Country of origin of imports, of destination of exports, as stated"`
	Value       *quote.Number `json:"customs_value" doc:"Customs value in the currency of the quote; null where none was stated"`
	Currency    string        `json:"currency" doc:"Currency of the customs value, ISO 4217"`
}

// sharedAskedBody is shown by a link of questions before and after it was answered.
type sharedAskedBody struct {
	Status             jobs.LinkState `json:"status" enum:"open,answered" doc:"State of the link"`
	ProductDescription string         `json:"product_description" doc:"What the goods are, as described"`
	Message            *string        `json:"message" doc:"Your words to the reader; null where there are none"`
	Questions          []questionBody `json:"questions" doc:"The questions that the link asked"`
	AnsweredAt         *time.Time     `json:"answered_at" doc:"When they were answered; null until then"`
	Answers            []AnswerBody   `json:"answers" doc:"As they were sent; empty before"`
}

func (s *Handlers) registerShared(to *route.Router) {
	const path = "/api/v3/sharelink"
	ended := []int{http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusUnprocessableEntity}
	route.Register(to, route.Row{Method: http.MethodGet, Path: path + "/questions/{token}", ID: "shared-questions", Tag: "share links",
		Summary: "The product and the open questions of a share link", ByAddress: true, Errors: ended}, s.sharedQuestions)
	route.Register(to, route.Row{Method: http.MethodPut, Path: path + "/drafts/{token}", ID: "save-draft", Tag: "share links",
		Summary: "Keep answers to come back to", ByAddress: true, Status: http.StatusNoContent, Errors: ended}, s.saveDraft)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path + "/responses/{token}", ID: "answer-share-link", Tag: "share links",
		Summary: "Send the answers, once; the classification is refined by them", ByAddress: true, Status: http.StatusAccepted, Errors: ended}, s.respond)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/operations-sharelink/info/{token}", ID: "shared-info", Tag: "share links",
		Summary: "What a share link shows: a result, or what is asked and what was answered", ByAddress: true, Errors: ended}, s.sharedInfo)
	s.registerSharedFiles(to)
}

// linkOf finds the open link of a token: CodeNotFound for an unknown one or one of another kind,
// CodeGone for one that has ended, CodeConflict for one that was answered.
func (s *Handlers) linkOf(ctx context.Context, token string) (jobs.Link, error) {
	l, err := linkShown(ctx, s.Store, token)
	switch {
	case l.ID != "" && l.Kind != jobs.LinkQuestions: // whether it has ended or not
		return jobs.Link{}, errNoShared
	case l.State == jobs.LinkAnswered:
		return jobs.Link{}, errSharedSent
	}
	return l, err
}

// linkShown finds the link of a token, of any kind, answered or not: CodeNotFound for an unknown one. A
// link that has expired or was revoked is CodeGone and returned beside the error.
func linkShown(ctx context.Context, links Store, token string) (jobs.Link, error) {
	hash := account.HashSecret(token)
	if hash == nil {
		return jobs.Link{}, errNoShared
	}
	l, err := links.LinkByHash(ctx, hash)
	if err == nil && (l.Late || l.State != jobs.LinkOpen && l.State != jobs.LinkAnswered) {
		err = errSharedGone
	}
	return l, err
}

var (
	errNoShared   = fail.New(fail.CodeNotFound, "no such share link")
	errSharedSent = fail.New(fail.CodeConflict, "the questions of this link were answered already")
	errSharedGone = fail.New(fail.CodeGone, "the link has expired or was revoked: ask for a new one")
)

// asked finds what a link of questions asks about.
func (s *Handlers) asked(ctx context.Context, token string) (l jobs.Link, r jobs.Record, err error) {
	if l, err = s.linkOf(ctx, token); err == nil {
		r, err = s.Store.Record(ctx, l.OrganisationID, l.RecordID)
	}
	return l, r, err
}

func (s *Handlers) sharedQuestions(ctx context.Context, in *sharedInput) (*sharedQuestionsOutput, error) {
	l, r, err := s.asked(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	if err := s.Store.OpenLink(ctx, l.ID); err != nil {
		return nil, err
	}
	files, err := s.Store.LinkFiles(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	questions, err := s.questionsOf(r, languageOf(l))
	if err != nil {
		return nil, err
	}
	b := sharedQuestionsBody{
		ProductDescription: r.ProductDescription, Language: l.Language, Message: wire.OrNull(l.Message), Questions: questions,
		AllowFiles: l.AllowFiles, MaxFiles: jobs.MaxLinkFiles, Files: []shareFileBody{}, Draft: []AnswerBody{}, ExpiresAt: l.ExpiresAt.UTC(),
	}
	for _, f := range files {
		b.Files = append(b.Files, newShareFileBody(f))
	}
	for _, a := range l.Draft {
		b.Draft = append(b.Draft, AnswerBody(a))
	}
	return &sharedQuestionsOutput{"no-store", b}, nil
}

func (s *Handlers) saveDraft(ctx context.Context, in *answersInput) (*wire.EmptyOutput, error) {
	l, r, err := s.asked(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	answers, err := s.answersTo(r, l, in.Body.Answers, false)
	if err != nil {
		return nil, err
	}
	return nil, s.Store.SaveDraft(ctx, l.ID, answers)
}

func (s *Handlers) respond(ctx context.Context, in *answersInput) (*wire.OneOutput[receivedBody], error) {
	l, r, err := s.asked(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	answers, err := s.answersTo(r, l, in.Body.Answers, true)
	if err != nil {
		return nil, err
	}
	files, err := s.Store.LinkFiles(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	job, err := refinement(l, r, answers)
	if err != nil {
		return nil, wire.InvalidBody(err)
	}
	if err := usable(s.Answers, r.Result, in.Body.Answers, job); err != nil {
		return nil, err
	}
	job.RequestID = gate.Of(ctx).RequestID
	var uploads []string
	for _, f := range files {
		kind := jobs.AttachmentDocument
		if strings.HasPrefix(f.MediaType, "image/") {
			kind = jobs.AttachmentImage
		}
		job.Attachments = append(job.Attachments, jobs.Attachment{Key: f.Key, Name: f.Name, MediaType: f.MediaType, Kind: kind})
		uploads = append(uploads, f.Key)
	}
	ctx = account.WithActor(ctx, account.Actor{Kind: account.ActorSupplier, Origin: gate.Of(ctx).Origin()})
	_, err = s.Jobs.Answer(ctx, l, jobs.LinkAnswer{ID: l.ID, Answers: answers}, job, uploads)
	return wire.One(receivedBody{"received"}, err)
}

// refinement is the job that a link's answer asks for.
func refinement(l jobs.Link, r jobs.Record, answers []jobs.Answer) (jobs.ClassifyInput, error) {
	said := make([]classify.Answer, len(answers))
	for i, a := range answers {
		said[i] = classify.Answer(a)
	}
	dialogue, err := classify.Refine(r.Result, said, "")
	if err != nil {
		return jobs.ClassifyInput{}, err
	}
	encoded, err := json.Marshal(dialogue)
	return jobs.ClassifyInput{
		CountryCode: r.CountryCode, Model: r.Model, TariffInfo: true, Language: l.Language, UserIdentifier: r.UserIdentifier,
		Refines: &jobs.Refined{RecordID: r.ID, Description: r.ProductDescription, Answers: encoded, Spoken: true, Earlier: r.Provenance},
	}, err
}

func (s *Handlers) sharedInfo(ctx context.Context, in *sharedInput) (*wire.OneOutput[sharedInfoBody], error) {
	l, err := linkShown(ctx, s.Store, in.Token)
	if err == nil {
		err = s.Store.OpenLink(ctx, l.ID)
	}
	switch {
	case err != nil:
		return nil, err
	case l.Kind == jobs.LinkQuestions:
		r, err := s.Store.Record(ctx, l.OrganisationID, l.RecordID)
		if err != nil {
			return nil, err
		}
		return wire.One(s.askedView(l, r))
	case l.Kind == jobs.LinkShipment:
		return s.sharedOperation(ctx, l)
	}
	j, err := s.Jobs.Get(ctx, l.OrganisationID, l.JobID)
	if err != nil {
		return nil, err
	}
	result, err := submit.ResultOf(j)
	if err != nil {
		return nil, err
	}
	b := sharedInfoBody{
		Language: languageOf(l),
		Kind:     j.Kind.Public(), Status: j.State, CreatedAt: j.CreatedAt.UTC(), FinishedAt: wire.UTC(j.FinishedAt), ExpiresAt: l.ExpiresAt.UTC(),
		Result: result, Product: l.ProductDescription, Products: []sharedProduct{},
	}
	if j.Kind == jobs.KindQuote {
		err = b.quoted(j)
	}
	return wire.One(b, err)
}

// quoted shows the request and the totals of a quote.
func (b *sharedInfoBody) quoted(j jobs.Job) error {
	var asked struct {
		Body struct {
			Products []struct {
				Description string        `json:"product_description"`
				HSCode      string        `json:"hscode_8digits"`
				Country     string        `json:"country"`
				Value       *quote.Number `json:"customs_value"`
				Currency    string        `json:"currency"`
			} `json:"products"`
		}
	}
	var items []quote.Item
	if err := errors.Join(json.Unmarshal(j.Input, &asked), json.Unmarshal(j.Result, &items)); err != nil {
		return fmt.Errorf("shared quote %s: %w", j.ID, err)
	}
	for _, p := range asked.Body.Products {
		b.Products = append(b.Products, sharedProduct{p.Description, p.HSCode, p.Country, p.Value, cmp.Or(p.Currency, "MXN")})
	}
	total := quote.TotalOf(items)
	b.Total = &total
	return nil
}

// askedView shows a link of questions. Codes stay hidden: somebody who sees where an answer leads may
// answer for the code instead of the goods.
func (s *Handlers) askedView(l jobs.Link, r jobs.Record) (sharedInfoBody, error) {
	questions, err := s.questionsOf(r, languageOf(l))
	if err != nil {
		return sharedInfoBody{}, err
	}
	shown := sharedAskedBody{Status: l.State, ProductDescription: r.ProductDescription, Message: wire.OrNull(l.Message), Questions: questions, Answers: []AnswerBody{}}
	if l.State == jobs.LinkAnswered {
		shown.AnsweredAt = wire.UTC(l.EndedAt)
	}
	for _, a := range l.Answers {
		shown.Answers = append(shown.Answers, AnswerBody(a))
	}
	created := r.CreatedAt.UTC()
	return sharedInfoBody{
		Language: languageOf(l),
		Kind:     jobs.KindClassify, Status: jobs.StateSucceeded, CreatedAt: created, FinishedAt: &created, ExpiresAt: l.ExpiresAt.UTC(),
		Result: json.RawMessage("null"), Asked: &shown, Product: r.ProductDescription, Products: []sharedProduct{},
	}, nil
}

// shareFileBody is a file that goes with the answer.
type shareFileBody struct {
	FileID    string `json:"file_id" format:"uuid" doc:"Id of the file"`
	Name      string `json:"name" doc:"Name of the file, as it was sent"`
	MediaType string `json:"media_type" doc:"Media type, by content"`
	SizeBytes int    `json:"size_bytes" doc:"Size in bytes"`
}

func newShareFileBody(f jobs.LinkFile) shareFileBody {
	return shareFileBody{f.ID, f.Name, f.MediaType, f.SizeBytes}
}

type shareFileInput struct {
	wire.Common
	Token string `path:"token" maxLength:"100" doc:"Token of the share link, the last part of its address"`

	file wire.File
}

// findLinkForFiles looks at the link before the file: a stranger's upload is not read.
func (s *Handlers) findLinkForFiles(ctx huma.Context, k *gate.Call) error {
	l, err := s.linkOf(ctx.Context(), ctx.Param("token"))
	if err == nil && !l.AllowFiles {
		err = errNoFiles
	}
	k.SetFound(l)
	return err
}

// Resolve implements huma.Resolver.
func (in *shareFileInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if len(errs) > 0 {
		return errs
	}
	f, err := wire.ReadForm(ctx)
	if err != nil {
		return append(errs, err)
	}
	files, err := f.Read("file", 1)
	switch {
	case err != nil:
		return append(errs, err)
	case len(f.Files["file"]) == 0:
		f.Bad("file", "a picture or a PDF is required")
	case len(files) == 1:
		in.file = files[0]
		if !slices.Contains(sharedTypes(), in.file.MediaType) || !handlersOf(gate.Of(ctx.Context())).Submits.Reads(in.file.MediaType) {
			f.Bad("file", "the file %q cannot be read: want a picture or a PDF", in.file.Name)
		}
	}
	return append(errs, f.Errors()...)
}

// sharedTypes are the media types, by content, that come with answers.
func sharedTypes() []string {
	return []string{"application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/bmp"}
}

var errNoFiles = fail.New(fail.CodeForbidden, "this link takes no files")

type dropFileInput struct {
	wire.Common
	Token  string `path:"token" maxLength:"100" doc:"Token of the share link, the last part of its address"`
	FileID string `path:"file_id" doc:"Id of a file that was sent by this link"`
}

func (s *Handlers) registerSharedFiles(to *route.Router) {
	const path = "/api/v3/sharelink/files/{token}"
	ended := []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusGone}
	route.Register(to, route.Row{Method: http.MethodPost, Path: path, ID: "add-share-file", Tag: "share links",
		Summary: "Send a picture or a PDF with the answers, five at most", ByAddress: true, Find: s.findLinkForFiles, Multipart: true, Status: http.StatusCreated,
		Errors: append(ended, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType),
		Document: func(op *huma.Operation, _ huma.Registry) {
			openapi.FormFields(op, []string{"file"}, map[string]*huma.Schema{
				"file": {Type: huma.TypeString, Format: "binary", Description: "A picture or a PDF of at most 20 MB"},
			})
		}}, s.addShareFile)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{file_id}", ID: "drop-share-file", Tag: "share links",
		Summary: "Take a file back before the answers are sent", ByAddress: true, Status: http.StatusNoContent, Errors: ended}, s.dropShareFile)
}

func (s *Handlers) addShareFile(ctx context.Context, in *shareFileInput) (*wire.OneOutput[shareFileBody], error) {
	key, err := s.Submits.Keep(ctx, in.file.MediaType, in.file.Content)
	if err != nil {
		return nil, err
	}
	f := jobs.LinkFile{ID: uuid.NewString(), Key: key, Name: in.file.Name, MediaType: in.file.MediaType, SizeBytes: len(in.file.Content)}
	if err := s.Store.AddLinkFile(ctx, gate.Found[jobs.Link](ctx).ID, f); err != nil {
		s.Submits.Discard(ctx, []string{key})
		return nil, err
	}
	return wire.One(newShareFileBody(f), nil)
}

func (s *Handlers) dropShareFile(ctx context.Context, in *dropFileInput) (*wire.EmptyOutput, error) {
	l, err := s.linkOf(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	key, err := s.Store.DropLinkFile(ctx, l.ID, in.FileID)
	if err == nil {
		s.Submits.Discard(ctx, []string{key})
	}
	return nil, err
}
