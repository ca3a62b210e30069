package docs

import (
	"github.com/danielgtaylor/huma/v2"

	"bytes"

	"tariffdesk/api/route"
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
func (s *Handlers) registerPages(to *route.Router) {
	const name = "Tariffdesk"
	to.Handle(http.MethodGet, "/favicon.ico", static("image/x-icon", favicon))
	to.Handle(http.MethodGet, "/api/v2", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		wire.WriteJSON(w, http.StatusOK, map[string]any{"name": name, "versions": []string{"v3"}, "docs": "/docs"})
	}))
	to.Handle(http.MethodGet, "/openapi.json", s.openAPI(to.OpenAPI()))
	docs := withPolicy("default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
		wire.OwnNotFound(v5emb.New(name, "/openapi.json", "/docs")))
	to.Handle(http.MethodGet, "/docs", docs)
	to.Handle(http.MethodGet, "/docs/*", docs)
	to.Handle(http.MethodGet, sample.Path+":name", http.HandlerFunc(s.serveSample))
	to.Handle(http.MethodGet, "/redoc", redocPage(name))
	if s.Console != nil {
		to.Handle(http.MethodGet, "/", s.Console)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			to.Handle(method, "/app", s.Console)
			to.Handle(method, "/app/*", s.Console)
			to.Handle(method, "/ops", s.Console)
			to.Handle(method, "/ops/*", s.Console)
		}
		return
	}
	to.Handle(http.MethodGet, "/", s.index(name))
}

// openAPI writes the document. It is made anew each time: routes are few, readers fewer.
func (s *Handlers) openAPI(document *huma.OpenAPI) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := json.Marshal(document)
		if err != nil {
			s.Log.Error("OpenAPI document not written", "error", err)
			wire.Refuse(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // the caller has gone
	}
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

func (s *Handlers) index(name string) http.Handler {
	var page bytes.Buffer
	t := template.Must(template.New("index").Parse(indexPage))
	if err := t.Execute(&page, map[string]string{"Name": name, "Version": s.Version}); err != nil {
		s.Log.Error("index page not made", "error", err)
	}
	return withPolicy("default-src 'none'; style-src 'unsafe-inline'; img-src 'self'", static("text/html; charset=utf-8", page.Bytes()))
}

func (s *Handlers) serveSample(w http.ResponseWriter, r *http.Request) {
	content, err := sample.Read(r.URL.Path)
	if err != nil {
		wire.Refuse(w, r, wire.ErrNothingHere)
		return
	}
	static(wire.Sniff(content), content).ServeHTTP(w, r)
}
