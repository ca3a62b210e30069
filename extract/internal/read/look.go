package read

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"tariffdesk/extract/internal/page"
)

// copies are the pictures of a document that were read, or are being read: original, duplicate and triplicate are read once. They are
// safe for concurrent use.
type copies struct {
	seed maphash.Seed // of its own: no file can be made to have two pictures under one key
	lock *sync.Mutex
	read map[pictureKey]*pictureRead
}

// pictureRead is the reading of one picture; page is nil where it failed. done is closed when it has ended.
type pictureRead struct {
	done chan struct{}
	page *page.Page
}

type pictureKey struct {
	sum  uint64
	w, h int
}

func newCopies() copies {
	return copies{maphash.MakeSeed(), &sync.Mutex{}, map[pictureKey]*pictureRead{}}
}

// claim is the reading of a picture, and whether it is the caller's to make.
func (c copies) claim(key pictureKey) (r *pictureRead, mine bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if r = c.read[key]; r == nil {
		r, mine = &pictureRead{done: make(chan struct{})}, true
		c.read[key] = r
	}
	return r, mine
}

// end ends a reading. One that failed is forgotten, for the next copy to be read.
func (c copies) end(key pictureKey, r *pictureRead, p *page.Page) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if r.page = p; p == nil {
		delete(c.read, key)
	}
	close(r.done)
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
	own, mine := d.copies.claim(key)
	for !mine {
		select {
		case <-own.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if twin := own.page; twin != nil {
			return page.New(number, twin.Width, twin.Height, page.SourceOCR, slices.Clone(twin.Words)), nil
		}
		own, mine = d.copies.claim(key)
	}
	p, err := r.recognised(ctx, d, g, number)
	d.copies.end(key, own, p)
	return p, err
}

// recognised reads a picture of a page when a place is free; the page is nil where it cannot be read.
func (r *Reader) recognised(ctx context.Context, d document, g gray, number int) (*page.Page, error) {
	release, err := r.ocr.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := metered(ctx, r.ocrTime)
	defer cancel()
	p, err := recognise(ctx, g, number, d.tongues)
	if err != nil {
		return nil, overdue(err)
	}
	return p, nil
}

// lookAtOnce reads the pictures of pages side by side: the one at from and those without text that follow it, as many as there are
// places for. All begin in the language of the pages before them, so that what is read does not hang on which ends first.
func (r *Reader) lookAtOnce(ctx context.Context, d document, pages []*page.Page, numbers []int, from int) (map[int]*page.Page, error) {
	to := from + 1
	for to < len(pages) && to-from < r.places && (pages[to] == nil || !usable(pages[to])) {
		to++
	}
	read, tongues := make([]*page.Page, to-from), make([]tongues, to-from)
	all, ctx := errgroup.WithContext(ctx)
	for i := range read {
		tongues[i] = *d.tongues
		one := d
		one.tongues = &tongues[i]
		all.Go(func() (err error) {
			read[i], err = r.look(ctx, one, numbers[from+i], pages[from+i])
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return nil, err //nolint:wrapcheck // of look
	}
	before, byIndex := d.tongues.now, map[int]*page.Page{}
	for i, p := range read {
		if byIndex[from+i] = p; tongues[i].now != before {
			d.tongues.now = tongues[i].now
		}
	}
	return byIndex, nil
}

// The size in points of a page of which nothing is known.
const letterWidth, letterHeight = 612, 792

// draw renders a page of a PDF, or decodes one of a picture. A page that takes too long is
// CodeSvcDocsResource.
func (r *Reader) draw(ctx context.Context, d document, p *page.Page) (gray, error) {
	if d.Type != TypePDF {
		return picture(d.Type, d.content, d.offsets, p.Number)
	}
	ctx, cancel := metered(ctx, r.drawTime)
	defer cancel()
	g, err := renderPage(ctx, d.path, p)
	return g, overdue(err)
}
