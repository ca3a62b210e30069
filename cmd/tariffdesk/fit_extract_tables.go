package main

import (
	"context"
	"time"

	"tariffdesk/cmd/internal/evaluate"
	"tariffdesk/extract"
	"tariffdesk/extract/fit"
)

// tables fits the choice of tables, columns and rows to the documents of manifests and writes it to a folder.
func (c *fitExtractCommand) tables(ctx context.Context, to streams) error {
	trainer, err := fit.NewTrainer(extract.Config{Pages: c.Pages, Coefficients: c.From})
	if err != nil {
		return err
	}
	return trainer.Tables(ctx, fit.TableOptions{Manifests: c.Manifests, Takes: evaluate.Part(c.Part).Takes, Choice: c.What == "choice", Out: c.Out, Now: time.Now, Log: to.out})
}
