package docs

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"

	"tariffdesk/api/route"
	"tariffdesk/api/sample"
	"tariffdesk/api/wire"
)

//go:embed page/index.html
var indexPage string

//go:embed page/favicon.ico
var favicon []byte

//go:embed page/top.html
var topParts string

//go:embed page/redoc/index.html
var redocPage string

//go:embed page/redoc/redoc.standalone.js
var redocScript []byte

// registerPages adds what people and tools read about the API. No page loads from another host.
func (s *Handlers) registerPages(to *route.Router) {
	const name = "Tariffdesk"
	to.Handle(http.MethodGet, "/favicon.ico", static("image/x-icon", favicon))
	to.Handle(http.MethodGet, "/api/v2", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		wire.WriteJSON(w, http.StatusOK, map[string]any{"name": name, "versions": []string{"v3"}, "docs": "/docs"})
	}))
	to.Handle(http.MethodGet, "/openapi.json", s.openAPI(to.OpenAPI()))
	docs := withPolicy("default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
		wire.OwnNotFound(v5emb.NewHandlerWithConfig(swgui.Config{
			Title: name, SwaggerJSON: "/openapi.json", BasePath: "/docs", AppendHead: s.shared("style", nil), PrependHTML: s.shared("top", "/docs"),
		})))
	to.Handle(http.MethodGet, "/docs", docs)
	to.Handle(http.MethodGet, "/docs/*", docs)
	to.Handle(http.MethodGet, sample.Path+":name", http.HandlerFunc(s.serveSample))
	s.registerRedoc(to, name)
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

// registerRedoc adds the pages of Redoc. Its script is that of the npm package redoc 2.5.1; scripts/redoc replaces it.
func (s *Handlers) registerRedoc(to *route.Router, name string) {
	var page bytes.Buffer
	if err := template.Must(template.Must(template.New("redoc").Parse(redocPage)).Parse(topParts)).Execute(&page, name); err != nil {
		s.Log.Error("redoc page not made", "error", err)
	}
	to.Handle(http.MethodGet, "/redoc", withPolicy("default-src 'self'; worker-src blob:; style-src 'unsafe-inline'; img-src 'self' data:",
		static("text/html; charset=utf-8", page.Bytes())))
	to.Handle(http.MethodGet, "/redoc/redoc.standalone.js", static("text/javascript; charset=utf-8", redocScript))
}

// shared is a part that the pages about the API have in common: style, or top for the page at a path.
func (s *Handlers) shared(part string, path any) template.HTML {
	var b bytes.Buffer
	if err := template.Must(template.New("parts").Parse(topParts)).ExecuteTemplate(&b, part, path); err != nil {
		s.Log.Error("part of a page not made", "part", part, "error", err)
	}
	return template.HTML(b.String()) //nolint:gosec // our own template
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
