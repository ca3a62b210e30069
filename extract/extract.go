// Package extract turns a document and the caller's JSON Schema into data. It owns the reading of
// files into pages of words, the finding of labels, values and tables on them, the matching of those
// to the fields of the schema, their normalisation, and the checks of the result.
//
// It refuses to invent: a value that is not printed in the document is left out. It knows no HTTP,
// and it fetches nothing.
package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/describe"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/schema"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/fail"
)

// The limits of a document and of a schema.
const (
	MaxBytes            = read.MaxBytes
	MaxPages            = read.MaxPages
	MaxSchemaBytes      = schema.MaxBytes
	MaxSchemaDepth      = schema.MaxDepth
	MaxSchemaProperties = schema.MaxProperties
)

// Config holds what may be tuned; the zero value means the defaults.
type Config struct {
	// OCR is how many pages are recognised at once in this process; 0 means one fewer than the cores.
	OCR int
	// PageTime is how long the picture of a page may be read; 0 means 30 s. What it cuts off is not read.
	PageTime time.Duration
	// Pages is a folder where what documents read as is kept, by their content, and taken from when they come again; ""
	// keeps nothing. It is for measuring and fitting: nothing in it is ever deleted.
	Pages string
	// Coefficients is a folder of coefficient files that stand in for the embedded ones; "" takes those. It is for measuring what a
	// fit gives before it is embedded.
	Coefficients string
}

// Engine reads documents. It is safe for concurrent use.
type Engine struct {
	reader *read.Reader
	dict   *term.Dictionary
	writer *describe.Writer
	tables grids.Model
	values confidence.Model
}

// New returns an engine with the embedded dictionary.
func New(cfg Config) (*Engine, error) {
	files := otherCoefficients{cfg.Coefficients}
	dict, err := term.Load(files)
	if err != nil {
		return nil, fmt.Errorf("load dictionary of trade documents: %w", err)
	}
	tables, err := grids.Load(files)
	if err != nil {
		return nil, err
	}
	values, err := confidence.Load(files)
	if err != nil {
		return nil, err
	}
	reader := read.New(cfg.OCR, cfg.PageTime)
	reader.Keep(cfg.Pages)
	return &Engine{reader: reader, dict: dict, writer: describe.NewWriter(dict), tables: tables, values: values}, nil
}

// Request is a document and what is wanted of it.
type Request struct {
	File         []byte
	Schema       json.RawMessage // json_response: Draft 7, or with Infer any JSON object that names fields
	DocumentType string          // as the caller names it: invoice, packing list …
	Description  string          // what is to be extracted, in the caller's words
	Infer        bool            // the schema is inferred from Schema's names, Description and the document
	Grounding    bool            // with Fields
	// Progress, which may be nil, hears of each page that was read.
	Progress func(done, of int)
}

// Result is what was found.
type Result struct {
	Data       json.RawMessage  // shaped by the schema
	Errors     []string         // what could not be found or was doubtful, each naming its field; may be empty
	Warnings   []Warning        // the same and more for programs; may be empty
	Unreadable bool             // no page has print that can be read: Data holds what the schema demands and no value
	Fields     map[string]Field // by JSON pointer of each leaf; nil without Grounding
	Pages      int
	Schema     json.RawMessage // the inferred schema; nil without Infer
}

// Field says where a leaf was found.
type Field struct {
	Page       int        `json:"page"`             // from 1; 0 with an empty box for what was not located
	Box        [4]float64 `json:"box"`              // x0, y0, x1, y1 in shares of the page, from its top left
	Text       string     `json:"text"`             // as printed
	Confidence float64    `json:"confidence"`       // 0 to 1
	Source     string     `json:"source,omitempty"` // text or ocr; model for what a model says and no recognised text prints
}

// Extract reads a document and fills the caller's schema from it.
//
// Errors: CodeSvcDocsValidation for a schema that is not accepted, CodeSvcDocsResource for a file
// that cannot be read or is over a limit, CodePayloadTooLarge over the limit of bytes,
// CodeSvcDocsProcessing where a model was asked and failed, and nothing was found without it.
func (e *Engine) Extract(ctx context.Context, r Request) (Result, error) {
	return e.extract(ctx, r, nil)
}

// extract lets assist, which may be nil, better what the engine found before it is checked. It may
// read what the engine cannot.
func (e *Engine) extract(ctx context.Context, r Request, assist func(context.Context, *filling) error) (Result, error) {
	s, raw, err := e.wanted(r)
	if err != nil {
		return Result{}, err
	}
	pages, info, err := e.reader.Pages(ctx, r.File, MaxPages, r.Progress)
	if err != nil {
		return Result{}, err
	}
	unreadable := !readable(pages)
	if unreadable && assist == nil {
		for _, p := range pages {
			p.Words = nil // texture, not print
		}
	}
	d := newDocument(e.dict, pages, r.DocumentType, r.Description)
	d.model = e.tables
	result := Result{Pages: info.Pages}
	if r.Infer {
		if s, raw, err = d.inferSchema(raw); err != nil {
			return Result{}, err
		}
		result.Schema = raw
	}
	f := newFilling(d, s, r)
	f.find(func(f *filling) { f.choose(e.values) })
	if r.Infer {
		f.dropUnfit()
		f.dropTwins()
	}
	if assist != nil {
		if err := assist(ctx, f); err != nil {
			return Result{}, err
		}
		unreadable = unreadable && len(f.found) == 0
	}
	f.finish()
	if unreadable {
		result.Unreadable = true
		result.Warnings = append(result.Warnings, Unreadable())
		f.errors = slices.Insert(f.errors, 0, result.Warnings[0].Message)
	}
	if result.Data, err = json.Marshal(f.value); err != nil {
		return Result{}, fmt.Errorf("encode extracted data: %w", err)
	}
	result.Errors = f.errors
	if r.Grounding {
		result.Fields = f.fields()
	}
	return result, nil
}

// WarningCode is what a warning is about.
type WarningCode string

// The codes of warnings.
const (
	WarningUnreadable WarningCode = "unreadable" // a page, or with an empty pointer the document, has no print that can be read
)

// Warning is a doubt about a document or one of its values, in a form that programs read.
type Warning struct {
	Code       WarningCode     `json:"code" enum:"unreadable" doc:"What the warning is about"`
	Pointer    string          `json:"pointer" doc:"JSON pointer of the value; empty for the document"`
	Message    string          `json:"message" doc:"The warning in words"`
	Value      json.RawMessage `json:"value,omitempty" doc:"The doubtful value"`
	Confidence *float64        `json:"confidence,omitempty" doc:"How sure the value is, or how well the page could be read"`
	RunnerUp   *RunnerUp       `json:"runner_up,omitempty" doc:"The value that came second"`
	Document   *int            `json:"document,omitempty" doc:"The document of the file, where it holds several"`
}

// RunnerUp is a value that was almost chosen.
type RunnerUp struct {
	Value      json.RawMessage `json:"value" doc:"The value that came second"`
	Confidence float64         `json:"confidence" doc:"How sure it is, 0 to 1"`
}

const noPrint = "no page of the document has print that can be read: send a sharper scan or the original file"

// Unreadable warns of a document without print.
func Unreadable() Warning {
	return Warning{Code: WarningUnreadable, Message: noPrint}
}

// readable reports whether any page has a word worth the name.
func readable(pages []*page.Page) bool {
	for _, p := range pages {
		for _, w := range p.Words {
			if len(w.Text) > 1 && w.Confidence > 0.3 {
				return true
			}
		}
	}
	return false
}

// wanted checks the schema before the file is read. With Infer the result is a template.
func (e *Engine) wanted(r Request) (*schema.Schema, json.RawMessage, error) {
	if r.Infer {
		raw, err := e.writer.Template(r.Schema, r.DocumentType, r.Description)
		return nil, raw, err
	}
	s, err := parseSchema(r.Schema)
	return s, r.Schema, err
}

func parseSchema(raw []byte) (*schema.Schema, error) {
	s, err := schema.Parse(raw)
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeSvcDocsValidation, "json_response is not a JSON Schema that is supported").With(problemsOf(err)...)
	}
	if s.Root.Type != schema.TypeObject && s.Root.Type != schema.TypeArray || len(s.Root.Properties) == 0 && s.Root.Items == nil {
		return nil, fail.New(fail.CodeSvcDocsValidation, "json_response names no field").With("json_response: no properties")
	}
	return s, nil
}

func problemsOf(err error) []string {
	problems, ok := err.(schema.Problems) //nolint:errorlint // Parse returns it unwrapped
	if !ok {
		return []string{"json_response: " + err.Error()}
	}
	named := make([]string, len(problems))
	for i, p := range problems {
		named[i] = "json_response: " + p
	}
	return named
}

// CheckSchema lists what is wrong with a schema, each problem naming its place; none for one that
// Extract accepts.
func CheckSchema(raw json.RawMessage) []string {
	_, err := schema.Parse(raw)
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "; ")
}
