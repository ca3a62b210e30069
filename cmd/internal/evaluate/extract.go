package evaluate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"tariffdesk/extract"
)

// ExtractOptions say what to measure.
type ExtractOptions struct {
	Manifest     string // JSON array of {file, schema, expected}; files lie beside it
	Predictions  string // file to write {file, document_data} to; entries without expected are then allowed
	JSON         bool   // one JSON object instead of the table
	Details      bool   // a line for each leaf that is not exact
	Part         Part   // of the manifest's documents
	Pages        string // folder where pages that were read are kept; "" keeps none
	Coefficients string // folder of coefficients to measure with; "" takes the embedded ones
	Kinds        bool   // figures of values outside lists by kind, language, kind of document and confidence
	Errors       bool   // those that are not exact, by kind and cause
}

// manifestEntry is a document with its schema and truth.
type manifestEntry struct {
	File        string          `json:"file"`
	DocType     string          `json:"doc_type"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Expected    any             `json:"expected"`
	Layout      string          `json:"layout"` // documents that look alike share it
	Source      string          `json:"source"`
	Packet      string          `json:"packet"` // papers of one packet share it
	Language    string          `json:"lang"`
	Kind        string          `json:"kind"`
	Truth       string          `json:"truth"` // how it was made
}

// ExtractFigures are the figures of a manifest.
type ExtractFigures struct {
	Documents int     `json:"documents"`
	Fields    int     `json:"fields"`
	Exact     int     `json:"exact"`
	Missing   int     `json:"missing"`
	Wrong     int     `json:"wrong"`
	Invented  int     `json:"invented"`
	Cells     int     `json:"cells"` // of Fields, those in arrays
	CellsOK   int     `json:"cells_exact"`
	Rows      int     `json:"rows"` // items expected in arrays
	RowsWhole int     `json:"rows_whole"`
	RowsMore  int     `json:"rows_more"` // items found beyond those
	Score     float64 `json:"score"`
	MsPerPage float64 `json:"ms_per_page"`
}

// Extract reads every document of a manifest, one after another, and prints the figures to out.
func Extract(ctx context.Context, o ExtractOptions, out io.Writer) error {
	entries, err := readManifest(o.Manifest)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e manifestEntry) bool { return !o.Part.Takes(e.Layout, e.Source, e.File) })
	engine, err := extract.New(extract.Config{Pages: o.Pages, Coefficients: o.Coefficients})
	if err != nil {
		return err
	}
	predictions, closePredictions, err := predictionsTo(o.Predictions)
	if err != nil {
		return err
	}
	var f ExtractFigures
	var outside kinds
	pages, took := 0, time.Duration(0)
	for _, e := range entries {
		if e.Expected == nil && o.Predictions == "" {
			return fmt.Errorf("%s: %s has no expected values; only with predictions may an entry be without", o.Manifest, e.File)
		}
		content, err := os.ReadFile(filepath.Join(filepath.Dir(o.Manifest), e.File))
		if err != nil {
			return fmt.Errorf("read document: %w", err)
		}
		start := time.Now()
		result, err := engine.Extract(ctx, extract.Request{File: content, Schema: e.Schema, DocumentType: e.DocType, Description: e.Description, Grounding: true})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		took += time.Since(start)
		pages += max(result.Pages, 1)
		if err != nil { // a document that cannot be read misses all of its fields
			result.Data = json.RawMessage("{}")
		}
		c, err := f.count(e, result.Data)
		if err != nil {
			return err
		}
		if o.Kinds || o.Errors {
			passed := map[string]bool{}
			if o.Errors {
				if passed, err = rightOptions(ctx, engine, e, content); err != nil {
					return err
				}
			}
			if err := outside.document(engine, e, result, passed); err != nil {
				return err
			}
		}
		if o.Details {
			c.print(out, e.File)
		}
		if err := predictions(e.File, result.Data); err != nil {
			return err
		}
	}
	if f.Fields > 0 {
		f.Score = float64(f.Exact) / float64(f.Fields)
	}
	f.MsPerPage = float64(took.Microseconds()) / 1000 / float64(max(pages, 1))
	if err := closePredictions(); err != nil {
		return fmt.Errorf("write predictions %s: %w", o.Predictions, err)
	}
	if o.Errors {
		if err := outside.printFaults(out); err != nil {
			return err
		}
	}
	if o.Kinds {
		if err := outside.print(out); err != nil {
			return err
		}
	}
	return f.print(out, o.JSON)
}

// document counts the values outside lists of a document.
func (k *kinds) document(engine *extract.Engine, e manifestEntry, result extract.Result, passed map[string]bool) error {
	of, err := engine.Kinds(e.Schema)
	if err != nil {
		return fmt.Errorf("schema of %s: %w", e.File, err)
	}
	got, err := Decode(result.Data)
	if err != nil {
		return fmt.Errorf("result of %s: %w", e.File, err)
	}
	warned := map[string]bool{}
	for _, w := range result.Warnings {
		warned[w.Pointer] = true
	}
	k.add(e, got, of, result.Fields, passed, warned)
	return nil
}

// rightOptions are the paths of properties one of whose options is right, chosen or not.
func rightOptions(ctx context.Context, engine *extract.Engine, e manifestEntry, content []byte) (map[string]bool, error) {
	all, err := engine.Observe(ctx, extract.Request{File: content, Schema: e.Schema, DocumentType: e.DocType, Description: e.Description})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil //nolint:nilerr // what cannot be read has no options
	}
	right := map[string]bool{}
	for _, o := range all {
		if Right(e.Expected, o.Path, o.Value) {
			right["/"+strings.Join(o.Path, "/")] = true
		}
	}
	return right, nil
}

func readManifest(name string) ([]manifestEntry, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var entries []manifestEntry
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", name, err)
	}
	return entries, nil
}

// count adds a document's leaves to the figures.
func (f *ExtractFigures) count(e manifestEntry, data json.RawMessage) (*comparison, error) {
	got, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("result of %s: %w", e.File, err)
	}
	f.Documents++
	c := &comparison{}
	if e.Expected == nil {
		return c, nil
	}
	c.compare("", e.Expected, got)
	f.Fields += c.fields
	f.Exact += c.exact
	f.Missing += c.missing
	f.Wrong += c.wrong
	f.Invented += c.invented
	f.Cells += c.cells
	f.CellsOK += c.cellsExact
	f.Rows += c.rows
	f.RowsWhole += c.rowsWhole
	f.RowsMore += c.more
	return c, nil
}

func (f ExtractFigures) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(f)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	cells := []string{strconv.Itoa(f.Documents), strconv.Itoa(f.Fields), strconv.Itoa(f.Exact), strconv.Itoa(f.Missing),
		strconv.Itoa(f.Wrong), strconv.Itoa(f.Invented), portion(f.CellsOK, f.Cells), portion(f.RowsWhole, f.Rows), cell(f.Score, 4), cell(f.MsPerPage, 1)}
	if _, err := fmt.Fprintf(w, "documents\tfields\texact\tmissing\twrong\tinvented\tcells\trows_whole\tscore\tms_per_page\n%s\n", strings.Join(cells, "\t")); err != nil {
		return err
	}
	return w.Flush()
}

func portion(n, of int) string { return strconv.Itoa(n) + "/" + strconv.Itoa(of) }

// predictionsTo returns a writer of prediction lines and what closes it; without a name it writes
// nothing.
func predictionsTo(name string) (write func(file string, data json.RawMessage) error, closeFile func() error, err error) {
	if name == "" {
		return func(string, json.RawMessage) error { return nil }, func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, fmt.Errorf("create predictions: %w", err)
	}
	enc := json.NewEncoder(f)
	write = func(file string, data json.RawMessage) error {
		return enc.Encode(map[string]any{"file": file, "document_data": data})
	}
	return write, f.Close, nil
}
