package ops

import (
	"bytes"
	"net/http"
	"regexp"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tariffdesk/api/route"
	"tariffdesk/api/wire"
)

// registerOps adds the metrics and the queue dashboard, both for the user ops alone.
func (s *Handlers) registerOps(to *route.Router) {
	to.Handle(http.MethodGet, "/metrics", s.Keeper.OpsOnly(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		MaxRequestsInFlight: 4,
	})))
	queues := s.Queues
	if queues == nil {
		queues = http.NotFoundHandler()
	}
	queues = s.Keeper.OpsOnly(wire.OwnNotFound(selfContained(queues)))
	for _, path := range []string{"/ops/queues", "/ops/queues/*"} {
		to.Handle(http.MethodGet, path, queues)
	}
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

// WriteHeader keeps the status. It passes the status on unless a page of HTML is held back.
func (p *pageWriter) WriteHeader(status int) {
	p.status = status
	if p.html == nil {
		p.ResponseWriter.WriteHeader(status)
	}
}

// Write holds HTML back and passes everything else on.
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
