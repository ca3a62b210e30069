package read

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"tariffdesk/extract/internal/page"
	"tariffdesk/fail"
	"tariffdesk/turns"
)

// The limits of a document.
const (
	MaxBytes        = 20 << 20
	MaxPages        = 100
	maxPixels       = 50_000_000
	maxRenderPixels = 25_000_000
)

// Processor time of the steps.
const (
	lookTime    = 5 * time.Second // what a file is, and whether its first pages have text
	inspectTime = 15 * time.Second
	layerTime   = 20 * time.Second // all pages
	drawTime    = 15 * time.Second // one page
	ocrTime     = 30 * time.Second // all readings of one page
	betterTime  = 8 * time.Second  // … those after the first
)

// Reader reads documents. Its OCR is a pool apart, which yields the processor to all else, so that text
// work is never starved; pages are drawn outside it, a few ahead. Every pool is taken in turns by the
// organisations that WithOrganisation names. It is safe for concurrent use.
type Reader struct {
	layer  *turns.Places // of reading a document's text layer
	ocr    *turns.Places
	places int           // of ocr that one organisation holds at most
	inHand *turns.Places // pages drawn or being drawn: each takes memory

	tongues           func() *tongues
	drawTime, ocrTime time.Duration
	folder            string // of readings that are kept; "" keeps none
}

// New returns a reader that runs at most ocr pages of OCR at once, 0 for one more than there are cores, each
// for pageTime at most, 0 for the usual.
func New(ocr int, pageTime time.Duration) *Reader {
	if ocr < 1 {
		ocr = runtime.NumCPU() + 1
	}
	return &Reader{places: max(1, ocr-1), layer: turns.New(runtime.NumCPU() + 1), ocr: turns.New(ocr), inHand: turns.New(2*ocr + 2), tongues: newTongues(), drawTime: drawTime, ocrTime: cmp.Or(pageTime, ocrTime)}
}

// Info describes a file without reading it.
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
	offsets []int64  // of a TIFF's pages
	path    string   // of a PDF, for the tools
	tongues *tongues // of its pictures
	copies  copies
}

// Inspect tells type and pages of a file, and refuses what cannot be read: CodePayloadTooLarge over
// the limit of bytes, CodeSvcDocsResource for the rest.
func (r *Reader) Inspect(ctx context.Context, content []byte) (Info, error) {
	var pages []*page.Page
	d, done, err := openWith(ctx, content, func(ctx context.Context, path string) (err error) {
		ctx, cancel := metered(ctx, lookTime)
		defer cancel()
		pages, err = textLayer(ctx, path, 1, inspected)
		return overdue(err)
	})
	if err != nil {
		return d.Info, err
	}
	defer done()
	for _, p := range pages {
		d.HasTextLayer = d.HasTextLayer || usable(p)
	}
	return d.Info, nil
}

// inspected is how many pages tell whether a file has a text layer.
const inspected = 3

func open(ctx context.Context, content []byte) (d document, done func(), err error) {
	return openWith(ctx, content, func(context.Context, string) error { return nil })
}

// openWith inspects a file, and of a PDF reads meanwhile what it is opened for: for most files either program has more to do
// until it begins than with the file. What it refuses is not read further.
func openWith(ctx context.Context, content []byte, read func(ctx context.Context, path string) error) (d document, done func(), err error) {
	done = func() {}
	d.content = content
	if err := checkPassword(passwordOf(ctx)); err != nil {
		return d, done, err
	}
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
		err = d.openPDF(ctx, read)
	case TypeTIFF:
		d.offsets, err = tiffPages(content)
		d.Pages = len(d.offsets)
	case TypeJPEG, TypePNG, TypeBMP, TypeWEBP:
		d.Pages = 1
	}
	if err == nil && d.Type != TypePDF {
		err = d.checkPictures()
	}
	if err == nil {
		err = d.checkPages()
	}
	if err != nil {
		done()
		return d, func() {}, err
	}
	return d, done, nil
}

func (d *document) openPDF(ctx context.Context, read func(ctx context.Context, path string) error) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	var unread error
	var both sync.WaitGroup
	both.Go(func() { unread = read(reading, d.path) })
	err := d.inspectPDF(ctx)
	if err != nil {
		stop()
	}
	both.Wait()
	return cmp.Or(err, unread)
}

func (d *document) inspectPDF(ctx context.Context) error {
	ctx, cancel := metered(ctx, lookTime)
	defer cancel()
	info, err := inspectPDF(ctx, d.path)
	d.Pages, d.Encrypted = info.pages, info.encrypted
	if locked(err) {
		d.Encrypted = true
	}
	if err == nil {
		err = d.checkPages()
	}
	return overdue(err)
}

func (d *document) checkPages() error {
	if d.Pages > MaxPages {
		return fail.Newf(fail.CodeSvcDocsResource, "the document has more than the limit of %d pages", MaxPages)
	}
	return nil
}

// A step that used more of the processor than it may, and one that waited for it too long; neither is longer than the caller allows.
var (
	errOverrun = errors.New("longer than its limit")
	errWaited  = errors.New("waited for the processor too long")
)

// overdue gives a step that overran its public form.
func overdue(err error) error {
	switch {
	case errors.Is(err, errOverrun):
		return fail.Wrap(err, fail.CodeSvcDocsResource, "the file takes too long to read: it may be damaged")
	case errors.Is(err, errWaited):
		return fail.Wrap(err, fail.CodeUnavailable, "the server is too busy to read the document: send it again")
	}
	return err
}

// late reports whether a step took too long, for whatever reason.
func late(err error) bool { return errors.Is(err, errOverrun) || errors.Is(err, errWaited) }

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

// pages reads up to most pages of ranges; no ranges are all pages.
func (r *Reader) pages(ctx context.Context, content []byte, most int, ranges []Range, progress func(done, of int)) ([]*page.Page, Info, error) {
	var layers []*page.Page
	first, last := extent(ranges)
	d, done, err := openWith(ctx, content, func(ctx context.Context, path string) (err error) {
		layers, err = r.layers(ctx, path, first, min(most, MaxPages, last))
		return err
	})
	if err != nil {
		return nil, d.Info, err
	}
	defer done()
	d.tongues, d.copies = r.tongues(), newCopies()
	if progress == nil {
		progress = func(int, int) {}
	}
	numbers, err := Within(ranges, d.Pages)
	if err != nil {
		return nil, d.Info, err
	}
	numbers = numbers[:min(most, len(numbers))]
	count := len(numbers)
	pages := make([]*page.Page, count)
	for i, n := range numbers {
		if at := n - first; at < len(layers) {
			pages[i] = layers[at]
		}
	}
	scans, good := d.scans(ctx, pages, numbers), 0
	looked := map[int]*page.Page{}
	for i, p := range pages {
		hasLayer := p != nil && usable(p)
		d.HasTextLayer = d.HasTextLayer || hasLayer
		if !hasLayer || scans[i] && good < trustAfter {
			if looked[i] == nil {
				if looked, err = r.lookAtOnce(ctx, d, pages, numbers, i); err != nil {
					return nil, d.Info, err
				}
			}
			pages[i] = looked[i]
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
	if d.path != "" {
		err = d.rule(ctx, pages)
	}
	return pages, d.Info, err
}

// extent are the first and the last page of ranges.
func extent(ranges []Range) (first, last int) {
	if len(ranges) == 0 {
		return 1, MaxPages
	}
	first = ranges[0].First
	for _, r := range ranges {
		first, last = min(first, r.First), max(last, r.Last)
	}
	return first, last
}

func (r *Reader) layers(ctx context.Context, path string, first, last int) ([]*page.Page, error) {
	release, err := r.layer.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := metered(ctx, layerTime)
	defer cancel()
	if first > last {
		return nil, nil
	}
	pages, err := textLayer(ctx, path, first, last)
	if tool, ok := errors.AsType[*toolError](err); ok && strings.Contains(tool.complaints, "page range") {
		return nil, nil // beyond the file, which Within tells
	}
	return pages, overdue(err)
}

// Missing names the programs that are not installed.
func Missing() []string {
	var missing []string
	for _, name := range []string{"pdfinfo", "pdftotext", "pdfimages", "pdftoppm", "tesseract"} {
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
