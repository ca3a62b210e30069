package main

import (
	"context"
	"fmt"
	"io"

	"tariffdesk/cmd/internal/evaluate"
	"tariffdesk/extract"
	"tariffdesk/extract/fit"
)

type evalExtractCommand struct {
	Predictions  string `placeholder:"FILE" help:"Write a JSON line a document: file, document_data."`
	JSON         bool   `name:"json" help:"Print one JSON object instead of a table."`
	Details      bool   `help:"Print a line for each value that is not exact."`
	Kinds        bool   `help:"Print figures of values outside lists by what they are, by language, by kind of document and by confidence, too."`
	Errors       bool   `help:"Print the values outside lists that are not exact, by what they are and what is the matter with them."`
	Absent       bool   `help:"Ask each document for four lists of other documents that it has nothing of, and print how many were filled, instead."`
	Part         string `enum:",read,measured" default:"" placeholder:"PART" help:"Only half of the documents: read, which may be looked into and fitted on, or measured, of which figures alone are taken. A hash of a document's layout says which; documents of one layout are in one half."`
	Pages        string `type:"path" placeholder:"FOLDER" help:"Keep there what documents read as, by their content, and take it from there in the next run, which then reads no picture again."`
	Coefficients string `type:"existingdir" placeholder:"FOLDER" help:"Measure with the coefficient files of this folder, as fit extract writes them, in place of the embedded ones."`
	Manifest     string `arg:"" type:"existingfile" help:"JSON array of file, schema and expected values; files lie beside it."`
}

// Run prints a line of figures for the manifest.
func (c *evalExtractCommand) Run(ctx context.Context, to streams) error {
	if c.Absent {
		return c.absent(ctx, to)
	}
	return evaluate.Extract(ctx, evaluate.ExtractOptions{
		Manifest: c.Manifest, Predictions: c.Predictions, JSON: c.JSON, Details: c.Details,
		Kinds: c.Kinds, Errors: c.Errors, Part: evaluate.Part(c.Part), Pages: c.Pages, Coefficients: c.Coefficients,
	}, to.out)
}

// absent prints how many lists were filled of which documents have nothing.
func (c *evalExtractCommand) absent(ctx context.Context, to streams) error {
	trainer, err := fit.NewTrainer(extract.Config{Pages: c.Pages, Coefficients: c.Coefficients})
	if err != nil {
		return err
	}
	o := fit.TableOptions{Manifests: []string{c.Manifest}, Takes: evaluate.Part(c.Part).Takes, Log: io.Discard}
	if c.Errors {
		o.Log = to.out
	}
	asked, filled, err := trainer.AbsentLists(ctx, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "absent lists: %d asked, %d filled\n", asked, filled)
	return err
}
