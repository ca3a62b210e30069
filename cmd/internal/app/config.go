// Package app owns how the parts become a program: it builds the store, the queue, the API and the
// worker of one process from a Config, runs them, and closes them last in, first out.
//
// It refuses to read the environment and to hold rules: those are the command line's and the packages'.
package app

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"time"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/blob"
	"tariffdesk/store"
)

// Role decides which parts of the service a process runs.
type Role string

// The roles: everything, HTTP alone, work alone.
const (
	RoleAll    Role = "all"
	RoleAPI    Role = "api"
	RoleWorker Role = "worker"
)

// Config is everything a process needs to know. The names of the variables it comes from stand
// beside each problem that Validate finds.
type Config struct {
	DatabaseURL    string
	RedisURL       string
	BlobURL        string // file:///folder or s3://bucket
	Listen         string // host:port, used where Listener is nil
	AppURL         string
	SMTPURL        string
	JWTSecret      string
	OpsPassword    string
	WorkerSlots    int
	SyncWait       time.Duration
	ModelBaseURL   string
	ModelAPIKey    string
	ModelName      string
	CORSOrigins    []string
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	WebhookAllow   []netip.Prefix // networks that webhooks may reach beside public addresses
	OTLPEndpoint   string
	StaleDays      int           // beyond how many days a list of an authority is stale, 0 for the default
	FourEyes       bool          // who submitted a verification does not approve it
	OpsListen      string        // host:port of health and metrics, "" for none
	DBMaxConns     int           // connections to PostgreSQL at most
	SlowQuery      time.Duration // from which a statement is logged as slow, 0 for never
	SlowRequest    time.Duration // from which a request is, less its waiting for a job or a slow client
	SlowJob        time.Duration // from which an attempt of a job is
	DrainDelay     time.Duration // between a readiness that says no and a closed listener

	Role     Role
	Version  string
	Listener net.Listener     // already open, or nil
	OnReady  func(url string) // called once the process serves; may be nil
}

// Validate lists every problem, each beginning with the name of its variable.
func (c Config) Validate() error {
	var problems []error
	bad := func(variable, format string, args ...any) {
		problems = append(problems, fmt.Errorf(variable+": "+format, args...))
	}
	if err := store.CheckURL(c.DatabaseURL); err != nil {
		bad("DATABASE_URL", "%w", err)
	}
	if _, err := redisOptions(c.RedisURL); err != nil {
		bad("REDIS_URL", "%w", err)
	}
	if err := blob.Check(c.BlobURL); err != nil {
		bad("BLOB_URL", "%w", err)
	}
	if c.WorkerSlots < 1 || c.WorkerSlots > 1000 {
		bad("WORKER_SLOTS", "%d is not within 1 to 1000", c.WorkerSlots)
	}
	if c.DBMaxConns < minConns || c.DBMaxConns > 1000 {
		bad("DB_MAX_CONNS", "%d is not within %d to 1000", c.DBMaxConns, minConns)
	}
	for variable, d := range map[string]time.Duration{"SLOW_QUERY": c.SlowQuery, "SLOW_REQUEST": c.SlowRequest, "SLOW_JOB": c.SlowJob} {
		if d < 0 {
			bad(variable, "%s is below zero", d)
		}
	}
	if _, _, err := net.SplitHostPort(c.OpsListen); c.OpsListen != "" && err != nil {
		bad("OPS_LISTEN", "%q is not host:port", c.OpsListen)
	}
	if (c.ModelBaseURL == "") != (c.ModelName == "") {
		bad("MODEL_NAME", "MODEL_BASE_URL and MODEL_NAME go together")
	}
	for variable, value := range map[string]string{"MODEL_BASE_URL": c.ModelBaseURL, "APP_URL": c.AppURL, "OTEL_EXPORTER_OTLP_ENDPOINT": c.OTLPEndpoint} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			bad(variable, "%q is not an http or https URL", value)
		}
	}
	if c.SMTPURL != "" && c.AppURL == "" {
		bad("SMTP_URL", "needs APP_URL: the links of letters begin with it")
	}
	if c.Role != RoleWorker {
		problems = append(problems, c.validateHTTP()...)
	}
	return errors.Join(problems...)
}

// minConns lets every loop of a process have its call beside those of callers.
const minConns = 4

// maxDrainDelay is beyond what any balancer takes to notice.
const maxDrainDelay = 5 * time.Minute

// maxStaleDays is ten years: no list is older than that and still in use.
const maxStaleDays = 3650

func (c Config) validateHTTP() []error {
	var problems []error
	if c.DrainDelay < 0 || c.DrainDelay > maxDrainDelay {
		problems = append(problems, fmt.Errorf("DRAIN_DELAY: %s is not within 0s to %s", c.DrainDelay, maxDrainDelay))
	}
	if len(c.JWTSecret) < account.MinSecretBytes {
		problems = append(problems, fmt.Errorf("JWT_SECRET: want %d bytes or more", account.MinSecretBytes))
	}
	if c.Listener == nil {
		if _, _, err := net.SplitHostPort(c.Listen); err != nil {
			problems = append(problems, fmt.Errorf("LISTEN: %q is not host:port", c.Listen))
		}
	}
	if c.SyncWait <= 0 {
		problems = append(problems, errors.New("SYNC_WAIT: want a duration above zero, such as 170s"))
	}
	if c.StaleDays < 0 || c.StaleDays > maxStaleDays {
		problems = append(problems, fmt.Errorf("BLACKLIST_STALE_DAYS: %d is not within 1 to %d", c.StaleDays, maxStaleDays))
	}
	if err := c.api().Validate(); err != nil {
		problems = append(problems, err)
	}
	return problems
}

func (c Config) api() api.Config {
	return api.Config{
		AppURL: c.AppURL, Version: c.Version, OpsPassword: c.OpsPassword, CORSOrigins: c.CORSOrigins, SyncWait: c.SyncWait,
		WebhookAllow: c.WebhookAllow, TrustedProxies: c.TrustedProxies, FourEyes: c.FourEyes, StaleDays: c.StaleDays, SlowRequest: c.SlowRequest,
	}
}
