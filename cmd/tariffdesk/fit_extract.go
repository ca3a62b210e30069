package main

import (
	"context"
	"math"
	"os"
	"path/filepath"

	"tariffdesk/cmd/internal/evaluate"
	"tariffdesk/extract"
	"tariffdesk/extract/fit"
)

type fitExtractCommand struct {
	What      string   `enum:"values,tables,choice,cells" default:"values" help:"values: the confidence of a value outside lists, by which it is left out too. tables: which column, table and row serves a list. choice: which table alone. cells: which column, as far as its cells tell it by themselves, alone."`
	Out       string   `default:"extract/data/coefficients" placeholder:"FOLDER" help:"Where the coefficient files are written; build the program anew to embed them."`
	Date      day      `placeholder:"YYYY-MM-DD" help:"Day that the file names; today where absent."`
	Part      string   `enum:",read,measured" default:"" placeholder:"PART" help:"Of the first manifest only this half, read or measured, as of eval extract."`
	Pages     string   `type:"path" placeholder:"FOLDER" help:"Keep there what documents read as and take it from there in the next run."`
	From      string   `type:"existingdir" placeholder:"FOLDER" help:"Choose with the coefficient files of this folder while evidence is gathered, in place of the embedded ones: what a property is given is evidence for the others."`
	Manifests []string `arg:"" type:"existingfile" help:"JSON arrays of file, schema, expected values and, where documents look alike, layout; files lie beside them. For values each counts 0.3 of the one before, for tables documents whose truth is drawn a quarter."`
}

// Run fits coefficients of the extraction to labelled documents and writes them, with the figures of layouts left out.
func (c *fitExtractCommand) Run(ctx context.Context, to streams) error {
	if c.What != "values" {
		return c.tables(ctx, to)
	}
	return c.values(ctx, to)
}

// laterWeight weighs a document of a further manifest against one of the manifest before.
const laterWeight = 0.3

func (c *fitExtractCommand) values(ctx context.Context, to streams) error {
	engine, err := extract.New(extract.Config{Pages: c.Pages, Coefficients: c.From})
	if err != nil {
		return err
	}
	inputs, err := evaluate.Digest(c.Manifests)
	if err != nil {
		return err
	}
	sample := fit.Sample{Now: c.Date.now, Inputs: inputs}
	for i, manifest := range c.Manifests {
		weight, part := math.Pow(laterWeight, float64(i)), evaluate.PartAll
		if i == 0 {
			part = evaluate.Part(c.Part)
		}
		err := evaluate.EachDocument(manifest, part, func(d evaluate.Document) error {
			found, err := engine.Observe(ctx, d.Request)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return nil //nolint:nilerr // what cannot be read has no values
			}
			sample.Add(fit.Document{Layout: d.Layout, Kind: d.Kind, Weight: weight, Set: i}, found, func(o extract.Observation) bool { return evaluate.Right(d.Expected, o.Path, o.Value) })
			return nil
		})
		if err != nil {
			return err
		}
	}
	text, err := sample.Values(to.out)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Out, fit.ValuesFile), []byte(text), 0o644)
}
