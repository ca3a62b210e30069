package read

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tariffdesk/fail"
)

// drawingBomb is a page of two kilobytes that takes minutes to draw: full of transparent fills.
func drawingBomb(t *testing.T) []byte {
	t.Helper()
	var packed, b bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write([]byte("/G gs 0.5 0.5 0.5 rg " + strings.Repeat("0 0 612 792 re f ", 40_000))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n")
	b.WriteString("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</ExtGState<</G<</ca 0.5/BM/Luminosity>>>>>>>>endobj\n")
	fmt.Fprintf(&b, "4 0 obj<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream endobj\ntrailer<</Size 5/Root 1 0 R>>\n%%%%EOF", packed.Len(), packed.Bytes())
	return b.Bytes()
}

// TestAPageThatTakesTooLongIsTheFilesFault so that it is tried once only.
func TestAPageThatTakesTooLongIsTheFilesFault(t *testing.T) {
	t.Parallel()
	drawing, reading := New(1, 0), New(1, 0)
	drawing.drawTime = 300 * time.Millisecond
	reading.ocrTime = time.Millisecond
	for name, c := range map[string]struct {
		reader  *Reader
		content []byte
	}{
		"drawn": {drawing, drawingBomb(t)},
		"read":  {reading, scan(t)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := c.reader.Pages(t.Context(), c.content, 1, nil)
			if fail.CodeOf(err) != fail.CodeSvcDocsResource || !errors.Is(err, errOverrun) {
				t.Error(err)
			}
		})
	}
}

// TestAPictureThatTakesTooLongMayBeAskedForAgain: somebody waits for it, and a server that is busy now may draw it later.
func TestAPictureThatTakesTooLongMayBeAskedForAgain(t *testing.T) {
	t.Parallel()
	r := New(1, 0)
	r.drawTime = 300 * time.Millisecond
	if _, err := r.Preview(t.Context(), drawingBomb(t), 1); fail.CodeOf(err) != fail.CodeUnavailable {
		t.Errorf("got %v, want that it is unavailable", err)
	}
	if _, err := r.Preview(t.Context(), drawingBomb(t), 2); err == nil || fail.CodeOf(err) == fail.CodeUnavailable {
		t.Errorf("of a page that is not there: %v", err)
	}
}

// TestTheCallersDeadlineIsReportedAsSuch though the page that was being drawn broke off.
func TestTheCallersDeadlineIsReportedAsSuch(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, _, err := New(1, 0).Pages(ctx, drawingBomb(t), 1, nil)
	if !errors.Is(err, context.DeadlineExceeded) || fail.CodeOf(err) == fail.CodeSvcDocsResource {
		t.Error(err)
	}
}

// scan is a page without a text layer.
func scan(t *testing.T) []byte {
	t.Helper()
	base := t.TempDir() + "/page"
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-png", "-r", "100", "-singlefile", "../../testdata/layouts/26_receipt_es.pdf", base).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(base + ".png")
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestPagesBeingDrawnHoldNoPlaceOfOCR holds within one organisation too.
func TestPagesBeingDrawnHoldNoPlaceOfOCR(t *testing.T) {
	t.Parallel()
	r := New(1, 0)
	r.drawTime = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	bombed := make(chan error, 1)
	go func() { _, _, err := r.Pages(ctx, drawingBomb(t), 1, nil); bombed <- err }()
	for r.inHand.Held("") == 0 {
		<-time.After(time.Millisecond)
	}
	pages, _, err := r.Pages(t.Context(), scan(t), 1, nil)
	if err != nil || len(pages[0].Words) < 10 {
		t.Errorf("%v", err)
	}
	select {
	case err := <-bombed:
		t.Fatalf("the bomb ended before: %v", err)
	default:
	}
	cancel()
	if err := <-bombed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestADocumentThatWaitsForTheProcessorIsNotDamaged: a busy server says so, and the call may be sent again.
func TestADocumentThatWaitsForTheProcessorIsNotDamaged(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, errWaited)
	defer cancel()
	err := overdue(run(ctx, nil, func(r io.Reader) error { _, err := io.Copy(io.Discard, r); return err }, "sleep", "20"))
	if fail.CodeOf(err) != fail.CodeUnavailable {
		t.Errorf("got %v, want that the service is not available", err)
	}
}
