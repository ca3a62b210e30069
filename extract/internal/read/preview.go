package read

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"strconv"

	"tariffdesk/fail"
)

// sharpness says how a page is drawn for people: its longer side in pixels and the quality of its JPEG.
type sharpness struct{ side, quality int }

// Pages that are drawn one by one are fetched while somebody waits: they take half the bytes of those that are kept with
// a result.
var (
	keptSharpness = sharpness{1400, 78}
	pageSharpness = sharpness{1200, 45}
)

// previewBytes bounds the JPEG of a page.
const previewBytes = 1 << 20

// Preview is the picture of a page.
type Preview struct {
	Number        int // from 1
	Width, Height int // in pixels
	JPEG          []byte
}

// Previews draws the pages of a document, most at most, and hands each to keep. A page that cannot be
// drawn, in its time or within its bytes, is left out: the document was read without its picture.
func (r *Reader) Previews(ctx context.Context, content []byte, most int, keep func(Preview) error) error {
	d, done, err := open(ctx, content)
	if err != nil {
		return err
	}
	defer done()
	for number := 1; number <= min(most, d.Pages); number++ {
		p, err := r.preview(ctx, d, number, keptSharpness)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue
		}
		if err := keep(p); err != nil {
			return err
		}
	}
	return nil
}

// Preview draws one page of a document.
func (r *Reader) Preview(ctx context.Context, content []byte, number int) (Preview, error) {
	d, done, err := open(ctx, content)
	if err != nil {
		return Preview{}, err
	}
	defer done()
	if number < 1 || number > d.Pages {
		return Preview{}, fmt.Errorf("page %d of %d", number, d.Pages)
	}
	p, err := r.preview(ctx, d, number, pageSharpness)
	if late(err) {
		err = fail.Wrap(err, fail.CodeUnavailable, "the page takes too long to draw: ask again later")
	}
	return p, err
}

func (r *Reader) preview(ctx context.Context, d document, number int, as sharpness) (Preview, error) {
	drop, err := r.inHand.Take(ctx, organisationOf(ctx))
	if err != nil {
		return Preview{}, err
	}
	defer drop()
	ctx, cancel := metered(ctx, r.drawTime)
	defer cancel()
	var out bytes.Buffer
	if d.Type == TypePDF {
		err = drawJPEG(ctx, &out, d.path, number, as)
	} else {
		err = shrink(&out, d, number, as)
	}
	if err != nil {
		return Preview{}, err
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(out.Bytes()))
	if err != nil || out.Len() > previewBytes {
		return Preview{}, fmt.Errorf("picture of page %d: %d bytes: %w", number, out.Len(), err)
	}
	return Preview{Number: number, Width: size.Width, Height: size.Height, JPEG: out.Bytes()}, nil
}

// drawJPEG draws a page of a PDF in colour.
func drawJPEG(ctx context.Context, to *bytes.Buffer, path string, number int, as sharpness) error {
	n := strconv.Itoa(number)
	take := func(r io.Reader) error {
		_, err := io.Copy(to, io.LimitReader(r, previewBytes+1))
		return err
	}
	return run(ctx, nil, take, "pdftoppm", unlocking(ctx, "-q", "-jpeg", "-jpegopt", "optimize=y,quality="+strconv.Itoa(as.quality),
		"-scale-to", strconv.Itoa(as.side), "-f", n, "-l", n, "-singlefile", path)...)
}

// shrink draws a picture as it is read: upright by its own mark, in grey.
func shrink(to *bytes.Buffer, d document, number int, as sharpness) error {
	g, err := picture(d.Type, d.content, d.offsets, number)
	if err != nil {
		return err
	}
	if longer := max(g.w, g.h); longer > as.side {
		g = g.scaled(float64(as.side) / float64(longer))
	}
	return jpeg.Encode(to, &image.Gray{Pix: g.pix, Stride: g.w, Rect: image.Rect(0, 0, g.w, g.h)}, &jpeg.Options{Quality: as.quality})
}
