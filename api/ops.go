package api

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"regexp"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// registerOps adds the metrics and the queue dashboard, both for the user ops alone.
func (s *Server) registerOps() {
	s.handle(http.MethodGet, "/metrics", s.opsOnly(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		MaxRequestsInFlight: 4,
	})))
	queues := s.Queues
	if queues == nil {
		queues = http.NotFoundHandler()
	}
	queues = s.opsOnly(s.ownNotFound(selfContained(queues)))
	for _, path := range []string{"/ops/queues", "/ops/queues/*"} {
		s.handle(http.MethodGet, path, queues)
	}
}

// opsOnly lets the user ops pass. Without a password configured nothing is here.
func (s *Server) opsOnly(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(s.cfg.OpsPassword))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.OpsPassword == "" {
			s.refuse(w, wire.ErrNothingHere)
			return
		}
		if !isOps(r, want) {
			w.Header().Set("WWW-Authenticate", opsRealm)
			s.refuse(w, fail.New(fail.CodeUnauthorized, "the operations password is missing or wrong"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOps reports whether a request comes from the user ops, whose password has the hash want.
func isOps(r *http.Request, want [sha256.Size]byte) bool {
	user, password, _ := r.BasicAuth()
	got := sha256.Sum256([]byte(password)) // of one length, so that the comparison tells none
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1 && user == "ops"
}

// isOperations reports whether a request carries the operations password. A browser sends that by itself, to
// whatever page asks it to: one of another origin does not count.
func (s *Server) isOperations(r *http.Request) bool {
	return s.cfg.OpsPassword != "" && isOps(r, sha256.Sum256([]byte(s.cfg.OpsPassword))) && http.NewCrossOriginProtection().Check(r) == nil
}

// admitOperator lets the user ops and sessions of operators pass.
func (s *Server) admitOperator(c echo.Context, k *call) error {
	if s.cfg.OpsPassword != "" && isOps(k.request, sha256.Sum256([]byte(s.cfg.OpsPassword))) {
		// A browser sends the password by itself, to whatever page asks it to.
		if err := http.NewCrossOriginProtection().Check(k.request); err != nil {
			return fail.Wrap(err, fail.CodeForbidden, "a page of another origin may not use the operations password")
		}
		k.actor = account.Actor{Kind: account.ActorOperator, Name: "ops", Address: wire.Address(k.request)}
		return nil
	}
	if _, _, basic := k.request.BasicAuth(); basic || s.cfg.OpsPassword != "" && len(k.request.Header.Values("Authorization")) == 0 {
		c.Response().Header().Set("WWW-Authenticate", opsRealm)
	}
	caller, err := s.authenticate(c)
	if err != nil {
		return err
	}
	k.caller, k.actor = caller, caller.Actor(wire.Address(k.request))
	return caller.CheckOperator()
}

const opsRealm = `Basic realm="tariffdesk operations", charset="UTF-8"`

// refuse writes an error outside huma.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	body := wire.BodyOf(err)
	body.RequestID = w.Header().Get(wire.HeaderRequestID)
	wire.WriteJSON(w, body.StatusCode, body)
}

// foreignAsset is a stylesheet that the dashboard's page would load from another host.
var foreignAsset = regexp.MustCompile(`<link[^>]*https?://[^>]*>`)

// selfContained strips links to other hosts from HTML, and forbids what is left of them. Pages are
// small and held in memory; other answers pass through.
func selfContained(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'")
		page := &pageWriter{ResponseWriter: w}
		next.ServeHTTP(page, r)
		page.finish()
	})
}

// pageWriter holds an HTML answer back until it is whole.
type pageWriter struct {
	http.ResponseWriter
	status int
	html   *bytes.Buffer
}

func (p *pageWriter) WriteHeader(status int) {
	p.status = status
	if p.html == nil {
		p.ResponseWriter.WriteHeader(status)
	}
}

func (p *pageWriter) Write(b []byte) (int, error) {
	if p.status == 0 && p.html == nil {
		contentType := p.Header().Get("Content-Type")
		if contentType == "" {
			contentType = http.DetectContentType(b)
		}
		if len(contentType) >= 9 && contentType[:9] == "text/html" {
			p.html = &bytes.Buffer{}
		}
	}
	if p.html != nil {
		return p.html.Write(b)
	}
	p.status = http.StatusOK
	return p.ResponseWriter.Write(b)
}

func (p *pageWriter) finish() {
	if p.html == nil {
		return
	}
	p.Header().Del("Content-Length")
	p.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = p.ResponseWriter.Write(foreignAsset.ReplaceAll(p.html.Bytes(), nil)) // the caller has gone
}
