// Package read owns the way from the bytes of a document to pages of words: it tells the type from
// the bytes, refuses what is over a limit, encrypted or broken, reads text layers, and sends pages
// without one to OCR. Outside programs run in process groups of their own that end with the call.
//
// It refuses to know what the words mean.
package read

import (
	"bytes"

	"tariffdesk/fail"
)

// Type names the file type that the bytes show.
type Type string

// The types that are read.
const (
	TypePDF  Type = "pdf"
	TypeJPEG Type = "jpeg"
	TypePNG  Type = "png"
	TypeTIFF Type = "tiff"
	TypeBMP  Type = "bmp"
	TypeWEBP Type = "webp"
)

// MediaType is the registered name of the type.
func (t Type) MediaType() string {
	if t == TypePDF {
		return "application/pdf"
	}
	return "image/" + string(t)
}

// pdfHeaderWindow is how far into a file its PDF header may stand, as readers have always allowed.
const pdfHeaderWindow = 1024

// Sniff tells a file's type by its first bytes, never by its name. A file that begins as an image
// is that image, whatever follows.
func Sniff(content []byte) (Type, error) {
	switch {
	case len(content) == 0:
		return "", fail.New(fail.CodeSvcDocsResource, "the file is empty")
	case bytes.HasPrefix(content, []byte("\xff\xd8\xff")):
		return TypeJPEG, nil
	case bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")):
		return TypePNG, nil
	case bytes.HasPrefix(content, []byte("II*\x00")), bytes.HasPrefix(content, []byte("MM\x00*")):
		return TypeTIFF, nil
	case bytes.HasPrefix(content, []byte("II+\x00")), bytes.HasPrefix(content, []byte("MM\x00+")):
		return "", fail.New(fail.CodeSvcDocsResource, "the file is a BigTIFF, which is not supported: save it as TIFF")
	case len(content) >= 12 && bytes.HasPrefix(content, []byte("RIFF")) && string(content[8:12]) == "WEBP":
		return TypeWEBP, nil
	case len(content) >= 18 && bytes.HasPrefix(content, []byte("BM")) && bytes.Equal(content[6:10], []byte{0, 0, 0, 0}):
		return TypeBMP, nil
	case bytes.Contains(content[:min(len(content), pdfHeaderWindow)], []byte("%PDF-")):
		return TypePDF, nil
	}
	return "", fail.New(fail.CodeSvcDocsResource, "the file is not a PDF, JPEG, PNG, TIFF, BMP or WEBP document")
}
