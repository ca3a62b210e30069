package read

import (
	"context"

	"tariffdesk/extract/internal/page"
)

// look reads a page by OCR. layer is its text layer, nil for a picture.
func (r *Reader) look(ctx context.Context, d document, number int, layer *page.Page) (*page.Page, error) {
	drop, err := r.inHand.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer drop()
	if layer == nil {
		layer = page.New(number, letterWidth, letterHeight, page.SourceText, nil)
	}
	g, err := r.draw(ctx, d, layer)
	if err != nil {
		return nil, err
	}
	release, err := r.ocr.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := within(ctx, r.ocrTime)
	defer cancel()
	p, err := recognise(ctx, g, number, d.tongues)
	return p, overdue(err)
}

// The size in points of a page of which nothing is known.
const letterWidth, letterHeight = 612, 792

// draw renders a page of a PDF, or decodes one of a picture. A page that takes too long is
// CodeSvcDocsResource.
func (r *Reader) draw(ctx context.Context, d document, p *page.Page) (gray, error) {
	if d.Type != TypePDF {
		return picture(d.Type, d.content, d.offsets, p.Number)
	}
	ctx, cancel := within(ctx, r.drawTime)
	defer cancel()
	g, err := renderPage(ctx, d.path, p)
	return g, overdue(err)
}
