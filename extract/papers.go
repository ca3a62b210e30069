package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/term"
)

// Document is one of the documents that a file holds.
type Document struct {
	Document       int              `json:"document" doc:"Its place in the file, from 1"`
	Type           string           `json:"type" enum:"commercial_invoice,packing_list,bill_of_lading,air_waybill,certificate_of_origin,pedimento,cfdi,purchase_order,receipt,delivery_note,other" doc:"What it was recognised as"`
	TypeConfidence float64          `json:"type_confidence" doc:"How sure the type is, 0 to 1"`
	Pages          []int            `json:"pages" doc:"Its pages, by their number in the file"`
	Reference      string           `json:"reference" doc:"Its own number as printed; empty where none was found"`
	Copy           bool             `json:"copy,omitempty" doc:"It is marked as a copy, or repeats an earlier document of the file"`
	CopyOf         int              `json:"copy_of,omitempty" doc:"The document of the file that it repeats"`
	Corrected      []string         `json:"corrected,omitempty" doc:"JSON pointers of the values that were corrected"`
	Data           json.RawMessage  `json:"document_data,omitempty" doc:"With split=auto: in the shape of json_response"`
	Fields         map[string]Field `json:"fields,omitempty" doc:"With split=auto and grounding: JSON pointer of each value to its place"`
	Errors         []string         `json:"errors,omitempty" doc:"With split=auto: what could not be found or is doubtful"`
	Warnings       []Warning        `json:"warnings,omitempty" doc:"With split=auto: doubts in a form that programs read"`
	Title          string           `json:"-"` // letters and digits of its title
	Print          []string         `json:"-"` // its different words, mostPrint at most; with Split and Grounding
}

// PageRange is pages of a file from First to Last, counted from 1.
type PageRange = read.Range

// MaxPassword is how long the password of a file may be, in bytes.
const MaxPassword = read.MaxPassword

// ParsePages reads a choice of pages such as "1-3,5". What is no such list is CodeBadRequest.
func ParsePages(text string) ([]PageRange, error) { return read.ParseRanges(text) }

// PagesWithin lists the pages of a choice in a file of so many pages, each once; no choice is all of them. A page beyond the file
// is CodeBadRequest.
func PagesWithin(chosen []PageRange, of int) ([]int, error) { return read.Within(chosen, of) }

// WithPassword gives ctx the password of the file for Count, Inspect, Read and Previews. A wrong one is CodeSvcDocsValidation.
func WithPassword(ctx context.Context, password string) context.Context {
	return read.WithPassword(ctx, password)
}

// TypeOf returns what a document is called that a built-in schema reads: what the caller calls it where that names a kind of paper, else the
// schema's: {"$builtin": "receipt"} of a "document" reads a receipt.
func TypeOf(schema, stated string) string {
	if term.DocumentKind(stated) != "" || !slices.Contains(papers.Types(), schema) {
		return stated
	}
	return strings.ReplaceAll(schema, "_", " ")
}

// DocumentTypes lists the types that a document may be recognised as: the names of the built-in schemas, and other.
func DocumentTypes() []string { return papers.Types() }

// Split tells the documents of a file apart without reading values from them. Of r it takes File, Pages, Password and Progress.
// Result holds Documents, Pages and Unreadable. Errors as of Extract.
func (e *Engine) Split(ctx context.Context, r Request) (Result, error) {
	pages, err := e.pages(ctx, r)
	if err != nil {
		return Result{}, err
	}
	found := Result{Pages: len(pages), Unreadable: !result.Readable(pages)}
	if found.Unreadable {
		dropTexture(pages)
		found.Warnings, found.Errors = []Warning{Unreadable()}, []string{noPrint}
	}
	parted := e.papers.Find(pages)
	found.Documents = documentsOf(pages, parted)
	for i, p := range parted {
		found.Documents[i].Warnings = boundaries(pages, p)
	}
	return found, nil
}

// Split is Engine.Split: what papers a file holds needs no model.
func (a *Assisted) Split(ctx context.Context, r Request) (Result, error) {
	return a.engine.Split(ctx, r)
}

// pages reads the pages that a request is for.
func (e *Engine) pages(ctx context.Context, r Request) ([]*page.Page, error) {
	pages, _, err := e.parts.Reader.Choose(read.WithPassword(ctx, r.Password), r.File, r.Pages, r.Progress)
	return pages, err
}

// dropTexture takes the words from pages without print: they are texture.
func dropTexture(pages []*page.Page) {
	for _, p := range pages {
		p.Words = nil
	}
}

func documentsOf(pages []*page.Page, found []papers.Paper) []Document {
	all := make([]Document, len(found))
	for i, p := range found {
		all[i] = Document{Document: i + 1, Type: p.Type, TypeConfidence: hundredths(p.Confidence), Reference: p.Reference, Title: p.Title, Copy: p.Copy, CopyOf: p.CopyOf}
		for _, at := range p.Pages {
			all[i].Pages = append(all[i].Pages, pages[at].Number)
		}
	}
	return all
}

func hundredths(v float64) float64 { return float64(int(v*100+0.5)) / 100 }

// mostPrint bounds the words of a document that its reader gets.
const mostPrint = 4000

// printOf returns the different words of pages, in their order.
func printOf(pages []*page.Page) (all []string) {
	seen := map[string]bool{}
	for _, p := range pages {
		for _, w := range p.Words {
			if len(all) < mostPrint && !seen[w.Text] {
				seen[w.Text], all = true, append(all, w.Text)
			}
		}
	}
	return all
}

// pagesOf are the pages of a paper.
func pagesOf(pages []*page.Page, p papers.Paper) []*page.Page {
	own := make([]*page.Page, len(p.Pages))
	for i, at := range p.Pages {
		own[i] = pages[at]
	}
	return own
}

// pagesOfAll are the pages of each paper.
func pagesOfAll(pages []*page.Page, all []papers.Paper) [][]*page.Page {
	parts := make([][]*page.Page, len(all))
	for i, p := range all {
		parts[i] = pagesOf(pages, p)
	}
	return parts
}

// boundaries warns of pages of a document that may belong to another one.
func boundaries(pages []*page.Page, p papers.Paper) (all []Warning) {
	for _, at := range p.Doubtful {
		message := fmt.Sprintf("page %d may begin another document: it was read as part of the one before", pages[at].Number)
		if at == p.Pages[0] {
			message = fmt.Sprintf("page %d may go on from the document before: it was read as the beginning of another", pages[at].Number)
		}
		all = append(all, Warning{Code: WarningDocuments, Message: message})
	}
	return all
}

// doubt says of data that comes from one document which others the file holds, and where it may hold more than were told apart.
func (r *Result) doubt(pages []*page.Page, parted []papers.Paper, chosen int) {
	var all []Warning
	if w, others := otherDocuments(r.Documents, chosen); others {
		all = append(all, w)
	}
	for _, p := range parted {
		all = append(all, boundaries(pages, p)...)
	}
	r.tell(all...)
}

// tell adds warnings that are told in the errors too.
func (r *Result) tell(all ...Warning) {
	for _, w := range all {
		r.Warnings, r.Errors = append(r.Warnings, w), append(r.Errors, w.Message)
	}
}

// anotherType warns that a document is not of the type that is asked for.
func anotherType(is, asked string) Warning {
	return Warning{
		Code: WarningType, Value: doubt.Of(is),
		Message: fmt.Sprintf("no document of type %s was found: the data is that of a document recognised as %s", asked, is),
	}
}

// otherDocuments warns that a file holds others than the document whose data is given; ok is false where all others repeat it.
func otherDocuments(all []Document, chosen int) (_ Warning, ok bool) {
	others := 0
	for i, d := range all {
		if i != chosen && d.CopyOf != chosen+1 {
			others++
		}
	}
	n := chosen + 1
	return Warning{
		Code: WarningDocuments, Document: &n,
		Message: fmt.Sprintf("the file holds %d documents: the data is that of document %d, which begins on page %d; send split=auto for the data of all, or pages for those of one", len(all), n, all[chosen].Pages[0]),
	}, others > 0
}
