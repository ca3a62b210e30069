package api

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"tariffdesk/api/wire"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/fetch"
)

// samplesPath is where the service keeps files to try it with: an invoice, a workbook of products, a file of
// classified goods.
const samplesPath = "/docs/samples/"

//go:embed page/samples
var sampleFiles embed.FS

func sample(name string) ([]byte, error) {
	return fs.ReadFile(sampleFiles, "page/samples/"+path.Base(name))
}

func (s *Server) serveSample(w http.ResponseWriter, r *http.Request) {
	content, err := sample(r.URL.Path)
	if err != nil {
		wire.Refuse(w, wire.ErrNothingHere)
		return
	}
	static(wire.Sniff(content), content).ServeHTTP(w, r)
}

// download gets the file at a URL. The path of a sample is one too: a first call needs no file of its own.
func (s *Server) download(ctx context.Context, url string) (fetch.Content, error) {
	if name, ok := strings.CutPrefix(url, samplesPath); ok {
		content, err := sample(name)
		if err != nil {
			return fetch.Content{}, fail.New(fail.CodeSvcDocsResource, "file_url: there is no such sample")
		}
		return fetch.Content{Name: name, Bytes: content}, nil
	}
	if s.Fetch == nil {
		return fetch.Content{}, fail.New(fail.CodeUnavailable, "URLs cannot be fetched at the moment: upload the file")
	}
	return s.Fetch.Get(ctx, url, extract.MaxBytes)
}
