package main

import (
	"context"

	"tariffdesk/cmd/internal/evaluate"
)

type evalExtractCommand struct {
	Predictions string `placeholder:"FILE" help:"Write a JSON line a document: file, document_data."`
	JSON        bool   `name:"json" help:"Print one JSON object instead of a table."`
	Details     bool   `help:"Print a line for each value that is not exact."`
	Manifest    string `arg:"" type:"existingfile" help:"JSON array of file, schema and expected values; files lie beside it."`
}

// Run prints a line of figures for the manifest.
func (c *evalExtractCommand) Run(ctx context.Context, to streams) error {
	return evaluate.Extract(ctx, evaluate.ExtractOptions{
		Manifest: c.Manifest, Predictions: c.Predictions, JSON: c.JSON, Details: c.Details,
	}, to.out)
}
