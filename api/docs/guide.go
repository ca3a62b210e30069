package docs

import (
	"net/http"
	"strings"

	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/docs"
	"tariffdesk/fail"
)

// RegisterGuide adds the pages of the guide, each as HTML and as Markdown, and their list for
// language models.
func (s *Handlers) RegisterGuide(to *route.Router) error {
	guide, err := docs.New()
	if err != nil {
		return err
	}
	const html, markdown = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	page := func(content []byte) http.Handler {
		return withPolicy("default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'", static(html, content))
	}
	pages := map[string]http.Handler{}
	for _, section := range guide.Sections {
		for _, p := range section.Pages {
			pages[p.Name], pages[p.Name+".md"] = page(p.HTML), static(markdown, p.Markdown)
		}
	}
	for _, p := range guide.Spanish {
		pages["es/"+p.Name], pages["es/"+p.Name+".md"] = page(p.HTML), static(markdown, p.Markdown)
	}
	for from, now := range map[string]string{"extraction": "extract"} { // merged pages keep their addresses
		for _, form := range []string{"", ".md"} {
			pages[from+form] = http.RedirectHandler("/docs/guide/"+now+form, http.StatusMovedPermanently)
		}
	}
	to.Handle(http.MethodGet, "/llms.txt", static(markdown, guide.LLMs()))
	to.Handle(http.MethodGet, "/docs/guide", page(guide.Index))
	to.Handle(http.MethodGet, "/docs/guide.js", static("text/javascript; charset=utf-8", docs.Script))
	find := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if found, ok := pages[strings.TrimPrefix(r.URL.Path, "/docs/guide/")]; ok {
			found.ServeHTTP(w, r)
			return
		}
		wire.Refuse(w, r, fail.New(fail.CodeNotFound, "the guide has no such page; /docs/guide lists them"))
	})
	to.Handle(http.MethodGet, "/docs/guide/:page", find)
	to.Handle(http.MethodGet, "/docs/guide/es/:page", find)
	to.OpenAPI().Info.Description += "\n\n" + guide.QuickStart() // /docs and /redoc show it on top
	return nil
}
