package extract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// tally counts the expected leaves that were found exactly; texts are compared folded.
func tally(want, got any) (exact, all int) {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for name, v := range w {
			e, a := tally(v, g[name])
			exact, all = exact+e, all+a
		}
	case []any:
		g, _ := got.([]any)
		for i, v := range w {
			var item any
			if i < len(g) {
				item = g[i]
			}
			e, a := tally(v, item)
			exact, all = exact+e, all+a
		}
	default:
		if fold(want) == fold(got) {
			exact = 1
		}
		all = 1
	}
	return exact, all
}

func fold(v any) string {
	return strings.Join(strings.Fields(strings.ToLower(fmt.Sprint(v))), " ")
}

// TestWornPicturesKeepTheirFields holds each way in which paper is worn to a rate of exact fields
// over several layouts.
func TestWornPicturesKeepTheirFields(t *testing.T) {
	t.Parallel()
	receipts := numbered(t, "51_", "54_", "57_")
	kinds := map[string]struct {
		least float64
		of    []document
		wear  func(t *testing.T, name string) []byte
	}{
		"scan with noise": {0.78, worn(t), func(t *testing.T, name string) []byte { return asPNG(t, noisy(sheet(t, name, "200"), 1)) }},
		"turned by 2°":    {0.85, worn(t), func(t *testing.T, name string) []byte { return asPNG(t, rotated(sheet(t, name, "200"), 2)) }},
		"turned by 7°":    {0.8, worn(t), func(t *testing.T, name string) []byte { return asPNG(t, rotated(sheet(t, name, "200"), 7)) }},
		"out of focus":    {0.55, worn(t), func(t *testing.T, name string) []byte { return asJPEG(t, blurred(sheet(t, name, "150")), 70) }},
		"low contrast":    {0.85, worn(t), func(t *testing.T, name string) []byte { return asPNG(t, faint(sheet(t, name, "200"))) }},
		"photo":           {0.75, worn(t), func(t *testing.T, name string) []byte { return asJPEG(t, photographed(sheet(t, name, "200")), 60) }},
		"on its side":     {0.85, worn(t), func(t *testing.T, name string) []byte { return asPNG(t, quarter(sheet(t, name, "200"))) }},
		"thermal print": {0.75, receipts, func(t *testing.T, name string) []byte {
			return asJPEG(t, thermal(cropped(sheet(t, name, "170")), 3), 70)
		}},
		"receipt on a table": {0.8, receipts, func(t *testing.T, name string) []byte {
			return asJPEG(t, photographed(cropped(sheet(t, name, "170"))), 60)
		}},
	}
	e := newEngine(t)
	for kind, k := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			exact, all := 0, 0
			for _, d := range k.of {
				result, err := e.Extract(t.Context(), extract.Request{File: k.wear(t, d.File), Schema: d.Schema, DocumentType: d.Type})
				if err != nil {
					t.Fatal(err)
				}
				var got any
				if err := json.Unmarshal(result.Data, &got); err != nil {
					t.Fatal(err)
				}
				x, n := tally(d.Expected, got)
				exact, all = exact+x, all+n
				t.Logf("%s %s: %d of %d", kind, d.File, x, n)
			}
			rate := float64(exact) / float64(all)
			t.Logf("%s: %d of %d fields, %.2f", kind, exact, all, rate)
			if rate < k.least {
				t.Errorf("%.2f of the fields, want %.2f", rate, k.least)
			}
		})
	}
}

// TestCaptionsInLightGreyAreRead beside values in black: to one threshold for the whole page they are paper.
func TestCaptionsInLightGreyAreRead(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/page.pdf"
	const captions, dpi = 210, 200 // points from the left, pixels an inch
	pdf := placedAt(t, 26, "40 Consignment number | 220 KX-77120", "40 Vessel | 220 MSC LAURA", "40 Voyage | 220 FE218W", "40 Port of loading | 220 Manzanillo", "40 Port of discharge | 220 Valencia",
		"40 Number of packages | 220 18", "40 Gross weight kg | 220 4120.5")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-gray", "-png", "-r", strconv.Itoa(dpi), "-singlefile", path, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	img, err := png.Decode(bytes.NewReader(file(t, path+".png")))
	if err != nil {
		t.Fatal(err)
	}
	page := image.NewGray(img.Bounds())
	draw.Draw(page, page.Rect, img, img.Bounds().Min, draw.Src)
	for i, v := range page.Pix {
		if i%page.Stride < captions*dpi/72 {
			page.Pix[i] = 255 - (255-v)/4
		}
	}
	data, got := extracted(t, newEngine(t), extract.Request{File: asPNG(t, page), DocumentType: "bill of lading",
		Schema: leavesOf(textLeaf("vessel"), textLeaf("voyage"), textLeaf("port_of_loading"), textLeaf("port_of_discharge"), number("number_of_packages", ""), number("gross_weight_kg", ""))})
	for property, want := range map[string]any{"vessel": "MSC LAURA", "voyage": "FE218W", "port_of_loading": "Manzanillo", "port_of_discharge": "Valencia", "number_of_packages": 18.0, "gross_weight_kg": 4120.5} {
		if data[property] != want {
			t.Errorf("%s: %v, want %v: %q", property, data[property], want, got.Errors)
		}
	}
}

// quarter is a sheet that lies on its side.
func quarter(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = src.Pix[y*src.Stride+x]
		}
	}
	return out
}

// worn are layouts of one page, of several kinds.
func worn(t testing.TB) []document { return numbered(t, "23_", "40_") }

func numbered(t testing.TB, numbers ...string) []document {
	var all []document
	for _, d := range layouts(t) {
		for _, number := range numbers {
			if strings.HasPrefix(d.File, number) {
				all = append(all, d)
			}
		}
	}
	return all
}
