package app

import (
	"context"

	"tariffdesk/extract"
	"tariffdesk/fetch"
)

// buildDocuments builds the engine that reads documents, for the checks of the API and for the
// worker. Programs it needs and does not find are told at start: only documents miss them.
func (a *App) buildDocuments(ctx context.Context) (err error) {
	if a.documents, err = extract.New(extract.Config{}); err != nil {
		return err
	}
	if missing := extract.MissingPrograms(); len(missing) > 0 {
		a.log.WarnContext(ctx, "documents cannot be read: programs are not installed", "programs", missing)
	}
	if missing := extract.MissingLanguages(); len(missing) > 0 {
		a.log.WarnContext(ctx, "scans in some languages are read as English: languages of tesseract are not installed", "languages", missing)
	}
	return nil
}

// fetcher gets documents by their URLs, from public addresses alone.
func (a *App) fetcher() *fetch.Client {
	c := fetch.New(fetch.Config{})
	a.onClose(func() error { c.Close(); return nil })
	return c
}
