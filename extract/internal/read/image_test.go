package read

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"

	"tariffdesk/fail"
)

// corners is a picture of four grey quarters: 0 at the top left, then 80, 160, 240 in reading order.
func corners() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 64, 32))
	for y := range 32 {
		for x := range 64 {
			img.SetGray(x, y, color.Gray{Y: byte(80*(x/32) + 160*(y/16))})
		}
	}
	return img
}

// stored is the picture as a camera stores it that was held so that the orientation tag is needed:
// the inverse of what a reader has to do.
func stored(src *image.Gray, orientation int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if orientation > 4 {
		w, h = h, w
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := x, y
			switch orientation {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = h-1-y, x
			case 7:
				sx, sy = h-1-y, w-1-x
			case 8:
				sx, sy = y, w-1-x
			}
			out.Pix[y*out.Stride+x] = src.Pix[sy*src.Stride+sx]
		}
	}
	return out
}

// withExif puts an orientation tag behind the first marker of a JPEG.
func withExif(content []byte, orientation int, order binary.AppendByteOrder, mark string) []byte {
	tiff := []byte(mark)
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, orientationTag)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, uint16(orientation))
	tiff = order.AppendUint16(tiff, 0)
	tiff = order.AppendUint32(tiff, 0)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := append([]byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))...)
	return append(append(append(bytes.Clone(content[:2]), segment...), body...), content[2:]...)
}

func TestAllEightOrientationsOfAPhotoAreUndone(t *testing.T) {
	t.Parallel()
	for orientation := 1; orientation <= 8; orientation++ {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			var b bytes.Buffer
			if err := jpeg.Encode(&b, stored(corners(), orientation), &jpeg.Options{Quality: 95}); err != nil {
				t.Fatal(err)
			}
			g, err := picture(TypeJPEG, withExif(b.Bytes(), orientation, order, mark), nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			if g.w != 64 || g.h != 32 {
				t.Errorf("%s %d: %d × %d", mark, orientation, g.w, g.h)
				continue
			}
			for i, at := range [][2]int{{16, 8}, {48, 8}, {16, 24}, {48, 24}} {
				if got := int(g.pix[at[1]*g.w+at[0]]); got < i*80-12 || got > i*80+12 {
					t.Errorf("%s %d: corner %d is %d", mark, orientation, i, got)
				}
			}
		}
	}
}

// pagesOf is a TIFF of uncompressed grey pages, each of one shade.
func pagesOf(shades ...byte) []byte {
	const w, h = 8, 4
	out := []byte("II*\x00\x00\x00\x00\x00")
	next := 4 // where the offset of the next directory is to be written
	for _, shade := range shades {
		data := len(out)
		out = append(out, bytes.Repeat([]byte{shade}, w*h)...)
		binary.LittleEndian.PutUint32(out[next:], uint32(len(out)))
		entries := [][2]uint32{{256, w}, {257, h}, {258, 8}, {259, 1}, {262, 1}, {273, uint32(data)}, {277, 1}, {278, h}, {279, w * h}}
		out = binary.LittleEndian.AppendUint16(out, uint16(len(entries)))
		for _, e := range entries {
			out = binary.LittleEndian.AppendUint16(out, uint16(e[0]))
			out = binary.LittleEndian.AppendUint16(out, 4)
			out = binary.LittleEndian.AppendUint32(out, 1)
			out = binary.LittleEndian.AppendUint32(out, e[1])
		}
		next = len(out)
		out = append(out, 0, 0, 0, 0)
	}
	return out
}

func TestEveryPageOfATIFFIsDecoded(t *testing.T) {
	t.Parallel()
	shades := []byte{10, 120, 230}
	content := pagesOf(shades...)
	offsets, err := tiffPages(content)
	if err != nil || len(offsets) != len(shades) {
		t.Fatalf("%v %v", offsets, err)
	}
	for i, shade := range shades {
		g, err := picture(TypeTIFF, content, offsets, i+1)
		if err != nil || g.w != 8 || g.h != 4 || g.pix[0] != shade {
			t.Errorf("page %d: %v", i+1, err)
		}
	}
}

func TestATIFFThatLoopsOrLeavesTheFileIsRefused(t *testing.T) {
	t.Parallel()
	good := pagesOf(1, 2)
	loop := bytes.Clone(good)
	copy(loop[len(loop)-4:], loop[4:8])
	outside := bytes.Clone(good)
	binary.LittleEndian.PutUint32(outside[len(outside)-4:], 1<<30)
	for name, content := range map[string][]byte{"loop": loop, "outside": outside, "cut": good[:len(good)-30], "header only": good[:8]} {
		if _, err := tiffPages(content); fail.CodeOf(err) != fail.CodeSvcDocsResource {
			t.Errorf("%s: %v", name, err)
		}
	}
	if offsets, err := tiffPages(pagesOf(make([]byte, 150)...)); err != nil || len(offsets) != MaxPages+1 {
		t.Errorf("more pages than the limit: %d, %v", len(offsets), err)
	}
}

// TestPicturesOfEachFormAreFlattenedAlike holds for greys, colours, palettes and transparency.
func TestPicturesOfEachFormAreFlattenedAlike(t *testing.T) {
	t.Parallel()
	gray := corners()
	colour := image.NewNRGBA(gray.Rect)
	palette := image.NewPaletted(gray.Rect, color.Palette{color.Gray{Y: 0}, color.Gray{Y: 80}, color.Gray{Y: 160}, color.Gray{Y: 240}})
	for i, v := range gray.Pix {
		colour.SetNRGBA(i%64, i/64, color.NRGBA{v, v, v, 0xff})
		palette.Pix[i] = v / 80
	}
	encoded := func(encode func(b *bytes.Buffer) error) []byte {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, c := range map[string]struct {
		kind    Type
		content []byte
	}{
		"grey PNG":    {TypePNG, encoded(func(b *bytes.Buffer) error { return png.Encode(b, gray) })},
		"colour PNG":  {TypePNG, encoded(func(b *bytes.Buffer) error { return png.Encode(b, colour) })},
		"palette PNG": {TypePNG, encoded(func(b *bytes.Buffer) error { return png.Encode(b, palette) })},
		"grey BMP":    {TypeBMP, encoded(func(b *bytes.Buffer) error { return bmp.Encode(b, gray) })},
		"colour BMP":  {TypeBMP, encoded(func(b *bytes.Buffer) error { return bmp.Encode(b, colour) })},
	} {
		kind, err := Sniff(c.content)
		if err != nil || kind != c.kind {
			t.Errorf("%s: sniffed %q, %v", name, kind, err)
		}
		g, err := picture(kind, c.content, nil, 1)
		if err != nil || !bytes.Equal(g.pix, gray.Pix) {
			t.Errorf("%s differs: %v", name, err)
		}
	}
	clear := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	if g := toGray(clear); g.pix[0] != 0xff {
		t.Errorf("what is transparent is %d, want white", g.pix[0])
	}
	if _, err := Sniff(encoded(func(b *bytes.Buffer) error { return gif.Encode(b, gray, nil) })); fail.CodeOf(err) != fail.CodeSvcDocsResource {
		t.Errorf("GIF: %v", err)
	}
}
