package extract_test

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/extract"
)

func twoPages(b *testing.B) extract.Request {
	b.Helper()
	for _, d := range layouts(b) {
		if strings.HasPrefix(d.File, "07_") { // 48 lines over two pages
			return extract.Request{File: file(b, "testdata/layouts/"+d.File), Schema: d.Schema}
		}
	}
	b.Fatal("no such layout")
	return extract.Request{}
}

// BenchmarkTwoPagesWithText is to stay at or below 60 ms.
func BenchmarkTwoPagesWithText(b *testing.B) {
	e, r := newEngine(b), twoPages(b)
	for b.Loop() {
		if _, err := e.Extract(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

// rendered is a page at 300 dpi as a PGM, and as the PNG that the engine is sent.
func rendered(b *testing.B) (pgm string, png []byte) {
	b.Helper()
	base := b.TempDir() + "/page"
	for _, form := range []string{"-gray", "-png"} {
		args := []string{"-gray", "-r", "300", "-singlefile"}
		if form == "-png" {
			args = append(args, form)
		}
		if out, err := exec.CommandContext(b.Context(), "pdftoppm", append(args, "testdata/layouts/13_packing_list_en.pdf", base)...).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	return base + ".pgm", file(b, base+".png")
}

// BenchmarkOCRPage measures a page at 300 dpi through the engine beside bare tesseract on the same
// image, in turns; x_bare is to stay at or below 1.25.
func BenchmarkOCRPage(b *testing.B) {
	e := newEngine(b)
	pgm, png := rendered(b)
	pngPath := strings.TrimSuffix(pgm, ".pgm") + ".png"
	var ours, bare time.Duration
	for b.Loop() {
		start := time.Now()
		if _, _, err := e.Read(b.Context(), png, 1, nil); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(start)
		start = time.Now()
		cmd := exec.CommandContext(b.Context(), "tesseract", pngPath, "-", "-l", "eng+spa", "tsv")
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		cmd.Stdout = &bytes.Buffer{}
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		bare += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(bare), "x_bare")
}

// BenchmarkTwoDocumentsAtOnce compares two documents at once with one after the other; x_serial is
// to stay at or below 1.
func BenchmarkTwoDocumentsAtOnce(b *testing.B) {
	e, r := newEngine(b), twoPages(b)
	run := func() {
		if _, err := e.Extract(b.Context(), r); err != nil {
			b.Error(err)
		}
	}
	var serial, parallel time.Duration
	for b.Loop() {
		start := time.Now()
		run()
		run()
		serial += time.Since(start)
		start = time.Now()
		var wg sync.WaitGroup
		wg.Go(run)
		wg.Go(run)
		wg.Wait()
		parallel += time.Since(start)
	}
	b.ReportMetric(float64(parallel)/float64(serial), "x_serial")
}

// BenchmarkHundredScannedPages measures the memory of a long scan, children included; peak_MB is to
// stay below 300.
func BenchmarkHundredScannedPages(b *testing.B) {
	content, e := scannedPages(b, sheet(b, "17_bill_of_lading_es.pdf", "150"), extract.MaxPages), newEngine(b)
	var peak atomic.Int64
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(25 * time.Millisecond):
				peak.Store(max(peak.Load(), residentKB(os.Getpid())))
			}
		}
	})
	for b.Loop() {
		if _, n, err := e.Read(b.Context(), content, extract.MaxPages, nil); err != nil || n != extract.MaxPages {
			b.Fatal(n, err)
		}
	}
	close(done)
	watch.Wait()
	b.ReportMetric(float64(peak.Load())/1024, "peak_MB")
}

// residentKB is the memory of a process and its children, as the system counts it.
func residentKB(pid int) int64 {
	total := int64(0)
	all, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, name := range all {
		status, _ := os.ReadFile(name)
		fields := map[string]string{}
		for line := range strings.Lines(string(status)) {
			key, v, _ := strings.Cut(line, ":")
			fields[key] = strings.TrimSpace(v)
		}
		if own := strconv.Itoa(pid); fields["Pid"] == own || fields["PPid"] == own {
			n, _ := strconv.ParseInt(strings.TrimSuffix(fields["VmRSS"], " kB"), 10, 64)
			total += n
		}
	}
	return total
}

// scannedPages is a PDF of n pages that are the same scan.
func scannedPages(b *testing.B, img *image.Gray, n int) []byte {
	b.Helper()
	picture := asJPEG(b, img, 80)
	w, h := img.Rect.Dx()*72/150, img.Rect.Dy()*72/150
	var out, kids bytes.Buffer
	content := fmt.Sprintf("q %d 0 0 %d 0 0 cm /I Do Q", w, h)
	out.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")
	fmt.Fprintf(&out, "3 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(content), content)
	fmt.Fprintf(&out, "4 0 obj<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n", img.Rect.Dx(), img.Rect.Dy(), len(picture))
	out.Write(picture)
	out.WriteString("\nendstream endobj\n")
	for i := range n {
		fmt.Fprintf(&out, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 3 0 R/Resources<</XObject<</I 4 0 R>>>>>>endobj\n", i+5, w, h)
		fmt.Fprintf(&kids, "%d 0 R ", i+5)
	}
	fmt.Fprintf(&out, "2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\ntrailer<</Size %d/Root 1 0 R>>\n%%%%EOF", n, kids.String(), n+5)
	return out.Bytes()
}
