package onboarding

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/language"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
)

// Onboarding keeps verifications of businesses. An empty organisation stands for any; what is another's
// is CodeNotFound. A move that is not legal is CodeConflict, which names the state.
type Onboarding interface {
	CreateVerification(ctx context.Context, v verification.Verification, checks []verification.Check, by verification.Actor) (verification.Verification, error)
	Verification(ctx context.Context, organisationID, id string) (verification.Verification, error)
	Verifications(ctx context.Context, q verification.Query) (found []verification.Verification, more bool, err error)
	VerificationChecks(ctx context.Context, ids []string) (map[string][]verification.Check, error)
	VerificationEvents(ctx context.Context, id string, after int64, limit int) ([]verification.Event, error)
	MoveVerification(ctx context.Context, v verification.Verification, m verification.Change) (verification.Verification, error)
	// Submitter is who handed a verification in.
	Submitter(ctx context.Context, verificationID string) (verification.Actor, error)
	AddDocument(ctx context.Context, d verification.Document, by verification.Actor) error
	VerificationDocument(ctx context.Context, verificationID, id string) (verification.Document, error)
	VerificationDocuments(ctx context.Context, verificationID string) ([]verification.Document, error)
	RemoveDocument(ctx context.Context, d verification.Document, by verification.Actor) error
	ForgetBlob(ctx context.Context, key string) error
	Blacklists(ctx context.Context) ([]list.Imported, error)
	// LastRecheck is the version of the lists with which every verification was checked.
	LastRecheck(ctx context.Context) (int64, error)
	// ProviderSecret signs a provider's messages; AttachCheck keeps the result of one, once.
	ProviderSecret(ctx context.Context, name string) ([]byte, error)
	AttachCheck(ctx context.Context, provider, messageID, verificationID string, c verification.Check) (repeated bool, err error)
}

// Lists returns the lists of the authorities, as of the call.
type Lists interface {
	Current(ctx context.Context) (*list.Register, error)
}

const onboardingPath = "/api/v3/onboarding/verifications"

// registerOnboarding adds the routes of business verification.
func (s *Handlers) registerOnboarding(to *route.Router) {
	if s.Onboarding == nil || s.Lists == nil {
		return
	}
	one := onboardingPath + "/{id}"
	at := func(method, path, id string, of limit.Operation, summary string) route.Row {
		r := route.Row{Method: method, Path: path, ID: id, Tag: "onboarding", Summary: summary, Access: accessOnboarding, Onboarding: of}
		if len(path) > len(onboardingPath) && path[:len(onboardingPath)] == onboardingPath {
			r.Find = s.findVerification
		}
		return r
	}
	create := at(http.MethodPost, onboardingPath, "create-verification", limit.OpCreate, "Declare a company; 5 a minute")
	create.Status = http.StatusCreated
	route.Register(to, create, s.createVerification)
	route.Register(to, at(http.MethodGet, onboardingPath, "list-verifications", limit.OpQuery, "Verifications; 30 queries a minute"), s.listVerifications)
	route.Register(to, at(http.MethodGet, one, "get-verification", limit.OpQuery, "A verification with its checks"), s.getVerification)
	route.Register(to, at(http.MethodGet, one+"/events", "verification-events", limit.OpQuery, "What happened to a verification, oldest first"), s.verificationEvents)
	for _, m := range []struct {
		move    verification.Move
		summary string
	}{
		{verification.MoveSubmit, "Hand a draft in; 10 moves a minute"},
		{verification.MoveReview, "Take a submitted verification into review"},
		{verification.MoveApprove, "Approve for 365 days; with a reason where a check has failed"},
	} {
		route.Register(to, at(http.MethodPost, one+"/"+string(m.move), string(m.move)+"-verification", limit.OpState, m.summary), s.moving(m.move))
	}
	route.Register(to, at(http.MethodPost, one+"/reject", "reject-verification", limit.OpState, "Reject, with a reason"), s.deciding(verification.MoveReject))
	route.Register(to, at(http.MethodPost, one+"/close", "close-verification", limit.OpClose, "Close what was not decided, with a reason; 5 a minute"), s.deciding(verification.MoveClose))
	s.registerOnboardingDocuments(to, at, one)
	route.Register(to, at(http.MethodPost, "/api/v3/onboarding/blacklist-checks", "check-blacklists", limit.OpBlacklist,
		"Look a company or person up in the lists of the authorities; 10 a minute"), s.checkBlacklists)
	route.Register(to, at(http.MethodGet, "/api/v3/onboarding/blacklists", "list-blacklists", limit.OpQuery, "The lists that are loaded, with their days"), s.listBlacklists)
	s.registerOnboardingWebhook(to)
}

// verificationBody is a verification.
type verificationBody struct {
	ID              string                        `json:"id" format:"uuid" doc:"Id of the verification"`
	OrganisationID  string                        `json:"organization_id" format:"uuid" doc:"The organisation that asked for it"`
	ExternalID      *string                       `json:"external_id" doc:"Your own id of it; null where none was given"`
	Country         string                        `json:"country" enum:"MEX,COL,ARG,USA" doc:"Country where the company is registered"`
	LegalName       string                        `json:"legal_name" doc:"Name of the company as registered"`
	TaxID           string                        `json:"tax_id" doc:"As its authority writes it"`
	Address         *string                       `json:"address" doc:"Postal address of the company; null where none was given"`
	Representatives []verification.Representative `json:"representatives" doc:"Legal representatives, 20 at most"`
	State           verification.State            `json:"state" enum:"draft,submitted,in_review,approved,rejected,closed" doc:"draft until it is submitted; in_review while an operator decides; approved, rejected and closed end it"`
	Reason          *string                       `json:"reason" doc:"Reason of the last decision; null where there is none"`
	Checks          []verification.Check          `json:"checks" doc:"The latest result of each check"`
	CreatedAt       time.Time                     `json:"created_at" doc:"When the draft was made"`
	SubmittedAt     *time.Time                    `json:"submitted_at" doc:"When it was submitted; null while it is a draft"`
	DecidedAt       *time.Time                    `json:"decided_at" doc:"When it was approved or rejected; null until then"`
	ExpiresAt       *time.Time                    `json:"expires_at" doc:"When an approval ends"`
	ClosedAt        *time.Time                    `json:"closed_at" doc:"When it was closed or rejected; documents are deleted 30 days later"`
}

type verificationOutput struct{ Body verificationBody }

func newVerificationBody(v verification.Verification, checks []verification.Check) verificationBody {
	if checks == nil {
		checks = []verification.Check{}
	}
	return verificationBody{
		ID: v.ID, OrganisationID: v.OrganisationID, ExternalID: wire.OrNull(v.ExternalID), Country: string(v.Country), LegalName: v.LegalName,
		TaxID: v.TaxIDShown, Address: wire.OrNull(v.Address), Representatives: v.Representatives, State: v.State, Reason: wire.OrNull(v.Reason),
		Checks: checks, CreatedAt: v.CreatedAt.UTC(), SubmittedAt: wire.UTC(v.SubmittedAt), DecidedAt: wire.UTC(v.DecidedAt), ExpiresAt: wire.UTC(v.ExpiresAt), ClosedAt: wire.UTC(v.ClosedAt),
	}
}

// findVerification looks up what the path names, before anything of the request is read.
func (s *Handlers) findVerification(ctx huma.Context, k *gate.Call) error {
	v, err := s.Onboarding.Verification(ctx.Context(), visibleTo(k), ctx.Param("id"))
	if err != nil {
		return err
	}
	k.SetFound(v)
	if doc := ctx.Param("doc_id"); doc != "" {
		d, err := s.Onboarding.VerificationDocument(ctx.Context(), v.ID, doc)
		if err != nil {
			return err
		}
		k.SetFound(d)
	}
	return nil
}

// shown reads a verification's checks beside it.
func (s *Handlers) shown(ctx context.Context, v verification.Verification) (*verificationOutput, error) {
	checks, err := s.checksOf(ctx, v)
	return &verificationOutput{newVerificationBody(v, checks[v.ID])}, err
}

// checksOf reads the checks of verifications. An import does not touch the checks of a company that its list does not
// hold, so the day of the lists is that of the last import that all were checked with.
func (s *Handlers) checksOf(ctx context.Context, all ...verification.Verification) (map[string][]verification.Check, error) {
	ids := make([]string, len(all))
	for i, v := range all {
		ids[i] = v.ID
	}
	checks, err := s.Onboarding.VerificationChecks(ctx, ids)
	if err != nil {
		return nil, err
	}
	lists, err := s.Lists.Current(ctx)
	if err != nil {
		return nil, err
	}
	last, err := s.Onboarding.LastRecheck(ctx)
	for _, v := range all {
		v.CheckedLists = max(v.CheckedLists, last)
		verification.Renew(v, checks[v.ID], lists)
		toldIn(language.Of(ctx), checks[v.ID])
	}
	return checks, err
}

// toldIn puts what checks say into a language.
func toldIn(l language.Language, checks []verification.Check) {
	for i := range checks {
		checks[i].Detail, _ = language.Text(l, checks[i].Detail)
	}
}

type verificationInput struct {
	wire.Common
	ID string `path:"id" format:"uuid" doc:"Id of the verification"`
}

func (s *Handlers) getVerification(ctx context.Context, _ *verificationInput) (*verificationOutput, error) {
	return s.shown(ctx, gate.Found[verification.Verification](ctx))
}

type verificationsInput struct {
	wire.Common
	State         string `query:"state" enum:"draft,submitted,in_review,approved,rejected,closed" doc:"Verifications in this state only"`
	Country       string `query:"country" enum:"MEX,COL,ARG,USA" doc:"Verifications of companies of this country only"`
	ExternalID    string `query:"external_id" maxLength:"128" doc:"The verifications with this id of yours"`
	TaxID         string `query:"tax_id" maxLength:"40" doc:"As it is compared: no separators"`
	Order         string `query:"order" enum:"newest,oldest" default:"newest" doc:"newest first (default) or oldest first"`
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Verifications of a page at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The last id of the page before"`
}

type verificationsOutput struct {
	Body struct {
		Data    []verificationBody `json:"data" doc:"Verifications, newest first"`
		HasMore bool               `json:"has_more" doc:"Whether another page follows"`
	}
}

func (s *Handlers) listVerifications(ctx context.Context, in *verificationsInput) (*verificationsOutput, error) {
	found, more, err := s.Onboarding.Verifications(ctx, verification.Query{
		OrganisationID: visibleTo(gate.Of(ctx)), State: verification.State(in.State), Country: in.Country, ExternalID: in.ExternalID, TaxID: in.TaxID,
		OldestFirst: in.Order == "oldest", Limit: in.Limit, StartingAfter: in.StartingAfter,
	})
	if err != nil {
		return nil, err
	}
	checks, err := s.checksOf(ctx, found...)
	if err != nil {
		return nil, err
	}
	out := &verificationsOutput{}
	out.Body.Data, out.Body.HasMore = []verificationBody{}, more
	for _, v := range found {
		out.Body.Data = append(out.Body.Data, newVerificationBody(v, checks[v.ID]))
	}
	return out, nil
}

type eventsInput struct {
	wire.Common
	ID            string `path:"id" format:"uuid" doc:"Id of the verification"`
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"100" doc:"Events of a page at most"`
	StartingAfter string `query:"starting_after" maxLength:"100" doc:"The last id of the page before"`
}

type eventBody struct {
	ID     string                 `json:"id" doc:"Id of the event; starting_after takes it"`
	At     time.Time              `json:"at" doc:"When it happened"`
	Type   verification.EventType `json:"type" enum:"created,submitted,in_review,approved,rejected,closed,expired,listed,document_added,document_read,document_removed,documents_deleted,check_received" doc:"What happened"`
	From   verification.State     `json:"from" doc:"State of the verification before"`
	To     verification.State     `json:"to" doc:"State of the verification after; the same as from where the event did not change it"`
	Reason *string                `json:"reason" doc:"Why the operator decided so; null where nobody gave a reason"`
	Actor  struct {
		Kind verification.ActorKind `json:"kind" enum:"key,operator,provider,system" doc:"key of the API, operator, provider of checks, or system"`
		ID   *string                `json:"id" doc:"Id or name of the actor; null of the system"`
	} `json:"actor" doc:"Who caused it"`
	Detail any `json:"detail" doc:"What the event is about: a document, a listing, a check; null for none"`
}

type eventsOutput struct {
	Body struct {
		Data    []eventBody `json:"data" doc:"Events of the verification, oldest first"`
		HasMore bool        `json:"has_more" doc:"Whether another page follows"`
	}
}

func (s *Handlers) verificationEvents(ctx context.Context, in *eventsInput) (*eventsOutput, error) {
	after := int64(0)
	if in.StartingAfter != "" {
		var err error
		if after, err = strconv.ParseInt(in.StartingAfter, 10, 64); err != nil || after < 0 {
			return nil, fail.New(fail.CodeNotFound, "starting_after: no such event")
		}
	}
	found, err := s.Onboarding.VerificationEvents(ctx, gate.Found[verification.Verification](ctx).ID, after, in.Limit+1)
	if err != nil {
		return nil, err
	}
	out := &eventsOutput{}
	out.Body.Data, out.Body.HasMore = []eventBody{}, len(found) > in.Limit
	for _, e := range found[:min(len(found), in.Limit)] {
		b := eventBody{ID: strconv.FormatInt(e.ID, 10), At: e.At.UTC(), Type: e.Type, From: e.From, To: e.To, Reason: wire.OrNull(e.Reason)}
		b.Actor.Kind, b.Actor.ID = e.Actor.Kind, wire.OrNull(e.Actor.ID)
		if e.Detail != nil {
			b.Detail = e.Detail
		}
		out.Body.Data = append(out.Body.Data, b)
	}
	return out, nil
}

// failed reports whether any check has failed.
func failed(checks []verification.Check) bool {
	return slices.ContainsFunc(checks, func(c verification.Check) bool { return c.Outcome == verification.OutcomeFailed })
}

// closing closes a blob that was only read.
func closing(r io.Closer) { _ = r.Close() }

// limited reads a blob that is as large as a file may be at most.
func limited(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, wire.MaxFileBytes)) }
