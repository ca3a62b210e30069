package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/fail"
)

// errBroken says that a PDF cannot be parsed.
const errBroken = "the file is corrupt or truncated: it cannot be read as PDF"

// pdfInfo holds the output of pdfinfo for a file.
type pdfInfo struct {
	pages     int
	encrypted bool // with an empty password: it can be read
}

// errLoop says that a branch of a PDF's page tree holds itself.
var errLoop = fail.New(fail.CodeSvcDocsResource, "the file is corrupt: its page tree loops, so its pages cannot be counted")

// maxInspectComplaints bounds what pdfinfo may say of other damage before it names a loop.
const maxInspectComplaints = 1 << 20

// inspectPDF counts the pages without rendering any. It asks for the size of each, up to one beyond the limit: only
// then does pdfinfo walk the page tree instead of believing its count.
func inspectPDF(ctx context.Context, path string) (pdfInfo, error) {
	var out bytes.Buffer
	complaints := &limitedBuffer{limit: maxInspectComplaints}
	consume := func(r io.Reader) error { _, err := io.Copy(&out, r); return err }
	err := runHearing(ctx, complaints, nil, consume, "pdfinfo", unlocking(ctx, "-f", "1", "-l", strconv.Itoa(MaxPages+1), path)...)
	switch {
	case strings.Contains(complaints.String(), "Loop in Pages tree"):
		return pdfInfo{}, errLoop
	case err != nil:
		return pdfInfo{}, pdfError(ctx, err)
	}
	info := pdfInfo{}
	for line := range strings.Lines(out.String()) {
		name, v, _ := strings.Cut(line, ":")
		switch v = strings.TrimSpace(v); name {
		case "Pages":
			info.pages, _ = strconv.Atoi(v)
		case "Encrypted":
			info.encrypted = strings.HasPrefix(v, "yes")
		}
	}
	if info.pages < 1 {
		return pdfInfo{}, fail.New(fail.CodeSvcDocsResource, "the file has no pages")
	}
	return info, nil
}

// pdfError gives a failure of a PDF tool its public form.
func pdfError(ctx context.Context, err error) error {
	tool, ok := errors.AsType[*toolError](err)
	switch {
	case ctx.Err() != nil:
		return err
	case ok && strings.Contains(tool.complaints, "Incorrect password"):
		return lockedError(ctx, err)
	case ok && strings.Contains(tool.complaints, "not found"):
		return fmt.Errorf("poppler-utils is not installed: %w", err)
	case ok, brokeOff(err):
		return fail.Wrap(err, fail.CodeSvcDocsResource, errBroken)
	}
	return err
}

// textLayer reads the words of the pages from first to last.
func textLayer(ctx context.Context, path string, first, last int) ([]*page.Page, error) {
	var pages []*page.Page
	parse := func(r io.Reader) (err error) {
		pages, err = parseBoxes(r, first)
		return err
	}
	err := run(ctx, nil, parse, "pdftotext", unlocking(ctx, "-q", "-f", strconv.Itoa(first), "-l", strconv.Itoa(last), "-bbox", path, "-")...)
	if err != nil {
		return nil, pdfError(ctx, err)
	}
	return pages, nil
}

// Resolution of a rendered page, and the points of one inch.
const (
	renderDPI = 300
	pointsPer = 72.0
)

// renderPage draws a page in grey. A page so large that it would pass the limit of pixels is drawn
// smaller.
func renderPage(ctx context.Context, path string, p *page.Page) (gray, error) {
	dpi := float64(renderDPI)
	for p.Width/pointsPer*dpi*p.Height/pointsPer*dpi > maxRenderPixels {
		dpi /= 1.5
	}
	number := strconv.Itoa(p.Number)
	var g gray
	parse := func(r io.Reader) (err error) {
		g, err = readPGM(r)
		return err
	}
	err := run(ctx, nil, parse, "pdftoppm", unlocking(ctx, "-q", "-gray", "-r", strconv.Itoa(int(dpi)), "-f", number, "-l", number, "-singlefile", path)...)
	if err != nil {
		return gray{}, pdfError(ctx, err)
	}
	g.dpi = float64(int(dpi))
	return g, nil
}

// tempFile writes content where outside programs can read it; remove ends its life.
func tempFile(content []byte) (path string, remove func(), err error) {
	f, err := os.CreateTemp("", "document-*")
	if err != nil {
		return "", nil, fmt.Errorf("write document: %w", err)
	}
	remove = func() { _ = os.Remove(f.Name()) }
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		remove()
		return "", nil, fmt.Errorf("write document: %w", err)
	}
	return f.Name(), remove, nil
}
