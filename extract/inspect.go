package extract

import (
	"context"

	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/sheet"
)

// Info describes a file before it is read.
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
	i, err := e.parts.Reader.Inspect(ctx, file)
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
type BlockKind = sheet.BlockKind

// The kinds of blocks.
const (
	BlockParagraph = sheet.BlockParagraph
	BlockTable     = sheet.BlockTable
	BlockKeyValue  = sheet.BlockKeyValue
)

// Block is a piece of a page.
type Block = sheet.Block

// PageText is a page as text.
type PageText = sheet.Text

// Read reads up to most pages of a file as text and blocks; total is the number of its pages.
// progress may be nil. Errors as of Extract, but a page without text is no error.
func (e *Engine) Read(ctx context.Context, file []byte, most int, progress func(done, of int)) (pages []PageText, total int, err error) {
	read, info, err := e.parts.Reader.Pages(ctx, file, min(most, MaxPages), progress)
	if err != nil {
		return nil, info.Pages, err
	}
	d := e.parts.Sheet(read, "")
	for i := range read {
		pages = append(pages, d.Text(i))
	}
	return pages, info.Pages, nil
}
