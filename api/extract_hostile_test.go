package api_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pdfcpu "github.com/pdfcpu/pdfcpu/pkg/api"
	pdf "github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"tariffdesk/account"
	"tariffdesk/credit"
)

// rawPDF is a PDF of pages that share one content stream, already encoded.
func rawPDF(pages int, stream []byte, filter string) string {
	var b, kids bytes.Buffer
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", i+4)
	}
	fmt.Fprintf(&b, "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n", pages, kids.String())
	fmt.Fprintf(&b, "3 0 obj<</Length %d%s>>stream\n%s\nendstream endobj\n", len(stream), filter, stream)
	for i := range pages {
		fmt.Fprintf(&b, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R>>endobj\n", i+4)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\n%%%%EOF", pages+4)
	return b.String()
}

// bomb is a PDF of some kilobytes whose page unpacks, in two steps, to 40 gigabytes.
func bomb(t *testing.T) string {
	t.Helper()
	deflate := func(w *zlib.Writer, b []byte) {
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	var inner bytes.Buffer
	w := zlib.NewWriter(&inner)
	megabyte := bytes.Repeat([]byte(" "), 1<<20)
	deflate(w, megabyte)
	first := inner.Len()
	deflate(w, megabyte)
	head, again := inner.Bytes()[:first], inner.Bytes()[first:] // each megabyte more is the same bytes more
	var outer bytes.Buffer
	w = zlib.NewWriter(&outer)
	deflate(w, head)
	for range 40 {
		deflate(w, bytes.Repeat(again, 1000))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return rawPDF(1, outer.Bytes(), "/Filter[/FlateDecode/FlateDecode]")
}

// hugePNG claims 50,000 × 50,000 pixels in a few bytes.
func hugePNG() string {
	ihdr := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 50_000), 50_000)...)
	ihdr = append(ihdr, 8, 0, 0, 0, 0)
	b := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	return string(binary.BigEndian.AppendUint32(append(b, ihdr...), crc32.ChecksumIEEE(ihdr)))
}

// loopedTIFF is a TIFF whose second directory points back to the first.
func loopedTIFF() string {
	b := binary.LittleEndian.AppendUint32([]byte("II*\x00"), 8)
	for _, next := range []uint32{26, 8} {
		b = binary.LittleEndian.AppendUint16(b, 1)
		b = binary.LittleEndian.AppendUint32(append(b, make([]byte, 12)...), next)
	}
	return string(b)
}

func encryptedPDF(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "encrypted.pdf")
	conf := pdf.NewAESConfiguration("secret", "owner", 256)
	if err := pdfcpu.EncryptFile("../extract/testdata/layouts/13_packing_list_en.pdf", out, conf); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestBadFilesAreRefusedBeforeACharge goes through the form and through digitize and validate-file too.
func TestBadFilesAreRefusedBeforeACharge(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	good := invoicePDF(t)
	for name, c := range map[string]struct{ content, says string }{
		"empty":           {"", "empty"},
		"text":            {"hello, I am invoice.pdf", "not a PDF"},
		"archive":         {"PK\x03\x04 rest", "not a PDF"},
		"truncated":       {good[:300], "corrupt or truncated"},
		"encrypted":       {encryptedPDF(t), "encrypted"},
		"10,000 pages":    {rawPDF(10_000, nil, ""), "100 pages"},
		"50,000 × 50,000": {hugePNG(), "50 million pixels"},
		"TIFF with loop":  {loopedTIFF(), "corrupt"},
		"polyglot":        {"\x89PNG\r\n\x1a\n" + good, "png"},
		"cut JPEG":        {"\xff\xd8\xff\xe0\x00\x10JFIF", "jpeg"},
		"cut WEBP":        {"RIFF\x24\x00\x00\x00WEBPVP8 ", "WEBP"},
		"BMP of nothing":  {"BM" + strings.Repeat("\x00", 60), "bmp"},
	} {
		t.Run(name, func(t *testing.T) {
			status, code := 400, "SvcDocsResourceError"
			if name == "encrypted" { // a password would do
				status, code = 422, "SvcDocsValidationError"
			}
			s.extract(s.key, data(goodData), upload(c.content)).fails(status, code, c.says)
			s.do1(s.formRequest(digitizePath, upload(c.content)), s.key).fails(status, code, c.says)
			var judged struct {
				Valid  bool     `json:"valid"`
				Errors []string `json:"errors"`
			}
			s.do1(s.formRequest("/api/v3/svcdocs/validate-file", upload(c.content)), s.key).want(200).decode(&judged)
			if judged.Valid || len(judged.Errors) != 1 || !strings.Contains(judged.Errors[0], c.says) {
				t.Errorf("%+v", judged)
			}
		})
	}
	s.keeps(100 * credit.One)
}

// TestALookAtABombIsGivenUp takes as long as a program may look at a file. Its pages alone are counted at
// once: what is in them is not looked at before the charge.
func TestALookAtABombIsGivenUp(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the time that the inspection of a file is granted")
	}
	t.Parallel()
	s := setupDocuments(t)
	content := bomb(t)
	if len(content) > 1<<20 {
		t.Errorf("a bomb of %d bytes", len(content))
	}
	var judged struct{ Errors []string }
	if answer := s.do1(s.formRequest("/api/v3/svcdocs/validate-file", upload(content)), s.key); answer.status == 503 {
		answer.fails(503, "ServiceUnavailable", "too busy") // five seconds of the processor took a busy machine more than twenty
	} else if answer.want(200).decode(&judged); len(judged.Errors) != 1 || !strings.Contains(judged.Errors[0], "takes too long") {
		t.Errorf("%+v", judged)
	}
	_, poor := s.organisation(account.PlanPro, 0)
	s.extract(poor, data(goodData), upload(content)).fails(402, "SvcDocsCreditError")
	s.keeps(100 * credit.One)
}

// TestTheNameOfAFileDoesNotMatter has a PDF with the name of a program, as every other test here, and a
// PDF behind the bytes of a fax header.
func TestTheNameOfAFileDoesNotMatter(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	s.extract(s.key, data(goodData), part{"file_path", invoicePDF(t), "photo.jpg"}).want(200)
	s.extract(s.key, data(goodData), part{"file_path", "\n\n% sent by fax\n" + invoicePDF(t), "../../etc/passwd"}).want(200)
	s.keeps(98 * credit.One)
}

// TestAnExtractionThatFindsNothingAskedForIsChargedAndSaysSo: the page was read, each field is reported, and
// nothing is made up or paid back.
func TestAnExtractionThatFindsNothingAskedForIsChargedAndSaysSo(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	var got struct {
		Status string         `json:"status"`
		Data   map[string]any `json:"document_data"`
		Pages  int            `json:"billed_pages"`
		Errors []string       `json:"errors"`
	}
	s.extract(s.key, data(`{"document_type":"star chart","document_description":"telescopes","json_response":{"type":"object","properties":{"aperture_mm":{"type":"number"},"harvest_moisture":{"type":"string"}}}}`),
		upload(invoicePDF(t))).want(200).decode(&got)
	if got.Status != "success" || len(got.Data) != 0 || got.Pages != 1 || len(got.Errors) != 2 {
		t.Errorf("%+v", got)
	}
	s.keeps(99 * credit.One)
}
