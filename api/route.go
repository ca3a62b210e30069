package api

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"tariffdesk/account"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/verification"
)

// access decides whether a known caller may use a route; nil marks a route without a token.
type access func(c account.Caller, now time.Time) error

// The levels of access. All but accessAccount and accessSession need a current subscription.
func accessCurrent(c account.Caller, now time.Time) error { return c.CheckSubscription(now) }

func accessPaid(c account.Caller, now time.Time) error {
	return first(c.CheckSubscription(now), c.CheckPaid())
}

func accessManager(c account.Caller, now time.Time) error {
	return first(c.CheckManager(), c.CheckSubscription(now))
}

// accessAccount is what an expired subscription still reaches, by session: a key needs a current one.
func accessAccount(c account.Caller, now time.Time) error {
	if c.ByKey() {
		return c.CheckSubscription(now)
	}
	return c.CheckMember()
}

func accessSession(c account.Caller, _ time.Time) error { return c.CheckSession() }

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// route is a row of the route table.
type route struct {
	method, path string
	id           string // the OpenAPI operation id
	summary      string
	tag          string
	access       access
	plan         func(c account.Caller, r *http.Request) error // optional: what the plan allows of this request
	find         func(ctx huma.Context, k *call) error         // optional: looks up what the path names; 404 goes before what is wrong with the request
	limited      bool                                          // without a charge: 4 at once and 60 a minute per organisation
	byAddress    bool                                          // without a token: 10 a minute per network address
	operators    bool                                          // for the user ops and sessions of operators
	onboarding   limit.Operation                               // of business verification: for keys cmt_ and operators, by the minute
	status       int                                           // of a success, 200 by default
	bodyBytes    int64                                         // the largest JSON body, maxJSONBytes by default
	multipart    bool
	rawBody      bool      // the handler's package reads and judges the body
	strict       bool      // 422 also for parameters and for malformed JSON
	validation   fail.Code // CodeValidation by default
	errors       []int     // further statuses of refusals, for the OpenAPI document
	document     func(*huma.Operation, huma.Registry)
}

func (r route) validationCode() fail.Code {
	if r.validation == "" {
		return fail.CodeValidation
	}
	return r.validation
}

func (r route) paramCode() fail.Code {
	if r.strict {
		return r.validationCode()
	}
	return fail.CodeBadRequest
}

func (r route) malformedCode() fail.Code { return r.paramCode() }

func (r route) maxBody() int64 {
	if r.multipart {
		return wire.MaxRequestBytes
	}
	if r.bodyBytes == 0 {
		return wire.MaxJSONBytes
	}
	return r.bodyBytes
}

func (r route) mediaType() string {
	if r.multipart {
		return "multipart/form-data"
	}
	return "application/json"
}

const routeKey = "route" // in an operation's metadata

func routeOf(ctx huma.Context) route {
	r, _ := ctx.Operation().Metadata[routeKey].(route)
	return r
}

// register adds a row to the route table with its handler. I and O follow huma's conventions; I
// embeds Common.
func register[I, O any](s *Server, r route, handler func(context.Context, *I) (*O, error)) {
	op := huma.Operation{
		OperationID: r.id, Method: r.method, Path: r.path, Summary: r.summary, Tags: []string{r.tag},
		DefaultStatus: r.status, MaxBodyBytes: r.maxBody(),
		// huma's own timeout stays set while a handler waits and would end its request context.
		BodyReadTimeout:  -1,
		SkipValidateBody: r.rawBody,
		Metadata:         map[string]any{routeKey: r},
		Middlewares:      huma.Middlewares{s.gate(r)},
		Errors:           []int{http.StatusInternalServerError}, // without one huma says the least of all
	}
	if r.access == nil && !r.operators {
		s.public[echoPath(r.path)] = true
	} else {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	if r.operators || r.onboarding != "" && r.access != nil {
		op.Security = append(op.Security, map[string][]string{"ops": {}})
	}
	s.routes = append(s.routes, r)
	huma.Register(s.api, op, handler)
	// Afterwards: a body that huma knows of is a body that it reads.
	item := s.api.OpenAPI().Paths[r.path]
	registered := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPut: item.Put, http.MethodPost: item.Post, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
	}[r.method]
	var headers []string
	for _, answer := range registered.Responses {
		headers = slices.AppendSeq(headers, maps.Keys(answer.Headers))
	}
	if r.document != nil {
		r.document(registered, s.api.OpenAPI().Components.Schemas)
	}
	s.describe(r, registered, headers)
}

// handle adds a route outside the OpenAPI document that needs no token: pages, health, operations.
func (s *Server) handle(method, path string, h http.Handler) {
	s.public[path] = true
	s.echo.Add(method, path, echo.WrapHandler(h))
}

func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// call is what a request carries from its gate to its handler.
type call struct {
	server     *Server
	route      route
	caller     account.Caller
	actor      account.Actor // who is named in the audit log
	request    *http.Request
	requestID  string
	operations bool     // the caller is the user ops
	job        string   // the job the request made or joined
	unload     func()   // gives back the memory of what was uploaded; more than once is once
	named      struct { // what the path names, as its route finds it
		job          jobs.Job
		verification verification.Verification
		document     verification.Document
		record       jobs.Record
		row          jobs.BatchRow
		parcel       jobs.MarketplaceQuote
		place        tariff.Place
	}
}

type callKey struct{}

// callOf returns the call behind a handler's context.
func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// gate authenticates, then judges access, plan, rate and what the path names, before anything of the
// request is read.
func (s *Server) gate(r route) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humaecho.Unwrap(ctx)
		k := &call{server: s, route: r, request: c.Request(), requestID: requestID(c)}
		leave, err := s.enter(ctx, c, k)
		if err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer leave()
		ctx = huma.WithContext(ctx, account.WithActor(ctx.Context(), k.actor))
		next(wire.WithIncoming(huma.WithValue(ctx, callKey{}, k), k.request, c.ParamNames(), c.ParamValues()))
		if k.job != "" {
			c.Set(jobKey, k.job)
		}
	}
}

// enter lets a call in, or says why not. What the call holds of the process ends with leave.
func (s *Server) enter(ctx huma.Context, c echo.Context, k *call) (leave func(), err error) {
	leave, k.unload = func() {}, func() {}
	var of limit.Window
	switch {
	case k.route.operators && s.cfg.OpsPassword == "":
		err = wire.ErrNothingHere
	case k.route.operators:
		err = s.admitOperator(c, k)
	case k.route.access != nil:
		err = s.admit(c, k.route, k)
	case k.route.byAddress:
		of, err = s.limiter.Visit(ctx.Context(), wire.Address(k.request), k.route.id)
	}
	if err == nil && k.route.limited {
		leave, of, err = s.limiter.Enter(ctx.Context(), cmp.Or(k.caller.Organisation.ID, k.caller.UserID), k.route.id)
	}
	if err == nil && k.route.onboarding != "" {
		of, err = s.limiter.Operate(ctx.Context(), k.route.onboarding, k.onboarder())
	}
	of.Tell(c.Response().Header())
	if leave == nil { // refused by the limit, or before
		return nil, err
	}
	if err == nil && k.route.find != nil {
		err = k.route.find(ctx, k)
	}
	if most := k.route.maxBody(); err == nil && k.request.ContentLength > most {
		err = fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", most)
	}
	if err == nil && k.route.maxBody() > wire.MaxJSONBytes {
		err = s.load(ctx.Context(), k)
	}
	if err != nil {
		leave()
		return nil, err
	}
	admitted := leave // the result is set before it runs
	return func() { k.unload(); admitted() }, nil
}

// load waits until the process has memory for the request's body.
func (s *Server) load(ctx context.Context, k *call) error {
	release, err := s.uploads.Enter(ctx, k.caller.Organisation.ID, k.request.ContentLength)
	if err != nil {
		return err
	}
	k.unload = sync.OnceFunc(func() {
		wire.RemoveSpilled(k.request)
		release()
	})
	return nil
}

func (s *Server) admit(c echo.Context, r route, k *call) error {
	if r.onboarding != "" && s.isOperations(k.request) {
		k.operations = true
		return nil
	}
	caller, err := s.authenticate(c)
	if err != nil {
		return err
	}
	k.caller, k.actor = caller, caller.Actor(wire.Address(k.request))
	if err := r.access(caller, s.Now()); err != nil {
		return err
	}
	if r.plan != nil {
		return r.plan(caller, c.Request())
	}
	return nil
}

// authenticate finds the caller and notes the organisation for the request log.
func (s *Server) authenticate(c echo.Context) (account.Caller, error) {
	caller, err := s.Auth.Authenticate(c.Request().Context(), bearer(c.Request().Header))
	if err != nil {
		return account.Caller{}, err
	}
	if caller.Role != account.RoleOperator {
		c.Set(organisationKey, caller.Organisation.ID)
	}
	c.Set(callerKey, caller)
	return caller, nil
}

// bearer returns the token of the Authorization header; "" where there is none, and a token that
// cannot be valid where the header is there but is not one Bearer token.
func bearer(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) == 0 {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.TrimSpace(token)
	switch {
	case len(values) > 1 || !strings.EqualFold(scheme, "Bearer"):
		return "-"
	case strings.ContainsAny(token, " \t,"):
		return "-"
	}
	return token
}
