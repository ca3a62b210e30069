package svcdocs

import (
	"context"
	"strings"

	"tariffdesk/api/sample"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/fetch"
)

// download gets the file at a URL. The path of a sample is one too: a first call needs no file of its own.
func (s *Handlers) download(ctx context.Context, url string) (fetch.Content, error) {
	if name, ok := strings.CutPrefix(url, sample.Path); ok {
		content, err := sample.Read(name)
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
