package extract_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

// hugePNG claims 50,000 × 50,000 pixels in a few bytes.
func hugePNG() []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	ihdr := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 50_000), 50_000)...)
	ihdr = append(ihdr, 8, 0, 0, 0, 0)
	_ = binary.Write(&b, binary.BigEndian, uint32(13))
	b.Write(ihdr)
	_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(ihdr))
	return b.Bytes()
}

// loopedTIFF is a TIFF whose second directory points back to the first.
func loopedTIFF() []byte {
	b := []byte("II*\x00")
	b = binary.LittleEndian.AppendUint32(b, 8)
	for _, next := range []uint32{26, 8} {
		b = binary.LittleEndian.AppendUint16(b, 1)
		b = append(b, make([]byte, 12)...)
		b = binary.LittleEndian.AppendUint32(b, next)
	}
	return b
}

// manyPages is a PDF of n pages with nothing on them.
func manyPages(n int) []byte {
	var b, kids bytes.Buffer
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+3)
	}
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")
	fmt.Fprintf(&b, "2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n", n, kids.String())
	for i := range n {
		fmt.Fprintf(&b, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\n", i+3)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\n%%%%EOF", n+3)
	return b.Bytes()
}

func encrypted(t *testing.T) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "encrypted.pdf")
	conf := model.NewAESConfiguration("secret", "owner", 256)
	if err := api.EncryptFile("testdata/layouts/13_packing_list_en.pdf", out, conf); err != nil {
		t.Fatal(err)
	}
	return file(t, out)
}

const aPage = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>"

// pageTree is a PDF whose objects from the second on, the root of its page tree, are nodes.
func pageTree(nodes ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")
	for i, n := range nodes {
		fmt.Fprintf(&b, "%d 0 obj%sendobj\n", i+2, n)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\n%%%%EOF", len(nodes)+2)
	return b.Bytes()
}

// levels are n nodes of a page tree, each the only child of the one before.
func levels(n int) (nodes []string) {
	for i := range n {
		nodes = append(nodes, fmt.Sprintf("<</Type/Pages/Count 1/Kids[%d 0 R]>>", i+3))
	}
	return nodes
}

// TestAnOddPageTreeThatDoesNotLoopIsCounted has trees that are read downwards without trouble: nothing follows /Parent.
func TestAnOddPageTreeThatDoesNotLoopIsCounted(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for name, tc := range map[string]struct {
		content []byte
		pages   int
	}{
		"deep": {pageTree(append(levels(5000), aPage)...), 1},
		"parents that loop": {pageTree("<</Type/Pages/Count 1/Kids[3 0 R]/Parent 4 0 R>>", aPage,
			"<</Type/Pages/Count 1/Kids[3 0 R]/Parent 2 0 R>>"), 1},
		"a page that is its own parent": {pageTree("<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Resources<<>>>>"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if info, err := e.Inspect(t.Context(), tc.content); err != nil || info.Pages != tc.pages {
				t.Errorf("%+v, %v", info, err)
			}
		})
	}
}

// TestBadFilesAreRefusedWithTheReason also holds that a refusal comes before any page is read.
func TestBadFilesAreRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	good := file(t, "testdata/layouts/13_packing_list_en.pdf")
	for name, c := range map[string]struct {
		content []byte
		code    fail.Code
		says    string
	}{
		"empty":          {nil, fail.CodeSvcDocsResource, "empty"},
		"text":           {[]byte("hello, I am invoice.pdf"), fail.CodeSvcDocsResource, "not a PDF"},
		"zip":            {[]byte("PK\x03\x04 rest"), fail.CodeSvcDocsResource, "not a PDF"},
		"truncated":      {good[:300], fail.CodeSvcDocsResource, "corrupt or truncated"},
		"encrypted":      {encrypted(t), fail.CodeSvcDocsValidation, "encrypted"},
		"10000 pages":    {manyPages(10_000), fail.CodeSvcDocsResource, "100 pages"},
		"too large":      {append(bytes.Clone(good), make([]byte, extract.MaxBytes)...), fail.CodePayloadTooLarge, "20 MB"},
		"50000 × 50000":  {hugePNG(), fail.CodeSvcDocsResource, "50 million pixels"},
		"TIFF with loop": {loopedTIFF(), fail.CodeSvcDocsResource, "corrupt"},
		"BigTIFF":        {[]byte("II+\x00\x08\x00\x00\x00"), fail.CodeSvcDocsResource, "BigTIFF"},
		"cut JPEG":       {[]byte("\xff\xd8\xff\xe0\x00\x10JFIF"), fail.CodeSvcDocsResource, "jpeg"},
		"polyglot":       {append([]byte("\x89PNG\r\n\x1a\n"), good...), fail.CodeSvcDocsResource, "png"},
		"cut WEBP":       {[]byte("RIFF\x24\x00\x00\x00WEBPVP8 "), fail.CodeSvcDocsResource, "WEBP"},
		"BMP of nothing": {append([]byte("BM"), make([]byte, 60)...), fail.CodeSvcDocsResource, "bmp"},
		"tree of itself": {pageTree("<</Type/Pages/Count 1/Kids[2 0 R]>>"), fail.CodeSvcDocsResource, "page tree loops"},
		"loop behind":    {pageTree("<</Type/Pages/Count 2/Kids[3 0 R 2 0 R]>>", aPage), fail.CodeSvcDocsResource, "page tree loops"},
		"loop below": {pageTree("<</Type/Pages/Count 2/Kids[3 0 R]>>", "<</Type/Pages/Count 1/Parent 2 0 R/Kids[2 0 R 4 0 R]>>", aPage),
			fail.CodeSvcDocsResource, "page tree loops"},
		"loop of 1000 levels": {pageTree(append(levels(1000), "<</Type/Pages/Count 1/Kids[2 0 R]>>")...), fail.CodeSvcDocsResource, "page tree loops"},
		"loop and more damage": {append(pageTree("<</Type/Pages/Count 1/Kids[2 0 R]>>"), bytes.Repeat([]byte("\n9 0 obj<</X"), 1000)...),
			fail.CodeSvcDocsResource, ""},
		"PDF of no pages": {[]byte("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>"), fail.CodeSvcDocsResource, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := e.Inspect(t.Context(), c.content)
			if fail.CodeOf(err) != c.code || !strings.Contains(fail.As(err).Message, c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAHeaderBehindOtherBytesAndAWrongNameDoNotMatter(t *testing.T) {
	t.Parallel()
	shifted := append([]byte("\n\n% sent by fax\n"), file(t, "testdata/layouts/13_packing_list_en.pdf")...)
	info, err := newEngine(t).Inspect(t.Context(), shifted)
	if err != nil || info.Type != "pdf" || info.Pages != 1 || !info.HasTextLayer {
		t.Errorf("%+v %v", info, err)
	}
}

func TestBadSchemasAreRefusedNamingTheirPlace(t *testing.T) {
	t.Parallel()
	many := make([]string, 10_000)
	for i := range many {
		many[i] = `"p` + strconv.Itoa(i) + `":{"type":"string"}`
	}
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 40) + `{}` + strings.Repeat(`}}`, 40)
	for name, c := range map[string]struct{ schema, says string }{
		"no JSON":          {`{`, "not JSON"},
		"a list":           {`[]`, "not a JSON object"},
		"wrong type":       {`{"type":"strin"}`, "/type"},
		"remote reference": {`{"properties":{"a":{"$ref":"https://example.com/s.json"}}}`, "/properties/a/$ref"},
		"file reference":   {`{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, "/properties/a/$ref"},
		"recursion":        {`{"type":"object","properties":{"a":{"$ref":"#"}}}`, "refers to itself"},
		"10,000":           {`{"properties":{` + strings.Join(many, ",") + `}}`, "1000 properties"},
		"depth":            {deep, "nested deeper"},
		"lookahead":        {`{"properties":{"a":{"type":"string","pattern":"(?=a)b"}}}`, "/properties/a/pattern"},
		"another draft":    {`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`, "draft-07"},
		"dangling":         {`{"properties":{"a":{"$ref":"#/definitions/none"}}}`, "definitions/none"},
		"size":             {`{"description":"` + strings.Repeat("x", extract.MaxSchemaBytes) + `"}`, "KB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			problems := extract.CheckSchema([]byte(c.schema))
			if !strings.Contains(strings.Join(problems, "\n"), c.says) {
				t.Errorf("%q", problems)
			}
		})
	}
	if problems := extract.CheckSchema([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"string"}}}`)); problems != nil {
		t.Errorf("a good schema: %v", problems)
	}
}

// blank is a white page.
func blank(t *testing.T) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 600, 800))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPageWithoutPrintGivesNoValueAndSaysSo(t *testing.T) {
	t.Parallel()
	r := extract.Request{File: blank(t), Schema: []byte(`{"properties":{"a":{"type":"string"},"rows":{"type":"array","items":{"type":"object","properties":{"n":{"type":"number"}}}}},"required":["a","rows"]}`)}
	got, err := newEngine(t).Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Data) != `{"rows":[]}` || !got.Unreadable {
		t.Errorf("%s %v", got.Data, got.Unreadable)
	}
	if len(got.Warnings) != 3 || got.Warnings[0].Code != extract.WarningUnreadable || len(got.Errors) == 0 || got.Errors[0] != got.Warnings[0].Message {
		t.Errorf("%+v %q", got.Warnings, got.Errors)
	}
	for _, w := range got.Warnings[1:] {
		if w.Code != extract.WarningMissing || w.Reason != extract.ReasonUnreadable {
			t.Errorf("%+v", w)
		}
	}
}

// TestACallEndsSoonAfterItsContext holds though an outside program is at work.
func TestACallEndsSoonAfterItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := newEngine(t).Extract(ctx, extract.Request{File: file(t, "testdata/layouts/07_commercial_invoice_en.pdf"), Schema: []byte(`{"properties":{"a":{"type":"string"}}}`)})
	if took := time.Since(start); took > time.Minute || err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v after %v", err, took)
	}
}
