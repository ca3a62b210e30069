package read

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"strconv"
)

// Bounds of the picture of a page for people: the longer side in pixels, and the bytes of its JPEG.
const (
	previewSide    = 1400
	previewBytes   = 1 << 20
	previewQuality = 78
)

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
		p, err := r.preview(ctx, d, number)
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
	return r.preview(ctx, d, number)
}

func (r *Reader) preview(ctx context.Context, d document, number int) (Preview, error) {
	drop, err := r.inHand.Take(ctx, organisationOf(ctx))
	if err != nil {
		return Preview{}, err
	}
	defer drop()
	ctx, cancel := within(ctx, r.drawTime)
	defer cancel()
	var out bytes.Buffer
	if d.Type == TypePDF {
		err = drawJPEG(ctx, &out, d.path, number)
	} else {
		err = shrink(&out, d, number)
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
func drawJPEG(ctx context.Context, to *bytes.Buffer, path string, number int) error {
	n := strconv.Itoa(number)
	take := func(r io.Reader) error {
		_, err := io.Copy(to, io.LimitReader(r, previewBytes+1))
		return err
	}
	return run(ctx, nil, take, "pdftoppm", unlocking(ctx, "-q", "-jpeg", "-jpegopt", "quality="+strconv.Itoa(previewQuality),
		"-scale-to", strconv.Itoa(previewSide), "-f", n, "-l", n, "-singlefile", path)...)
}

// shrink draws a picture as it is read: upright by its own mark, in grey.
func shrink(to *bytes.Buffer, d document, number int) error {
	g, err := picture(d.Type, d.content, d.offsets, number)
	if err != nil {
		return err
	}
	if longer := max(g.w, g.h); longer > previewSide {
		g = g.scaled(float64(previewSide) / float64(longer))
	}
	return jpeg.Encode(to, &image.Gray{Pix: g.pix, Stride: g.w, Rect: image.Rect(0, 0, g.w, g.h)}, &jpeg.Options{Quality: previewQuality})
}
