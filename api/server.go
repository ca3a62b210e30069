// Package api wires the HTTP interface: its route table is the list of subjects in registerAll, each a package below
// this one, over what all of them share (wire, limit, gate, route, openapi, submit).
//
// It refuses to compute: classification, extraction and quotes belong to their packages and run in
// workers. Echo's types stay within route.
package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/api/accounts"
	"tariffdesk/api/docs"
	"tariffdesk/api/gate"
	"tariffdesk/api/jobwatch"
	"tariffdesk/api/limit"
	"tariffdesk/api/onboarding"
	"tariffdesk/api/openapi"
	"tariffdesk/api/ops"
	"tariffdesk/api/quoter"
	"tariffdesk/api/route"
	"tariffdesk/api/share"
	shipments "tariffdesk/api/shipment"
	"tariffdesk/api/site"
	"tariffdesk/api/submit"
	"tariffdesk/api/svcdocs"
	"tariffdesk/api/tariffs"
	"tariffdesk/classify"
	"tariffdesk/excel"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
)

// Config holds what may be tuned; the zero value of an optional field means its default.
type Config struct {
	AppURL         string         // where people reach the console; may be empty
	Version        string         // shown by readiness and in the OpenAPI document
	OpsPassword    string         // of the user ops; "" hides /metrics and /ops
	WebhookAllow   []netip.Prefix // networks that webhooks may reach beside public addresses
	TrustedProxies []netip.Prefix // whose X-Forwarded-For tells where a call comes from
	StaleDays      int            // beyond how many days a list of an authority is stale, default 45
	FourEyes       bool           // who submitted a verification does not approve it
	CORSOrigins    []string       // exact origins that browsers may call from; empty for none
	SyncWait       time.Duration  // how long a call waits for its job before it is answered 202, default 170 s
	SlowRequest    time.Duration  // from which a request is logged as slow, less its waiting, default never
	KeepAlive      time.Duration  // between two lines of a silent stream, default 10 s
	ReadTime       time.Duration  // how long a workbook may be read, default excel.MaxReadTime
	PromiseWait    time.Duration  // how long a call waits beyond SyncWait for its job to be on disk, default 15 s
}

func (c Config) withDefaults() Config {
	c.SyncWait = cmp.Or(c.SyncWait, 170*time.Second)
	c.KeepAlive = cmp.Or(c.KeepAlive, 10*time.Second)
	c.ReadTime = cmp.Or(c.ReadTime, excel.MaxReadTime)
	c.PromiseWait = cmp.Or(c.PromiseWait, 15*time.Second)
	c.StaleDays = cmp.Or(c.StaleDays, defaultStaleDays)
	c.Version = cmp.Or(c.Version, "dev")
	return c
}

// defaultStaleDays lets a list that is published each month be late by half of one.
const defaultStaleDays = 45

// Validate lists what is wrong with c, each problem beginning with the name of its variable.
func (c Config) Validate() error {
	var problems []error
	for _, origin := range c.CORSOrigins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" || u.RawQuery != "" {
			problems = append(problems, errors.New("CORS_ORIGINS: "+origin+" is not an origin such as https://app.example.com"))
		}
	}
	if c.SyncWait < 0 {
		problems = append(problems, errors.New("SYNC_WAIT: want a duration above zero, such as 170s"))
	}
	return errors.Join(problems...)
}

// Store joins the stores of all subjects. Accounts and jobs have services of their own.
type Store interface {
	tariffs.Store
	quoter.Store
	accounts.Store
	share.Store
	ops.Store
	shipments.Store
	svcdocs.Taught
}

// Deps are the parts that the API works with. All are required but those marked optional.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Auth     *account.Auth
	Resets   *account.Resets
	Jobs     *jobs.Service
	Blobs    submit.Blobs
	Codes    tariffs.Codes
	Redis    redis.UniversalClient
	Log      *slog.Logger
	Now      func() time.Time

	Lookup      tariffs.Lookup                             // optional: without it codes are neither looked up nor searched
	Answers     share.AnswerReader                         // optional: without it the answers of share links are not judged before they are taken
	Quotes      quoter.QuoteReader                         // optional: without it there is no quote endpoint
	Parcels     quoter.ParcelPricer                        // optional: without it there is no marketplace
	Standing    func(tariff.Date) []quote.TableStanding    // optional: what is known of each table that quotes are made with
	Onboarding  onboarding.Onboarding                      // optional: without it there is no business verification
	Rulings     tariffs.Rulings                            // optional: without it rulings are not searched
	Lists       onboarding.Lists                           // with Onboarding: what authorities list
	Documents   svcdocs.Documents                          // optional: without it there is no extraction
	Fetch       submit.Fetcher                             // optional: without it documents must be uploaded
	Reader      submit.Reader                              // optional: without one only text files are accepted
	ModelCounts func() map[string]float64                  // optional: what a configured model was asked and answered, by name of the counter
	Loops       func() map[string]time.Duration            // optional: since each loop of the process came round
	Papers      shipments.Documents                        // optional: without it there are no shipments
	Dictionary  func() shipment.Dictionary                 // optional, as Papers
	Reports     shipments.Reports                          // optional: without it shipments are reported as JSON alone
	Worker      ops.Worker                                 // optional: a process of role api has none
	Queues      http.Handler                               // optional: the queue dashboard, rooted at /ops/queues
	Console     http.Handler                               // optional: serves / and /app/; without it / is a short page
	MCP         http.Handler                               // optional: the Model Context Protocol, in front of this handler
	Ready       map[string]func(ctx context.Context) error // optional: further parts that readiness names and checks
	Degrades    map[string]func(ctx context.Context) error // optional: parts without which only some calls fail; the process stays ready
}

// Server answers HTTP. It is safe for concurrent use.
type Server struct {
	router *route.Router
	subjects
}

// subjects are the handlers, by package, and what several of them share.
type subjects struct {
	submits   *submit.Service
	uploads   *limit.Uploads
	workbooks *limit.Readings // of reading them, lists of items and other tables too
	documents *limit.Readings // of looking at them

	accounts   *accounts.Handlers
	tariffs    *tariffs.Handlers
	share      *share.Handlers
	quoter     *quoter.Handlers
	onboarding *onboarding.Handlers
	svcdocs    *svcdocs.Handlers
	shipments  *shipments.Handlers
	jobs       *jobwatch.Handlers
	ops        *ops.Handlers
	docs       *docs.Handlers
}

// New returns a server with all its routes.
func New(cfg Config, deps Deps) (*Server, error) {
	cfg = cfg.withDefaults()
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if deps.Store == nil || deps.Accounts == nil || deps.Auth == nil || deps.Jobs == nil || deps.Blobs == nil || deps.Codes == nil ||
		deps.Redis == nil || deps.Log == nil || deps.Now == nil {
		return nil, errors.New("api: a required dependency is missing")
	}
	now := deps.Now
	deps.Now = func() time.Time { return now().Truncate(time.Microsecond) } // as the store keeps them
	s := newServer(cfg, deps)
	return s, s.docs.RegisterGuide(s.router)
}

// newServer wires the subjects and registers their routes.
func newServer(cfg Config, d Deps) *Server {
	keeper, limiter := gate.NewKeeper(d.Auth, d.Now, cfg.OpsPassword), limit.New(d.Redis)
	s := &Server{subjects: subjects{uploads: limit.NewUploads(), workbooks: limit.NewReadings(), documents: limit.NewReadings()}}
	s.submits = submit.New(submit.Options{
		Jobs: d.Jobs, Blobs: d.Blobs, Reader: d.Reader, Log: d.Log, SyncWait: cfg.SyncWait, KeepAlive: cfg.KeepAlive, PromiseWait: cfg.PromiseWait,
	})
	s.tariffs = &tariffs.Handlers{
		Store: d.Store, Jobs: d.Jobs, Codes: d.Codes, Lookup: d.Lookup, Rulings: d.Rulings, Blobs: d.Blobs, Submits: s.submits,
		ReadTime: cfg.ReadTime, WorkbookTurns: s.workbooks,
	}
	s.ops = ops.New(ops.Options{
		Store: d.Store, Jobs: d.Jobs, Keeper: keeper, Redis: d.Redis, Log: d.Log, Now: d.Now, Version: cfg.Version, Retry: s.tariffs.Retry,
		Standing: d.Standing, ModelCounts: d.ModelCounts, Loops: d.Loops, Worker: d.Worker, Queues: d.Queues, Ready: d.Ready, Degrades: d.Degrades,
	})
	s.router = route.New(route.Options{
		Document: openapi.Config(cfg.Version), Words: documentWords(), Keeper: keeper, Limiter: limiter, Uploads: s.uploads,
		Observer: s.ops, Log: d.Log, TrustedProxies: cfg.TrustedProxies, CORSOrigins: cfg.CORSOrigins, Secret: ops.SecretPath, SlowRequest: cfg.SlowRequest,
	})
	links := site.Links{Configured: cfg.AppURL, Trusted: s.router.Trusts}
	s.accounts = &accounts.Handlers{Store: d.Store, Accounts: d.Accounts, Auth: d.Auth, Resets: d.Resets, Now: d.Now, Links: links, WebhookAllow: cfg.WebhookAllow}
	s.share = &share.Handlers{Store: d.Store, Jobs: d.Jobs, Answers: d.Answers, Submits: s.submits, Links: links}
	s.quoter = &quoter.Handlers{Store: d.Store, Jobs: d.Jobs, Quotes: d.Quotes, Parcels: d.Parcels, Submits: s.submits, Now: d.Now}
	s.svcdocs = &svcdocs.Handlers{
		Jobs: d.Jobs, Documents: d.Documents, Taught: d.Store, Fetch: d.Fetch, Blobs: d.Blobs, Submits: s.submits,
		ReadTime: cfg.ReadTime, WorkbookTurns: s.workbooks, DocumentTurns: s.documents,
	}
	s.onboarding = &onboarding.Handlers{
		Onboarding: d.Onboarding, Lists: d.Lists, Documents: d.Documents, Jobs: d.Jobs, Blobs: d.Blobs, Submits: s.submits, Limiter: limiter,
		DocumentTurns: s.documents, Log: d.Log, Now: d.Now, SyncWait: cfg.SyncWait, FourEyes: cfg.FourEyes, StaleDays: cfg.StaleDays,
	}
	s.shipments = &shipments.Handlers{
		Store: d.Store, Jobs: d.Jobs, Submits: s.submits, Documents: d.Papers, Blobs: d.Blobs, Codes: d.Codes, Dictionary: d.Dictionary,
		Reports: d.Reports, Fetch: d.Fetch, Turns: s.documents, Now: d.Now,
	}
	s.jobs = jobwatch.New(d.Jobs, d.Store, s.submits, resultSchemas)
	s.docs = &docs.Handlers{Console: d.Console, MCP: d.MCP, Version: cfg.Version, Log: d.Log}
	s.registerAll()
	return s
}

// Handler returns the server with tracing around it.
func (s *Server) Handler() http.Handler { return s.router.Handler() }

// Routes lists every route as "METHOD /path", path parameters as :name.
func (s *Server) Routes() []string { return s.router.Routes() }

// Drain makes every waiting call answer 202 at once; call it before http.Server.Shutdown.
func (s *Server) Drain() { s.submits.Drain() }

// Run writes the log of calls until ctx ends.
func (s *Server) Run(ctx context.Context) { s.ops.Run(ctx) }

// registerAll is the route table: each subject adds its routes.
func (s *Server) registerAll() {
	s.accounts.Register(s.router)
	s.tariffs.Register(s.router)
	s.share.Register(s.router)
	s.quoter.Register(s.router)
	s.onboarding.Register(s.router)
	s.svcdocs.Register(s.router)
	s.shipments.Register(s.router)
	s.jobs.Register(s.router)
	s.ops.Register(s.router)
	s.docs.Register(s.router)
	openapi.CompleteSchemas(s.router.OpenAPI())
}

// resultSchemas are of what the kinds of jobs leave.
func resultSchemas(r huma.Registry) []*huma.Schema {
	return append([]*huma.Schema{openapi.SchemaOf[classify.Result](r)}, append(svcdocs.Schemas(r),
		openapi.SchemaOf[[]quote.Item](r), openapi.SchemaOf[jobs.ImportReport](r))...)
}
