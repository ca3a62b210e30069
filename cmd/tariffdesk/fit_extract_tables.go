package main

import (
	"context"

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
	inputs, err := evaluate.Digest(c.Manifests)
	if err != nil {
		return err
	}
	return trainer.Tables(ctx, fit.TableOptions{Manifests: c.Manifests, Takes: evaluate.Part(c.Part).Takes, Choice: c.What == "choice", Cells: c.What == "cells", Out: c.Out, Now: c.Date.now, Inputs: inputs, Log: to.out})
}

type fitPapersCommand struct {
	Out       string   `placeholder:"FOLDER" help:"Fit, and write the coefficients there (extract/data/coefficients); build the program anew to embed them. Measure alone where absent."`
	Pages     string   `type:"path" placeholder:"FOLDER" help:"Keep there what documents read as and take it from there in the next run."`
	From      string   `type:"existingdir" placeholder:"FOLDER" help:"Measure with the coefficient files of this folder in place of the embedded ones."`
	Seed      uint64   `default:"1" help:"The same seed joins the same documents."`
	Packets   int      `default:"200" help:"How many files are made of the documents, each of 2 to 12."`
	Threshold *float64 `placeholder:"ODDS" help:"The logarithm of the odds from which a page begins a paper, as the file of coefficients says it; absent, it is chosen."`
	Details   bool     `help:"Name each document that was merged, torn apart or taken for another type."`
	Manifests []string `arg:"" type:"existingfile" help:"JSON arrays of file and kind; files lie beside them."`
}

// Run fits or measures where the documents of a file begin and what they are.
func (c *fitPapersCommand) Run(ctx context.Context, to streams) error {
	return fit.Papers(ctx, fit.PaperOptions{Each: c.each, Pages: c.Pages, From: c.From, Out: c.Out, Seed: c.Seed, Packets: c.Packets, Threshold: c.Threshold, Log: to.out, Details: c.Details})
}

// each hands over the documents of the manifests.
func (c *fitPapersCommand) each(do func(fit.PaperFile) error) error {
	for _, manifest := range c.Manifests {
		err := evaluate.EachDocument(manifest, evaluate.PartAll, func(d evaluate.Document) error {
			return do(fit.PaperFile{Name: d.File, Kind: d.Kind, Type: d.Request.DocumentType, Layout: d.Layout, Packet: d.Packet, Drawn: d.Drawn, Content: d.Request.File})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type fitNounsCommand struct {
	Out string `placeholder:"FOLDER" help:"Write the coefficients there (extract/internal/describe/data); build the program anew to embed them. Measure alone where absent."`
}

// Run fits or measures the types of nouns.
func (c *fitNounsCommand) Run(to streams) error { return fit.Nouns(c.Out, to.out) }

type fitRequestsCommand struct {
	Out string `placeholder:"FOLDER" help:"Write the weights there (extract/internal/describe/data); build the program anew to embed them. Measure alone where absent."`
}

// Run fits or measures the tags of words in requests.
func (c *fitRequestsCommand) Run(to streams) error { return fit.Requests(c.Out, to.out) }
