package console

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed part/*.html page/*.html
var markup embed.FS

// templates are all pages, each parsed for a language when it is first shown: parsed they take ten times
// the room of their text, and most processes show few or none.
type templates struct {
	pages map[language]map[string]func() (*template.Template, error)
}

func readTemplates(words dictionaries, files *assets, served func(path string) bool) (*templates, error) {
	t := &templates{pages: map[language]map[string]func() (*template.Template, error){}}
	names, err := fs.Glob(markup, "page/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for _, l := range languages() {
		t.pages[l] = map[string]func() (*template.Template, error){}
		for _, name := range names {
			t.pages[l][strings.TrimSuffix(path.Base(name), ".html")] = sync.OnceValues(func() (*template.Template, error) {
				page, err := template.New("").Funcs(functions(words[l], files, served)).Option("missingkey=zero").ParseFS(markup, "part/*.html", name)
				if err != nil {
					return nil, fmt.Errorf("page %s: %w", name, err)
				}
				return page, nil
			})
		}
	}
	return t, nil
}

// page is the page of a name in a language.
func (t *templates) page(l language, name string) (*template.Template, error) {
	parsed, ok := t.pages[l][name]
	if !ok {
		return nil, fmt.Errorf("no page %q", name)
	}
	return parsed()
}

// frame is the content of the layout around every page.
type frame struct {
	Language language
	Theme    string
	Viewer   *viewer
	Nav      []navGroup
	Path     string // with query, to come back to
	Notice   string // what was done, as a key of the dictionaries
	Data     any    // of the page
}

// page answers 200 with a page.
func (v *visit) page(name string, data any) error { return v.pageStatus(http.StatusOK, name, data) }

// pageStatus answers with a page. It is written only once it is whole: a template that fails half-way
// leaves no torn page.
func (v *visit) pageStatus(status int, name string, data any) error {
	t, err := v.c.templates.page(v.language, name)
	if err != nil {
		return err
	}
	f := frame{Language: v.language, Theme: v.theme, Viewer: v.viewer, Path: "/app/", Data: data}
	if v.viewer != nil {
		f.Nav = v.c.navigation(v.r.URL.Path, v.viewer)
	}
	if v.r.Method == http.MethodGet {
		f.Path = returnPath(v.r.URL.RequestURI())
		if key := "done." + v.r.URL.Query().Get("done"); v.c.words[v.language].has(key) {
			f.Notice = key
		}
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, "layout", f); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	v.write(status, out.Bytes())
	return nil
}

// write answers with a page that is whole.
func (v *visit) write(status int, body []byte) {
	h := v.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", string(v.language))
	h.Add("Vary", "Accept-Encoding, Accept-Language, Cookie")
	if acceptsGzip(v.r) {
		h.Set("Content-Encoding", "gzip")
		body = gzipped(body, gzip.BestSpeed)
	}
	v.w.WriteHeader(status)
	_, _ = v.w.Write(body) //nolint:gosec // html/template wrote it; on an error the visitor has gone
}

func acceptsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

func gzipped(body []byte, level int) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, level) // the levels are constants of the package
	_, _ = w.Write(body)                     // a buffer does not fail
	_ = w.Close()
	return out.Bytes()
}
