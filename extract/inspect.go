package extract

import (
	"context"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/read"
)

// Info is what is known of a file before it is read.
type Info struct {
	Type         string // pdf, jpeg, png, tiff, bmp, webp; "" where the bytes are none of them
	MediaType    string
	Pages        int
	Encrypted    bool
	HasTextLayer bool // a PDF whose first pages carry text
}

// Inspect tells type and pages of a file without reading it, and refuses what Extract would refuse.
// What is known of a refused file comes with the error.
func (e *Engine) Inspect(ctx context.Context, file []byte) (Info, error) {
	i, err := e.reader.Inspect(ctx, file)
	info := Info{Type: string(i.Type), Pages: i.Pages, Encrypted: i.Encrypted, HasTextLayer: i.HasTextLayer}
	if i.Type != "" {
		info.MediaType = i.Type.MediaType()
	}
	return info, err
}

// WithOrganisation names the organisation for which ctx reads: organisations take turns at what is
// scarce. Without a name all are one.
func WithOrganisation(ctx context.Context, id string) context.Context {
	return read.WithOrganisation(ctx, id)
}

// Reads reports whether files of a media type can be read.
func Reads(mediaType string) bool {
	for _, t := range []read.Type{read.TypePDF, read.TypeJPEG, read.TypePNG, read.TypeTIFF, read.TypeBMP, read.TypeWEBP} {
		if t.MediaType() == mediaType {
			return true
		}
	}
	return false
}

// Reads reports whether files of a media type can be read.
func (e *Engine) Reads(mediaType string) bool { return Reads(mediaType) }

// MissingPrograms names the outside programs that reading needs and that are not installed.
func MissingPrograms() []string { return read.Missing() }

// MissingLanguages names the languages, as tesseract calls them, in which pictures cannot be read because
// they are not installed: their pages are read as English and Spanish.
func MissingLanguages() []string { return read.MissingTongues() }

// Check judges a request without its file: the schema, or with Infer the names in it.
// CodeSvcDocsValidation, each problem in the details.
func (e *Engine) Check(r Request) error {
	_, _, err := e.wanted(r)
	return err
}

// BlockKind says what a block of a page is.
type BlockKind string

// The kinds of blocks.
const (
	BlockParagraph BlockKind = "paragraph"
	BlockTable     BlockKind = "table"
	BlockKeyValue  BlockKind = "key_value"
)

// Block is a piece of a page.
type Block struct {
	Kind BlockKind  `json:"kind"`
	Box  [4]float64 `json:"box"` // in shares of the page, from its top left
	Text string     `json:"text"`
	Rows [][]string `json:"rows,omitempty"` // of a table, its header first; of a key_value, label and value
}

// PageText is a page as text.
type PageText struct {
	Page       int     `json:"page"`
	Text       string  `json:"text"`
	Blocks     []Block `json:"blocks"`
	Source     string  `json:"-"` // text or ocr
	Confidence float64 `json:"-"` // the mean of its words
}

// Read reads up to most pages of a file as text and blocks; total is the number of its pages.
// progress may be nil. Errors as of Extract, but a page without text is no error.
func (e *Engine) Read(ctx context.Context, file []byte, most int, progress func(done, of int)) (pages []PageText, total int, err error) {
	read, info, err := e.reader.Pages(ctx, file, min(most, MaxPages), progress)
	if err != nil {
		return nil, info.Pages, err
	}
	d := newDocument(e.dict, read, "", "")
	for i, p := range read {
		blocks := append([]Block{}, d.blocks(i)...) // never null
		pages = append(pages, PageText{Page: p.Number, Text: textOf(p), Blocks: blocks, Source: string(p.Source), Confidence: meanConfidence(p)})
	}
	return pages, info.Pages, nil
}

func textOf(p *page.Page) string {
	var b strings.Builder
	last := 0.0
	for i, r := range p.Rows {
		if i > 0 && r.Box.Y0-last > 1.2*p.LineHeight {
			b.WriteByte('\n')
		}
		b.WriteString(r.Text())
		b.WriteByte('\n')
		last = r.Box.Y1
	}
	return strings.TrimSpace(b.String())
}

func meanConfidence(p *page.Page) float64 {
	if len(p.Words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range p.Words {
		sum += w.Confidence
	}
	return sum / float64(len(p.Words))
}

// share brings a box to shares of its page.
func share(p *page.Page, b page.Box) [4]float64 {
	unit := func(v, of float64) float64 {
		if of <= 0 {
			return 0
		}
		return float64(int(min(max(v/of, 0), 1)*10000+0.5)) / 10000
	}
	return [4]float64{unit(b.X0, p.Width), unit(b.Y0, p.Height), unit(b.X1, p.Width), unit(b.Y1, p.Height)}
}
