package read

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
)

// gray is a picture of 8 bits a pixel, 0 black.
type gray struct {
	pix  []byte
	w, h int
	dpi  float64 // pixels an inch, as far as known or assumed
}

func newGray(w, h int) gray { return gray{pix: make([]byte, w*h), w: w, h: h} }

// toGray flattens a picture; what is transparent becomes white paper.
func toGray(img image.Image) gray {
	b := img.Bounds()
	g := newGray(b.Dx(), b.Dy())
	switch src := img.(type) {
	case *image.Gray:
		g.copyPlane(src.Pix, src.Stride)
	case *image.YCbCr:
		g.copyPlane(src.Y, src.YStride)
	case *image.Paletted:
		g.fromPalette(src)
	case *image.NRGBA:
		g.fromChannels(src.Pix, src.Stride, false)
	case *image.RGBA:
		g.fromChannels(src.Pix, src.Stride, true)
	default:
		flat := image.NewGray(image.Rect(0, 0, g.w, g.h))
		draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(flat, flat.Rect, img, b.Min, draw.Over)
		g.pix = flat.Pix
	}
	return g
}

func (g gray) copyPlane(pix []byte, stride int) {
	for y := range g.h {
		copy(g.pix[y*g.w:(y+1)*g.w], pix[y*stride:])
	}
}

func (g gray) fromPalette(src *image.Paletted) {
	var shade [256]byte
	for i, c := range src.Palette {
		shade[i] = color.GrayModel.Convert(c).(color.Gray).Y //nolint:forcetypeassert // the model's own type
		if _, _, _, a := c.RGBA(); a == 0 {
			shade[i] = 0xff
		}
	}
	for y := range g.h {
		for x, i := range src.Pix[y*src.Stride : y*src.Stride+g.w] {
			g.pix[y*g.w+x] = shade[i]
		}
	}
}

func (g gray) fromChannels(pix []byte, stride int, multiplied bool) {
	for y := range g.h {
		row := pix[y*stride : y*stride+4*g.w]
		for x := range g.w {
			r, gr, b, a := uint32(row[4*x]), uint32(row[4*x+1]), uint32(row[4*x+2]), uint32(row[4*x+3])
			l := (299*r + 587*gr + 114*b) / 1000
			if a != 0xff {
				if !multiplied {
					l = l * a / 0xff
				}
				l += 0xff - a
			}
			g.pix[y*g.w+x] = byte(l)
		}
	}
}

// readPGM reads the binary form that pdftoppm writes.
func readPGM(r io.Reader) (gray, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var magic string
	var w, h, most int
	if _, err := fmt.Fscan(in, &magic, &w, &h, &most); err != nil {
		return gray{}, fmt.Errorf("read rendered page: %w", err)
	}
	if _, err := in.ReadByte(); err != nil {
		return gray{}, fmt.Errorf("read rendered page: %w", err)
	}
	if magic != "P5" || most != 255 || w < 1 || h < 1 || w > maxPixels/h {
		return gray{}, errors.New("read rendered page: unexpected form")
	}
	g := newGray(w, h)
	if _, err := io.ReadFull(in, g.pix); err != nil {
		return gray{}, fmt.Errorf("read rendered page: %w", err)
	}
	return g, nil
}

// pgm is the header of the picture's binary form; the pixels follow it.
func (g gray) pgm() string { return fmt.Sprintf("P5\n%d %d\n255\n", g.w, g.h) }

// oriented applies an EXIF orientation.
func (g gray) oriented(orientation int) gray {
	switch orientation {
	case 2:
		return g.mirrored()
	case 3:
		return g.turned().turned()
	case 4:
		return g.turned().turned().mirrored()
	case 5:
		return g.turned().mirrored()
	case 6:
		return g.turned()
	case 7:
		return g.turned().turned().turned().mirrored()
	case 8:
		return g.turned().turned().turned()
	}
	return g
}

// turned is the picture turned clockwise by a quarter.
func (g gray) turned() gray {
	t := newGray(g.h, g.w)
	t.dpi = g.dpi
	for y := range g.h {
		for x := range g.w {
			t.pix[x*t.w+(g.h-1-y)] = g.pix[y*g.w+x]
		}
	}
	return t
}

func (g gray) mirrored() gray {
	m := newGray(g.w, g.h)
	m.dpi = g.dpi
	for y := range g.h {
		for x := range g.w {
			m.pix[y*g.w+g.w-1-x] = g.pix[y*g.w+x]
		}
	}
	return m
}

// scaled is the picture enlarged or reduced, interpolated linearly.
func (g gray) scaled(factor float64) gray {
	s := newGray(max(1, int(float64(g.w)*factor)), max(1, int(float64(g.h)*factor)))
	s.dpi = g.dpi * factor
	at := make([]int, s.w)
	part := make([]int, s.w)
	for x := range s.w {
		at[x], part[x] = place(x, factor, g.w)
	}
	for y := range s.h {
		y0, fy := place(y, factor, g.h)
		upper, lower := g.pix[y0*g.w:(y0+1)*g.w], g.pix[min(y0+1, g.h-1)*g.w:][:g.w]
		out := s.pix[y*s.w : (y+1)*s.w]
		for x := range s.w {
			x0, fx := at[x], part[x]
			x1 := min(x0+1, g.w-1)
			a := int(upper[x0])*(256-fx) + int(upper[x1])*fx
			b := int(lower[x0])*(256-fx) + int(lower[x1])*fx
			out[x] = byte((a*(256-fy) + b*fy) >> 16)
		}
	}
	return s
}

// place maps an output coordinate to an input pixel and the share, of 256, of the next.
func place(i int, factor float64, size int) (at, share int) {
	v := max(0, (float64(i)+0.5)/factor-0.5)
	at = min(int(v), size-1)
	return at, int((v - float64(at)) * 256)
}
