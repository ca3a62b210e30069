// Package evaluate measures the engines on labelled files and prints the figures. It needs no server
// and no database, and it refuses to tune: it only counts.
package evaluate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tariffdesk/classify"
	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

// Options say what to measure.
type Options struct {
	Files       []string // JSON lines with description, and hs, hs_all, hs_any, expect, id where known
	Country     classify.Country
	Model       classify.Model
	Precedents  string            // file of {description, hs} rows; empty for none
	Rulings     string            // file of rulings in plain form; empty for none
	Predictions string            // file to write predictions to; rows without labels are then allowed
	JSON        bool              // one JSON object a file instead of the table
	Answers     bool              // rows with an oracle are refined by it before they are counted
	Knowledge   *tariff.Knowledge // nil: the embedded one
}

// row is one line of a labelled file.
type row struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	HS          string   `json:"hs"`
	All         []string `json:"hs_all"`
	Any         []string `json:"hs_any"` // prefixes of codes, each of which is right
	Expect      string   `json:"expect"`
	Oracle      string   `json:"oracle"` // what somebody who knows the goods says when asked
}

// prediction is one line of the predictions file.
type prediction struct {
	ID          string    `json:"id"`
	Codes       []string  `json:"codes"`
	Confidences []float64 `json:"confidences"`
	Questions   []string  `json:"questions"`
}

// Classify measures the classification engine on each file and prints a line a file to out.
func Classify(ctx context.Context, options Options, out io.Writer) error {
	if options.Country == "" {
		options.Country = classify.CountryWorld
	}
	engine, splits, err := newEngine(options.Knowledge, options.Country)
	if err != nil {
		return err
	}
	precedents, err := readPrecedents(engine, options.Precedents)
	if err != nil {
		return err
	}
	rulings, err := readRulings(engine, options)
	if err != nil {
		return err
	}
	predictions, err := newPredictionWriter(options.Predictions)
	if err != nil {
		return err
	}
	defer predictions.Close()
	printer := newPrinter(out, options.JSON, options.Country != classify.CountryWorld)
	for _, file := range options.Files {
		m, err := measure(ctx, engine, known{precedents, rulings}, newCounter(file, splits), file, options, predictions)
		if err != nil {
			return err
		}
		printer.print(m)
	}
	if err := predictions.Close(); err != nil {
		return fmt.Errorf("write predictions %s: %w", options.Predictions, err)
	}
	return printer.flush()
}

// newEngine returns the engine for a country, and whether a subheading has several lines there.
func newEngine(knowledge *tariff.Knowledge, country classify.Country) (engine *classify.Engine, splits func(code string) bool, err error) {
	if knowledge == nil {
		if knowledge, err = tariff.LoadKnowledge(); err != nil {
			return nil, nil, err
		}
	}
	if country == classify.CountryWorld {
		engine, err = classify.New(knowledge, classify.Options{})
		return engine, func(string) bool { return false }, err
	}
	national, err := tariff.LoadNational(knowledge.Vocabulary())
	if err != nil {
		return nil, nil, err
	}
	engine, err = classify.New(knowledge, classify.Options{Schedule: classify.National{National: national}, Measures: national.Measures()})
	return engine, func(code string) bool { return national.Tree(string(country), code) != nil }, err
}

func readPrecedents(engine *classify.Engine, file string) (*classify.Precedents, error) {
	if file == "" {
		return nil, nil
	}
	var rows []classify.Precedent
	err := readLines(file, func(line []byte) error {
		var p classify.Precedent
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		rows = append(rows, p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return engine.NewPrecedents(rows), nil
}

// known holds the inputs that the engine is called with.
type known struct {
	precedents *classify.Precedents
	rulings    *classify.Rulings
}

func readRulings(engine *classify.Engine, options Options) (*classify.Rulings, error) {
	if options.Rulings == "" {
		return nil, nil
	}
	knowledge := options.Knowledge
	if knowledge == nil {
		var err error
		if knowledge, err = tariff.LoadKnowledge(); err != nil {
			return nil, err
		}
	}
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil {
		return nil, err
	}
	in, err := os.Open(options.Rulings)
	if err != nil {
		return nil, fmt.Errorf("read rulings: %w", err)
	}
	defer func() { _ = in.Close() }() // only read
	file, err := ruling.Read(ruling.SourcePlain, in, ruling.Options{Editions: editions, Day: time.Now().UTC().Format(time.DateOnly)})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", options.Rulings, err)
	}
	return engine.NewRulings(file.Rulings, nil), nil
}

// measure classifies every row of a file, one after another, and gathers its figures.
func measure(ctx context.Context, engine *classify.Engine, known known, c *counter, file string, options Options, predictions *predictionWriter) (Figures, error) {
	var rows []row
	err := readLines(file, func(line []byte) error {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		rows = append(rows, r)
		return r.problem()
	})
	if err != nil {
		return Figures{}, err
	}
	for n, r := range rows {
		if !r.labelled() && options.Predictions == "" {
			return Figures{}, fmt.Errorf("%s:%d: none of hs, hs_any and expect is given; only with predictions may a row be without label", file, n+1)
		}
		start := time.Now()
		request := classify.Request{Description: r.Description, Country: options.Country, Model: options.Model, Precedents: known.precedents, Rulings: known.rulings, Limit: 10}
		result, err := engine.Classify(ctx, request)
		if err == nil && options.Answers && r.Oracle != "" {
			result, err = refined(ctx, engine, request, result, r.Oracle)
		}
		took := time.Since(start)
		if err != nil {
			return Figures{}, fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
		c.count(r, result, took)
		if err := predictions.write(r.ID, result); err != nil {
			return Figures{}, err
		}
	}
	return c.figures(), nil
}

// refined classifies again with what the oracle says.
func refined(ctx context.Context, engine *classify.Engine, request classify.Request, before classify.Result, oracle string) (classify.Result, error) {
	raw, err := json.Marshal(before)
	if err != nil {
		return before, fmt.Errorf("keep a result: %w", err)
	}
	refinement, err := classify.Refine(raw, nil, oracle)
	if err != nil {
		return before, err
	}
	request.Dialogue = refinement.Turns
	return engine.Classify(ctx, request)
}

// longest is the longest code a suggestion fills in.
func longest(s classify.Suggestion) string {
	return cmp.Or(s.Statistical.Code, s.Line.Code, s.Subheading.Code)
}

func (r row) labelled() bool { return r.HS != "" || len(r.Any) > 0 || r.Expect != "" }

// leastPrefix is the number of digits from which a prefix says what goods are.
const leastPrefix = 4

// problem reports a label that cannot be counted.
func (r row) problem() error {
	for _, p := range r.Any {
		if len(p) < leastPrefix || strings.Trim(p, "0123456789") != "" {
			return fmt.Errorf("hs_any: %q is no code of at least %d digits", p, leastPrefix)
		}
	}
	return nil
}

// predictionWriter writes predictions where a file is wanted and nothing where none is.
type predictionWriter struct {
	file *os.File
	json *json.Encoder
}

func newPredictionWriter(name string) (*predictionWriter, error) {
	if name == "" {
		return &predictionWriter{}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("create predictions: %w", err)
	}
	return &predictionWriter{file: f, json: json.NewEncoder(f)}, nil
}

func (p *predictionWriter) write(id string, result classify.Result) error {
	if p.json == nil {
		return nil
	}
	line := prediction{ID: id, Codes: []string{}, Confidences: []float64{}, Questions: result.Questions}
	for _, s := range result.Suggestions {
		line.Codes = append(line.Codes, longest(s))
		line.Confidences = append(line.Confidences, s.Confidence)
	}
	if err := p.json.Encode(line); err != nil {
		return fmt.Errorf("write prediction %s: %w", id, err)
	}
	return nil
}

// Close closes the file; it may be called twice.
func (p *predictionWriter) Close() error {
	if p.file == nil {
		return nil
	}
	f := p.file
	p.file = nil
	return f.Close()
}
