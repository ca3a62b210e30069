package extract_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os/exec"
	"testing"
)

// sheet draws the first page of a layout in grey.
func sheet(t testing.TB, name string, dpi string) *image.Gray {
	t.Helper()
	base := t.TempDir() + "/page"
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-gray", "-png", "-r", dpi, "-singlefile", "testdata/layouts/"+name, base).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	img, err := png.Decode(bytes.NewReader(file(t, base+".png")))
	if err != nil {
		t.Fatal(err)
	}
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Src)
	return g
}

// mapped draws each pixel of a picture from where from says it comes; beyond the sheet is ground.
func mapped(src *image.Gray, w, h int, ground byte, from func(x, y float64) (float64, float64)) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := from(float64(x), float64(y))
			x0, y0 := int(math.Floor(sx)), int(math.Floor(sy))
			if x0 < 0 || y0 < 0 || x0+1 >= src.Rect.Dx() || y0+1 >= src.Rect.Dy() {
				out.Pix[y*out.Stride+x] = ground
				continue
			}
			fx, fy := sx-float64(x0), sy-float64(y0)
			p := src.Pix[y0*src.Stride+x0:]
			q := src.Pix[(y0+1)*src.Stride+x0:]
			v := (float64(p[0])*(1-fx)+float64(p[1])*fx)*(1-fy) + (float64(q[0])*(1-fx)+float64(q[1])*fx)*fy
			out.Pix[y*out.Stride+x] = byte(v)
		}
	}
	return out
}

// rotated turns a sheet about its middle.
func rotated(src *image.Gray, degrees float64) *image.Gray {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := src.Rect.Dx(), src.Rect.Dy()
	cx, cy := float64(w)/2, float64(h)/2
	return mapped(src, w, h, 0xff, func(x, y float64) (float64, float64) {
		return cx + (x-cx)*cos + (y-cy)*sin, cy - (x-cx)*sin + (y-cy)*cos
	})
}

// photographed looks at a sheet from below, as a hand-held camera does, on a dark table with a
// shadow over one side.
func photographed(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := mapped(src, w*21/20, h*21/20, 50, func(x, y float64) (float64, float64) {
		x, y = x-float64(w)/40, y-float64(h)/40
		lean := 0.04 * (1 - y/float64(h)) // the far edge is narrower
		return (x - lean*float64(w)/2) / (1 - lean), y
	})
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			light := 0.95 - 0.3*float64(x)/float64(out.Rect.Dx())
			out.Pix[y*out.Stride+x] = byte(float64(out.Pix[y*out.Stride+x]) * light)
		}
	}
	return out
}

// blurred is a sheet out of focus by about a pixel.
func blurred(src *image.Gray) *image.Gray {
	out := image.NewGray(src.Rect)
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := range h {
		for x := range w {
			sum, n := 0, 0
			for yy := max(0, y-1); yy <= min(h-1, y+1); yy++ {
				for xx := max(0, x-1); xx <= min(w-1, x+1); xx++ {
					sum += int(src.Pix[yy*src.Stride+xx])
					n++
				}
			}
			out.Pix[y*out.Stride+x] = byte(sum / n)
		}
	}
	return out
}

// faint is a sheet in pale print on grey paper.
func faint(src *image.Gray) *image.Gray {
	out := image.NewGray(src.Rect)
	for i, v := range src.Pix {
		out.Pix[i] = byte(145 + int(v)*65/255)
	}
	return out
}

// noisy adds the grain and the specks of a cheap scanner; the same each time.
func noisy(src *image.Gray, seed uint64) *image.Gray {
	random := rand.New(rand.NewPCG(seed, 7))
	out := image.NewGray(src.Rect)
	for i, v := range src.Pix {
		n := int(v) + int(random.NormFloat64()*18)
		if random.IntN(4000) == 0 {
			n = 0
		}
		out.Pix[i] = byte(min(0xff, max(0, n)))
	}
	return out
}

// cropped is the part of a sheet that is printed, with a narrow margin: a receipt as it is photographed.
func cropped(src *image.Gray) *image.Gray {
	const margin, ink = 18, 160
	box := image.Rectangle{Min: src.Rect.Max}
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			if src.Pix[y*src.Stride+x] < ink {
				box.Min.X, box.Min.Y = min(box.Min.X, x), min(box.Min.Y, y)
				box.Max.X, box.Max.Y = max(box.Max.X, x+1), max(box.Max.Y, y+1)
			}
		}
	}
	box = box.Inset(-margin).Intersect(src.Rect)
	out := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	draw.Draw(out, out.Rect, src, box.Min, draw.Src)
	return out
}

// thermal is a receipt of a worn printing head on yellowed paper: some columns of dots are pale, some
// rows paler, and dots drop out of the strokes; the same each time.
func thermal(src *image.Gray, seed uint64) *image.Gray {
	random := rand.New(rand.NewPCG(seed, 11))
	out := image.NewGray(src.Rect)
	w, h := src.Rect.Dx(), src.Rect.Dy()
	column := make([]float64, w)
	for x := range column {
		column[x] = 0.75 + 0.25*math.Sin(float64(x)/37) - 0.35*float64(min(1, max(0, 3-random.IntN(60))))
	}
	for y := range h {
		row := 0.85 + 0.15*math.Sin(float64(y)/90)
		for x := range w {
			ink := float64(0xff-src.Pix[y*src.Stride+x]) * max(0.25, column[x]) * row
			if random.IntN(9) == 0 {
				ink *= 0.3
			}
			out.Pix[y*out.Stride+x] = byte(max(0, 232-0.72*ink+random.NormFloat64()*6))
		}
	}
	return out
}

func asJPEG(t testing.TB, img image.Image, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
