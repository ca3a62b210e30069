package packets

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/go-pdf/fpdf"
)

const scanDPI = 200

// scan turns the file into pictures of its pages, as a scanner gives them: askew, speckled, packed as JPEG.
func (d *deal) scan() error {
	folder, err := os.MkdirTemp("", "packet")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	in := filepath.Join(folder, "in.pdf")
	if err := os.WriteFile(in, d.PDF, 0o600); err != nil {
		return err
	}
	if out, err := exec.CommandContext(context.Background(), "pdftoppm", "-gray", "-png", "-r", fmt.Sprint(scanDPI), in, filepath.Join(folder, "page")).CombinedOutput(); err != nil {
		return fmt.Errorf("pdftoppm: %w: %s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "page*.png"))
	if err != nil {
		return err
	}
	slices.Sort(pages)
	f := newSheet(d)
	for i, name := range pages {
		picture, err := d.scanned(name)
		if err != nil {
			return err
		}
		f.AddPage()
		f.RegisterImageOptionsReader(fmt.Sprint(i), fpdf.ImageOptions{ImageType: "JPG"}, bytes.NewReader(picture))
		f.ImageOptions(fmt.Sprint(i), 0, 0, 210, 297, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		return err
	}
	d.PDF = out.Bytes()
	return nil
}

// scanned is a page as a scanner gives it.
func (d *deal) scanned(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	page, err := png.Decode(file)
	if err != nil {
		return nil, err
	}
	from := image.NewGray(page.Bounds())
	draw.Draw(from, from.Rect, page, image.Point{}, draw.Src)
	to := image.NewGray(from.Rect)
	angle := (d.rand.Float64() - 0.5) * 2 * math.Pi / 180
	sin, cos := math.Sincos(angle)
	middle := from.Rect.Max.Div(2)
	ink, paper := 20+d.pick(60), 225+d.pick(25)
	var noise [4096]float64 // drawn once: a draw for each point takes long
	for i := range noise {
		noise[i] = d.rand.NormFloat64() * 9
	}
	for y := range from.Rect.Max.Y {
		for x := range from.Rect.Max.X {
			dx, dy := float64(x-middle.X), float64(y-middle.Y)
			v := at(from, float64(middle.X)+cos*dx+sin*dy, float64(middle.Y)-sin*dx+cos*dy)
			grey := float64(ink) + v*float64(paper-ink)/255 + noise[d.rand.Uint32()>>20]
			to.Pix[y*to.Stride+x] = uint8(min(255, max(0, grey)))
		}
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, to, &jpeg.Options{Quality: 45 + d.pick(35)})
	return out.Bytes(), err
}

// at is the grey between four points of a picture; white beyond its edge.
func at(p *image.Gray, x, y float64) float64 {
	left, top := int(math.Floor(x)), int(math.Floor(y))
	if left < 0 || top < 0 || left+1 >= p.Rect.Max.X || top+1 >= p.Rect.Max.Y {
		return 255
	}
	i := p.PixOffset(left, top)
	x, y = x-float64(left), y-float64(top)
	upper := float64(p.Pix[i])*(1-x) + float64(p.Pix[i+1])*x
	lower := float64(p.Pix[i+p.Stride])*(1-x) + float64(p.Pix[i+p.Stride+1])*x
	return upper*(1-y) + lower*y
}
