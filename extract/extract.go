// Package extract turns a document and the caller's JSON Schema into data. It owns the reading of
// files into pages of words, the finding of labels, values and tables on them, the matching of those
// to the fields of the schema, their normalisation, and the checks of the result.
//
// It refuses to invent: a value that is not printed in the document is left out. It knows no HTTP,
// and it fetches nothing.
package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/extract/builtin"
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/describe"
	"tariffdesk/extract/internal/engine"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/infer"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/taught"
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
	// OCR is how many pages are recognised at once in this process; 0 means one more than there are cores,
	// of which an organisation holds all but one.
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
	parts  engine.Parts
	papers *papers.Finder
	writer *describe.Writer
}

// New returns an engine with the embedded dictionary.
func New(cfg Config) (*Engine, error) {
	parts, err := engine.New(engine.Config(cfg))
	if err != nil {
		return nil, err
	}
	known, err := feature.NewRegistry()
	if err != nil {
		return nil, err
	}
	if err := known.Check(parts.Values); err != nil {
		return nil, err
	}
	return &Engine{parts: parts, papers: papers.NewFinder(parts.Dict, parts.Papers), writer: describe.NewWriter(parts.Dict)}, nil
}

// Request is a document and what is wanted of it.
type Request struct {
	File         []byte
	Schema       json.RawMessage // json_response: Draft 7, or with Infer any JSON object that names fields
	DocumentType string          // as the caller names it: invoice, packing list …
	Description  string          // what is to be extracted, in the caller's words
	Infer        bool            // the schema is inferred from Schema's names, Description and the document
	Grounding    bool            // with Fields
	Pages        []PageRange     // of the file, see ParsePages; none are all
	Password     string          // of an encrypted file; it stands in no error
	Lessons      []Lesson        // by which values are read, the newest first
	Keep         bool            // with Kept
	Split        bool            // each document of the file has its own data
	// Schemas, which may be nil, gives with Split the schema of each type of document instead of Schema; a type without one
	// is told apart and not filled.
	Schemas func(documentType string) json.RawMessage
	// Progress, which may be nil, hears of each page that was read.
	Progress func(done, of int)
}

// Result holds the values found, with their doubts.
type Result struct {
	Data       json.RawMessage  // shaped by the schema; of the document that DocumentType names, else of the first
	Documents  []Document       `json:",omitempty"` // of the file, one for an ordinary one; their data with Split alone
	Errors     []string         // what could not be found or was doubtful, each naming its field; may be empty
	Warnings   []Warning        // the same and more for programs; may be empty
	Unreadable bool             // no page has print that can be read: Data holds what the schema demands and no value
	Fields     map[string]Field // by JSON pointer of each leaf; nil without Grounding
	Kept       []byte           `json:",omitempty"` // the words of the pages and the schema, for Learn; nil without Keep
	Pages      int              // that were read
	Schema     json.RawMessage  // the inferred schema; nil without Infer
}

// Field says where a leaf was found.
type Field = result.Field

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
func (e *Engine) extract(ctx context.Context, r Request, assist func(context.Context, *result.Builder) error) (Result, error) {
	s, raw, err := e.wanted(r)
	if err != nil {
		return Result{}, err
	}
	pages, err := e.pages(ctx, r)
	if err != nil {
		return Result{}, err
	}
	if !result.Readable(pages) && assist == nil {
		dropTexture(pages)
	}
	parted := e.papers.Find(pages)
	documents := documentsOf(pages, parted)
	own := builtin.NameOf(r.Schema)
	types := e.papers.TypesNamed(cmp.Or(own, r.DocumentType))
	chosen := papers.Chosen(parted, types)
	var found Result
	for i, p := range parted {
		if i != chosen && !r.Split {
			continue
		}
		asked := r
		if r.Split {
			documents[i].Warnings = boundaries(pages, p)
		}
		if r.Schemas != nil {
			if raw = r.Schemas(documents[i].Type); raw == nil {
				if !result.Readable(pagesOf(pages, p)) { // else a page without print passes for a paper of another kind
					documents[i].Warnings, documents[i].Errors = []Warning{Unreadable()}, []string{noPrint}
				}
				continue
			}
			asked.DocumentType = strings.ReplaceAll(documents[i].Type, "_", " ")
			if s, err = result.ParseSchema(raw); err != nil {
				return Result{}, err
			}
		}
		other := r.Schemas == nil && !papers.Among(parted, types) && papers.Unlike(p, types, own != "")
		guessed := other && own != "" // an own schema may be made for the paper, whatever it is called
		one, err := e.fill(ctx, asked, pagesOf(pages, p), s, raw, assist, guessed)
		if err != nil {
			return Result{}, err
		}
		if other {
			one.tell(anotherType(p.Type, types[0]))
		}
		if r.Split {
			documents[i].Data, documents[i].Fields, documents[i].Errors = one.Data, one.Fields, one.Errors
			documents[i].Warnings = append(documents[i].Warnings, one.Warnings...)
			if r.Grounding {
				documents[i].Print = printOf(pagesOf(pages, p))
			}
		}
		if i == chosen {
			found = one
		}
	}
	found.Documents, found.Pages = documents, len(pages)
	if r.Keep {
		if found.Kept, err = keep(pagesOfAll(pages, parted), r.DocumentType, cmp.Or(string(found.Schema), string(r.Schema))); err != nil {
			return Result{}, err
		}
	}
	if !r.Split {
		found.doubt(pages, parted, chosen)
	}
	return found, nil
}

// fill reads the values of one document. s and raw are the schema, which is yet to be made where it is inferred; guessed tells that the
// document is of another type than the one that the schema is for.
func (e *Engine) fill(ctx context.Context, r Request, pages []*page.Page, s *schema.Schema, raw json.RawMessage, assist func(context.Context, *result.Builder) error, guessed bool) (found Result, err error) {
	unreadable := !result.Readable(pages)
	d := e.parts.Sheet(pages, r.DocumentType)
	if r.Infer {
		if s, raw, err = infer.InferSchema(d, raw, r.Description); err != nil {
			return Result{}, err
		}
		found.Schema = raw
	}
	f := e.parts.Builder(d, s)
	f.Taught = func(c *candidate.Chosen) { taught.Apply(c, r.Lessons) }
	f.Find()
	if r.Infer {
		infer.DropUnfit(f, r.Schema)
		infer.DropTwins(f, r.Schema)
	}
	if assist != nil {
		if err := assist(ctx, f); err != nil {
			return Result{}, err
		}
		unreadable = unreadable && len(f.Found) == 0
	}
	if guessed {
		f.DoubtAll()
	}
	f.Finish()
	if unreadable {
		found.Unreadable = true
		found.Warnings = append(found.Warnings, Unreadable())
		f.Errors = slices.Insert(f.Errors, 0, found.Warnings[0].Message)
	}
	if found.Data, err = json.Marshal(f.Value); err != nil {
		return Result{}, fmt.Errorf("encode extracted data: %w", err)
	}
	found.Errors, found.Warnings = f.Errors, append(found.Warnings, f.Warnings...)
	if r.Grounding {
		found.Fields = f.Fields()
	}
	return found, nil
}

// wanted checks the schema before the file is read. With Infer the result is a template.
func (e *Engine) wanted(r Request) (*schema.Schema, json.RawMessage, error) {
	if r.Schemas != nil {
		return nil, nil, nil // known with the types
	}
	if r.Infer {
		raw, err := e.writer.Template(r.Schema, r.DocumentType, r.Description)
		return nil, raw, err
	}
	s, err := result.ParseSchema(r.Schema)
	return s, r.Schema, err
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
