package main

import (
	"context"
	"io"
	"time"

	"tariffdesk/extract"
)

// fitExtractTables fits the choice of tables, columns and rows to the documents of manifests and writes it to a folder.
func fitExtractTables(ctx context.Context, folder string, manifests []string, log io.Writer) error {
	engine, err := extract.New(extract.Config{})
	if err != nil {
		return err
	}
	return engine.FitTables(ctx, extract.FitOptions{Manifests: manifests, Out: folder, Now: time.Now, Log: log})
}
