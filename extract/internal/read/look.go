package read

import (
	"context"
	"hash/maphash"
	"slices"

	"tariffdesk/extract/internal/page"
)

// copies are the pictures of a document that were read: original, duplicate and triplicate are read once.
type copies struct {
	seed maphash.Seed // of its own: no file can be made to have two pictures under one key
	read map[pictureKey]*page.Page
}

type pictureKey struct {
	sum  uint64
	w, h int
}

func newCopies() copies {
	return copies{maphash.MakeSeed(), map[pictureKey]*page.Page{}}
}

func (c copies) key(g gray) pictureKey { return pictureKey{maphash.Bytes(c.seed, g.pix), g.w, g.h} }

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
	key := d.copies.key(g)
	if twin := d.copies.read[key]; twin != nil {
		return page.New(number, twin.Width, twin.Height, page.SourceOCR, slices.Clone(twin.Words)), nil
	}
	release, err := r.ocr.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := metered(ctx, r.ocrTime)
	defer cancel()
	p, err := recognise(ctx, g, number, d.tongues)
	if err == nil {
		d.copies.read[key] = p
	}
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
