package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"

	"tariffdesk/extract/internal/page"
	"tariffdesk/fail"
)

// The limits of a document.
const (
	MaxBytes        = 20 << 20
	MaxPages        = 100
	maxPixels       = 50_000_000
	maxRenderPixels = 25_000_000
)

// Deadlines of the steps.
const (
	inspectTime = 15 * time.Second
	layerTime   = 60 * time.Second
	pageTime    = 90 * time.Second // rendering and OCR of one page
)

// Reader reads documents. Its OCR is a pool apart, smaller than the number of cores, so that text
// work is never starved. It is safe for concurrent use.
type Reader struct{ ocr *semaphore.Weighted }

// New returns a reader that runs at most ocr pages of OCR at once; 0 means one fewer than the cores.
func New(ocr int) *Reader {
	if ocr < 1 {
		ocr = max(1, runtime.NumCPU()-1)
	}
	return &Reader{semaphore.NewWeighted(int64(ocr))}
}

// Info is what can be told of a file without reading it.
type Info struct {
	Type         Type
	Pages        int
	Encrypted    bool
	HasTextLayer bool // of its first pages
}

// document is a file that passed inspection.
type document struct {
	Info
	content []byte
	offsets []int64 // of a TIFF's pages
	path    string  // of a PDF, for the tools
}

// Inspect tells type and pages of a file, and refuses what cannot be read: CodePayloadTooLarge over
// the limit of bytes, CodeSvcDocsResource for the rest.
func (r *Reader) Inspect(ctx context.Context, content []byte) (Info, error) {
	d, done, err := open(ctx, content)
	if err != nil {
		return d.Info, err
	}
	defer done()
	if d.Type == TypePDF {
		ctx, cancel := context.WithTimeout(ctx, inspectTime)
		defer cancel()
		pages, err := textLayer(ctx, d.path, 1, min(d.Pages, 3))
		if err != nil {
			return d.Info, overdue(err)
		}
		for _, p := range pages {
			d.HasTextLayer = d.HasTextLayer || usable(p)
		}
	}
	return d.Info, nil
}

func open(ctx context.Context, content []byte) (d document, done func(), err error) {
	done = func() {}
	d.content = content
	if len(content) > MaxBytes {
		return d, done, fail.Newf(fail.CodePayloadTooLarge, "the file exceeds the limit of %d MB", MaxBytes>>20)
	}
	if d.Type, err = Sniff(content); err != nil {
		return d, done, err
	}
	switch d.Type {
	case TypePDF:
		if d.path, done, err = tempFile(content); err != nil {
			return d, func() {}, err
		}
		err = d.openPDF(ctx)
	case TypeTIFF:
		d.offsets, err = tiffPages(content)
		d.Pages = len(d.offsets)
	case TypeJPEG, TypePNG, TypeBMP, TypeWEBP:
		d.Pages = 1
	}
	if err == nil && d.Type != TypePDF {
		err = d.checkPictures()
	}
	if err == nil && d.Pages > MaxPages {
		err = fail.Newf(fail.CodeSvcDocsResource, "the document has more than the limit of %d pages", MaxPages)
	}
	if err != nil {
		done()
		return d, func() {}, err
	}
	return d, done, nil
}

func (d *document) openPDF(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	info, err := inspectPDF(ctx, d.path)
	d.Pages, d.Encrypted = info.pages, info.encrypted
	if errors.Is(err, errEncrypted) || fail.As(err).Message == errEncrypted.Message {
		d.Encrypted = true
	}
	return overdue(err)
}

// overdue gives a step that hung its public form.
func overdue(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fail.Wrap(err, fail.CodeSvcDocsResource, "the file takes too long to read: it may be damaged")
	}
	return err
}

// checkPictures judges the sizes of all pages before any is unpacked.
func (d *document) checkPictures() error {
	for n := 1; n <= min(d.Pages, MaxPages); n++ {
		config, err := pictureConfig(d.Type, d.content, d.offsets, n)
		if err != nil {
			return pictureError(d.Type, err)
		}
		if err := checkSize(config); err != nil {
			return err
		}
	}
	return nil
}

// Pages reads up to most pages. progress, which may be nil, hears of each page that is done.
func (r *Reader) Pages(ctx context.Context, content []byte, most int, progress func(done, of int)) ([]*page.Page, Info, error) {
	d, done, err := open(ctx, content)
	if err != nil {
		return nil, d.Info, err
	}
	defer done()
	if progress == nil {
		progress = func(int, int) {}
	}
	count := min(most, d.Pages)
	pages := make([]*page.Page, count)
	if d.Type == TypePDF {
		layers, err := d.layers(ctx, count)
		if err != nil {
			return nil, d.Info, err
		}
		copy(pages, layers)
	}
	scans, good := d.scans(ctx, pages), 0
	for i, p := range pages {
		hasLayer := p != nil && usable(p)
		d.HasTextLayer = d.HasTextLayer || hasLayer
		if !hasLayer || scans[i] && good < trustAfter {
			if pages[i], err = r.look(ctx, d, i+1, p); err != nil {
				return nil, d.Info, err
			}
		}
		switch {
		case hasLayer && scans[i]:
			if pages[i] = judged(p, pages[i]); pages[i] == p {
				good++
			}
		case p != nil && len(pages[i].Words) < len(p.Words):
			pages[i] = p
		}
		progress(i+1, count)
	}
	return pages, d.Info, nil
}

func (d document) layers(ctx context.Context, count int) ([]*page.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, layerTime)
	defer cancel()
	pages, err := textLayer(ctx, d.path, 1, count)
	return pages, overdue(err)
}

// look reads a page by OCR within the pool. layer is its text layer, nil for a picture.
func (r *Reader) look(ctx context.Context, d document, number int, layer *page.Page) (*page.Page, error) {
	if err := r.ocr.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for OCR: %w", err)
	}
	defer r.ocr.Release(1)
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	var g gray
	var err error
	if d.Type == TypePDF {
		if layer == nil {
			layer = page.New(number, 612, 792, page.SourceText, nil)
		}
		g, err = renderPage(ctx, d.path, layer)
	} else {
		g, err = picture(d.Type, d.content, d.offsets, number)
	}
	if err != nil {
		return nil, overdue(err)
	}
	p, err := recognise(ctx, g, number)
	if err != nil {
		return nil, overdue(err)
	}
	return p, nil
}

// Missing names the programs that are not installed.
func Missing() []string {
	var missing []string
	for _, name := range []string{"pdfinfo", "pdftotext", "pdftoppm", "tesseract"} {
		found := false
		for _, dir := range []string{"/usr/local/bin/", "/usr/bin/", "/bin/"} {
			if _, err := os.Stat(dir + name); err == nil {
				found = true
				break
			}
		}
		if !found {
			missing = append(missing, name)
		}
	}
	return missing
}
