package share

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/site"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// LinkBody is a share link as its organisation sees it.
type LinkBody struct {
	ID          string          `json:"id" format:"uuid" doc:"Id of the link"`
	Kind        jobs.LinkKind   `json:"kind" enum:"questions,info,shipment" doc:"questions asks for answers; info and shipment only show"`
	RecordID    *string         `json:"classification_record_id" doc:"The classification that is asked about"`
	JobID       *string         `json:"job_id" doc:"The job whose result is shown"`
	OperationID *string         `json:"operation_id" doc:"The operation that is shown"`
	Status      jobs.LinkState  `json:"status" enum:"open,answered,expired,revoked" doc:"open until it is answered, revoked, or expires"`
	AllowFiles  bool            `json:"allow_files" doc:"Whether files may be sent with the answers"`
	Language    string          `json:"language" enum:"Spanish,English" doc:"Language of the page"`
	Message     *string         `json:"message" doc:"Your words to the reader; null where there are none"`
	Credits     linkCreditsBody `json:"credits" doc:"Credits that the link holds"`
	CreatedAt   time.Time       `json:"created_at" doc:"When it was made"`
	ExpiresAt   time.Time       `json:"expires_at" doc:"From when the link no longer works"`
	AnsweredAt  *time.Time      `json:"answered_at" doc:"When it was answered; null until then"`
	OpenedAt    *time.Time      `json:"opened_at" doc:"When somebody first looked at it"`
	Product     string          `json:"product_description" doc:"What it is about, the first 500 characters"`
	AnswerJobID *string         `json:"answer_job_id" doc:"The job that refines the classification by the answers"`
	Answers     []jobs.Answer   `json:"answers" nullable:"true" doc:"null until they are sent"`
}

type linkCreditsBody struct {
	Reserved credit.Amount `json:"reserved" doc:"Credits held for the answer; 0 once it came or the link ended"`
	Returned credit.Amount `json:"returned" doc:"Where the link ended without an answer, or the answer failed or led to no code"`
}

func newLinkBody(l jobs.Link) LinkBody {
	b := LinkBody{
		ID: l.ID, Kind: l.Kind, RecordID: wire.OrNull(l.RecordID), JobID: wire.OrNull(l.JobID), OperationID: wire.OrNull(l.ShipmentID), Status: l.State, AllowFiles: l.AllowFiles,
		Language: l.Language, Message: wire.OrNull(l.Message), Credits: linkCreditsBody{Reserved: l.Reserved},
		CreatedAt: l.CreatedAt.UTC(), ExpiresAt: l.ExpiresAt.UTC(), AnswerJobID: wire.OrNull(l.AnswerJobID), Answers: l.Answers,
		OpenedAt: wire.UTC(l.OpenedAt), Product: l.ProductDescription,
	}
	if l.State == jobs.LinkOpen && l.Late {
		b.Status = jobs.LinkExpired // its credit comes back within seconds
	}
	switch l.State {
	case jobs.LinkAnswered:
		b.AnsweredAt, b.Credits.Returned = wire.UTC(l.EndedAt), l.Returned
	case jobs.LinkExpired, jobs.LinkRevoked:
		b.Credits.Returned = l.Reserved
	case jobs.LinkOpen:
	}
	return b
}

type shareInput struct {
	wire.Common
	Body struct {
		RecordID       string `json:"classification_record_id,omitempty" maxLength:"100" doc:"A classification with open questions; or else job_id"`
		JobID          string `json:"job_id,omitempty" maxLength:"100" doc:"A classification or quote that succeeded: the link shows its result and costs nothing"`
		ExpiresInHours int    `json:"expires_in_hours,omitempty" minimum:"1" maximum:"720" doc:"Hours that the link works; 168 where absent"`
		AllowFiles     bool   `json:"allow_files,omitempty" doc:"Up to five images and PDF files may come with the answers"`
		Language       string `json:"language,omitempty" enum:"Spanish,English" doc:"Of the page and of the refined classification; Spanish by default"`
		Message        string `json:"message,omitempty" maxLength:"500" doc:"Your words to whoever opens the link"`
	}
}

type shareOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		LinkBody
		Token string `json:"token" doc:"The token in full; shown this once"`
		URL   string `json:"url" doc:"The page, at APP_URL; without it at the address that the call reached, and relative behind a proxy where that is no loopback address"`
	}
}

type linksInput struct {
	wire.ListQuery
	RecordID string `query:"classification_record_id" format:"uuid" doc:"Only links of this classification"`
}

type linkInput struct {
	wire.Common
	ID string `path:"id" doc:"Id of the link"`
}

func (s *Handlers) registerShareLinks(to *route.Router) {
	const path = "/api/v3/sharelink"
	route.Register(to, route.Row{Method: http.MethodPost, Path: path, ID: "share", Tag: "share links",
		Summary: "Let somebody without an account answer a classification's questions, its credit reserved until then, or read a result",
		Access:  gate.Current, Limited: true, Status: http.StatusCreated,
		Errors: []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusUnprocessableEntity}}, s.share)
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "list-share-links", Find: gate.StartsAfter(s.Store, jobs.ListLinks), Tag: "share links",
		Summary: "The organisation's share links, newest first", Access: gate.Current, Limited: true}, s.listLinks)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{id}", ID: "revoke-share-link", Tag: "share links",
		Summary: "End a link that is not answered; what it reserved comes back", Access: gate.Current, Limited: true, Status: http.StatusNoContent,
		Errors: []int{http.StatusNotFound, http.StatusConflict}}, s.revokeLink)
}

var (
	errNoQuestions = fail.New(fail.CodeConflict, "the classification has no open questions")
	errNotShown    = fail.New(fail.CodeConflict, "only a classification or a quote that has succeeded can be shown")
)

func (s *Handlers) share(ctx context.Context, in *shareInput) (*shareOutput, error) {
	caller := gate.Of(ctx).Caller
	l, err := s.sharedBy(ctx, caller, in)
	if err != nil {
		return nil, err
	}
	l.Language, l.Message = cmp.Or(in.Body.Language, "Spanish"), in.Body.Message
	return s.create(ctx, l, in.Body.ExpiresInHours)
}

// create stores a link and shows its token this once.
func (s *Handlers) create(ctx context.Context, l jobs.Link, hours int) (*shareOutput, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	token, hash := account.NewSecret()
	l.ID, l.OrganisationID, l.Message = id.String(), gate.Of(ctx).Caller.Organisation.ID, strings.TrimSpace(l.Message)
	l, err = s.Store.CreateLink(ctx, jobs.NewLink{Link: l, Hash: hash, Life: time.Duration(cmp.Or(hours, site.LifeHours)) * time.Hour})
	if err != nil {
		return nil, jobs.LinkError(err)
	}
	out := &shareOutput{CacheControl: "no-store"}
	out.Body.LinkBody, out.Body.Token, out.Body.URL = newLinkBody(l), token, s.Links.To(gate.Of(ctx).Request, "/app/s/", token)
	return out, nil
}

// sharedBy says what a link is to share.
func (s *Handlers) sharedBy(ctx context.Context, caller account.Caller, in *shareInput) (l jobs.Link, err error) {
	if (in.Body.RecordID == "") == (in.Body.JobID == "") {
		return l, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "classification_record_id, job_id: want exactly one of them"}})
	}
	if in.Body.JobID != "" {
		j, err := s.Jobs.Get(ctx, caller.Organisation.ID, in.Body.JobID)
		switch {
		case err != nil:
			return l, err
		case j.State != jobs.StateSucceeded || j.Kind.Public() != jobs.KindClassify && j.Kind != jobs.KindQuote:
			return l, errNotShown
		case j.Expired:
			return l, submit.ErrExpired
		}
		return jobs.Link{Kind: jobs.LinkInfo, JobID: j.ID}, nil
	}
	r, err := s.Store.Record(ctx, caller.Organisation.ID, in.Body.RecordID)
	if err != nil {
		return l, err
	}
	if err := caller.CheckCountry(r.CountryCode); err != nil {
		return l, err
	}
	switch questions, err := classify.ReadQuestions(r.Result); {
	case err != nil:
		return l, err
	case len(questions) == 0:
		return l, errNoQuestions
	}
	return jobs.Link{Kind: jobs.LinkQuestions, RecordID: r.ID, AllowFiles: in.Body.AllowFiles, Reserved: credit.ProductClassification.Cost(1)}, nil
}

func (s *Handlers) listLinks(ctx context.Context, in *linksInput) (*wire.ListOutput[LinkBody], error) {
	found, err := s.Store.Links(ctx, gate.Of(ctx).Caller.Organisation.ID, in.RecordID, in.More(), in.StartingAfter)
	return wire.Page(in.ListQuery, found, err, newLinkBody)
}

func (s *Handlers) revokeLink(ctx context.Context, in *linkInput) (*wire.EmptyOutput, error) {
	return nil, s.Store.RevokeLink(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID)
}
