package main

import (
	"context"

	"tariffdesk/extract/layouts"
)

type fitLayoutsCommand struct {
	Seed   uint64   `default:"1" help:"The same seed gives the same documents."`
	Count  int      `default:"1000" help:"How many documents; two share a layout."`
	Scans  int      `default:"0" placeholder:"PERCENT" help:"How many of a hundred become pictures."`
	Kinds  []string `placeholder:"KIND" help:"Only these kinds: invoice, packing_list, receipt, …"`
	Langs  []string `placeholder:"LANGUAGE" help:"Only these languages: en, es, pt, de, fr, it."`
	Folder string   `arg:"" type:"path" help:"Where docs/ and manifest.json are written."`
}

// Run draws documents to fit the extraction to and writes what they say.
func (c *fitLayoutsCommand) Run(ctx context.Context) error {
	return layouts.Run(ctx, layouts.Options{Folder: c.Folder, Seed: c.Seed, Count: c.Count, Scans: c.Scans, Kinds: c.Kinds, Langs: c.Langs})
}
