package extract_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"golang.org/x/image/bmp"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

// slip is the layout of a small receipt, cut to its print.
func slip(t testing.TB) *image.Gray {
	t.Helper()
	page := sheet(t, "26_receipt_es.pdf", "150")
	cut := image.NewGray(image.Rect(0, 0, 620, 640))
	for y := range 640 {
		copy(cut.Pix[y*cut.Stride:(y+1)*cut.Stride], page.Pix[(y+40)*page.Stride+40:])
	}
	return cut
}

func textOf(t *testing.T, content []byte) []extract.PageText {
	t.Helper()
	pages, _, err := newEngine(t).Read(t.Context(), content, extract.MaxPages, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// shows reports whether a text has most of some words.
func shows(text string, words ...string) bool {
	n := 0
	for _, w := range words {
		if strings.Contains(strings.ToLower(text), w) {
			n++
		}
	}
	return 2*n > len(words)
}

func TestPagesTurnedByTheirFileAreReadUpright(t *testing.T) {
	t.Parallel()
	for _, degrees := range []int{90, 180, 270} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "turned.pdf")
			if err := api.RotateFile("testdata/layouts/17_bill_of_lading_es.pdf", out, degrees, nil, nil); err != nil {
				t.Fatal(err)
			}
			d := layout(t, "17_bill_of_lading_es.pdf")
			got, err := newEngine(t).Extract(t.Context(), extract.Request{File: file(t, out), Schema: d.Schema, DocumentType: d.Type})
			if err != nil {
				t.Fatal(err)
			}
			var data any
			if err := json.Unmarshal(got.Data, &data); err != nil {
				t.Fatal(err)
			}
			if exact, all := tally(d.Expected, data); exact != all {
				t.Errorf("%d of %d fields: %s", exact, all, got.Data)
			}
		})
	}
}

func layout(t testing.TB, name string) document {
	t.Helper()
	for _, d := range layouts(t) {
		if d.File == name {
			return d
		}
	}
	t.Fatal("no layout ", name)
	return document{}
}

func TestScansOnTheirSideOrHeadAreTurned(t *testing.T) {
	t.Parallel()
	img := slip(t)
	for turns := 1; turns <= 3; turns++ {
		img = quarter(img)
		content := asPNG(t, img)
		t.Run(fmt.Sprint(90*turns), func(t *testing.T) {
			t.Parallel()
			if text := textOf(t, content)[0].Text; !shows(text, "total", "fecha", "iva", "efectivo") {
				t.Errorf("%q", text)
			}
		})
	}
}

// tiffOf is a TIFF of uncompressed grey pages.
func tiffOf(pages ...*image.Gray) []byte {
	out := []byte("MM\x00*\x00\x00\x00\x00")
	next := 4
	for _, p := range pages {
		data, w, h := len(out), p.Rect.Dx(), p.Rect.Dy()
		out = append(out, p.Pix...)
		binary.BigEndian.PutUint32(out[next:], uint32(len(out)))
		entries := [][2]int{{256, w}, {257, h}, {258, 8}, {259, 1}, {262, 1}, {273, data}, {277, 1}, {278, h}, {279, w * h}}
		out = binary.BigEndian.AppendUint16(out, uint16(len(entries)))
		for _, e := range entries {
			out = binary.BigEndian.AppendUint16(out, uint16(e[0]))
			out = binary.BigEndian.AppendUint16(out, 4)
			out = binary.BigEndian.AppendUint32(out, 1)
			out = binary.BigEndian.AppendUint32(out, uint32(e[1]))
		}
		next = len(out)
		out = append(out, 0, 0, 0, 0)
	}
	return out
}

func TestEachFormOfPictureIsRead(t *testing.T) {
	t.Parallel()
	img := slip(t)
	var b bytes.Buffer
	if err := bmp.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		pages   int
	}{
		"BMP":             {b.Bytes(), 1},
		"JPEG":            {asJPEG(t, img, 90), 1},
		"TIFF of 3 pages": {tiffOf(img, blankSheet(), img), 3},
		"WEBP":            {file(t, "testdata/receipt.webp"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := textOf(t, c.content)
			if len(pages) != c.pages {
				t.Fatalf("%d pages", len(pages))
			}
			for _, i := range []int{0, c.pages - 1} {
				if !shows(pages[i].Text, "total", "fecha", "iva", "efectivo") {
					t.Errorf("page %d: %q", i+1, pages[i].Text)
				}
			}
		})
	}
}

func blankSheet() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 200, 200))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	return img
}

// bomb is a PDF of a few hundred kilobytes whose page unpacks to a quarter of a gigabyte.
func bomb(t *testing.T) []byte {
	t.Helper()
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	chunk := bytes.Repeat([]byte("BT (x) Tj ET\n"), 1<<16)
	for range 300 {
		if _, err := z.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n")
	b.WriteString("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	fmt.Fprintf(&b, "4 0 obj<</Length %d/Filter/FlateDecode>>stream\n", packed.Len())
	b.Write(packed.Bytes())
	b.WriteString("\nendstream endobj\ntrailer<</Size 6/Root 1 0 R>>\n%%EOF")
	return b.Bytes()
}

// TestABombIsGivenUpWithinItsDeadline also holds that this process does not grow with it.
func TestABombIsGivenUpWithinItsDeadline(t *testing.T) {
	t.Parallel()
	content := bomb(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	start := time.Now()
	_, _, err := newEngine(t).Read(ctx, content, 1, nil)
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v: %v", took, err)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && fail.CodeOf(err) != fail.CodeSvcDocsResource {
		t.Error(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 1<<30 {
		t.Errorf("%d MB are held", m.HeapAlloc>>20)
	}
}

func TestATypeIsToldByTheBytesWhateverFollowsThem(t *testing.T) {
	t.Parallel()
	pdf := file(t, "testdata/layouts/26_receipt_es.pdf")
	picture := asPNG(t, slip(t))
	e := newEngine(t)
	for name, c := range map[string]struct {
		content []byte
		kind    string
	}{
		"a PDF behind a picture": {append(bytes.Clone(picture), pdf...), "png"},
		"a picture behind a PDF": {append(bytes.Clone(pdf), picture...), "pdf"},
	} {
		info, err := e.Inspect(t.Context(), c.content)
		if err != nil || info.Type != c.kind || info.Pages != 1 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}

// scanned is a PDF of one picture with invisible words over it, as scanners with OCR write them.
func scanned(t *testing.T, img *image.Gray, layer string) []byte {
	t.Helper()
	picture := asJPEG(t, img, 85)
	w, h := img.Rect.Dx()*72/150, img.Rect.Dy()*72/150
	var text strings.Builder
	fmt.Fprintf(&text, "q %d 0 0 %d 0 0 cm /I Do Q BT 3 Tr /F 8 Tf 10 TL 20 %d Td\n", w, h, h-20)
	for line := range strings.Lines(layer) {
		fmt.Fprintf(&text, "(%s) Tj T*\n", strings.TrimSpace(line))
	}
	text.WriteString("ET")
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n")
	fmt.Fprintf(&b, "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</I 6 0 R>>>>>>endobj\n", w, h)
	b.WriteString("5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	fmt.Fprintf(&b, "4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", text.Len(), text.String())
	fmt.Fprintf(&b, "6 0 obj<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n", img.Rect.Dx(), img.Rect.Dy(), len(picture))
	b.Write(picture)
	b.WriteString("\nendstream endobj\ntrailer<</Size 7/Root 1 0 R>>\n%%EOF")
	return b.Bytes()
}

// TestAPoorHiddenTextLayerGivesWayToAFreshReading and a good one stands.
func TestAPoorHiddenTextLayerGivesWayToAFreshReading(t *testing.T) {
	t.Parallel()
	img := slip(t)
	good := textOf(t, asPNG(t, img))[0].Text
	poor := strings.NewReplacer("a", "o", "e", "c", "i", "1", "t", "f", "A", "4", "o", "0", "s", "5").Replace(good)
	ascii := func(s string) string {
		return strings.Map(func(c rune) rune {
			if c > 126 || strings.ContainsRune("()\\", c) {
				return ' '
			}
			return c
		}, s)
	}
	for name, c := range map[string]struct{ layer, source string }{"poor": {poor, "ocr"}, "good": {good, "text"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := textOf(t, scanned(t, img, ascii(c.layer)))[0]
			if p.Source != c.source || !shows(p.Text, "total", "fecha", "iva", "efectivo") {
				t.Errorf("by %s: %q", p.Source, p.Text)
			}
		})
	}
}
