package wire

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"tariffdesk/language"
)

//go:embed page.html
var pageHTML string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// WantsPage reports whether a browser asks for a page to look at: it names HTML before it takes anything else.
func WantsPage(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.HasPrefix(r.Header.Get("Accept"), "text/html")
}

// WriteError answers with the error as JSON, or as a page to a browser that opens an address where nothing is or that asks for a
// key.
func WriteError(w http.ResponseWriter, r *http.Request, body *ErrorBody) {
	if !WantsPage(r) || body.StatusCode != http.StatusNotFound && body.StatusCode != http.StatusUnauthorized {
		WriteJSON(w, body.StatusCode, body)
		return
	}
	var out bytes.Buffer
	if err := page().Execute(&out, map[string]any{"Body": body, "Spanish": language.Of(r.Context()) == language.Spanish, "Found": body.StatusCode != http.StatusNotFound}); err != nil {
		WriteJSON(w, body.StatusCode, body)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	h.Add("Vary", "Accept")
	w.WriteHeader(body.StatusCode)
	_, _ = w.Write(out.Bytes()) // the caller has gone
}
