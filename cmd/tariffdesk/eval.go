package main

import (
	"context"

	"tariffdesk/classify"
	"tariffdesk/cmd/internal/bench"
	"tariffdesk/cmd/internal/evaluate"
)

type evalCommand struct {
	Classify  evalClassifyCommand  `cmd:"" help:"Score the classification engine on files of labelled descriptions."`
	Extract   evalExtractCommand   `cmd:"" help:"Score the extraction engine on a manifest of documents with their truth."`
	Shipments evalShipmentsCommand `cmd:"" help:"Score the reading of shipments on packets of papers that are drawn for it."`
}

type evalClassifyCommand struct {
	Country     string   `required:"" enum:"${countries}" help:"Whose nomenclature: ${enum}."`
	Model       string   `default:"fast" enum:"fast,pro" help:"The engine: ${enum}."`
	Precedents  string   `type:"existingfile" placeholder:"FILE" help:"Known goods to learn from: JSON lines of description and hs."`
	Rulings     string   `type:"existingfile" placeholder:"FILE" help:"Published rulings to go by: JSON lines of reference, date, code, edition, description, status, url."`
	Predictions string   `placeholder:"FILE" help:"Write a JSON line a row: id, codes, confidences, questions."`
	Answers     bool     `help:"Count rows with an oracle after its answers have refined them."`
	JSON        bool     `name:"json" help:"Print one JSON object a file instead of a table."`
	Files       []string `arg:"" name:"file" type:"existingfile" help:"JSON lines of description, and hs, hs_all, hs_any, expect, id where known."`
}

// Run prints a line of figures a file.
func (c *evalClassifyCommand) Run(ctx context.Context, to streams) error {
	return evaluate.Classify(ctx, evaluate.Options{
		Files: c.Files, Country: classify.Country(c.Country), Model: classify.Model(c.Model),
		Precedents: c.Precedents, Rulings: c.Rulings, Predictions: c.Predictions, JSON: c.JSON, Answers: c.Answers,
	}, to.out)
}

type benchCommand struct {
	Quick bool   `help:"A tenth of the calls, to see that it works."`
	Part  string `enum:"all,calls,batches,scaling" default:"all" help:"What to measure: ${enum}."`
}

// Run measures this binary on servers of its own and prints each figure beside its reference.
func (c *benchCommand) Run(ctx context.Context, to streams) error {
	return bench.Run(ctx, bench.Options{Quick: c.Quick, Part: bench.Part(c.Part)}, to.out)
}

type evalShipmentsCommand struct {
	Part         string `enum:",read,measured" default:"read" placeholder:"PART" help:"read, the 40 packets that may be looked into, or measured, the 20 of which figures alone are taken."`
	Seed         uint64 `placeholder:"N" help:"Of the drawing. Another than 0 draws 60 packets with words and designs of their own; all of them are taken. From 1000 on goods, firms, words and designs are of a third pool, and none is looked into."`
	Packets      []int  `placeholder:"NUMBER" help:"These packets of the part alone."`
	Details      bool   `help:"Print a line for each paper, line and difference that is not right."`
	Pages        string `type:"path" placeholder:"FOLDER" help:"Keep there what packets read as, by their content, and take it from there in the next run, which then reads no picture again."`
	Coefficients string `type:"existingdir" placeholder:"FOLDER" help:"Measure with the coefficient files of this folder in place of the embedded ones."`
}

// Run prints a table of figures.
func (c *evalShipmentsCommand) Run(ctx context.Context, to streams) error {
	_, err := evaluate.Shipments(ctx, evaluate.ShipmentOptions{Part: evaluate.Part(c.Part), Seed: c.Seed, Packets: c.Packets, Details: c.Details, Pages: c.Pages, Coefficients: c.Coefficients}, to.out)
	return err
}
