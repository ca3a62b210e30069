// Package console owns the web application below /app/: its pages, style, scripts and dictionaries,
// the cookies that carry a session, and the headers under which a browser runs it.
//
// It is a front of the public API and nothing else: every page is made of answers of the API, asked in
// process with the visitor's own access token, so that prices, limits, errors and the audit are the
// same. It refuses rules, storage and knowledge of its own, and knows no other package of the project.
package console

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Config holds what may be tuned; the zero value works.
type Config struct {
	AppURL string           // where people reach the console, such as https://app.example.com; may be empty
	Log    *slog.Logger     // nothing is logged by default
	Now    func() time.Time // time.Now by default
}

func (c Config) withDefaults() Config {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Console serves / and everything below /app. It is safe for concurrent use.
type Console struct {
	cfg       Config
	api       http.Handler
	assets    *assets
	words     dictionaries
	templates *templates
	renewals  *renewals
	chapters  chapters
	names     names
	registry  map[string]bool // patterns that are served, for the navigation
	pages     *http.ServeMux  // the same pages for the console itself, see sentForm.page
	offered   func() offer    // what the API has beyond its first stages, asked once it answers
	handler   http.Handler
}

// offer tells which services the API offers, before a page leads to them.
type offer struct {
	shipments, undo bool
	reviewBelow     string // a confidence, "" where the API states none
}

// New returns the console in front of api, the whole HTTP interface of the service. It fails where an
// embedded dictionary or asset is broken; of pages a test holds that they parse.
func New(cfg Config, api http.Handler) (*Console, error) {
	if api == nil {
		return nil, errors.New("console: the API is missing")
	}
	c := &Console{cfg: cfg.withDefaults(), api: api, registry: map[string]bool{}, pages: http.NewServeMux()}
	c.offered = sync.OnceValue(func() offer {
		text := document(api)
		return offer{strings.Contains(text, `"`+shipmentsAPI+`"`), strings.Contains(text, `/tariff/records/{classification_record_id}/undo"`), reviewDefault(text)}
	})
	c.renewals = newRenewals(c.cfg.Now)
	var err error
	if c.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	if c.words, err = loadDictionaries(); err != nil {
		return nil, err
	}
	if c.templates, err = readTemplates(c.words, c.assets, c.served); err != nil {
		return nil, err
	}
	if c.handler, err = c.routed(); err != nil {
		return nil, err
	}
	return c, nil
}

// ServeHTTP implements http.Handler.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.handler.ServeHTTP(w, r) }

// routed is the mux with headers and the refusal of cross-site posts around it.
func (c *Console) routed() (http.Handler, error) {
	mux := http.NewServeMux()
	mux.Handle("GET /app/assets/{name}", c.assets)
	for _, r := range allRoutes() {
		if c.registry[r.pattern] {
			return nil, fmt.Errorf("console: %s is registered twice", r.pattern)
		}
		c.registry[r.pattern] = true
		mux.Handle(r.pattern, c.serve(r))
		if strings.HasPrefix(r.pattern, http.MethodGet) {
			c.pages.Handle(r.pattern, c.inner(r))
		}
	}
	mux.Handle("GET /{$}", http.RedirectHandler("/app/", http.StatusFound))
	mux.Handle("GET /app", http.RedirectHandler("/app/", http.StatusMovedPermanently))
	mux.Handle("/", c.serve(route{open: true, handle: func(*visit) error { return errNoPage }}))
	guard := http.NewCrossOriginProtection()
	if u, err := url.Parse(c.cfg.AppURL); err == nil && u.Host != "" {
		if err := guard.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, fmt.Errorf("APP_URL: %w", err)
		}
	}
	guard.SetDenyHandler(c.serve(route{open: true, handle: func(*visit) error { return errCrossSite }}))
	return c.withHeaders(guard.Handler(mux)), nil
}

// Policy is the content security policy of every page: nothing inline, nothing from elsewhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'"

// maxBodyBytes is the limit of the API, and the little that the console adds.
const maxBodyBytes = 61 << 20

// withHeaders sets what every answer carries; a handler may replace it.
func (c *Console) withHeaders(next http.Handler) http.Handler {
	u, _ := url.Parse(c.cfg.AppURL)
	secure := u != nil && u.Scheme == "https"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		// A stricter policy would turn the Origin of our own forms into null.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", cmp.Or(h.Get("Cache-Control"), "no-store"))
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBodyBytes)
		next.ServeHTTP(w, r)
	})
}
