package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tariffdesk/cmd/internal/app"
)

// settings are the flags of the service. All are text, so that what cannot be read is reported with
// everything else that is wrong, by the name of its variable.
type settings struct {
	DatabaseURL  string `variable:"DATABASE_URL" group:"services" placeholder:"URL" help:"PostgreSQL of the service."`
	RedisURL     string `variable:"REDIS_URL" group:"services" placeholder:"URL" help:"Redis: redis://, rediss://, redis-sentinel:// or redis-cluster://."`
	BlobURL      string `variable:"BLOB_URL" group:"services" placeholder:"URL" help:"Uploads and results: file:///folder (default .data/blobs) or s3://bucket."`
	OpsPassword  string `variable:"OPS_PASSWORD" group:"service" placeholder:"TEXT" help:"Password of user ops for /metrics and /ops; they answer 404 without it."`
	OpsListen    string `variable:"OPS_LISTEN" group:"service" placeholder:"HOST:PORT" help:"Address of /health, /health/ready and /metrics of the process itself; a worker has no other."`
	DBMaxConns   string `variable:"DB_MAX_CONNS" group:"services" name:"db-max-conns" default:"20" help:"Connections to PostgreSQL at most (default 20)."`
	WorkerSlots  string `variable:"WORKER_SLOTS" group:"service" default:"50" help:"Jobs at work at once (default 50)."`
	ModelBaseURL string `variable:"MODEL_BASE_URL" group:"model" placeholder:"URL" help:"OpenAI-compatible server; the embedded engine works alone without it."`
	ModelAPIKey  string `variable:"MODEL_API_KEY" group:"model" name:"model-api-key" placeholder:"TEXT" help:"Its key."`
	ModelName    string `variable:"MODEL_NAME" group:"model" placeholder:"NAME" help:"The model to ask."`
	WebhookAllow string `variable:"WEBHOOK_ALLOW" group:"service" placeholder:"LIST" help:"Networks (CIDRs, separated by commas) that webhooks may reach beside public addresses, at any port."`
	LogLevel     string `variable:"LOG_LEVEL" group:"logs" default:"info" help:"debug, info, warn or error (default info)."`
	LogFormat    string `variable:"LOG_FORMAT" group:"logs" default:"text" help:"text or json (default text)."`
	SlowQuery    string `variable:"SLOW_QUERY" group:"logs" default:"500ms" help:"How long a statement may take before it is logged as slow; 0 logs none (default 500ms)."`
	SlowRequest  string `variable:"SLOW_REQUEST" group:"logs" default:"2s" help:"The same of a request, without its waiting for a job or for a slow client (default 2s)."`
	SlowJob      string `variable:"SLOW_JOB" group:"logs" default:"60s" help:"The same of a job at work (default 60s)."`
	OTLPEndpoint string `variable:"OTEL_EXPORTER_OTLP_ENDPOINT" name:"otel-exporter-otlp-endpoint" group:"logs" placeholder:"URL" help:"Where traces go; none are kept without it."`
}

// httpSettings are the flags of a role that answers HTTP.
type httpSettings struct {
	Listen         string `variable:"LISTEN" group:"service" default:"127.0.0.1:8080" help:"Address to listen on; port 0 takes a free one (default 127.0.0.1:8080)."`
	AppURL         string `variable:"APP_URL" group:"service" placeholder:"URL" help:"Public address of the web application, for links."`
	SMTPURL        string `variable:"SMTP_URL" name:"smtp-url" group:"service" placeholder:"URL" help:"Mail server for links to a new password: smtp://user:password@host:587?from=desk@example.com; none are sent without it."`
	JWTSecret      string `variable:"JWT_SECRET" group:"service" placeholder:"TEXT" help:"Signs sessions: 32 bytes or more."`
	SyncWait       string `variable:"SYNC_WAIT" group:"service" default:"170s" help:"How long a call waits for its job (default 170s)."`
	DrainDelay     string `variable:"DRAIN_DELAY" group:"service" placeholder:"5s" help:"How long to go on answering after SIGTERM, while /health/ready says no (default 5s, of up 0s)."`
	TrustedProxies string `variable:"TRUSTED_PROXIES" group:"service" placeholder:"LIST" help:"Networks (CIDRs, separated by commas) of proxies whose X-Forwarded-For tells where a call comes from."`
	StaleDays      string `variable:"BLACKLIST_STALE_DAYS" name:"blacklist-stale-days" group:"service" default:"45" help:"Days after which a list of an authority is called stale (default 45)."`
	FourEyes       string `variable:"VERIFICATION_FOUR_EYES" name:"verification-four-eyes" group:"service" default:"false" help:"Whoever submitted a business verification may not approve it: true or false (default false)."`
	CORSOrigins    string `variable:"CORS_ORIGINS" group:"service" placeholder:"LIST" help:"Origins, separated by commas, that browsers may call from."`
}

// drainDelay is long enough for a load balancer that asks every second or two to notice.
const drainDelay = 5 * time.Second

// config reads the settings and lists everything that is wrong with them.
func (s settings) config(role app.Role, http httpSettings) (app.Config, error) {
	var problems []error
	c := app.Config{
		Role: role, Version: version(),
		DatabaseURL: s.DatabaseURL, RedisURL: s.RedisURL, BlobURL: cmp.Or(s.BlobURL, blobFolder(".data")), OpsPassword: s.OpsPassword,
		ModelBaseURL: s.ModelBaseURL, ModelAPIKey: s.ModelAPIKey, ModelName: s.ModelName, OTLPEndpoint: s.OTLPEndpoint,
		Listen: http.Listen, AppURL: http.AppURL, SMTPURL: http.SMTPURL, JWTSecret: http.JWTSecret, CORSOrigins: list(http.CORSOrigins),
		OpsListen:   s.OpsListen,
		WorkerSlots: 1, SyncWait: time.Second, DBMaxConns: 20,
	}
	if n, err := strconv.Atoi(s.WorkerSlots); err != nil {
		problems = append(problems, fmt.Errorf("WORKER_SLOTS: %q is not a whole number", s.WorkerSlots))
	} else {
		c.WorkerSlots = n
	}
	if n, err := strconv.Atoi(s.DBMaxConns); err != nil {
		problems = append(problems, fmt.Errorf("DB_MAX_CONNS: %q is not a whole number", s.DBMaxConns))
	} else {
		c.DBMaxConns = n
	}
	networks := func(variable, text string) (found []netip.Prefix) {
		for _, network := range list(text) {
			prefix, err := netip.ParsePrefix(network)
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: %q is not a network such as 10.0.0.0/8", variable, network))
			}
			found = append(found, prefix)
		}
		return found
	}
	c.WebhookAllow, c.TrustedProxies = networks("WEBHOOK_ALLOW", s.WebhookAllow), networks("TRUSTED_PROXIES", http.TrustedProxies)
	switch d, err := time.ParseDuration(http.DrainDelay); {
	case http.DrainDelay == "" && role == app.RoleAPI:
		c.DrainDelay = drainDelay
	case http.DrainDelay == "":
	case err != nil:
		problems = append(problems, fmt.Errorf("DRAIN_DELAY: %q is not a duration such as 5s", http.DrainDelay))
	default:
		c.DrainDelay = d
	}
	for _, slow := range []struct {
		variable, text string
		to             *time.Duration
	}{{"SLOW_QUERY", s.SlowQuery, &c.SlowQuery}, {"SLOW_REQUEST", s.SlowRequest, &c.SlowRequest}, {"SLOW_JOB", s.SlowJob, &c.SlowJob}} {
		d, err := time.ParseDuration(cmp.Or(slow.text, "0"))
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %q is not a duration such as 500ms", slow.variable, slow.text))
		}
		*slow.to = d
	}
	if n, err := strconv.Atoi(cmp.Or(http.StaleDays, "45")); err != nil || n == 0 {
		problems = append(problems, fmt.Errorf("BLACKLIST_STALE_DAYS: %q is not a whole number above zero", http.StaleDays))
	} else {
		c.StaleDays = n
	}
	if on, err := strconv.ParseBool(cmp.Or(strings.ToLower(http.FourEyes), "false")); err != nil {
		problems = append(problems, fmt.Errorf("VERIFICATION_FOUR_EYES: %q is not true or false", http.FourEyes))
	} else {
		c.FourEyes = on
	}
	if http.SyncWait != "" {
		if d, err := time.ParseDuration(http.SyncWait); err != nil {
			problems = append(problems, fmt.Errorf("SYNC_WAIT: %q is not a duration such as 170s", http.SyncWait))
		} else {
			c.SyncWait = d
		}
	}
	if _, err := s.logger(io.Discard); err != nil {
		problems = append(problems, err)
	}
	return c, errors.Join(append(problems, c.Validate())...)
}

// blobFolder is the URL of the blobs below a data folder.
func blobFolder(dataDir string) string {
	if full, err := filepath.Abs(dataDir); err == nil {
		dataDir = full
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dataDir, "blobs"))}).String()
}

// logger writes structured lines of at least the level asked for.
func (s settings) logger(to io.Writer) (*slog.Logger, error) {
	var problems []error
	var level slog.Level
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, strings.ToLower(s.LogLevel)) {
		problems = append(problems, fmt.Errorf("LOG_LEVEL: %q is not debug, info, warn or error", s.LogLevel))
	} else if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		problems = append(problems, fmt.Errorf("LOG_LEVEL: %w", err))
	}
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler
	switch s.LogFormat {
	case "text":
		handler = slog.NewTextHandler(to, options)
	case "json":
		handler = slog.NewJSONHandler(to, options)
	default:
		problems = append(problems, fmt.Errorf("LOG_FORMAT: %q is not text or json", s.LogFormat))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return slog.New(handler), nil
}

func list(text string) []string {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
