package extract_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
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
// image, in turns; x_bare is to stay at or below 1.15.
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
