package read

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"

	"tariffdesk/extract/internal/page"
)

// The form in which a page is shown to a model that sees.
const (
	viewLongSide = 1600 // pixels: print of 10 points stays legible
	viewQuality  = 80
	leastInk     = 0.0002 // the share of pixels apart from the paper below which a page is blank
	paperSpread  = 48     // shades that paper has of itself
)

// View draws pages that were read from content as grey JPEGs, nil for a page without ink.
func (r *Reader) View(ctx context.Context, content []byte, pages []*page.Page) ([][]byte, error) {
	d, done, err := open(ctx, content)
	if err != nil {
		return nil, err
	}
	defer done()
	views := make([][]byte, len(pages))
	for i, p := range pages {
		if views[i], err = r.view(ctx, d, p); err != nil {
			return nil, fmt.Errorf("draw page %d: %w", p.Number, err)
		}
	}
	return views, nil
}

func (r *Reader) view(ctx context.Context, d document, p *page.Page) ([]byte, error) {
	drop, err := r.inHand.Take(ctx, organisationOf(ctx))
	if err != nil {
		return nil, err
	}
	defer drop()
	g, err := r.draw(ctx, d, p)
	if err != nil || g.blank() {
		return nil, err
	}
	if long := max(g.w, g.h); long > viewLongSide {
		g = g.scaled(viewLongSide / float64(long))
	}
	var b bytes.Buffer
	drawn := &image.Gray{Pix: g.pix, Stride: g.w, Rect: image.Rect(0, 0, g.w, g.h)}
	if err := jpeg.Encode(&b, drawn, &jpeg.Options{Quality: viewQuality}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// blank reports whether all pixels are about as light as most.
func (g gray) blank() bool {
	var histogram [256]int
	for _, v := range g.pix {
		histogram[v]++
	}
	paper := 0
	for v, n := range histogram {
		if n > histogram[paper] {
			paper = v
		}
	}
	ink := 0
	for v, n := range histogram {
		if v < paper-paperSpread || v > paper+paperSpread {
			ink += n
		}
	}
	return float64(ink) < leastInk*float64(len(g.pix))
}
