package layouts

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"os/exec"
	"strconv"
	"time"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// drawTimeout bounds the drawing of a page.
const drawTimeout = 60 * time.Second

// scan turns a document into pictures of its pages: a file of one picture, or a PDF of several.
func scan(ctx context.Context, content []byte, pages int, d dice) (file []byte, ending string, err error) {
	dpi := pick(d, "dpi", []int{110, 130, 150, 200, 200})
	var pictures [][]byte
	for n := range pages {
		page, err := drawn(ctx, content, n+1, dpi)
		if err != nil {
			return nil, "", err
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, worn(page, d.of("page "+strconv.Itoa(n))), &jpeg.Options{Quality: d.between("quality", 45, 92)}); err != nil {
			return nil, "", fmt.Errorf("write picture: %w", err)
		}
		pictures = append(pictures, b.Bytes())
	}
	if len(pictures) == 1 && d.chance("picture", 60) {
		return pictures[0], ".jpg", nil
	}
	file, err = bound(pictures, dpi)
	return file, ".pdf", err
}

// drawn is a page of a PDF in grey.
func drawn(ctx context.Context, content []byte, page, dpi int) (*image.Gray, error) {
	ctx, cancel := context.WithTimeout(ctx, drawTimeout)
	defer cancel()
	n := strconv.Itoa(page)
	cmd := exec.CommandContext(ctx, "pdftoppm", "-r", strconv.Itoa(dpi), "-f", n, "-l", n, "-gray", "-png", "-")
	cmd.Stdin = bytes.NewReader(content)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("draw page %d: %w", page, err)
	}
	picture, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", page, err)
	}
	grey := image.NewGray(picture.Bounds())
	draw.Draw(grey, grey.Bounds(), picture, picture.Bounds().Min, draw.Src)
	return grey, nil
}

// worn is a page as scanners and cameras leave it: turned a little, out of focus, uneven, noisy.
func worn(page *image.Gray, d dice) *image.Gray {
	b := page.Bounds()
	out := image.NewGray(b)
	draw.Draw(out, b, image.NewUniform(color.Gray{uint8(d.between("paper", 225, 255))}), image.Point{}, draw.Src)
	a := d.size("turn", -1.8, 1.8) * math.Pi / 180
	if d.chance("straight", 40) {
		a = 0
	}
	cos, sin, cx, cy := math.Cos(a), math.Sin(a), float64(b.Dx())/2, float64(b.Dy())/2
	turn := f64.Aff3{cos, -sin, cx - cx*cos + cy*sin, sin, cos, cy - cx*sin - cy*cos}
	draw.ApproxBiLinear.Transform(out, turn, page, b, draw.Src, nil)
	if d.chance("blur", 45) {
		soften(out)
	}
	contrast, light := d.size("contrast", 0.6, 1), d.size("light", 0, 40)
	noise := d.between("noise", 0, 28)
	shade := d.size("shade", 0, 0.2)
	state := d.roll("grain")
	for y := range b.Dy() {
		for x := range b.Dx() {
			state = state*6364136223846793005 + 1442695040888963407
			v := float64(out.Pix[y*out.Stride+x])*contrast + light
			v *= 1 - shade*float64(x)/float64(b.Dx())
			v += float64(int(state>>40)%(2*noise+1) - noise)
			out.Pix[y*out.Stride+x] = uint8(min(max(v, 0), 255))
		}
	}
	if d.chance("one bit", 15) {
		for i, v := range out.Pix {
			out.Pix[i] = 255 * (v / 140 & 1)
		}
	}
	return out
}

// soften is a box blur of three pixels.
func soften(g *image.Gray) {
	b := g.Bounds()
	src := append([]uint8(nil), g.Pix...)
	for y := 1; y < b.Dy()-1; y++ {
		for x := 1; x < b.Dx()-1; x++ {
			i, total := y*g.Stride+x, 0
			for _, at := range [...]int{i - g.Stride - 1, i - g.Stride, i - g.Stride + 1, i - 1, i, i + 1, i + g.Stride - 1, i + g.Stride, i + g.Stride + 1} {
				total += int(src[at])
			}
			g.Pix[i] = uint8(total / 9)
		}
	}
}

// bound makes a PDF of pictures.
func bound(pictures [][]byte, dpi int) ([]byte, error) {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt"})
	day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	pdf.SetCreationDate(day)
	pdf.SetModificationDate(day)
	pdf.SetCatalogSort(true)
	for i, p := range pictures {
		cfg, err := jpeg.DecodeConfig(bytes.NewReader(p))
		if err != nil {
			return nil, fmt.Errorf("picture %d: %w", i, err)
		}
		w, h := float64(cfg.Width)*72/float64(dpi), float64(cfg.Height)*72/float64(dpi)
		pdf.AddPageFormat("P", fpdf.SizeType{Wd: w, Ht: h})
		name := strconv.Itoa(i)
		pdf.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPG"}, bytes.NewReader(p))
		pdf.ImageOptions(name, 0, 0, w, h, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("write pdf of pictures: %w", err)
	}
	return b.Bytes(), nil
}
