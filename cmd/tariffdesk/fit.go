package main

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/classify/fit"
	"tariffdesk/extract/layouts"
)

type fitCommand struct {
	Classify fitClassifyCommand `cmd:"" help:"Fit the coefficients of the classification engine to labelled files and write them."`
	Extract  fitExtractCommand  `cmd:"" help:"Fit the coefficients of the extraction to labelled documents and write them."`
	Papers   fitPapersCommand   `cmd:"" help:"Fit, or measure, where the documents of a file begin and what they are."`
	Nouns    fitNounsCommand    `cmd:"" help:"Fit the types of nouns that requests for a schema name to the names of properties, and measure them."`
	Requests fitRequestsCommand `cmd:"" help:"Fit the tags of the words of requests for a schema to requests with their tags, written and drawn, and measure them."`
	Layouts  fitLayoutsCommand  `cmd:"" help:"Draw documents of invented layouts, with what they say, to fit the extraction to."`
}

// day is a date that stands for today.
type day string

// now returns the day, or the time where there is none.
func (d day) now() time.Time {
	if at, err := time.Parse(time.DateOnly, string(d)); err == nil {
		return at
	}
	return time.Now()
}

// Validate refuses what is no date.
func (d day) Validate() error {
	if d == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, string(d)); err != nil {
		return fmt.Errorf("%q is no day as YYYY-MM-DD", string(d))
	}
	return nil
}

type fitClassifyCommand struct {
	Out    string   `default:"classify/data/coefficients" placeholder:"FOLDER" help:"Where the coefficient files are, and are written; build the program anew to embed them."`
	Date   day      `placeholder:"YYYY-MM-DD" help:"Day that the files name; today where absent. With one the same inputs give the same bytes."`
	Only   fit.Part `enum:",rank,opinion,precedents,confidence,line" default:"" placeholder:"PART" help:"rank, opinion, precedents, confidence or line alone; each builds on the one before."`
	Folder string   `arg:"" type:"existingdir" help:"dev_*.jsonl with description and hs, or expect: ask; lines_COUNTRY.jsonl with national codes; precedents/train_*.jsonl, pairs.tsv and cases/*.tsv where there are any."`
}

// Run writes the files and prints the figures of rows held out.
func (c *fitClassifyCommand) Run(ctx context.Context, to streams) error {
	return fit.Run(ctx, fit.Options{Folder: c.Folder, Out: c.Out, Only: c.Only, Now: c.Date.now, Log: to.out})
}

type fitLayoutsCommand struct {
	Seed    uint64   `default:"1" help:"The same seed gives the same documents."`
	Count   int      `default:"1000" help:"How many documents; two share a layout."`
	Scans   int      `default:"0" placeholder:"PERCENT" help:"How many of a hundred become pictures."`
	Kinds   []string `placeholder:"KIND" help:"Only these kinds: invoice, packing_list, receipt, …"`
	Langs   []string `placeholder:"LANGUAGE" help:"Only these languages: en, es, pt, de, fr, it."`
	Packets int      `placeholder:"NUMBER" help:"Draw so many packets instead, each of papers about one deal: to tell papers apart."`
	Long    int      `placeholder:"NUMBER" help:"Draw so many documents of several pages instead."`
	Folder  string   `arg:"" type:"path" help:"Where docs/ and manifest.json are written."`
}

// Run draws documents to fit the extraction to and writes what they say.
func (c *fitLayoutsCommand) Run(ctx context.Context) error {
	return layouts.Run(ctx, layouts.Options{Folder: c.Folder, Seed: c.Seed, Count: c.Count, Scans: c.Scans, Kinds: c.Kinds, Langs: c.Langs, Packets: c.Packets, Long: c.Long})
}
