// Package fit owns how the coefficients of the classification come to be: it reads labelled files, fits the ranking, the
// second opinion, the stage of the precedents and the models of confidence, measures each on rows held out of it, and writes the files that
// the program embeds, with where they come from.
//
// It refuses to serve: nothing that answers a request imports it. It fits to families of texts, never to a single row.
package fit

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"time"

	"tariffdesk/classify"
	"tariffdesk/classify/data"
	"tariffdesk/tariff"
)

// Part is one file of coefficients.
type Part string

// The parts, in the order in which each builds on the one before.
const (
	PartRank       Part = "rank"
	PartOpinion    Part = "opinion"
	PartPrecedents Part = "precedents"
	PartConfidence Part = "confidence"
	PartLine       Part = "line"
)

// Options say what to fit, and to what.
type Options struct {
	Folder    string            // dev_*.jsonl, lines_*.jsonl or precedents/train_*.jsonl, and where there are any pairs.tsv, cases/*.tsv
	Out       string            // folder of the coefficient files; what it holds already is where the fit starts
	Only      Part              // empty: all of them
	Steps     int               // of gradient; 0: 150
	Knowledge *tariff.Knowledge // nil: the embedded one
	Now       func() time.Time
	Log       io.Writer // figures of the present, the held-out and the fitted coefficients
}

// Run fits and writes the files. Nothing is written where any part fails.
func Run(ctx context.Context, o Options) error {
	f, err := newFitter(o)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		part Part
		file string
		fit  func(context.Context) ([]byte, error)
	}{
		{PartRank, classify.RankFile, f.rank}, {PartOpinion, classify.OpinionFile, f.opinion}, {PartPrecedents, classify.PrecedentsFile, f.precedents}, {PartConfidence, classify.ConfidenceFile, f.confidence},
		{PartLine, classify.LineFile, f.line},
	} {
		if o.Only != "" && o.Only != p.part || !f.labels.serve(p.part) {
			continue
		}
		_, _ = fmt.Fprintf(o.Log, "fit of %s\n", p.part)
		if f.engine, err = classify.New(f.knowledge, f.options()); err != nil {
			return err
		}
		raw, err := p.fit(ctx)
		if err != nil {
			return fmt.Errorf("fit %s: %w", p.part, err)
		}
		f.files.laid[p.file] = raw
	}
	if _, err := classify.New(f.knowledge, f.options()); err != nil {
		return fmt.Errorf("read what was fitted: %w", err)
	}
	return f.files.write(o.Out)
}

// fitter holds what the parts have in common.
type fitter struct {
	labels    *labels
	knowledge *tariff.Knowledge
	files     *overlay
	national  *tariff.National // nil where no line is fitted
	engine    *classify.Engine // with the coefficients fitted so far
	steps     int
	date      string
	log       io.Writer
}

func newFitter(o Options) (*fitter, error) {
	labels, err := readLabels(o.Folder)
	if err != nil {
		return nil, err
	}
	f := &fitter{labels: labels, knowledge: o.Knowledge, files: &overlay{FS: data.Files, laid: map[string][]byte{}}, steps: o.Steps, log: o.Log}
	if f.steps == 0 {
		f.steps = 150
	}
	for _, name := range labels.measured {
		_, _ = fmt.Fprintf(o.Log, "%s is for measuring alone: left out\n", name)
	}
	f.date = o.Now().UTC().Format(time.DateOnly)
	if f.knowledge == nil {
		if f.knowledge, err = tariff.LoadKnowledge(); err != nil {
			return nil, err
		}
	}
	if labels.serve(PartLine) {
		if f.national, err = tariff.LoadNational(f.knowledge.Vocabulary()); err != nil {
			return nil, err
		}
	}
	return f, f.files.start(o.Out)
}

// options returns the options of an engine that uses the coefficients fitted so far.
func (f *fitter) options() classify.Options {
	if f.national == nil {
		return classify.Options{Data: f.files}
	}
	return classify.Options{Data: f.files, Schedule: classify.National{National: f.national}, Measures: f.national.Measures()}
}

// present reads a file of coefficients as it stands.
func present[T any](f *fitter, name string, read func([]byte) (*T, error)) (*T, error) {
	raw, err := fs.ReadFile(f.files, name)
	if err != nil {
		return nil, err
	}
	return read(raw)
}
