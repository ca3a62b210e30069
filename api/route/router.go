package route

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/openapi"
	"tariffdesk/api/wire"
)

// Options configure a router. A router without Keeper, Limiter and Uploads can only write the document.
type Options struct {
	Document       huma.Config
	Words          openapi.Words
	Keeper         *gate.Keeper
	Limiter        *limit.Limiter
	Uploads        *limit.Uploads
	Observer       observer
	Log            *slog.Logger
	TrustedProxies []netip.Prefix         // whose X-Forwarded-For tells where a call comes from
	CORSOrigins    []string               // exact origins that browsers may call from; empty for none
	SlowRequest    time.Duration          // from which a request is logged as slow, less its waiting; 0 for never
	Secret         func(path string) bool // whether a trace must not show a path
	Owner          any                    // of the handlers; every call carries it
}

// observer is told of every request.
type observer interface {
	Begin()
	End(ctx context.Context, a Answered)
}

// Answered is a request with its answer.
type Answered struct {
	Request   *http.Request
	Header    http.Header // of the answer
	RequestID string
	Method    string // as it came: HEAD is routed as GET
	Route     string // the path with its parameters, or Unmatched
	Status    int
	Took      time.Duration
	Caller    account.Caller
	Known     bool // the caller is
	Job       string
	Origin    account.Origin
}

// Router owns the routes and what every request goes through before and after its handler. It is the only one that
// knows Echo.
type Router struct {
	Options
	echo   *echo.Echo
	api    huma.API
	public map[string]bool // matched paths that need no token
}

// New returns a router without routes. It also makes huma write every error as a wire.ErrorBody, in the whole process.
func New(o Options) *Router {
	useErrorBody()
	r := &Router{Options: o, echo: echo.New(), public: map[string]bool{}}
	r.api = humaecho.New(r.echo, o.Document)
	r.echo.HTTPErrorHandler = r.unmatched
	r.echo.Pre(r.observe, r.guard)
	return r
}

// Handler returns the routes with tracing around them.
func (rt *Router) Handler() http.Handler {
	return otelhttp.NewHandler(headAsGet(rt.echo), "http", otelhttp.WithFilter(func(in *http.Request) bool { return !rt.Secret(in.URL.Path) }))
}

// OpenAPI is the document of the routes so far.
func (rt *Router) OpenAPI() *huma.OpenAPI { return rt.api.OpenAPI() }

// For is the router for rows whose calls carry an owner: what their inputs ask while they are judged.
func (rt *Router) For(owner any) *Router {
	view := *rt
	view.Owner = owner
	return &view
}

// Handle adds a route outside the OpenAPI document that needs no token: pages, health, operations.
func (rt *Router) Handle(method, path string, h http.Handler) {
	rt.public[path] = true
	rt.echo.Add(method, path, echo.WrapHandler(h))
}

// HandleMember adds a route outside the OpenAPI document for callers with a subscription.
func (rt *Router) HandleMember(method, path string, h http.Handler) {
	rt.echo.Add(method, path, func(c echo.Context) error {
		k := &gate.Call{Request: c.Request()}
		err := rt.Keeper.AdmitMember(k)
		keepCaller(c, k)
		if err != nil {
			c.Response().Header().Set("WWW-Authenticate", "Bearer")
			wire.Refuse(c.Response(), c.Request(), err)
			return nil
		}
		h.ServeHTTP(c.Response(), c.Request())
		return nil
	})
}

// headAsGet routes HEAD as GET. net/http, which still sees the original, drops the body.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			r = &get
		}
		next.ServeHTTP(w, r)
	})
}

// Routes lists every route as "METHOD /path", path parameters as :name.
func (rt *Router) Routes() []string {
	var all []string
	for _, one := range rt.echo.Routes() {
		all = append(all, one.Method+" "+one.Path)
	}
	slices.Sort(all)
	return all
}
