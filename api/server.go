// Package api is the only package that knows HTTP. It owns the route table, authentication and its
// exemptions, limits, the one table from error code to status, the wire types, and the thin handlers
// that turn a request into the input of a job and a job into an answer.
//
// It refuses to compute: classification, extraction and quotes belong to their packages and run in
// workers. Echo's and huma's types stay within the registration of routes.
package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/site"
	"tariffdesk/api/submit"
	"tariffdesk/classify"
	"tariffdesk/excel"
	"tariffdesk/jobs"
	"tariffdesk/quote"
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

// Store is what the API reads beside accounts and jobs.
type Store interface {
	Ping(ctx context.Context) error
	// Record and ConfirmRecord are CodeNotFound for another organisation's record.
	Record(ctx context.Context, organisationID, id string) (jobs.Record, error)
	ConfirmRecord(ctx context.Context, organisationID, id string, v jobs.Verdict) (jobs.Record, error)
	// Records and BatchRows list what is there to review; Decisions is the trail of one of them.
	Records(ctx context.Context, q jobs.ReviewQuery) ([]jobs.Record, error)
	BatchRows(ctx context.Context, q jobs.ReviewQuery) ([]jobs.BatchRow, error)
	Decisions(ctx context.Context, organisationID, target string) ([]jobs.Decision, error)
	// BatchRow and ConfirmRow are CodeNotFound for another organisation's row.
	BatchRow(ctx context.Context, organisationID, id string) (jobs.BatchRow, error)
	ConfirmRow(ctx context.Context, organisationID, id string, v jobs.Verdict) (jobs.BatchRow, error)
	// FailedRows calls do with each failed row of a batch, in the order of its sheet.
	FailedRows(ctx context.Context, organisationID, jobID string, do func(n int, description string) error) error
	// PrecedentSources and DeletePrecedents concern the goods that an organisation has classified itself.
	PrecedentSources(ctx context.Context, organisationID string) ([]classify.PrecedentSource, error)
	DeletePrecedents(ctx context.Context, organisationID string) (int64, error)
	// SetWebhook, Webhook and DeleteWebhook concern where an organisation is told of the end of its
	// jobs; the last two are CodeNotFound where it has none.
	SetWebhook(ctx context.Context, organisationID, url string, secret []byte) error
	Webhook(ctx context.Context, organisationID string) (account.Webhook, error)
	DeleteWebhook(ctx context.Context, organisationID string) error
	// Deliveries, Redeliver, TestWebhook and RotateWebhook concern what is sent there.
	Deliveries(ctx context.Context, organisationID, state string, limit int, after string) ([]account.WebhookDelivery, error)
	Redeliver(ctx context.Context, organisationID, id string) (account.WebhookDelivery, error)
	TestWebhook(ctx context.Context, organisationID string) (account.WebhookDelivery, error)
	RotateWebhook(ctx context.Context, organisationID string, secret []byte) (url string, previousUntil time.Time, err error)
	// SaveMarketplaceQuote, MarketplaceQuote, CheckOut and Checkout concern the prices of parcels; the
	// last three are CodeNotFound for another organisation's. CheckOut charges once.
	SaveMarketplaceQuote(ctx context.Context, q jobs.MarketplaceQuote) error
	MarketplaceQuote(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error)
	CheckOut(ctx context.Context, n jobs.NewCheckout) (jobs.Checkout, error)
	Checkout(ctx context.Context, organisationID, id string) (jobs.MarketplaceQuote, error)
	// CreateLink, Link, Links and RevokeLink are of the organisation that shares; LinkByHash, SaveDraft and
	// those of files of whoever has the token. Their errors are told beside jobs.Link.
	CreateLink(ctx context.Context, n jobs.NewLink) (jobs.Link, error)
	Link(ctx context.Context, organisationID, id string) (jobs.Link, error)
	Links(ctx context.Context, organisationID, recordID string, limit int, after string) ([]jobs.Link, error)
	RevokeLink(ctx context.Context, organisationID, id string) error
	LinkByHash(ctx context.Context, hash []byte) (jobs.Link, error)
	SaveDraft(ctx context.Context, id string, answers []jobs.Answer) error
	AddLinkFile(ctx context.Context, linkID string, f jobs.LinkFile) error
	LinkFiles(ctx context.Context, linkID string) ([]jobs.LinkFile, error)
	DropLinkFile(ctx context.Context, linkID, id string) (key string, err error)
	// OrganisationsPage, Knowledge and jobs.OperatorStore are for operators.
	OrganisationsPage(ctx context.Context, text, plan string, limit int, after string) ([]account.Organisation, error)
	Knowledge(ctx context.Context) ([]jobs.Table, error)
	jobs.OperatorStore
	// Listed reports whether a list of an organisation, "" for all of them, holds an id.
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
	// SaveCalls and Calls keep the log of calls.
	SaveCalls(ctx context.Context, calls []account.LoggedCall) error
	Calls(ctx context.Context, q account.CallQuery) ([]account.LoggedCall, error)
	// JobCounts and LedgerTotals (by kind of entry, in hundredths of a credit) are for the metrics.
	JobCounts(ctx context.Context) ([]jobs.Count, error)
	LedgerTotals(ctx context.Context) (map[string]int64, error)
}

// Codes knows the nomenclature: whether a code of 6 to 10 digits exists in a country's tariff,
// WORLD being the international one.
type Codes interface {
	Known(country, code string) bool
}

// Worker is what the metrics show of a worker in the same process.
type Worker interface {
	SlotsInUse() int  // handlers at work
	PastContext() int // of these, those whose context has ended
}

// Deps are the parts that the API works with. All are required but those marked optional.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Auth     *account.Auth
	Jobs     *jobs.Service
	Blobs    submit.Blobs
	Codes    Codes
	Redis    redis.UniversalClient
	Log      *slog.Logger
	Now      func() time.Time

	Lookup      Lookup                                     // optional: without it codes are neither looked up nor searched
	Answers     AnswerReader                               // optional: without it the answers of share links are not judged before they are taken
	Quotes      QuoteReader                                // optional: without it there is no quote endpoint
	Parcels     ParcelPricer                               // optional: without it there is no marketplace
	Standing    func(tariff.Date) []quote.TableStanding    // optional: what is known of each table that quotes are made with
	Onboarding  Onboarding                                 // optional: without it there is no business verification
	Rulings     Rulings                                    // optional: without it rulings are not searched
	Lists       Lists                                      // with Onboarding: what authorities list
	Documents   Documents                                  // optional: without it there is no extraction
	Fetch       Fetcher                                    // optional: without it documents must be uploaded
	Reader      submit.Reader                              // optional: without one only text files are accepted
	ModelCounts func() map[string]float64                  // optional: what a configured model was asked and answered, by name of the counter
	Loops       func() map[string]time.Duration            // optional: since each loop of the process came round
	Worker      Worker                                     // optional: a process of role api has none
	Queues      http.Handler                               // optional: the queue dashboard, rooted at /ops/queues
	Console     http.Handler                               // optional: serves / and /app/; without it / is a short page
	MCP         http.Handler                               // optional: the Model Context Protocol, in front of this handler
	Ready       map[string]func(ctx context.Context) error // optional: further parts that readiness names and checks
	Degrades    map[string]func(ctx context.Context) error // optional: parts without which only some calls fail; the process stays ready
}

// Server answers HTTP. It is safe for concurrent use.
type Server struct {
	Deps
	cfg       Config
	router    *route.Router
	keeper    *gate.Keeper
	limiter   *limit.Limiter
	uploads   *limit.Uploads
	submits   *submit.Service
	links     site.Links
	polls     *limit.Gauge // calls that hold their answer until a job changes, by organisation
	metrics   *metrics
	calls     *callLog
	operator  *jobs.Operator
	workbooks *limit.Readings // of reading them, lists of items and other tables too
	documents *limit.Readings // of looking at them
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
	s := &Server{
		Deps: deps, cfg: cfg, keeper: gate.NewKeeper(deps.Auth, deps.Now, cfg.OpsPassword),
		limiter: limit.New(deps.Redis), uploads: limit.NewUploads(), polls: limit.NewGauge(pollsAtOnce),
		workbooks: limit.NewReadings(), documents: limit.NewReadings(),
	}
	s.metrics, s.calls = newMetrics(s), newCallLog(s.Store.SaveCalls, s.Log)
	s.submits = submit.New(submit.Options{Jobs: s.Jobs, Blobs: s.Blobs, Reader: s.Reader, Log: s.Log, SyncWait: cfg.SyncWait, KeepAlive: cfg.KeepAlive, PromiseWait: cfg.PromiseWait})
	s.operator = jobs.NewOperator(s.Store, s.Jobs)
	s.router = route.New(route.Options{
		Document: openapi.Config(cfg.Version), Words: documentWords(), Keeper: s.keeper, Limiter: s.limiter, Uploads: s.uploads,
		Observer: s, Log: s.Log, TrustedProxies: cfg.TrustedProxies, CORSOrigins: cfg.CORSOrigins, Secret: secretPath, Owner: s,
	})
	s.links = site.Links{Configured: cfg.AppURL, Trusted: s.router.Trusts}
	s.registerAll()
	return s, s.registerGuide()
}

// Handler returns the server with tracing around it.
func (s *Server) Handler() http.Handler { return s.router.Handler() }

// Routes lists every route as "METHOD /path", path parameters as :name.
func (s *Server) Routes() []string { return s.router.Routes() }

// serverOf is the server whose handler a call is for.
func serverOf(k *gate.Call) *Server {
	s, _ := k.Owner.(*Server)
	return s
}

// Drain makes every waiting call answer 202 at once; call it before http.Server.Shutdown.
func (s *Server) Drain() { s.submits.Drain() }

// secretPath reports whether a path may carry the token of a link: a trace would show it.
func secretPath(path string) bool {
	return slices.ContainsFunc([]string{"/api/v3/sharelink/", "/api/v3/operations-sharelink/", "/api/v3/invitations/", "/app/s/", "/app/invitation/"},
		func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}

// registerAll is the route table.
func (s *Server) registerAll() {
	s.registerSessions()
	s.registerAccount()
	s.registerKeys()
	s.registerMembers()
	s.registerInvitations()
	s.registerOrganisation()
	s.registerClassify()
	s.registerRecords()
	s.registerReview()
	s.registerShareLinks()
	s.registerShared()
	s.registerRetry()
	s.registerBatch()
	s.registerPrecedents()
	s.registerLookup()
	s.registerRulings()
	s.registerWebhook()
	s.registerDeliveries()
	s.registerCalls()
	s.registerAudit()
	s.registerQuote()
	s.registerQuoteRecords()
	s.registerMarketplace()
	s.registerOnboarding()
	s.registerExtract()
	s.registerJobs()
	s.registerHealth()
	s.registerOps()
	s.registerOpsJobs()
	s.registerOpsOrganisations()
	s.registerMCP()
	s.registerPages()
	openapi.CompleteSchemas(s.router.OpenAPI(), s.router.Words)
}
