package main

import (
	"context"
	"time"

	"tariffdesk/cmd/internal/evaluate"
	"tariffdesk/extract"
)

// tables fits the choice of tables, columns and rows to the documents of manifests and writes it to a folder.
func (c *fitExtractCommand) tables(ctx context.Context, to streams) error {
	engine, err := extract.New(extract.Config{Pages: c.Pages})
	if err != nil {
		return err
	}
	return engine.FitTables(ctx, extract.FitOptions{Manifests: c.Manifests, Takes: evaluate.Part(c.Part).Takes, Choice: c.What == "choice", Out: c.Out, Now: time.Now, Log: to.out})
}
