package api

import (
	"bytes"

	"tariffdesk/api/sample"
	"tariffdesk/api/wire"

	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"

	"github.com/mvrilo/go-redoc"
	"github.com/swaggest/swgui/v5emb"
)

//go:embed page/index.html
var indexPage string

//go:embed page/favicon.ico
var favicon []byte

// registerPages adds what people and tools read about the API. No page loads from another host.
func (s *Server) registerPages() {
	const name = "Tariffdesk"
	s.router.Handle(http.MethodGet, "/favicon.ico", static("image/x-icon", favicon))
	s.router.Handle(http.MethodGet, "/api/v2", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		wire.WriteJSON(w, http.StatusOK, map[string]any{"name": name, "versions": []string{"v3"}, "docs": "/docs"})
	}))
	s.router.Handle(http.MethodGet, "/openapi.json", http.HandlerFunc(s.openAPI))
	docs := withPolicy("default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
		wire.OwnNotFound(v5emb.New(name, "/openapi.json", "/docs")))
	s.router.Handle(http.MethodGet, "/docs", docs)
	s.router.Handle(http.MethodGet, "/docs/*", docs)
	s.router.Handle(http.MethodGet, sample.Path+":name", http.HandlerFunc(s.serveSample))
	s.router.Handle(http.MethodGet, "/redoc", redocPage(name))
	if s.Console != nil {
		s.router.Handle(http.MethodGet, "/", s.Console)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			s.router.Handle(method, "/app", s.Console)
			s.router.Handle(method, "/app/*", s.Console)
			s.router.Handle(method, "/ops", s.Console)
			s.router.Handle(method, "/ops/*", s.Console)
		}
		return
	}
	s.router.Handle(http.MethodGet, "/", s.index(name))
}

// openAPI writes the document. It is made anew each time: routes are few, readers fewer.
func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) {
	body, err := json.Marshal(s.router.OpenAPI())
	if err != nil {
		s.Log.Error("OpenAPI document not written", "error", err)
		wire.Refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the caller has gone
}

func static(contentType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(content) //nolint:gosec // a file of the program; an error means that the caller has gone
	})
}

func withPolicy(policy string, next http.Handler) http.Handler {
	policy += "; frame-ancestors 'none'; base-uri 'none'" // which default-src does not stand for
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		next.ServeHTTP(w, r)
	})
}

// redocPage carries its script inline, which its policy allows on this route alone.
func redocPage(name string) http.Handler {
	page, err := redoc.Redoc{Title: name, SpecPath: "/openapi.json", Description: "The HTTP interface of " + name}.Body()
	if err != nil {
		page = []byte("the page cannot be made") // its template is a constant of the library
	}
	return withPolicy("default-src 'self'; script-src 'unsafe-inline'; worker-src blob:; style-src 'unsafe-inline'; img-src 'self' data:",
		static("text/html; charset=utf-8", page))
}

func (s *Server) index(name string) http.Handler {
	var page bytes.Buffer
	t := template.Must(template.New("index").Parse(indexPage))
	if err := t.Execute(&page, map[string]string{"Name": name, "Version": s.cfg.Version}); err != nil {
		s.Log.Error("index page not made", "error", err)
	}
	return withPolicy("default-src 'none'; style-src 'unsafe-inline'; img-src 'self'", static("text/html; charset=utf-8", page.Bytes()))
}

func (s *Server) serveSample(w http.ResponseWriter, r *http.Request) {
	content, err := sample.Read(r.URL.Path)
	if err != nil {
		wire.Refuse(w, wire.ErrNothingHere)
		return
	}
	static(wire.Sniff(content), content).ServeHTTP(w, r)
}
