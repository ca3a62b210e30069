package route

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// Row is a row of the route table.
type Row struct {
	Method, Path string
	ID           string // the OpenAPI operation id
	Summary      string
	Tag          string
	Access       gate.Access
	Plan         func(c account.Caller, r *http.Request) error // optional: what the plan allows of this request
	Find         func(ctx huma.Context, k *gate.Call) error    // optional: looks up what the path names; 404 goes before what is wrong with the request
	Limited      bool                                          // without a charge: 4 at once and 60 a minute per organisation
	LookUp       bool                                          // with Limited: 300 a minute per key or user
	ByAddress    bool                                          // without a token: 10 a minute per network address
	Operators    bool                                          // for the user ops and sessions of operators
	Onboarding   limit.Operation                               // of business verification: for keys cmt_ and operators, by the minute
	Status       int                                           // of a success, 200 by default
	BodyBytes    int64                                         // the largest JSON body, maxJSONBytes by default
	Multipart    bool
	RawBody      bool      // the handler's package reads and judges the body
	Strict       bool      // 422 also for parameters and for malformed JSON
	Validation   fail.Code // CodeValidation by default
	Errors       []int     // further statuses of refusals, for the OpenAPI document
	Document     func(*huma.Operation, huma.Registry)
}

func (r Row) validationCode() fail.Code {
	if r.Validation == "" {
		return fail.CodeValidation
	}
	return r.Validation
}

func (r Row) paramCode() fail.Code {
	if r.Strict {
		return r.validationCode()
	}
	return fail.CodeBadRequest
}

func (r Row) malformedCode() fail.Code { return r.paramCode() }

func (r Row) maxBody() int64 {
	if r.Multipart {
		return wire.MaxRequestBytes
	}
	if r.BodyBytes == 0 {
		return wire.MaxJSONBytes
	}
	return r.BodyBytes
}

func (r Row) mediaType() string {
	if r.Multipart {
		return "multipart/form-data"
	}
	return "application/json"
}

const routeKey = "route" // in an operation's metadata

func routeOf(ctx huma.Context) Row {
	r, _ := ctx.Operation().Metadata[routeKey].(Row)
	return r
}

// Register adds a row to the route table with its handler. I and O follow huma's conventions; I
// embeds Common.
func Register[I, O any](to *Router, r Row, handler func(context.Context, *I) (*O, error)) {
	op := huma.Operation{
		OperationID: r.ID, Method: r.Method, Path: r.Path, Summary: r.Summary, Tags: []string{r.Tag},
		DefaultStatus: r.Status, MaxBodyBytes: r.maxBody(),
		// huma's own timeout stays set while a handler waits and would end its request context.
		BodyReadTimeout:  -1,
		SkipValidateBody: r.RawBody,
		Metadata:         map[string]any{routeKey: r},
		Middlewares:      huma.Middlewares{to.gate(r)},
		Errors:           []int{http.StatusInternalServerError}, // without one huma says the least of all
	}
	if r.Access == nil && !r.Operators {
		to.public[echoPath(r.Path)] = true
	} else {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	if r.Operators || r.Onboarding != "" && r.Access != nil {
		op.Security = append(op.Security, map[string][]string{"ops": {}})
	}
	huma.Register(to.api, op, handler)
	// Afterwards: a body that huma knows of is a body that it reads.
	item := to.api.OpenAPI().Paths[r.Path]
	registered := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPut: item.Put, http.MethodPost: item.Post, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
	}[r.Method]
	var headers []string
	for _, answer := range registered.Responses {
		headers = slices.AppendSeq(headers, maps.Keys(answer.Headers))
	}
	if r.Document != nil {
		r.Document(registered, to.api.OpenAPI().Components.Schemas)
	}
	to.describe(r, registered, headers)
}

func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// gate authenticates, then judges access, plan, rate and what the path names, before anything of the
// request is read.
func (rt *Router) gate(row Row) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humaecho.Unwrap(ctx)
		k := &gate.Call{Request: c.Request(), RequestID: requestID(c), Operators: row.Operators, RefuseAs: row.validationCode(), Owner: rt.Owner}
		leave, err := rt.enter(ctx, c, row, k)
		if err != nil {
			_ = huma.WriteErr(rt.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer leave()
		ctx = huma.WithContext(ctx, account.WithActor(ctx.Context(), k.Actor))
		next(wire.WithIncoming(gate.With(ctx, k), k.Request, c.ParamNames(), c.ParamValues()))
		if k.Job != "" {
			c.Set(jobKey, k.Job)
		}
	}
}

// enter lets a call in, or returns why not. leave gives back what the call holds of the process.
func (rt *Router) enter(ctx huma.Context, c echo.Context, row Row, k *gate.Call) (leave func(), err error) {
	leave, k.Unload = func() {}, func() {}
	err = rt.admit(c, row, k)
	var of limit.Window
	if err == nil && row.ByAddress {
		of, err = rt.Limiter.Visit(ctx.Context(), wire.Address(k.Request), row.ID)
	}
	if organisation := cmp.Or(k.Caller.Organisation.ID, k.Caller.UserID); err == nil && row.Limited && row.LookUp {
		leave, of, err = rt.Limiter.LookUp(ctx.Context(), organisation, k.Name(), row.ID)
	} else if err == nil && row.Limited {
		leave, of, err = rt.Limiter.Enter(ctx.Context(), organisation, row.ID)
	}
	if err == nil && row.Onboarding != "" {
		of, err = rt.Limiter.Operate(ctx.Context(), row.Onboarding, k.Name())
	}
	of.Tell(c.Response().Header())
	if leave == nil { // refused by the limit, or before
		return nil, err
	}
	if err == nil && row.Find != nil {
		err = row.Find(ctx, k)
	}
	if most := row.maxBody(); err == nil && k.Request.ContentLength > most {
		err = fail.Newf(fail.CodePayloadTooLarge, "body: exceeds the limit of %d bytes", most)
	}
	if err == nil && row.maxBody() > wire.MaxJSONBytes {
		err = rt.load(ctx.Context(), k)
	}
	if err != nil {
		leave()
		return nil, err
	}
	admitted := leave // the result is set before it runs
	return func() { k.Unload(); admitted() }, nil
}

// admit finds the caller where the route wants one, and judges whether he may use it.
func (rt *Router) admit(c echo.Context, row Row, k *gate.Call) error {
	defer keepCaller(c, k)
	switch {
	case row.Operators:
		return rt.Keeper.AdmitOperator(k, c.Response().Header())
	case row.Access == nil:
		return nil
	case row.Onboarding != "" && rt.Keeper.AdmitOperations(k):
		return nil
	}
	return rt.Keeper.Admit(k, row.Access, row.Plan)
}

// load waits until the process has memory for the request's body.
func (rt *Router) load(ctx context.Context, k *gate.Call) error {
	release, err := rt.Uploads.Enter(ctx, k.Caller.Organisation.ID, k.Request.ContentLength)
	if err != nil {
		return err
	}
	k.Unload = sync.OnceFunc(func() {
		wire.RemoveSpilled(k.Request)
		release()
	})
	return nil
}
