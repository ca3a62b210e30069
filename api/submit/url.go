package submit

import (
	"context"
	"strings"

	"tariffdesk/api/sample"
	"tariffdesk/extract"
	"tariffdesk/fail"
	"tariffdesk/fetch"
)

// Fetcher gets the file at a caller's URL; *fetch.Client is one.
type Fetcher interface {
	Get(ctx context.Context, url string, maxBytes int64) (fetch.Content, error)
}

// Download gets the file at a URL. The path of a sample is one too: a first call needs no file of its
// own. Without a fetcher files must be uploaded.
func Download(ctx context.Context, from Fetcher, url string) (fetch.Content, error) {
	if name, ok := strings.CutPrefix(url, sample.Path); ok {
		content, err := sample.Read(name)
		if err != nil {
			return fetch.Content{}, fail.New(fail.CodeSvcDocsResource, "there is no such sample")
		}
		return fetch.Content{Name: name, Bytes: content}, nil
	}
	if from == nil {
		return fetch.Content{}, fail.New(fail.CodeUnavailable, "URLs cannot be fetched at the moment: upload the file")
	}
	return from.Get(ctx, url, extract.MaxBytes)
}
